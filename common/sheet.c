#include "sheet.h"

#include <math.h>
#include <stdlib.h>

#include "statistics.h"

int sheet_players(const struct sheet *sheet)
{
    return sheet->entries + sheet->confederates;
}

double sheet_preliminary(const struct sheet *sheet, int player)
{
    const struct sheet_player *p = &sheet->players[player];

    if (p->preliminaries == 0)
        return NAN;
    return (double)p->preliminary / p->preliminaries / SHEET_UNIT;
}

struct sheet_cell *sheet_cell(
    const struct sheet *sheet, int trial, int judge, int player)
{
    size_t row = (size_t)trial * (size_t)sheet->judges + (size_t)judge;

    return &sheet->cells[row * (size_t)sheet_players(sheet) + (size_t)player];
}

static size_t cells_of(const struct sheet *sheet)
{
    return (size_t)sheet->trials * (size_t)sheet->judges * (size_t)sheet_players(sheet);
}

int sheet_make(struct sheet *sheet, const struct rulebook *book, int judges,
    int entries, int confederates, int trials)
{
    *sheet = (struct sheet){.book = book,
        .judges = judges,
        .entries = entries,
        .confederates = confederates,
        .trials = trials,
        .decision = SHEET_NOBODY};
    /* One more than needed: nothing at all may be NULL too. */
    sheet->players = calloc((size_t)sheet_players(sheet) + 1, sizeof(*sheet->players));
    sheet->cells = calloc(cells_of(sheet) + 1, sizeof(*sheet->cells));
    if (sheet->players == NULL || sheet->cells == NULL)
        return -1;
    for (size_t i = 0; i < cells_of(sheet); i++)
        sheet->cells[i] = (struct sheet_cell){SHEET_UNSAID, SHEET_UNSAID};
    return 0;
}

void sheet_free(struct sheet *sheet)
{
    free(sheet->players);
    free(sheet->cells);
    *sheet = (struct sheet){0};
}

bool sheet_is_taken(const struct rulebook *book, int64_t said)
{
    switch (book->ballot) {
    case BALLOT_HOW_HUMAN:
        return said > 50 * SHEET_UNIT;
    case BALLOT_SCALE:
        return said > 3 * SHEET_UNIT;
    case BALLOT_POINTS:
        return said >= 51 * SHEET_UNIT;
    case BALLOT_WHICH:
    case BALLOT_VERDICT:
        return said > 0;
    }
    return false;
}

double sheet_agreement(const struct sheet *sheet)
{
    int things = sheet->trials * sheet_players(sheet);
    bool rated =
        sheet->book->ballot == BALLOT_HOW_HUMAN || sheet->book->ballot == BALLOT_SCALE;
    struct statistics_agreement agreement = {0};

    for (int i = 0; i < things; i++) {
        struct statistics_unit unit = {0};

        for (int j = 0; j < sheet->judges; j++) {
            int trial = i / sheet_players(sheet), player = i % sheet_players(sheet);
            int64_t said = sheet_cell(sheet, trial, j, player)->said;

            if (said != SHEET_UNSAID)
                statistics_add(&unit, rated ? (double)said / SHEET_UNIT
                                            : sheet_is_taken(sheet->book, said));
        }
        statistics_agree(&agreement, &unit);
    }
    return statistics_alpha(&agreement);
}
