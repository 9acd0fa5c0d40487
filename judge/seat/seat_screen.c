#include "judge/seat/seat_screen.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "common/console/status_line.h"
#include "judge/round/wrap.h"
#include "judge/seat/ballot_screen.h"
#include "judge/seat/seat_status.h"

enum {
    READABLE = 72, /* greatest width of a paragraph */
    TEXT = CONSOLE_TEXT_SIZE,
};

static int status_rows(void)
{
    return status_line_rows(COLS);
}

/* Rows above the status line. */
static int stage_rows(void)
{
    int rows = LINES - status_rows();

    return rows > 1 ? rows : 1;
}

static bool has_form(const struct seat *s)
{
    return s->round.phase == ROUND_BALLOT || s->round.phase == ROUND_SAVING;
}

static bool has_panes(const struct seat *s)
{
    return s->ask == SEAT_ASK_RESUME || s->round.phase == ROUND_TALKING ||
           s->round.phase == ROUND_REVIEW || has_form(s);
}

static int form_rows(const struct seat *s)
{
    return has_form(s)
               ? ballot_screen_rows(&s->ballot.form, stage_rows(), status_rows())
               : 0;
}

static bool side_by_side(const struct seat *s)
{
    return s->pair && COLS >= STATUS_LINE_WIDE;
}

static void put_text(int row, int column, int end, const char *text)
{
    if (row >= 0 && row < LINES && column < end)
        mvaddnstr(row, column, text, end - column);
}

/* Panes */

int seat_screen_open(struct seat_screen *v, struct seat *seat)
{
    *v = (struct seat_screen){.seat = seat};
    for (int i = 0; i < seat->count; i++) {
        v->pane[i] = screen_open_pane();
        if (v->pane[i] == NULL)
            return -1;
    }
    seat_screen_fit(v);
    return 0;
}

void seat_screen_close(struct seat_screen *v)
{
    for (int i = 0; i < SEAT_SIDES; i++) {
        screen_close(v->pane[i]);
        v->pane[i] = NULL;
    }
}

/* Whether no key can be typed at a side: not yet, or not any more. */
static bool is_closed(const struct seat *s, int side)
{
    enum round_key may = round_may_press(&s->round, side);

    return may == ROUND_KEY_OPENING || may == ROUND_KEY_OVER;
}

/* The area of a side's pane. Panes that are not side by side have the same area. */
static struct screen_area area_of(const struct seat *s, int side)
{
    int title = s->count > 1;
    int rows = stage_rows() - title - form_rows(s);
    struct screen_area area = {title, 0, rows > 1 ? rows : 1, COLS, is_closed(s, side)};

    if (side_by_side(s)) {
        area.columns = (COLS - 1) / 2; /* both of equal width */
        area.column = side * (area.columns + 1);
    }
    return area;
}

void seat_screen_fit(struct seat_screen *v)
{
    struct seat *s = v->seat;

    screen_fit();
    erase();
    for (int i = 0; i < s->count; i++) {
        struct screen_area area = area_of(s, i);
        screen_place(v->pane[i], &s->sides[i].console, &area);
    }
    v->phase = s->round.phase;
    v->form_rows = form_rows(s);
    v->at = s->at;
    v->closed = is_closed(s, s->at);
}

/* Place the panes again if the ballot has another height, or another side is shown. */
static void lay_out(struct seat_screen *v)
{
    const struct seat *s = v->seat;

    if (v->phase != s->round.phase || v->form_rows != form_rows(s) || v->at != s->at ||
        v->closed != is_closed(s, s->at))
        seat_screen_fit(v);
}

static bool is_in_sight(const struct seat *s, int side)
{
    return side_by_side(s) || side == s->at;
}

static void draw_title(const struct seat *s, int side, struct moment now)
{
    struct screen_area area = area_of(s, side);
    char text[TEXT];

    if (s->pair && !side_by_side(s)) /* the rest of the row is the other side's */
        snprintf(text, sizeof(text), "%s", s->sides[side].name);
    else
        seat_status_title(s, side, now, text);
    attrset(side == s->at ? A_BOLD | A_UNDERLINE : A_UNDERLINE);
    for (int column = 0; column < area.columns; column++)
        mvaddch(0, area.column + column, ' ' | (chtype)A_UNDERLINE);
    put_text(0, area.column + 1, area.column + area.columns, text);
    attrset(A_NORMAL);
}

/* One side at a time: the other side's state stands right of this one's title. */
static void draw_news(const struct seat *s, struct moment now)
{
    char text[TEXT];
    int other = 1 - s->at, length;

    if (!s->pair || side_by_side(s))
        return;
    seat_status_title(s, other, now, text);
    length = (int)strlen(text);
    if (COLS - length - 1 > 0)
        put_text(0, COLS - length - 1, COLS, text);
}

static void draw_rule(const struct seat *s)
{
    struct screen_area area = area_of(s, 1);

    if (!side_by_side(s))
        return;
    for (int row = 0; row < area.row + area.rows; row++)
        mvaddch(row, area.column - 1, '|');
}

static struct screen_spot draw_panes(struct seat_screen *v, struct moment now)
{
    struct seat *s = v->seat;
    struct screen_spot cursor = {-1, 0};

    for (int i = 0; i < s->count; i++) {
        struct seat_side *side = &s->sides[i];
        struct screen_spot spot;
        if (!is_in_sight(s, i))
            continue;
        spot = screen_draw_pane(v->pane[i], &side->console);
        if (i == s->at)
            cursor = spot;
        seat_side_see(side);
        if (s->count > 1)
            draw_title(s, i, now);
    }
    if (s->count > 1)
        draw_news(s, now);
    draw_rule(s);
    return cursor;
}

/* Paragraphs */

/* A position on the pages of the opening screen. */
struct leaf {
    int page, row;
};

static void turn_leaf(struct leaf *leaf)
{
    *leaf = (struct leaf){leaf->page + 1, 0};
}

/* Place a paragraph at *leaf, on pages of that many rows. It goes to the next page
 * whole if that page has room for it. Draw the rows of one page only. */
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

/* Draw a page of the opening screen, from 0. Returns the number of the last one. */
static int draw_opening(const struct seat *s, int page)
{
    struct leaf leaf = {0};

    for (int i = 0; i < s->opening.count; i++)
        lay_paragraph(s->opening.lines[i], stage_rows(), page, &leaf);
    return leaf.page;
}

/* A terminal that has grown has fewer pages. */
static void show_opening(struct seat *s)
{
    int last = draw_opening(s, s->page);

    if (s->page > last)
        draw_opening(s, last);
    seat_set_last_page(s, last);
}

/* The blank line is left out where rows are short. */
static void draw_thanks(const struct seat *s)
{
    bool tight = stage_rows() < 2 + s->count;
    char text[TEXT];
    int row = 0;

    for (int i = 0; row < stage_rows() && seat_status_thanks(s, i, text); i++)
        if (text[0] != '\0' || !tight)
            put_text(row++, 1, COLS, text);
}

/* The opening screen or the thanks, which have no panes. A judge who leaves without a
 * ballot gets no thanks. */
static void draw_paragraphs(struct seat *s)
{
    for (int row = 0; row < stage_rows(); row++)
        mvhline(row, 0, ' ', COLS);
    if (s->round.phase == ROUND_OPENING)
        show_opening(s);
    else if (s->ballot.saved > 0)
        draw_thanks(s);
}

void seat_screen_draw(struct seat_screen *v, struct moment now)
{
    struct seat *s = v->seat;
    struct screen_spot cursor = {-1, 0};
    struct status_line line;

    lay_out(v);
    if (has_panes(s))
        cursor = draw_panes(v, now);
    else
        draw_paragraphs(s);
    if (has_form(s))
        cursor = ballot_screen_draw(
            &s->ballot.form, stage_rows() - form_rows(s), form_rows(s));
    seat_status_read(s, now, &line);
    screen_draw_status(s->terminal->screen, &line, status_rows());
    screen_show(s->terminal->screen, cursor, seat_bells(s), s->redraws);
}
