/*
 * pace_test.c - the scheduler of keys (pace.h) and its model of rhythm (rhythm.h).
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "common/conversation/key.h"
#include "common/pace/pace.h"

enum { START = 5000, SECOND = 1000, GAPS = 100000, WAITS = 20000 };

static struct pace pace;

static void add_text(struct pace *p, const char *text)
{
    for (; *text != '\0'; text++)
        pace_add(p, (unsigned char)*text);
}

static void begin_in(
    struct pace_manner manner, enum pace_how how, int rate, uint64_t seed)
{
    pace_init(&pace, (struct pace_policy){how, rate}, manner, seed);
    pace_listen(&pace, START, 40);
}

static void begin(enum pace_how how, int rate, uint64_t seed)
{
    begin_in((struct pace_manner){.turns = true}, how, rate, seed);
}

static void hand(const char *text, bool ends_turn, int64_t tick)
{
    add_text(&pace, text);
    pace_go(&pace, ends_turn, tick);
}

/* Release the next key when it is due. */
static int64_t release(uint32_t key)
{
    int64_t due = pace_due(&pace);

    assert_true(due < INT64_MAX);
    assert_int_equal(pace_next(&pace, due), key);
    return due;
}

static void release_text(const char *text)
{
    for (; *text != '\0'; text++)
        release((unsigned char)*text);
}

/* Rates */

static const struct {
    int rate;
    int64_t due[5]; /* ticks of the first keys, from the start */
} rates[] = {
    {8, {125, 250, 375, 500, 625}},
    {3, {333, 666, 1000, 1333, 1666}},
    {600, {1, 3, 5, 6, 8}},
    {1000, {1, 2, 3, 4, 5}},
    {1, {1000, 2000, 3000, 4000, 5000}},
};

static void keys_are_due_at_their_rate(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rates); i++) {
        begin(PACE_RATE, rates[i].rate, 1);
        hand("quick", true, START);
        for (int key = 0; key < 5; key++)
            assert_int_equal(
                release((unsigned char)"quick"[key]), START + rates[i].due[key]);
    }
}

static void a_second_has_the_keys_of_the_rate(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rates); i++) {
        int keys = 0;
        begin(PACE_RATE, rates[i].rate, 1);
        hand("", true, START);
        for (; pace_due(&pace) <= START + SECOND; keys++)
            release(K_RETURN);
        assert_int_equal(keys, rates[i].rate);
    }
}

static void raw_keys_are_due_at_once(void **state)
{
    (void)state;
    begin(PACE_RAW, 0, 1);
    hand("quick\r", true, START + 7);
    for (int i = 0; i < 8; i++)
        assert_int_equal(
            release(i < 5 ? (unsigned char)"quick"[i] : K_RETURN), START + 7);
}

/* After a short delay the schedule is kept; after a long one it starts again. */
static void lost_time_is_not_caught_up(void **state)
{
    (void)state;
    begin(PACE_RATE, 8, 1);
    hand("abcdef", false, START);
    pace_next(&pace, START + 200);
    assert_int_equal(pace_due(&pace), START + 250);
    pace_next(&pace, START + 60 * SECOND);
    assert_int_equal(pace_due(&pace), START + 60 * SECOND + 125);
    begin(PACE_LINE, 0, 1);
    hand("abcdef", false, START);
    pace_next(&pace, START + 60 * SECOND);
    assert_true(pace_due(&pace) > START + 60 * SECOND);
}

/* Order and times */

/* All keys come in order, at times that do not decrease, and then none. */
static void times_do_not_decrease(void **state)
{
    static const enum pace_how hows[] = {PACE_LINE, PACE_TURN, PACE_RATE};
    static const char text[] = "Well, well!\rIt is me.\r\r";

    (void)state;
    for (size_t i = 0; i < COUNT(hows); i++) {
        int64_t last = START;
        begin(hows[i], 20, 9);
        hand(text, false, START);
        for (const char *key = text; *key != '\0'; key++) {
            int64_t due = release((unsigned char)*key);
            assert_true(due > last);
            last = due;
        }
        assert_int_equal(pace_due(&pace), INT64_MAX);
    }
}

static void the_same_seed_gives_the_same_times(void **state)
{
    int64_t due[3][6];

    (void)state;
    for (int run = 0; run < 3; run++) {
        begin(PACE_TURN, 0, run < 2 ? 77 : 78);
        hand("quick\r", true, START);
        for (int key = 0; key < 6; key++)
            due[run][key] = release((unsigned char)"quick\r"[key]);
    }
    assert_memory_equal(due[0], due[1], sizeof(due[0]));
    for (int key = 0; key < 6; key++)
        assert_int_not_equal(due[0][key], due[2][key]);
}

/* A line is released from its submission on, or after the line before it. */
static void lines_follow_each_other(void **state)
{
    int64_t first;

    (void)state;
    begin(PACE_LINE, 0, 3);
    hand("One.\r", false, START + 100);
    assert_in_range(pace_due(&pace), START + 100, START + 100 + 6 * SECOND);
    first = release('O');
    hand("Two.\r", false, first);
    release_text("ne.\rTwo.\r");
    assert_int_equal(pace_due(&pace), INT64_MAX);
    hand("", true, START + 90 * SECOND);
    assert_true(pace_due(&pace) > START + 90 * SECOND);
    release(K_RETURN);
    assert_true(pace_due(&pace) < INT64_MAX); /* until pace_listen() */
    pace_listen(&pace, START + 95 * SECOND, 1);
    assert_int_equal(pace_due(&pace), INT64_MAX);
}

/* Replies submitted before the drawn moment begin at that moment; later ones begin at
 * once. */
static void a_turn_begins_at_the_drawn_moment(void **state)
{
    static const int64_t handed[] = {0, 10, SECOND, 3 * SECOND};
    int64_t drawn = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(handed); i++) {
        begin(PACE_TURN, 0, 5);
        hand("Yes.\r", true, START + handed[i]);
        if (i == 0)
            drawn = pace_due(&pace);
        assert_true(drawn > START + 5 * SECOND);
        assert_int_equal(pace_due(&pace), drawn);
    }
    begin(PACE_TURN, 0, 5);
    hand("Yes.\r", true, drawn + 1);
    assert_int_equal(pace_due(&pace), drawn + 1);
}

/* A stop finishes the present line and drops the rest. */
static void a_stop_finishes_the_present_line(void **state)
{
    int64_t due;

    (void)state;
    begin(PACE_LINE, 0, 4);
    hand("One.\rTwo.\r", true, START);
    release_text("On");
    due = pace_due(&pace);
    pace_stop(&pace, true, due);
    release_text("e.\r\r");
    begin(PACE_TURN, 0, 4);
    hand("One.\rTwo.\r", true, START);
    assert_true(pace_due(&pace) > START + 6 * SECOND);
    pace_stop(&pace, false, START + 200);
    assert_in_range(pace_due(&pace), START + 200, START + 200 + 6 * SECOND);
    release_text("\r\r");
    begin(PACE_RATE, 8, 4);
    hand("One.\r", true, START);
    pace_stop(&pace, false, START + 200);
    assert_int_equal(pace_due(&pace), START + 325);
}

/* Books */

/* Without turns the first line after the judge's begins like a turn; the following
 * lines do not, until the judge writes again. */
static void without_turns_a_first_line_waits(void **state)
{
    static const enum pace_how hows[] = {PACE_LINE, PACE_TURN};
    int64_t drawn, last;

    (void)state;
    for (size_t i = 0; i < COUNT(hows); i++) {
        begin_in((struct pace_manner){0}, hows[i], 0, 5);
        hand("Yes.\r", false, START + 10);
        drawn = pace_due(&pace);
        assert_true(drawn > START + 5 * SECOND);
        release_text("Yes.");
        last = release(K_RETURN);
        assert_int_equal(pace_due(&pace), INT64_MAX);
        hand("No.\r", false, last + 10);
        assert_in_range(pace_due(&pace), last + 10, last + 10 + 6 * SECOND);
        /* Waiting keys stay when the judge writes. */
        drawn = pace_due(&pace);
        pace_hear(&pace, last + 20, 30);
        assert_int_equal(pace_due(&pace), drawn);
        release_text("No.\r");
        pace_hear(&pace, last + 20 * SECOND, 30);
        hand("Why?\r", false, last + 20 * SECOND);
        assert_true(pace_due(&pace) > last + 26 * SECOND);
    }
}

/* A program submits all lines at once, a person one by one: the wait depends on the
 * first line only. */
static void without_turns_the_wait_is_for_the_first_line(void **state)
{
    int64_t drawn;

    (void)state;
    begin_in((struct pace_manner){0}, PACE_LINE, 0, 5);
    hand("Yes.\r", false, START);
    drawn = pace_due(&pace);
    begin_in((struct pace_manner){0}, PACE_LINE, 0, 5);
    hand("Yes.\rAnd there is a good deal more to say about that.\r", false, START);
    assert_int_equal(pace_due(&pace), drawn);
}

/* The judge writes while the first words are typed; the answer comes meanwhile, or
 * later. */
static void answer_first_words(bool whole, bool meanwhile)
{
    static const char answer[] = "Yes.\rNo.\r";
    int64_t heard = START + 1, last;

    pace_init(&pace, (struct pace_policy){PACE_LINE, 0},
        (struct pace_manner){.whole = whole}, 5);
    pace_listen(&pace, START, 0);
    hand("Hello.\r", false, START);
    pace_hear(&pace, heard, 30);
    if (meanwhile)
        hand(answer, false, heard);
    release_text("Hello.");
    last = release(K_RETURN);
    if (!meanwhile)
        hand(answer, false, last);
    assert_true(last < heard + 6 * SECOND);
    assert_true(pace_due(&pace) > heard + 12 * SECOND);
    release_text("Yes.");
    last = release(K_RETURN);
    assert_in_range(pace_due(&pace), last, last + 6 * SECOND);
}

/* Keys that still wait when the judge writes are not the answer; the answer waits for
 * its moment. */
static void an_answer_after_earlier_keys_waits(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++)
        answer_first_words(i / 2 == 0, i % 2 == 0);
}

/* Keys before the first line of the judge do not wait. */
static void first_words_do_not_wait(void **state)
{
    (void)state;
    pace_init(&pace, (struct pace_policy){PACE_LINE, 0}, (struct pace_manner){0}, 5);
    pace_listen(&pace, START, 0);
    hand("Hello\r", false, START);
    assert_in_range(pace_due(&pace), START, START + 6 * SECOND);
}

/* A message is released whole, with its Returns, when its last key would be due. */
static void a_message_goes_out_whole(void **state)
{
    static const enum pace_how hows[] = {PACE_RAW, PACE_LINE, PACE_TURN, PACE_RATE};
    static const char text[] = "Well.\rYes.\r\r";
    struct pace_manner by_turns = {.turns = true},
                       whole = {.turns = true, .whole = true};

    (void)state;
    for (size_t i = 0; i < COUNT(hows); i++) {
        int64_t due;
        begin_in(whole, hows[i], 8, 5);
        hand("Well.\rYes.\r", true, START);
        due = pace_due(&pace);
        for (const char *key = text; *key != '\0'; key++)
            assert_int_equal(release((unsigned char)*key), due);
        begin_in(by_turns, hows[i], 8, 5);
        hand("Well.\rYes.\r", true, START);
        for (const char *key = text; key[1] != '\0'; key++)
            assert_true(release((unsigned char)*key) <= due);
        assert_true(hows[i] == PACE_RAW || due > START + SECOND);
    }
}

/* Without turns each line is a message, and the next one takes its own time. */
static void messages_follow_each_other(void **state)
{
    int64_t due;

    (void)state;
    begin_in((struct pace_manner){.whole = true}, PACE_RATE, 10, 5);
    hand("abcd\rabcdefghi\r", false, START);
    due = START + 500;
    for (const char *key = "abcd\r"; *key != '\0'; key++)
        assert_int_equal(release((unsigned char)*key), due);
    due += 1000;
    for (const char *key = "abcdefghi\r"; *key != '\0'; key++)
        assert_int_equal(release((unsigned char)*key), due);
    assert_int_equal(pace_due(&pace), INT64_MAX);
}

/* The delay is a minimum at any pace, also for stopped and empty replies. */
static void no_reply_comes_before_the_delay(void **state)
{
    static const enum pace_how hows[] = {PACE_RAW, PACE_LINE, PACE_TURN, PACE_RATE};

    (void)state;
    for (size_t i = 0; i < COUNT(hows); i++)
        for (int whole = 0; whole < 2; whole++) {
            struct pace_manner manner = {
                .turns = true, .whole = whole, .delay_ms = 5 * SECOND};
            begin_in(manner, hows[i], 100, 5);
            hand("Yes.\r", true, START);
            assert_true(pace_due(&pace) >= START + 5 * SECOND);
            assert_true(hows[i] != PACE_RAW || pace_due(&pace) == START + 5 * SECOND);
            pace_stop(&pace, false, START + 100);
            assert_true(pace_due(&pace) >= START + 5 * SECOND);
            release_text("\r\r");
            begin_in(manner, hows[i], 100, 5);
            hand("", true, START + SECOND);
            assert_true(pace_due(&pace) >= START + 5 * SECOND);
            /* A later reply does not wait. */
            begin_in(manner, PACE_RAW, 0, 5);
            hand("Yes.\r", true, START + 9 * SECOND);
            assert_int_equal(pace_due(&pace), START + 9 * SECOND);
        }
}

/* Released keys make room for others. */
static void room_comes_back(void **state)
{
    (void)state;
    begin(PACE_RAW, 0, 4);
    assert_true(pace_has_room(&pace, PACE_KEYS_MAX));
    for (int i = 0; i < PACE_KEYS_MAX; i++)
        pace_add(&pace, (uint32_t)('a' + i % 26));
    pace_go(&pace, false, START);
    assert_false(pace_has_room(&pace, 1));
    release('a');
    assert_true(pace_has_room(&pace, 1));
    assert_false(pace_has_room(&pace, 2));
    pace_add(&pace, '!');
    for (int i = 1; i < PACE_KEYS_MAX; i++)
        release((uint32_t)('a' + i % 26));
    release('!');
    assert_int_equal(pace_due(&pace), INT64_MAX);
}

/* The rhythm */

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return x < y ? -1 : x > y;
}

/* The published quantiles of the 2012 contest's judges and those of the model, for gaps
 * over an English text of this repository, in ms. */
static void gaps_have_the_published_quantiles(void **state)
{
    static const struct {
        double share;
        int64_t published;
    } quantiles[] = {{0.25, 112}, {0.50, 171}, {0.75, 261}, {0.95, 680}};
    static int64_t gaps[GAPS];
    struct bytes text = {0};
    struct rhythm rhythm;
    uint32_t before = 0;

    (void)state;
    assert_int_equal(bytes_read(&text, SRC "/tests/support/sample.txt"), 0);
    rhythm_init(&rhythm, 2012);
    for (size_t i = 0; i < GAPS; i++) {
        uint32_t key = (unsigned char)text.at[i % text.length];
        key = key == '\n' ? K_RETURN : key;
        gaps[i] = rhythm_gap(&rhythm, before, key);
        before = key;
    }
    bytes_free(&text);
    qsort(gaps, GAPS, sizeof(gaps[0]), compare);
    for (size_t i = 0; i < COUNT(quantiles); i++) {
        int64_t gap = gaps[(size_t)(quantiles[i].share * GAPS)];
        int64_t off = quantiles[i].published / 20;
        print_message("%2.0f %%: %d ms (published: %d)\n", quantiles[i].share * 100,
            (int)gap, (int)quantiles[i].published);
        assert_in_range(
            gap, quantiles[i].published - off, quantiles[i].published + off);
    }
}

static double mean_gap(const char *pair)
{
    struct rhythm rhythm;
    double sum = 0;

    rhythm_init(&rhythm, 6);
    for (int i = 0; i < GAPS; i++)
        sum +=
            (double)rhythm_gap(&rhythm, (unsigned char)pair[0], (unsigned char)pair[1]);
    return sum / GAPS;
}

static void some_keys_are_slower(void **state)
{
    (void)state;
    assert_true(mean_gap("th") < 0.9 * mean_gap("gb")); /* a common pair */
    assert_true(mean_gap("TH") == mean_gap("Th"));      /* Shift is held */
    assert_true(mean_gap(" a") > 1.2 * mean_gap("xa"));
    assert_true(mean_gap(". ") > 1.2 * mean_gap("a "));
    assert_true(mean_gap(" A") > 1.2 * mean_gap(" a"));
}

/* More characters to read or to write take longer; each draw differs. */
static void waits_grow_with_the_words(void **state)
{
    static const size_t sizes[][2] = {{0, 0}, {200, 0}, {0, 40}, {200, 200}};
    static int64_t waits[WAITS];
    int64_t before = 0;
    struct rhythm rhythm;

    (void)state;
    rhythm_init(&rhythm, 8);
    for (size_t i = 0; i < COUNT(sizes); i++) {
        for (size_t n = 0; n < WAITS; n++)
            waits[n] = rhythm_wait(&rhythm, sizes[i][0], sizes[i][1]);
        qsort(waits, WAITS, sizeof(waits[0]), compare);
        assert_true(waits[0] > 0);
        assert_true(waits[WAITS / 4] < waits[WAITS * 3 / 4]);
        assert_true(waits[WAITS / 2] > before + 5 * SECOND);
        before = waits[WAITS / 2];
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_due_at_their_rate),
        cmocka_unit_test(a_second_has_the_keys_of_the_rate),
        cmocka_unit_test(raw_keys_are_due_at_once),
        cmocka_unit_test(lost_time_is_not_caught_up),
        cmocka_unit_test(times_do_not_decrease),
        cmocka_unit_test(the_same_seed_gives_the_same_times),
        cmocka_unit_test(lines_follow_each_other),
        cmocka_unit_test(a_turn_begins_at_the_drawn_moment),
        cmocka_unit_test(a_stop_finishes_the_present_line),
        cmocka_unit_test(without_turns_a_first_line_waits),
        cmocka_unit_test(without_turns_the_wait_is_for_the_first_line),
        cmocka_unit_test(an_answer_after_earlier_keys_waits),
        cmocka_unit_test(first_words_do_not_wait),
        cmocka_unit_test(a_message_goes_out_whole),
        cmocka_unit_test(messages_follow_each_other),
        cmocka_unit_test(no_reply_comes_before_the_delay),
        cmocka_unit_test(room_comes_back),
        cmocka_unit_test(gaps_have_the_published_quantiles),
        cmocka_unit_test(some_keys_are_slower),
        cmocka_unit_test(waits_grow_with_the_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
