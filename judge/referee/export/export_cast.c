/*
 * A conversation as a screen that asciinema plays: asciicast, version 2. One line for
 * the size of the screen and the moment of its start, and one for each key that changes
 * the screen, which is the screen of a replay.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/text/utf8.h"
#include "judge/referee/export/export.h"
#include "judge/referee/output/json_value.h"
#include "judge/referee/record/panes.h"

enum {
    ROWS = 24,
    GRID_ROWS = ROWS - 1, /* the last row stays free for a player's own line */
    COLUMNS = 80,
    ROW_SIZE = COLUMNS * GRID_CELL_BYTES + 32,
    MOMENT_MIN = 100000000, /* seconds; smaller times are counters of some programs */
};

struct cast {
    bool new_round; /* the next key starts a round */
    struct record_clock clock;
    struct panes panes;
    struct grid grid;  /* the screen now */
    struct grid drawn; /* the screen of the last frame */
};

/* Write the sequence that moves the cursor there; returns its end. */
static char *put_cursor(char *to, size_t row, size_t column)
{
    return to + sprintf(to, "\033[%zu;%zuH", row + 1, column + 1);
}

static bool is_same_cell(const struct grid_cell *a, const struct grid_cell *b)
{
    return memcmp(a, b, sizeof(*a)) == 0;
}

/* Draw a row from its first changed column to its last. Returns the end of the bytes
 * written. */
static char *draw_row(struct cast *c, size_t row, char *to)
{
    const struct grid_cell *now = grid_at(&c->grid, row, 0);
    struct grid_cell *before = grid_at(&c->drawn, row, 0);
    size_t from = 0, until = COLUMNS;

    if (memcmp(now, before, COLUMNS * sizeof(now[0])) == 0)
        return to;
    while (is_same_cell(&now[from], &before[from]))
        from++;
    while (is_same_cell(&now[until - 1], &before[until - 1]))
        until--;
    memcpy(before, now, COLUMNS * sizeof(now[0]));
    to = put_cursor(to, row, from);
    return to + grid_text(&c->grid, row, from, until, to);
}

/* Write a frame, unless the screen is unchanged. */
static int put_frame(struct cast *c)
{
    uint64_t elapsed = c->clock.place;
    char out[GRID_ROWS * ROW_SIZE + 32], *end = out;

    panes_draw(&c->panes, &c->grid);
    for (size_t row = 0; row < GRID_ROWS; row++)
        end = draw_row(c, row, end);
    if (end == out && c->grid.cursor_row == c->drawn.cursor_row &&
        c->grid.cursor_column == c->drawn.cursor_column)
        return 0;
    c->drawn.cursor_row = c->grid.cursor_row;
    c->drawn.cursor_column = c->grid.cursor_column;
    end = put_cursor(end, c->grid.cursor_row, c->grid.cursor_column);
    printf("[%" PRIu64 ".%06" PRIu64 ", \"o\", ", elapsed / 1000000, elapsed % 1000000);
    if (json_value_print(json_value_text(out, (size_t)(end - out)), 0) < 0)
        return -1;
    printf("]\n");
    return 0;
}

/* Write the header and the empty screen. The headings above the first key name the
 * book. */
static int begin_frames(struct export_run *e, uint64_t posted)
{
    struct cast *c = e->state;
    uint64_t second = key_time_ms(posted) / 1000;

    if (panes_init(&c->panes, record_book(&e->source->file.reader)) < 0 ||
        grid_init(&c->grid, GRID_ROWS, COLUMNS) < 0 ||
        grid_init(&c->drawn, GRID_ROWS, COLUMNS) < 0)
        return -1;
    for (int i = 0; i < PANES; i++)
        c->panes.shown[i] = e->source->has_pane[i] && (e->pane < 0 || e->pane == i);
    printf("{\"version\": 2, \"width\": %d, \"height\": %d", COLUMNS, ROWS);
    if (second > MOMENT_MIN)
        printf(", \"timestamp\": %" PRIu64, second);
    printf("}\n[0.000000, \"o\", \"\\u001B[H\\u001B[2J\"]\n");
    return put_frame(c);
}

static int put_cast(struct export_run *e, const struct record *record)
{
    struct cast *c = e->state;
    const struct keylog_record *k = &record->key;
    struct key key = {k->posted, k->code, k->side};

    c->new_round = c->new_round || (e->count > 0 && record->kind == RECORD_ROUND);
    if (record->kind != RECORD_KEY)
        return 0;
    if (e->count == 1 && begin_frames(e, k->posted) < 0)
        return -1;
    record_clock_set(&c->clock, k->posted, c->new_round);
    if (c->new_round)
        panes_clear(&c->panes);
    c->new_round = false;
    if (key.code == KEYLOG_NO_CODE)
        return 0;
    return panes_feed(&c->panes, record_pane(k), &key) < 0 ? -1 : put_frame(c);
}

static int end_cast(struct export_run *e)
{
    struct cast *c = e->state;

    grid_free(&c->grid);
    grid_free(&c->drawn);
    panes_free(&c->panes);
    return 0;
}

const struct export_form export_cast = {
    .name = "cast",
    .about = "a screen that asciinema plays (asciicast v2)",
    .needs_keys = true,
    .needs_survey = true,
    .state_size = sizeof(struct cast),
    .put = put_cast,
    .end = end_cast,
};
