/*
 * glyph_test.c - displayable characters of Unicode (glyph.h).
 */
#include "common/text/glyph.h"

#include "tests/support/helper.h"

#include <cmocka.h>
#include <locale.h>
#include <stdbool.h>
#include <wchar.h>

#include "common/conversation/rulebook.h"

enum { LAST = 0x10ffff };

/* Characters that are displayable, or not, with the reason. */
static const struct {
    uint32_t from, to;
    bool shown;
    const char *what;
} known[] = {
    {0x00, 0x1f, false, "controls"},
    {' ', '~', true, "ASCII"},
    {0x7f, 0x9f, false, "DEL and C1"},
    {0xa0, 0xa0, false, "a blank that is none"},
    {0xa1, 0xac, true, "Latin-1"},
    {0xad, 0xad, false, "a hyphen that hides"},
    {0xae, 0x17f, true, "Latin"},
    {0x300, 0x34e, true, "accents"},
    {0x34f, 0x34f, false, "a joiner that shows nothing"},
    {0x391, 0x3a1, true, "Greek"},
    {0x410, 0x44f, true, "Cyrillic"},
    {0x590, 0x8ff, false, "Hebrew, Arabic and others from right to left"},
    {0x115f, 0x1160, false, "fillers"},
    {0x1680, 0x1680, false, "an Ogham blank"},
    {0x180b, 0x180f, false, "Mongolian selectors"},
    {0x2000, 0x200a, false, "blanks of all widths"},
    {0x200b, 0x200d, false, "no width at all"},
    {0x200e, 0x200f, false, "marks of direction"},
    {0x2010, 0x2027, true, "dashes and quotes"},
    {0x2028, 0x2029, false, "separators of lines and paragraphs"},
    {0x202a, 0x202e, false, "turning text round"},
    {0x202f, 0x202f, false, "a narrow blank"},
    {0x205f, 0x206f, false, "a blank, and invisible signs; isolates"},
    {0x20ac, 0x20ac, true, "the Euro"},
    {0x3000, 0x3000, false, "a wide blank"},
    {0x3041, 0x3096, true, "Hiragana"},
    {0x3164, 0x3164, false, "a filler"},
    {0x4e00, 0x9fa5, true, "Han"},
    {0xac00, 0xd7a3, true, "Hangul"},
    {0xd800, 0xdfff, false, "surrogates"},
    {0xe000, 0xf8ff, false, "private"},
    {0xfb1d, 0xfdff, false, "Hebrew and Arabic forms"},
    {0xfe00, 0xfe0f, false, "selectors"},
    {0xfe70, 0xfeff, false, "Arabic forms, a mark of byte order"},
    {0xffa0, 0xffa0, false, "a filler"},
    {0xfff0, 0xfffb, false, "annotations"},
    {0xfffd, 0xffff, false, "what stands for broken text, and no characters"},
    {0x10800, 0x10fff, false, "old scripts from right to left"},
    {0x1d173, 0x1d17a, false, "beams that hide"},
    {0x1e800, 0x1efff, false, "Adlam, Arabic signs"},
    {0x1f600, 0x1f64f, true, "faces"},
    {0x3fffe, LAST, false, "the end, tags and selectors among it"},
    {LAST + 1, LAST + 100, false, "past the end"},
};

/* Ranges of displayable characters may contain unassigned codes, so only their ends are
 * tested, and all other codes. */
static void known_characters(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(known); i++) {
        if (glyph_is_shown(known[i].from) != known[i].shown ||
            glyph_is_shown(known[i].to) != known[i].shown)
            fail_msg("ends of: %s", known[i].what);
        for (uint32_t code = known[i].from; code <= known[i].to; code++)
            if (glyph_is_shown(code) != known[i].shown)
                fail_msg("U+%04X: %s", code, known[i].what);
    }
    assert_false(glyph_is_shown(UINT32_MAX));
}

/* Curses uses the widths of the C library: they must be equal. */
static void the_c_library_agrees(void **state)
{
    unsigned count = 0;

    (void)state;
    if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
        fail_msg("no C.UTF-8 here");
    for (uint32_t code = 0; code <= LAST; code++) {
        if (!glyph_is_shown(code))
            continue;
        count++;
        if (wcwidth((wchar_t)code) != glyph_width(code))
            fail_msg("U+%04X takes %d columns, not %d", code, wcwidth((wchar_t)code),
                glyph_width(code));
    }
    assert_true(count > 100000);
}

/* The Unicode alphabet includes the ASCII alphabet. */
static void the_unicode_alphabet_includes_ascii(void **state)
{
    (void)state;
    for (uint32_t code = 0; code < 0x100; code++)
        if (prompt_allows(ALPHABET_ASCII, NULL, 0, code))
            assert_true(prompt_allows(ALPHABET_UNICODE, NULL, 0, code));
}

static void columns_are_counted(void **state)
{
    static const uint32_t text[] = {'a', 0x4e2d, 'e', 0x301, 0x1f600};

    (void)state;
    assert_int_equal(glyph_columns(text, 0), 0);
    assert_int_equal(glyph_columns(text, COUNT(text)), 6);
}

static void a_mark_needs_a_character(void **state)
{
    static const struct {
        uint32_t line[8];
        size_t length;
        bool may;
    } cases[] = {
        {{0}, 0, false}, {{' '}, 1, false}, {{'e'}, 1, true}, {{0x4e2d}, 1, true},
        {{'e', 0x301, 0x302, 0x303}, 4, true},
        {{'e', 0x301, 0x302, 0x303, 0x304}, 5, false},
        {{0x301}, 1, false}, /* not at the start of a line */
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(
            glyph_may_follow(cases[i].line, cases[i].length, 0x308), cases[i].may);
        assert_true(glyph_may_follow(cases[i].line, cases[i].length, 'x'));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_characters),
        cmocka_unit_test(the_c_library_agrees),
        cmocka_unit_test(the_unicode_alphabet_includes_ascii),
        cmocka_unit_test(columns_are_counted),
        cmocka_unit_test(a_mark_needs_a_character),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
