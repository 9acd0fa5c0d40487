#include "ballot_quick.h"

#include <string.h>

/* Digits */

/* Two digits as a number; 100 or more if they are none. */
static inline unsigned two_digits(const char *text)
{
    unsigned tens = (unsigned char)text[0] - '0', ones = (unsigned char)text[1] - '0';

    return tens > 9 || ones > 9 ? 100 : tens * 10 + ones;
}

static bool is_day(unsigned year, unsigned month, unsigned day)
{
    static const unsigned char days[] = {
        31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

    return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1] &&
           (month != 2 || day < 29 || leap);
}

bool ballot_is_moment(const char text[static BALLOT_CONFIRMED_SIZE - 1])
{
    unsigned century = two_digits(text), year = two_digits(text + 2);

    return text[4] == '/' && text[7] == '/' && text[10] == ' ' && text[13] == ':' &&
           text[16] == ':' && century < 100 && year < 100 &&
           is_day(100 * century + year, two_digits(text + 5), two_digits(text + 8)) &&
           two_digits(text + 11) < 24 && two_digits(text + 14) < 60 &&
           two_digits(text + 17) <= 60;
}

/* Eight at once: sums carry into no other byte where none has its highest bit set. */
static inline bool is_hex_of_eight(const char *text)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), highest = 0x80 * ones;
    uint64_t word, digits, letters;

    memcpy(&word, text, sizeof(word));
    if ((word & highest) != 0)
        return false;
    digits = (word + (0x80 - '0') * ones) & ~(word + (0x80 - '9' - 1) * ones);
    letters = (word + (0x80 - 'a') * ones) & ~(word + (0x80 - 'f' - 1) * ones);
    return ((digits | letters) & highest) == highest;
}

bool ballot_is_hex(const char text[static BALLOT_SESSION_SIZE - 1])
{
    return is_hex_of_eight(text) && is_hex_of_eight(text + 8) &&
           is_hex_of_eight(text + 16) && is_hex_of_eight(text + 24);
}

/* Columns. Each function takes one, or a word of one, and returns what is behind it; or
 * NULL. What comes last in a row ends with the line; all else has something behind it.
 */

/* Sets of characters, a bit for each. */
struct set {
    uint64_t bits[4];
};

#define BIT(c) (UINT64_C(1) << ((c) % 64))

/* Printable ASCII, without what a word of a list needs quotes or backslashes for. */
static const struct set word_set = {
    {~UINT64_C(0) << '!' & ~BIT('"') & ~BIT(','), ~BIT('\\') & ~BIT(0x7f), 0, 0}};

/* Letters, digits and hyphens. */
static const struct set label_set = {
    {UINT64_C(0x3ff) << '0' | BIT('-'), UINT64_C(0x07fffffe07fffffe), 0, 0}};

static inline bool is_of(const struct set *set, char c)
{
    unsigned char at = (unsigned char)c;

    return (set->bits[at / 64] >> at % 64 & 1) != 0;
}

static inline const char *take(const char *at, const char *end, char c)
{
    return at < end && *at == c ? at + 1 : NULL;
}

/* A field, perhaps an empty one, with a NUL. */
static const char *take_text(const char *at, const char *end, char *text, size_t size)
{
    size_t length = 0;

    while (at + length < end && (at[length] == ' ' || is_of(&word_set, at[length])))
        length++;
    if (length >= size)
        return NULL;
    memcpy(text, at, length);
    text[length] = '\0';
    return at + length;
}

/* Characters of a set, with a NUL; never none. */
static inline const char *take_word(
    const char *at, const char *end, const struct set *set, char *word, size_t size)
{
    size_t most = (size_t)(end - at) < size ? (size_t)(end - at) : size, length = 0;

    for (; length < most && is_of(set, at[length]); length++)
        word[length] = at[length];
    if (length == 0 || length == size)
        return NULL;
    word[length] = '\0';
    return at + length;
}

static const char *take_confirmed(
    const char *at, const char *end, struct ballot_row *row)
{
    enum { LENGTH = BALLOT_CONFIRMED_SIZE - 1 };

    if (end - at <= LENGTH || !ballot_is_moment(at))
        return NULL;
    memcpy(row->confirmed, at, LENGTH);
    row->confirmed[LENGTH] = '\0';
    return take(at + LENGTH, end, ',');
}

static const char *take_book(const char *at, const char *end, struct ballot_row *row)
{
    char name[8];

    at = take_word(at, end, &word_set, name, sizeof(name));
    if (at == NULL)
        return NULL;
    row->book = rulebook_find(name);
    return row->book != NULL ? take(at, end, ',') : NULL;
}

/* Nothing, or up to three digits, the first no nought: at most 999. */
static const char *take_round(const char *at, const char *end, struct ballot_row *row)
{
    row->round = BALLOT_NO_ROUND;
    if (at < end && *at == '0')
        return NULL;
    for (int i = 0; i < 3 && at < end && *at >= '0' && *at <= '9'; i++)
        row->round = 10 * row->round + (*at++ - '0');
    return take(at, end, ',');
}

static const char *take_judge(const char *at, const char *end, struct ballot_row *row)
{
    if (end - at < 3)
        return NULL;
    row->judge = two_digits(at);
    return row->judge < 100 ? take(at + 2, end, ',') : NULL;
}

/* Rankings come once a judge: they can go the long way. */
static const char *take_kind(const char *at, const char *end, struct ballot_row *row)
{
    static const char ballot[] = "ballot,";

    row->kind = BALLOT_KIND_BALLOT;
    if (end - at < (ptrdiff_t)sizeof(ballot) ||
        memcmp(at, ballot, sizeof(ballot) - 1) != 0)
        return NULL;
    return at + sizeof(ballot) - 1;
}

static const char *take_stations(
    const char *at, const char *end, struct ballot_row *row)
{
    for (row->seats = 0; row->seats < BALLOT_SEATS_MAX;) {
        at = take_word(
            at, end, &word_set, row->seat[row->seats++].station, BALLOT_STATION_SIZE);
        if (at == NULL || at == end || (*at != ' ' && *at != ','))
            return NULL;
        if (*at++ == ',')
            return at;
    }
    return NULL;
}

/* Behind a word of a list: a blank if there are more, a comma else. */
static const char *take_end(
    const char *at, const char *end, const struct ballot_row *row, int seat)
{
    return at != NULL ? take(at, end, seat + 1 < row->seats ? ' ' : ',') : NULL;
}

static const char *take_labels(const char *at, const char *end, struct ballot_row *row)
{
    for (int i = 0; i < row->seats && at != NULL; i++) {
        char *label = row->seat[i].label;

        at = take_word(at, end, &label_set, label, BALLOT_LABEL_SIZE);
        if (at != NULL && label[0] == '-' && label[1] == '\0')
            label[0] = '\0';
        at = take_end(at, end, row, i);
    }
    return at;
}

static const char *take_sessions(
    const char *at, const char *end, struct ballot_row *row)
{
    enum { LENGTH = BALLOT_SESSION_SIZE - 1 };

    for (int i = 0; i < row->seats && at != NULL; i++) {
        if (end - at <= LENGTH || !ballot_is_hex(at))
            return NULL;
        memcpy(row->seat[i].session, at, LENGTH);
        row->seat[i].session[LENGTH] = '\0';
        at = take_end(at + LENGTH, end, row, i);
    }
    return at;
}

/* Up to two digits, if whole points are asked for, and what else is asked for. */
static bool read_score(
    enum ballot_ask ask, int seats, const char *text, size_t length, int *value)
{
    unsigned tens = length == 2 ? (unsigned char)text[0] - '0' : 0;
    unsigned ones = length > 0 ? (unsigned char)text[length - 1] - '0' : 10;

    if ((ask == BALLOT_ASK_HOW_HUMAN || ask == BALLOT_ASK_POINTS) &&
        (length == 1 || (length == 2 && tens != 0)) && tens < 10 && ones < 10) {
        *value = (int)(10 * tens + ones);
        return true;
    }
    return ballot_read_value(ask, seats, text, length, value) == BALLOT_GOOD;
}

static const char *take_scores(const char *at, const char *end, struct ballot_row *row)
{
    enum ballot_ask ask = ballot_asks(row->book, row->kind);
    int values[BALLOT_SEATS_MAX];

    for (int i = 0; i < row->seats && at != NULL; i++) {
        const char *from = at;

        while (at < end && *at != ' ' && *at != ',')
            at++;
        if (!read_score(ask, row->seats, from, (size_t)(at - from), &values[i]))
            return NULL;
        row->seat[i].score = values[i];
        at = take_end(at, end, row, i);
    }
    return at != NULL && ballot_check(ask, values, row->seats) == BALLOT_GOOD ? at
                                                                              : NULL;
}

static const char *take_confidence(
    const char *at, const char *end, struct ballot_row *row)
{
    const char *from = at;

    while (at < end && *at != ',')
        at++;
    if (ballot_read_confidence(from, (size_t)(at - from), &row->confidence) !=
        BALLOT_GOOD)
        return NULL;
    return take(at, end, ',');
}

static const char *take_reason(const char *at, const char *end, struct ballot_row *row)
{
    at = take_text(at, end, row->reason, BALLOT_REASON_SIZE);
    return at != NULL ? take(at, end, ',') : NULL;
}

/* The last two columns: both are there, or neither is. */
static const char *take_draw(const char *at, const char *end, struct ballot_row *row)
{
    enum { LENGTH = BALLOT_NONCE_SIZE - 1 };

    row->nonce[0] = '\0';
    at = take_text(at, end, row->draw, BALLOT_DRAW_SIZE);
    if (at != NULL)
        at = take(at, end, ',');
    if (at == NULL || row->draw[0] == '\0')
        return at;
    if (end - at != LENGTH || !ballot_is_hex(at))
        return NULL;
    memcpy(row->nonce, at, LENGTH);
    row->nonce[LENGTH] = '\0';
    return at + LENGTH;
}

bool ballot_quick_read(const char *line, size_t length, struct ballot_row *row)
{
    const char *at = line, *end = line + length;

    return (at = take_confirmed(at, end, row)) != NULL &&
           (at = take_book(at, end, row)) != NULL &&
           (at = take_round(at, end, row)) != NULL &&
           (at = take_judge(at, end, row)) != NULL &&
           (at = take_kind(at, end, row)) != NULL &&
           (at = take_stations(at, end, row)) != NULL &&
           (at = take_labels(at, end, row)) != NULL &&
           (at = take_sessions(at, end, row)) != NULL &&
           (at = take_scores(at, end, row)) != NULL &&
           (at = take_confidence(at, end, row)) != NULL &&
           (at = take_reason(at, end, row)) != NULL && take_draw(at, end, row) == end;
}
