#include "check_ballots.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "contest.h"
#include "draw.h"

#define COLUMNS "lp-transcript(5)"

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

const char *check_sides_clause(const struct rulebook *book)
{
    return book->ballot == BALLOT_WHICH ? "2009, 3" : COLUMNS;
}

void check_ballots_init(struct check_ballots *b, struct check *check)
{
    *b = (struct check_ballots){.check = check, .most = CHECK_VOTES_MOST};
}

void check_ballots_free(struct check_ballots *b)
{
    free(b->votes);
    b->votes = NULL;
    b->count = b->capacity = 0;
}

/* Votes: by session, and kind. */

static int by_session(const struct check_vote *x, const struct check_vote *y)
{
    for (int i = 0; i < 2; i++)
        if (x->session[i] != y->session[i])
            return x->session[i] < y->session[i] ? -1 : 1;
    return (int)x->kind - (int)y->kind;
}

static int by_session_and_line(const void *a, const void *b)
{
    const struct check_vote *x = a, *y = b;
    int order = by_session(x, y);

    return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

static void tell_double(
    struct check_ballots *b, const struct check_vote *first, const struct check_vote *v)
{
    check_tell(b->check, v->line, COLUMNS,
        "sessions: %016" PRIx64 "%016" PRIx64 " was voted on in line %" PRIu64
        " already",
        v->session[0], v->session[1], first->line);
}

/* Put them in order, each session once: what was voted on again is told; or not yet,
 * and no more than half of the room is kept, up to a bound. */
static void settle(struct check_ballots *b, bool tell)
{
    size_t kept = 0;

    if (b->count > 0)
        qsort(b->votes, b->count, sizeof(b->votes[0]), by_session_and_line);
    for (size_t i = 0; i < b->count; i++) {
        const struct check_vote *vote = &b->votes[i];

        if (kept > 0 && by_session(&b->votes[kept - 1], vote) == 0) {
            if (tell)
                tell_double(b, &b->votes[kept - 1], vote);
        } else if (!tell && kept == b->most / 2) {
            b->bound = *vote;
            b->bounded = true;
            break;
        } else {
            b->votes[kept++] = *vote;
        }
    }
    b->count = kept;
}

/* Whether a vote is looked at in this reading. */
static bool is_in_turn(const struct check_ballots *b, const struct check_vote *vote)
{
    return (!b->again || by_session(vote, &b->first) >= 0) &&
           (!b->bounded || by_session(vote, &b->bound) < 0);
}

static int grow(struct check_ballots *b)
{
    size_t larger = b->capacity == 0 ? 256 : 2 * b->capacity;
    struct check_vote *moved;

    if (larger > b->most)
        larger = b->most;
    moved = realloc(b->votes, larger * sizeof(moved[0]));
    if (moved == NULL)
        return -1;
    b->votes = moved;
    b->capacity = larger;
    return 0;
}

/* Sixteen hexadecimal digits, as they are in a row that was read. */
static uint64_t number_of(const char *digits)
{
    uint64_t number = 0;

    for (int i = 0; i < 16; i++)
        number = number << 4 |
                 (uint64_t)(digits[i] <= '9' ? digits[i] - '0' : digits[i] - 'a' + 10);
    return number;
}

static void keep_vote(struct check_ballots *b, const struct ballot_row *row, int seat)
{
    const char *session = row->seat[seat].session;
    struct check_vote vote = {.kind = row->kind, .line = b->line};

    if (session[0] == '\0')
        return;
    vote.session[0] = number_of(session);
    vote.session[1] = number_of(session + 16);
    if (!is_in_turn(b, &vote))
        return;
    if (b->count == b->most) {
        b->full = true;
        settle(b, b->settling);
        if (!is_in_turn(b, &vote))
            return;
    }
    if (b->count == b->capacity && grow(b) < 0)
        check_tell(b->check, b->line, COLUMNS, "not checked: out of memory");
    else
        b->votes[b->count++] = vote;
}

/* The text that was committed to names the two stations of the row, with their ports.
 */
static void check_sides(struct check_ballots *b, const struct ballot_row *row)
{
    const char *clause = check_sides_clause(row->book);
    char left[DRAW_STATION_MAX + 1], right[DRAW_STATION_MAX + 1];

    if (row->draw[0] == '\0')
        return;
    if (draw_read(row->draw, left, right) < 0)
        check_tell(b->check, b->line, clause, "draw: not left=STATION right=STATION");
    else if (row->seats != 2 ||
             contest_station_order(left, row->seat[0].station) != 0 ||
             contest_station_order(right, row->seat[1].station) != 0)
        check_tell(b->check, b->line, clause,
            "draw: its left and right are not those of the row's stations");
}

/* What is wrong with a row by itself. */
static void check_row(struct check_ballots *b, const struct ballot_row *row)
{
    bool ballot = row->kind == BALLOT_KIND_BALLOT;

    if (row->book->terminals == 2 && ballot && row->draw[0] == '\0')
        check_tell(b->check, b->line, check_sides_clause(row->book),
            "draw: left and right were not drawn");
    check_sides(b, row);
    for (int i = 1; i < row->seats; i++)
        for (int j = 0; j < i && ballot; j++)
            if (strcmp(row->seat[i].station, row->seat[j].station) == 0)
                check_tell(b->check, b->line, clause_of(row->book),
                    "stations: the same one twice");
    b->rows++;
}

static void check_line(struct check_ballots *b, const char *line, size_t length)
{
    static struct ballot_row row; /* too large for the stack */
    const char *why;

    b->line++;
    if (b->line == 1) {
        if (!b->again && !ballot_is_header(line, length))
            check_tell(
                b->check, b->line, COLUMNS, "the first line is to be " BALLOT_HEADER);
        return;
    }
    if (ballot_row_read(line, length, &row, &why) < 0) {
        if (!b->again)
            check_tell(b->check, b->line, COLUMNS, "%s", why);
        return;
    }
    if (!b->again)
        check_row(b, &row);
    for (int i = 0; i < row.seats; i++)
        keep_vote(b, &row, i);
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

bool check_ballots_end(struct check_ballots *b, bool torn)
{
    if (torn && !b->again)
        check_tell(b->check, b->line + 1, COLUMNS,
            "the last line is cut short: it has no newline");
    if (b->line == 0 && !torn)
        check_tell(b->check, 1, COLUMNS, "the first line is to be " BALLOT_HEADER);
    b->settling = b->full && !b->settling;
    settle(b, !b->settling);
    b->count = b->line = 0;
    b->full = false;
    if (b->settling) {
        b->again = true;
        return true;
    }
    b->first = b->bound;
    b->again = b->bounded;
    b->bounded = false;
    return b->again;
}
