/*
 * lpp2.h - the rounds that the LPP v2 has saved, the program of the contests of 2017
 * and 2018: a file Round<n>, a JSON object on each line, which is a message without a
 * time:
 *
 *     {"id":"judge0","secret":"","content":"Hello","to":"ai0"}
 *
 * A round's judges stand mixed in it, each with a partner or two. Here a judge and up
 * to two partners are a pair: left is the one of whom is heard first. A third partner
 * begins another pair of the same judge's.
 *
 * Names are read so, whatever the case of their letters: one that begins with "judge"
 * is a judge's, whose number stands behind that; any other is a partner's, a person's
 * if it begins with "human", a program's if it begins with "ai". A name is printable
 * ASCII without blanks, RECORD_NAME_MAX bytes at most.
 *
 * JSON is read with jansson. Memory is bounded whatever the file's size.
 *
 * Source: FORMATS, 11; referee(1), Rounds of 2017 and 2018.
 */
#ifndef LPP2_H
#define LPP2_H

#include "record.h"

enum {
    LPP2_PAIRS_MAX = 64,
    LPP2_WHY_SIZE = 160,
};

struct lpp2_pair {
    char judge[RECORD_NAME_MAX + 1];
    char partner[PANES][RECORD_NAME_MAX + 1]; /* empty: nobody was heard of yet */
    size_t
        talk[PANES]; /* their conversations, counted from 0 as they began in the file */
};

/* What a file has said so far, and its last message. */
struct lpp2 {
    struct lpp2_pair pairs[LPP2_PAIRS_MAX]; /* in the order in which they began */
    size_t count;
    bool full; /* a message had no room among them */
    size_t talks;
    size_t pair, talk;             /* the last message's */
    bool has_secret;               /* its "secret" is not empty */
    char who[RECORD_NAME_MAX + 1]; /* has said it */
    char why[LPP2_WHY_SIZE];       /* or what is wrong with the line */
    char text[RECORD_LINE_MAX];    /* its content, or a pair's heading */
};

/* One that has heard of nobody, to be given back with free(); NULL with errno ENOMEM.
 */
struct lpp2 *lpp2_new(void);

/*
 * Read the next line as record_read() does, for a reader of RECORD_LPP2: *out is a
 * RECORD_LINE with the time TRANSCRIPT_NO_TIME, pane, who, and the judge's number also
 * in what is said to a judge. Its text is UTF-8 without NULs, and may have ends of
 * lines in it; out->text is the same, not the JSON. reader's round is that of the pair,
 * whose count and number are its place in pairs, from 1. All that out points to is in
 * *lpp2 until the next call. A line that is no whole message is a RECORD_TORN, and
 * why[] has the reason.
 */
void lpp2_read(struct lpp2 *lpp2, struct record_reader *reader, const char *line,
    size_t length, bool whole, struct record *out);

/* A heading for a pair, which the file itself does not have: *out is a RECORD_ROUND and
 * reader's round that of the pair, as above. */
void lpp2_head(
    struct lpp2 *lpp2, struct record_reader *reader, size_t pair, struct record *out);

#endif
