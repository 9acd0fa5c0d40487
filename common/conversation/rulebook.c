#include "common/conversation/rulebook.h"

#include <stdio.h>
#include <string.h>

#define CAMBRIDGE "(c)%d Cambridge Center For Behavioral Studies all rights reserved"
#define PUBLIC_DOMAIN "This transcript is in the public domain"

/* 1996.txt, 14 and 2003.txt, 42 */
#define BRIEFING_MIXED                                                                 \
    "At least one of the terminals is answered by a person, and at least two by "      \
    "computer programs."
/* 2004.txt, 4 and 14; 2009.txt, 3 and 4 */
#define BRIEFING_PAIR                                                                  \
    "One of the two is a person, the other is a computer program. All that you and "   \
    "they type here will be published."
/* wager.txt, Turing Test Interviews */
#define BRIEFING_FOUR                                                                  \
    "One of the four is a computer program, the other three are people. Each tries "   \
    "to answer as a person would."

#define TYPING_TURNS                                                                   \
    "Type a question, then press the Return key (Enter) twice in a row: the other "    \
    "side answers. A new '>' after the answer means that it is your turn again."
#define TYPING_MESSAGES(twice)                                                         \
    "Type a message, then press the Return key (Enter)" twice                          \
    ": it is sent. The other side cannot see it before."
#define TYPING_FREE(seen)                                                              \
    "Type when you like; the Return key (Enter) ends a line. The other side sees "     \
    "each letter as you type it, and you see " seen "."
#define FREE_ON_SCREEN TYPING_FREE("each of theirs")
#define FREE_BY_LINES TYPING_FREE("each of their lines when it is complete")

const struct rulebook rulebooks[] = {
    {
        .name = "1996",
        .source = "1996.txt",
        .judge_lines = true,
        .returns_to_send = 2,
        .alphabet = ALPHABET_ASCII,
        .first = SIDE_JUDGE,
        .notice = CAMBRIDGE,
        .terminals = 1,
        .briefing = BRIEFING_MIXED,
        .typing = TYPING_TURNS,
        .ballot = BALLOT_ASK_HOW_HUMAN,
        .ballot_clause = "17",
        .rating_most = 100,
        .taken_above = 50,
        .entries = {2, .clause = "14"},
        .meeting_clause = "14",
        .trials = 1,
        .preliminary = {.people = "13"},
        .criteria = {{MEASURE_MEAN, "mean rating", "4"}},
        .columns = {{MEASURE_MEAN, "mean rating"}, {MEASURE_TAKEN, "above 50"}},
        .only_entry = "5",
        .most_human = "heading",
        .bronze = {"4", PRIZE_WINNER, NULL},
    },
    {
        .name = "2003",
        .source = "2003.txt",
        .whole_messages = true,
        .returns_to_send = 2,
        .alphabet = ALPHABET_ASCII,
        .delay_ms = 5000,
        .first = SIDE_JUDGE,
        .notice = CAMBRIDGE,
        .terminals = 1,
        .briefing = BRIEFING_MIXED,
        .typing = TYPING_MESSAGES(" twice in a row"),
        .ballot = BALLOT_ASK_SCALE,
        .ballot_clause = "46",
        .rating_most = 5,
        .taken_above = 3,
        .judges = {5, .clause = "40"},
        .entries = {2, .clause = "42"},
        .meeting_clause = "42",
        .trials = 1,
        .preliminary = {.ranks = true,
            .finalists = 8,
            .reserves = 2,
            .judges = 3,
            .given = "34",
            .order = "36",
            .forward = "32",
            .tie = "37",
            .reserve = "36"},
        .criteria = {{MEASURE_MEAN, "mean rating", "47"}},
        .columns = {{MEASURE_MEAN, "mean rating"}, {MEASURE_TAKEN, "above 3"}},
        .decision = "50",
        .only_entry = "3",
        .runners_up = "58",
        .bronze = {"48", PRIZE_NEXT_YEAR, "60"},
        .silver = {"48", PRIZE_DEVELOPERS, "61"},
        .silver_by_mean = true,
    },
    {
        .name = "2004",
        .source = "2004.txt",
        .alphabet = ALPHABET_ASCII,
        .first = SIDE_OTHER,
        .opening_line = "Hello, my name is %s and I am the human",
        .notice = PUBLIC_DOMAIN,
        .terminals = 2,
        .minutes = 25,
        .minutes_review = 5,
        .briefing = BRIEFING_PAIR,
        .typing = FREE_ON_SCREEN,
        .typing_by_lines = FREE_BY_LINES,
        .ballot = BALLOT_ASK_POINTS,
        .ballot_clause = "15",
        .taken_above = 50,
        .meeting_clause = "15",
        .trials = 1,
        .preliminary = {.finalists = 4,
            .most = 8,
            .given = "8.4",
            .order = "8.4",
            .forward = "8.3",
            .alone = "8.2",
            .screening = "8.5"},
        .criteria = {{MEASURE_TAKEN, "column total", "scoring 1"},
            {MEASURE_POINTS, "total of points", "scoring 3"},
            {MEASURE_PRELIMINARY, "preliminary score", "scoring 4"}},
        .columns = {{MEASURE_TAKEN, "column"}, {MEASURE_POINTS, "points"},
            {MEASURE_PRELIMINARY, "preliminary"}},
        .only_entry = "1",
        .bronze = {"1", PRIZE_DESERVING, "2"},
        .silver = {"scoring 2", PRIZE_WINNER, NULL},
        .silver_taken = 2,
    },
    {
        .name = "2009",
        .source = "2009.txt",
        .alphabet = ALPHABET_ASCII,
        .first = SIDE_JUDGE,
        .notice = PUBLIC_DOMAIN,
        .has_directories = true,
        .terminals = 2,
        .minutes = 10,
        .minutes_each = 5,
        .minutes_review = 10,
        .minutes_change = 5,
        .briefing = BRIEFING_PAIR,
        .typing = FREE_ON_SCREEN,
        .typing_by_lines = FREE_BY_LINES,
        .ballot = BALLOT_ASK_WHICH,
        .ballot_clause = "3",
        .draw_clause = "3",
        .ranking = RANKING_OTHERS,
        .ranked = 4,
        .meeting_clause = "3",
        .trials = 1,
        .preliminary = {.finalists = 4, .given = "4", .order = "4", .forward = "4"},
        .criteria = {{MEASURE_TAKEN, "column total", "3"},
            {MEASURE_RANK, "mean rank", "3"}},
        .columns = {{MEASURE_TAKEN, "column"}, {MEASURE_RANK, "mean rank"}},
        .bronze = {"heading", PRIZE_WINNER, NULL},
    },
    {
        .name = "wager",
        .source = "wager.txt",
        .whole_messages = true,
        .returns_to_send = 1,
        .alphabet = ALPHABET_UNICODE,
        .first = SIDE_JUDGE,
        .notice = PUBLIC_DOMAIN,
        .terminals = 4,
        .minutes = 120,
        .briefing = BRIEFING_FOUR,
        .typing = TYPING_MESSAGES(""),
        .ballot = BALLOT_ASK_VERDICT,
        .ballot_clause = "II",
        .ranking = RANKING_ALL,
        .ranked = 4,
        .judges = {3, true, "II"},
        .entries = {1, true, "II"},
        .confederates = {3, true, "II"},
        .meeting_clause = "II",
        .trials = 3,
        .preliminary = {.people = "II"},
        .columns = {{MEASURE_TAKEN, "called human"}, {MEASURE_RANK, "mean rank"}},
        .test_fooled = 2,
        .test_foils = 2,
        .test_clause = "II",
    },
};

const size_t rulebook_count = sizeof(rulebooks) / sizeof(rulebooks[0]);

bool rulebook_has_turns(const struct rulebook *book)
{
    /* A message sent by one Return, or key by key, waits for no answer. */
    return book->returns_to_send > 1;
}

bool rulebook_has_pairs(const struct rulebook *book)
{
    return book->terminals == 2;
}

const struct rulebook *rulebook_find(const char *name)
{
    for (size_t i = 0; i < rulebook_count; i++)
        if (strcmp(rulebooks[i].name, name) == 0)
            return &rulebooks[i];
    return NULL;
}

const char *rulebook_cite(const struct rulebook *book, const char *clause,
    char text[static RULEBOOK_CLAUSE_SIZE])
{
    snprintf(text, RULEBOOK_CLAUSE_SIZE, "%s, %s", book->name, clause);
    return text;
}

const char *rulebook_names(char text[static RULEBOOK_NAMES_SIZE])
{
    int length = 0;

    for (size_t i = 0; i < rulebook_count && length < RULEBOOK_NAMES_SIZE; i++)
        length += snprintf(text + length, RULEBOOK_NAMES_SIZE - (size_t)length, "%s%s",
            i == 0                    ? ""
            : i + 1 == rulebook_count ? " and "
                                      : ", ",
            rulebooks[i].name);
    return text;
}
