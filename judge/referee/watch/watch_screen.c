#include "judge/referee/watch/watch_screen.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "common/console/status_line.h"
#include "judge/referee/output/sanitize.h"

enum { TEXT = 256 };

/* A rectangle of the screen. */
struct area {
    int row, column, height, width;
};

void watch_screen_redraw(void)
{
    clearok(curscr, TRUE);
}

void watch_screen_ring(void)
{
    beep();
}

static const char *state_of(const struct feed *f)
{
    if (f->note[0] != '\0')
        return f->note;
    if (f->timeline.count == 0)
        return "no keys yet";
    if (!f->timeline.live)
        return "earlier";
    return f->ended ? "ended" : "live";
}

/* The end of a text in `room` bytes, which take as many columns at most. */
static const char *tail(const char *text, int room)
{
    int length = (int)strlen(text);

    if (length > room)
        text += length - (room > 0 ? room : 0);
    while (((unsigned char)*text & 0xc0) == 0x80) /* the rest of a character */
        text++;
    return text;
}

/* Write the end of a title: " left  judge 04  14:12:25  live  2 flags". Returns its
 * length. */
static int write_facts(const struct feed *f, bool with_judge, char text[static TEXT])
{
    const struct timeline_key *key = timeline_key_shown(&f->timeline);
    char clock[FEED_TIME_SIZE], judge[16] = "", flags[32] = "";

    if (with_judge && f->timeline.begun && feed_judge(f) != KEYLOG_NO_JUDGE)
        snprintf(judge, sizeof(judge), "  judge %02d", feed_judge(f));
    feed_time(key != NULL ? key->time : 0, "%H:%M:%S", clock);
    if (f->flags > 0)
        snprintf(
            flags, sizeof(flags), "  %u flag%s", f->flags, f->flags == 1 ? "" : "s");
    snprintf(text, TEXT, "%s%s%s%s  %s%s", f->where, judge,
        clock[0] != '\0' ? "  " : "", clock, state_of(f), flags);
    return (int)strlen(text);
}

/* Draw "!LP-01.KEY  judge 04  14:12:25  live". Where that is too wide the beginning of
 * the name is cut, down to a quarter of the width, and then the judge. */
static void draw_title(const struct feed *f, struct area a, bool marked)
{
    char text[FEED_NAME_SIZE + TEXT], facts[TEXT];
    int least = a.width / 4, room = a.width - 1 - write_facts(f, true, facts);

    if (room < least && room < (int)strlen(f->name))
        room = a.width - 1 - write_facts(f, false, facts);
    snprintf(text, sizeof(text), "%c%s%s", f->rang ? '!' : ' ',
        tail(f->name, room > least ? room : least), facts);
    sanitize_clean(text);
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

/* Draw the rows of a page from a place on, and line number `found`, from 1, in reverse.
 */
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

static void draw_pane(const struct feed *f, struct area a, bool marked)
{
    const struct page *page = watch_state_page(f);
    struct area body = below_title(a);

    draw_title(f, a, marked);
    if (f->timeline.begun && body.height > 0)
        draw_page(
            page, page_live(page, (size_t)body.width, (size_t)body.height), body, 0);
}

static void draw_full(struct watch_state *s, const struct feed *f)
{
    const struct page *page = watch_state_page(f);
    struct area a = {0, 0, LINES - 1, COLS}, body = below_title(a);

    s->width = body.width;
    s->height = body.height;
    draw_title(f, a, true);
    if (f->timeline.begun && body.height > 0)
        draw_page(page, watch_state_top(s, page), body, s->found);
}

/* Give the wall the columns and rows that its panes need and the screen has room for.
 */
static void measure(struct watch_state *s, int count)
{
    int columns = COLS / WATCH_SCREEN_PANE_WIDTH,
        rows = (LINES - 1) / WATCH_SCREEN_PANE_HEIGHT;

    columns = columns < 1 ? 1 : columns > count ? count : columns;
    rows = rows < 1 ? 1 : rows;
    s->columns = columns > 0 ? columns : 1;
    count = (count + s->columns - 1) / s->columns;
    s->rows = rows < count ? rows : count > 0 ? count : 1;
    s->width = COLS;
    s->height = LINES - 2;
}

static void draw_wall(
    struct watch_state *s, const struct watch_set *set, int *first, int *last)
{
    int count = set->count, panes;

    measure(s, count);
    panes = s->columns * s->rows;
    *first = s->at / panes * panes;
    *last = *first + panes < count ? *first + panes : count;
    for (int i = *first; i < *last; i++) {
        int column = (i - *first) % s->columns, row = (i - *first) / s->columns;
        int left = COLS * column / s->columns, right = COLS * (column + 1) / s->columns;
        int top = (LINES - 1) * row / s->rows,
            below = (LINES - 1) * (row + 1) / s->rows;
        struct area a = {
            top, left, below - top, right - left - (column + 1 < s->columns ? 1 : 0)};
        draw_pane(watch_state_feed(set, i), a, i == s->at);
    }
}

/* Write the place and the keys; on a narrow screen, the most needed keys. */
static void write_keys(const struct watch_state *s, const char *place,
    char text[static STATUS_LINE_TEXT_SIZE])
{
    const char *wall = "Arrows choose  Return opens  / finds  f flags  q leaves";
    const char *full =
        ", . 10 s  < > 1 min  t time  End live  / n N find  f flag  Esc wall";
    const char *few =
        s->full ? "Esc wall  End live  , . 10 s" : "Return opens  q leaves";
    size_t room = COLS > 2 ? (size_t)COLS - 2 : 0, size = STATUS_LINE_TEXT_SIZE;

    snprintf(text, size, "%s  %s", place, s->full ? full : wall);
    if (strlen(text) > room)
        snprintf(text, size, "%s  %s", few, place);
    if (strlen(text) > room)
        snprintf(text, size, "%s", few);
}

static void draw_status(
    const struct screen *screen, const struct watch_state *s, const char *place)
{
    struct status_line line = {0};

    if (s->note[0] != '\0')
        snprintf(
            line.left, sizeof(line.left), "%.*s", STATUS_LINE_TEXT_SIZE - 1, s->note);
    else if (s->question.text == NULL)
        write_keys(s, place, line.left);
    screen_draw_status(screen, &line, 1);
    move(LINES - 1, COLS - 1);
    if (s->question.text != NULL)
        screen_draw_question(s->question.text, &s->question.answer);
}

void watch_screen_draw(
    const struct screen *screen, struct watch_state *s, const struct watch_set *set)
{
    int count = set->count, first = 0, last = 0;
    const struct feed *f;
    char place[64];

    watch_state_update(s, set);
    f = watch_state_feed(set, s->at);
    erase();
    if (s->full && f != NULL) {
        draw_full(s, f);
        snprintf(place, sizeof(place), "%d of %d", s->at + 1, count);
    } else {
        draw_wall(s, set, &first, &last);
        snprintf(place, sizeof(place), "%d-%d of %d", first + 1, last, count);
        if (count == 0)
            snprintf(place, sizeof(place), "No conversation yet");
    }
    draw_status(screen, s, place);
    refresh();
}
