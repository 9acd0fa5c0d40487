/*
 * Any ballots of a small contest, in any order: the sheet, the number of remarks, and
 * the winners are the same in reverse order.
 */
#include <stdio.h>
#include <string.h>

#include "judge/referee/tally/ballotbox.h"
#include "judge/referee/tally/score.h"
#include "tests/fuzz/fuzz.h"

enum { ROW_BYTES = 8, ROWS_MOST = 64 };

static const struct inirow rows[] = {
    {1, "judges", "J1", "Ann", false},
    {2, "judges", "J3", "Bob", false},
    {3, "entries", "E1", "One", false},
    {4, "entries", "E2", "Two", false},
    {5, "confederates", "C1", "Kim", false},
    {6, "confederates", "C4", "Lou", false},
    {7, "stations", "E1", "a", false},
    {8, "stations", "E2", "b", false},
    {9, "stations", "C1", "c", false},
    {10, "stations", "C4", "d", false},
    {11, "contest", "title", "T", false},
};

static const struct inirow pairs = {12, "rounds", "1", "J1E1C1 J3E2C4", false};
static const struct inirow trials[] = {
    {12, "rounds", "1", "J1E1 J1E2 J1C1 J1C4 J3E1 J3C4", false},
    {13, "rounds", "2", "J1C4 J1E1 J3E1 J3C1 J3C4", false},
};

static void take(struct contest *contest, const struct inirow *row)
{
    struct inirow_error error;

    check(contest_take(contest, row, &error));
}

/* A contest of any book, with rounds or, but for the wager, without. */
static void make_contest(struct contest *contest, uint8_t choice)
{
    const struct rulebook *book = &rulebooks[choice % rulebook_count];
    struct inirow said = {13, "contest", "book", book->name, false};
    struct inirow_error error;

    contest_init(contest);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        take(contest, &rows[i]);
    take(contest, &said);
    if (book->trials > 1) {
        take(contest, &trials[0]);
        take(contest, &trials[1]);
    } else if (rulebook_has_pairs(book) && choice & 0x80) {
        take(contest, &pairs);
    }
    check(contest_reader.finish(contest, &error));
}

/* A field's value by a byte: often a valid one. */
static int score_of(enum ballot_ask ask, int seats, uint8_t byte)
{
    switch (ask) {
    case BALLOT_ASK_WHICH:
    case BALLOT_ASK_VERDICT:
        return byte % 2;
    case BALLOT_ASK_RANK:
        return byte % seats + 1;
    case BALLOT_ASK_SCALE:
        return byte * (BALLOT_SCALE_UNIT / 40);
    case BALLOT_ASK_HOW_HUMAN:
    case BALLOT_ASK_POINTS:
        break;
    }
    return byte % 101;
}

/* A row that eight bytes make; returns whether it is one that a file could have. */
static bool make_row(
    struct ballot_row *row, const uint8_t *bytes, const struct rulebook *book)
{
    static const char words[] = "abcdz";
    static char line[BALLOT_ROW_SIZE];
    const char *why;
    struct ballot_row made = {.book = bytes[0] == 0xff ? &rulebooks[0] : book,
        .round = bytes[1] % 4,
        .judge = bytes[1] / 4 % 5,
        .kind = bytes[0] & 1 ? BALLOT_KIND_RANKS : BALLOT_KIND_BALLOT,
        .seats = bytes[0] / 2 % 4 + 1,
        .confidence = BALLOT_NO_CONFIDENCE};
    size_t length;

    snprintf(
        made.confirmed, sizeof(made.confirmed), "2026/11/20 14:12:2%d", bytes[2] % 3);
    for (int i = 0; i < made.seats; i++) {
        made.seat[i].station[0] = words[(bytes[3] >> 2 * i) % (sizeof(words) - 1)];
        made.seat[i].score =
            score_of(ballot_asks(made.book, made.kind), made.seats, bytes[4 + i]);
    }
    if (made.book->ballot == BALLOT_ASK_POINTS && made.seats == 2)
        made.seat[1].score = 100 - made.seat[0].score;
    length = ballot_row_write(&made, line);
    return length > 0 && ballot_row_read(line, length - 1, row, &why) == 0;
}

static void check_sheets(const struct score_sheet *a, const struct score_sheet *b)
{
    for (int t = 0; t < a->trials; t++)
        for (int j = 0; j < a->judges; j++)
            for (int p = 0; p < score_sheet_players(a); p++) {
                const struct score_sheet_cell *one = score_sheet_cell(a, t, j, p);
                const struct score_sheet_cell *other = score_sheet_cell(b, t, j, p);

                check(one->said == other->said && one->rank == other->rank);
            }
}

static void check_scores(const struct score_sheet *a, const struct score_sheet *b)
{
    struct score one, other;

    score_count(&one, a);
    score_count(&other, b);
    check(one.outcome == other.outcome && one.winner == other.winner);
    check(one.winner < a->entries && one.steps <= SCORE_STEPS_MAX);
    check(one.outcome != SCORE_WON || one.winner != SCORE_SHEET_NOBODY);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct contest contest;
    static struct ballot_row made[ROWS_MOST];
    struct ballotbox there, back;
    int count = 0;

    if (size == 0)
        return 0;
    make_contest(&contest, data[0]);
    for (size_t i = 1; i + ROW_BYTES <= size && count < ROWS_MOST; i += ROW_BYTES)
        count += make_row(&made[count], data + i, contest.book);
    check(ballotbox_make(&there, &contest, data[0] & 0x40) == 0);
    check(ballotbox_make(&back, &contest, data[0] & 0x40) == 0);
    for (int i = 0; i < count; i++) {
        ballotbox_take(&there, (struct ballotbox_place){"f", i + 1}, &made[i]);
        ballotbox_take(
            &back, (struct ballotbox_place){"f", i + 1}, &made[count - 1 - i]);
    }
    check(ballotbox_finish(&there) == 0 && ballotbox_finish(&back) == 0);
    check(there.remark_count == back.remark_count && there.refused == back.refused);
    check_sheets(&there.sheet, &back.sheet);
    check_scores(&there.sheet, &back.sheet);
    ballotbox_free(&there);
    ballotbox_free(&back);
    return 0;
}
