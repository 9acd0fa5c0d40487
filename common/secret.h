/*
 * secret.h - the key that both ends of a sealed link share, and what it proves and
 * seals by itself: 256 random bits, under which all hashes here are BLAKE2b.
 *
 * A build without libsodium has no keys (unsealed.c): there secret_new() fails with
 * ENOTSUP, and as nobody then has a struct secret, nobody can call what asks for one.
 */
#ifndef SECRET_H
#define SECRET_H

#include <stdbool.h>
#include <stddef.h>

enum {
    SECRET_SIZE = 32,                /* bytes of a key, */
    SECRET_DIGITS = 2 * SECRET_SIZE, /* and digits of its line */
    SECRET_PROOF_SIZE = 16,          /* bytes of a proof, */
    SECRET_PROOF_DIGITS = 2 * SECRET_PROOF_SIZE,
    SECRET_NONCE_SIZE = 16, /* and of what makes a question another one */
    SECRET_NONCE_DIGITS = 2 * SECRET_NONCE_SIZE,
    SECRET_ANSWER_SIZE = 96, /* bytes of an answer before it is sealed, */
    SECRET_TELL_DIGITS = 2 * (24 + SECRET_ANSWER_SIZE + 16), /* and of it sealed */
};

struct secret {
    unsigned char key[SECRET_SIZE];
};

/*
 * A key drawn at random, for secret_free(), on pages that are locked where the system
 * lets us. The process is not dumped from then on (PR_SET_DUMPABLE). Returns NULL with
 * errno: ENOTSUP (no libsodium here) or ENOMEM.
 */
struct secret *secret_new(void);

/* What keys are made with, and its version: "libsodium 1.0.18"; or "no libsodium". */
const char *secret_library(void);

/* Wipe a key and give it back; NULL is none. */
void secret_free(struct secret *s);

/* Lock memory that is to hold what is as good as a key, and keep it out of core dumps,
 * as far as the system lets us. */
void secret_guard(void *memory, size_t size);

/* Overwrite it, whatever the compiler thinks of that. */
void secret_wipe(void *memory, size_t size);

/* BLAKE2b of size bytes, 16 or 32, under the key, of the text and then the bytes. */
void secret_hash(const struct secret *s, const char *text, const unsigned char *bytes,
    size_t length, unsigned char *hash, size_t size);

/* Whether two byte strings are the same, in a time that does not depend on where they
 * differ. */
bool secret_same(const unsigned char *a, const unsigned char *b, size_t size);

/* Bytes to 2 * size small hexadecimal digits and a NUL. */
void secret_to_hex(const unsigned char *bytes, size_t size, char *hex);

/* Back. Returns whether the text is exactly 2 * size small hexadecimal digits; if not,
 * bytes[] is undefined. */
bool secret_from_hex(const char *hex, unsigned char *bytes, size_t size);

/*
 * Fill plain[] with a line and then zeros, so that its length tells nothing.
 * Returns 0; or -1 with errno EINVAL, plain[] unchanged: a line ends with its only
 * '\n', has no NUL, and is no longer than size.
 */
int secret_pad(const char *line, size_t length, char *plain, size_t size);

/* Returns the length of the line in plain[], its '\n' included; or 0 if that is not
 * exactly one line and then zeros. */
size_t secret_unpad(const char *plain, size_t size);

/* Finding stations */

/* The proof of a question, for `LP1 ask NONCE PROOF`; nonce is SECRET_NONCE_DIGITS
 * digits. Returns 0; or -1 with errno EINVAL if it is not. */
int secret_ask(const struct secret *s, const char *nonce,
    char proof[static SECRET_PROOF_DIGITS + 1]);

/* Whether that was the proof. */
bool secret_is_asked(const struct secret *s, const char *nonce, const char *proof);

/*
 * Seal the answer to the question of that nonce, for `LP1 tell HEX`; line is a string
 * that ends with its only '\n'. Returns 0; or -1 with errno EINVAL, hex[] undefined, if
 * it is longer than SECRET_ANSWER_SIZE or the nonce is none.
 */
int secret_tell(const struct secret *s, const char *nonce, const char *line,
    char hex[static SECRET_TELL_DIGITS + 1]);

/* Open it. Returns 0, line[] then being the line as a string; or -1 with errno
 * EBADMSG, line[] undefined, if it is no answer to that question under this key. */
int secret_untell(const struct secret *s, const char *nonce, const char *hex,
    char line[static SECRET_ANSWER_SIZE + 1]);

#endif
