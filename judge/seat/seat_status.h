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

/* Left part of the status line: the judge and the time left. */
void seat_status_left(const struct seat *s, char text[static CONSOLE_TEXT_SIZE]);

/* Middle part: the key to press now. The keys that open and confirm a ballot are named
 * from the tick on which they work. */
void seat_status_hint(
    const struct seat *s, struct moment now, char text[static CONSOLE_TEXT_SIZE]);

/* The same for a terminal without a screen; empty for ordinary states and for questions
 * that the ballot asks itself. */
void seat_status_message(
    const struct seat *s, struct moment now, char text[static CONSOLE_TEXT_SIZE]);

/* The tick from which that key works; INT64_MAX if there is no such key. */
int64_t seat_status_due(const struct seat *s);

/* Right part: the link of the side before the judge. */
void seat_status_link(
    const struct seat *s, struct moment now, char text[static CONSOLE_TEXT_SIZE]);

/* Whether a record, a link or the ballot is in danger. */
bool seat_status_is_alarming(const struct seat *s);

/* Write a line of the thanks, from 0 on. Returns false after the last one. */
bool seat_status_thanks(
    const struct seat *s, int line, char text[static CONSOLE_TEXT_SIZE]);

#endif
