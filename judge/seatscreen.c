#include "seatscreen.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "seatstatus.h"

enum {
    WIDE = 80,       /* from here on a pair stands side by side */
    READABLE = 72,   /* no paragraph is wider */
    FORM_AROUND = 2, /* rows of a ballot besides its fields */
    PANE_LEAST = 3,  /* rows that a ballot leaves to the conversations */
    TEXT = CONSOLE_TEXT_SIZE,
    SAID = FORM_WORDS_SIZE,
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

static bool has_form(const struct seat *s)
{
    return s->round.phase == ROUND_BALLOT || s->round.phase == ROUND_SAVING;
}

static bool has_panes(const struct seat *s)
{
    return s->ask == SEAT_ASK_RESUME || s->round.phase == ROUND_TALKING ||
           s->round.phase == ROUND_REVIEW || has_form(s);
}

/* A ballot takes what it needs, and leaves some of the conversation in sight. */
static int form_rows(const struct seat *s)
{
    int most = stage_rows() - 1 - PANE_LEAST;
    int wanted = has_form(s) ? s->form.fields + FORM_AROUND : 0;

    if (wanted == 0)
        return 0;
    if (most < FORM_AROUND + 1)
        most = FORM_AROUND + 1;
    return wanted < most ? wanted : most;
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

/* Where a side's pane is: all have the same place but for two that stand side by side.
 */
static struct screen_area area_of(const struct seat *s, int side)
{
    int title = s->count > 1;
    int rows = stage_rows() - title - form_rows(s);
    struct screen_area area = {title, 0, rows > 1 ? rows : 1, COLS};

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
    s->drawn_at = s->at;
    return 0;
}

void seatscreen_lay_out(struct seat *s)
{
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

/* The characters of text that go on a row of so many, and in *skip the blanks behind.
 */
static int row_of(const char *text, int width, int *skip)
{
    int length = (int)strlen(text), end = width;

    *skip = 0;
    if (length <= width)
        return length;
    while (end > 0 && text[end] != ' ')
        end--;
    if (end == 0)
        return width;
    *skip = 1;
    return end;
}

/* Draw the rows of a paragraph that are between first and last of the whole, which has
 * at of them so far, blank ones behind each. Returns how many there are then. */
static int draw_paragraph(const char *text, int at, int first, int last)
{
    int width = COLS - 2 < READABLE ? COLS - 2 : READABLE, skip, length;

    for (; *text != '\0'; text += length + skip, at++) {
        length = row_of(text, width > 1 ? width : 1, &skip);
        if (at >= first && at < last)
            mvaddnstr(at - first, 1, text, length);
    }
    return at + 1;
}

/* All rows of the opening screen; those from first on are drawn. */
static int draw_opening(const struct seat *s, int first, int rows)
{
    int at = 0;

    for (int i = 0; i < s->opening.count; i++)
        at = draw_paragraph(s->opening.lines[i], at, first, first + rows);
    return at - 1;
}

bool seatscreen_page_on(struct seat *s)
{
    if (s->more)
        s->opened += stage_rows();
    return s->more;
}

static void draw_thanks(const struct seat *s)
{
    char text[TEXT];

    for (int i = 0; i < stage_rows() && seatstatus_thanks(s, i, text); i++)
        put(i, 1, COLS, text);
}

/* The ballot */

static int name_width(const struct seat *s)
{
    int width = 0;

    for (int i = 0; i < s->form.fields; i++)
        if (width < (int)strlen(s->form.field[i].name))
            width = (int)strlen(s->form.field[i].name);
    return width;
}

/* One field: its name, what was typed, and what that says. Returns where the cursor
 * stands behind it. */
static struct screen_spot draw_field(const struct seat *s, int field, int row)
{
    const struct form_field *f = &s->form.field[field];
    char text[FORM_REASON_MAX + FORM_NAME_SIZE + 8], said[SAID];
    bool marked = field == s->form.at && s->form.step == FORM_FILLING;
    int column;

    snprintf(text, sizeof(text), "%c %-*s  %s", marked ? '>' : ' ', name_width(s),
        f->name, f->text);
    attrset(marked ? A_BOLD : A_NORMAL);
    put(row, 1, COLS, text);
    attrset(A_NORMAL);
    column = 1 + (int)strlen(text);
    form_say_value(&s->form, field, said);
    put(row, column + 2, COLS, said);
    return (struct screen_spot){row, column < COLS ? column : COLS - 1};
}

/* The question, the fields (those around the mark, where there is not room for all),
 * and what is wrong. */
static struct screen_spot draw_form(const struct seat *s)
{
    struct screen_spot cursor = {-1, 0};
    int rows = form_rows(s), top = stage_rows() - rows;
    int shown = rows - FORM_AROUND, first = s->form.at - shown + 1;

    if (first < 0)
        first = 0;
    for (int row = 0; row < rows; row++)
        mvhline(top + row, 0, ' ', COLS);
    attrset(A_REVERSE);
    mvhline(top, 0, ' ', COLS);
    put(top, 1, COLS, form_question(&s->form));
    attrset(A_NORMAL);
    for (int i = 0; i < shown && first + i < s->form.fields; i++) {
        struct screen_spot spot = draw_field(s, first + i, top + 1 + i);
        if (first + i == s->form.at)
            cursor = spot;
    }
    attrset(A_BOLD);
    put(top + rows - 1, 1, COLS, s->form.complaint);
    attrset(A_NORMAL);
    return s->form.step == FORM_FILLING ? cursor : (struct screen_spot){-1, 0};
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

    if (s->drawn_phase != s->round.phase || s->drawn_at != s->at)
        seatscreen_lay_out(s);
    if (has_panes(s))
        cursor = draw_panes(s, now);
    else {
        for (int row = 0; row < stage_rows(); row++)
            mvhline(row, 0, ' ', COLS);
        if (s->round.phase == ROUND_OPENING)
            s->more =
                draw_opening(s, s->opened, stage_rows()) > s->opened + stage_rows();
        else
            draw_thanks(s);
    }
    if (has_form(s))
        cursor = draw_form(s);
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
