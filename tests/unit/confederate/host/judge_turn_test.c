/*
 * judge_turn_test.c - turns of the judge as a program reads them.
 */
#include "confederate/host/judge_turn.h"

#include "tests/support/helper.h"

#include <cmocka.h>
#include <string.h>

enum { JUDGE_TYPES, OTHER_TYPES, TAKE, GO_LIVE };

/* Keys of either side, and the state after them. */
struct step {
    int what;
    const char *keys; /* typed, or taken */
    bool turn_over, begun;
};

static struct judge_turn heard;
static char text[JUDGE_TURN_MAX];

static void hear(void *context, const struct event *event)
{
    judge_turn_event(context, event);
}

static void play(const char *book, bool joined, const struct step *steps, size_t count)
{
    static struct prompt prompt;

    prompt_init(&prompt, rulebook_find(book));
    judge_turn_init(&heard, rulebook_find(book));
    for (size_t i = 0; i < count; i++) {
        const struct step *s = &steps[i];
        if (s->what == TAKE) {
            size_t length = judge_turn_take(&heard, joined, text);
            assert_int_equal(length, strlen(s->keys));
            assert_memory_equal(text, s->keys, length);
        } else if (s->what == GO_LIVE)
            assert_int_equal(judge_turn_go_live(&heard), s->keys != NULL);
        else
            type_keys(&prompt,
                &(struct typed){
                    s->what == JUDGE_TYPES ? SIDE_JUDGE : SIDE_OTHER, s->keys},
                hear, &heard);
        if (heard.turn_over != s->turn_over || heard.begun != s->begun)
            fail_msg("step %zu: over %d, begun %d", i, heard.turn_over, heard.begun);
    }
}

static void a_turn_is_lines(void **state)
{
    static const struct step steps[] = {
        {GO_LIVE, NULL, false, false},
        {JUDGE_TYPES, " One.\r", false, false},
        {JUDGE_TYPES, "Two.\r\r", true, false},
        {TAKE, "One.\nTwo.\n\n", false, false},
        {OTHER_TYPES, "Yes.\r", false, false},
        {OTHER_TYPES, "\r", false, false},
        {JUDGE_TYPES, "\r\r", true, false},
        {TAKE, "\n", false, false},
    };

    (void)state;
    play("1996", false, steps, COUNT(steps));
    play("2003", false, steps, COUNT(steps));
}

static void a_turn_is_joined(void **state)
{
    static const struct step steps[] = {
        {GO_LIVE, NULL, false, false},
        {JUDGE_TYPES, " One.\rTwo.\r\r", true, false},
        {TAKE, "One. Two.\n", false, false},
        {OTHER_TYPES, "\r\r", false, false},
        {JUDGE_TYPES, "\r\r", true, false},
        {TAKE, "", false, false},
    };

    (void)state;
    play("1996", true, steps, COUNT(steps));
}

/* Of an interrupted answer the rest is not typed: its turn is dropped. */
static void a_begun_answer_is_dropped(void **state)
{
    static const struct step steps[] = {
        {JUDGE_TYPES, "One.\r\r", true, false},
        {OTHER_TYPES, "Fir", true, true},
        {GO_LIVE, "", false, false},
        {OTHER_TYPES, "\r\r", false, false},
        {JUDGE_TYPES, "Two.\r\r", true, false},
        {TAKE, "Two.\n\n", false, false},
    };

    (void)state;
    play("1996", false, steps, COUNT(steps));
}

/* Without turns each finished line is a turn; lines that come before the answer are the
 * next turn, and keys of the station do not drop it. */
static void a_line_is_answered(void **state)
{
    static const struct step steps[] = {
        {GO_LIVE, NULL, false, false},
        {JUDGE_TYPES, "Hel", false, false},
        {JUDGE_TYPES, "lo\r", true, false},
        {TAKE, "Hello\n\n", false, false},
        {JUDGE_TYPES, "\r  \r", false, false},
        {JUDGE_TYPES, "One\rTwo\rThr", true, false},
        {OTHER_TYPES, "Hello.\rYou", true, false},
        {TAKE, "One\nTwo\n\n", false, false},
        {JUDGE_TYPES, "ee\r", true, false},
        {TAKE, "Three\n\n", false, false},
    };

    (void)state;
    play("2009", false, steps, COUNT(steps));
    play("wager", false, steps, COUNT(steps));
}

/* In the record of a crash: a line with an answer, with a part of one, without one. */
static void a_record_is_read(void **state)
{
    static const struct step steps[] = {
        {JUDGE_TYPES, "One\r", true, false},
        {OTHER_TYPES, "Fir", true, true},
        {OTHER_TYPES, "st.\r", false, false},
        {JUDGE_TYPES, "Two\r", true, false},
        {OTHER_TYPES, "Sec", true, true},
        {JUDGE_TYPES, "Three\r", true, false}, /* that was the answer to the second */
        {GO_LIVE, NULL, true, false},
        {OTHER_TYPES, "\r", true, false},
        {TAKE, "Three\n\n", false, false},
    };

    (void)state;
    play("2009", false, steps, COUNT(steps));
}

/* A number is said under 1996 alone. */
static void judges_say_their_numbers(void **state)
{
    static const char *const books[] = {"1996", "2003"};

    (void)state;
    for (size_t i = 0; i < COUNT(books); i++) {
        static const struct step steps[] = {{JUDGE_TYPES, "@@04\r\r", true, false}};
        play(books[i], false, steps, COUNT(steps));
        assert_int_equal(heard.new_judge, i == 0);
        judge_turn_drop(&heard);
        assert_false(heard.new_judge || heard.turn_over);
        judge_turn_event(&heard, &(struct event){EV_JUDGE, .judge = 4});
        assert_int_equal(heard.new_judge, i == 0);
    }
}

/* Lines without room are dropped whole, and two bytes stay free. */
static void so_much_is_held(void **state)
{
    static uint32_t line[PROMPT_LINE_MAX];
    struct event event = {
        EV_LINE, .side = SIDE_JUDGE, .text = line, .length = COUNT(line)};

    (void)state;
    for (size_t i = 0; i < COUNT(line); i++)
        line[i] = 0x1f600;
    judge_turn_init(&heard, rulebook_find("wager"));
    for (int i = 0; i < 100; i++)
        judge_turn_event(&heard, &event);
    assert_in_range(heard.length, JUDGE_TURN_MAX - 2 * 4001, JUDGE_TURN_MAX - 2);
    assert_int_equal(heard.length % 4001, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_is_lines),
        cmocka_unit_test(a_turn_is_joined),
        cmocka_unit_test(a_begun_answer_is_dropped),
        cmocka_unit_test(a_line_is_answered),
        cmocka_unit_test(a_record_is_read),
        cmocka_unit_test(judges_say_their_numbers),
        cmocka_unit_test(so_much_is_held),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
