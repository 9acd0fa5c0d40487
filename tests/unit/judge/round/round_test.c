/*
 * round_test.c - a round at a judge's terminal (round.h), case by case. All
 * orders of events are in round_orders_test.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "judge/round/round.h"

enum { LEFT, RIGHT, MINUTE = 60000 };

/* A round with all links, after the opening screen, at tick 0. */
static struct round begun(const char *book, int panes, int minutes)
{
    struct round r;

    round_start(&r, rulebook_find(book), panes, minutes, 0);
    for (int i = 0; i < panes; i++)
        round_link_back(&r, i, 0);
    round_acknowledge(&r, 0);
    return r;
}

/* Whether there is this news at tick; other news are dropped. */
static bool said(struct round *r, enum round_event event, int pane, int64_t tick)
{
    struct round_news news;
    bool found = false;

    round_pass(r, tick);
    while (round_take_news(r, &news))
        found = found || (news.event == event && news.pane == pane);
    return found;
}

static void nothing_is_typed_before_the_opening_is_read(void **state)
{
    struct round r;

    (void)state;
    round_start(&r, rulebook_find("2004"), 2, 0, 0);
    round_link_back(&r, LEFT, 10);
    assert_int_equal(round_press(&r, LEFT, 20), ROUND_KEY_OPENING);
    round_acknowledge(&r, 30);
    assert_int_equal(round_press(&r, RIGHT, 40), ROUND_KEY_UNLINKED);
    assert_int_equal(round_press(&r, LEFT, 50), ROUND_KEY_TAKEN);
    assert_int_equal(round_left(&r, LEFT), 25 * MINUTE);
}

static void in_2004_any_first_key_begins_both_clocks(void **state)
{
    struct round r = begun("2004", 2, 0);

    (void)state;
    assert_int_equal(round_left(&r, LEFT), ROUND_NO_CLOCK);
    assert_int_equal(round_shown(&r, LEFT), 25 * MINUTE);
    assert_int_equal(round_next(&r), ROUND_NEVER);
    round_press(&r, RIGHT, 500000);
    assert_int_equal(round_left(&r, LEFT), 25 * MINUTE);
    assert_int_equal(round_left(&r, RIGHT), 25 * MINUTE);
    round_press(&r, LEFT, 500000 + MINUTE);
    assert_int_equal(round_left(&r, LEFT), 24 * MINUTE);
    assert_true(said(&r, ROUND_BEGUN, LEFT, 500000 + MINUTE));
}

static void in_2004_a_side_that_comes_late_has_all_its_time(void **state)
{
    struct round_news news = {.event = ROUND_BEGUN};
    struct round r;

    (void)state;
    round_start(&r, rulebook_find("2004"), 2, 0, 0);
    round_link_back(&r, LEFT, 0);
    round_acknowledge(&r, 0);
    round_press(&r, LEFT, 1 * MINUTE);
    assert_int_equal(round_left(&r, RIGHT), 25 * MINUTE);
    round_link_back(&r, RIGHT, 11 * MINUTE);
    while (news.event != ROUND_GIVEN_BACK)
        assert_true(round_take_news(&r, &news));
    assert_int_equal(news.pane, RIGHT);
    assert_int_equal(news.ms, 10 * MINUTE);
    assert_int_equal(round_left(&r, LEFT), 15 * MINUTE);
    assert_int_equal(round_left(&r, RIGHT), 25 * MINUTE);
    assert_int_equal(round_press(&r, LEFT, 26 * MINUTE), ROUND_KEY_OVER);
    assert_int_equal(r.phase, ROUND_TALKING);
    assert_int_equal(round_press(&r, RIGHT, 36 * MINUTE - 1), ROUND_KEY_TAKEN);
    assert_int_equal(round_press(&r, RIGHT, 36 * MINUTE), ROUND_KEY_OVER);
    assert_int_equal(r.phase, ROUND_REVIEW);
}

static void in_2004_keys_stop_at_zero_and_review_begins(void **state)
{
    struct round r = begun("2004", 2, 0);
    int64_t end = 1000 + 25 * MINUTE;

    (void)state;
    round_press(&r, LEFT, 1000);
    assert_false(said(&r, ROUND_LAST_MINUTE, LEFT, end - MINUTE - 1));
    assert_true(said(&r, ROUND_LAST_MINUTE, LEFT, end - MINUTE));
    assert_false(said(&r, ROUND_LAST_MINUTE, LEFT, end - 1));
    assert_int_equal(round_press(&r, LEFT, end - 1), ROUND_KEY_TAKEN);
    assert_int_equal(round_press(&r, LEFT, end), ROUND_KEY_OVER);
    assert_int_equal(round_left(&r, LEFT), 0);
    assert_int_equal(r.phase, ROUND_REVIEW);
    assert_true(said(&r, ROUND_TIME_UP, RIGHT, end));
    assert_int_equal(round_review_left(&r), 5 * MINUTE);
    assert_true(said(&r, ROUND_REVIEW_LAST_MINUTE, -1, end + 4 * MINUTE));
    assert_true(said(&r, ROUND_REVIEW_UP, -1, end + 5 * MINUTE));
    assert_int_equal(round_review_left(&r), 0);
}

static void a_ballot_is_taken_however_late(void **state)
{
    struct round r = begun("2004", 2, 1);

    (void)state;
    round_press(&r, LEFT, 0);
    assert_false(round_open_ballot(&r, MINUTE - 1));
    assert_true(round_open_ballot(&r, 500 * MINUTE));
    assert_true(round_close_ballot(&r, 501 * MINUTE));
    assert_false(round_confirm(&r, 501 * MINUTE));
    assert_true(round_open_ballot(&r, 501 * MINUTE));
    assert_true(round_confirm(&r, 502 * MINUTE));
    assert_false(round_confirm(&r, 502 * MINUTE));
    assert_false(round_open_ballot(&r, 502 * MINUTE));
    assert_false(round_may_reveal(&r));
    assert_false(round_quit(&r, 502 * MINUTE));
    round_saved(&r, 503 * MINUTE);
    assert_true(round_may_reveal(&r));
    assert_int_equal(round_change_left(&r), ROUND_NO_CLOCK);
    assert_true(round_quit(&r, 503 * MINUTE));
    assert_int_equal(r.phase, ROUND_OVER);
}

static void in_2009_left_comes_first_and_right_begins_with_its_own_key(void **state)
{
    struct round r = begun("2009", 2, 0);

    (void)state;
    assert_int_equal(round_press(&r, RIGHT, 0), ROUND_KEY_LOCKED);
    assert_int_equal(round_left(&r, RIGHT), ROUND_LOCKED);
    round_press(&r, LEFT, 1000);
    assert_int_equal(round_left(&r, LEFT), 5 * MINUTE);
    assert_int_equal(round_press(&r, RIGHT, 1000 + 5 * MINUTE - 1), ROUND_KEY_LOCKED);
    assert_true(said(&r, ROUND_UNLOCKED, RIGHT, 1000 + 5 * MINUTE));
    assert_int_equal(round_left(&r, LEFT), 0);
    assert_int_equal(round_left(&r, RIGHT), ROUND_NO_CLOCK);
    assert_int_equal(round_press(&r, LEFT, 7 * MINUTE), ROUND_KEY_OVER);
    assert_int_equal(round_press(&r, RIGHT, 8 * MINUTE), ROUND_KEY_TAKEN);
    assert_int_equal(round_left(&r, RIGHT), 5 * MINUTE);
    assert_true(said(&r, ROUND_REVIEW_BEGINS, -1, 13 * MINUTE));
    assert_int_equal(round_review_left(&r), 10 * MINUTE);
}

static void in_2009_there_are_five_minutes_to_change(void **state)
{
    struct round r = begun("2009", 2, 1);

    (void)state;
    round_press(&r, LEFT, 0);
    round_press(&r, RIGHT, MINUTE);
    round_open_ballot(&r, 2 * MINUTE);
    round_confirm(&r, 3 * MINUTE);
    round_saved(&r, 4 * MINUTE);
    assert_int_equal(round_change_left(&r), 5 * MINUTE);
    assert_false(said(&r, ROUND_CHANGE_UP, -1, 9 * MINUTE - 1));
    assert_true(said(&r, ROUND_CHANGE_UP, -1, 9 * MINUTE));
    assert_int_equal(round_change_left(&r), 0);
}

static void in_the_wager_each_interview_has_its_clock(void **state)
{
    struct round r = begun("wager", 4, 0);

    (void)state;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(round_press(&r, i, i * 121 * MINUTE), ROUND_KEY_TAKEN);
        assert_int_equal(round_left(&r, i), 120 * MINUTE);
        assert_int_equal(r.phase, ROUND_TALKING);
    }
    round_pass(&r, 4 * 121 * MINUTE);
    assert_int_equal(r.phase, ROUND_REVIEW);
    assert_int_equal(round_review_left(&r), ROUND_NO_CLOCK);
}

static void without_a_clock_the_judge_ends_the_talk(void **state)
{
    struct round r = begun("1996", 3, 0);

    (void)state;
    assert_int_equal(round_left(&r, 0), ROUND_NO_CLOCK);
    assert_int_equal(round_press(&r, 2, 5), ROUND_KEY_TAKEN);
    assert_int_equal(round_press(&r, 0, 1000 * MINUTE), ROUND_KEY_TAKEN);
    assert_int_equal(round_left(&r, 0), ROUND_NO_CLOCK);
    assert_int_equal(round_next(&r), ROUND_NEVER);
    assert_true(round_quit(&r, 1001 * MINUTE));
    assert_int_equal(r.phase, ROUND_REVIEW);
    assert_int_equal(r.phase, ROUND_REVIEW);
    assert_int_equal(round_press(&r, 0, 1001 * MINUTE), ROUND_KEY_OVER);
}

static void a_closed_terminal_leaves_the_round_unfinished(void **state)
{
    struct round r = begun("1996", 3, 0), silent = r, late = begun("2004", 2, 0);

    (void)state;
    assert_true(round_hang_up(&silent, 1));
    assert_int_equal(silent.phase, ROUND_OVER);
    round_press(&r, 2, 5);
    assert_true(round_hang_up(&r, 6));
    assert_int_equal(r.phase, ROUND_LEFT);
    assert_int_equal(r.phase, ROUND_LEFT);
    round_press(&late, LEFT, 0);
    round_pass(&late, 26 * MINUTE);
    assert_int_equal(late.phase, ROUND_REVIEW);
    assert_true(round_hang_up(&late, 27 * MINUTE));
    assert_int_equal(late.phase, ROUND_LEFT);
    assert_int_equal(late.phase, ROUND_LEFT);
}

static void quitting_loses_nothing(void **state)
{
    struct round r = begun("2004", 2, 0);
    struct round silent = r, early;

    (void)state;
    round_start(&early, rulebook_find("2004"), 2, 0, 0);
    assert_true(round_quit(&early, 1));
    assert_int_equal(early.phase, ROUND_OVER);
    assert_true(round_quit(&silent, 1));
    assert_int_equal(silent.phase, ROUND_OVER);
    round_press(&r, LEFT, 0);
    assert_true(round_quit(&r, 1));
    assert_int_equal(r.phase, ROUND_LEFT);
    assert_int_equal(r.phase, ROUND_LEFT);
    assert_int_equal(round_press(&r, LEFT, 2), ROUND_KEY_OVER);
}

static void lost_time_is_given_back_to_its_side(void **state)
{
    struct round r = begun("2004", 2, 0);
    struct round_news news;

    (void)state;
    round_press(&r, LEFT, 0);
    round_link_lost(&r, RIGHT, 2 * MINUTE - 3000, 2 * MINUTE);
    assert_int_equal(round_press(&r, RIGHT, 3 * MINUTE), ROUND_KEY_TAKEN);
    while (round_take_news(&r, &news))
        continue;
    round_link_back(&r, RIGHT, 4 * MINUTE);
    assert_int_equal(round_left(&r, LEFT), 21 * MINUTE);
    assert_int_equal(round_left(&r, RIGHT), 23 * MINUTE + 3000);
    assert_true(round_take_news(&r, &news));
    assert_int_equal(news.event, ROUND_GIVEN_BACK);
    assert_int_equal(news.pane, RIGHT);
    assert_int_equal(news.ms, 2 * MINUTE + 3000);
    assert_int_equal(round_press(&r, LEFT, 25 * MINUTE), ROUND_KEY_OVER);
    assert_int_equal(round_press(&r, RIGHT, 27 * MINUTE), ROUND_KEY_TAKEN);
    assert_int_equal(round_press(&r, RIGHT, 27 * MINUTE + 3000), ROUND_KEY_OVER);
    assert_int_equal(r.phase, ROUND_REVIEW);
}

/* The same loss is not given back twice. */
static void losses_do_not_overlap(void **state)
{
    struct round r = begun("2004", 2, 0);

    (void)state;
    round_press(&r, LEFT, 1000);
    round_link_lost(&r, LEFT, 0, 2000);
    round_link_back(&r, LEFT, 4000);
    assert_int_equal(round_left(&r, LEFT), 25 * MINUTE);
    round_link_lost(&r, LEFT, 1000, 5000);
    round_link_lost(&r, LEFT, 1000, 6000);
    round_link_back(&r, LEFT, 7000);
    round_link_back(&r, LEFT, 8000);
    assert_int_equal(round_left(&r, LEFT), 25 * MINUTE - 1000);
}

static void at_zero_a_lost_side_stops_and_waits(void **state)
{
    struct round r = begun("2004", 2, 1);

    (void)state;
    round_press(&r, LEFT, 0);
    round_link_lost(&r, LEFT, 10000, 13000);
    assert_int_equal(round_press(&r, LEFT, MINUTE - 1), ROUND_KEY_TAKEN);
    assert_false(round_may_go_on(&r, LEFT));
    assert_int_equal(round_press(&r, LEFT, MINUTE), ROUND_KEY_WAITS);
    assert_true(said(&r, ROUND_STOPPED, LEFT, MINUTE));
    assert_int_equal(round_left(&r, LEFT), 0);
    assert_int_equal(r.phase, ROUND_TALKING);
    round_link_back(&r, LEFT, 2 * MINUTE);
    assert_int_equal(round_left(&r, LEFT), MINUTE - 10000);
    assert_int_equal(round_press(&r, LEFT, 3 * MINUTE - 10001), ROUND_KEY_TAKEN);
    assert_int_equal(round_press(&r, LEFT, 3 * MINUTE - 10000), ROUND_KEY_OVER);
}

static void a_last_minute_that_was_not_is_announced_again(void **state)
{
    struct round r = begun("2004", 2, 2);

    (void)state;
    round_press(&r, LEFT, 0);
    round_link_lost(&r, LEFT, 30000, 33000);
    assert_true(said(&r, ROUND_LAST_MINUTE, LEFT, MINUTE));
    round_link_back(&r, LEFT, 90000);
    assert_false(said(&r, ROUND_LAST_MINUTE, LEFT, 2 * MINUTE - 1));
    assert_true(said(&r, ROUND_LAST_MINUTE, LEFT, 2 * MINUTE));
}

static void a_side_that_stays_away_is_not_waited_for_for_ever(void **state)
{
    struct round r = begun("2004", 2, 1);

    (void)state;
    round_press(&r, LEFT, 0);
    round_link_lost(&r, LEFT, 10000, 13000);
    round_link_lost(&r, RIGHT, 20000, 23000);
    round_link_back(&r, RIGHT, 50000);
    round_pass(&r, MINUTE);
    assert_false(round_go_on(&r, LEFT, MINUTE));
    assert_false(round_go_on(&r, RIGHT, MINUTE + 1));
    assert_int_equal(round_press(&r, RIGHT, MINUTE + 29999), ROUND_KEY_TAKEN);
    assert_true(round_go_on(&r, LEFT, MINUTE + 30000));
    assert_int_equal(r.phase, ROUND_REVIEW);
}

static void with_both_sides_away_the_judge_goes_on(void **state)
{
    struct round r = begun("2004", 2, 1);

    (void)state;
    round_press(&r, LEFT, 0);
    round_link_lost(&r, LEFT, 10000, 13000);
    round_link_lost(&r, RIGHT, 10000, 13000);
    round_pass(&r, MINUTE);
    assert_true(round_go_on(&r, RIGHT, MINUTE));
    assert_int_equal(r.phase, ROUND_REVIEW);
}

/* A terminal without the judge loses no time. */
static void a_terminal_is_missed_from_when_the_judge_came_there(void **state)
{
    struct round r;

    (void)state;
    round_start(&r, rulebook_find("wager"), 2, 1, 0);
    round_acknowledge(&r, 0);
    round_link_back(&r, 0, 0);
    round_press(&r, 0, 0);
    round_pass(&r, MINUTE);
    round_visit(&r, 1, 2 * MINUTE);
    assert_false(round_may_go_on(&r, 1));
    assert_false(round_go_on(&r, 1, 3 * MINUTE - 1));
    round_link_back(&r, 1, 3 * MINUTE - 1);
    assert_int_equal(round_press(&r, 1, 3 * MINUTE), ROUND_KEY_TAKEN);
    round_visit(&r, 1, 3 * MINUTE + 1);
    assert_int_equal(round_left(&r, 1), MINUTE - 1);
}

/* A hang-up leaves the round unfinished, with a clock or without. */
static void a_hang_up_leaves_the_round_to_be_resumed(void **state)
{
    struct round r = begun("1996", 1, 0);

    (void)state;
    round_press(&r, 0, 1);
    assert_true(round_hang_up(&r, 2));
    assert_int_equal(r.phase, ROUND_LEFT);
    assert_int_equal(r.phase, ROUND_LEFT);
    r = begun("1996", 1, 0);
    assert_true(round_hang_up(&r, 2));
    assert_int_equal(r.phase, ROUND_OVER);
    assert_int_equal(r.phase, ROUND_OVER);
    r = begun("2004", 2, 1);
    round_press(&r, LEFT, 1);
    assert_true(round_hang_up(&r, 2));
    assert_int_equal(r.phase, ROUND_LEFT);
}

static void in_2009_the_judge_goes_on_to_the_right_and_without_it(void **state)
{
    struct round r = begun("2009", 2, 0);

    (void)state;
    round_press(&r, LEFT, 0);
    round_link_lost(&r, LEFT, MINUTE, MINUTE);
    round_link_lost(&r, RIGHT, MINUTE, MINUTE);
    assert_false(round_go_on(&r, LEFT, 5 * MINUTE - 1));
    assert_false(round_go_on(&r, RIGHT, 5 * MINUTE));
    assert_true(round_go_on(&r, LEFT, 6 * MINUTE));
    assert_true(said(&r, ROUND_UNLOCKED, RIGHT, 6 * MINUTE));
    /* Away for its full time since it was unlocked. */
    assert_int_equal(round_next(&r), 11 * MINUTE);
    assert_false(round_go_on(&r, RIGHT, 11 * MINUTE - 1));
    assert_true(round_go_on(&r, RIGHT, 11 * MINUTE));
    assert_int_equal(r.phase, ROUND_REVIEW);
}

static void a_side_that_ends_by_itself_is_over(void **state)
{
    struct round r = begun("2004", 2, 0);
    struct round_news news;

    (void)state;
    round_press(&r, LEFT, 0);
    round_end_pane(&r, LEFT, MINUTE);
    while (round_take_news(&r, &news))
        assert_int_not_equal(news.event, ROUND_TIME_UP);
    assert_int_equal(round_press(&r, LEFT, MINUTE), ROUND_KEY_OVER);
    assert_int_equal(round_press(&r, RIGHT, MINUTE), ROUND_KEY_TAKEN);
    round_end_pane(&r, RIGHT, 2 * MINUTE);
    assert_int_equal(r.phase, ROUND_REVIEW);
}

/* SIGSTOP, or sleep: events that were due meanwhile have their own ticks. */
static void a_suspended_program_finds_the_time_gone(void **state)
{
    struct round r = begun("2009", 2, 0);
    struct round watched = r;

    (void)state;
    round_press(&r, LEFT, 0);
    round_press(&watched, LEFT, 0);
    for (int64_t tick = 0; tick <= 60 * MINUTE; tick += 100)
        round_pass(&watched, tick);
    round_pass(&r, 60 * MINUTE);
    assert_int_equal(r.pane[LEFT].over, 5 * MINUTE);
    assert_memory_equal(&r, &watched, sizeof(r));
    assert_int_equal(round_press(&r, LEFT, 60 * MINUTE), ROUND_KEY_OVER);

    round_press(&r, RIGHT, 61 * MINUTE);
    round_pass(&r, 200 * MINUTE);
    assert_int_equal(round_review_left(&r), 0);
    assert_true(round_open_ballot(&r, 200 * MINUTE));
}

/* A tick that steps back counts as the last one. */
static void time_does_not_step_back(void **state)
{
    struct round r = begun("2004", 2, 0);

    (void)state;
    round_press(&r, LEFT, 0);
    round_pass(&r, 10 * MINUTE);
    round_pass(&r, 0);
    assert_int_equal(round_press(&r, LEFT, -60 * MINUTE), ROUND_KEY_TAKEN);
    assert_int_equal(round_left(&r, LEFT), 15 * MINUTE);
}

static void the_next_moment_is_that_of_another_second_or_news(void **state)
{
    struct round r = begun("2004", 2, 1);
    char text[ROUND_SPELL_SIZE];

    (void)state;
    round_press(&r, LEFT, 250);
    assert_int_equal(round_next(&r), 1250);
    round_pass(&r, 1249);
    round_spell(round_left(&r, LEFT), text);
    assert_string_equal(text, "1:00");
    round_pass(&r, 1250);
    round_spell(round_left(&r, LEFT), text);
    assert_string_equal(text, "0:59");
    assert_int_equal(round_next(&r), 2250);
}

static void times_are_spelled_in_minutes(void **state)
{
    static const struct {
        int64_t ms;
        const char *text;
    } spelled[] = {{0, "0:00"}, {1, "0:01"}, {1000, "0:01"}, {1001, "0:02"},
        {59999, "1:00"}, {25 * MINUTE, "25:00"}, {120 * MINUTE, "120:00"},
        {-5, "0:00"}};
    char text[ROUND_SPELL_SIZE];

    (void)state;
    for (size_t i = 0; i < COUNT(spelled); i++) {
        round_spell(spelled[i].ms, text);
        assert_string_equal(text, spelled[i].text);
    }
}

static void each_refusal_has_a_message(void **state)
{
    (void)state;
    assert_null(round_refusal(ROUND_KEY_TAKEN));
    for (enum round_key key = ROUND_KEY_OPENING; key <= ROUND_KEY_OVER; key++)
        assert_true(strlen(round_refusal(key)) < 40);
}

/* Resume a round at tick 0 from the notes of both sides. */
static struct round resumed(const struct round *r, int minutes)
{
    struct round again;

    round_start(&again, r->book, r->panes, minutes, 0);
    for (int i = 0; i < r->panes; i++) {
        char note[ROUND_NOTE_SIZE];
        size_t length = round_note(r, i, note);

        if (length > 0)
            assert_int_equal(round_recall(&again, i, note, length), 0);
    }
    round_resume(&again, 0);
    return again;
}

static void a_restart_never_gains_time(void **state)
{
    struct round r = begun("2004", 2, 0), again;

    (void)state;
    round_press(&r, LEFT, 0);
    round_pass(&r, 10 * MINUTE);
    again = resumed(&r, 0);
    assert_int_equal(again.phase, ROUND_TALKING);
    assert_int_equal(round_left(&again, LEFT), 15 * MINUTE - ROUND_NOTE_MS);
    /* The time until the link is back is given back. */
    round_link_back(&again, LEFT, 2000);
    assert_int_equal(round_left(&again, LEFT), 15 * MINUTE - ROUND_NOTE_MS);
    round_pass(&again, 3000);
    assert_int_equal(round_left(&again, LEFT), 15 * MINUTE - ROUND_NOTE_MS - 1000);
    assert_int_equal(round_press(&again, LEFT, 3000), ROUND_KEY_TAKEN);
}

/* With a note every five seconds a kill never gains time. */
static void killed_at_any_moment_it_is_later_than_before(void **state)
{
    (void)state;
    for (int64_t killed = 0; killed <= 2 * MINUTE + 1000; killed += 250) {
        struct round r = begun("2009", 2, 2), again;
        char note[ROUND_NOTE_SIZE];
        size_t length = 0;
        struct round_news news;

        round_press(&r, LEFT, 0);
        for (int64_t tick = 0; tick <= killed; tick += 250) {
            round_pass(&r, tick);
            while (round_take_news(&r, &news))
                if (news.event == ROUND_NOTE_DUE && news.pane == LEFT)
                    length = round_note(&r, LEFT, note);
        }
        round_start(&again, r.book, 2, 2, 0);
        assert_int_equal(round_recall(&again, LEFT, note, length), 0);
        round_resume(&again, 0);
        assert_true(round_left(&again, LEFT) <= round_left(&r, LEFT));
        assert_true(
            round_left(&again, LEFT) >= round_left(&r, LEFT) - ROUND_NOTE_MS - 250);
    }
}

static void a_restart_finds_the_ballot_again(void **state)
{
    struct round r = begun("2004", 2, 1), again;

    (void)state;
    round_press(&r, LEFT, 0);
    round_pass(&r, 2 * MINUTE);
    again = resumed(&r, 1);
    assert_int_equal(again.phase, ROUND_REVIEW);
    assert_int_equal(round_review_left(&again), 4 * MINUTE - ROUND_NOTE_MS);
    assert_int_equal(round_press(&again, LEFT, 0), ROUND_KEY_OVER);
    round_open_ballot(&r, 3 * MINUTE);
    round_confirm(&r, 3 * MINUTE);
    again = resumed(&r, 1);
    assert_true(round_open_ballot(&again, 0));
    round_saved(&r, 3 * MINUTE);
    again = resumed(&r, 1);
    assert_int_equal(again.phase, ROUND_THANKS);
}

static void a_restart_on_the_right_finds_the_left_over(void **state)
{
    struct round r = begun("2009", 2, 0), again;

    (void)state;
    round_press(&r, LEFT, 0);
    round_press(&r, RIGHT, 6 * MINUTE);
    round_pass(&r, 8 * MINUTE);
    again = resumed(&r, 0);
    assert_int_equal(round_press(&again, LEFT, 0), ROUND_KEY_OVER);
    assert_int_equal(round_left(&again, RIGHT), 3 * MINUTE - ROUND_NOTE_MS);
    assert_int_equal(round_press(&again, RIGHT, 0), ROUND_KEY_TAKEN);
}

static void a_restart_in_the_last_seconds_is_over(void **state)
{
    struct round r = begun("2004", 2, 1), again;

    (void)state;
    round_press(&r, LEFT, 0);
    round_pass(&r, MINUTE - ROUND_NOTE_MS);
    again = resumed(&r, 1);
    assert_int_equal(again.phase, ROUND_REVIEW);
    assert_true(said(&again, ROUND_TIME_UP, RIGHT, 0));
}

static void keys_without_a_note_have_begun_the_clock(void **state)
{
    struct round r;

    (void)state;
    round_start(&r, rulebook_find("2004"), 2, 0, 0);
    round_recall_begun(&r, RIGHT);
    round_resume(&r, 0);
    assert_int_equal(round_left(&r, LEFT), 25 * MINUTE - ROUND_NOTE_MS);
    assert_int_equal(round_left(&r, RIGHT), 25 * MINUTE - ROUND_NOTE_MS);
    round_start(&r, rulebook_find("1996"), 1, 0, 0);
    round_recall_begun(&r, LEFT);
    round_resume(&r, 0);
    assert_int_equal(round_press(&r, LEFT, 0), ROUND_KEY_TAKEN);
    round_start(&r, rulebook_find("1996"), 1, 0, 0);
    round_resume(&r, 0);
    assert_int_equal(r.phase, ROUND_OPENING);
}

static void only_notes_are_notes(void **state)
{
    static const char *const bad[] = {"", "clock", "clock ", "clock x", "clock -1",
        "clock -", "clock 86400001", "clock 5 ", "clock review", "clock review x",
        "clock thanks ", "clock thank", "pressed 5", "clock 99999999999999999999"};
    struct round r;

    (void)state;
    round_start(&r, rulebook_find("2004"), 2, 0, 0);
    for (size_t i = 0; i < COUNT(bad); i++) {
        char *text = exact_copy(bad[i], strlen(bad[i]));

        if (round_recall(&r, LEFT, text, strlen(bad[i])) == 0)
            fail_msg("\"%s\" was recalled", bad[i]);
        assert_int_equal(errno, EINVAL);
        free(text);
    }
    round_resume(&r, 0);
    assert_int_equal(r.phase, ROUND_OPENING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_typed_before_the_opening_is_read),
        cmocka_unit_test(in_2004_any_first_key_begins_both_clocks),
        cmocka_unit_test(in_2004_a_side_that_comes_late_has_all_its_time),
        cmocka_unit_test(in_2004_keys_stop_at_zero_and_review_begins),
        cmocka_unit_test(a_ballot_is_taken_however_late),
        cmocka_unit_test(in_2009_left_comes_first_and_right_begins_with_its_own_key),
        cmocka_unit_test(in_2009_there_are_five_minutes_to_change),
        cmocka_unit_test(in_the_wager_each_interview_has_its_clock),
        cmocka_unit_test(without_a_clock_the_judge_ends_the_talk),
        cmocka_unit_test(a_closed_terminal_leaves_the_round_unfinished),
        cmocka_unit_test(quitting_loses_nothing),
        cmocka_unit_test(lost_time_is_given_back_to_its_side),
        cmocka_unit_test(losses_do_not_overlap),
        cmocka_unit_test(at_zero_a_lost_side_stops_and_waits),
        cmocka_unit_test(a_last_minute_that_was_not_is_announced_again),
        cmocka_unit_test(a_side_that_stays_away_is_not_waited_for_for_ever),
        cmocka_unit_test(with_both_sides_away_the_judge_goes_on),
        cmocka_unit_test(a_terminal_is_missed_from_when_the_judge_came_there),
        cmocka_unit_test(a_hang_up_leaves_the_round_to_be_resumed),
        cmocka_unit_test(in_2009_the_judge_goes_on_to_the_right_and_without_it),
        cmocka_unit_test(a_side_that_ends_by_itself_is_over),
        cmocka_unit_test(a_suspended_program_finds_the_time_gone),
        cmocka_unit_test(time_does_not_step_back),
        cmocka_unit_test(the_next_moment_is_that_of_another_second_or_news),
        cmocka_unit_test(times_are_spelled_in_minutes),
        cmocka_unit_test(each_refusal_has_a_message),
        cmocka_unit_test(a_restart_never_gains_time),
        cmocka_unit_test(killed_at_any_moment_it_is_later_than_before),
        cmocka_unit_test(a_restart_finds_the_ballot_again),
        cmocka_unit_test(a_restart_on_the_right_finds_the_left_over),
        cmocka_unit_test(a_restart_in_the_last_seconds_is_over),
        cmocka_unit_test(keys_without_a_note_have_begun_the_clock),
        cmocka_unit_test(only_notes_are_notes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
