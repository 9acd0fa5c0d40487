/*
 * unsealed.c - secret.h in a build without libsodium: there are no keys, so that
 * nothing is ever proved or sealed. What needs a key has none to be called with, and
 * fails.
 */
#include <errno.h>
#include <string.h>

#include "secret.h"

static int no_sodium(void)
{
    errno = ENOTSUP;
    return -1;
}

struct secret *secret_new(void)
{
    no_sodium();
    return NULL;
}

void secret_free(struct secret *s)
{
    (void)s;
}

void secret_guard(void *memory, size_t size)
{
    (void)memory;
    (void)size;
}

void secret_wipe(void *memory, size_t size)
{
    memset(memory, 0, size);
}

void secret_to_hex(const unsigned char *bytes, size_t size, char *hex)
{
    (void)bytes;
    (void)size;
    hex[0] = '\0';
}

bool secret_from_hex(const char *hex, unsigned char *bytes, size_t size)
{
    (void)hex;
    (void)bytes;
    (void)size;
    return false;
}

int secret_ask(const struct secret *s, const char *nonce,
    char proof[static SECRET_PROOF_DIGITS + 1])
{
    (void)s;
    (void)nonce;
    proof[0] = '\0';
    return no_sodium();
}

bool secret_is_asked(const struct secret *s, const char *nonce, const char *proof)
{
    (void)s;
    (void)nonce;
    (void)proof;
    return false;
}

int secret_tell(const struct secret *s, const char *nonce, const char *line,
    char hex[static SECRET_TELL_DIGITS + 1])
{
    (void)s;
    (void)nonce;
    (void)line;
    hex[0] = '\0';
    return no_sodium();
}

int secret_untell(const struct secret *s, const char *nonce, const char *hex,
    char line[static SECRET_ANSWER_SIZE + 1])
{
    (void)s;
    (void)nonce;
    (void)hex;
    line[0] = '\0';
    return no_sodium();
}
