/*
 * teletype.h - what a program prints, byte by byte, to the text that a terminal would
 * show for it, line by line. Pure.
 *
 * Carriage returns, backspaces, tabs and the sequences that move the cursor within its
 * line or erase some of it do what they do on a terminal; colours, titles, bells and
 * moves to other lines show nothing. UTF-8 and Latin-1 become ASCII (ascii.h), but for
 * what a wider alphabet has. Only what can be shown (glyph.h) and '\n' come out.
 */
#ifndef TELETYPE_H
#define TELETYPE_H

#include <stdbool.h>
#include <stddef.h>

#include "utf8.h"

enum {
    TELETYPE_MAX = 64 * 1024, /* characters */
    TELETYPE_COLUMNS = 80,    /* where a move to the right stops */
    TELETYPE_NUMBERS = 2,     /* of a sequence */
};

/* Zero it to start, but for the first. */
struct teletype {
    bool unicode; /* characters beyond ASCII may be typed as they are */
    int state;
    int numbers[TELETYPE_NUMBERS]; /* of the sequence being read */
    int count;
    bool foreign; /* the sequence is one for which nothing is done */
    struct utf8 utf8;
    unsigned char lead; /* of the character being read, */
    int bytes;          /* and how many have come */
    bool after_cr;      /* what a '\r' means depends on what follows it */
    bool has_newlines;  /* a '\n' has been printed, ever */
    bool full;          /* there was no room for some of the text */
    size_t floor;       /* what stands before it is out of the cursor's reach */
    size_t line;        /* where the cursor's line begins, the last one */
    size_t cursor;      /* may be beyond the text */
    size_t saved;       /* the column to restore, plus one; 0: none */
    size_t loose;       /* where lines parted by lone CRs begin, plus one; 0: none */
    size_t length;
    uint32_t text[TELETYPE_MAX];
};

/* Read one byte. */
void teletype_feed(struct teletype *t, unsigned char byte);

/* Nothing may follow for long: a character that has begun shows as it is. */
void teletype_settle(struct teletype *t);

/* Forget a sequence or character that has begun, and let the cursor reach nothing of
 * what there is now. */
void teletype_part(struct teletype *t);

/* Take away the last count characters, or the first. */
void teletype_cut(struct teletype *t, size_t count);
void teletype_drop(struct teletype *t, size_t count);

#endif
