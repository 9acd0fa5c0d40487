/*
 * unsealed.c - secret.h in a build without libsodium: there are no keys, so that
 * nothing is ever proved or sealed. What needs a key has none to be called with, and
 * fails. Nor is a draw of sides committed to.
 */
#include <errno.h>
#include <string.h>

#include "commitment.h"
#include "seal.h"

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

const char *secret_library(void)
{
    return "no libsodium";
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

int commitment_make(
    const char *draw, const char *nonce, char digits[static COMMITMENT_DIGITS + 1])
{
    (void)draw;
    (void)nonce;
    digits[0] = '\0';
    return no_sodium();
}

bool commitment_holds(const char *digits, const char *draw, const char *nonce)
{
    (void)digits;
    (void)draw;
    (void)nonce;
    return false;
}

void seal_start(struct seal *s, const struct secret *secret, enum seal_role role)
{
    (void)secret;
    *s = (struct seal){.state = SEAL_BROKEN, .role = role};
}

void seal_end(struct seal *s)
{
    (void)s;
}

size_t seal_say(struct seal *s, char bytes[static SEAL_SAY_MAX])
{
    (void)s;
    (void)bytes;
    return 0;
}

int seal_read(struct seal *s, const char **bytes, size_t *count,
    char line[static WIRE_LINE_MAX], size_t *length)
{
    (void)s;
    (void)bytes;
    (void)count;
    (void)line;
    (void)length;
    return no_sodium();
}

bool seal_has_room(const struct seal *s)
{
    return s->state == SEAL_NONE;
}

size_t seal_write(
    struct seal *s, const char *line, size_t length, char record[static SEAL_RECORD])
{
    return seal_line(&s->inside.out, line, length, record);
}

bool seal_holds_line(const struct seal *s)
{
    (void)s;
    return false;
}

size_t seal_line(struct seal_stream *stream, const char *line, size_t length,
    char record[static SEAL_RECORD])
{
    (void)stream;
    memcpy(record, line, length);
    return length;
}
