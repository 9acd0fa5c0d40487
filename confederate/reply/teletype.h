/*
 * teletype.h - the text that a terminal shows for a program's output, line by line.
 * Pure.
 *
 * Carriage returns, backspaces, tabs and the sequences that move the cursor within its
 * line or erase a part of it work as on a terminal; colours, titles, bells and moves to
 * other lines are dropped. UTF-8 and Latin-1 become ASCII (ascii.h), unless the book
 * has more characters. The text has printable characters (glyph.h) and '\n' only.
 */
#ifndef TELETYPE_H
#define TELETYPE_H

#include <stdbool.h>
#include <stddef.h>

#include "common/text/utf8.h"

enum {
    TELETYPE_MAX = 64 * 1024, /* characters */
    TELETYPE_COLUMNS = 80,    /* where a move to the right stops */
};

/* Zero it to start, except `unicode`. Places are indices into text[]. */
struct teletype {
    bool unicode; /* keep characters beyond ASCII */

    int state;          /* of the parser: enum state in teletype.c */
    int number;         /* first parameter of the sequence being read */
    bool second;        /* its second parameter has begun */
    bool foreign;       /* the sequence being read is ignored */
    struct utf8 utf8;   /* the character being read */
    unsigned char lead; /* first byte of that character */
    int bytes;          /* number of its bytes so far */

    bool after_cr;     /* the last byte was '\r'; the next decides its meaning */
    bool has_newlines; /* there has been a '\n' since the start */
    bool full;         /* some characters had no room */
    size_t floor;      /* place of the first character that the cursor can reach */
    size_t line;       /* place of the beginning of the last line */
    size_t cursor;     /* place of the cursor; may be beyond the text */
    size_t saved;      /* the saved cursor's column plus one; 0: not saved */
    size_t loose;      /* place of the first line that ended with a lone '\r', plus one;
                        * 0: no such line */
    size_t length;     /* characters in text */
    uint32_t text[TELETYPE_MAX];
};

/* Read one byte. */
void teletype_feed(struct teletype *t, unsigned char byte);

/* Show an unfinished character as it is: no byte may follow for long. */
void teletype_settle(struct teletype *t);

/* Drop an unfinished sequence or character, and put all the text out of the cursor's
 * reach. */
void teletype_part(struct teletype *t);

/* Remove count characters from the one at `at` on. */
void teletype_remove(struct teletype *t, size_t at, size_t count);

#endif
