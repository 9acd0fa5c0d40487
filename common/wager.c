#include "wager.h"

#include <stdlib.h>

enum { FOOLED_ENOUGH = 2, FOILS_ENOUGH = 2 };

static int by_size(const void *a, const void *b)
{
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;

    return (first > second) - (first < second);
}

int64_t wager_median(const struct sheet *sheet, int trial, int player, int64_t *room)
{
    size_t count = 0;

    for (int j = 0; j < sheet->judges; j++) {
        int64_t rank = sheet_cell(sheet, trial, j, player)->rank;

        if (rank != SHEET_UNSAID)
            room[count++] = rank / SHEET_UNIT;
    }
    if (count == 0)
        return SHEET_UNSAID;
    qsort(room, count, sizeof(*room), by_size);
    return room[(count - 1) / 2] + room[count / 2];
}

static void count_fooled(
    struct wager_test *test, const struct sheet *sheet, int trial, int entry)
{
    for (int j = 0; j < sheet->judges; j++) {
        int64_t said = sheet_cell(sheet, trial, j, entry)->said;

        if (said == SHEET_UNSAID) {
            test->is_whole = false;
            continue;
        }
        test->judged++;
        test->fooled += sheet_is_taken(sheet->book, said);
    }
    test->is_determined = test->fooled >= FOOLED_ENOUGH;
}

static void count_foils(struct wager_test *test, const struct sheet *sheet, int trial,
    int entry, int64_t *room)
{
    test->median = wager_median(sheet, trial, entry, room);
    for (int p = sheet->entries; p < sheet_players(sheet); p++) {
        int64_t median = wager_median(sheet, trial, p, room);

        test->foils += test->median != SHEET_UNSAID && median != SHEET_UNSAID &&
                       test->median >= median;
    }
    test->is_ranked = test->foils >= FOILS_ENOUGH;
    for (int j = 0; j < sheet->judges; j++)
        for (int p = 0; p < sheet_players(sheet); p++)
            test->is_whole =
                test->is_whole && sheet_cell(sheet, trial, j, p)->rank != SHEET_UNSAID;
}

void wager_count(struct wager_test *test, const struct sheet *sheet, int trial,
    int entry, int64_t *room)
{
    *test = (struct wager_test){.is_whole = true};
    count_fooled(test, sheet, trial, entry);
    count_foils(test, sheet, trial, entry, room);
}
