#include "seatscreen.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "seatform.h"
#include "seatstatus.h"
#include "wrap.h"

enum {
    WIDE = 80,     /* from here on a pair stands side by side */
    READABLE = 72, /* no paragraph is wider */
    TEXT = CONSOLE_TEXT_SIZE,
};

static int status_rows(void)
{
    return COLS < WIDE ? 2 : 1;
}

/* Rows above the status line. */
static int stage_rows(void)
{
    int rows = LINES - status_rows();

    return rows > 1 ? rows : 1;
}

static bool has_panes(const struct seat *s)
{
    return s->ask == SEAT_ASK_RESUME || s->round.phase == ROUND_TALKING ||
           s->round.phase == ROUND_REVIEW || seatform_is_there(s);
}

static int form_rows(const struct seat *s)
{
    return seatform_rows(s, stage_rows(), status_rows());
}

static bool side_by_side(const struct seat *s)
{
    return s->pair && COLS >= WIDE;
}

static void put(int row, int column, int end, const char *text)
{
    if (row >= 0 && row < LINES && column < end)
        mvaddnstr(row, column, text, end - column);
}

/* Panes */

int seatscreen_open(struct seat *s)
{
    for (int i = 0; i < s->count; i++) {
        s->sides[i].pane = screen_open_pane();
        if (s->sides[i].pane == NULL)
            return -1;
    }
    return seatscreen_fit(s);
}

void seatscreen_close(struct seat *s)
{
    for (int i = 0; i < s->made; i++) {
        screen_close(s->sides[i].pane);
        s->sides[i].pane = NULL;
    }
}

/* Whether nobody writes to a side, not yet or not any more. */
static bool is_closed(const struct seat *s, int side)
{
    enum round_key may = round_may_press(&s->round, side);

    return may == ROUND_KEY_OPENING || may == ROUND_KEY_OVER;
}

/* Where a side's pane is: all have the same place but for two that stand side by side.
 */
static struct screen_area area_of(const struct seat *s, int side)
{
    int title = s->count > 1;
    int rows = stage_rows() - title - form_rows(s);
    struct screen_area area = {title, 0, rows > 1 ? rows : 1, COLS, is_closed(s, side)};

    if (side_by_side(s)) {
        area.columns = (COLS - 1) / 2; /* neither has more room than the other */
        area.column = side * (area.columns + 1);
    }
    return area;
}

int seatscreen_fit(struct seat *s)
{
    screen_fit();
    erase();
    for (int i = 0; i < s->count; i++) {
        struct screen_area area = area_of(s, i);
        if (screen_place(s->sides[i].pane, &s->sides[i].console, &area) < 0)
            return -1;
    }
    s->drawn_phase = s->round.phase;
    s->drawn_form = form_rows(s);
    s->drawn_at = s->at;
    s->drawn_closed = is_closed(s, s->at);
    return 0;
}

/* Place the panes anew where they are not as they were drawn last: a ballot has come,
 * grown or gone, or another side is looked at. What there is no memory for is not seen.
 */
static void lay_out(struct seat *s)
{
    if (s->drawn_phase == s->round.phase && s->drawn_form == form_rows(s) &&
        s->drawn_at == s->at && s->drawn_closed == is_closed(s, s->at))
        return;
    if (seatscreen_fit(s) < 0)
        seat_note(s, true, "Out of memory: close other programs");
}

static bool is_in_sight(const struct seat *s, int side)
{
    return side_by_side(s) || side == s->at;
}

static void draw_title(const struct seat *s, int side, struct moment now)
{
    struct screen_area area = area_of(s, side);
    char text[TEXT];

    if (s->pair && !side_by_side(s)) /* there is no room for more than the other's */
        snprintf(text, sizeof(text), "%s", s->sides[side].name);
    else
        seatstatus_title(s, side, now, text);
    attrset(side == s->at ? A_BOLD | A_UNDERLINE : A_UNDERLINE);
    mvhline(0, area.column, ' ', area.columns);
    for (int column = 0; column < area.columns; column++)
        mvaddch(0, area.column + column, ' ' | (chtype)A_UNDERLINE);
    put(0, area.column + 1, area.column + area.columns, text);
    attrset(A_NORMAL);
}

/* One at a time: what there is on the other side stands behind this one's title. */
static void draw_news(const struct seat *s, struct moment now)
{
    char text[TEXT];
    int other = 1 - s->at, length;

    if (!s->pair || side_by_side(s))
        return;
    seatstatus_title(s, other, now, text);
    length = (int)strlen(text);
    if (COLS - length - 1 > 0)
        put(0, COLS - length - 1, COLS, text);
}

static void draw_rule(const struct seat *s)
{
    struct screen_area area = area_of(s, 1);

    if (!side_by_side(s))
        return;
    for (int row = 0; row < area.row + area.rows; row++)
        mvaddch(row, area.column - 1, '|');
}

static struct screen_spot draw_panes(struct seat *s, struct moment now)
{
    struct screen_spot cursor = {-1, 0};

    for (int i = 0; i < s->count; i++) {
        struct seat_side *side = &s->sides[i];
        struct screen_spot spot;
        if (!is_in_sight(s, i))
            continue;
        spot = screen_draw_pane(side->pane, &side->console);
        if (i == s->at)
            cursor = spot;
        if (!side->console.scrolled)
            side->read = side->console.page.count;
        if (s->count > 1)
            draw_title(s, i, now);
    }
    if (s->count > 1)
        draw_news(s, now);
    draw_rule(s);
    return cursor;
}

/* Paragraphs */

/* A place on the pages of the opening screen. */
struct leaf {
    int page, row;
};

static void turn_leaf(struct leaf *leaf)
{
    *leaf = (struct leaf){leaf->page + 1, 0};
}

/* Lay a paragraph out from there on, over pages of so many rows: not over two if one
 * has room for it. Only what is on one page is drawn. */
static void lay_paragraph(const char *text, int rows, int page, struct leaf *leaf)
{
    int room = COLS - 2 > 1 ? COLS - 2 : 1, width = room < READABLE ? room : READABLE;
    int needed = wrap_rows(text, width), skip, length;

    if (leaf->row > 0 && leaf->row + needed > rows && needed <= rows)
        turn_leaf(leaf);
    for (; *text != '\0'; text += length + skip, leaf->row++) {
        length = wrap_row(text, width, &skip);
        if (leaf->row >= rows)
            turn_leaf(leaf);
        if (leaf->page == page)
            mvaddnstr(leaf->row, 1, text, length);
    }
    leaf->row++;
}

/* Draw a page of the opening screen. Returns the number of the last one; the first is
 * 0. */
static int draw_opening(const struct seat *s, int page)
{
    struct leaf leaf = {0};

    for (int i = 0; i < s->opening.count; i++)
        lay_paragraph(s->opening.lines[i], stage_rows(), page, &leaf);
    return leaf.page;
}

/* On a terminal that has grown there may be fewer pages than were read. */
static void show_opening(struct seat *s)
{
    int last = draw_opening(s, s->opened);

    if (s->opened > last)
        draw_opening(s, s->opened = last);
    s->more = s->opened < last;
}

bool seatscreen_page_on(struct seat *s)
{
    if (s->more)
        s->opened++;
    return s->more;
}

static void draw_thanks(const struct seat *s)
{
    char text[TEXT];

    for (int i = 0; i < stage_rows() && seatstatus_thanks(s, i, text); i++)
        put(i, 1, COLS, text);
}

/* The status line */

static void draw_status(const struct seat *s, struct moment now)
{
    char left[TEXT], hint[TEXT], link[TEXT];
    int rows = status_rows(), last = LINES - 1, end;

    seatstatus_left(s, left);
    seatstatus_hint(s, now, hint);
    seatstatus_link(s, now, link);
    end = COLS - 2 - (int)strlen(link);
    attrset(seatstatus_is_alarming(s) ? A_BOLD | A_REVERSE : A_REVERSE);
    for (int row = LINES > rows ? LINES - rows : 0; row < LINES; row++)
        mvhline(row, 0, ' ', COLS);
    put(last, 1, end, left);
    put(last, end + 1, COLS, link);
    if (rows == 1)
        put(last, 1 + (int)strlen(left) + 3, end, hint);
    else
        put(last - 1, 1, COLS, hint);
    attrset(A_NORMAL);
}

/* The bell rings once for whatever has called for it. */
static void ring(struct seat *s)
{
    unsigned bells = s->bells;

    for (int i = 0; i < s->count; i++)
        bells += s->sides[i].console.bells;
    if (bells != s->rung)
        beep();
    s->rung = bells;
}

void seatscreen_draw(struct seat *s, struct moment now)
{
    struct screen_spot cursor = {-1, 0};

    lay_out(s);
    if (has_panes(s))
        cursor = draw_panes(s, now);
    else {
        for (int row = 0; row < stage_rows(); row++)
            mvhline(row, 0, ' ', COLS);
        if (s->round.phase == ROUND_OPENING)
            show_opening(s);
        else
            draw_thanks(s);
    }
    if (seatform_is_there(s))
        cursor = seatform_draw(s, stage_rows() - form_rows(s), form_rows(s));
    draw_status(s, now);
    if (s->redrawn != s->redraws)
        clearok(curscr, TRUE);
    s->redrawn = s->redraws;
    if (cursor.row < 0)
        cursor = (struct screen_spot){LINES - 1, COLS - 1};
    move(cursor.row, cursor.column);
    refresh();
    ring(s);
}
