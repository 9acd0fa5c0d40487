/*
 * Options: kinds of rows, letters and names, errors with their remedies, --help.
 */
#include <stdlib.h>
#include <string.h>

#include "common/options/options.h"
#include "tests/support/helper.h"

#include <cmocka.h>

enum { ONE = 1, TWO = 2 };

struct wish {
    bool loud;
    const char *text, *dir;
    int count;
    enum { LOW, HIGH } pitch;
};

static bool set_dir(void *to, const char *value)
{
    struct wish *wish = to;

    wish->dir = value;
    return value[0] != '-';
}

static const struct option_row rows[] = {
    {'l', "loud", NULL, "speak up", OPTION_SETS(struct wish, loud), NULL, 0, NULL},
    {'t', "text", "TEXT", "say this", OPTION_KEEPS(struct wish, text), "say some text",
        0, NULL},
    {0, "count", "N", "so often", OPTION_COUNTS(struct wish, count, 30), "say 1 to 30",
        ONE, NULL},
    {0, "high", NULL, "high voice", OPTION_CHOOSES(struct wish, pitch, HIGH), NULL, 0,
        NULL},
    {0, "dir", "DIR", "look there", OPTION_BY(set_dir), "name a directory", 0, ""},
    {0, "other", NULL, "for two", OPTION_SETS(struct wish, loud), NULL, TWO, NULL},
    {'h', "help", NULL, "print this", OPTION_ASKS_HELP, NULL, 0, NULL},
};

static struct options options = {
    .command = "tool",
    .use = "[OPTION...] FILE",
    .about = "does it",
    .rows = rows,
    .count = COUNT(rows),
    .program = ONE,
};

struct reading {
    struct wish wish;
    enum options_result result;
    char *arguments[16];
    int count, first;
    char error[OPTIONS_ERROR_SIZE];
};

/* Read a line of arguments, parted by blanks; '_' is an empty one. */
static void read_line(struct reading *r, const char *line)
{
    static char copy[128];

    *r = (struct reading){.arguments = {"tool"}, .count = 1};
    strcpy(copy, line);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
        r->arguments[r->count++] = strcmp(word, "_") == 0 ? "" : word;
    r->result =
        options_read(&options, &r->wish, r->count, r->arguments, &r->first, r->error);
}

static void assert_error(const char *line, const char *error)
{
    struct reading r;

    read_line(&r, line);
    assert_int_equal(r.result, OPTIONS_BAD);
    assert_string_equal(r.error, error);
}

static void options_are_read_in_any_place(void **state)
{
    struct reading r;

    (void)state;
    read_line(&r, "a -lt x --count=7 b --dir d --high -- -l");
    assert_int_equal(r.result, OPTIONS_RUN);
    assert_int_equal(r.wish.pitch, HIGH);
    assert_true(r.wish.loud);
    assert_string_equal(r.wish.text, "x");
    assert_int_equal(r.wish.count, 7);
    assert_string_equal(r.wish.dir, "d");
    assert_int_equal(r.count - r.first, 3);
    assert_string_equal(r.arguments[r.first], "a");
    assert_string_equal(r.arguments[r.first + 2], "-l");
    read_line(&r, "");
    assert_int_equal(r.result, OPTIONS_RUN);
    assert_int_equal(r.first, 1);
    read_line(&r, "a -l --help -x");
    assert_int_equal(r.result, OPTIONS_HELP);
}

static void options_in_order_end_at_an_argument(void **state)
{
    struct reading r;

    (void)state;
    options.in_order = true;
    read_line(&r, "-l run -x --count=0");
    options.in_order = false;
    assert_int_equal(r.result, OPTIONS_RUN);
    assert_true(r.wish.loud);
    assert_int_equal(r.first, 2);
}

static void a_value_may_be_left_out_at_the_end(void **state)
{
    struct reading r;

    (void)state;
    read_line(&r, "-l --dir");
    assert_int_equal(r.result, OPTIONS_RUN);
    assert_string_equal(r.wish.dir, "");
    assert_error("--dir -l", "--dir -l: name a directory");
}

static void errors_end_with_the_remedy(void **state)
{
    (void)state;
    assert_error("-lx", "-x is not an option: 'tool --help' lists the options");
    assert_error("--x", "--x is not an option: 'tool --help' lists the options");
    assert_error(
        "--other", "--other is not an option: 'tool --help' lists the options");
    assert_error(
        "--loud=1", "--loud=1 is not an option: 'tool --help' lists the options");
    assert_error("-t", "-t needs a value: 'tool --help' lists the options");
    assert_error("--text", "--text needs a value: 'tool --help' lists the options");
    assert_error("-t _", "--text : say some text");
    assert_error("--count 31", "--count 31: say 1 to 30");
}

static void numbers_are_decimal_and_in_bounds(void **state)
{
    static const char *const wrong[] = {
        "", "-1", "+1", " 1", "1x", "0x1", "6", "0", "1.5", "00000000001"};
    long number = 42;

    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++)
        assert_false(options_number(wrong[i], 1, 5, &number));
    assert_int_equal(number, 42);
    assert_true(options_number("005", 1, 5, &number));
    assert_int_equal(number, 5);
}

static void help_lists_the_options_of_the_program(void **state)
{
    char text[1024] = "";
    FILE *to = fmemopen(text, sizeof(text), "w");

    (void)state;
    options_help(&options, to);
    fclose(to);
    assert_string_equal(text, "usage: tool [OPTION...] FILE\n"
                              "does it\n\n"
                              "  -l, --loud               speak up\n"
                              "  -t, --text TEXT          say this\n"
                              "      --count N            so often\n"
                              "      --high               high voice\n"
                              "      --dir DIR            look there\n"
                              "  -h, --help               print this\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_read_in_any_place),
        cmocka_unit_test(options_in_order_end_at_an_argument),
        cmocka_unit_test(a_value_may_be_left_out_at_the_end),
        cmocka_unit_test(errors_end_with_the_remedy),
        cmocka_unit_test(numbers_are_decimal_and_in_bounds),
        cmocka_unit_test(help_lists_the_options_of_the_program),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
