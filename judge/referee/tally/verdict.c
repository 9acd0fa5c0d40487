#include "judge/referee/tally/verdict.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "judge/referee/tally/statistics.h"

enum { COUNT_SIZE = 32 };

/* "four judges" */
static void write_count(int of, int judges, char text[static COUNT_SIZE])
{
    static const char *const words[] = {"no", "one", "two", "three", "four", "five",
        "six", "seven", "eight", "nine", "ten", "eleven", "twelve"};
    const char *noun = of > judges ? "judgement" : "judge";
    const char *ending = of == 1 ? "" : "s";

    if (of >= 0 && of < (int)(sizeof(words) / sizeof(words[0])))
        snprintf(text, COUNT_SIZE, "%s %s%s", words[of], noun, ending);
    else
        snprintf(text, COUNT_SIZE, "%d %s%s", of, noun, ending);
}

static bool can_tell(int taken, int of, double chance)
{
    return statistics_test(taken, of, chance) < VERDICT_LIMIT;
}

static const char *side(int taken, int of, double chance)
{
    return taken > chance * of ? "more often" : "less often";
}

void verdict_of_share(int taken, int of, int judges, char line[static VERDICT_SIZE])
{
    bool chance = can_tell(taken, of, VERDICT_CHANCE);
    bool turing = can_tell(taken, of, VERDICT_TURING);
    char count[COUNT_SIZE];

    write_count(of, judges, count);
    if (!chance && !turing)
        snprintf(line, VERDICT_SIZE,
            "%s cannot tell this from chance, nor from Turing's 30 %%", count);
    else if (!chance)
        snprintf(line, VERDICT_SIZE,
            "%s cannot tell this from chance; it is %s than Turing's 30 %%", count,
            side(taken, of, VERDICT_TURING));
    else if (!turing)
        snprintf(line, VERDICT_SIZE,
            "%s than by chance; %s cannot tell it from Turing's 30 %%",
            side(taken, of, VERDICT_CHANCE), count);
    else
        snprintf(line, VERDICT_SIZE, "%s than by chance, and %s than Turing's 30 %%",
            side(taken, of, VERDICT_CHANCE), side(taken, of, VERDICT_TURING));
}

const char *verdict_of_agreement(double alpha)
{
    if (isnan(alpha))
        return "too few judgements, or no difference between them";
    if (alpha >= 0.8)
        return "they agree";
    if (alpha >= 0.667)
        return "they agree well enough for a tentative conclusion";
    if (alpha > 0)
        return "they agree too little for a conclusion";
    return "they agree no more than by chance";
}
