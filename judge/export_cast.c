/*
 * A conversation as asciinema plays it: asciicast, version 2. One line for the size of
 * the screen and the moment it began, and one for each key that changed what is seen.
 * The screen is the one that a replay shows.
 */
#include <string.h>

#include "export.h"
#include "tape.h"
#include "utf8.h"

enum {
    ROWS = 24,
    COLUMNS = 80, /* the last row stays free for a player's own line */
    ROW_SIZE = COLUMNS * GRID_CELL_BYTES + 32,
    MARKS_SIZE = COLUMNS * GLYPH_MARKS_MAX * sizeof(uint32_t), /* of a row */
};

int export_cast_begin(struct export *e)
{
    if (grid_init(&e->grid, ROWS - 1, COLUMNS) < 0 ||
        grid_init(&e->drawn, ROWS - 1, COLUMNS) < 0)
        return -1;
    return 0;
}

/* The cursor goes there. */
static char *put_cursor(char *to, size_t row, size_t column)
{
    to = key_put(to, "\033[", 2);
    to = key_put_number(to, row + 1, 1);
    *to++ = ';';
    to = key_put_number(to, column + 1, 1);
    *to++ = 'H';
    return to;
}

/* Whether the marks of a row are others than were drawn, which they then are. */
static bool change_marks(struct export *e, size_t row)
{
    size_t at = row * COLUMNS * GLYPH_MARKS_MAX;

    if ((!e->grid.has_marks && !e->drawn.has_marks) ||
        memcmp(e->grid.marks + at, e->drawn.marks + at, MARKS_SIZE) == 0)
        return false;
    memcpy(e->drawn.marks + at, e->grid.marks + at, MARKS_SIZE);
    return true;
}

/* What has changed of a row, from the first such column to the last: it is drawn; all
 * of it, if marks have. */
static char *draw_row(struct export *e, size_t row, char *to)
{
    const uint32_t *now = e->grid.cells + row * COLUMNS;
    uint32_t *was = e->drawn.cells + row * COLUMNS;
    size_t from = 0, until = COLUMNS;

    if (!change_marks(e, row)) {
        if (memcmp(now, was, COLUMNS * sizeof(now[0])) == 0)
            return to;
        while (now[from] == was[from])
            from++;
        while (now[until - 1] == was[until - 1])
            until--;
    }
    memcpy(was, now, COLUMNS * sizeof(now[0]));
    to = put_cursor(to, row, from);
    return to + grid_text(&e->grid, row, from, until, to);
}

/* Show what the panes look like now. */
static void put_frame(struct export *e)
{
    char out[ROWS * ROW_SIZE], *end = out, *to;

    panes_draw(&e->panes, &e->grid);
    for (size_t row = 0; row < e->grid.rows; row++)
        end = draw_row(e, row, end);
    if (end == out && e->grid.cursor_row == e->drawn.cursor_row &&
        e->grid.cursor_column == e->drawn.cursor_column)
        return;
    e->drawn.has_marks = e->grid.has_marks;
    e->drawn.cursor_row = e->grid.cursor_row;
    e->drawn.cursor_column = e->grid.cursor_column;
    end = put_cursor(end, e->grid.cursor_row, e->grid.cursor_column);
    to = outlet_room(e->outlet, EXPORT_LINE_ROOM);
    *to++ = '[';
    to = key_put_number(to, e->elapsed / 1000000, 1);
    *to++ = '.';
    to = key_put_number(to, e->elapsed % 1000000, 6);
    outlet_filled(e->outlet, key_put_text(to, ", \"o\", "));
    outlet_json(e->outlet, out, (size_t)(end - out));
    outlet_put(e->outlet, "]\n", 2);
}

/* The headings are read by the first key: the book is known. */
static int begin(struct export *e, uint64_t time)
{
    bool shown[PANES];

    for (int i = 0; i < PANES; i++)
        shown[i] = e->source->survey.pane[i] && (e->pane < 0 || e->pane == i);
    if (panes_init(&e->panes, record_book(&e->source->file.reader), shown) < 0)
        return -1;
    outlet_print(
        e->outlet, "{\"version\": 2, \"width\": %d, \"height\": %d", COLUMNS, ROWS);
    /* Counters of some programs are no moments. */
    if (key_time_ms(time) / 1000 > 100000000)
        outlet_print(e->outlet, ", \"timestamp\": %llu",
            (unsigned long long)(key_time_ms(time) / 1000));
    outlet_text(e->outlet, "}\n[0.000000, \"o\", \"\\u001b[H\\u001b[2J\"]\n");
    for (size_t i = 0; i < e->drawn.rows * e->drawn.columns; i++)
        e->drawn.cells[i] = ' ';
    e->begun = true;
    e->time = time;
    e->round = e->source->file.reader.round.count;
    put_frame(e);
    return 0;
}

static int put_key(
    struct export *e, enum record_pane pane, uint64_t time, const struct key *key)
{
    bool fresh = e->round != e->source->file.reader.round.count;
    struct event events[PROMPT_EVENTS_MAX];

    e->elapsed += tape_gap(e->time, time, fresh);
    if (fresh || time > e->time)
        e->time = time;
    if (fresh)
        panes_clear(&e->panes);
    e->round = e->source->file.reader.round.count;
    e->count++;
    return key->code == KEYLOG_NO_CODE ? 0 : panes_feed(&e->panes, pane, key, events);
}

int export_cast_put(struct export *e, const struct record *record)
{
    struct key key = {record->key.released, record->key.code, record->key.side};

    if (!export_wants(e, record) || record->kind != RECORD_KEY)
        return 0;
    if (!e->begun && begin(e, record->key.posted) < 0)
        return -1;
    if (put_key(e, record_pane(&record->key), record->key.posted, &key) < 0)
        return -1;
    put_frame(e);
    return 0;
}

int export_cast_end(struct export *e)
{
    grid_free(&e->grid);
    grid_free(&e->drawn);
    if (e->begun)
        panes_free(&e->panes);
    return 0;
}
