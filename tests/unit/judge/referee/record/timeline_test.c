/*
 * timeline_test.c - a timeline (timeline.h): live, back in time, by turns and rounds,
 * and its searches.
 */
#include "judge/referee/record/timeline.h"
#include "tests/support/helper.h"

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

enum { SECOND = 1000000 };

static const struct record_round first_round;

static uint64_t add(struct timeline *t, uint64_t ms, enum side side, const char *keys)
{
    for (; *keys != '\0'; keys++) {
        uint32_t code = *keys == '\r' ? K_RETURN : (unsigned char)*keys;
        struct key key = {ms += 10, code, side};

        assert_int_equal(timeline_add(t, PANE_LEFT, &key, KEYLOG_NO_JUDGE), 0);
    }
    return ms;
}

/* The page as text, a row a line. */
static const char *shown(const struct timeline *t)
{
    static char text[1024];
    const struct page *page = &t->panes.page[PANE_LEFT];
    size_t at = 0;

    for (size_t i = 0; i < page->count; i++) {
        const uint32_t *line = page_text(page, i);
        for (size_t j = 0; j < page->lines[i].length; j++)
            text[at++] = (char)line[j];
        text[at++] = '|';
    }
    text[at] = '\0';
    return text;
}

static void earlier_and_newest_keys_are_shown(void **state)
{
    struct timeline t = {0};
    uint64_t ms = 1000, before;
    char live[1024];

    (void)state;
    assert_int_equal(timeline_begin(&t, rulebook_find("1996"), &first_round), 0);
    ms = add(&t, ms, SIDE_JUDGE, "@@04\r\r");
    ms = before = add(&t, ms, SIDE_OTHER, "Hi\r\r");
    add(&t, ms, SIDE_JUDGE, "So");
    snprintf(live, sizeof(live), "%s", shown(&t));

    /* The past stands still while keys come. */
    timeline_show(&t, timeline_count_by(&t, 1030));
    assert_string_equal(shown(&t), ">@@0|");
    assert_int_equal(timeline_key_shown(&t)->time, 1030);
    add(&t, before + 20, SIDE_JUDGE, "?\r");
    assert_string_equal(shown(&t), ">@@0|");
    assert_int_equal(timeline_last_key(&t)->time, before + 40);
    timeline_show(&t, timeline_count_by(&t, before + 20));
    assert_string_equal(shown(&t), live);
    timeline_show(&t, 0);
    assert_string_equal(shown(&t), ">|");
    assert_null(timeline_key_shown(&t));

    /* The present has them. */
    timeline_go_live(&t);
    assert_non_null(strstr(shown(&t), ">So?|"));
    timeline_free(&t);
}

/* Each round has a page of its own. */
static void rounds_have_pages(void **state)
{
    static const struct record_round round = {.number = "2"};
    struct timeline t = {0};
    uint64_t ms, first;

    (void)state;
    assert_int_equal(timeline_begin(&t, rulebook_find("2009"), &first_round), 0);
    ms = add(&t, 0, SIDE_JUDGE, "Hi\r");
    ms = first = add(&t, ms, SIDE_OTHER, "Yo");
    assert_int_equal(timeline_round(&t, &round), 0);
    assert_string_equal(shown(&t), ">Hi|Yo|>|");
    add(&t, ms, SIDE_JUDGE, "So\r");
    assert_string_equal(shown(&t), ">So||>|");
    timeline_show(&t, timeline_count_by(&t, first - 10));
    assert_string_equal(shown(&t), ">Hi|Y|>|");
    timeline_go_live(&t);
    assert_string_equal(shown(&t), ">So||>|");
    timeline_free(&t);
}

/* Only characters that the book allows are shown. */
static void the_book_limits_characters(void **state)
{
    static const struct {
        const char *book;
        const char *line;
    } rows[] = {{"2009", ">ab||>|"}, {"1996", ">ab|>|"},
        {"wager", ">a\xe9"
                  "b||>|"}};
    struct timeline t = {0};

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_int_equal(
            timeline_begin(&t, rulebook_find(rows[i].book), &first_round), 0);
        add(&t, 10, SIDE_JUDGE,
            "a\xe9"
            "b\r");
        assert_string_equal(shown(&t), rows[i].line);
    }
    timeline_free(&t);
}

/* Find a text of ASCII and Latin-1. */
static size_t find(const struct timeline *t, const char *text, size_t from, bool older)
{
    uint32_t codes[16];
    size_t length = strlen(text);

    for (size_t i = 0; i < length; i++)
        codes[i] = (unsigned char)text[i];
    return timeline_find_line(t, PANE_LEFT, codes, length, from, older);
}

static void lines_are_found(void **state)
{
    static const struct record_reader transcript = {.form = RECORD_TRANSCRIPT};
    struct timeline t = {0};

    (void)state;
    assert_int_equal(timeline_begin(&t, rulebook_find("1996"), &first_round), 0);
    assert_int_equal(find(&t, "x", 1, true), TIMELINE_NOWHERE);
    add(&t, 10, SIDE_JUDGE, "one Newt\rtwo\rnewt three\r");
    assert_int_equal(find(&t, "NEWT", 4, true), 2);
    assert_int_equal(find(&t, "NEWT", 2, true), 0);
    assert_int_equal(find(&t, "newt", 0, false), 2);
    assert_int_equal(find(&t, "newt", 2, false), TIMELINE_NOWHERE);
    assert_int_equal(find(&t, "newts", 4, true), TIMELINE_NOWHERE);
    /* Case matters beyond ASCII. */
    assert_int_equal(timeline_begin(&t, record_book(&transcript), &first_round), 0);
    add(&t, 10, SIDE_JUDGE, "caf\xe9\r");
    assert_int_equal(find(&t, "CAF\xe9", 3, true), 0);
    assert_int_equal(find(&t, "caf\xc9", 3, true), TIMELINE_NOWHERE);
    timeline_free(&t);
}

/* Records */

static void put(struct timeline *t, uint64_t *time, uint64_t gap, enum record_pane pane,
    enum side side, const char *keys)
{
    struct record_reader reader;
    struct record record = {.kind = RECORD_KEY};

    record_init(&reader, RECORD_2009);
    record.key.side = side;
    record.key.judge = 3;
    strcpy(record.key.pane, record_pane_name(pane));
    for (; *keys != '\0'; keys++) {
        record.key.code = *keys == '\n' ? K_RETURN : (unsigned char)*keys;
        record.key.posted = *time;
        assert_int_equal(timeline_add_record(t, &reader, &record), 0);
        *time += gap;
    }
}

static void put_round(struct timeline *t, const char *number)
{
    struct record_reader reader;
    struct record record = {.kind = RECORD_ROUND};

    record_init(&reader, RECORD_2009);
    strcpy(reader.round.number, number);
    assert_int_equal(timeline_add_record(t, &reader, &record), 0);
}

/* Two rounds; the judge and the other on the left, then the judge on the right. */
static void make_rounds(struct timeline *t)
{
    uint64_t time = UINT64_C(1763648340000);

    put_round(t, "1");
    put(t, &time, 100, PANE_LEFT, SIDE_JUDGE, "Hi\n");
    put(t, &time, 100, PANE_LEFT, SIDE_OTHER, "Hello\n");
    put(t, &time, 100, PANE_RIGHT, SIDE_JUDGE, "Hm\n");
    time += 3600 * 1000;
    put_round(t, "2");
    put(t, &time, 100, PANE_LEFT, SIDE_JUDGE, "hello?\n");
    timeline_show(t, 0);
}

/* The unfinished line of a side, as text. */
static const char *line_of(
    const struct timeline *t, enum record_pane pane, enum side side)
{
    static char text[PROMPT_LINE_MAX + 1];
    const struct prompt_line *line = &t->panes.player.prompt[pane].line[side];

    for (size_t i = 0; i < line->length; i++)
        text[i] = (char)line->text[i];
    text[line->length] = '\0';
    return text;
}

/* A time that steps back takes no time, and neither do the keys until it has caught up.
 */
static void places_never_step_back(void **state)
{
    uint64_t time = 5000;
    struct timeline t = {0};
    struct record_clock clock = {0};

    (void)state;
    put(&t, &time, 1000, PANE_LEFT, SIDE_JUDGE, "ab");
    time -= 1800;
    put(&t, &time, 1000, PANE_LEFT, SIDE_JUDGE, "cdef");
    assert_int_equal(t.keys[1].place, SECOND);
    assert_int_equal(t.keys[2].place, SECOND);
    /* 5.2 s and 6.2 s: before and after 6.0 s. */
    assert_int_equal(t.keys[3].place, SECOND + SECOND / 5);
    assert_int_equal(t.keys[4].place, 2 * SECOND + SECOND / 5);
    timeline_free(&t);
    record_clock_set(&clock, UINT64_C(13370842100999990), true);
    record_clock_set(&clock, UINT64_C(13370842110000010), false);
    assert_int_equal(clock.place, 20);
}

static void turns_and_rounds_are_found(void **state)
{
    static const struct {
        size_t shown, next_turn, turn_before, next_round, round_before;
    } rows[] = {
        {0, 3, TIMELINE_NOWHERE, 13, TIMELINE_NOWHERE},
        {1, 3, 0, 13, TIMELINE_NOWHERE},
        {3, 9, 0, 13, 1},
        {9, 12, 3, 13, 1},
        {12, 19, 9, 13, 1},
        {13, 19, 12, TIMELINE_NOWHERE, 1},
        {19, TIMELINE_NOWHERE, 12, TIMELINE_NOWHERE, 13},
    };
    struct timeline t = {0};

    (void)state;
    make_rounds(&t);
    assert_int_equal(t.count, 19);
    assert_int_equal(t.round_count, 2);
    assert_int_equal(t.keys[12].place - t.keys[11].place, RECORD_ROUND_US);
    for (size_t i = 0; i < COUNT(rows); i++) {
        timeline_show(&t, rows[i].shown);
        assert_int_equal(timeline_turn(&t, 1), rows[i].next_turn);
        assert_int_equal(timeline_turn(&t, -1), rows[i].turn_before);
        assert_int_equal(timeline_round_start(&t, 1), rows[i].next_round);
        assert_int_equal(timeline_round_start(&t, -1), rows[i].round_before);
    }
    /* A round starts on empty panes. */
    timeline_show(&t, 11);
    assert_string_equal(line_of(&t, PANE_RIGHT, SIDE_JUDGE), "Hm");
    timeline_show(&t, 13);
    assert_string_equal(line_of(&t, PANE_LEFT, SIDE_JUDGE), "h");
    assert_int_equal(t.panes.page[PANE_RIGHT].count, 2);
    assert_int_equal(timeline_count_at(&t, SECOND / 2), 6);
    assert_int_equal(timeline_count_at(&t, UINT64_MAX), t.count);
    timeline_free(&t);
}

/* In either case, forward and back; where there is no text nothing changes. */
static void texts_are_found(void **state)
{
    static const uint32_t hello[] = {'H', 'E', 'L', 'L', 'O'};
    struct timeline t = {0};

    (void)state;
    make_rounds(&t);
    assert_true(timeline_show_text(&t, hello, COUNT(hello), 1));
    assert_int_equal(t.shown, 8);
    assert_true(timeline_show_text(&t, hello, COUNT(hello), 1));
    assert_int_equal(t.shown, 17);
    assert_false(timeline_show_text(&t, hello, COUNT(hello), 1));
    assert_int_equal(t.shown, 17);
    assert_string_equal(line_of(&t, PANE_LEFT, SIDE_JUDGE), "hello");
    assert_true(timeline_show_text(&t, hello, COUNT(hello), -1));
    assert_int_equal(t.shown, 8);
    assert_false(timeline_show_text(&t, hello, COUNT(hello), -1));
    assert_int_equal(t.shown, 8);
    timeline_free(&t);
}

/* From anywhere, the same keys look the same. */
static void places_are_the_same_from_anywhere(void **state)
{
    struct dice dice = {1950};
    struct timeline there = {0}, straight = {0};
    struct grid a, b;

    (void)state;
    make_rounds(&there);
    assert_int_equal(grid_init(&a, 10, 40), 0);
    assert_int_equal(grid_init(&b, 10, 40), 0);
    for (int i = 0; i < 500; i++) {
        size_t count = dice_roll(&dice, (uint32_t)there.count + 1);

        make_rounds(&straight);
        timeline_show(&straight, count);
        timeline_show(&there, count);
        panes_draw(&there.panes, &a);
        panes_draw(&straight.panes, &b);
        assert_memory_equal(a.cells, b.cells, a.rows * a.columns * sizeof(a.cells[0]));
        timeline_free(&straight);
    }
    grid_free(&a);
    grid_free(&b);
    timeline_free(&there);
}

/* The judge is known from the line that names one, or from a judge's line. */
static void transcripts_name_the_judge(void **state)
{
    static const struct {
        const char *line;
        int judge; /* of its keys */
    } rows[] = {
        {"PROGRAM[14:12:25]Hello?", KEYLOG_NO_JUDGE},
        {"*** JUDGE04 ***", KEYLOG_NO_JUDGE},
        {"PROGRAM[14:12:26]Hi", 4},
        {"JUDGE07[14:12:27]Hi", 7},
        {"PROGRAM[14:12:28]Ho", 7},
    };
    struct record_reader reader;
    struct timeline t = {0};

    (void)state;
    record_init(&reader, RECORD_TRANSCRIPT);
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t before = t.count;
        struct record record;

        record_read(&reader, rows[i].line, strlen(rows[i].line), true, &record);
        assert_int_equal(timeline_add_record(&t, &reader, &record), 0);
        for (size_t key = before; key < t.count; key++)
            assert_int_equal(t.keys[key].judge, rows[i].judge);
    }
    timeline_free(&t);
}

/* A line of a transcript comes at its second, after midnight on the next day. */
static void transcripts_play_line_by_line(void **state)
{
    static const struct {
        int second;
        uint64_t place;
    } rows[] = {{86390, 0}, {86395, 5}, {5, 15}, {4, 15}, {10, 20}};
    struct record_reader reader;
    struct timeline t = {0};

    (void)state;
    record_init(&reader, RECORD_TRANSCRIPT);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct record record = {.kind = RECORD_LINE,
            .line = {TRANSCRIPT_LINE, SIDE_OTHER, .second = rows[i].second, .text = "a",
                .length = 1}};

        assert_int_equal(timeline_add_record(&t, &reader, &record), 0);
        assert_int_equal(t.keys[2 * i].place, rows[i].place * SECOND);
        assert_int_equal(t.keys[2 * i + 1].place, rows[i].place * SECOND);
    }
    timeline_free(&t);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(earlier_and_newest_keys_are_shown),
        cmocka_unit_test(rounds_have_pages),
        cmocka_unit_test(the_book_limits_characters),
        cmocka_unit_test(lines_are_found),
        cmocka_unit_test(places_never_step_back),
        cmocka_unit_test(turns_and_rounds_are_found),
        cmocka_unit_test(texts_are_found),
        cmocka_unit_test(places_are_the_same_from_anywhere),
        cmocka_unit_test(transcripts_name_the_judge),
        cmocka_unit_test(transcripts_play_line_by_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
