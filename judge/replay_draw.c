#include <curses.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "replay.h"
#include "utf8.h"

enum { SIZE = 256 }; /* of a line that is said */

static const char *const help_lines[] = {
    "Space        go on, or pause",
    ". ,          one key forward, one back",
    "Right Left   5 seconds forward, back",
    "Down Up      one turn forward, back",
    "} {          one round forward, back",
    "+ - =        twice as fast, half as fast, at its own speed",
    "g            go to a time: 90, 1:30 or 1:02:30",
    "/ n N        look for a text, again, and backwards",
    "Home End     the beginning, the end",
    "w            show or hide who sits where",
    "? q          this, and leave",
};

static const struct record_round *round_of(const struct tape *tape)
{
    size_t at = tape->next > 0 ? tape->next - 1 : 0;

    return &tape->rounds[tape->keys[at].round];
}

static void set_titles(struct replay *s)
{
    static const char *const seats[] = {[SEAT_UNKNOWN] = "the record does not say",
        [SEAT_HUMAN] = "human",
        [SEAT_PROGRAM] = "program"};
    const struct record_round *round = round_of(s->tape);

    for (int i = 0; i < PANES; i++) {
        const char *pane = record_pane_name((enum record_pane)i);
        const char *name = round->name[i];

        if (name[0] == '\0' && round->seat[i] == SEAT_PROGRAM)
            name = round->program;
        if (s->reveals && round->seat[i] == SEAT_UNKNOWN && name[0] != '\0')
            snprintf(s->tape->panes.title[i], PANES_TITLE_MAX, "%s: %s", pane, name);
        else if (s->reveals)
            snprintf(s->tape->panes.title[i], PANES_TITLE_MAX, "%s: %s%s%s", pane,
                seats[round->seat[i]], name[0] != '\0' ? " " : "", name);
        else
            snprintf(s->tape->panes.title[i], PANES_TITLE_MAX, "%s", pane);
    }
}

static void draw_grid(struct replay *s)
{
    char text[PANES_COLUMNS_MAX * GRID_CELL_BYTES];

    set_titles(s);
    panes_draw(&s->tape->panes, &s->grid);
    for (size_t row = 0; row < s->grid.rows; row++) {
        size_t length = grid_text(&s->grid, row, 0, s->grid.columns, text);

        mvaddnstr((int)row, 0, text, (int)length);
    }
}

/* 1:02:03.4, or 2:03.4. */
static void write_time(uint64_t us, char text[static 32])
{
    uint64_t tenths = us / 100000, seconds = tenths / 10;

    if (seconds >= 3600)
        snprintf(text, 32, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64 ".%" PRIu64,
            seconds / 3600, seconds / 60 % 60, seconds % 60, tenths % 10);
    else
        snprintf(text, 32, "%" PRIu64 ":%02" PRIu64 ".%" PRIu64, seconds / 60,
            seconds % 60, tenths % 10);
}

static const char *state_of(const struct replay *s)
{
    const struct tape *tape = s->tape;

    if (tape->next == tape->count)
        return "End";
    return tape->running ? "Playing" : "Paused";
}

static void write_where(const struct replay *s, char text[static SIZE])
{
    const struct tape *tape = s->tape;
    char at[32], length[32], seat[32] = "", round[48] = "";
    int judge = tape->keys[tape->next > 0 ? tape->next - 1 : 0].judge;

    write_time(replay_position(s), at);
    write_time(tape_length(tape), length);
    if (judge != KEYLOG_NO_JUDGE)
        snprintf(seat, sizeof(seat), "  judge %02d", judge);
    if (tape->round_count > 1)
        snprintf(round, sizeof(round), "  round %s", round_of(tape)->number);
    snprintf(text, SIZE, "%s %s of %s  %u.%02ux%s%s%s", state_of(s), at, length,
        tape->speed / 100, tape->speed % 100, tape->timeless ? ", no times" : "", seat,
        round);
}

static void draw_status(struct replay *s)
{
    static const char *const asks[] = {
        [ASKS_NOTHING] = "", [ASKS_TEXT] = "Look for: ", [ASKS_TIME] = "Go to: "};
    char text[2 * SIZE], where[SIZE];
    const char *hint = s->news != NULL ? s->news : "? lists the keys";
    int room;

    write_where(s, where);
    room = COLS - 1 - (int)strlen(where);
    if (s->asking != ASKS_NOTHING)
        snprintf(text, sizeof(text), "%s%s", asks[s->asking], s->answer);
    else if (room > (int)strlen(hint) + 1)
        snprintf(text, sizeof(text), "%s%*s", where, room, hint);
    else /* what is new stands until the next key, and then the place again */
        snprintf(text, sizeof(text), "%s", s->news != NULL ? s->news : where);
    attron(A_REVERSE);
    mvprintw(LINES - 1, 0, "%-*.*s", COLS - 1, COLS - 1, text);
    attroff(A_REVERSE);
    if (s->asking != ASKS_NOTHING)
        move(LINES - 1, (int)strlen(text) < COLS ? (int)strlen(text) : COLS - 1);
}

static void draw_help(void)
{
    const int count = (int)(sizeof(help_lines) / sizeof(help_lines[0]));

    erase();
    for (int i = 0; i < count && i + 1 < LINES; i++)
        mvaddnstr(i + (LINES > count + 2 ? 1 : 0), 2, help_lines[i], COLS - 3);
}

void replay_draw(struct replay *replay)
{
    struct replay *s = replay;

    if (s->helps)
        draw_help();
    else
        draw_grid(s);
    draw_status(s);
    if (s->asking == ASKS_NOTHING)
        move((int)s->grid.cursor_row, (int)s->grid.cursor_column);
    refresh();
}
