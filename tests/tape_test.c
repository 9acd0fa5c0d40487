/*
 * A tape of keystrokes: when each is made at which speed, and where jumps lead.
 */
#include "helper.h"
#include "tape.h"

#include <cmocka.h>
#include <errno.h>
#include <string.h>

enum { SECOND = 1000000 };

static const bool no_pane[PANES];

/* Put what somebody typed on a tape: a key each so many milliseconds. */
static void put(struct tape *tape, uint64_t *time, uint64_t gap, enum record_pane pane,
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
        assert_int_equal(tape_add(tape, &reader, &record), 0);
        *time += gap;
    }
}

static void put_round(struct tape *tape, const char *number)
{
    struct record_reader reader;
    struct record record = {.kind = RECORD_ROUND};

    record_init(&reader, RECORD_2009);
    strcpy(reader.round.number, number);
    assert_int_equal(tape_add(tape, &reader, &record), 0);
}

/* Two rounds; the judge and the other on the left, then the judge on the right. */
static void make_tape(struct tape *tape)
{
    uint64_t time = UINT64_C(1763648340000);

    tape_init(tape);
    put_round(tape, "1");
    put(tape, &time, 100, PANE_LEFT, SIDE_JUDGE, "Hi\n");
    put(tape, &time, 100, PANE_LEFT, SIDE_OTHER, "Hello\n");
    put(tape, &time, 100, PANE_RIGHT, SIDE_JUDGE, "Hm\n");
    time += 3600 * 1000;
    put_round(tape, "2");
    put(tape, &time, 100, PANE_LEFT, SIDE_JUDGE, "hello?\n");
    assert_int_equal(tape_wind(tape, rulebook_find("2009")), 0);
}

/* The unfinished line of a voice, as text. */
static const char *line_of(
    const struct tape *tape, enum record_pane pane, enum side side)
{
    static char text[PROMPT_LINE_MAX + 1];
    const struct prompt_line *line = &tape->panes.prompt[pane].line[side];

    for (size_t i = 0; i < line->length; i++)
        text[i] = (char)line->text[i];
    text[line->length] = '\0';
    return text;
}

static void keys_come_when_they_are_due(void **state)
{
    struct tape tape;
    int64_t tick = 5 * SECOND;

    (void)state;
    make_tape(&tape);
    assert_int_equal(tape_due(&tape), INT64_MAX);
    tape_run(&tape, true, tick);
    assert_int_equal(tape_due(&tape), tick);
    assert_int_equal(tape_advance(&tape, tick), 1);
    assert_int_equal(tape_due(&tape), tick + 100000);
    assert_int_equal(tape_advance(&tape, tick + 99999), 0);
    assert_int_equal(tape_advance(&tape, tick + 100000), 1);
    assert_string_equal(line_of(&tape, PANE_LEFT, SIDE_JUDGE), "Hi");
    /* Twice as fast from here on; and paused. */
    tape_set_speed(&tape, 200, tick + 100000);
    assert_int_equal(tape_due(&tape), tick + 150000);
    tape_run(&tape, false, tick + 120000);
    assert_int_equal(tape_due(&tape), INT64_MAX);
    assert_int_equal(tape_advance(&tape, tick + 9 * SECOND), 0);
    tape_run(&tape, true, tick + 9 * SECOND);
    assert_int_equal(tape_due(&tape), tick + 9 * SECOND + 30000);
    /* All that is due comes, and the end stops it. */
    assert_int_equal(tape_advance(&tape, tick + 60 * SECOND), (int)tape.count - 2);
    assert_false(tape.running);
    assert_int_equal(tape.position, tape_length(&tape));
    tape_free(&tape);
}

/* Each key of a long tape at a speed that divides nothing: when tape_due() says, and
 * never before. */
static void no_key_comes_early(void **state)
{
    struct dice dice = {20090906};
    uint64_t time = UINT64_C(12522395810609375);
    struct tape tape;
    int64_t tick = 0;

    (void)state;
    tape_init(&tape);
    for (int i = 0; i < 5000; i++)
        put(&tape, &time, dice_roll(&dice, 3000), PANE_LEFT, SIDE_JUDGE, "a");
    assert_int_equal(tape_wind(&tape, rulebook_find("2009")), 0);
    tape_set_speed(&tape, 73, 0);
    tape_run(&tape, true, 0);
    while (tape.running) {
        size_t next = tape.next;
        int64_t due = tape_due(&tape);
        double exact = (double)tape.keys[next].at * 100 / 73;

        assert_true((double)due >= exact - 0.001 && (double)due < exact + 1.001);
        if (due > tick)
            assert_int_equal(tape_advance(&tape, due - 1), 0);
        assert_true(tape_advance(&tape, due) > 0);
        tick = due;
    }
    tape_free(&tape);
}

static void stamps_that_go_back_take_no_time(void **state)
{
    uint64_t time = 5000;
    struct tape tape;

    (void)state;
    tape_init(&tape);
    put(&tape, &time, 1000, PANE_LEFT, SIDE_JUDGE, "ab");
    time -= 1800;
    put(&tape, &time, 1000, PANE_LEFT, SIDE_JUDGE, "cdef");
    assert_int_equal(tape.keys[1].at, SECOND);
    assert_int_equal(tape.keys[2].at, SECOND);
    /* 5.2 and 6.2 were before and after 6.0. */
    assert_int_equal(tape.keys[3].at, SECOND + SECOND / 5);
    assert_int_equal(tape.keys[4].at, 2 * SECOND + SECOND / 5);
    tape_free(&tape);
    assert_int_equal(
        tape_gap(UINT64_C(13370842100999990), UINT64_C(13370842110000010), false), 20);
}

static void jumps_lead_where_they_say(void **state)
{
    static const uint32_t hello[] = {'H', 'E', 'L', 'L', 'O'};
    struct tape tape;

    (void)state;
    make_tape(&tape);
    /* By keys. */
    assert_int_equal(tape_step(&tape, 2, 0), 0);
    assert_string_equal(line_of(&tape, PANE_LEFT, SIDE_JUDGE), "Hi");
    assert_int_equal(tape_step(&tape, -1, 0), 0);
    assert_string_equal(line_of(&tape, PANE_LEFT, SIDE_JUDGE), "H");
    assert_int_equal(tape_step(&tape, -2, 0), -1);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(tape.next, 1);
    /* By turns: after "Hi", after "Hello", after "Hm", and to the end. */
    assert_int_equal(tape_seek_turn(&tape, 1, 0), 0);
    assert_int_equal(tape.next, 3);
    assert_int_equal(tape_seek_turn(&tape, 1, 0), 0);
    assert_int_equal(tape.next, 9);
    assert_int_equal(tape_seek_turn(&tape, -1, 0), 0);
    assert_int_equal(tape.next, 3);
    assert_int_equal(tape_seek_turn(&tape, 1, 0), 0);
    assert_int_equal(tape_seek_turn(&tape, 1, 0), 0);
    assert_int_equal(tape.next, 12);
    assert_int_equal(tape_seek_turn(&tape, 1, 0), 0);
    assert_int_equal(tape.next, tape.count);
    assert_int_equal(tape_seek_turn(&tape, 1, 0), -1);
    /* By time: the sixth key is there at half a second. */
    assert_int_equal(tape_seek(&tape, SECOND / 2, 0), 0);
    assert_int_equal(tape.next, 6);
    assert_string_equal(line_of(&tape, PANE_LEFT, SIDE_OTHER), "Hel");
    assert_int_equal(tape_seek(&tape, UINT64_MAX, 0), 0);
    assert_int_equal(tape.next, tape.count);
    /* By text, in either case, forward and back; nothing changes where there is none.
     */
    assert_int_equal(tape_seek(&tape, 0, 0), 0);
    assert_int_equal(tape_find(&tape, hello, COUNT(hello), 1, 0), 0);
    assert_int_equal(tape.next, 8);
    assert_int_equal(tape_find(&tape, hello, COUNT(hello), 1, 0), 0);
    assert_int_equal(tape.next, 17);
    assert_int_equal(tape_find(&tape, hello, COUNT(hello), 1, 0), -1);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(tape.next, 17);
    assert_string_equal(line_of(&tape, PANE_LEFT, SIDE_JUDGE), "hello");
    assert_int_equal(tape_find(&tape, hello, COUNT(hello), -1, 0), 0);
    assert_int_equal(tape.next, 8);
    assert_int_equal(tape_find(&tape, hello, COUNT(hello), -1, 0), -1);
    assert_int_equal(tape.next, 8);
    tape_free(&tape);
}

/* A round begins on empty panes, two seconds after the last. */
static void rounds_are_apart(void **state)
{
    struct tape tape;

    (void)state;
    make_tape(&tape);
    assert_int_equal(tape.round_count, 2);
    assert_int_equal(tape.keys[12].at - tape.keys[11].at, TAPE_ROUND_US);
    assert_int_equal(tape_step(&tape, 11, 0), 0);
    assert_string_equal(line_of(&tape, PANE_RIGHT, SIDE_JUDGE), "Hm");
    assert_int_equal(tape_seek_round(&tape, 1, 0), 0);
    assert_int_equal(tape.next, 13);
    assert_string_equal(line_of(&tape, PANE_LEFT, SIDE_JUDGE), "h");
    assert_int_equal(tape.panes.page[PANE_RIGHT].count, 2);
    assert_int_equal(tape_seek_round(&tape, 1, 0), -1);
    assert_int_equal(tape_seek_round(&tape, -1, 0), 0);
    assert_int_equal(tape.next, 1);
    assert_int_equal(tape_seek_round(&tape, -1, 0), -1);
    tape_free(&tape);
}

/* Wherever it comes from, a place looks the same. */
static void places_are_the_same_from_anywhere(void **state)
{
    struct dice dice = {1950};
    struct tape there, straight;
    struct grid a, b;

    (void)state;
    make_tape(&there);
    assert_int_equal(grid_init(&a, 10, 40), 0);
    assert_int_equal(grid_init(&b, 10, 40), 0);
    for (int i = 0; i < 500; i++) {
        size_t next = dice_roll(&dice, (uint32_t)there.count + 1);

        make_tape(&straight);
        assert_int_equal(tape_step(&straight, (int)next, 0), 0);
        assert_int_equal(tape_step(&there, (int)next - (int)there.next, 0), 0);
        panes_draw(&there.panes, &a);
        panes_draw(&straight.panes, &b);
        assert_memory_equal(a.cells, b.cells, a.rows * a.columns * sizeof(a.cells[0]));
        tape_free(&straight);
    }
    grid_free(&a);
    grid_free(&b);
    tape_free(&there);
}

/* Who judges is known by the line that says so, or by a judge's own; not before. */
static void transcripts_say_who_judges(void **state)
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
    struct tape tape;

    (void)state;
    tape_init(&tape);
    record_init(&reader, RECORD_TRANSCRIPT);
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t before = tape.count;
        struct record record;

        record_read(&reader, rows[i].line, strlen(rows[i].line), true, &record);
        assert_int_equal(tape_add(&tape, &reader, &record), 0);
        for (size_t key = before; key < tape.count; key++)
            assert_int_equal(tape.keys[key].judge, rows[i].judge);
    }
    tape_free(&tape);
}

/* A line of a transcript comes at its second; midnight passes. */
static void transcripts_play_line_by_line(void **state)
{
    static const struct {
        int second;
        uint64_t at;
    } rows[] = {{86390, 0}, {86395, 5}, {5, 15}, {4, 15}, {10, 20}};
    struct record_reader reader;
    struct tape tape;

    (void)state;
    tape_init(&tape);
    record_init(&reader, RECORD_TRANSCRIPT);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct record record = {.kind = RECORD_LINE,
            .line = {TRANSCRIPT_LINE, SIDE_OTHER, .second = rows[i].second, .text = "a",
                .length = 1}};

        assert_int_equal(tape_add(&tape, &reader, &record), 0);
        assert_int_equal(tape.keys[2 * i].at, rows[i].at * SECOND);
        assert_int_equal(tape.keys[2 * i + 1].at, rows[i].at * SECOND);
    }
    tape_free(&tape);
}

/* A wide character takes two columns, and marks take none: the panes stay beside each
 * other, and rows that are full of marks stay within the grid. */
static void columns_are_not_characters(void **state)
{
    enum { COLUMNS = 17, MIDDLE = 8 };
    static const bool both[PANES] = {true, true};
    static const uint32_t left[] = {0x5bb6, 'a', 0x5bb6, 0x5bb6, 0x5bb6};
    struct record_reader reader = {.form = RECORD_LPP2};
    char text[COLUMNS * GRID_CELL_BYTES + 1], right[MIDDLE * GRID_CELL_BYTES] = "";
    struct event events[PROMPT_EVENTS_MAX];
    struct panes panes;
    struct grid grid;

    (void)state;
    assert_int_equal(panes_init(&panes, record_book(&reader), both), 0);
    assert_int_equal(grid_init(&grid, 4, COLUMNS), 0);
    for (uint32_t i = 0; i < 7 * (1 + GLYPH_MARKS_MAX); i++) {
        struct key key = {
            i + 1, i % (1 + GLYPH_MARKS_MAX) == 0 ? 'x' : 0x301, SIDE_JUDGE};

        assert_true(panes_feed(&panes, PANE_RIGHT, &key, events) > 0);
        strcat(right, key.code == 'x' ? "x" : "\xcc\x81");
    }
    for (uint32_t i = 0; i < COUNT(left); i++) {
        struct key key = {i + 1, left[i], SIDE_JUDGE};

        assert_true(panes_feed(&panes, PANE_LEFT, &key, events) > 0);
    }
    panes_draw(&panes, &grid);
    text[grid_text(&grid, 1, 0, COLUMNS, text)] = '\0';
    assert_memory_equal(text, "        |", 9);
    text[grid_text(&grid, 2, 0, MIDDLE + 1, text)] = '\0';
    assert_string_equal(text, ">\xe5\xae\xb6"
                              "a\xe5\xae\xb6\xe5\xae\xb6|");
    text[grid_text(&grid, 3, 0, MIDDLE + 1, text)] = '\0';
    assert_string_equal(text, "\xe5\xae\xb6      |");
    assert_int_equal(grid.cursor_row, 3);
    assert_int_equal(grid.cursor_column, 2);
    text[grid_text(&grid, 2, MIDDLE + 1, COLUMNS, text)] = '\0';
    assert_int_equal(text[0], '>');
    assert_string_equal(text + 1, right);
    grid_free(&grid);
    panes_free(&panes);
}

/* One that is far longer than what is seen lets go of what is not. */
static void pages_do_not_grow(void **state)
{
    struct panes panes;
    struct grid grid;
    struct key key = {1, 'x', SIDE_JUDGE};
    struct event events[PROMPT_EVENTS_MAX];
    size_t most = 0;

    (void)state;
    assert_int_equal(panes_init(&panes, rulebook_find("2009"), no_pane), 0);
    assert_int_equal(grid_init(&grid, 24, 80), 0);
    for (uint32_t i = 0; i < 100000; i++) {
        key.code = 'a' + i / 3 % 26;
        if (i % 3 == 2)
            key.code = K_RETURN;
        assert_true(panes_feed(&panes, PANE_LEFT, &key, events) > 0);
        most = panes.page[PANE_LEFT].count > most ? panes.page[PANE_LEFT].count : most;
    }
    assert_in_range(most, PANES_ROWS_MAX, 8 * PANES_ROWS_MAX);
    panes_draw(&panes, &grid);
    assert_int_equal(grid.cells[23 * 80], '>');
    assert_int_equal(grid.cells[21 * 80 + 1], 'a' + 33332 % 26);
    grid_free(&grid);
    panes_free(&panes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_come_when_they_are_due),
        cmocka_unit_test(no_key_comes_early),
        cmocka_unit_test(stamps_that_go_back_take_no_time),
        cmocka_unit_test(jumps_lead_where_they_say),
        cmocka_unit_test(rounds_are_apart),
        cmocka_unit_test(places_are_the_same_from_anywhere),
        cmocka_unit_test(transcripts_say_who_judges),
        cmocka_unit_test(transcripts_play_line_by_line),
        cmocka_unit_test(columns_are_not_characters),
        cmocka_unit_test(pages_do_not_grow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
