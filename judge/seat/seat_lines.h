/*
 * seat_lines.h - a round on a terminal without a screen, or in a file: line by line.
 *
 * Finished lines of the conversations go to standard output; with several sides each
 * line starts with its side. A line that is interrupted while it is typed is shown
 * again. Notes and the time left go to standard error.
 */
#ifndef SEAT_LINES_H
#define SEAT_LINES_H

#include "judge/seat/seat.h"

/* The printed state of one side. */
struct side_lines {
    size_t line;           /* lines of the page printed so far */
    unsigned conversation; /* number of the conversation they belong to */
    bool lost;             /* the link was down at the last drawing */
    int64_t minutes;       /* minutes left at the last drawing */
};

/* Large. Members are written by seat_lines.c only. */
struct seat_lines {
    struct seat *seat;
    struct line_mode *out;
    struct side_lines side[SEAT_SIDES];
    int at;                              /* side before the judge at the last drawing */
    uint32_t typed[LINE_MODE_SHOWN_MAX]; /* the judge's line as it was shown last */
    size_t typed_length;
    int64_t minutes;        /* minutes left for the ballot then */
    enum round_phase phase; /* phase at the last drawing */
    unsigned redraws;       /* redraws done so far */
    int confirmed; /* forms confirmed when the question of this form was printed */
    bool whole;    /* the whole ballot is printed, for confirmation */
    int asked;     /* field, CONFIRMING or NOTHING_ASKED */
    char prompt[2 * BALLOT_FORM_REASON_MAX]; /* text before the answer */
    unsigned answers;                        /* answers printed so far */
};

/* Start printing. seat is borrowed; its terminal is open. */
void seat_lines_open(struct seat_lines *l, struct seat *seat);

/* Print all that is new, unless standard output would block. Returns whether it was
 * printed. */
bool seat_lines_draw(struct seat_lines *l, struct moment now);

#endif
