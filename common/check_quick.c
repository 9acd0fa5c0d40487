#include "check_quick.h"

#include <string.h>

#include "digits.h"

/* The longest record that goes this way is shorter, whatever the lengths of its words;
 * so nothing is read behind the bytes that there are. */
enum { LEAST = 96 + CHECK_NAME_SIZE };

/* What is read of a record. */
struct quick {
    uint64_t posted, released;
    enum side side;
    uint32_t code;
};

/* Each of the functions that take a word returns what is behind it and the blank that
 * ends it, or NULL if it is not there. */

#define TAKE(at, word)                                                                 \
    (memcmp(at, word " ", sizeof(word)) == 0 ? (at) + sizeof(word) : NULL)

/* J and the judge that was last. */
static inline const char *take_judge(const char *at, int judge)
{
    if (judge < 0 || judge > 99 || *at++ != 'J')
        return NULL;
    if (judge >= 10) {
        if (*at++ != '0' + judge / 10)
            return NULL;
        judge %= 10;
    }
    return at[0] == '0' + judge && at[1] == ' ' ? at + 2 : NULL;
}

/* 18 digits, of which the first is a nought. */
static inline const char *take_time(const char *at, uint64_t *time)
{
    unsigned second = (unsigned char)at[1] - '0';
    uint64_t high, low;

    if (at[0] != '0' || second > 9 || at[KEY_TIME_DIGITS] != ' ' ||
        !digits_eight(at + 2, &high) || !digits_eight(at + 10, &low))
        return NULL;
    *time = (second * UINT64_C(100000000) + high) * 100000000 + low;
    return at + KEY_TIME_DIGITS + 1;
}

static inline const char *take_local(const char *at, enum side *side)
{
    const char *local = TAKE(at, "local");

    *side = local != NULL ? SIDE_JUDGE : SIDE_OTHER;
    return local != NULL ? local : TAKE(at, "remote");
}

/* Whether a program's name can be no other word of a record. */
static bool is_plain(const char *program)
{
    return program[0] > '9' && strcmp(program, "local") != 0 &&
           strcmp(program, "remote") != 0;
}

/* As 2012 and 2013 have it: the judge, a human, the program of the heading. */
static const char *take_name(const char *at, const char *program, enum side *side)
{
    const char *judge = TAKE(at, "judge");
    size_t length = strlen(program);

    *side = judge != NULL ? SIDE_JUDGE : SIDE_OTHER;
    if (judge != NULL)
        return judge;
    if (is_plain(program) && memcmp(at, program, length) == 0 && at[length] == ' ')
        return at + length + 1;
    return TAKE(at, "human");
}

/* left or right, as all records of the file where the heading says so. */
static inline const char *take_pane(const char *at, char pane)
{
    const char *left = TAKE(at, "left");

    if (pane != '\0' && (left != NULL) != (pane == 'l'))
        return NULL;
    return left != NULL ? left : TAKE(at, "right");
}

static inline bool is_letter_or_digit(unsigned char c)
{
    return (c | 0x20u) - 'a' < 26 || c - (unsigned)'0' < 10;
}

/* A key's name and the line's end. Ours has one name for each key, and nothing behind
 * it; earlier contests had several, blanks behind it, and CRLF. */
static const char *take_long_name(const char *at, bool ours, uint32_t *code)
{
    const char *newline = memchr(at, '\n', 2 * KEY_NAME_SIZE), *end = newline;
    char name[KEY_NAME_SIZE];

    if (newline == NULL)
        return NULL;
    if (!ours && end > at && end[-1] == '\r')
        end--;
    while (!ours && end > at && end[-1] == ' ')
        end--;
    if (key_code(at, (size_t)(end - at), code) < 0 ||
        (ours && (key_spell(*code, name) != (size_t)(end - at) ||
                     memcmp(name, at, (size_t)(end - at)) != 0)))
        return NULL;
    return newline + 1;
}

static inline const char *take_key(const char *at, bool ours, uint32_t *code)
{
    uint32_t named = 0;

    if (at[1] == '\n' && is_letter_or_digit((unsigned char)at[0])) {
        *code = (unsigned char)at[0];
        return at + 2;
    }
    if (memcmp(at, "space\n", 6) == 0) {
        *code = ' ';
        return at + 6;
    }
    at = take_long_name(at, ours, &named);
    *code = named;
    return at;
}

/* Milliseconds; or 11 digits of seconds, the first a nought, and 7 of microseconds, so
 * that digit 12 is one too. */
static bool is_historic(uint64_t time)
{
    return time < KEY_TIME_HISTORIC || time / 1000000 % 10 == 0;
}

static inline const char *take_ours(
    const struct check_keylog *k, const char *at, struct quick *q)
{
    if ((at = take_time(at, &q->posted)) == NULL ||
        (at = take_time(at, &q->released)) == NULL ||
        (at = take_local(at, &q->side)) == NULL ||
        (at = take_pane(at, k->pane[0])) == NULL ||
        (at = take_key(at, true, &q->code)) == NULL)
        return NULL;
    return q->posted < KEY_TIME_HISTORIC && q->released < KEY_TIME_HISTORIC &&
                   q->released > k->last[q->side] &&
                   (q->side != k->own || q->released <= q->posted)
               ? at
               : NULL;
}

static inline const char *take_old(
    const struct check_keylog *k, const char *at, struct quick *q)
{
    bool two = k->form == CHECK_FORM_TWO_TIMES;

    if ((at = take_time(at, &q->posted)) == NULL)
        return NULL;
    q->released = q->posted;
    if (two && (at = take_time(at, &q->released)) == NULL)
        return NULL;
    at = two ? take_local(at, &q->side) : take_name(at, k->program, &q->side);
    if (at == NULL || (at = take_pane(at, k->pane[0])) == NULL ||
        (at = take_key(at, false, &q->code)) == NULL)
        return NULL;
    return is_historic(q->posted) && is_historic(q->released) &&
                   q->released > k->last[SIDE_JUDGE] &&
                   q->released > k->last[SIDE_OTHER]
               ? at
               : NULL;
}

/* Returns of the judge in a row; what cannot be seen does not part them, and is a blank
 * or below it. */
static inline int count_returns(int returns, enum side side, uint32_t code)
{
    return side == SIDE_OTHER || code > ' ' ? 0 : returns + (code == K_RETURN);
}

/* One record: what is behind its '\n', or NULL. */
static inline const char *take_record(struct check_keylog *k, const char *at)
{
    struct quick q;

    if ((at = take_judge(at, k->judge)) == NULL)
        return NULL;
    at = k->form == CHECK_FORM_OURS ? take_ours(k, at, &q) : take_old(k, at, &q);
    if (at == NULL)
        return NULL;
    k->last[q.side] = q.released;
    k->returns = count_returns(k->returns, q.side, q.code);
    k->records++;
    k->line++;
    return at;
}

size_t check_quick_records(struct check_keylog *k, const char *bytes, size_t length)
{
    const char *at = bytes, *next = bytes;

    if (!k->body || !k->round || k->ended || k->form == CHECK_FORM_UNKNOWN)
        return 0;
    while (next != NULL && length - (size_t)(at - bytes) >= LEAST) {
        next = take_record(k, at);
        at = next != NULL ? next : at;
    }
    return (size_t)(at - bytes);
}
