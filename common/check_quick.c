#include "check_quick.h"

#include <string.h>

#include "digits.h"

/* The longest record that goes this way is shorter, whatever the lengths of its words;
 * so nothing is read behind the bytes that there are. */
enum { LEAST = 96 + CHECK_NAME_SIZE };

/* What is read of a record, word by word. */
struct quick {
    const char *at; /* what comes next */
    uint64_t posted, released;
    enum side side;
    uint32_t code;
};

/* J, the judge that was last, and a blank. */
static bool take_judge(struct quick *q, int judge)
{
    if (judge < 0 || judge > 99 || *q->at++ != 'J')
        return false;
    if (judge >= 10 && *q->at++ != '0' + judge / 10)
        return false;
    if (q->at[0] != '0' + judge % 10 || q->at[1] != ' ')
        return false;
    q->at += 2;
    return true;
}

/* 18 digits, of which the first is a nought, and a blank. */
static inline bool take_time(struct quick *q, uint64_t *time)
{
    const char *at = q->at;
    uint64_t high, low;

    if (at[0] != '0' || at[1] < '0' || at[1] > '9' || at[KEY_TIME_DIGITS] != ' ' ||
        !digits_eight(at + 2, &high) || !digits_eight(at + 10, &low))
        return false;
    *time = ((uint64_t)(at[1] - '0') * 100000000 + high) * 100000000 + low;
    q->at += KEY_TIME_DIGITS + 1;
    return true;
}

/* A word and a blank. */
static inline bool take_word(struct quick *q, const char *word, size_t length)
{
    if (memcmp(q->at, word, length) != 0 || q->at[length] != ' ')
        return false;
    q->at += length + 1;
    return true;
}

#define TAKE(q, word) take_word(q, word, sizeof(word) - 1)

static bool take_local(struct quick *q)
{
    q->side = SIDE_JUDGE;
    if (TAKE(q, "local"))
        return true;
    q->side = SIDE_OTHER;
    return TAKE(q, "remote");
}

/* Whether a program's name can be no other word of a record. */
static bool is_plain(const char *program)
{
    return program[0] > '9' && strcmp(program, "local") != 0 &&
           strcmp(program, "remote") != 0;
}

/* As 2012 and 2013 have it: the judge, a human, the program of the heading. */
static bool take_name(struct quick *q, const char *program)
{
    q->side = SIDE_JUDGE;
    if (TAKE(q, "judge"))
        return true;
    q->side = SIDE_OTHER;
    return (is_plain(program) && take_word(q, program, strlen(program))) ||
           TAKE(q, "human");
}

/* left or right, as all records of the file where the heading says so. */
static bool take_pane(struct quick *q, const char *pane)
{
    bool left = TAKE(q, "left");

    return (left || TAKE(q, "right")) && (pane[0] == '\0' || left == (pane[0] == 'l'));
}

static bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* The name of a key of length bytes. */
static inline bool take_key(struct quick *q, size_t length)
{
    if (length == 1 && is_letter_or_digit(*q->at))
        q->code = (unsigned char)*q->at;
    else if (length == 5 && memcmp(q->at, "space", 5) == 0)
        q->code = ' ';
    else
        return key_code(q->at, length, &q->code) == 0;
    return true;
}

static const char *find_newline(const struct quick *q)
{
    if (q->at[1] == '\n')
        return q->at + 1;
    if (memcmp(q->at, "space\n", 6) == 0)
        return q->at + 5;
    return memchr(q->at, '\n', 2 * KEY_NAME_SIZE);
}

/* Ours has one name for each key, and nothing behind it. */
static bool take_our_key(struct quick *q)
{
    char name[KEY_NAME_SIZE];
    const char *newline = find_newline(q);
    size_t length = newline != NULL ? (size_t)(newline - q->at) : 0;

    if (length == 0 || !take_key(q, length))
        return false;
    if (length > 1 && memcmp(q->at, "space\n", 6) != 0 &&
        (key_spell(q->code, name) != length || memcmp(name, q->at, length) != 0))
        return false;
    q->at = newline + 1;
    return true;
}

/* Earlier contests had several, blanks behind it, and CRLF. */
static bool take_old_key(struct quick *q)
{
    const char *newline = find_newline(q), *end = newline;

    if (newline == NULL)
        return false;
    if (end > q->at && end[-1] == '\r')
        end--;
    while (end > q->at && end[-1] == ' ')
        end--;
    if (!take_key(q, (size_t)(end - q->at)))
        return false;
    q->at = newline + 1;
    return true;
}

/* Milliseconds; or 11 digits of seconds, the first a nought, and 7 of microseconds, so
 * that digit 12 is one too. */
static bool is_historic(uint64_t time)
{
    return time < KEY_TIME_HISTORIC || time / 1000000 % 10 == 0;
}

static bool take_ours(const struct check_keylog *k, struct quick *q)
{
    return take_time(q, &q->posted) && take_time(q, &q->released) &&
           q->posted < KEY_TIME_HISTORIC && q->released < KEY_TIME_HISTORIC &&
           take_local(q) && take_pane(q, k->pane) && take_our_key(q) &&
           q->released > k->last[q->side] &&
           (q->side != k->own || q->released <= q->posted);
}

static bool take_old(const struct check_keylog *k, struct quick *q)
{
    bool two = k->form == CHECK_FORM_TWO_TIMES;

    if (!take_time(q, &q->posted))
        return false;
    q->released = q->posted;
    return (!two || take_time(q, &q->released)) && is_historic(q->posted) &&
           is_historic(q->released) &&
           (two ? take_local(q) : take_name(q, k->program)) && take_pane(q, k->pane) &&
           take_old_key(q) && q->released > k->last[SIDE_JUDGE] &&
           q->released > k->last[SIDE_OTHER];
}

/* Returns of the judge in a row; what cannot be seen does not part them. */
static void count_returns(struct check_keylog *k, const struct quick *q)
{
    if (q->code == K_RETURN && q->side == SIDE_JUDGE)
        k->returns++;
    else if (q->side == SIDE_OTHER ||
             (q->code != ' ' && q->code != K_TAB && q->code != K_BACKSPACE &&
                 q->code != K_ESCAPE))
        k->returns = 0;
}

size_t check_quick_record(struct check_keylog *k, const char *line, size_t room)
{
    struct quick q = {.at = line};
    bool ours = k->form == CHECK_FORM_OURS;

    if (!k->body || !k->round || k->ended || k->form == CHECK_FORM_UNKNOWN ||
        room < LEAST || !take_judge(&q, k->judge) ||
        !(ours ? take_ours(k, &q) : take_old(k, &q)))
        return 0;
    k->last[q.side] = q.released;
    count_returns(k, &q);
    k->records++;
    k->line++;
    return (size_t)(q.at - line);
}
