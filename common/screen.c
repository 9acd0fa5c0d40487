#include "screen.h"

#include <curses.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "status.h"

enum {
    WIDE = 80, /* from here on the status fits on one line */
    ALARM = 1, /* colour pair */
    TEXT = CONSOLE_TEXT_SIZE,
};

struct screen {
    SCREEN *terminal;
    bool colour;
    char *row;               /* bytes of one row of the pane */
    unsigned bells, redraws; /* of the console's, done so far */
};

struct spot {
    int row, column;
};

static int status_rows(void)
{
    return COLS < WIDE ? 2 : 1;
}

struct screen *screen_open(void)
{
    struct screen *s = calloc(1, sizeof(*s));
    const char *no_color = getenv("NO_COLOR");

    if (s == NULL)
        return NULL;
    setlocale(LC_CTYPE, "");
    s->terminal = newterm(NULL, stdout, stdin);
    if (s->terminal == NULL || tigetstr("cup") == NULL) {
        screen_close(s);
        return NULL;
    }
    raw();
    noecho();
    nonl();
    if (has_colors() && (no_color == NULL || no_color[0] == '\0')) {
        start_color();
        use_default_colors();
        s->colour = init_pair(ALARM, COLOR_WHITE, COLOR_RED) == OK;
    }
    return s;
}

void screen_close(struct screen *s)
{
    if (s == NULL)
        return;
    if (s->terminal != NULL) {
        /* Where there is no other screen to go back to, what is said next stands in
         * the status line's place. */
        move(LINES > status_rows() ? LINES - status_rows() : 0, 0);
        clrtobot();
        refresh();
        endwin();
        delscreen(s->terminal);
    }
    free(s->row);
    free(s);
}

int screen_measure(struct screen *s, struct console *c)
{
    struct winsize size;
    char *row;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 &&
        size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
    row = realloc(s->row, (size_t)COLS * UTF8_MAX);
    if (row == NULL)
        return -1;
    s->row = row;
    c->width = (size_t)COLS;
    c->height = LINES > status_rows() ? (size_t)(LINES - status_rows()) : 1;
    return 0;
}

/* The rows of the pane; returns where the cursor stands, or row -1 if that is not to
 * be seen. */
static struct spot draw_pane(struct screen *s, const struct console *c)
{
    const struct page *page = &c->page;
    struct page_place place =
        c->scrolled ? c->top : page_live(page, c->width, c->height);

    /* Before the first conversation there is no prompt to type at. */
    for (size_t row = 0; row < c->height && c->conversations > 0; row++) {
        size_t length, start = page_row(page, place, c->width, &length);
        size_t bytes =
            utf8_encode_all(page_text(page, place.line) + start, length, s->row);
        struct page_place next = page_forward(page, place, 1, c->width);
        mvaddnstr((int)row, 0, s->row, (int)bytes);
        if (!page_is_before(place, next))
            return (struct spot){(int)row, (int)length};
        place = next;
    }
    return (struct spot){-1, 0};
}

static void draw_text(int row, int column, int end, const char *text)
{
    if (row >= 0 && column >= 0 && column < end)
        mvaddnstr(row, column, text, end - column);
}

/* Who, what to do, the link: on one line, or two where they do not fit. */
static void draw_status(const struct screen *s, const struct console *c, int64_t tick)
{
    char left[TEXT], hint[TEXT], link[TEXT];
    int rows = status_rows(), last = LINES - 1, end, gap;

    snprintf(left, TEXT, "Judge %02u  %s", c->talk.prompt.judge % PROMPT_JUDGES,
        c->label[0] != '\0' ? c->label : c->where);
    status_hint(c, hint);
    status_link(c, tick, link);
    end = COLS - 2 - (int)strlen(link);
    gap = 1 + (int)strlen(left) + 3;
    attrset(A_REVERSE);
    if (status_is_alarming(c))
        attrset(A_BOLD | (s->colour ? COLOR_PAIR(ALARM) : A_REVERSE));
    for (int row = LINES > rows ? LINES - rows : 0; row < LINES; row++)
        mvhline(row, 0, ' ', COLS);
    draw_text(last, 1, end, left);
    draw_text(last, end + 1, COLS, link);
    if (rows == 1)
        draw_text(last, gap, end, hint);
    else
        draw_text(last - 1, 1, COLS, hint);
    attrset(A_NORMAL);
}

void screen_draw(struct screen *s, const struct console *c, int64_t tick)
{
    struct spot cursor;

    erase();
    cursor = draw_pane(s, c);
    draw_status(s, c, tick);
    if (cursor.row < 0)
        cursor = (struct spot){LINES - 1, COLS - 1};
    move(cursor.row, cursor.column < COLS ? cursor.column : COLS - 1);
    if (s->redraws != c->redraws)
        clearok(curscr, TRUE);
    s->redraws = c->redraws;
    refresh();
    if (s->bells != c->bells)
        beep();
    s->bells = c->bells;
}
