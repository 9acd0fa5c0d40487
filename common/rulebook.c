#include "rulebook.h"

#include <string.h>

#define CAMBRIDGE "(c)%d Cambridge Center For Behavioral Studies all rights reserved"
/* 1996.txt, 14 and 2003.txt, 42 */
#define TOLD_MIXED                                                                     \
    "At least one of the terminals is answered by a person, and at least two are "     \
    "answered by computer programs."
/* 2004.txt, 4 and 14; 2009.txt, 3 and 4 */
#define TOLD_PAIR                                                                      \
    "One of the two is a person, the other is a computer program. All that is typed "  \
    "here, by you and by them, will be published."
/* wager.txt, Turing Test Interviews */
#define TOLD_FOUR                                                                      \
    "One of the four is a computer program, the three others are persons. Each tries " \
    "to answer as a person would."
#define PUBLIC_DOMAIN "This transcript is in the public domain"

const struct rulebook rulebooks[] = {
    {
        .name = "1996",
        .manner = MANNER_TURNS,
        .judge_lines = true,
        .returns_to_send = 2,
        .alphabet = ALPHABET_ASCII,
        .terminals = 1,
        .first = SIDE_JUDGE,
        .told = TOLD_MIXED,
        .notice = CAMBRIDGE,
        .ballot = BALLOT_HOW_HUMAN,
        .tally = TALLY_HIGHEST,
        .source = "1996.txt",
    },
    {
        .name = "2003",
        .manner = MANNER_MESSAGES,
        .returns_to_send = 2,
        .alphabet = ALPHABET_ASCII,
        .terminals = 1,
        .delay_ms = 5000,
        .first = SIDE_JUDGE,
        .told = TOLD_MIXED,
        .notice = CAMBRIDGE,
        .ballot = BALLOT_SCALE,
        .tally = TALLY_MEAN,
        .source = "2003.txt",
        .preliminary = PRELIMINARY_RANKS,
        .finalists = 8,
        .reserves = 2,
    },
    {
        .name = "2004",
        .manner = MANNER_FREE,
        .alphabet = ALPHABET_ASCII,
        .terminals = 2,
        .minutes = 25,
        .minutes_review = 5,
        .first = SIDE_OTHER,
        .assertion = "Hello, my name is %s and I am the human",
        .told = TOLD_PAIR,
        .notice = PUBLIC_DOMAIN,
        .ballot = BALLOT_POINTS,
        .tally = TALLY_COLUMN,
        .source = "2004.txt",
        .preliminary = PRELIMINARY_SCORES,
        .finalists = 4,
    },
    {
        .name = "2009",
        .manner = MANNER_FREE,
        .alphabet = ALPHABET_ASCII,
        .terminals = 2,
        .minutes = 10,
        .minutes_each = 5,
        .minutes_review = 10,
        .minutes_change = 5,
        .first = SIDE_JUDGE,
        .told = TOLD_PAIR,
        .notice = PUBLIC_DOMAIN,
        .ballot = BALLOT_WHICH,
        .tally = TALLY_TAKEN,
        .source = "2009.txt",
        .preliminary = PRELIMINARY_SCORES,
        .finalists = 4,
    },
    {
        .name = "wager",
        .manner = MANNER_MESSAGES,
        .returns_to_send = 1,
        .alphabet = ALPHABET_UNICODE,
        .terminals = 4,
        .minutes = 120,
        .first = SIDE_JUDGE,
        .told = TOLD_FOUR,
        .notice = PUBLIC_DOMAIN,
        .ballot = BALLOT_VERDICT,
        .tally = TALLY_WAGER,
        .source = "wager.txt",
    },
};

const size_t rulebook_count = sizeof(rulebooks) / sizeof(rulebooks[0]);

bool rulebook_has_turns(const struct rulebook *book)
{
    /* What one Return sends, or none, waits for no answer. */
    return book->returns_to_send > 1;
}

const struct rulebook *rulebook_find(const char *name)
{
    for (size_t i = 0; i < rulebook_count; i++)
        if (strcmp(rulebooks[i].name, name) == 0)
            return &rulebooks[i];
    return NULL;
}
