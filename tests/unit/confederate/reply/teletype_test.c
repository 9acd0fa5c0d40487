/*
 * teletype_test.c - the text that a terminal shows for a program's output, and its
 * ASCII.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "confederate/reply/ascii.h"
#include "confederate/reply/teletype.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static struct teletype paper;

static void feed(const char *printed, size_t length)
{
    for (size_t i = 0; i < length; i++)
        teletype_feed(&paper, (unsigned char)printed[i]);
}

/* The text of the paper as a string. */
static const char *shown(void)
{
    static char text[TELETYPE_MAX + 1];

    for (size_t i = 0; i < paper.length; i++)
        text[i] = (char)paper.text[i]; /* ASCII, as long as nothing wider is allowed */
    text[paper.length] = '\0';
    return text;
}

static const struct {
    const char *name, *printed, *shown;
} passages[] = {
    {"a line", "Hello.\n", "Hello.\n"},
    {"CRLF is one Return", "A\r\nB\r\n", "A\nB\n"},
    {"a CR types over the line", "A\nHello\rJ\n", "A\nJello\n"},
    {"several CRs are one", "A\nHello\r\r\rJ\n", "A\nJello\n"},
    {"a CR before CRLF changes nothing", "A\nHello\r\r\n", "A\nHello\n"},
    {"a spinner", "\n|\r/\r-\r\\\rDone.\n", "\nDone.\n"},
    {"a percentage", "\n 5%\r50%\r100%\n", "\n100%\n"},
    {"a spinner before the first LF", "wait |\rwait /\rDone\n", "Done /\n"},
    {"and one that is wiped out", "wait\r    \rDone\n", "Done\n"},
    {"a program that never prints LF ends its lines with CR", "One\rTwo\r\r>",
        "One\nTwo\n\n>"},
    {"a backspace moves, and takes nothing", "abc\b\b\n", "abc\n"},
    {"what follows types over", "abc\b\bx\n", "axc\n"},
    {"rubbing out", "abc\b \b\b \bd\n", "ad \n"},
    {"not beyond the line's beginning", "A\nab\b\b\b\b\b\bc\n", "A\ncb\n"},
    {"overstruck bold", "N\bNA\bAM\bME\bE\n", "NAME\n"},
    {"underlined", "_\bu_\bp\n", "up\n"},
    {"a tab", "A\tB\tC\n", "A       B       C\n"},
    {"a tab over text", "\nabcdefghij\r\tX\n", "\nabcdefghXj\n"},
    {"a tab at the line's end leaves nothing", "A\t\n", "A\n"},
    {"to the right", "A\x1b[3CB\n", "A   B\n"},
    {"to the right without a number", "A\x1b[CB\x1b[0CC\n", "A B C\n"},
    {"not beyond the edge", "\x1b[999CX\n",
        "                                                                          "
        "     X\n"},
    {"to the left", "abcd\x1b[2DX\n", "abXd\n"},
    {"not beyond the line", "abcd\x1b[99DX\n", "Xbcd\n"},
    {"to a column", "abcd\x1b[2GX\x1b[`Y\x1b[6GZ\n", "YXcd Z\n"},
    {"erase to the end", "abcd\x1b[2D\x1b[KX\n", "abX\n"},
    {"erase to the beginning", "abcd\x1b[2D\x1b[1K\n", "   d\n"},
    {"erase to the beginning, beyond the text", "ab\x1b[4C\x1b[1KX\n", "      X\n"},
    {"erase the line", "abcd\x1b[2KX\n", "    X\n"},
    {"begin the line anew", "\nProgress 10%\r\x1b[KDone\n", "\nDone\n"},
    {"erase downwards", "\nabcd\r\x1b[JX\n", "\nX\n"},
    {"delete characters", "abcdef\x1b[4D\x1b[2PX\n", "abXf\n"},
    {"delete more than there are", "abcdef\x1b[2D\x1b[99P\n", "abcd\n"},
    {"erase characters", "abcdef\x1b[4D\x1b[2X\n", "ab  ef\n"},
    {"insert", "abcd\x1b[2D\x1b[3@XYZ\n", "abXYZcd\n"},
    {"save and restore", "ab\x1b[scd\x1b[uX\n", "abXd\n"},
    {"save and restore in the other way",
        "ab\x1b\x37"
        "cd\x1b\x38X\n",
        "abXd\n"},
    {"nothing to restore", "ab\x1b[ucd\x1b\x38X\n", "abcdX\n"},
    {"another line's is none", "abcd\x1b[s\nx\x1b[uy\n", "abcd\nxy\n"},
    {"moves to other lines show nothing", "A\x1b[2AB\x1b[BC\x1b[5;7HD\x1b[EE\n",
        "ABCDE\n"},
    {"clearing the screen leaves what was said", "A\x1b[2J\x1b[HB\n", "AB\n"},
    {"a title of one line", "\x1b]0;never ended\nText\n", "\nText\n"},
    {"a picture of several", "\x1bPq#0\n#1\n\x1b\\Text\n", "Text\n"},
    {"a control within a sequence is one", "A\x1b[3\nB\n", "A\nB\n"},
    {"a private sequence moves nothing", "abcd\x1b[?2DX\x1b[>3GY\n", "abcdXY\n"},
    {"too many numbers are another's", "abcd\x1b[1;2;3;4GX\n", "abcdX\n"},
    {"Latin-1", "caf\xe9 \xa3 5 \xbfqu\xe9?\n", "cafe GBP 5 ?que?\n"},
    {"Windows", "\x93na\xefve\x94 \x96 it\x92s\x85\n", "\"naive\" - it's...\n"},
    {"UTF-8 cut short is one question mark", "a\xe2\x80 b\xf0\x9f\x99 c\n",
        "a? b? c\n"},
    {"a letter at the end of all", "caf\xe9", "cafe"},
    {"an accent of its own", "cafe\xcc\x81\n", "cafe\n"},
    {"an emoji and its colour", "\xf0\x9f\x91\x8d\xf0\x9f\x8f\xbd!\n",
        "?"
        "?!\n"},
    {"nothing of C1",
        "a\xc2\x9b"
        "31mb\n",
        "a31mb\n"},
};

static void shows_passages(void **state)
{
    int failures = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(passages); i++) {
        paper = (struct teletype){0};
        feed(passages[i].printed, strlen(passages[i].printed));
        teletype_settle(&paper);
        if (strcmp(shown(), passages[i].shown) == 0)
            continue;
        print_error("%s: \"%s\"\n", passages[i].name, shown());
        failures++;
    }
    assert_int_equal(failures, 0);
}

/* Earlier text is neither erased nor overwritten. */
static void keeps_what_is_parted(void **state)
{
    static const char *const pieces[] = {
        "\b\b\bX", "\rX", "\x1b[1GX", "\x1b[2K\x1b[9DX", "\x1b[1KX", "\x1b[uX"};

    (void)state;
    for (size_t i = 0; i < COUNT(pieces); i++) {
        paper = (struct teletype){0};
        feed("\nHead\x1b[s", 8);
        teletype_part(&paper);
        feed(pieces[i], strlen(pieces[i]));
        assert_string_equal(shown(), "\nHeadX");
    }
}

static void drops_from_both_ends(void **state)
{
    (void)state;
    paper = (struct teletype){0};
    feed("One\nTwo\n> ", 10);
    teletype_remove(&paper, 8, 2);
    assert_string_equal(shown(), "One\nTwo\n");
    teletype_remove(&paper, 0, 4);
    feed("abc\rX", 5);
    assert_string_equal(shown(), "Two\nXbc");
}

/* There is an end to the paper, and nothing is written beyond it. */
static void fills_up(void **state)
{
    static const char *const pieces[] = {
        "x", "\n", "x\t", "\t\x1b[5@x\b", "\xe2\x80\xa6"};

    (void)state;
    for (size_t i = 0; i < COUNT(pieces); i++) {
        paper = (struct teletype){0};
        for (int n = 0; n < TELETYPE_MAX + 10; n++)
            feed(pieces[i], strlen(pieces[i]));
        assert_true(paper.full);
        assert_int_equal(paper.length, TELETYPE_MAX);
    }
}

/* The substitute of each character is on the keyboard. */
static void types_printable_ascii_only(void **state)
{
    (void)state;
    for (uint32_t code = 0x80; code < 0x110000; code++)
        for (const char *typed = ascii_typed(code); *typed != '\0'; typed++)
            assert_in_range(*typed, ' ', '~');
    for (unsigned byte = 0x80; byte < 0x100; byte++)
        assert_true(ascii_of_latin1((unsigned char)byte) < 0x10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_passages),
        cmocka_unit_test(keeps_what_is_parted),
        cmocka_unit_test(drops_from_both_ends),
        cmocka_unit_test(fills_up),
        cmocka_unit_test(types_printable_ascii_only),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
