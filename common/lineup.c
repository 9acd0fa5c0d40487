#include "lineup.h"

#include <stdio.h>

static const struct row {
    enum tally tally; /* of the book */
    enum role role;
    int least;
    bool exact; /* and not more */
    const char *clause;
} rows[] = {
    {TALLY_HIGHEST, ROLE_ENTRY, 2, false, "14"},
    {TALLY_MEAN, ROLE_JUDGE, 5, false, "40"},
    {TALLY_MEAN, ROLE_ENTRY, 2, false, "42"},
    {TALLY_WAGER, ROLE_JUDGE, 3, true, "II"},
    {TALLY_WAGER, ROLE_ENTRY, 1, true, "II"},
    {TALLY_WAGER, ROLE_CONFEDERATE, 3, true, "II"},
};

void lineup_check(const struct contest *c, lineup_say *say, void *context)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct row *row = &rows[i];
        int count = c->counts[row->role];
        char clause[32], text[INIROW_WHY_SIZE];

        if (row->tally != c->book->tally ||
            (count >= row->least && (count == row->least || !row->exact)))
            continue;
        snprintf(clause, sizeof(clause), "%s, %s", c->book->name, row->clause);
        snprintf(text, sizeof(text), "[%s] lists %d: there are to be %s%d",
            contest_sections[row->role], count, row->exact ? "" : "at least ",
            row->least);
        say(context, clause, text);
    }
}
