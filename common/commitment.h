/*
 * commitment.h - what the draw of sides (draw.h) is committed to by: the SHA-256 of its
 * text, one space and its nonce, as 64 small hexadecimal digits. Anyone can check it:
 *
 *   printf '%s %s' "$draw" "$nonce" | sha256sum
 *
 * A build without libsodium (unsealed.c) commits to nothing, and so holds no pairs.
 */
#ifndef COMMITMENT_H
#define COMMITMENT_H

#include <stdbool.h>

enum { COMMITMENT_DIGITS = 64 };

/* The word of the key log's header line: `# draw SHA256HEX`. */
#define COMMITMENT_NOTE "draw"

/* Returns 0; or -1 with errno ENOTSUP, digits[] empty, if there is no libsodium. */
int commitment_make(
    const char *draw, const char *nonce, char digits[static COMMITMENT_DIGITS + 1]);

/* Whether that is the commitment to this draw and nonce. */
bool commitment_holds(const char *digits, const char *draw, const char *nonce);

#endif
