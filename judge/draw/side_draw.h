/*
 * side_draw.h - the draw of sides: the station that a judge sees at the left. Pure.
 *
 * The draw is a text, `left=10.0.0.2:1950 right=10.0.0.3:1950`. The headers of both key
 * logs have the SHA-256 of `TEXT NONCE` (commitment.h) before the first key; the row of
 * the ballot has the text and the nonce. printf and sha256sum then prove that the draw
 * was not changed afterwards.
 *
 * Source: rules/2009.txt, 3 (the decision "will be made on a random basis").
 */
#ifndef SIDE_DRAW_H
#define SIDE_DRAW_H

#include <stdbool.h>
#include <stddef.h>

enum {
    SIDE_DRAW_STATION_MAX = 255, /* bytes of a STATION word */
    SIDE_DRAW_TEXT_SIZE = 2 * SIDE_DRAW_STATION_MAX + 16,
    SIDE_DRAW_NONCE_DIGITS = 32,
    SIDE_DRAW_CHANCE_DIGITS = SIDE_DRAW_NONCE_DIGITS + 2, /* random digits of a draw */
};

struct side_draw {
    bool swapped; /* the second station is at the left */
    char text[SIDE_DRAW_TEXT_SIZE];
    char nonce[SIDE_DRAW_NONCE_DIGITS + 1];
};

/*
 * Draw the sides of two stations. chance is SIDE_DRAW_CHANCE_DIGITS lower-case
 * hexadecimal digits of random_hex(): the first SIDE_DRAW_NONCE_DIGITS are the nonce,
 * the lowest bit of the last digit decides. Returns 0; or -1 with errno, *d unchanged:
 * EEXIST for equal words; EINVAL for an empty word, one with a blank or a control
 * character, or wrong digits; ENAMETOOLONG for a word of more than
 * SIDE_DRAW_STATION_MAX bytes.
 */
int side_draw_sides(
    struct side_draw *d, const char *first, const char *second, const char *chance);

/*
 * Make *d the draw of an earlier run, from its two words and its nonce. The members
 * text and nonce are written; swapped is false. Returns 0; or -1 with errno
 * ENAMETOOLONG, *d unchanged.
 */
int side_draw_recall(
    struct side_draw *d, const char *left, const char *right, const char *nonce);

/*
 * Read the text of a draw into left[] and right[]. Returns 0; or -1 with errno EINVAL,
 * both undefined, for any other text.
 */
int side_draw_read(const char *text, char left[static SIDE_DRAW_STATION_MAX + 1],
    char right[static SIDE_DRAW_STATION_MAX + 1]);

#endif
