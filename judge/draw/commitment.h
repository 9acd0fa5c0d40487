/*
 * commitment.h - the commitment to a draw of sides (side_draw.h): the SHA-256 of its
 * text, one space and its nonce, as 64 lower-case hexadecimal digits. To check it:
 *
 *   printf '%s %s' "$draw" "$nonce" | sha256sum
 */
#ifndef COMMITMENT_H
#define COMMITMENT_H

#include <stdbool.h>

enum { COMMITMENT_DIGITS = 64 };

/* Word of the line in a key log: `# draw SHA256HEX`. */
#define COMMITMENT_NOTE "draw"

/* Write the commitment to digits[]. */
void commitment_make(
    const char *draw, const char *nonce, char digits[static COMMITMENT_DIGITS + 1]);

/* Whether digits are the commitment to this draw and nonce. */
bool commitment_holds(const char *digits, const char *draw, const char *nonce);

#endif
