/*
 * panes_test.c - panes on a grid (panes.h), and lines that are too long for a prompt
 * (record_player.h).
 */
#include "judge/referee/record/panes.h"
#include "tests/support/helper.h"

#include <cmocka.h>
#include <string.h>

/* A wide character takes two columns and a mark takes none, so the panes stay aligned.
 * Rows full of marks stay within the grid. */
static void columns_are_not_characters(void **state)
{
    enum { COLUMNS = 17, MIDDLE = 8 };
    static const uint32_t left[] = {0x5bb6, 'a', 0x5bb6, 0x5bb6, 0x5bb6};
    struct record_reader reader = {.form = RECORD_LPP2};
    char text[COLUMNS * GRID_CELL_BYTES + 1], right[MIDDLE * GRID_CELL_BYTES] = "";
    struct panes panes;
    struct grid grid;

    (void)state;
    assert_int_equal(panes_init(&panes, record_book(&reader)), 0);
    panes.shown[PANE_LEFT] = panes.shown[PANE_RIGHT] = true;
    assert_int_equal(grid_init(&grid, 4, COLUMNS), 0);
    for (uint32_t i = 0; i < 7 * (1 + GLYPH_MARKS_MAX); i++) {
        struct key key = {
            i + 1, i % (1 + GLYPH_MARKS_MAX) == 0 ? 'x' : 0x301, SIDE_JUDGE};

        assert_int_equal(panes_feed(&panes, PANE_RIGHT, &key), 0);
        strcat(right, key.code == 'x' ? "x" : "\xcc\x81");
    }
    for (uint32_t i = 0; i < COUNT(left); i++) {
        struct key key = {i + 1, left[i], SIDE_JUDGE};

        assert_int_equal(panes_feed(&panes, PANE_LEFT, &key), 0);
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

/* The events of the last key. */
struct heard {
    int count;
    enum event_kind kind[4];
    size_t length[4]; /* of a finished line */
    uint32_t first[4];
};

static void hear(void *to, enum record_pane pane, const struct event *event)
{
    struct heard *heard = to;

    assert_int_equal(pane, PANE_LEFT);
    assert_in_range(heard->count, 0, COUNT(heard->kind) - 1);
    heard->kind[heard->count] = event->kind;
    heard->length[heard->count] = event->length;
    heard->first[heard->count++] =
        event->kind == EV_LINE ? event->text[0] : event->code;
}

static struct heard play(struct record_player *player, uint32_t code)
{
    struct key key = {1, code, SIDE_OTHER};
    struct heard heard = {0};

    record_player_feed(player, PANE_LEFT, &key, hear, &heard);
    return heard;
}

/* A line that is too long for a prompt ends, and continues on the next; under a book
 * with a name the rest is refused. */
static void long_lines_break(void **state)
{
    static const struct record_reader historic = {.form = RECORD_2012};
    struct record_player player;
    struct heard heard;

    (void)state;
    record_player_start(&player, record_book(&historic));
    for (int i = 0; i < PROMPT_LINE_MAX; i++)
        assert_int_equal(play(&player, 'x').count, 1);
    heard = play(&player, 'y');
    assert_int_equal(heard.count, 2);
    assert_int_equal(heard.kind[0], EV_LINE);
    assert_int_equal(heard.length[0], PROMPT_LINE_MAX);
    assert_int_equal(heard.first[0], 'x');
    assert_int_equal(heard.kind[1], EV_ECHO);
    heard = (struct heard){0};
    record_player_end(&player, hear, &heard);
    assert_int_equal(heard.count, 1);
    assert_int_equal(heard.length[0], 1);
    record_player_start(&player, rulebook_find("2009"));
    for (int i = 0; i < PROMPT_LINE_MAX; i++)
        assert_int_equal(play(&player, 'x').count, 1);
    heard = play(&player, 'y');
    assert_int_equal(heard.count, 1);
    assert_int_equal(heard.kind[0], EV_REFUSED);
    assert_int_equal(play(&player, KEYLOG_NO_CODE).count, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_not_characters),
        cmocka_unit_test(long_lines_break),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
