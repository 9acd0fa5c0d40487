/*
 * utf8_test.c - encoding and decoding UTF-8 (utf8.h).
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <string.h>

#include "common/text/utf8.h"

enum { CODES_MAX = 16 };

static const struct {
    uint32_t code;
    const char *bytes;
} characters[] = {
    {'a', "a"},
    {0x7f, "\x7f"},
    {0x80, "\xc2\x80"},
    {0xe9, "\xc3\xa9"},
    {0x7ff, "\xdf\xbf"},
    {0x800, "\xe0\xa0\x80"},
    {0x20ac, "\xe2\x82\xac"},
    {0xd7ff, "\xed\x9f\xbf"},
    {0xe000, "\xee\x80\x80"},
    {0xffff, "\xef\xbf\xbf"},
    {0x10000, "\xf0\x90\x80\x80"},
    {0x1f600, "\xf0\x9f\x98\x80"},
    {0x10ffff, "\xf4\x8f\xbf\xbf"},
};

#define B UTF8_BROKEN

/* Invalid UTF-8: an invalid sequence is one character, the byte that ended it another.
 */
static const struct {
    const char *bytes;
    size_t count;
    uint32_t codes[CODES_MAX];
} broken[] = {
    {"\x80", 1, {B}},
    {"\xbf", 1, {B}},
    {"a\x80z", 3, {'a', B, 'z'}},
    {"\xc0\xaf", 2, {B, B}},
    {"\xc1\xbf", 2, {B, B}},
    {"\xc2z", 2, {B, 'z'}},
    {"\xc2\r", 2, {B, '\r'}},
    {"\xc2\xff", 2, {B, B}},
    {"\xc2\xc3\xa9", 2, {B, 0xe9}},
    {"\xe2\x82z", 2, {B, 'z'}},
    {"\xe2z", 2, {B, 'z'}},
    {"\xe2\x82\xe2\x82\xac", 2, {B, 0x20ac}},
    {"\xe0\x80\x80", 1, {B}},
    {"\xe0\x9f\xbf", 1, {B}},
    {"\xed\xa0\x80", 1, {B}},
    {"\xed\xbf\xbf", 1, {B}},
    {"\xf0\x80\x80\x80", 1, {B}},
    {"\xf0\x8f\xbf\xbf", 1, {B}},
    {"\xf4\x90\x80\x80", 1, {B}},
    {"\xf0\x9f\x98z", 2, {B, 'z'}},
    {"\xf0\x9f\x98\xf0\x9f\x98\x80", 2, {B, 0x1f600}},
    {"\xf5", 1, {B}},
    {"\xf8\x88\x80\x80\x80", 5, {B, B, B, B, B}},
    {"\xfe\xff", 2, {B, B}},
    {"\xc3\xa9\xa9", 2, {0xe9, B}},
};

static size_t decode(const char *bytes, size_t length, uint32_t codes[CODES_MAX])
{
    struct utf8 utf8 = {0};
    size_t count = 0;

    for (size_t i = 0; i < length; i++) {
        int more = utf8_decode(&utf8, (unsigned char)bytes[i], codes + count);
        assert_in_range(more, 0, 2);
        count += (size_t)more;
    }
    return count;
}

static void characters_are_written_and_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(characters); i++) {
        size_t length = strlen(characters[i].bytes);
        uint32_t codes[CODES_MAX];
        char bytes[UTF8_MAX];

        assert_int_equal(utf8_encode(characters[i].code, bytes), length);
        assert_memory_equal(bytes, characters[i].bytes, length);
        assert_int_equal(decode(bytes, length, codes), 1);
        assert_int_equal(codes[0], characters[i].code);
        assert_int_equal(decode(bytes, length - 1, codes), 0);
    }
}

static void every_character_is_read_back(void **state)
{
    struct utf8 utf8 = {0};

    (void)state;
    for (uint32_t code = 0; code <= 0x10ffff; code++) {
        char bytes[UTF8_MAX];
        size_t length = utf8_encode(code, bytes);
        uint32_t codes[2] = {0};
        int count = 0;

        for (size_t i = 0; i < length; i++) {
            assert_int_equal(count, 0);
            count = utf8_decode(&utf8, (unsigned char)bytes[i], codes);
        }
        assert_int_equal(count, 1);
        if (code >= 0xd800 && code <= 0xdfff)
            assert_int_equal(codes[0], UTF8_BROKEN);
        else
            assert_int_equal(codes[0], code);
    }
}

static void many_are_written_one_after_the_other(void **state)
{
    static const uint32_t codes[] = {'a', 0xe9, 0x20ac, 0x1f600, 'z'};
    static const char expected[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z";
    char out[COUNT(codes) * UTF8_MAX];

    (void)state;
    assert_int_equal(utf8_encode_all(codes, COUNT(codes), out), strlen(expected));
    assert_memory_equal(out, expected, strlen(expected));
    assert_true(utf8_is_valid(expected, strlen(expected)));
    assert_true(utf8_is_valid(expected, 0));
    assert_false(utf8_is_valid(expected, 2)); /* the second character lacks a byte */
    assert_int_equal(utf8_encode_all(codes, 0, out), 0);
}

static void an_invalid_sequence_is_one_character(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(broken); i++) {
        uint32_t codes[CODES_MAX];
        size_t count = decode(broken[i].bytes, strlen(broken[i].bytes), codes);

        assert_false(utf8_is_valid(broken[i].bytes, strlen(broken[i].bytes)));
        if (count != broken[i].count ||
            memcmp(codes, broken[i].codes, count * sizeof(codes[0])) != 0)
            fail_msg("row %zu: %zu characters, the first %X", i, count, codes[0]);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_are_written_and_read),
        cmocka_unit_test(every_character_is_read_back),
        cmocka_unit_test(many_are_written_one_after_the_other),
        cmocka_unit_test(an_invalid_sequence_is_one_character),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
