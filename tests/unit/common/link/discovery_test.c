/*
 * discovery_test.c - the datagrams of discovery.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "common/link/discovery.h"

#define NONCE "0123456789abcdef0123456789abcdef"
#define PROOF "fedcba9876543210fedcba9876543210"
#define ID "00112233445566ff"
#define SEALED_16 PROOF PROOF PROOF PROOF PROOF PROOF PROOF PROOF
#define SEALED SEALED_16 "0123456789abcdef"

struct spelling {
    const char *line;
    struct discovery_message message;
};

static const struct spelling spellings[] = {
    {"LP1 who " NONCE "\n", {.kind = DISCOVERY_WHO, .nonce = NONCE}},
    {"LP1 ask " NONCE " " PROOF "\n",
        {.kind = DISCOVERY_ASK, .nonce = NONCE, .proof = PROOF}},
    {"LP1 tell " SEALED "\n", {.kind = DISCOVERY_TELL, .sealed = SEALED}},
    {"LP1 here " NONCE " " ID " 1950 free terminal-1950\n",
        {.kind = DISCOVERY_HERE,
            .nonce = NONCE,
            .here = {ID, "terminal-1950", 1950, false}}},
    {"LP1 here " NONCE " " ID " 1 busy A\n",
        {.kind = DISCOVERY_HERE, .nonce = NONCE, .here = {ID, "A", 1, true}}},
    {"LP1 here " NONCE " " ID " 65535 busy -23456789012345-\n",
        {.kind = DISCOVERY_HERE,
            .nonce = NONCE,
            .here = {ID, "-23456789012345-", 65535, true}}},
};

static void test_spellings(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(spellings); i++) {
        const struct spelling *s = &spellings[i];
        struct discovery_message m;
        char line[DISCOVERY_LINE_MAX + 1];

        assert_int_equal(discovery_write(&s->message, line), strlen(s->line));
        assert_string_equal(line, s->line);
        memset(&m, 'x', sizeof(m));
        assert_int_equal(discovery_read(s->line, strlen(s->line), &m), 0);
        assert_memory_equal(&m, &s->message, sizeof(m));
    }
}

/* Each of these has one error. */
static void test_nonsense(void **state)
{
    static const char *const lines[] = {
        "",
        "\n",
        "LP1\n",
        "LP1 who\n",
        "LP1 who " NONCE,
        "LP1 who " NONCE "\r\n",
        "LP1 who " NONCE "\n\n",
        "LP1 who " NONCE " \n",
        " LP1 who " NONCE "\n",
        "LP1  who " NONCE "\n",
        "LP1\nwho " NONCE "\n",
        "LP2 who " NONCE "\n",
        "LP1 Who " NONCE "\n",
        "LP1 who " NONCE "0\n",
        "LP1 who 0123456789ABCDEF0123456789abcdef\n",
        "LP1 who 123456789abcdef0123456789abcdef\n",
        "LP1 who " NONCE " " PROOF "\n",
        "LP1 ask " NONCE "\n",
        "LP1 ask " NONCE " " PROOF "0\n",
        "LP1 ask " NONCE " g" PROOF "\n",
        "LP1 tell " SEALED "0\n",
        "LP1 tell " SEALED_16 "\n",
        "LP1 tell " SEALED " " NONCE "\n",
        "LP1 here " NONCE " " ID " 1950 free\n",
        "LP1 here " NONCE " " ID " 1950 free A B\n",
        "LP1 here " NONCE " " ID " 0 free A\n",
        "LP1 here " NONCE " " ID " 65536 free A\n",
        "LP1 here " NONCE " " ID " 01950 free A\n",
        "LP1 here " NONCE " " ID " +1950 free A\n",
        "LP1 here " NONCE " " ID " 18446744073709553566 free A\n",
        "LP1 here " NONCE " " ID " 1950 idle A\n",
        "LP1 here " NONCE " " ID " 1950 free A_B\n",
        "LP1 here " NONCE " " ID " 1950 free 12345678901234567\n",
        "LP1 here " NONCE " 00112233445566 1950 free A\n",
        "LP1 here " NONCE " 00112233445566FF 1950 free A\n",
    };
    struct discovery_message m, before;

    (void)state;
    memset(&m, 'x', sizeof(m));
    before = m;
    for (size_t i = 0; i < COUNT(lines); i++) {
        errno = 0;
        if (discovery_read(lines[i], strlen(lines[i]), &m) == 0)
            fail_msg("read: %s", lines[i]);
        assert_int_equal(errno, EPROTO);
        assert_memory_equal(&m, &before, sizeof(m));
    }
}

/* A NUL inside, and no end. */
static void test_bytes(void **state)
{
    char line[DISCOVERY_LINE_MAX + 8];
    struct discovery_message m;

    (void)state;
    memcpy(line, "LP1 who " NONCE "\n\0", sizeof("LP1 who " NONCE "\n\0"));
    assert_int_equal(discovery_read(line, sizeof("LP1 who " NONCE "\n"), &m), -1);
    line[10] = '\0';
    assert_int_equal(discovery_read(line, strlen("LP1 who " NONCE "\n"), &m), -1);
    memset(line, 'x', sizeof(line));
    assert_int_equal(discovery_read(line, DISCOVERY_LINE_MAX, &m), -1);
    assert_int_equal(discovery_read(line, DISCOVERY_LINE_MAX + 1, &m), -1);
    assert_int_equal(discovery_read(line, sizeof(line), &m), -1);
}

static void test_out_of_range(void **state)
{
    struct discovery_message m = {
        .kind = DISCOVERY_HERE, .nonce = NONCE, .here = {ID, "A", 1950, false}};
    char line[DISCOVERY_LINE_MAX + 1];

    (void)state;
    assert_true(discovery_write(&m, line) > 0);
    m.here.port = 65536;
    assert_int_equal(discovery_write(&m, line), 0);
    m.here.port = 0;
    assert_int_equal(discovery_write(&m, line), 0);
    m.here.port = 1950;
    m.here.label[0] = '\0';
    assert_int_equal(discovery_write(&m, line), 0);
    m.here.label[0] = 'A';
    m.here.id[0] = 'A';
    assert_int_equal(discovery_write(&m, line), 0);
    m.here.id[0] = '0';
    m.nonce[31] = '\0';
    assert_int_equal(discovery_write(&m, line), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_nonsense),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_out_of_range),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
