#include "board.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>

enum {
    WIDE = 80,    /* from here on the status fits on one line */
    HEADING = 2,  /* rows above the list */
    PATIENCE = 3, /* questions, before somebody is told what may be wrong */
    TEXT = 80,
};

static int status_rows(void)
{
    return COLS < WIDE ? 2 : 1;
}

int board_rows(void)
{
    int rows = LINES - status_rows() - HEADING;

    return rows > 1 ? rows : 1;
}

void board_redraw(void)
{
    clearok(curscr, TRUE);
}

static void put(int row, int column, const char *text)
{
    if (row < LINES - status_rows() && column < COLS)
        mvaddnstr(row, column, text, COLS - column);
}

static void draw_list(const struct found *f, const struct choice *c)
{
    char text[TEXT];
    int rows = board_rows();

    put(0, 1, "Stations on the wire");
    for (int row = 0; row < rows && c->top + row < f->count; row++) {
        int at = c->top + row;
        const struct finding_station *s = &f->all[at].is;
        bool marked = at == c->at;
        snprintf(text, sizeof(text), "%c %2d  %-*s  %-6s ", marked ? '>' : ' ', at + 1,
            WIRE_LABEL_MAX, s->label, s->busy ? "in use" : "free");
        attrset(marked ? A_REVERSE : A_NORMAL);
        put(HEADING + row, 1, text);
        attrset(A_NORMAL);
    }
}

/* For somebody who has never done this. 38 columns are enough for it. */
static void draw_advice(const struct finder *f)
{
    static const char *const advice[] = {
        "- On the other machine somebody types",
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
    const char *what = "No station has answered yet. Check:";

    if (f->networks == 0)
        what = "No cable or network here. Check:";
    else if (f->addresses == 0)
        what = "The network here has no address. Check:";
    put(0, 1, "Looking for stations");
    if (f->asked < PATIENCE)
        return;
    put(1, 1, what);
    for (int i = 0; i < ROWS; i++)
        put(HEADING + i, 1, advice[i]);
    put(HEADING + ROWS, 1, key);
}

static void draw_status(const struct finder *f, const struct choice *c, int judge)
{
    const char *hint = f->found.count > 0 ? "Arrows choose, Return takes, ^D leaves"
                                          : "Looking: they appear here. ^D leaves";
    char left[TEXT] = "Judge", right[TEXT] = "none yet";
    int rows = status_rows(), last = LINES - 1;

    if (judge >= 0)
        snprintf(left, sizeof(left), "Judge %02d", judge);
    if (f->found.count > 0)
        snprintf(right, sizeof(right), "%d of %d", c->at + 1, f->found.count);
    attrset(A_REVERSE);
    for (int row = LINES > rows ? LINES - rows : 0; row < LINES; row++)
        mvhline(row, 0, ' ', COLS);
    mvaddnstr(last, 1, left, COLS - 2);
    if (COLS > (int)(strlen(left) + strlen(right)) + 3)
        mvaddstr(last, COLS - 1 - (int)strlen(right), right);
    if (rows == 1)
        mvaddnstr(last, 4 + (int)strlen(left), hint, COLS - 20);
    else if (last > 0)
        mvaddnstr(last - 1, 1, hint, COLS - 2);
    attrset(A_NORMAL);
}

void board_draw(const struct finder *f, const struct choice *c, int judge)
{
    erase();
    if (f->found.count > 0)
        draw_list(&f->found, c);
    else
        draw_advice(f);
    draw_status(f, c, judge);
    move(LINES - 1, COLS - 1);
    refresh();
}
