/*
 * seatstatus.h - the words around a round's conversations: whose pane it is, the time
 * left, and the one thing to know now. All fit in 40 columns, or are cut there.
 */
#ifndef SEATSTATUS_H
#define SEATSTATUS_H

#include "seat.h"

/* The row above a side's pane. */
void seatstatus_title(const struct seat *s, int side, struct moment now,
    char text[static CONSOLE_TEXT_SIZE]);

/* Who sits here, and the time left. */
void seatstatus_left(const struct seat *s, char text[static CONSOLE_TEXT_SIZE]);

/* The one thing to know or to do now. What opens a ballot or confirms it is said when
 * it does: keys that were pressed on the way there do not. */
void seatstatus_hint(
    const struct seat *s, struct moment now, char text[static CONSOLE_TEXT_SIZE]);

/* Where there is no bottom line: the same, but empty for what only says that all goes
 * its way, and for what a ballot that is asked by lines says itself. */
void seatstatus_message(
    const struct seat *s, struct moment now, char text[static CONSOLE_TEXT_SIZE]);

/* The tick from which on it does, INT64_MAX where there is no such key. */
int64_t seatstatus_due(const struct seat *s);

/* How the link before the judge is. */
void seatstatus_link(
    const struct seat *s, struct moment now, char text[static CONSOLE_TEXT_SIZE]);

/* Whether a record, a link or the ballot is in danger. */
bool seatstatus_is_alarming(const struct seat *s);

/* The thanks, a line for each number from 0 on. Returns false where there are no more.
 */
bool seatstatus_thanks(
    const struct seat *s, int line, char text[static CONSOLE_TEXT_SIZE]);

#endif
