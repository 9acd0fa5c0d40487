#include "slip.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "ballot.h"

static bool set_title(
    struct slip *s, const struct inirow *row, struct inirow_error *error)
{
    if (s->title[0] != '\0')
        return inirow_refuse(
            error, row->line, "title stands here twice: leave one out");
    if (row->value[0] == '\0' || strlen(row->value) >= sizeof(s->title))
        return inirow_refuse(
            error, row->line, "title: say 1 to %zu bytes", sizeof(s->title) - 1);
    strcpy(s->title, row->value);
    return true;
}

static bool set_book(
    struct slip *s, const struct inirow *row, struct inirow_error *error)
{
    if (s->book != NULL)
        return inirow_refuse(error, row->line, "book stands here twice: leave one out");
    s->book = rulebook_find(row->value);
    if (s->book == NULL)
        return inirow_refuse(error, row->line,
            "book = %s: the books are 1996, 2003, 2004, 2009 and wager", row->value);
    return true;
}

/* A number from 1 to most, which may begin with zeros: judge 04. */
static bool read_number(const char *text, int most, int *number)
{
    int read = 0;

    if (text[0] == '\0' || strlen(text) > 4)
        return false;
    for (; *text != '\0'; text++) {
        if (!isdigit((unsigned char)*text))
            return false;
        read = 10 * read + (*text - '0');
    }
    *number = read;
    return read >= 1 && read <= most;
}

static bool set_judge(
    struct slip *s, const struct inirow *row, struct inirow_error *error)
{
    if (s->judge > 0)
        return inirow_refuse(
            error, row->line, "judge stands here twice: leave one out");
    if (strlen(row->value) != 2 || !read_number(row->value, CONTEST_MOST, &s->judge))
        return inirow_refuse(error, row->line,
            "judge = %s: a judge is two digits, 01 to 99", row->value);
    return true;
}

static bool set_round(
    struct slip *s, const struct inirow *row, struct inirow_error *error)
{
    if (s->round > 0)
        return inirow_refuse(
            error, row->line, "round stands here twice: leave one out");
    if (!read_number(row->value, CONTEST_ROUNDS_MOST, &s->round))
        return inirow_refuse(error, row->line, "round = %s: say 1 to %d", row->value,
            CONTEST_ROUNDS_MOST);
    return true;
}

static bool set_minutes(
    struct slip *s, const struct inirow *row, struct inirow_error *error)
{
    if (s->minutes_said)
        return inirow_refuse(
            error, row->line, "minutes stands here twice: leave one out");
    s->minutes_said = true;
    if (!read_number(row->value, CONTEST_MINUTES_MOST, &s->minutes))
        return inirow_refuse(error, row->line, "minutes = %s: say 1 to %d", row->value,
            CONTEST_MINUTES_MOST);
    return true;
}

static bool set_pairs(
    struct slip *s, const struct inirow *row, struct inirow_error *error)
{
    if (s->pairs > 0)
        return inirow_refuse(
            error, row->line, "pairs stands here twice: leave one out");
    if (!read_number(row->value, BALLOT_SEATS_MAX, &s->pairs))
        return inirow_refuse(
            error, row->line, "pairs = %s: say 1 to %d", row->value, BALLOT_SEATS_MAX);
    return true;
}

static bool set_station(
    struct slip *s, const struct inirow *row, struct inirow_error *error)
{
    if (s->station_count == SLIP_STATIONS_MOST)
        return inirow_refuse(
            error, row->line, "no slip has more than %d stations", SLIP_STATIONS_MOST);
    if (!contest_is_station(row->value))
        return inirow_refuse(error, row->line,
            "station = %s: name it as a judge would, such as HOST:PORT", row->value);
    for (int i = 0; i < s->station_count; i++)
        if (contest_station_order(s->stations[i], row->value) == 0)
            return inirow_refuse(error, row->line,
                "station = %s stands here twice: leave one out", row->value);
    strcpy(s->stations[s->station_count++], row->value);
    return true;
}

static const struct {
    const char *name;
    bool (*set)(struct slip *, const struct inirow *row, struct inirow_error *);
} names[] = {
    {"title", set_title},
    {"book", set_book},
    {"judge", set_judge},
    {"round", set_round},
    {"minutes", set_minutes},
    {"pairs", set_pairs},
    {"station", set_station},
};

void slip_init(struct slip *s)
{
    memset(s, 0, sizeof(*s));
}

bool slip_take(struct slip *s, const struct inirow *row, struct inirow_error *error)
{
    if (strcmp(row->section, "round") != 0)
        return inirow_refuse(error, row->line,
            "[%s] is no part of a slip, which has [round] only", row->section);
    if (row->continues)
        return inirow_refuse(
            error, row->line, "the line begins with a blank: begin it with its name");
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(row->name, names[i].name) == 0)
            return names[i].set(s, row, error);
    return inirow_refuse(error, row->line,
        "%s is no part of a slip: make it with 'referee slips'", row->name);
}

bool slip_settle(struct slip *s, struct inirow_error *error)
{
    const char *missing = s->title[0] == '\0'     ? "title"
                          : s->book == NULL       ? "book"
                          : s->judge == 0         ? "judge"
                          : s->round == 0         ? "round"
                          : s->station_count == 0 ? "station"
                                                  : NULL;

    if (missing != NULL)
        return inirow_refuse(
            error, 0, "[round] has no %s: make it with 'referee slips'", missing);
    if (contest_has_pairs(s->book) && s->station_count != 2)
        return inirow_refuse(
            error, 0, "the book compares pairs: a slip has two stations");
    if (s->pairs > 0 && s->book->ballot != BALLOT_WHICH)
        return inirow_refuse(
            error, 0, "this book ranks no pairs: leave the line pairs out");
    if (!s->minutes_said)
        s->minutes = s->book->minutes;
    return true;
}

size_t slip_write(const struct slip *s, char out[static SLIP_SIZE])
{
    size_t length = 0;

    length += (size_t)snprintf(out, SLIP_SIZE,
        "[round]\ntitle = %s\nbook = %s\njudge = %02d\nround = %d\n", s->title,
        s->book->name, s->judge, s->round);
    if (s->minutes > 0)
        length += (size_t)snprintf(
            out + length, SLIP_SIZE - length, "minutes = %d\n", s->minutes);
    if (s->pairs > 0)
        length += (size_t)snprintf(
            out + length, SLIP_SIZE - length, "pairs = %d\n", s->pairs);
    for (int i = 0; i < s->station_count; i++)
        length += (size_t)snprintf(
            out + length, SLIP_SIZE - length, "station = %s\n", s->stations[i]);
    return length;
}
