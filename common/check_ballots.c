#include "check_ballots.h"

#include <stdlib.h>
#include <string.h>

#include "contest.h"
#include "draw.h"

#define COLUMNS "lp-transcript(5)"
#define SIDES "2009, 3"

/* The clause by which a book asks for ballots. */
static const char *clause_of(const struct rulebook *book)
{
    switch (book->ballot) {
    case BALLOT_HOW_HUMAN:
        return "1996, 17";
    case BALLOT_SCALE:
        return "2003, 46";
    case BALLOT_POINTS:
        return "2004, 15";
    case BALLOT_WHICH:
        return "2009, 3";
    default:
        return "wager, II";
    }
}

void check_ballots_init(struct check_ballots *b, struct check *check)
{
    *b = (struct check_ballots){.check = check};
}

static void keep_vote(struct check_ballots *b, const struct ballot_row *row, int seat)
{
    struct check_vote vote = {.kind = row->kind, .line = b->line};

    if (row->seat[seat].session[0] == '\0')
        return;
    if (b->count == b->capacity) {
        size_t larger = b->capacity == 0 ? 256 : 2 * b->capacity;
        struct check_vote *moved = realloc(b->votes, larger * sizeof(moved[0]));
        if (moved == NULL) {
            check_tell(b->check, b->line, COLUMNS, "not checked: out of memory");
            return;
        }
        b->votes = moved;
        b->capacity = larger;
    }
    memcpy(vote.session, row->seat[seat].session, sizeof(vote.session));
    b->votes[b->count++] = vote;
}

/* The text that was committed to names the two stations of the row, with their ports.
 */
static void check_sides(struct check_ballots *b, const struct ballot_row *row)
{
    char left[DRAW_STATION_MAX + 1], right[DRAW_STATION_MAX + 1];

    if (row->draw[0] == '\0')
        return;
    if (draw_read(row->draw, left, right) < 0)
        check_tell(b->check, b->line, SIDES, "draw: not left=STATION right=STATION");
    else if (row->seats != 2 ||
             contest_station_order(left, row->seat[0].station) != 0 ||
             contest_station_order(right, row->seat[1].station) != 0)
        check_tell(b->check, b->line, SIDES,
            "draw: its left and right are not those of the row's stations");
}

static void check_line(struct check_ballots *b, const char *line, size_t length)
{
    static struct ballot_row row; /* too large for the stack */
    const char *why;

    b->line++;
    if (b->line == 1) {
        if (!ballot_is_header(line, length))
            check_tell(
                b->check, b->line, COLUMNS, "the first line is to be " BALLOT_HEADER);
        return;
    }
    if (ballot_row_read(line, length, &row, &why) < 0) {
        check_tell(b->check, b->line, COLUMNS, "%s", why);
        return;
    }
    if (row.book->terminals == 2 && row.kind == BALLOT_KIND_BALLOT &&
        row.draw[0] == '\0')
        check_tell(b->check, b->line, SIDES, "draw: left and right were not drawn");
    check_sides(b, &row);
    for (int i = 0; i < row.seats; i++)
        keep_vote(b, &row, i);
    for (int i = 1; i < row.seats; i++)
        for (int j = 0; j < i && row.kind == BALLOT_KIND_BALLOT; j++)
            if (strcmp(row.seat[i].station, row.seat[j].station) == 0)
                check_tell(b->check, b->line, clause_of(row.book),
                    "stations: the same one twice");
    b->rows++;
}

void check_ballots_lines(struct check_ballots *b, const char *bytes, size_t length)
{
    const char *at = bytes, *end = bytes + length;

    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        check_line(b, at, (size_t)(newline - at));
        at = newline + 1;
    }
}

static int by_session(const void *a, const void *b)
{
    const struct check_vote *x = a, *y = b;
    int order = strcmp(x->session, y->session);

    if (order == 0)
        order = (int)x->kind - (int)y->kind;
    if (order == 0)
        order = x->line < y->line ? -1 : x->line > y->line;
    return order;
}

void check_ballots_end(struct check_ballots *b, bool torn)
{
    if (torn)
        check_tell(b->check, b->line + 1, COLUMNS,
            "the last line is cut short: it has no newline");
    if (b->line == 0 && !torn)
        check_tell(b->check, 1, COLUMNS, "the first line is to be " BALLOT_HEADER);
    if (b->count > 0)
        qsort(b->votes, b->count, sizeof(b->votes[0]), by_session);
    for (size_t i = 1; i < b->count; i++)
        if (strcmp(b->votes[i].session, b->votes[i - 1].session) == 0 &&
            b->votes[i].kind == b->votes[i - 1].kind)
            check_tell(b->check, b->votes[i].line, COLUMNS,
                "sessions: %s was voted on in line %llu already", b->votes[i].session,
                (unsigned long long)b->votes[i - 1].line);
    free(b->votes);
    b->votes = NULL;
}
