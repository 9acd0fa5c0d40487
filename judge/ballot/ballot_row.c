/*
 * ballot_row.c - write and read the rows of BALLOTS.CSV (ballot.h) by one table of
 * columns.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/conversation/wire.h"
#include "common/text/utf8.h"
#include "judge/ballot/ballot.h"
#include "judge/ballot/csv.h"

/* Size of the longest field without its quotes: stations that consist of blanks. */
enum { FIELD_SIZE = BALLOT_SEATS_MAX * 2 * BALLOT_STATION_SIZE };

/* The text of a field. */
struct field {
    char text[FIELD_SIZE];
    size_t length;
};

struct column {
    /* Writes to an empty field; NULL: the field is the text at `member` of the row.
     * Invalid values are found by reading the row again. */
    void (*write)(const struct ballot_row *row, struct field *f);
    /* Returns NULL or the error. Earlier columns have been read. */
    const char *(*read)(const struct field *f, struct ballot_row *row);
    size_t member;
};

static void put_char(struct field *f, char c)
{
    if (f->length < FIELD_SIZE - 1)
        f->text[f->length++] = c;
    f->text[f->length] = '\0';
}

static void put_text(struct field *f, const char *text)
{
    while (*text != '\0')
        put_char(f, *text++);
}

static void put_number(struct field *f, const char *format, int number)
{
    char text[16];

    snprintf(text, sizeof(text), format, number);
    put_text(f, text);
}

/* Two digits as a number; 100 if they are not digits. */
static int two_digits(const char *text)
{
    return isdigit((unsigned char)text[0]) && isdigit((unsigned char)text[1])
               ? 10 * (text[0] - '0') + (text[1] - '0')
               : 100;
}

static bool is_date(int year, int month, int day)
{
    static const int days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

    return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1] &&
           (month != 2 || day < 29 || leap);
}

bool ballot_is_moment(const char *text, size_t length)
{
    int century, year;

    if (length != BALLOT_CONFIRMED_SIZE - 1)
        return false;
    century = two_digits(text);
    year = two_digits(text + 2);
    return text[4] == '/' && text[7] == '/' && text[10] == ' ' && text[13] == ':' &&
           text[16] == ':' && century < 100 && year < 100 &&
           is_date(100 * century + year, two_digits(text + 5), two_digits(text + 8)) &&
           two_digits(text + 11) < 24 && two_digits(text + 14) < 60 &&
           two_digits(text + 17) <= 60;
}

/* Return a number from 1 to most, without leading zeros; -1 if invalid. */
static int read_count(const struct field *f, int most)
{
    int value = 0;

    if (f->length == 0 || f->length > 4 || f->text[0] == '0')
        return -1;
    for (size_t i = 0; i < f->length; i++) {
        if (!isdigit((unsigned char)f->text[i]))
            return -1;
        value = 10 * value + (f->text[i] - '0');
    }
    return value <= most ? value : -1;
}

static const char *read_confirmed(const struct field *f, struct ballot_row *row)
{
    if (!ballot_is_moment(f->text, f->length))
        return "confirmed: not a date and time such as 2026/11/20 14:12:20";
    memcpy(row->confirmed, f->text, BALLOT_CONFIRMED_SIZE);
    return NULL;
}

static void write_book(const struct ballot_row *row, struct field *f)
{
    put_text(f, row->book->name);
}

static const char *read_book(const struct field *f, struct ballot_row *row)
{
    row->book = rulebook_find(f->text);
    return row->book != NULL ? NULL : "book: unknown rule book";
}

static void write_round(const struct ballot_row *row, struct field *f)
{
    if (row->round != BALLOT_NO_ROUND)
        put_number(f, "%d", row->round);
}

static const char *read_round(const struct field *f, struct ballot_row *row)
{
    row->round = f->length == 0 ? BALLOT_NO_ROUND : read_count(f, BALLOT_ROUND_MAX);
    return row->round >= 0 ? NULL : "round: neither empty nor a number from 1 to 999";
}

static void write_judge(const struct ballot_row *row, struct field *f)
{
    put_number(f, "%02d", (int)row->judge);
}

static const char *read_judge(const struct field *f, struct ballot_row *row)
{
    int number = f->length == 2 ? two_digits(f->text) : BALLOT_JUDGES;

    if (number == BALLOT_JUDGES)
        return "judge: not two digits";
    row->judge = (unsigned)number;
    return NULL;
}

static void write_kind(const struct ballot_row *row, struct field *f)
{
    put_text(f, row->kind == BALLOT_KIND_RANKS ? "ranks" : "ballot");
}

static const char *read_kind(const struct field *f, struct ballot_row *row)
{
    bool ranks = strcmp(f->text, "ranks") == 0;

    if (!ranks && strcmp(f->text, "ballot") != 0)
        return "kind: neither ballot nor ranks";
    if (ranks && row->book->ranking == RANKING_NONE)
        return "kind: this book has no ranks";
    row->kind = ranks ? BALLOT_KIND_RANKS : BALLOT_KIND_BALLOT;
    return NULL;
}

static void write_stations(const struct ballot_row *row, struct field *f)
{
    for (int i = 0; i < row->seats; i++) {
        if (i > 0)
            put_char(f, ' ');
        for (const char *c = row->seat[i].station; *c != '\0'; c++) {
            if (*c == ' ' || *c == '\\')
                put_char(f, '\\');
            put_char(f, *c);
        }
    }
}

/* Read one word of a list; a backslash escapes the next character. Returns the start of
 * the next word, or the end; NULL for an empty, incomplete or too long word. */
static const char *read_word(const char *at, char *word, size_t size)
{
    size_t length = 0;

    for (; *at != '\0' && *at != ' '; at++) {
        if (*at == '\\' && *++at == '\0')
            return NULL;
        if (length == size - 1)
            return NULL;
        word[length++] = *at;
    }
    word[length] = '\0';
    if (length == 0 || (*at == ' ' && at[1] == '\0'))
        return NULL;
    return *at == ' ' ? at + 1 : at;
}

static const char *read_stations(const struct field *f, struct ballot_row *row)
{
    const char *at = f->text;

    for (row->seats = 0; row->seats == 0 || *at != '\0'; row->seats++) {
        if (row->seats == BALLOT_SEATS_MAX)
            return "stations: more than 32";
        at = read_word(at, row->seat[row->seats].station, BALLOT_STATION_SIZE);
        if (at == NULL)
            return "stations: a word is empty, too long or incomplete";
    }
    return NULL;
}

/* Write a list with one word of each seat; `-` is an empty word. */
static void write_words(const struct ballot_row *row, struct field *f, size_t member)
{
    for (int i = 0; i < row->seats; i++) {
        const char *word = (const char *)&row->seat[i] + member;

        put_text(f, i > 0 ? " " : "");
        put_text(f, word[0] != '\0' ? word : "-");
    }
}

static void write_labels(const struct ballot_row *row, struct field *f)
{
    write_words(row, f, offsetof(struct ballot_seat, label));
}

/* Read a list with one word for each seat, which is() accepts; `-` is an empty word. */
static const char *read_words(const char *at, struct ballot_row *row, size_t member,
    size_t size, bool (*is)(const char *), const char *wrong)
{
    for (int i = 0; i < row->seats; i++) {
        char *word = (char *)&row->seat[i] + member;

        at = *at != '\0' ? read_word(at, word, size) : NULL;
        if (at == NULL)
            return wrong;
        if (strcmp(word, "-") == 0)
            word[0] = '\0';
        else if (!is(word))
            return wrong;
    }
    return *at == '\0' ? NULL : wrong;
}

static const char *read_labels(const struct field *f, struct ballot_row *row)
{
    return read_words(f->text, row, offsetof(struct ballot_seat, label),
        BALLOT_LABEL_SIZE, wire_is_label, "labels: not one label for each station");
}

static void write_sessions(const struct ballot_row *row, struct field *f)
{
    write_words(row, f, offsetof(struct ballot_seat, session));
}

static const char *read_sessions(const struct field *f, struct ballot_row *row)
{
    return read_words(f->text, row, offsetof(struct ballot_seat, session),
        BALLOT_SESSION_SIZE, wire_is_session,
        "sessions: not 32 digits for each station");
}

static void write_scores(const struct ballot_row *row, struct field *f)
{
    char text[BALLOT_VALUE_SIZE];

    for (int i = 0; i < row->seats; i++) {
        ballot_write_value(ballot_asks(row->book, row->kind), row->seat[i].score, text);
        put_text(f, i > 0 ? " " : "");
        put_text(f, text);
    }
}

static const char *read_scores(const struct field *f, struct ballot_row *row)
{
    enum ballot_ask ask = ballot_asks(row->book, row->kind);
    int values[BALLOT_SEATS_MAX];
    const char *at = f->text;

    for (int i = 0; i < row->seats; i++) {
        size_t length = strcspn(at, " ");

        if (ballot_read_value(ask, row->seats, at, length, &values[i]) != BALLOT_GOOD)
            return "scores: missing, or not allowed by this book";
        row->seat[i].score = values[i];
        at += length;
        if (*at == ' ' && i + 1 < row->seats)
            at++;
    }
    if (*at != '\0')
        return "scores: more than there are stations";
    return ballot_check(ask, values, row->seats) == BALLOT_GOOD
               ? NULL
               : "scores: not allowed together by this book";
}

static void write_confidence(const struct ballot_row *row, struct field *f)
{
    if (row->confidence != BALLOT_NO_CONFIDENCE)
        put_number(f, "%d", row->confidence);
}

static const char *read_confidence(const struct field *f, struct ballot_row *row)
{
    return ballot_read_confidence(f->text, f->length, &row->confidence) == BALLOT_GOOD
               ? NULL
               : "confidence: neither empty nor a number from 0 to 100";
}

static bool is_control(char c)
{
    return (unsigned char)c < ' ' || c == 0x7f;
}

static void write_reason(const struct ballot_row *row, struct field *f)
{
    for (const char *c = row->reason; *c != '\0'; c++)
        put_char(f, is_control(*c) ? ' ' : *c);
}

static const char *read_reason(const struct field *f, struct ballot_row *row)
{
    if (f->length >= BALLOT_REASON_SIZE)
        return "reason: more than 1000 bytes";
    memcpy(row->reason, f->text, f->length + 1);
    return NULL;
}

static const char *read_draw(const struct field *f, struct ballot_row *row)
{
    if (f->length >= BALLOT_DRAW_SIZE)
        return "draw: too long";
    memcpy(row->draw, f->text, f->length + 1);
    return NULL;
}

static const char *read_nonce(const struct field *f, struct ballot_row *row)
{
    if (row->draw[0] == '\0' ? f->length != 0 : !wire_is_session(f->text))
        return "nonce: a draw needs 32 digits, and no draw needs none";
    memcpy(row->nonce, f->text, f->length + 1);
    return NULL;
}

/* In order of BALLOT_HEADER. */
static const struct column columns[] = {
    {NULL, read_confirmed, offsetof(struct ballot_row, confirmed)},
    {write_book, read_book, 0},
    {write_round, read_round, 0},
    {write_judge, read_judge, 0},
    {write_kind, read_kind, 0},
    {write_stations, read_stations, 0},
    {write_labels, read_labels, 0},
    {write_sessions, read_sessions, 0},
    {write_scores, read_scores, 0},
    {write_confidence, read_confidence, 0},
    {write_reason, read_reason, 0},
    {NULL, read_draw, offsetof(struct ballot_row, draw)},
    {NULL, read_nonce, offsetof(struct ballot_row, nonce)},
};

enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

/* Write all columns. Returns the length; 0 if they do not fit. */
static size_t write_columns(const struct ballot_row *row, char *line, size_t size)
{
    struct field f;
    size_t length = 0;

    for (size_t i = 0; i < COLUMNS; i++) {
        f.length = 0;
        f.text[0] = '\0';
        if (columns[i].write != NULL)
            columns[i].write(row, &f);
        else
            put_text(&f, (const char *)row + columns[i].member);
        if (length == size)
            return 0;
        if (i > 0)
            line[length++] = ',';
        length += csv_write(f.text, f.length, line + length, size - length);
        if (length > size)
            return 0;
    }
    return length;
}

size_t ballot_row_write(const struct ballot_row *row, char line[static BALLOT_ROW_SIZE])
{
    struct ballot_row again;
    const char *why;
    size_t length = write_columns(row, line, BALLOT_ROW_SIZE - 1);

    /* Write no row that cannot be read back. */
    if (length == 0 || ballot_row_read(line, length, &again, &why) < 0)
        return 0;
    line[length++] = '\n';
    return length;
}

static bool is_clean(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (is_control(line[i]))
            return false;
    return utf8_is_valid(line, length);
}

static const char *read_columns(const char *at, const char *end, struct ballot_row *row)
{
    struct field f;

    for (size_t i = 0; i < COLUMNS; i++) {
        const char *why;

        if (!csv_take(&at, end, f.text, sizeof(f.text), &f.length))
            return "a field is too long, or its quotes are not closed";
        why = columns[i].read(&f, row);
        if (why != NULL)
            return why;
        if ((at == end) != (i == COLUMNS - 1))
            return at == end ? "columns are missing" : "more than 13 columns";
        at++;
    }
    return NULL;
}

int ballot_row_read(
    const char *line, size_t length, struct ballot_row *row, const char **why)
{
    if (length > 0 && line[length - 1] == '\r')
        length--;
    if (!is_clean(line, length))
        *why = "not printable text in UTF-8";
    else
        *why = read_columns(line, line + length, row);
    if (*why == NULL)
        return 0;
    errno = EINVAL;
    return -1;
}

bool ballot_is_header(const char *line, size_t length)
{
    if (length > 0 && line[length - 1] == '\r')
        length--;
    return length == sizeof(BALLOT_HEADER) - 1 &&
           memcmp(line, BALLOT_HEADER, length) == 0;
}
