/*
 * draw.h - the draw of sides: which of two stations a judge sees at the left.
 *
 * The draw is a text, `left=10.0.0.2:1950 right=10.0.0.3:1950`. Before the first key it
 * is committed to by the SHA-256 of `TEXT NONCE` (commitment.h) in both key logs'
 * headers; the text and the nonce stand in the row of the ballot, so that anyone can
 * check with printf and sha256sum that nobody chose. Pure.
 *
 * Source: rules/2009.txt, 3 (the decision "will be made on a random basis").
 */
#ifndef DRAW_H
#define DRAW_H

#include <stdbool.h>
#include <stddef.h>

enum {
    DRAW_STATION_MAX = 255, /* bytes of a STATION word */
    DRAW_TEXT_SIZE = 2 * DRAW_STATION_MAX + 16,
    DRAW_NONCE_DIGITS = 32,
    DRAW_CHANCE_DIGITS = DRAW_NONCE_DIGITS + 2, /* of chance_hex(), for one draw */
};

struct draw {
    bool swapped; /* the second station is at the left */
    char text[DRAW_TEXT_SIZE];
    char nonce[DRAW_NONCE_DIGITS + 1];
};

/*
 * Draw. chance is a string of DRAW_CHANCE_DIGITS small hexadecimal digits that nobody
 * can guess: the first DRAW_NONCE_DIGITS are the nonce, the lowest bit of the last one
 * is the draw; the two have nothing to do with each other.
 * Returns 0; or -1 with errno, *d unchanged: EEXIST for the same word twice, EINVAL for
 * one that is empty, has a blank or control in it, or for other digits, ENAMETOOLONG
 * for one that is too long.
 */
int draw_sides(
    struct draw *d, const char *first, const char *second, const char *chance);

/*
 * Read a draw's text: left[] and right[] become the two words.
 * Returns 0; or -1 with errno EINVAL, both undefined, for any other text.
 */
int draw_read(const char *text, char left[static DRAW_STATION_MAX + 1],
    char right[static DRAW_STATION_MAX + 1]);

#endif
