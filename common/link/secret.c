#include "common/link/secret.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

enum {
    AEAD_NONCE = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
    AEAD_TAG = crypto_aead_xchacha20poly1305_ietf_ABYTES,
};

_Static_assert(2 * (AEAD_NONCE + SECRET_ANSWER_SIZE + AEAD_TAG) == SECRET_TELL_DIGITS,
    "secret.h knows these sizes without libsodium");
_Static_assert((int)SECRET_SIZE == (int)crypto_generichash_KEYBYTES, "");

struct secret *secret_new(void)
{
    struct secret *s;

    if (sodium_init() < 0) {
        errno = ENOTSUP;
        return NULL;
    }
    s = sodium_malloc(sizeof(*s));
    if (s == NULL)
        return NULL;
    randombytes_buf(s->key, sizeof(s->key));
    /* Copies of the key pass through the stack. */
    prctl(PR_SET_DUMPABLE, 0);
    return s;
}

const char *secret_library(void)
{
    static char text[64];

    snprintf(text, sizeof(text), "libsodium %s", sodium_version_string());
    return text;
}

void secret_free(struct secret *s)
{
    sodium_free(s);
}

void secret_guard(void *memory, size_t size)
{
    sodium_mlock(memory, size);
}

void secret_wipe(void *memory, size_t size)
{
    sodium_memzero(memory, size);
}

void secret_hash(const struct secret *s, const char *text, const unsigned char *bytes,
    size_t length, unsigned char *hash, size_t size)
{
    crypto_generichash_state state;

    crypto_generichash_init(&state, s->key, sizeof(s->key), size);
    crypto_generichash_update(&state, (const unsigned char *)text, strlen(text));
    crypto_generichash_update(&state, bytes, length);
    crypto_generichash_final(&state, hash, size);
    sodium_memzero(&state, sizeof(state));
}

bool secret_same(const unsigned char *a, const unsigned char *b, size_t size)
{
    return sodium_memcmp(a, b, size) == 0;
}

void secret_to_hex(const unsigned char *bytes, size_t size, char *hex)
{
    sodium_bin2hex(hex, 2 * size + 1, bytes, size);
}

bool secret_from_hex(const char *hex, unsigned char *bytes, size_t size)
{
    return strspn(hex, "0123456789abcdef") == 2 * size && hex[2 * size] == '\0' &&
           sodium_hex2bin(bytes, size, hex, 2 * size, NULL, NULL, NULL) == 0;
}

int secret_pad(const char *line, size_t length, char *plain, size_t size)
{
    if (length == 0 || length > size || memchr(line, '\0', length) != NULL ||
        memchr(line, '\n', length) != line + length - 1) {
        errno = EINVAL;
        return -1;
    }
    memcpy(plain, line, length);
    memset(plain + length, 0, size - length);
    return 0;
}

size_t secret_unpad(const char *plain, size_t size)
{
    const char *end = memchr(plain, '\n', size);
    size_t length = end != NULL ? (size_t)(end - plain) + 1 : 0;

    if (length == 0 || memchr(plain, '\0', length) != NULL)
        return 0;
    for (size_t i = length; i < size; i++)
        if (plain[i] != '\0')
            return 0;
    return length;
}

/* Discovery */

int secret_ask(const struct secret *s, const char *nonce,
    char proof[static SECRET_PROOF_DIGITS + 1])
{
    unsigned char bytes[SECRET_NONCE_SIZE], hash[SECRET_PROOF_SIZE];

    if (!secret_from_hex(nonce, bytes, sizeof(bytes))) {
        errno = EINVAL;
        return -1;
    }
    secret_hash(s, "LP1 ask", bytes, sizeof(bytes), hash, sizeof(hash));
    secret_to_hex(hash, sizeof(hash), proof);
    return 0;
}

bool secret_is_asked(const struct secret *s, const char *nonce, const char *proof)
{
    char expected[SECRET_PROOF_DIGITS + 1];

    return strlen(proof) == SECRET_PROOF_DIGITS &&
           secret_ask(s, nonce, expected) == 0 &&
           secret_same((const unsigned char *)expected, (const unsigned char *)proof,
               SECRET_PROOF_DIGITS);
}

int secret_tell(const struct secret *s, const char *nonce, const char *line,
    char hex[static SECRET_TELL_DIGITS + 1])
{
    unsigned char question[SECRET_NONCE_SIZE], key[SECRET_SIZE];
    unsigned char sealed[AEAD_NONCE + SECRET_ANSWER_SIZE + AEAD_TAG];
    char plain[SECRET_ANSWER_SIZE];

    if (!secret_from_hex(nonce, question, sizeof(question)) ||
        secret_pad(line, strlen(line), plain, sizeof(plain)) < 0) {
        errno = EINVAL;
        return -1;
    }
    secret_hash(s, "LP1 tell", NULL, 0, key, sizeof(key));
    randombytes_buf(sealed, AEAD_NONCE);
    crypto_aead_xchacha20poly1305_ietf_encrypt(sealed + AEAD_NONCE, NULL,
        (const unsigned char *)plain, sizeof(plain), question, sizeof(question), NULL,
        sealed, key);
    sodium_memzero(key, sizeof(key));
    secret_to_hex(sealed, sizeof(sealed), hex);
    return 0;
}

int secret_untell(const struct secret *s, const char *nonce, const char *hex,
    char line[static SECRET_ANSWER_SIZE + 1])
{
    unsigned char question[SECRET_NONCE_SIZE], key[SECRET_SIZE];
    unsigned char sealed[AEAD_NONCE + SECRET_ANSWER_SIZE + AEAD_TAG];
    size_t length = 0;

    if (secret_from_hex(nonce, question, sizeof(question)) &&
        secret_from_hex(hex, sealed, sizeof(sealed))) {
        secret_hash(s, "LP1 tell", NULL, 0, key, sizeof(key));
        if (crypto_aead_xchacha20poly1305_ietf_decrypt((unsigned char *)line, NULL,
                NULL, sealed + AEAD_NONCE, sizeof(sealed) - AEAD_NONCE, question,
                sizeof(question), sealed, key) == 0)
            length = secret_unpad(line, SECRET_ANSWER_SIZE);
        sodium_memzero(key, sizeof(key));
    }
    line[length] = '\0';
    if (length > 0)
        return 0;
    errno = EBADMSG;
    return -1;
}
