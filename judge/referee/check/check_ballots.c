#include "judge/referee/check/check_ballots.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory/array.h"
#include "judge/contest/contest.h"
#include "judge/draw/side_draw.h"

#define COLUMNS "lp-transcript(5)"
#define HEADER_FAULT "the first line must be " BALLOT_HEADER

const char *check_sides_clause(
    const struct rulebook *book, char text[static RULEBOOK_CLAUSE_SIZE])
{
    if (book->draw_clause != NULL)
        return rulebook_cite(book, book->draw_clause, text);
    strcpy(text, COLUMNS);
    return text;
}

void check_ballots_init(struct check_ballots *b, const struct check *check)
{
    *b = (struct check_ballots){.check = check};
}

void check_ballots_free(struct check_ballots *b)
{
    free(b->votes);
    *b = (struct check_ballots){.check = b->check};
}

static int compare_sessions(const struct check_vote *x, const struct check_vote *y)
{
    int order = strcmp(x->session, y->session);

    return order != 0 ? order : (int)x->kind - (int)y->kind;
}

/* Order for qsort(): by session, kind and line. */
static int compare_votes(const void *a, const void *b)
{
    const struct check_vote *x = a, *y = b;
    int order = compare_sessions(x, y);

    return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

/* Report each later ballot on a session. */
static void check_doubles(struct check_ballots *b)
{
    size_t first = 0;

    if (b->count > 0)
        qsort(b->votes, b->count, sizeof(b->votes[0]), compare_votes);
    for (size_t i = 1; i < b->count; i++) {
        const struct check_vote *vote = &b->votes[i];

        if (compare_sessions(&b->votes[first], vote) == 0)
            check_fault(b->check, vote->line, COLUMNS,
                "sessions: %s has a ballot in line %" PRIu64 " already", vote->session,
                b->votes[first].line);
        else
            first = i;
    }
}

static int keep_vote(struct check_ballots *b, const struct ballot_row *row, int seat)
{
    struct check_vote *votes, *vote;

    if (row->seat[seat].session[0] == '\0')
        return 0;
    votes = array_reserve(b->votes, &b->capacity, b->count, 1, sizeof(votes[0]));
    if (votes == NULL)
        return -1;
    b->votes = votes;
    vote = &votes[b->count++];
    *vote = (struct check_vote){.kind = row->kind, .line = b->line};
    memcpy(vote->session, row->seat[seat].session, sizeof(vote->session));
    return 0;
}

/* The draw must name the two stations of the row, with their ports. */
static void check_sides(struct check_ballots *b, const struct ballot_row *row)
{
    char left[SIDE_DRAW_STATION_MAX + 1], right[SIDE_DRAW_STATION_MAX + 1];
    char clause[RULEBOOK_CLAUSE_SIZE];

    if (row->draw[0] == '\0')
        return;
    check_sides_clause(row->book, clause);
    if (side_draw_read(row->draw, left, right) < 0)
        check_fault(b->check, b->line, clause, "draw: not left=STATION right=STATION");
    else if (row->seats != 2 ||
             contest_station_order(left, row->seat[0].station) != 0 ||
             contest_station_order(right, row->seat[1].station) != 0)
        check_fault(b->check, b->line, clause,
            "draw: left and right differ from the stations of the row");
}

/* Check a row by itself. */
static void check_row(struct check_ballots *b, const struct ballot_row *row)
{
    bool ballot = row->kind == BALLOT_KIND_BALLOT;
    char clause[RULEBOOK_CLAUSE_SIZE];

    if (rulebook_has_pairs(row->book) && ballot && row->draw[0] == '\0')
        check_fault(b->check, b->line, check_sides_clause(row->book, clause),
            "draw: empty, but left and right must be drawn");
    check_sides(b, row);
    for (int i = 1; i < row->seats; i++)
        for (int j = 0; j < i && ballot; j++)
            if (strcmp(row->seat[i].station, row->seat[j].station) == 0)
                check_fault(b->check, b->line,
                    rulebook_cite(row->book, row->book->ballot_clause, clause),
                    "stations: one station twice");
    b->rows++;
}

int check_ballots_line(struct check_ballots *b, const char *line, size_t length)
{
    struct ballot_row row;
    const char *why;
    int result = 0;

    b->line++;
    if (b->line == 1) {
        if (!ballot_is_header(line, length))
            check_fault(b->check, b->line, COLUMNS, HEADER_FAULT);
        return 0;
    }
    if (ballot_row_read(line, length, &row, &why) < 0) {
        check_fault(b->check, b->line, COLUMNS, "%s", why);
        return 0;
    }
    check_row(b, &row);
    for (int i = 0; i < row.seats && result == 0; i++)
        result = keep_vote(b, &row, i);
    return result;
}

void check_ballots_end(struct check_ballots *b, bool torn)
{
    if (torn)
        check_fault(b->check, b->line + 1, COLUMNS,
            "the last line is incomplete: it has no newline");
    else if (b->line == 0)
        check_fault(b->check, 1, COLUMNS, HEADER_FAULT);
    check_doubles(b);
}
