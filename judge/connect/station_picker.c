#include "judge/connect/station_picker.h"

#include <curses.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>

#include "common/console/status_line.h"
#include "common/conversation/key.h"

enum {
    FIRST_LOOK_MS = 600, /* most stations have answered by then */
    HEADING = 2,         /* rows above the list */
    PATIENCE = 3,        /* questions before the advice is shown */
    TEXT = 80,
};

/* Opening */

static bool is_digit(uint32_t code)
{
    return code >= '0' && code <= '9';
}

int station_picker_open(struct station_picker *p, const struct settings *settings,
    const struct terminal *terminal, struct moment now)
{
    *p = (struct station_picker){
        .settings = settings, .terminal = terminal, .opened = now.tick};
    line_edit_init(&p->number, STATION_PICKER_DIGITS, is_digit);
    return finder_open(&p->finder, settings->secret, now);
}

void station_picker_close(struct station_picker *p)
{
    finder_close(&p->finder);
}

void station_picker_fds(
    const struct station_picker *p, struct pollfd fds[static FINDER_FDS])
{
    finder_fds(&p->finder, fds);
}

const char *station_picker_label(const struct station_picker *p)
{
    return p->choice.station.label;
}

void station_picker_way(const struct station_picker *p, struct station_picked *picked)
{
    const struct station_list *found = &p->finder.found;
    int at = station_list_at(found, &p->choice.station);

    *picked = (struct station_picked){.count = 0};
    if (at < 0)
        return;
    picked->count = finder_places(&found->all[at], picked->places);
    if (picked->count > 0)
        finder_format(&picked->places[0], picked->address, sizeof(picked->address));
}

/* Under curses */

/* Stations shown at once, 1 or more. */
static int list_rows(void)
{
    int rows = LINES - status_line_rows(COLS) - HEADING;

    return rows > 1 ? rows : 1;
}

static void put_text(int row, int column, const char *text)
{
    if (row < LINES - status_line_rows(COLS) && column < COLS)
        mvaddnstr(row, column, text, COLS - column);
}

static void draw_list(const struct station_list *f, const struct station_choice *c)
{
    char text[TEXT];
    int rows = list_rows(), top = (int)c->list.top;

    put_text(0, 1, "Stations on the wire");
    for (int row = 0; row < rows && top + row < f->count; row++) {
        int at = top + row;
        const struct discovery_station *s = &f->all[at].is;
        bool marked = at == (int)c->list.marked;
        snprintf(text, sizeof(text), "%c %2d  %-*s  %-6s ", marked ? '>' : ' ', at + 1,
            WIRE_LABEL_MAX, s->label, s->busy ? "in use" : "free");
        attrset(marked ? A_REVERSE : A_NORMAL);
        put_text(HEADING + row, 1, text);
        attrset(A_NORMAL);
    }
}

/* Advice for a beginner, in rows of at most 38 columns. */
static void draw_advice(const struct finder *f)
{
    static const char *const advice[] = {
        "- On the other machine a person types",
        "     confederate",
        "  and it says: Waiting for a judge.",
        "- The cable is in at both ends, or both",
        "  machines are on the same network.",
        "- No firewall of either machine stops",
        "  UDP port 1950 or TCP port 1950.",
    };
    enum { ROWS = sizeof(advice) / sizeof(advice[0]) };
    const char *key = f->secret == NULL ? "- It has no key, or: judge --key FILE"
                                        : "- It has the same key as this judge.";
    const char *state = "No station has answered yet. Check:";

    if (f->networks == 0)
        state = "No cable or network here. Check:";
    else if (f->addresses == 0)
        state = "The network here has no address. Check:";
    put_text(0, 1, "Looking for stations");
    if (f->asked < PATIENCE)
        return;
    put_text(1, 1, state);
    for (int i = 0; i < ROWS; i++)
        put_text(HEADING + i, 1, advice[i]);
    put_text(HEADING + ROWS, 1, key);
}

static void draw_status(const struct station_picker *p)
{
    int count = p->finder.found.count, judge = p->settings->judge;
    struct status_line line = {.left = "Judge", .right = "none yet"};

    if (judge >= 0)
        snprintf(line.left, sizeof(line.left), "Judge %02d", judge);
    snprintf(line.hint, sizeof(line.hint), "%s",
        count > 0 ? "Arrows choose, Return takes, ^D leaves"
                  : "Looking: they appear here. ^D leaves");
    if (count > 0)
        snprintf(line.right, sizeof(line.right), "%d of %d",
            (int)p->choice.list.marked + 1, count);
    screen_draw_status(p->terminal->screen, &line, status_line_rows(COLS));
}

/* The first row stays marked until most stations have answered or a key has come. */
void station_picker_draw(struct station_picker *p)
{
    const struct finder *f = &p->finder;

    if (p->terminal->screen == NULL)
        return;
    if (p->redraw)
        clearok(curscr, TRUE);
    p->redraw = false;
    erase();
    if (f->found.count > 0)
        draw_list(&f->found, &p->choice);
    else
        draw_advice(f);
    draw_status(p);
    move(LINES - 1, COLS - 1);
    refresh();
}

static enum station_choice_result press_on_screen(
    struct station_picker *p, uint32_t code)
{
    p->redraw = p->redraw || code == COMMAND_REDRAW;
    return station_choice_press(&p->choice, &p->finder.found, list_rows(), code);
}

static void step_screen(struct station_picker *p, bool waits)
{
    if (waits && !p->pressed)
        p->choice = (struct station_choice){0};
    station_choice_follow(&p->choice, &p->finder.found, list_rows());
}

/* Without a screen */

static void print_note(const struct station_picker *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void print_note(const struct station_picker *p, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "%s: ", p->settings->program_name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

static void print_list(struct station_picker *p)
{
    p->shown = p->finder.found;
    p->listed = true;
    if (p->shown.count == 0) {
        print_note(p,
            "No station has answered yet: start one on the other machine, check "
            "the cable; ^D leaves");
        return;
    }
    for (int i = 0; i < p->shown.count; i++) {
        const struct discovery_station *s = &p->shown.all[i].is;
        fprintf(stderr, "%2d  %-*s  %s\n", i + 1, WIRE_LABEL_MAX, s->label,
            s->busy ? "in use" : "free");
    }
    print_note(p, "Type a number and Return; Return alone looks again, ^D leaves");
}

/* Return: pick the station of the typed number. */
static enum station_choice_result pick_number(struct station_picker *p)
{
    char typed[LINE_EDIT_UTF8_SIZE];
    bool empty = line_edit_utf8(&p->number, typed) == 0;
    int number = atoi(typed);

    line_edit_clear(&p->number);
    fputc('\n', stderr);
    if (empty) {
        print_list(p);
        return STATION_CHOICE_GOES_ON;
    }
    if (number < 1 || number > p->shown.count)
        print_note(p, "%s is not in the list: type a number of the list", typed);
    else if (station_list_at(&p->finder.found, &p->shown.all[number - 1].is) < 0)
        print_note(
            p, "%s has gone: Return looks again", p->shown.all[number - 1].is.label);
    else {
        p->choice.station = p->shown.all[number - 1].is;
        return STATION_CHOICE_MADE;
    }
    return STATION_CHOICE_GOES_ON;
}

static enum station_choice_result press_at_list(struct station_picker *p, uint32_t code)
{
    char typed[LINE_EDIT_UTF8_SIZE];

    if (code == COMMAND_LEAVE)
        return STATION_CHOICE_LEFT;
    if (code == K_RETURN)
        return pick_number(p);
    if (line_edit_press(&p->number, code) != LINE_EDIT_CHANGED)
        return STATION_CHOICE_GOES_ON;
    line_edit_utf8(&p->number, typed);
    fprintf(stderr, "\r%-*s\r%s", STATION_PICKER_DIGITS, typed, typed);
    return STATION_CHOICE_GOES_ON;
}

/* The first station is announced without a key if the list was empty. */
static void step_lines(struct station_picker *p, bool waits)
{
    if (!waits && (!p->listed || (p->shown.count == 0 && p->finder.found.count > 0)))
        print_list(p);
}

/* For a script */

/* Write the stations that are free, or busy, as LABEL at HOST:PORT. Returns their
 * number.
 */
static int write_names(const struct station_list *f, bool busy, char *text, size_t size)
{
    struct link_address places[LINK_ADDRESSES];
    char address[SAVED_LOG_ADDRESS_MAX + 1];
    size_t length = 0;
    int count = 0;

    text[0] = '\0';
    for (int i = 0; i < f->count; i++) {
        if (f->all[i].is.busy != busy || finder_places(&f->all[i], places) == 0)
            continue;
        finder_format(&places[0], address, sizeof(address));
        if (length < size)
            length += (size_t)snprintf(text + length, size - length, "%s%s at %s",
                count > 0 ? ", " : "", f->all[i].is.label, address);
        count++;
    }
    return count;
}

static void fail_pick(struct station_picker *p, int exit_code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void fail_pick(struct station_picker *p, int exit_code, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(p->error, sizeof(p->error), format, arguments);
    va_end(arguments);
    p->exit_code = exit_code;
    p->result = STATION_CHOICE_LEFT;
}

/* Pick the only free station. */
static void pick_only(struct station_picker *p)
{
    const struct station_list *found = &p->finder.found;
    char text[STATION_PICKER_ERROR_SIZE - TEXT];
    int count = write_names(found, false, text, sizeof(text));

    for (int i = 0; i < found->count; i++)
        if (!found->all[i].is.busy)
            p->choice.station = found->all[i].is;
    if (count == 1)
        p->result = STATION_CHOICE_MADE;
    else if (count > 1)
        fail_pick(p, EX_USAGE,
            "%d stations are free (%s): name one, as in 'judge HOST:PORT'", count,
            text);
    else if (write_names(found, true, text, sizeof(text)) > 0)
        fail_pick(p, EX_UNAVAILABLE,
            "no station is free (%s): name one to wait for it, as in 'judge HOST:PORT'",
            text);
    else
        fail_pick(p, EX_UNAVAILABLE,
            "no station found: start one and check the cable, or name one, as in "
            "'judge 192.168.1.2'");
}

/* All three */

void station_picker_step(struct station_picker *p,
    const struct pollfd fds[static FINDER_FDS], struct moment now)
{
    bool waits = now.tick < p->opened + FIRST_LOOK_MS;

    finder_step(&p->finder, fds, now);
    if (p->result != STATION_CHOICE_GOES_ON)
        return;
    if (p->terminal->screen != NULL)
        step_screen(p, waits);
    else if (!p->terminal->from_pipe)
        step_lines(p, waits);
    else if (now.tick >= p->opened + FINDER_ALL_MS)
        pick_only(p);
}

int64_t station_picker_due(const struct station_picker *p)
{
    int64_t due = finder_due(&p->finder);

    if (p->terminal->from_pipe)
        return clock_earlier(due, p->opened + FINDER_ALL_MS);
    return p->listed ? due : clock_earlier(due, p->opened + FIRST_LOOK_MS);
}

static void press_picker(void *picker, uint32_t code, struct moment now)
{
    struct station_picker *p = picker;

    (void)now;
    if (p->result != STATION_CHOICE_GOES_ON)
        return;
    p->pressed = true;
    p->result =
        p->terminal->screen != NULL ? press_on_screen(p, code) : press_at_list(p, code);
}

static int64_t pipe_due(void *picker)
{
    (void)picker;
    return INT64_MAX;
}

struct terminal_owner station_picker_owner(struct station_picker *p)
{
    return (struct terminal_owner){press_picker, pipe_due, NULL, p};
}
