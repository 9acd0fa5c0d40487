/*
 * seat_status.h - the texts around a round's conversations: titles of panes and the
 * parts of the status line. Each has 40 columns at most, or is cut there.
 */
#ifndef SEAT_STATUS_H
#define SEAT_STATUS_H

#include "judge/seat/seat.h"

/* The title above a side's pane. */
void seat_status_title(const struct seat *s, int side, struct moment now,
    char text[static CONSOLE_TEXT_SIZE]);

/*
 * Write the status line: the judge and the time left; the key to press now; the link of
 * the side before the judge. The keys that open and confirm a ballot are named from the
 * tick on which they work. The line is alarming if a record, a link or the ballot is in
 * danger.
 */
void seat_status_read(
    const struct seat *s, struct moment now, struct status_line *line);

/* Write its left part alone. */
void seat_status_left(const struct seat *s, char text[static CONSOLE_TEXT_SIZE]);

/* Write the key to press for a terminal without a screen; empty for ordinary states and
 * for questions that the ballot asks itself. */
void seat_status_message(
    const struct seat *s, struct moment now, char text[static CONSOLE_TEXT_SIZE]);

/* The tick from which that key works; INT64_MAX if there is no such key. */
int64_t seat_status_due(const struct seat *s);

/* Write a line of the thanks, from 0 on. Returns false after the last one. */
bool seat_status_thanks(
    const struct seat *s, int line, char text[static CONSOLE_TEXT_SIZE]);

#endif
