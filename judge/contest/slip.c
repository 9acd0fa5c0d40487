#include "judge/contest/slip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/ballot/ballot.h"

/* Two digits, 01 to 99. */
static bool set_judge(
    struct slip *s, const struct inirow *row, struct inirow_error *error)
{
    const char *digits = row->value;

    if (s->judge > 0)
        return inirow_refuse_twice(row, error);
    if (strlen(digits) == 2 && strspn(digits, "0123456789") == 2)
        s->judge = atoi(digits);
    return s->judge > 0 || inirow_refuse(error, row->line,
                               "judge = %s: a judge is two digits, 01 to 99", digits);
}

static bool set_station(
    struct slip *s, const struct inirow *row, struct inirow_error *error)
{
    if (s->station_count == SLIP_STATIONS_MOST)
        return inirow_refuse(
            error, row->line, "the limit of a slip is %d stations", SLIP_STATIONS_MOST);
    if (!contest_is_station(row->value))
        return inirow_refuse(error, row->line,
            "station = %s: name it as a judge would, such as HOST:PORT", row->value);
    for (int i = 0; i < s->station_count; i++)
        if (contest_station_order(s->stations[i], row->value) == 0)
            return inirow_refuse(error, row->line,
                "station = %s is here twice: leave one out", row->value);
    strcpy(s->stations[s->station_count++], row->value);
    return true;
}

void slip_init(struct slip *s)
{
    memset(s, 0, sizeof(*s));
}

static bool take_row(void *to, const struct inirow *row, struct inirow_error *error)
{
    struct slip *s = to;

    if (strcmp(row->section, "round") != 0)
        return inirow_refuse(error, row->line,
            "[%s] does not belong in a slip: leave all but [round] out", row->section);
    if (row->continues)
        return inirow_refuse(
            error, row->line, "the line begins with a blank: begin it with its name");
    if (strcmp(row->name, "title") == 0)
        return contest_set_title(s->title, row, error);
    if (strcmp(row->name, "book") == 0)
        return contest_set_book(&s->book, row, error);
    if (strcmp(row->name, "judge") == 0)
        return set_judge(s, row, error);
    if (strcmp(row->name, "round") == 0)
        return contest_set_number(&s->round, CONTEST_ROUNDS_MOST, row, error);
    if (strcmp(row->name, "minutes") == 0)
        return contest_set_number(&s->minutes, CONTEST_MINUTES_MOST, row, error);
    if (strcmp(row->name, "pairs") == 0)
        return contest_set_number(&s->pairs, BALLOT_SEATS_MAX, row, error);
    if (strcmp(row->name, "station") == 0)
        return set_station(s, row, error);
    return inirow_refuse(error, row->line,
        "%s does not belong in a slip: make it with 'referee slips'", row->name);
}

static bool finish_slip(void *to, struct inirow_error *error)
{
    struct slip *s = to;
    const char *missing = s->title[0] == '\0'     ? "title"
                          : s->book == NULL       ? "book"
                          : s->judge == 0         ? "judge"
                          : s->round == 0         ? "round"
                          : s->station_count == 0 ? "station"
                                                  : NULL;

    if (missing != NULL)
        return inirow_refuse(
            error, 0, "[round] has no %s: make it with 'referee slips'", missing);
    if (rulebook_has_pairs(s->book) && s->station_count != 2)
        return inirow_refuse(
            error, 0, "the book compares pairs: a slip has two stations");
    if (s->pairs > 0 && s->book->ranking != RANKING_OTHERS)
        return inirow_refuse(
            error, 0, "this book ranks no pairs: leave the line pairs out");
    if (s->minutes == 0)
        s->minutes = s->book->minutes;
    return true;
}

static void init_slip(void *to)
{
    slip_init(to);
}

const struct inirow_reader slip_reader = {init_slip, take_row, finish_slip};

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
