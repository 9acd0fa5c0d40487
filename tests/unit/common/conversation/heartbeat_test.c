/*
 * heartbeat_test.c - the heartbeat of a conversation (conversation.h), its orderly end,
 * and the answers of a station to greetings.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "tests/support/talk.h"

#define ANOTHER "fedcba9876543210fedcba9876543210"

/* The heartbeat */

static void after_a_silent_second_comes_a_ping(void **state)
{
    struct conversation c;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    talk_greet(&c, 0, 0, TALK_TICK);
    talk_says(&c, TALK_TICK + 10, WIRE_LIVE);
    talk_is_silent(&c, TALK_TICK + 1009);
    talk_says(&c, TALK_TICK + 1010, WIRE_PING);
    talk_is_silent(&c, TALK_TICK + 1010);
    talk_is_silent(&c, TALK_TICK + 2009);
    talk_type(&c, 'a', TALK_NOW);
    talk_says(&c, TALK_TICK + 2009, WIRE_KEY); /* a key replaces a ping */
    talk_is_silent(&c, TALK_TICK + 3008);
    talk_hear(&c, WIRE_PING, TALK_TICK + 3008); /* postpones no ping */
    talk_says(&c, TALK_TICK + 3009, WIRE_PING);
    talk_says(&c, TALK_TICK + 9999, WIRE_PING);
    conversation_free(&c);
}

static void after_three_seconds_of_silence_the_link_is_lost(void **state)
{
    static const enum wire_kind kinds[] = {
        WIRE_PING, WIRE_LIVE, WIRE_KEY, WIRE_BYE, WIRE_JUDGE};
    struct conversation c;
    int64_t tick = TALK_TICK;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    talk_greet(&c, 0, 0, tick);
    for (size_t i = 0; i < COUNT(kinds); i++) {
        assert_false(conversation_is_lost(&c, tick));
        assert_false(conversation_is_lost(&c, tick + 2999));
        assert_true(conversation_is_lost(&c, tick + 3000));
        assert_true(conversation_is_lost(&c, tick + 99999));
        tick += 777;
        talk_hear(&c, kinds[i], tick);
    }
    talk_says(&c, tick + 3000, WIRE_LIVE); /* sent messages do not postpone the loss */
    assert_true(conversation_is_lost(&c, tick + 3000));
    conversation_unlink(&c);
    assert_false(conversation_is_lost(&c, tick + 99999));
    conversation_free(&c);
}

static void the_next_ping_or_loss_is_due(void **state)
{
    struct conversation c;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    talk_greet(&c, 0, 0, TALK_TICK);
    assert_int_equal(conversation_due(&c), TALK_TICK + 1000);
    talk_says(&c, TALK_TICK + 100, WIRE_LIVE);
    assert_int_equal(conversation_due(&c), TALK_TICK + 1100);
    talk_says(&c, TALK_TICK + 1100, WIRE_PING);
    talk_says(&c, TALK_TICK + 2100, WIRE_PING);
    assert_int_equal(conversation_due(&c), TALK_TICK + 3000); /* no message came */
    talk_hear(&c, WIRE_PING, TALK_TICK + 2500);
    assert_int_equal(conversation_due(&c), TALK_TICK + 3100);
    conversation_unlink(&c);
    assert_true(conversation_due(&c) == INT64_MAX);
    conversation_free(&c);
}

/* The judge's clock */

static void says_left(struct conversation *c, int64_t tick, int64_t left)
{
    struct wire_message message;

    assert_true(conversation_say(c, tick, &message));
    assert_int_equal(message.kind, WIRE_PING);
    assert_int_equal(message.left, left);
}

/* With a clock a ping goes out every second, between all other messages, and at once
 * when the clock starts or stops or the judge goes to the other side. */
static void the_clock_is_sent_every_second(void **state)
{
    struct conversation c;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    talk_greet(&c, 0, 0, TALK_TICK);
    c.left = 300000;
    talk_says(&c, TALK_TICK, WIRE_LIVE); /* first the messages that precede pings */
    assert_true(conversation_due(&c) <= TALK_TICK);
    says_left(&c, TALK_TICK, 300000);
    talk_is_silent(&c, TALK_TICK);
    assert_int_equal(conversation_due(&c), TALK_TICK + 1000);
    c.left = 299500;
    talk_type(&c, 'a', TALK_NOW);
    talk_says(&c, TALK_TICK + 500, WIRE_KEY); /* a key does not replace the ping */
    assert_int_equal(conversation_due(&c), TALK_TICK + 1000);
    c.left = 299000;
    talk_is_silent(&c, TALK_TICK + 999);
    says_left(&c, TALK_TICK + 1000, 299000);
    c.left = WIRE_LEFT_LOCKED;
    says_left(&c, TALK_TICK + 1001, WIRE_LEFT_LOCKED);
    talk_is_silent(&c, TALK_TICK + 1001);
    c.left = 0;
    says_left(&c, TALK_TICK + 1002, 0);
    c.left = WIRE_LEFT_NONE;
    says_left(&c, TALK_TICK + 1003, WIRE_LEFT_NONE);
    conversation_free(&c);
}

/* The far end forgets the clock on a new connection. */
static void the_clock_is_sent_on_a_new_connection(void **state)
{
    struct conversation c;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    c.left = 5000;
    for (int times = 0; times < 2; times++) {
        talk_greet(&c, 0, 0, TALK_TICK);
        talk_says(&c, TALK_TICK, WIRE_LIVE);
        says_left(&c, TALK_TICK, 5000);
        talk_is_silent(&c, TALK_TICK);
    }
    conversation_free(&c);
}

/* The end */

static void both_say_bye(void **state)
{
    struct conversation a, b;

    (void)state;
    talk_begin(&a, SIDE_JUDGE);
    talk_begin(&b, SIDE_OTHER);
    talk_greet(&a, 0, 0, TALK_TICK);
    talk_greet(&b, 0, 0, TALK_TICK);
    a.leaving = true;
    talk_type(&a, 'x', TALK_NOW);
    talk_says(&a, TALK_TICK, WIRE_KEY);
    talk_says(&a, TALK_TICK, WIRE_LIVE);
    talk_is_silent(&a, TALK_TICK); /* before `live` the far end may have more keys */
    talk_says(&b, TALK_TICK, WIRE_LIVE);
    talk_is_silent(&b, TALK_TICK);
    talk_hear(&a, WIRE_LIVE, TALK_TICK);
    talk_type(&a, 'y', TALK_NOW + 1);
    talk_says(&a, TALK_TICK, WIRE_KEY); /* keys first */
    talk_says(&a, TALK_TICK, WIRE_BYE);
    talk_is_silent(&a, TALK_TICK);
    assert_false(a.bye_answered);
    talk_hear(&b, WIRE_BYE, TALK_TICK);
    assert_true(b.bye_got && !b.bye_answered);
    talk_says(&b, TALK_TICK, WIRE_BYE);
    assert_true(b.bye_answered);
    talk_is_silent(&b, TALK_TICK);
    talk_hear(&a, WIRE_BYE, TALK_TICK);
    assert_true(a.bye_answered);
    talk_is_silent(&a, TALK_TICK);
    conversation_free(&a);
    conversation_free(&b);
}

/* Both ends leave at once: each `bye` answers the other. */
static void two_byes_cross(void **state)
{
    struct conversation c;

    (void)state;
    talk_begin(&c, SIDE_OTHER);
    talk_greet(&c, 0, 0, TALK_TICK);
    talk_says(&c, TALK_TICK, WIRE_LIVE);
    talk_hear(&c, WIRE_LIVE, TALK_TICK);
    c.leaving = true;
    talk_says(&c, TALK_TICK, WIRE_BYE);
    assert_false(c.bye_answered);
    talk_hear(&c, WIRE_BYE, TALK_TICK);
    assert_true(c.bye_answered);
    talk_is_silent(&c, TALK_TICK);
    conversation_free(&c);
}

/* A `bye` is answered after the keys and `live`. */
static void an_answer_to_bye_waits_for_live(void **state)
{
    struct conversation c;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    talk_type(&c, 'x', 100);
    talk_greet(&c, 0, 0, TALK_TICK);
    talk_hear(&c, WIRE_BYE, TALK_TICK);
    talk_says_key(&c, 100, 'x');
    talk_says(&c, TALK_TICK, WIRE_LIVE);
    assert_false(c.bye_answered);
    talk_says(&c, TALK_TICK, WIRE_BYE);
    assert_true(c.bye_answered);
    conversation_free(&c);
}

/* On a new connection `bye` is sent again. */
static void bye_is_sent_again_on_a_new_connection(void **state)
{
    struct conversation c;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    talk_greet(&c, 0, 0, TALK_TICK);
    talk_says(&c, TALK_TICK, WIRE_LIVE);
    talk_hear(&c, WIRE_LIVE, TALK_TICK);
    c.leaving = true;
    talk_says(&c, TALK_TICK, WIRE_BYE);
    conversation_unlink(&c);
    talk_greet(&c, 0, 0, TALK_TICK);
    talk_says(&c, TALK_TICK, WIRE_LIVE);
    talk_is_silent(&c, TALK_TICK);
    talk_hear(&c, WIRE_LIVE, TALK_TICK);
    talk_says(&c, TALK_TICK, WIRE_BYE);
    c.leaving = false; /* nor the far end's `bye` */
    talk_hear(&c, WIRE_PING, TALK_TICK);
    talk_greet(&c, 0, 0, TALK_TICK);
    assert_false(c.bye_got || c.bye_sent || c.bye_answered);
    talk_says(&c, TALK_TICK, WIRE_LIVE);
    talk_hear(&c, WIRE_LIVE, TALK_TICK);
    talk_is_silent(&c, TALK_TICK);
    conversation_free(&c);
}

static void a_new_connection_forgets_the_far_ends_bye(void **state)
{
    struct conversation c;

    (void)state;
    talk_begin(&c, SIDE_JUDGE);
    talk_greet(&c, 0, 0, TALK_TICK);
    talk_hear(&c, WIRE_BYE, TALK_TICK);
    talk_greet(&c, 0, 0, TALK_TICK);
    talk_says(&c, TALK_TICK, WIRE_LIVE);
    talk_hear(&c, WIRE_LIVE, TALK_TICK);
    talk_is_silent(&c, TALK_TICK);
    conversation_free(&c);
}

/* Verdicts */

static const struct {
    const char *ours, *theirs, *book;
    bool keys;
    int64_t lost_ms;
    enum verdict verdict;
} verdicts[] = {
    /* no conversation */
    {"", "", "1996", false, 0, VERDICT_NEW},
    {"", "", "1996", false, 99999, VERDICT_NEW},
    {"", TALK_SESSION, "1996", false, 0, VERDICT_UNKNOWN},
    {"", "", "2009", false, 0, VERDICT_BOOK},
    {"", TALK_SESSION, "2009", false, 0, VERDICT_BOOK},
    /* the judge of this conversation, on any connection */
    {TALK_SESSION, TALK_SESSION, "1996", true, 0, VERDICT_TAKE_OVER},
    {TALK_SESSION, TALK_SESSION, "1996", false, 0, VERDICT_TAKE_OVER},
    {TALK_SESSION, TALK_SESSION, "1996", true, 1, VERDICT_TAKE_OVER},
    {TALK_SESSION, TALK_SESSION, "1996", true, 99999, VERDICT_TAKE_OVER},
    {TALK_SESSION, TALK_SESSION, "wager", true, 0, VERDICT_BOOK},
    {TALK_SESSION, TALK_SESSION, "199", true, 0, VERDICT_BOOK},
    /* another session */
    {TALK_SESSION, ANOTHER, "1996", true, 0, VERDICT_UNKNOWN},
    {TALK_SESSION, ANOTHER, "1996", false, 99999, VERDICT_UNKNOWN},
    {TALK_SESSION, ANOTHER, "2003", true, 0, VERDICT_BOOK},
    /* a new judge */
    {TALK_SESSION, "", "1996", true, 0, VERDICT_BUSY},
    {TALK_SESSION, "", "1996", false, 0, VERDICT_BUSY},
    {TALK_SESSION, "", "1996", true, 1, VERDICT_BUSY},
    {TALK_SESSION, "", "1996", true, 59999, VERDICT_BUSY},
    {TALK_SESSION, "", "1996", true, 60000, VERDICT_NEW},
    {TALK_SESSION, "", "1996", true, 60001, VERDICT_NEW},
    {TALK_SESSION, "", "1996", false, 1, VERDICT_NEW},
    {TALK_SESSION, "", "2004", true, 60000, VERDICT_BOOK},
};

/* After a power cut the record may lack keys. */
static void a_record_without_keys_may_lack_them(void **state)
{
    struct wire_message greeting = {.kind = WIRE_JUDGE, .book = "1996"};
    struct conversation c;

    (void)state;
    talk_begin(&c, SIDE_OTHER);
    strcpy(c.session, TALK_SESSION);
    assert_true(c.restored);
    assert_int_equal(conversation_verdict(&c, &greeting, 59999, 60000), VERDICT_BUSY);
    assert_int_equal(conversation_verdict(&c, &greeting, 60000, 60000), VERDICT_NEW);
    conversation_free(&c);
}

static void greetings_are_judged(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(verdicts); i++) {
        struct wire_message greeting = {.kind = WIRE_JUDGE};
        struct conversation c;
        enum verdict verdict;

        talk_begin(&c, SIDE_OTHER);
        c.restored = false;
        strcpy(c.session, verdicts[i].ours);
        strcpy(greeting.session, verdicts[i].theirs);
        strcpy(greeting.book, verdicts[i].book);
        if (verdicts[i].keys)
            talk_take_new(&c, 1, 'a', SIDE_JUDGE);
        verdict = conversation_verdict(&c, &greeting, verdicts[i].lost_ms, 60000);
        if (verdict != verdicts[i].verdict)
            fail_msg("row %zu: verdict %d", i, verdict);
        conversation_free(&c);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(after_a_silent_second_comes_a_ping),
        cmocka_unit_test(after_three_seconds_of_silence_the_link_is_lost),
        cmocka_unit_test(the_next_ping_or_loss_is_due),
        cmocka_unit_test(the_clock_is_sent_every_second),
        cmocka_unit_test(the_clock_is_sent_on_a_new_connection),
        cmocka_unit_test(both_say_bye),
        cmocka_unit_test(two_byes_cross),
        cmocka_unit_test(an_answer_to_bye_waits_for_live),
        cmocka_unit_test(bye_is_sent_again_on_a_new_connection),
        cmocka_unit_test(a_new_connection_forgets_the_far_ends_bye),
        cmocka_unit_test(greetings_are_judged),
        cmocka_unit_test(a_record_without_keys_may_lack_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
