/*
 * A conversation that somebody follows: live, back in time and to the present again.
 */
#include "helper.h"

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "record.h"
#include "scene.h"

/* What was told, a word each. */
static char told[512];

static void tell(void *to, const struct event *event, uint64_t ms)
{
    size_t length = strlen(told);

    (void)to;
    if (event->kind == EV_JUDGE)
        snprintf(told + length, sizeof(told) - length, "judge%u ", event->judge);
    if (event->kind == EV_LINE && event->length > 0)
        snprintf(told + length, sizeof(told) - length, "line%zu@%llu ", event->length,
            (unsigned long long)ms);
}

static const struct scene_news news = {.tell = tell};

static uint64_t add(struct scene *s, uint64_t ms, enum side side, const char *keys)
{
    for (; *keys != '\0'; keys++) {
        uint32_t code = *keys == '\r' ? K_RETURN : (unsigned char)*keys;
        assert_int_equal(scene_add(s, ms += 10, code, side), 0);
    }
    return ms;
}

/* The page as text, a row a line. */
static const char *shown(const struct scene *s)
{
    static char text[1024];
    size_t at = 0;

    for (size_t i = 0; i < s->page.count; i++) {
        const uint32_t *line = page_text(&s->page, i);
        for (size_t j = 0; j < s->page.lines[i].length; j++)
            text[at++] = (char)line[j];
        text[at++] = '|';
    }
    text[at] = '\0';
    return text;
}

static void back_and_forth(void **state)
{
    struct scene s = {0};
    uint64_t ms = 1000, before;
    char live[1024];

    (void)state;
    told[0] = '\0';
    assert_int_equal(scene_begin(&s, rulebook_find("1996"), &news), 0);
    ms = add(&s, ms, SIDE_JUDGE, "@@04\r\r");
    ms = before = add(&s, ms, SIDE_OTHER, "Hi\r\r");
    add(&s, ms, SIDE_JUDGE, "So");
    assert_int_equal(s.prompt.judge, 4);
    assert_string_equal(told, "line4@1050 judge4 line2@1090 ");
    snprintf(live, sizeof(live), "%s", shown(&s));

    /* The past, while more comes. */
    assert_int_equal(scene_seek(&s, 1030), 0);
    assert_string_equal(shown(&s), ">@@0|");
    assert_int_equal(s.prompt.judge, 0);
    assert_int_equal((int)scene_moment(&s), 1030);
    add(&s, before + 20, SIDE_JUDGE, "?\r");
    assert_string_equal(shown(&s), ">@@0|");
    assert_int_equal((int)scene_last(&s), (int)before + 40);
    assert_string_equal(told, "line4@1050 judge4 line2@1090 line3@1140 ");
    assert_int_equal(scene_seek(&s, before + 20), 0);
    assert_string_equal(shown(&s), live);
    assert_int_equal(scene_seek(&s, 0), 0);
    assert_string_equal(shown(&s), ">|");

    /* The present, as if nothing had been; and nobody is told anything twice. */
    assert_int_equal(scene_go_live(&s), 0);
    assert_int_equal(s.prompt.judge, 4);
    assert_true(strstr(shown(&s), ">So?|") != NULL);
    assert_string_equal(told, "line4@1050 judge4 line2@1090 line3@1140 ");
    scene_free(&s);
}

static void lines_in_any_order(void **state)
{
    struct scene s = {0};

    (void)state;
    told[0] = '\0';
    assert_int_equal(scene_begin(&s, NULL, &news), 0);
    assert_false(s.seated);
    scene_seat(&s, 7, 5);
    assert_true(s.seated);
    scene_seat(&s, 7, 6);
    add(&s, 10, SIDE_OTHER, "First\r");
    add(&s, 10, SIDE_OTHER, "Second\r");
    add(&s, 10, SIDE_JUDGE, "Th");
    add(&s, 10, SIDE_OTHER, "Fo");
    add(&s, 10, SIDE_JUDGE, "ird");
    scene_end(&s);
    assert_int_equal(s.prompt.judge, 7);
    assert_string_equal(told, "judge7 line5@70 line6@80 line5@40 line2@40 ");
    assert_true(strstr(shown(&s), "First|Second|") != NULL);
    scene_free(&s);
}

/* Rounds of one log: a page each, what was unfinished told, and each with its judge. */
static void rounds_have_pages(void **state)
{
    struct scene s = {0};
    uint64_t ms, first;

    (void)state;
    told[0] = '\0';
    assert_int_equal(scene_begin(&s, rulebook_find("2009"), &news), 0);
    scene_seat(&s, 3, 0);
    ms = add(&s, 0, SIDE_JUDGE, "Hi\r");
    ms = first = add(&s, ms, SIDE_OTHER, "Yo");
    scene_round(&s);
    assert_string_equal(shown(&s), ">Hi|Yo|>|");
    assert_string_equal(told, "judge3 line2@30 line2@50 ");
    scene_seat(&s, 1, ms);
    assert_int_equal(s.prompt.judge, 1);
    ms = add(&s, ms, SIDE_JUDGE, "So\r");
    assert_string_equal(shown(&s), ">So||>|");
    assert_string_equal(told, "judge3 line2@30 line2@50 judge1 line2@80 ");

    /* Back in the first round, and forward over its end. */
    assert_int_equal(scene_seek(&s, first - 10), 0);
    assert_string_equal(shown(&s), ">Hi|Y|>|");
    assert_int_equal(s.prompt.judge, 3);
    scene_seat(&s, 2, ms);
    assert_int_equal(s.prompt.judge, 3);
    assert_int_equal(scene_go_live(&s), 0);
    assert_string_equal(shown(&s), ">So||>|");
    assert_int_equal(s.prompt.judge, 2);
    scene_free(&s);
}

static void type(struct scene *s, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count; i++)
        assert_int_equal(scene_add(s, 10 + i, code, SIDE_OTHER), 0);
}

/* What a book allows is shown, and no more; what of no book nobody has bounded. */
static void the_book_says_what_is_shown(void **state)
{
    static const struct record_reader historic = {.form = RECORD_2012};
    const struct rulebook *books[] = {rulebook_find("2009"), record_book(&historic)};
    struct scene s = {0};

    (void)state;
    for (size_t i = 0; i < COUNT(books); i++) {
        assert_int_equal(scene_begin(&s, books[i], &news), 0);
        add(&s, 10, SIDE_JUDGE,
            "a\xe9"
            "b\r");
        assert_int_equal(s.page.lines[0].length, sizeof(">ab") - 1);
        told[0] = '\0';
        type(&s, PROMPT_LINE_MAX + 5, 'x');
        type(&s, 1, K_RETURN);
        assert_string_equal(told, i == 0 ? "line1000@10 " : "line1000@1010 line5@10 ");
    }
    assert_int_equal(scene_begin(&s, rulebook_find("wager"), &news), 0);
    add(&s, 10, SIDE_JUDGE,
        "a\xe9"
        "b\r");
    assert_int_equal(s.page.lines[0].length, sizeof(">a.b") - 1);
    scene_free(&s);
}

static void texts_are_found(void **state)
{
    struct scene s = {0};
    size_t line;

    (void)state;
    assert_int_equal(scene_begin(&s, rulebook_find("1996"), &news), 0);
    assert_int_equal(scene_find(&s, "x", s.page.count, true), s.page.count);
    add(&s, 10, SIDE_JUDGE, "one Newt\rtwo\rnewt three\r");
    line = scene_find(&s, "NEWT", s.page.count, true);
    assert_int_equal(line, 2);
    assert_int_equal(scene_find(&s, "NEWT", line, true), 0);
    assert_int_equal(scene_find(&s, "newt", 0, false), 2);
    assert_int_equal(scene_find(&s, "newt", 2, false), s.page.count);
    assert_int_equal(scene_find(&s, "newts", s.page.count, true), s.page.count);
    /* Beyond ASCII a letter is itself. */
    assert_int_equal(scene_begin(&s, NULL, &news), 0);
    add(&s, 10, SIDE_JUDGE, "caf\xe9\r");
    assert_int_equal(scene_find(&s, "CAF\xc3\xa9", s.page.count, true), 0);
    assert_int_equal(scene_find(&s, "caf\xc3\x89", s.page.count, true), s.page.count);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(back_and_forth),
        cmocka_unit_test(lines_in_any_order),
        cmocka_unit_test(rounds_have_pages),
        cmocka_unit_test(the_book_says_what_is_shown),
        cmocka_unit_test(texts_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
