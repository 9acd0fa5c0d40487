#include "judge/referee/replay/replay_screen.h"

#include <curses.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "common/console/screen.h"
#include "common/console/status_line.h"
#include "common/input/key_input.h"
#include "common/system/clock.h"
#include "common/system/signals.h"
#include "judge/referee/output/verb.h"
#include "judge/referee/replay/replay_state.h"

enum { STATUS_MS = 100 /* between two drawings of a clock that runs */ };

struct replay_screen {
    struct screen *screen;
    struct replay_state state;
    struct grid grid;
    struct key_input input;
    bool failed; /* memory is too short */
    bool done;
};

static const char *const help_lines[] = {
    "Space        play or pause",
    ". ,          one key forward, back",
    "Right Left   5 seconds forward, back",
    "Down Up      one turn forward, back",
    "} {          one round forward, back",
    "+ - =        twice as fast, half as fast, normal speed",
    "g            go to a time: 90, 1:30 or 1:02:30",
    "/ n N        find a text, find it again, find it before",
    "Home End     the first key, the last key",
    "w            show or hide which pane is the human's",
    "? q          this list, leave",
};

/* Drawing */

static const struct record_round *current_round(const struct timeline *t)
{
    return &t->rounds[t->keys[t->shown > 0 ? t->shown - 1 : 0].round];
}

static void set_title(struct replay_state *s, enum record_pane pane)
{
    static const char *const seats[] = {[SEAT_UNKNOWN] = "the record does not say",
        [SEAT_HUMAN] = "human",
        [SEAT_PROGRAM] = "program"};
    struct timeline *t = s->playback.timeline;
    const struct record_round *round = current_round(t);
    const char *side = record_pane_name(pane), *name = round->name[pane];
    char *title = t->panes.title[pane];

    if (name[0] == '\0' && round->seat[pane] == SEAT_PROGRAM)
        name = round->program;
    if (!s->shows_seats)
        snprintf(title, PANES_TITLE_MAX, "%s", side);
    else if (round->seat[pane] == SEAT_UNKNOWN && name[0] != '\0')
        snprintf(title, PANES_TITLE_MAX, "%s: %s", side, name);
    else
        snprintf(title, PANES_TITLE_MAX, "%s: %s%s%s", side, seats[round->seat[pane]],
            name[0] != '\0' ? " " : "", name);
}

static void draw_panes(struct replay_screen *r)
{
    char text[GRID_COLUMNS_MAX * GRID_CELL_BYTES];

    set_title(&r->state, PANE_LEFT);
    set_title(&r->state, PANE_RIGHT);
    panes_draw(&r->state.playback.timeline->panes, &r->grid);
    for (size_t row = 0; row < r->grid.rows; row++) {
        size_t length = grid_text(&r->grid, row, 0, r->grid.columns, text);

        mvaddnstr((int)row, 0, text, (int)length);
    }
}

static void draw_help(void)
{
    const int count = (int)(sizeof(help_lines) / sizeof(help_lines[0]));

    erase();
    for (int i = 0; i < count && i + 1 < LINES; i++)
        mvaddnstr(i + (LINES > count + 2 ? 1 : 0), 2, help_lines[i], COLS - 3);
}

/* Write 1:02:03.4, or 2:03.4. */
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

/* Write "Playing 0:01.2 of 0:04.0  1.00x  judge 02  round 1". */
static void write_place(
    const struct replay_state *s, int64_t tick, char text[static STATUS_LINE_TEXT_SIZE])
{
    const struct playback *p = &s->playback;
    const struct timeline *t = p->timeline;
    int judge = t->keys[t->shown > 0 ? t->shown - 1 : 0].judge;
    char at[32], length[32], speed[16] = "max", seat[32] = "", round[48] = "";

    write_time(playback_position(p, tick), at);
    write_time(playback_length(p), length);
    if (p->speed != PLAYBACK_ALL)
        snprintf(speed, sizeof(speed), "%u.%02ux", p->speed / 100, p->speed % 100);
    if (judge != KEYLOG_NO_JUDGE)
        snprintf(seat, sizeof(seat), "  judge %02d", judge);
    if (t->round_count > 1)
        snprintf(round, sizeof(round), "  round %s", current_round(t)->number);
    snprintf(text, STATUS_LINE_TEXT_SIZE, "%s %s of %s  %s%s%s%s",
        t->shown == t->count ? "End"
        : p->running         ? "Playing"
                             : "Paused",
        at, length, speed, t->is_timeless ? ", no times" : "", seat, round);
}

/* A note that does not fit beside the place stands in its stead until the next key. */
static void draw_status(const struct replay_screen *r, int64_t tick)
{
    const struct replay_state *s = &r->state;
    const char *hint = s->note != NULL ? s->note : "? lists the keys";
    struct status_line line = {0};

    if (s->question.text == NULL) {
        write_place(s, tick, line.left);
        if (COLS > (int)(strlen(line.left) + strlen(hint)) + 2)
            snprintf(line.right, sizeof(line.right), "%s", hint);
        else if (s->note != NULL)
            snprintf(line.left, sizeof(line.left), "%s", s->note);
    }
    screen_draw_status(r->screen, &line, 1);
    if (s->question.text != NULL)
        screen_draw_question(s->question.text, &s->question.answer);
}

static void draw(struct replay_screen *r, int64_t tick)
{
    int row, column;

    if (r->state.shows_help)
        draw_help();
    else
        draw_panes(r);
    draw_status(r, tick);
    getyx(stdscr, row, column);
    if (r->state.question.text == NULL) {
        row = (int)r->grid.cursor_row;
        column = (int)r->grid.cursor_column;
    }
    move(row, column);
    refresh();
}

/* The loop */

static void measure(struct replay_screen *r)
{
    screen_fit();
    erase();
    grid_free(&r->grid);
    r->failed = grid_init(&r->grid, LINES > 1 ? (size_t)LINES - 1 : 1,
                    COLS > 0 ? (size_t)COLS : 1) < 0;
}

/* The tick of the playback, in microseconds. */
static int64_t playback_tick(struct moment now)
{
    return now.tick * 1000;
}

/* Wait for a key of the viewer's, the next key of the record, or the next drawing of
 * the clock. Returns whether the terminal has input. */
static bool wait_for_input(const struct replay_screen *r, struct moment now)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    int64_t due = playback_due(&r->state.playback), until = key_input_due(&r->input);

    if (due != INT64_MAX) {
        until = clock_earlier(until, now.tick + STATUS_MS);
        until = clock_earlier(until, (due + 999) / 1000);
    }
    signals_poll(&input, 1, now.tick, until > now.tick ? until : now.tick);
    return input.revents != 0;
}

static void read_keys(struct replay_screen *r, bool is_ready, struct moment now)
{
    uint32_t codes[KEY_INPUT_MAX];
    int count = key_input_read(&r->input, is_ready, now.tick, codes);

    r->done = r->done || count < 0 || signals_ending();
    for (int i = 0; i < count && !r->done; i++)
        switch (replay_state_press(&r->state, codes[i], playback_tick(now))) {
        case REPLAY_CONTINUES:
            break;
        case REPLAY_REDRAWS:
            clearok(curscr, TRUE);
            break;
        case REPLAY_LEAVES:
            r->done = true;
            break;
        }
}

static void run_replay(struct replay_screen *r)
{
    struct moment now = clock_now();
    bool is_ready;

    while (!r->done && !r->failed) {
        draw(r, playback_tick(now));
        is_ready = wait_for_input(r, now);
        now = clock_now();
        read_keys(r, is_ready, now);
        if (signals_resized())
            measure(r);
        playback_advance(&r->state.playback, playback_tick(now));
        r->failed = r->failed || r->state.playback.timeline->failed;
    }
}

static void start_playback(
    struct replay_screen *r, struct timeline *timeline, unsigned speed, bool paused)
{
    int64_t tick = playback_tick(clock_now());

    playback_init(&r->state.playback, timeline);
    playback_set_speed(&r->state.playback, speed, tick);
    playback_run(&r->state.playback, !paused, tick);
    playback_advance(&r->state.playback, tick);
}

int replay_screen(struct timeline *timeline, unsigned speed, bool paused)
{
    struct replay_screen r = {.screen = screen_open()};

    if (r.screen == NULL)
        return verb_fail(
            "replay", "this terminal has no full screen: use --plain", EX_UNAVAILABLE);
    signals_open();
    measure(&r);
    start_playback(&r, timeline, speed, paused);
    run_replay(&r);
    screen_close(r.screen);
    grid_free(&r.grid);
    return r.failed ? verb_fail_memory("replay") : EX_OK;
}
