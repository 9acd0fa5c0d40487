/*
 * secret.h - the shared key of sealed links, 256 random bits: its memory, its hashes
 * (keyed BLAKE2b), and the proofs and sealed answers of discovery.
 */
#ifndef SECRET_H
#define SECRET_H

#include <stdbool.h>
#include <stddef.h>

enum {
    SECRET_SIZE = 32,                /* bytes of a key */
    SECRET_DIGITS = 2 * SECRET_SIZE, /* hex digits of a key */
    SECRET_PROOF_SIZE = 16,          /* bytes of a proof */
    SECRET_PROOF_DIGITS = 2 * SECRET_PROOF_SIZE,
    SECRET_NONCE_SIZE = 16, /* bytes of the nonce of a question */
    SECRET_NONCE_DIGITS = 2 * SECRET_NONCE_SIZE,
    SECRET_ANSWER_SIZE = 96, /* bytes of an answer in the clear */
    /* Hex digits of a sealed answer: nonce, text, tag. */
    SECRET_TELL_DIGITS = 2 * (24 + SECRET_ANSWER_SIZE + 16),
};

struct secret {
    unsigned char key[SECRET_SIZE];
};

/*
 * Draw a random key, on pages locked into memory where the system allows it. Makes the
 * process undumpable (PR_SET_DUMPABLE). Returns it, for secret_free(); or NULL with
 * errno: ENOTSUP (libsodium does not work here) or ENOMEM.
 */
struct secret *secret_new(void);

/* The name and version of the library: "libsodium 1.0.18". */
const char *secret_library(void);

/* Wipe and free a key, or NULL. */
void secret_free(struct secret *s);

/* Lock memory that will hold key material and keep it out of core dumps, where the
 * system allows it. */
void secret_guard(void *memory, size_t size);

/* Overwrite memory; the compiler cannot remove the call. */
void secret_wipe(void *memory, size_t size);

/* Compute the keyed BLAKE2b hash of the text followed by the bytes; size is 16 or 32
 * bytes. */
void secret_hash(const struct secret *s, const char *text, const unsigned char *bytes,
    size_t length, unsigned char *hash, size_t size);

/* Compare byte strings in constant time. */
bool secret_same(const unsigned char *a, const unsigned char *b, size_t size);

/* Convert bytes to 2 * size lower-case hex digits and a NUL. */
void secret_to_hex(const unsigned char *bytes, size_t size, char *hex);

/* Convert exactly 2 * size lower-case hex digits to bytes. Returns false, bytes[]
 * undefined, for any other text. */
bool secret_from_hex(const char *hex, unsigned char *bytes, size_t size);

/*
 * Fill plain[] with a line and zeros, which hide its length. Returns 0; or -1 with
 * errno EINVAL, plain[] unchanged: a line has one '\n', at its end, no NUL, and at most
 * size bytes.
 */
int secret_pad(const char *line, size_t length, char *plain, size_t size);

/* Returns the length of the line in plain[], '\n' included; or 0 if plain[] is not one
 * line followed by zeros. */
size_t secret_unpad(const char *plain, size_t size);

/* Discovery */

/* Compute the proof of a question, for `LP1 ask NONCE PROOF`. Returns 0; or -1 with
 * errno EINVAL if the nonce is not SECRET_NONCE_DIGITS hex digits. */
int secret_ask(const struct secret *s, const char *nonce,
    char proof[static SECRET_PROOF_DIGITS + 1]);

/* Whether the proof is right. */
bool secret_is_asked(const struct secret *s, const char *nonce, const char *proof);

/*
 * Seal the answer to the question with this nonce, for `LP1 tell HEX`; line is a string
 * with one '\n', at its end. Returns 0; or -1 with errno EINVAL, hex[] undefined, if
 * the line is longer than SECRET_ANSWER_SIZE or the nonce is invalid.
 */
int secret_tell(const struct secret *s, const char *nonce, const char *line,
    char hex[static SECRET_TELL_DIGITS + 1]);

/* Open a sealed answer. Returns 0 with the line as a string; or -1 with errno EBADMSG,
 * line[] undefined, if it is not an answer to this question under this key. */
int secret_untell(const struct secret *s, const char *nonce, const char *hex,
    char line[static SECRET_ANSWER_SIZE + 1]);

#endif
