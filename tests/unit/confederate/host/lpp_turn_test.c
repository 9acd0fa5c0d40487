/*
 * lpp_turn_test.c - the judge's keys in the form that a 2009 entry is sent.
 *
 * Sources: rules/1996.txt, Key entry; rules/2009.txt, 2.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <string.h>

#include "confederate/host/lpp_turn.h"

enum { TEXT_MAX = 4096 };

struct passing_case {
    const char *typed;  /* the judge's; | is the other side's turn, taken at once */
    const char *passed; /* \b and \r as keys */
    const char *line;   /* text on the entry's line afterwards */
};

static const struct passing_case cases[] = {
    /* key by key, and one line for each turn */
    {"Hel", "Hel", "Hel"},
    {"Helo\blo", "Helo\blo", "Hello"},
    {"Hello\r", "Hello", "Hello"},
    {"Hello\r\r", "Hello\r", ""},
    {"Hello\r  \r", "Hello\r", ""},
    {"Do you\rthink\r\r", "Do you think\r", ""},
    {"One\r\r|Two\r\r", "One\rTwo\r", ""},
    /* one blank behind the prompt belongs to it */
    {" Hello\r more\r\r", "Hello more\r", ""},
    {" H\b\bJ\r\r", "H\bJ\r", ""},
    {"  H", " H", " H"},
    /* an empty turn is nothing */
    {"\r\r|\r\r|Hi\r\r", "Hi\r", ""},
    {"  ", "", ""},
    {"  \r\r", "", ""},
    /* a judge's number is never sent, and the line begun before it is erased */
    {"@@04\r\r", "", ""},
    {" @@04 \r\r|Hello\r\r", "Hello\r", ""},
    {"Wait\r@@04\r\r", "Wait\b\b\b\b", ""},
    {"Wait\r@@04\r\r|Hi\r\r", "Wait\b\b\b\bHi\r", ""},
    {"@x\b@04\r\r", "@x\b\b", ""},
    {"Hello\r\r|@@05\r\r|Hi\r\r", "Hello\rHi\r", ""},
    /* a line that only begins like a number is text, as soon as that is clear */
    {"@", "", ""},
    {"@@0", "", ""},
    {"@@04", "", ""},
    {"@@04\r", "", ""},
    {"@@0x", "@@0x", "@@0x"},
    {"@@04x", "@@04x", "@@04x"},
    {"@@04 x", "@@04 x", "@@04 x"},
    {"@\r\r", "@\r", ""},
    {"@@4\r\r", "@@4\r", ""},
    {"@@04\rmore\r\r", "@@04 more\r", ""},
    {"@@04\r@@05\r\r", "@@04\b\b\b\b", ""},
    {"@@04\r@@05x\r\r", "@@04 @@05x\r", ""},
    {"@@0\b\b\bHi\r\r", "Hi\r", ""},
    {"me@@04\r\r", "me@@04\r", ""},
};

static void hear(void *context, const struct event *event)
{
    if (event->side == SIDE_JUDGE)
        lpp_turn_hear(context, event);
}

static void type(struct prompt *prompt, struct lpp_turn *p, const char *typed)
{
    char part[TEXT_MAX];

    for (;;) {
        size_t length = strcspn(typed, "|");
        memcpy(part, typed, length);
        part[length] = '\0';
        type_keys(prompt, &(struct typed){SIDE_JUDGE, part}, hear, p);
        if (typed[length] == '\0')
            return;
        type_keys(prompt, &(struct typed){SIDE_OTHER, "\r\r"}, hear, p);
        typed += length + 1;
    }
}

/* The keys that are sent, and the entry's line after them. */
static void read_passed(struct lpp_turn *p, char *passed, char *line)
{
    size_t length = 0, end = 0;
    uint32_t code;

    while (lpp_keys_take(&p->keys, &code)) {
        passed[length++] = (char)code;
        if (code == K_BACKSPACE)
            assert_true(end-- > 0);
        else if (code == K_RETURN)
            end = 0;
        else
            line[end++] = (char)code;
    }
    passed[length] = line[end] = '\0';
}

static void turns_become_lines(void **state)
{
    static struct prompt prompt;
    static struct lpp_turn p;
    char passed[TEXT_MAX], line[TEXT_MAX];

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        prompt_init(&prompt, rulebook_find("1996"));
        type(&prompt, &p, cases[i].typed);
        read_passed(&p, passed, line);
        if (strcmp(passed, cases[i].passed) != 0 || strcmp(line, cases[i].line) != 0)
            fail_msg("case %zu: \"%s\" passed, \"%s\" there", i, passed, line);
        assert_int_equal(p.there, strlen(line));
        lpp_turn_forget(&p);
    }
}

/* Where the book has no @@nn such a line is text, and stays so for the next judge. */
static void nobody_is_named(void **state)
{
    static struct prompt prompt;
    static struct lpp_turn p = {.no_judges = true};
    char passed[TEXT_MAX], line[TEXT_MAX];

    (void)state;
    for (int times = 0; times < 2; times++) {
        prompt_init(&prompt, rulebook_find("2003"));
        type(&prompt, &p, "Hello\r@@04\r\r|@@05\r\r");
        read_passed(&p, passed, line);
        assert_string_equal(passed, "Hello @@04\r@@05\r");
        lpp_turn_forget(&p);
    }
}

/* After a crash keys that were sent before are not sent again. */
static void what_was_passed_is_skipped(void **state)
{
    static struct prompt prompt;
    static struct lpp_turn p;
    char passed[TEXT_MAX], line[TEXT_MAX];

    (void)state;
    prompt_init(&prompt, rulebook_find("1996"));
    type(&prompt, &p, "One\rtw");
    lpp_turn_skip(&p);
    type(&prompt, &p, "o\r@@04\r\r");
    strcpy(line, "One tw");
    assert_true(lpp_keys_take(&p.keys, &(uint32_t){0}));
    assert_int_equal(p.keys.count, strlen("One two"));
    lpp_turn_forget(&p);
    read_passed(&p, passed, line);
    assert_string_equal(passed, "");
}

static void keys_queue_up(void **state)
{
    struct lpp_keys keys = {0};
    uint32_t next = 0, code;

    (void)state;
    for (uint32_t i = 0; i < 10000; i++) {
        lpp_keys_add(&keys, i);
        if (i % 3 != 0) {
            assert_true(lpp_keys_take(&keys, &code));
            assert_int_equal(code, next++);
        }
    }
    while (lpp_keys_take(&keys, &code))
        assert_int_equal(code, next++);
    assert_int_equal(next, 10000);
    lpp_keys_forget(&keys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_become_lines),
        cmocka_unit_test(nobody_is_named),
        cmocka_unit_test(what_was_passed_is_skipped),
        cmocka_unit_test(keys_queue_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
