#include "judge/ballot/ballot.h"

#include <stdio.h>
#include <string.h>

enum { PLACES_MAX = 4, WHOLE_DIGITS_MAX = 4 };

/* The values that a question allows: bounds in units, and the text for messages. */
struct asked {
    int lowest;
    int highest; /* 0: the number of terminals */
    int unit;
    const char *values;
};

static const struct asked asked[] = {
    [BALLOT_ASK_HOW_HUMAN] = {0, 100, 1, "a whole number from 0 to 100"},
    [BALLOT_ASK_SCALE] = {0, 5 * BALLOT_SCALE_UNIT, BALLOT_SCALE_UNIT,
        "a number from 0 to 5, such as 4 or 3.25"},
    [BALLOT_ASK_POINTS] = {0, 100, 1, "whole points from 0 to 100"},
    [BALLOT_ASK_WHICH] = {0, 1, 1, "left or right"},
    [BALLOT_ASK_VERDICT] = {0, 1, 1, "human or machine"},
    [BALLOT_ASK_RANK] = {1, 0, 1, "a whole number from 1"},
};

static const struct asked percent = {0, 100, 1, "per cent from 0 to 100, or nothing"};

enum ballot_ask ballot_asks(const struct rulebook *book, enum ballot_kind kind)
{
    return kind == BALLOT_KIND_RANKS ? BALLOT_ASK_RANK : book->ballot;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Whether a text consists of digits and the characters of `and`. */
static bool is_made_of_digits(const char *text, size_t length, const char *and)
{
    for (size_t i = 0; i < length; i++)
        if (!is_digit(text[i]) && strchr(and, text[i]) == NULL)
            return false;
    return true;
}

/* Check the spelling of a number, not its value. */
static enum ballot_error check_spelling(const char *text, size_t length, bool whole)
{
    const char *point = memchr(text, '.', length);

    if (length == 0)
        return BALLOT_EMPTY;
    if (length > 1 && text[0] == '-' && is_made_of_digits(text + 1, length - 1, "."))
        return BALLOT_NEGATIVE;
    if (memchr(text, ',', length) != NULL && is_made_of_digits(text, length, ",."))
        return BALLOT_COMMA;
    if (!is_made_of_digits(text, length, "."))
        return BALLOT_NOT_A_NUMBER;
    if (point == NULL)
        return length > 1 && text[0] == '0' ? BALLOT_LEADING_ZERO : BALLOT_GOOD;
    if (memchr(point + 1, '.', length - 1 - (size_t)(point - text)) != NULL)
        return BALLOT_NOT_A_NUMBER;
    if (whole)
        return BALLOT_NOT_WHOLE;
    if (point == text || point == text + length - 1)
        return BALLOT_UNFINISHED;
    return text[0] == '0' && point != text + 1 ? BALLOT_LEADING_ZERO : BALLOT_GOOD;
}

/* Convert a number with valid spelling to units. *fine: it has more decimals than
 * PLACES_MAX, which are dropped. More whole digits than WHOLE_DIGITS_MAX give a value
 * above every limit. */
static int convert_number(const char *text, size_t length, int unit, bool *fine)
{
    int value = 0;
    size_t i = 0;

    for (; i < length && text[i] != '.'; i++)
        if (i < WHOLE_DIGITS_MAX)
            value = 10 * value + (text[i] - '0');
    if (i > WHOLE_DIGITS_MAX)
        value = 10000;
    value *= unit;
    *fine = i < length && length - i - 1 > PLACES_MAX;
    for (size_t place = i + 1; place < length && place - i <= PLACES_MAX; place++) {
        unit /= 10;
        value += (text[place] - '0') * unit;
    }
    return value;
}

static enum ballot_error read_number(
    const struct asked *a, int seats, const char *text, size_t length, int *value)
{
    int highest = a->highest != 0 ? a->highest : seats;
    enum ballot_error error = check_spelling(text, length, a->unit == 1);
    bool fine;
    int read;

    if (error != BALLOT_GOOD)
        return error;
    read = convert_number(text, length, a->unit, &fine);
    if (read > highest)
        return BALLOT_TOO_HIGH;
    if (fine)
        return BALLOT_TOO_FINE;
    if (read < a->lowest)
        return BALLOT_TOO_LOW;
    *value = read;
    return BALLOT_GOOD;
}

static bool is_text(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static enum ballot_error read_verdict(const char *text, size_t length, int *value)
{
    if (length == 0)
        return BALLOT_EMPTY;
    if (!is_text(text, length, "human") && !is_text(text, length, "machine"))
        return BALLOT_NO_WORD;
    *value = text[0] == 'h';
    return BALLOT_GOOD;
}

enum ballot_error ballot_read_value(
    enum ballot_ask ask, int seats, const char *text, size_t length, int *value)
{
    if (ask == BALLOT_ASK_VERDICT)
        return read_verdict(text, length, value);
    return read_number(&asked[ask], seats, text, length, value);
}

enum ballot_error ballot_read_confidence(const char *text, size_t length, int *value)
{
    if (length == 0) {
        *value = BALLOT_NO_CONFIDENCE;
        return BALLOT_GOOD;
    }
    return read_number(&percent, 0, text, length, value);
}

static size_t write_scale(int value, char text[static BALLOT_VALUE_SIZE])
{
    int length = snprintf(text, BALLOT_VALUE_SIZE, "%d.%04d", value / BALLOT_SCALE_UNIT,
        value % BALLOT_SCALE_UNIT);

    while (text[length - 1] == '0')
        length--;
    if (text[length - 1] == '.')
        length--;
    text[length] = '\0';
    return (size_t)length;
}

size_t ballot_write_value(
    enum ballot_ask ask, int value, char text[static BALLOT_VALUE_SIZE])
{
    if (ask == BALLOT_ASK_SCALE)
        return write_scale(value, text);
    if (ask == BALLOT_ASK_VERDICT)
        return (size_t)snprintf(
            text, BALLOT_VALUE_SIZE, "%s", value == 1 ? "human" : "machine");
    return (size_t)snprintf(text, BALLOT_VALUE_SIZE, "%d", value);
}

static enum ballot_error check_pair(enum ballot_ask ask, const int values[], int seats)
{
    if (seats != 2)
        return BALLOT_COUNT;
    if (ask == BALLOT_ASK_WHICH)
        return values[0] + values[1] == 1 ? BALLOT_GOOD : BALLOT_NOT_ONE;
    if (values[0] + values[1] != 100)
        return BALLOT_NOT_A_HUNDRED;
    return values[0] == values[1] ? BALLOT_TIE : BALLOT_GOOD;
}

enum ballot_error ballot_check(enum ballot_ask ask, const int values[], int seats)
{
    if (seats < 1 || seats > BALLOT_SEATS_MAX)
        return BALLOT_COUNT;
    if (ask == BALLOT_ASK_POINTS || ask == BALLOT_ASK_WHICH)
        return check_pair(ask, values, seats);
    if (ask != BALLOT_ASK_RANK)
        return BALLOT_GOOD;
    for (int i = 0; i < seats; i++)
        for (int k = 0; k < i; k++)
            if (values[i] == values[k])
                return BALLOT_ALIKE;
    return BALLOT_GOOD;
}

/* Messages; the first %s is the text of the allowed values, the second a range. */
static const char *const complaints[] = {
    [BALLOT_GOOD] = "",
    [BALLOT_EMPTY] = "Nothing here yet: give %s%s",
    [BALLOT_NOT_A_NUMBER] = "That is no number: give %s%s",
    [BALLOT_COMMA] = "No commas, please: give %s%s",
    [BALLOT_LEADING_ZERO] = "No zeros in front, please: give %s%s",
    [BALLOT_NOT_WHOLE] = "No fractions here: give %s%s",
    [BALLOT_TOO_FINE] = "Too many places: give %s%s",
    [BALLOT_UNFINISHED] = "The point has no digit beside it: give %s%s",
    [BALLOT_TOO_LOW] = "That is too low: give %s%s",
    [BALLOT_TOO_HIGH] = "That is too high: give %s%s",
    [BALLOT_NEGATIVE] = "Nothing is below zero here: give %s%s",
    [BALLOT_NO_WORD] = "That is neither: give %s%s",
    [BALLOT_NOT_A_HUNDRED] = "Together the two must make 100: change one of them",
    [BALLOT_TIE] = "50 and 50 is a tie: give one of the two at least 51",
    [BALLOT_NOT_ONE] = "One of the two is the human: choose it, and only it",
    [BALLOT_ALIKE] = "Two ranks are alike: give each rank once",
    [BALLOT_COUNT] = "This ballot is about two terminals: score both",
};

static void write_complaint(enum ballot_error error, const struct asked *a, int seats,
    char line[static BALLOT_COMPLAINT_SIZE])
{
    char to[16] = "";

    if (a->highest == 0)
        snprintf(to, sizeof(to), " to %d", seats);
    /* Messages without a %s ignore both arguments. */
    snprintf(line, BALLOT_COMPLAINT_SIZE, complaints[error], a->values, to);
}

void ballot_complain(enum ballot_error error, enum ballot_ask ask, int seats,
    char line[static BALLOT_COMPLAINT_SIZE])
{
    write_complaint(error, &asked[ask], seats, line);
}

void ballot_complain_of_confidence(
    enum ballot_error error, char line[static BALLOT_COMPLAINT_SIZE])
{
    write_complaint(error, &percent, 0, line);
}

const char *ballot_scale_words(int whole)
{
    static const char *const words[] = {
        "Partner not accessible, or severe system malfunction",
        "Definitely a machine",
        "Probably a machine",
        "Could be either a machine or a human; undecided",
        "Probably a human",
        "Definitely a human",
    };

    return whole >= 0 && whole <= 5 ? words[whole] : "";
}
