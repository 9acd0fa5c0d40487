/*
 * Any bytes in place of a sealed answer, and of some of its digits: only the original
 * opens, for its own question; and every wrong proof of a question is refused.
 */
#include <string.h>

#include "common/link/discovery.h"
#include "common/link/secret.h"
#include "tests/fuzz/fuzz.h"

#define NONCE "0123456789abcdef0123456789abcdef"
#define LINE "LP1 here " NONCE " 0011223344556677 1950 free terminal-1950\n"

_Static_assert((int)DISCOVERY_SEALED == (int)SECRET_TELL_DIGITS, "one size");
_Static_assert((int)DISCOVERY_PROOF == (int)SECRET_PROOF_DIGITS, "one size");
_Static_assert((int)DISCOVERY_NONCE == (int)SECRET_NONCE_DIGITS, "one size");

static const struct secret key = {{1, 2, 3}};

/* Copy a datagram's bytes over those of a message, up to the shorter end. */
static void overwrite(char *text, size_t room, const uint8_t *data, size_t size)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 1; i < size && i <= room; i++)
        if (data[i] < 0x80)
            text[(data[0] + i) % room] = digits[data[i] % 16];
}

static void check_answer(const uint8_t *data, size_t size)
{
    char hex[SECRET_TELL_DIGITS + 1], sealed[SECRET_TELL_DIGITS + 1];
    char line[SECRET_ANSWER_SIZE + 1];
    bool opens;

    check(secret_tell(&key, NONCE, LINE, sealed) == 0);
    memcpy(hex, sealed, sizeof(hex));
    overwrite(hex, SECRET_TELL_DIGITS, data, size);
    opens = secret_untell(&key, NONCE, hex, line) == 0;
    check(opens == (strcmp(hex, sealed) == 0));
    check(!opens || strcmp(line, LINE) == 0);
}

static void check_question(const uint8_t *data, size_t size)
{
    char right[SECRET_PROOF_DIGITS + 1], proof[SECRET_PROOF_DIGITS + 1];

    check(secret_ask(&key, NONCE, right) == 0);
    memcpy(proof, right, sizeof(proof));
    overwrite(proof, SECRET_PROOF_DIGITS, data, size);
    check(secret_is_asked(&key, NONCE, proof) == (strcmp(proof, right) == 0));
}

/* The form on the wire. */
static void check_datagram(const uint8_t *data, size_t size)
{
    struct discovery_message m;
    char line[SECRET_ANSWER_SIZE + 1];

    if (discovery_read((const char *)data, size, &m) < 0)
        return;
    if (m.kind == DISCOVERY_TELL)
        check(secret_untell(&key, NONCE, m.sealed, line) < 0);
    if (m.kind == DISCOVERY_ASK && strcmp(m.nonce, NONCE) != 0)
        check(!secret_is_asked(&key, m.nonce, m.proof));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    check_answer(data, size);
    check_question(data, size);
    check_datagram(data, size);
    return 0;
}
