/*
 * conversation_test.c - one end of a conversation (conversation.h): keys, greetings,
 * and messages to send. heartbeat_test.c has the heartbeat and the end; property_test.c
 * joins two ends.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "tests/support/talk.h"

#define ANOTHER "fedcba9876543210fedcba9876543210"

/* Beginnings */

static void a_conversation_begins_empty(void **state)
{
    struct conversation c;

    (void)state;
    for (size_t i = 0; i < rulebook_count; i++) {
        conversation_init(&c, SIDE_OTHER, &rulebooks[i]);
        assert_ptr_equal(c.book, &rulebooks[i]);
        assert_int_equal(c.prompt.turn, rulebooks[i].first);
        assert_int_equal(c.count, 0);
        conversation_free(&c);
    }
    talk_begin(&c, SIDE_OTHER);
    assert_int_equal(c.self, SIDE_OTHER);
    assert_ptr_equal(c.book, talk_book());
    assert_int_equal(c.prompt.turn, SIDE_JUDGE);
    assert_int_equal(c.count, 0);
    assert_false(conversation_is_lost(&c, INT64_MAX));
    assert_true(conversation_due(&c) == INT64_MAX);
    talk_is_silent(&c, TALK_TICK);
    conversation_free(&c);
    assert_null(c.keys);
    assert_int_equal(c.count, 0);
}

static void it_takes_the_session_of_the_greeting(void **state)
{
    struct conversation c;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    talk_greet(&c, 0, 0, TALK_TICK);
    assert_string_equal(c.session, TALK_SESSION);
    conversation_free(&c);
}

/* Typed keys */

static void keys_are_given_strictly_increasing_times(void **state)
{
    static const struct {
        uint64_t now, time;
    } rows[] = {{1000, 1000}, {1000, 1001}, {1001, 1002}, {1002, 1003}, {1004, 1004},
        {500, 1005}, {0, 1006}, {1005, 1007}, {2000, 2000}, {2001, 2001}};
    struct conversation c;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct key key = talk_type(&c, 'a', rows[i].now);

        assert_int_equal(key.time, rows[i].time);
        assert_int_equal(key.side, SIDE_JUDGE);
        assert_int_equal(key.code, 'a');
        assert_int_equal(c.count, i + 1);
        assert_int_equal(c.keys[i].time, rows[i].time);
        assert_int_equal(c.held[SIDE_JUDGE], rows[i].time);
    }
    conversation_free(&c);
}

/* The next time is later than every earlier time of both sides. */
static void times_are_later_than_the_far_ends(void **state)
{
    struct conversation c;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    talk_type(&c, K_RETURN, 1000);
    talk_type(&c, K_RETURN, 1001);
    talk_take_new(&c, 9000, K_RETURN, SIDE_OTHER);
    talk_take_new(&c, 9001, K_RETURN, SIDE_OTHER);
    assert_int_equal(talk_type(&c, 'a', 2000).time, 9002);
    assert_int_equal(talk_type(&c, 'b', 2000).time, 9003);
    conversation_free(&c);
    talk_begin(&c, SIDE_OTHER);
    talk_take_new(&c, 9000, K_RETURN, SIDE_JUDGE);
    talk_take_new(&c, 9001, K_RETURN, SIDE_JUDGE);
    assert_int_equal(talk_type(&c, 'a', 2000).time, 9002);
    conversation_free(&c);
}

static void a_refused_key_is_not_added(void **state)
{
    struct event events[PROMPT_EVENTS_MAX];
    struct conversation c;
    struct key key;

    (void)state;
    talk_begin(&c, SIDE_OTHER);
    assert_int_equal(conversation_type(&c, 'a', TALK_NOW, &key, events), 1);
    assert_int_equal(events[0].kind, EV_REFUSED);
    assert_int_equal(key.code, 'a');
    assert_int_equal(c.count, 0);
    assert_int_equal(c.held[SIDE_OTHER], 0);
    conversation_free(&c);
    talk_begin(&c, SIDE_JUDGE);
    events[0].kind = EV_ECHO; /* of an earlier key */
    assert_int_equal(conversation_type(&c, K_ESCAPE, TALK_NOW, &key, events), 0);
    assert_int_equal(conversation_type(&c, K_BACKSPACE, TALK_NOW, &key, events), 1);
    assert_int_equal(c.count, 0);
    assert_int_equal(conversation_type(&c, 'a', TALK_NOW, &key, events), 1);
    assert_int_equal(events[0].kind, EV_ECHO);
    assert_int_equal(c.count, 1);
    assert_int_equal(c.prompt.line[c.prompt.turn].length, 1);
    conversation_free(&c);
}

static void it_holds_any_number_of_keys(void **state)
{
    enum { MANY = 20000 };
    struct conversation c;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    for (uint64_t i = 0; i < MANY; i++)
        talk_type(&c, i % 2 ? K_RETURN : 'a', TALK_NOW + i);
    assert_int_equal(c.count, MANY);
    assert_true(c.capacity >= MANY);
    for (uint64_t i = 0; i < MANY; i++)
        assert_true(c.keys[i].time == TALK_NOW + i);
    conversation_free(&c);
}

static void a_full_conversation_does_not_change(void **state)
{
    struct event events[PROMPT_EVENTS_MAX];
    struct key key = {TALK_NOW + 1, 'b', SIDE_OTHER};
    struct conversation c;
    size_t capacity;
    bool fresh;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    talk_type(&c, 'a', TALK_NOW);
    capacity = c.capacity;
    c.count = c.capacity = CONVERSATION_KEYS_MAX;
    errno = 0;
    assert_int_equal(conversation_take(&c, &key, &fresh, events), -1);
    assert_int_equal(errno, EOVERFLOW);
    errno = 0;
    assert_int_equal(conversation_type(&c, 'b', TALK_NOW, &key, events), -1);
    assert_int_equal(errno, EOVERFLOW);
    assert_int_equal(c.prompt.line[c.prompt.turn].length, 1);
    assert_int_equal(c.held[SIDE_JUDGE], TALK_NOW);
    assert_int_equal(c.count, CONVERSATION_KEYS_MAX);
    c.count = 1;
    c.capacity = capacity;
    conversation_free(&c);
}

/* Received keys */

static void a_duplicate_key_is_dropped(void **state)
{
    struct conversation c;
    bool fresh = true;

    (void)state;
    talk_begin(&c, SIDE_OTHER);
    talk_take_new(&c, 100, 'a', SIDE_JUDGE);
    assert_int_equal(talk_take(&c, 100, 'a', SIDE_JUDGE, &fresh), 0);
    assert_false(fresh);
    fresh = true;
    assert_int_equal(talk_take(&c, 99, 'b', SIDE_JUDGE, &fresh), 0);
    assert_false(fresh);
    assert_int_equal(c.count, 1);
    assert_int_equal(c.held[SIDE_JUDGE], 100);
    assert_int_equal(c.prompt.line[c.prompt.turn].length, 1);
    /* each side has its own last time */
    talk_take_new(&c, 50, K_ESCAPE, SIDE_OTHER);
    talk_take_new(&c, 101, 'b', SIDE_JUDGE);
    assert_int_equal(c.count, 3);
    conversation_free(&c);
}

static void a_key_that_the_prompt_refuses_is_kept(void **state)
{
    struct conversation c;
    bool fresh = false;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    assert_int_equal(talk_take(&c, 100, 'a', SIDE_OTHER, &fresh), 1);
    assert_true(fresh);
    assert_int_equal(c.count, 1);
    assert_int_equal(c.keys[0].code, 'a');
    assert_int_equal(c.held[SIDE_OTHER], 100);
    assert_int_equal(c.prompt.line[c.prompt.turn].length, 0);
    conversation_free(&c);
    talk_begin(&c, SIDE_OTHER); /* an Escape in the judge's own turn has no event */
    assert_int_equal(talk_take(&c, 100, K_ESCAPE, SIDE_JUDGE, &fresh), 0);
    assert_true(fresh);
    assert_int_equal(c.count, 1);
    conversation_free(&c);
}

static void the_events_are_the_prompts(void **state)
{
    struct event events[PROMPT_EVENTS_MAX];
    struct conversation c;
    struct key key;
    bool fresh;

    (void)state;
    talk_begin(&c, SIDE_OTHER);
    key = (struct key){1, 'a', SIDE_JUDGE};
    assert_int_equal(conversation_take(&c, &key, &fresh, events), 1);
    assert_int_equal(events[0].kind, EV_ECHO);
    key = (struct key){2, K_RETURN, SIDE_JUDGE};
    assert_int_equal(conversation_take(&c, &key, &fresh, events), 1);
    assert_int_equal(events[0].kind, EV_LINE);
    key.time++;
    assert_int_equal(conversation_take(&c, &key, &fresh, events), 2);
    assert_int_equal(events[1].kind, EV_TURN);
    assert_int_equal(conversation_type(&c, K_RETURN, TALK_NOW, &key, events), 1);
    assert_int_equal(conversation_type(&c, K_RETURN, TALK_NOW, &key, events), 2);
    assert_int_equal(events[1].kind, EV_TURN);
    assert_int_equal(events[1].side, SIDE_OTHER);
    conversation_free(&c);
}

/* Keys of this side may come back until the far end's `live`; then they are an error.
 */
static void own_keys_come_back_before_live_only(void **state)
{
    struct conversation c;
    bool fresh = false;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    talk_greet(&c, 0, 0, TALK_TICK);
    talk_take_new(&c, 100, 'a', SIDE_JUDGE);
    assert_int_equal(c.prompt.line[c.prompt.turn].length, 1);
    talk_hear(&c, WIRE_PING, TALK_TICK);
    talk_take_new(&c, 101, 'b', SIDE_JUDGE);
    talk_hear(&c, WIRE_LIVE, TALK_TICK);
    for (uint64_t time = 101; time <= 102; time++) {
        errno = 0;
        assert_int_equal(talk_take(&c, time, 'c', SIDE_JUDGE, &fresh), -1);
        assert_int_equal(errno, EPROTO);
    }
    assert_int_equal(c.count, 2);
    assert_int_equal(c.held[SIDE_JUDGE], 101);
    assert_int_equal(c.prompt.line[c.prompt.turn].length, 2);
    talk_take_new(&c, 102, 'd', SIDE_OTHER);
    conversation_unlink(
        &c); /* nor on a new connection: no key can be missing any more */
    talk_greet(&c, 0, 0, TALK_TICK);
    assert_int_equal(talk_take(&c, 103, 'e', SIDE_JUDGE, &fresh), -1);
    assert_int_equal(errno, EPROTO);
    conversation_free(&c);
}

/* Greetings */

static void a_greeting_has_the_last_times(void **state)
{
    struct conversation c;
    struct wire_message m;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    m = conversation_greeting(&c, NULL);
    assert_int_equal(m.kind, WIRE_JUDGE);
    assert_string_equal(m.session, "");
    assert_string_equal(m.label, "");
    assert_string_equal(m.book, "1996");
    assert_int_equal(m.got, 0);
    assert_int_equal(m.made, 0);
    for (const char *k = "@@07\r\r"; *k != '\0'; k++)
        talk_type(&c, (uint32_t)*k, 100);
    talk_take_new(&c, 200, 'a', SIDE_OTHER);
    strcpy(c.session, TALK_SESSION);
    m = conversation_greeting(&c, NULL);
    assert_string_equal(m.session, TALK_SESSION);
    assert_int_equal(m.got, 200);
    assert_int_equal(m.made, 105);
    assert_int_equal(c.prompt.judge, 7);
    assert_int_equal(m.judge, 0); /* @@nn has the number */
    conversation_free(&c);
}

static void an_answer_has_the_label(void **state)
{
    struct conversation c;
    struct wire_message m;

    (void)state;
    talk_begin(&c, SIDE_OTHER);
    talk_take_new(&c, 300, 'a', SIDE_JUDGE);
    strcpy(c.session, TALK_SESSION);
    m = conversation_greeting(&c, "terminal-1950");
    assert_int_equal(m.kind, WIRE_OTHER);
    assert_string_equal(m.label, "terminal-1950");
    assert_string_equal(m.session, TALK_SESSION);
    assert_string_equal(m.book, "1996");
    assert_int_equal(m.got, 300);
    assert_int_equal(m.made, 0);
    m = conversation_greeting(&c, "0123456789abcdefg");
    assert_string_equal(m.label, "0123456789abcdef");
    conversation_free(&c);
}

/* In books without @@nn the greeting has the number of the judge. */
static void without_judge_lines_the_greeting_has_the_judge(void **state)
{
    struct rulebook book = *talk_book();
    struct conversation c;

    (void)state;
    book.judge_lines = false;
    book.name = "12345678";
    conversation_init(&c, SIDE_JUDGE, &book);
    c.prompt.judge = 7;
    assert_int_equal(conversation_greeting(&c, NULL).judge, 7);
    assert_string_equal(conversation_greeting(&c, NULL).book, "12345678");
    book.name = "123456789";
    assert_string_equal(conversation_greeting(&c, NULL).book, "12345678");
    conversation_free(&c);
}

static void the_first_session_is_taken_over(void **state)
{
    struct wire_message greeting = {.kind = WIRE_OTHER, .session = ANOTHER};
    struct conversation c;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    talk_greet(&c, 0, 0, TALK_TICK);
    assert_string_equal(c.session, TALK_SESSION);
    conversation_link(&c, &greeting, TALK_TICK);
    assert_string_equal(c.session, TALK_SESSION);
    conversation_free(&c);
}

/* Messages to send */

static void keys_come_before_live_and_then_as_they_are_made(void **state)
{
    struct conversation c;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    talk_type(&c, 'a', 100);
    talk_type(&c, 'b', 101);
    talk_is_silent(&c, TALK_TICK); /* no connection */
    talk_greet(&c, 0, 0, TALK_TICK);
    talk_says_key(&c, 100, 'a');
    talk_type(&c, 'c', 102); /* goes before `live` */
    talk_says_key(&c, 101, 'b');
    talk_says_key(&c, 102, 'c');
    talk_says(&c, TALK_TICK, WIRE_LIVE);
    talk_is_silent(&c, TALK_TICK);
    talk_type(&c, 'd', 103);
    talk_says_key(&c, 103, 'd');
    talk_is_silent(&c, TALK_TICK);
    conversation_unlink(&c);
    talk_type(&c, 'e', 104);
    talk_is_silent(&c, TALK_TICK);
    conversation_free(&c);
}

/* Only keys that the far end does not have are sent, of both sides, in the order of
 * this end. */
static void only_missing_keys_are_sent(void **state)
{
    static const struct {
        uint64_t got, made; /* of the far end's greeting */
        const char *sent;
    } rows[] = {{0, 0, "aRRxyRRb"}, {100, 0, "RRxyRRb"}, {102, 0, "xyRRb"},
        {102, 200, "yRRb"}, {102, 203, "b"}, {300, 203, ""}, {99, 203, "aRRb"},
        {301, 201, "RR"}, {400, 400, ""}, {300, 0, "xyRR"}};

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct conversation c;
        struct wire_message m;

        talk_begin(&c, SIDE_JUDGE);
        talk_type(&c, 'a', 100);
        talk_type(&c, K_RETURN, 101);
        talk_type(&c, K_RETURN, 102);
        talk_take_new(&c, 200, 'x', SIDE_OTHER);
        talk_take_new(&c, 201, 'y', SIDE_OTHER);
        talk_take_new(&c, 202, K_RETURN, SIDE_OTHER);
        talk_take_new(&c, 203, K_RETURN, SIDE_OTHER);
        talk_type(&c, 'b', 300);
        talk_greet(&c, rows[i].got, rows[i].made, TALK_TICK);
        for (const char *k = rows[i].sent; *k != '\0'; k++) {
            assert_true(conversation_say(&c, TALK_TICK, &m));
            assert_int_equal(m.kind, WIRE_KEY);
            assert_int_equal(m.key.code, *k == 'R' ? K_RETURN : *k);
        }
        talk_says(&c, TALK_TICK, WIRE_LIVE);
        conversation_free(&c);
    }
}

/* Received keys are not sent back. */
static void received_keys_are_not_sent_back(void **state)
{
    struct conversation c;

    (void)state;
    talk_begin(&c, SIDE_OTHER);
    talk_greet(&c, 0, 0, TALK_TICK);
    talk_says(&c, TALK_TICK, WIRE_LIVE);
    talk_take_new(&c, 100, K_RETURN, SIDE_JUDGE);
    talk_take_new(&c, 101, K_RETURN, SIDE_JUDGE);
    talk_is_silent(&c, TALK_TICK);
    talk_type(&c, 'a', 200);
    talk_says_key(&c, 200, 'a');
    talk_is_silent(&c, TALK_TICK);
    /* a new connection; the far end has lost its last keys */
    talk_greet(&c, 200, 100, TALK_TICK);
    talk_says_key(&c, 101, K_RETURN);
    talk_says(&c, TALK_TICK, WIRE_LIVE);
    talk_is_silent(&c, TALK_TICK);
    conversation_free(&c);
}

static void an_own_key_that_came_back_is_not_sent_again(void **state)
{
    struct conversation c;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    talk_type(&c, 'a', 100);
    talk_greet(&c, 101, 0, TALK_TICK);
    talk_take_new(&c, 101, 'b', SIDE_JUDGE);
    talk_take_new(&c, 103, 'c', SIDE_JUDGE); /* later than the greeting: typed since */
    talk_says(&c, TALK_TICK, WIRE_LIVE);
    talk_is_silent(&c, TALK_TICK);
    conversation_free(&c);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_conversation_begins_empty),
        cmocka_unit_test(it_takes_the_session_of_the_greeting),
        cmocka_unit_test(keys_are_given_strictly_increasing_times),
        cmocka_unit_test(times_are_later_than_the_far_ends),
        cmocka_unit_test(a_refused_key_is_not_added),
        cmocka_unit_test(it_holds_any_number_of_keys),
        cmocka_unit_test(a_full_conversation_does_not_change),
        cmocka_unit_test(a_duplicate_key_is_dropped),
        cmocka_unit_test(a_key_that_the_prompt_refuses_is_kept),
        cmocka_unit_test(the_events_are_the_prompts),
        cmocka_unit_test(own_keys_come_back_before_live_only),
        cmocka_unit_test(a_greeting_has_the_last_times),
        cmocka_unit_test(an_answer_has_the_label),
        cmocka_unit_test(without_judge_lines_the_greeting_has_the_judge),
        cmocka_unit_test(the_first_session_is_taken_over),
        cmocka_unit_test(keys_come_before_live_and_then_as_they_are_made),
        cmocka_unit_test(only_missing_keys_are_sent),
        cmocka_unit_test(received_keys_are_not_sent_back),
        cmocka_unit_test(an_own_key_that_came_back_is_not_sent_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
