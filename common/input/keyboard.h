/*
 * keyboard.h - the bytes of a terminal, pipe or program as keys and commands.
 *
 * CR, LF and CRLF are one Return; UTF-8 becomes characters; the escape sequences of
 * the keys that a console knows become commands. All other sequences vanish whole: no
 * piece of one is ever typed. An Escape alone is recognised by the silence after it,
 * which the caller reports. Pure.
 */
#ifndef KEYBOARD_H
#define KEYBOARD_H

#include <stdbool.h>

#include "common/conversation/key.h"
#include "common/text/utf8.h"

enum {
    KEYBOARD_SILENCE_MS = 50, /* silence that ends an escape sequence */
    KEYBOARD_OUT_MAX = 4,     /* keys that one byte can complete */
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
    bool after_cr; /* the last byte was '\r': a '\n' now belongs to it */
    int parameter; /* first number of the present escape sequence */
    bool second;   /* the present sequence has a second number */
    int modifiers; /* second number: Control, Shift and Alt of the key */
    struct utf8 utf8;
};

/* Feed one byte; write the keys and commands that it completes to out[]. Returns their
 * number, 0 to KEYBOARD_OUT_MAX. */
int keyboard_feed(
    struct keyboard *k, unsigned char byte, uint32_t out[static KEYBOARD_OUT_MAX]);

/* Whether an escape sequence is unfinished: report the silence after it. */
bool keyboard_waiting(const struct keyboard *k);

/* End an unfinished sequence: no byte has come for KEYBOARD_SILENCE_MS. Returns the
 * number of keys in out[], 0 or 1. */
int keyboard_silence(struct keyboard *k, uint32_t out[static KEYBOARD_OUT_MAX]);

#endif
