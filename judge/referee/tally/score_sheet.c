#include "judge/referee/tally/score_sheet.h"

#include <stdlib.h>

#include "judge/referee/tally/statistics.h"

int score_sheet_players(const struct score_sheet *sheet)
{
    return sheet->entries + sheet->confederates;
}

struct score_sheet_cell *score_sheet_cell(
    const struct score_sheet *sheet, int trial, int judge, int player)
{
    size_t row = (size_t)trial * (size_t)sheet->judges + (size_t)judge;

    return &sheet->cells[row * (size_t)score_sheet_players(sheet) + (size_t)player];
}

static size_t cells_of(const struct score_sheet *sheet)
{
    return (size_t)sheet->trials * (size_t)sheet->judges *
           (size_t)score_sheet_players(sheet);
}

int score_sheet_make(struct score_sheet *sheet, const struct rulebook *book, int judges,
    int entries, int confederates, int trials)
{
    *sheet = (struct score_sheet){.book = book,
        .judges = judges,
        .entries = entries,
        .confederates = confederates,
        .trials = trials,
        .decision = SCORE_SHEET_NOBODY};
    /* One more than needed: calloc(0) may return NULL. */
    sheet->cells = calloc(cells_of(sheet) + 1, sizeof(*sheet->cells));
    if (sheet->cells == NULL)
        return -1;
    for (size_t i = 0; i < cells_of(sheet); i++)
        sheet->cells[i] = (struct score_sheet_cell){BALLOT_UNSAID, BALLOT_UNSAID};
    return 0;
}

void score_sheet_free(struct score_sheet *sheet)
{
    free(sheet->cells);
    *sheet = (struct score_sheet){0};
}

bool score_sheet_is_taken(const struct rulebook *book, int64_t said)
{
    return said > book->taken_above * (int64_t)BALLOT_UNIT;
}

double score_sheet_agreement(const struct score_sheet *sheet)
{
    int things = sheet->trials * score_sheet_players(sheet);
    bool rated = sheet->book->rating_most > 0;
    struct statistics_agreement agreement = {0};

    for (int i = 0; i < things; i++) {
        struct statistics_unit unit = {0};

        for (int j = 0; j < sheet->judges; j++) {
            int trial = i / score_sheet_players(sheet),
                player = i % score_sheet_players(sheet);
            int64_t said = score_sheet_cell(sheet, trial, j, player)->said;

            if (said != BALLOT_UNSAID)
                statistics_add(&unit, rated ? (double)said / BALLOT_UNIT
                                            : score_sheet_is_taken(sheet->book, said));
        }
        statistics_agree(&agreement, &unit);
    }
    return statistics_alpha(&agreement);
}
