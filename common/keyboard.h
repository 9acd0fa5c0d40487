/*
 * keyboard.h - what a terminal, pipe or program sends, byte by byte, to keys.
 *
 * CR, LF and CRLF are one Return; UTF-8 becomes characters; the escape sequences of
 * the keys that a console knows become commands, and all other sequences vanish
 * whole, so that no piece of one is ever typed. Pure; one Escape alone is known by
 * the silence after it, which the caller reports.
 */
#ifndef KEYBOARD_H
#define KEYBOARD_H

#include <stdbool.h>

#include "key.h"
#include "utf8.h"

enum {
    KEYBOARD_SILENCE_MS = 50, /* after which an Escape was one alone */
    KEYBOARD_OUT_MAX = 4,     /* keys of one byte */
};

/* Commands to the console, beyond the codes of keys. */
enum {
    COMMAND_FIRST = 0x110000,
    COMMAND_PAGE_UP = COMMAND_FIRST,
    COMMAND_PAGE_DOWN,
    COMMAND_LINE_UP,
    COMMAND_LINE_DOWN,
    COMMAND_OLDEST,
    COMMAND_NEWEST,
    COMMAND_ERASE_WORD,
    COMMAND_ERASE_LINE,
    COMMAND_REDRAW,
    COMMAND_GREET, /* F2 */
    COMMAND_PAUSE, /* F9 */
    COMMAND_LEAVE, /* F10 or ^D */
    COMMAND_LEFT,  /* the arrow, with Control or without */
    COMMAND_RIGHT,
};

/* Zero it to start. */
struct keyboard {
    int state;
    bool after_cr; /* a '\n' that comes now is the second half of a CRLF */
    int parameter; /* of the sequence being read, */
    bool second;   /* and it has another, the key's modifiers, */
    int modifiers; /* which is this */
    struct utf8 utf8;
};

/* Read one byte; writes keys and commands to out[] and returns how many, 0 or more. */
int keyboard_feed(
    struct keyboard *k, unsigned char byte, uint32_t out[static KEYBOARD_OUT_MAX]);

/* Whether a sequence has begun whose end has not come. */
bool keyboard_waiting(const struct keyboard *k);

/* Nothing has come for KEYBOARD_SILENCE_MS: a sequence that has begun is over. As
 * keyboard_feed(). */
int keyboard_silence(struct keyboard *k, uint32_t out[static KEYBOARD_OUT_MAX]);

#endif
