#include "judge/draw/commitment.h"

#include <sodium.h>
#include <string.h>

_Static_assert(2 * crypto_hash_sha256_BYTES == COMMITMENT_DIGITS,
    "commitment.h knows this without libsodium");

void commitment_make(
    const char *draw, const char *nonce, char digits[static COMMITMENT_DIGITS + 1])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_state state;

    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, (const unsigned char *)draw, strlen(draw));
    crypto_hash_sha256_update(&state, (const unsigned char *)" ", 1);
    crypto_hash_sha256_update(&state, (const unsigned char *)nonce, strlen(nonce));
    crypto_hash_sha256_final(&state, hash);
    sodium_bin2hex(digits, COMMITMENT_DIGITS + 1, hash, sizeof(hash));
}

bool commitment_holds(const char *digits, const char *draw, const char *nonce)
{
    char made[COMMITMENT_DIGITS + 1];

    commitment_make(draw, nonce, made);
    return strcmp(made, digits) == 0;
}
