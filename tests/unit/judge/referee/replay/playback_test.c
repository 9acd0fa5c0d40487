/*
 * playback_test.c - when keys are shown, at each speed (playback.h).
 */
#include "judge/referee/replay/playback.h"
#include "tests/support/helper.h"

#include <cmocka.h>

enum { SECOND = 1000000 };

/* Advance, and return the number of keys that were due. */
static size_t advance(struct playback *p, int64_t tick)
{
    size_t before = p->timeline->shown;

    playback_advance(p, tick);
    assert_false(p->timeline->failed);
    return p->timeline->shown - before;
}

static const struct record_round first_round;

/* Keys `gap` milliseconds apart. */
static void make(struct timeline *t, const char *keys, uint64_t gap)
{
    struct key key = {UINT64_C(1763648340000), 0, SIDE_JUDGE};

    assert_int_equal(timeline_begin(t, rulebook_find("2009"), &first_round), 0);
    for (; *keys != '\0'; keys++) {
        key.code = (unsigned char)*keys;
        assert_int_equal(timeline_add(t, PANE_LEFT, &key, KEYLOG_NO_JUDGE), 0);
        key.time += gap;
    }
}

static void keys_come_when_they_are_due(void **state)
{
    struct timeline t = {0};
    struct playback p;
    int64_t tick = 5 * SECOND;

    (void)state;
    make(&t, "Hello.", 100);
    playback_init(&p, &t);
    assert_int_equal(playback_due(&p), INT64_MAX);
    playback_run(&p, true, tick);
    assert_int_equal(playback_due(&p), tick);
    assert_int_equal(advance(&p, tick), 1);
    assert_int_equal(playback_due(&p), tick + 100000);
    assert_int_equal(advance(&p, tick + 99999), 0);
    assert_int_equal(advance(&p, tick + 100000), 1);
    assert_int_equal(t.shown, 2);
    /* Twice as fast; paused; and on. */
    playback_set_speed(&p, 200, tick + 100000);
    assert_int_equal(playback_due(&p), tick + 150000);
    playback_run(&p, false, tick + 120000);
    assert_int_equal(playback_due(&p), INT64_MAX);
    assert_int_equal(advance(&p, tick + 9 * SECOND), 0);
    playback_run(&p, true, tick + 9 * SECOND);
    assert_int_equal(playback_due(&p), tick + 9 * SECOND + 30000);
    /* At the end it pauses. */
    assert_int_equal(advance(&p, tick + 60 * SECOND), 4);
    assert_false(p.running);
    assert_int_equal(p.position, playback_length(&p));
    assert_int_equal(playback_length(&p), SECOND / 2);
    timeline_free(&t);
}

/* At a speed that divides no gap, each key comes at playback_due() and never before. */
static void no_key_comes_early(void **state)
{
    struct dice dice = {20090906};
    struct key key = {UINT64_C(12522395810609375), 'a', SIDE_JUDGE};
    struct timeline t = {0};
    struct playback p;
    int64_t tick = 0;

    (void)state;
    assert_int_equal(timeline_begin(&t, rulebook_find("2009"), &first_round), 0);
    for (int i = 0; i < 5000; i++) {
        assert_int_equal(timeline_add(&t, PANE_LEFT, &key, KEYLOG_NO_JUDGE), 0);
        key.time += dice_roll(&dice, 3000);
    }
    playback_init(&p, &t);
    playback_set_speed(&p, 73, 0);
    playback_run(&p, true, 0);
    while (p.running) {
        int64_t due = playback_due(&p);
        double exact = (double)t.keys[t.shown].place * 100 / 73;

        assert_true((double)due >= exact - 0.001 && (double)due < exact + 1.001);
        if (due > tick)
            assert_int_equal(advance(&p, due - 1), 0);
        assert_true(advance(&p, due) > 0);
        tick = due;
    }
    timeline_free(&t);
}

/* Hours are shown at once. */
static void all_keys_come_at_once(void **state)
{
    struct timeline t = {0};
    struct playback p;

    (void)state;
    make(&t, "Hello.", 3600 * 1000);
    playback_init(&p, &t);
    playback_set_speed(&p, PLAYBACK_ALL, 7);
    playback_run(&p, true, 7);
    assert_int_equal(playback_due(&p), 7);
    assert_int_equal(advance(&p, 7), 6);
    assert_false(p.running);
    assert_int_equal(playback_position(&p, 8), playback_length(&p));
    timeline_free(&t);
}

static void seeking_keeps_the_state(void **state)
{
    struct timeline t = {0};
    struct playback p;

    (void)state;
    make(&t, "Hello.", 1000);
    playback_init(&p, &t);
    playback_run(&p, true, 0);
    playback_seek(&p, 5 * SECOND / 2, 0);
    assert_int_equal(t.shown, 3);
    assert_true(p.running);
    assert_int_equal(playback_due(&p), SECOND / 2);
    timeline_show(&t, 2);
    playback_follow(&p, 0);
    assert_int_equal(p.position, SECOND);
    assert_true(p.running);
    playback_seek(&p, UINT64_MAX, 0);
    assert_int_equal(p.position, 5 * SECOND);
    assert_false(p.running);
    timeline_free(&t);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_come_when_they_are_due),
        cmocka_unit_test(no_key_comes_early),
        cmocka_unit_test(all_keys_come_at_once),
        cmocka_unit_test(seeking_keeps_the_state),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
