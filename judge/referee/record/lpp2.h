/*
 * lpp2.h - read the rounds that LPP v2, the program of the contests of 2017 and 2018,
 * has saved: a file Round<n> with one JSON object a line, each a message without a
 * time. Pure; JSON is read with jansson.
 *
 *     {"id":"judge0","secret":"","content":"Hello","to":"ai0"}
 *
 * A file mixes the messages of several judges, and each judge has one or two partners.
 * Here a judge and up to two partners form a pair. The partner heard first is left; a
 * third partner starts another pair of the same judge.
 *
 * A name that begins with "judge" is a judge, and the digits after it are the number.
 * Any other name is a partner. Case is ignored. Names are printable ASCII without
 * blanks, LPP2_NAME_MAX bytes at most.
 *
 * Memory is bounded: one struct lpp2 for a file of any size.
 *
 * Source: FORMATS, 11; referee(1), Rounds of 2017 and 2018.
 */
#ifndef LPP2_H
#define LPP2_H

#include <stdbool.h>
#include <stddef.h>

enum {
    LPP2_LINE_MAX = 64 * 1024, /* bytes of a line */
    LPP2_NAME_MAX = 63,        /* bytes of a name */
    LPP2_PAIRS_MAX = 64,
    LPP2_PARTNERS = 2, /* left, right */
    LPP2_WHY_SIZE = 160,
};

struct lpp2_pair {
    char judge[LPP2_NAME_MAX + 1];
    char partner[LPP2_PARTNERS][LPP2_NAME_MAX + 1]; /* empty: not heard yet */
    size_t talk[LPP2_PARTNERS]; /* number of the conversation with each, from 0 */
};

/* Zero it to start. */
struct lpp2 {
    struct lpp2_pair pairs[LPP2_PAIRS_MAX]; /* in the order of their first messages */
    size_t count;                           /* number of pairs */
    size_t talks;                           /* number of conversations */
    bool full; /* a message was dropped: it needed one pair too many */

    /* The last message. */
    size_t pair;     /* index of its pair */
    int partner;     /* 0: the left partner's conversation, 1: the right one's */
    size_t talk;     /* number of its conversation */
    bool from_judge; /* the judge is the sender */
    bool has_secret; /* "secret" is not empty */
    const char *who; /* name of the sender */
    size_t length;   /* bytes of text[] */
    char text[LPP2_LINE_MAX]; /* content: UTF-8 without NULs, '\n' at ends of lines */
    char why[LPP2_WHY_SIZE];  /* or the fault of the line */
};

/*
 * Read the next line, length bytes without its '\n'; whole: it had a '\n'.
 * Returns true with the members of the last message set; false with why[] set for a
 * line that is not a complete message.
 */
bool lpp2_read(struct lpp2 *l, const char *line, size_t length, bool whole);

/* Return the number in the name of a judge, 0 to 9999; -1 if the name has none. */
int lpp2_judge_number(const char *judge);

#endif
