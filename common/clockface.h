/*
 * clockface.h - the judge's clock at a console: what is left, what is said of it, and
 * whether keys may be made.
 *
 * A station has it from the judge's pings; a judge's console is told by who has the
 * clock there, and its pings say it on.
 *
 * Sources: rules/2004.txt, scoring 5 (25 minutes a pair); rules/2009.txt (5 minutes
 * each side); rules/wager.txt, II (two hours an interview).
 */
#ifndef CLOCKFACE_H
#define CLOCKFACE_H

#include "console.h"

/* So many milliseconds are left now, or WIRE_LEFT_ of wire.h. */
void clockface_set(struct console *c, int64_t left, struct moment now);

/* The clock goes on: stop the keyboard at zero, and announce that and the last minute.
 * console_tick() and whatever types call it. */
void clockface_watch(struct console *c, struct moment now);

/* Another conversation begins: there is no limit. */
void clockface_forget(struct console *c);

/* Write what is left, as it was at the last look: "24:59", "LOCKED", or nothing. */
void clockface_text(const struct console *c, char text[static CONSOLE_TEXT_SIZE]);

/* Whether the judge's clock has begun and is not over, as it was at the last look. */
bool clockface_has_time(const struct console *c);

/* Why no key may be made for the clock's sake, or NULL if one may. */
const char *clockface_refusal(const struct console *c);

#endif
