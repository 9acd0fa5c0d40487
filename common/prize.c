#include "prize.h"

#include <stddef.h>

static const struct prize rules[][SCORE_SILVER + 1] = {
    [TALLY_MEAN] = {[SCORE_BRONZE] = {PRIZE_NEXT_YEAR, "60"},
        [SCORE_SILVER] = {PRIZE_DEVELOPERS, "61"}},
    [TALLY_COLUMN] = {[SCORE_BRONZE] = {PRIZE_DESERVING, "2"}},
    [TALLY_WAGER] = {{PRIZE_NOBODY, NULL}},
};

struct prize prize_of(const struct sheet *sheet, const struct score *score, int entry)
{
    const struct prize *rule = &rules[sheet->book->tally][score->medal];

    if (score->medal == SCORE_NO_MEDAL)
        return (struct prize){PRIZE_NOBODY, NULL};
    if (!sheet->players[entry].open_source || rule->clause == NULL)
        return (struct prize){PRIZE_WINNER, NULL};
    return *rule;
}

enum score_medal prize_medal(const struct sheet *sheet, const struct score *score)
{
    if (score->winner == SHEET_NOBODY ||
        prize_of(sheet, score, score->winner).to != PRIZE_NEXT_YEAR)
        return score->medal;
    return SCORE_NO_MEDAL;
}

const char *prize_name(enum prize_to to)
{
    static const char *const names[] = {
        [PRIZE_NOBODY] = "nobody",
        [PRIZE_WINNER] = "winner",
        [PRIZE_NEXT_YEAR] = "next year",
        [PRIZE_DEVELOPERS] = "developers",
        [PRIZE_DESERVING] = "deserving",
    };

    return names[to];
}
