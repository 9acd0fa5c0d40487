#include "wall.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "shown.h"

enum { TEXT = 256, CLOCK_SIZE = 16 };

/* A part of the screen. */
struct area {
    int row, column, height, width;
};

void wall_redraw(void)
{
    clearok(curscr, TRUE);
}

void wall_ring(void)
{
    beep();
}

static void write_clock(uint64_t ms, char text[static CLOCK_SIZE])
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm local;

    text[0] = '\0';
    if (ms > 0 && localtime_r(&seconds, &local) != NULL)
        strftime(text, CLOCK_SIZE, "%H:%M:%S", &local);
}

static const char *state_of(const struct feed *s)
{
    if (s->note[0] != '\0')
        return s->note;
    if (!s->scene.begun || s->scene.count == 0)
        return "nothing yet";
    if (!s->scene.live)
        return "earlier";
    return s->ended ? "ended" : "live";
}

/* The end of a text: at most so many of its bytes, and so no more columns. */
static const char *tail(const char *text, int room)
{
    int length = (int)strlen(text);

    if (length > room)
        text += length - (room > 0 ? room : 0);
    while (((unsigned char)*text & 0xc0) == 0x80) /* no part of a character */
        text++;
    return text;
}

/* What stands behind the name: " left  judge 04  14:12:25  live  2 flags". The wire of
 * books without @@nn does not say who judges. Returns its length. */
static int write_facts(const struct feed *s, bool judge_too, char text[static TEXT])
{
    char clock[CLOCK_SIZE], judge[16] = "", flags[32] = "";

    if (judge_too && s->scene.begun && s->scene.seated)
        snprintf(judge, sizeof(judge), "  judge %02u",
            s->scene.prompt.judge % PROMPT_JUDGES);
    write_clock(s->scene.begun ? scene_moment(&s->scene) : 0, clock);
    if (s->flags > 0)
        snprintf(
            flags, sizeof(flags), "  %u flag%s", s->flags, s->flags == 1 ? "" : "s");
    snprintf(text, TEXT, "%s%s%s%s  %s%s", feed_pane(s), judge,
        clock[0] != '\0' ? "  " : "", clock, state_of(s), flags);
    return (int)strlen(text);
}

/* "!LP-01.KEY  judge 04  14:12:25  live". Where that is too wide the name is cut, whose
 * end tells more than its beginning, to a quarter, and rather than more of it the judge
 * is left out: the moment and whether it is the present are to be seen on any screen.
 */
static void draw_title(const struct feed *s, struct area a, bool marked)
{
    char text[FEED_NAME_SIZE + TEXT], facts[TEXT];
    int least = a.width / 4, room = a.width - 1 - write_facts(s, true, facts);

    if (room < least && room < (int)strlen(s->name))
        room = a.width - 1 - write_facts(s, false, facts);
    snprintf(text, sizeof(text), "%c%s%s", s->rang ? '!' : ' ',
        tail(s->name, room > least ? room : least), facts);
    shown_clean(text);
    attrset(marked ? A_REVERSE : A_UNDERLINE);
    mvhline(a.row, a.column, ' ', a.width);
    mvaddnstr(a.row, a.column, text, a.width);
    attrset(A_NORMAL);
}

static void draw_row(const struct page *page, struct page_place place, struct area a,
    int row, bool found)
{
    char bytes[TEXT * UTF8_MAX];
    size_t length, start = page_row(page, place, (size_t)a.width, &length);

    if (length > TEXT)
        length = TEXT;
    length = utf8_encode_all(page_text(page, place.line) + start, length, bytes);
    if (found)
        attrset(A_REVERSE);
    mvaddnstr(a.row + row, a.column, bytes, (int)length);
    attrset(A_NORMAL);
}

/* The rows of a page from a place on; found is a line that stands out, from 1. */
static void draw_page(
    const struct page *page, struct page_place place, struct area a, size_t found)
{
    for (int row = 0; row < a.height; row++) {
        struct page_place next = page_forward(page, place, 1, (size_t)a.width);
        draw_row(page, place, a, row, place.line + 1 == found);
        if (!page_is_before(place, next))
            return;
        place = next;
    }
}

static struct area below_title(struct area a)
{
    return (struct area){a.row + 1, a.column, a.height - 1, a.width};
}

static void draw_pane(const struct feed *s, struct area a, bool marked)
{
    struct area body = below_title(a);

    draw_title(s, a, marked);
    if (s->scene.begun && body.height > 0)
        draw_page(&s->scene.page,
            page_live(&s->scene.page, (size_t)body.width, (size_t)body.height), body,
            0);
}

static void draw_full(struct view *v, struct feed *s)
{
    struct area a = {0, 0, LINES - 1, COLS}, body = below_title(a);

    v->width = body.width;
    v->height = body.height;
    draw_title(s, a, true);
    if (s->scene.begun && body.height > 0)
        draw_page(&s->scene.page, view_place(v, &s->scene.page), body, v->found);
}

/* As many columns and rows as panes need, and as the screen has room for. */
static void measure(struct view *v, int count)
{
    int columns = COLS / WALL_PANE_WIDTH, rows = (LINES - 1) / WALL_PANE_HEIGHT;

    columns = columns < 1 ? 1 : columns > count ? count : columns;
    rows = rows < 1 ? 1 : rows;
    v->columns = columns > 0 ? columns : 1;
    count = (count + v->columns - 1) / v->columns;
    v->rows = rows < count ? rows : count > 0 ? count : 1;
    v->width = COLS;
    v->height = LINES - 2;
}

static void draw_wall(struct view *v, const struct lookout *r, int *first, int *last)
{
    int count = view_count(r), panes;

    measure(v, count);
    panes = v->columns * v->rows;
    *first = v->at / panes * panes;
    *last = *first + panes < count ? *first + panes : count;
    for (int i = *first; i < *last; i++) {
        int column = (i - *first) % v->columns, row = (i - *first) / v->columns;
        int left = COLS * column / v->columns, right = COLS * (column + 1) / v->columns;
        int top = (LINES - 1) * row / v->rows,
            below = (LINES - 1) * (row + 1) / v->rows;
        struct area a = {
            top, left, below - top, right - left - (column + 1 < v->columns ? 1 : 0)};
        draw_pane(view_feed(r, i), a, i == v->at);
    }
}

/* The keys, and the place; where there is no room for all, how to go on and back. */
static void write_keys(const struct view *v, const char *place, char text[static TEXT])
{
    const char *wall = "Arrows choose  Return opens  / finds  f flags  q leaves";
    const char *full =
        ", . 10 s  < > 1 min  t time  End live  / n N find  f flag  Esc wall";
    const char *few =
        v->full ? "Esc wall  End live  , . 10 s" : "Return opens  q leaves";
    size_t room = COLS > 2 ? (size_t)COLS - 2 : 0;

    snprintf(text, TEXT, "%s  %s", place, v->full ? full : wall);
    if (strlen(text) > room)
        snprintf(text, TEXT, "%s  %s", few, place);
    if (strlen(text) > room)
        snprintf(text, TEXT, "%s", few);
}

static void draw_status(const struct view *v, const char *place)
{
    static const char *const questions[] = {[VIEW_ASKS_TEXT] = "Find: ",
        [VIEW_ASKS_NOTE] = "Flag, with a note: ",
        [VIEW_ASKS_TIME] = "To the time, as HH:MM:SS: "};
    const char *question = questions[v->ask];
    char text[2 * VIEW_TEXT_SIZE];

    if (v->ask != VIEW_ASKS_NOTHING)
        snprintf(text, sizeof(text), "%s%s", question,
            tail(v->text, COLS - 2 - (int)strlen(question)));
    else if (v->note[0] != '\0')
        snprintf(text, sizeof(text), "%s", v->note);
    else
        write_keys(v, place, text);
    attrset(A_REVERSE);
    mvhline(LINES - 1, 0, ' ', COLS);
    mvaddnstr(LINES - 1, 1, text, COLS - 2);
    attrset(A_NORMAL);
    move(LINES - 1, COLS - 1);
}

void wall_draw(struct view *v, const struct lookout *r)
{
    int count = view_count(r), first = 0, last = 0;
    struct feed *s;
    char place[64];

    view_settle(v, r);
    s = view_feed(r, v->at);
    erase();
    if (v->full && s != NULL) {
        draw_full(v, s);
        snprintf(place, sizeof(place), "%d of %d", v->at + 1, count);
    } else {
        draw_wall(v, r, &first, &last);
        snprintf(place, sizeof(place), "%d-%d of %d", first + 1, last, count);
        if (count == 0)
            snprintf(place, sizeof(place), "No conversation yet");
    }
    draw_status(v, place);
    refresh();
}
