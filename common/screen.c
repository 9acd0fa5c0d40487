#include "screen.h"

#include <curses.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "glyph.h"
#include "status.h"
#include "typing.h"
#include "unseen.h"

enum {
    WIDE = 80, /* from here on the status fits on one line */
    HIGH = 20, /* and an operator's error lines on more than one */
    ALARM = 1, /* colour pair */
    TEXT = CONSOLE_TEXT_SIZE,
};

/* What the status line says. */
struct status {
    char left[TEXT], hint[TEXT], link[TEXT];
    bool alarming;
};

/* A row of the pane as it was last drawn. */
struct row {
    size_t length; /* bytes */
    char *text;
};

/* What a pane shows of a page; its unfinished lines are the ones that change. */
struct view {
    unsigned conversation; /* 0: none yet */
    struct page_place top;
    size_t lines, unfinished;
};

struct screen {
    SCREEN *terminal; /* NULL: a pane on the terminal of another */
    bool colour;
    int top_row, column, columns; /* where the pane is, and how wide */
    char *text;                   /* bytes of one row of the pane */
    struct row *rows;             /* all of them, so that only what is new is drawn */
    size_t height;                /* how many */
    struct page unseen;           /* at a paced console, below the pane */
    struct view view;
    struct aside aside; /* as it was last drawn, once it was */
    bool aside_drawn;
    bool status_drawn; /* and what it says is */
    struct status status;
    unsigned bells, redraws; /* of the console's, done so far */
};

static int status_rows(void)
{
    return COLS < WIDE ? 2 : 1;
}

/* Between the pane and the status: a program's state, and its last error lines. */
static int aside_rows(const struct console *c)
{
    if (c->aside == NULL)
        return 0;
    return 1 + (LINES >= HIGH ? ASIDE_LINES : 1);
}

static int rows_below(const struct console *c)
{
    return status_rows() + aside_rows(c);
}

static void do_nothing(int number)
{
    (void)number;
}

/* Keys stop no console, so no signal of theirs does. Curses sees that it is cared for,
 * and does not change its handler twice for each key. */
static void catch_stops(void)
{
    struct sigaction act = {.sa_handler = do_nothing, .sa_flags = SA_RESTART};

    sigaction(SIGTSTP, &act, NULL);
}

const char *screen_library(void)
{
    return curses_version();
}

struct screen *screen_open_pane(void)
{
    struct screen *s = calloc(1, sizeof(*s));

    if (s == NULL)
        return NULL;
    if (unseen_init(&s->unseen) == 0 && page_reserve(&s->unseen) == 0)
        return s;
    screen_close(s);
    return NULL;
}

struct screen *screen_open(void)
{
    struct screen *s = screen_open_pane();
    const char *no_color = getenv("NO_COLOR");

    if (s == NULL)
        return NULL;
    setlocale(LC_CTYPE, "");
    if (MB_CUR_MAX == 1)
        setlocale(LC_CTYPE, "C.UTF-8"); /* what is said may be more than ASCII */
    catch_stops();
    s->terminal = newterm(NULL, stdout, stdin);
    if (s->terminal == NULL || tigetstr("cup") == NULL) {
        screen_close(s);
        return NULL;
    }
    raw();
    noecho();
    nonl();
    typeahead(-1); /* nor look for keys in mid drawing: curses reads none */
    if (has_colors() && (no_color == NULL || no_color[0] == '\0')) {
        start_color();
        use_default_colors();
        s->colour = init_pair(ALARM, COLOR_WHITE, COLOR_RED) == OK;
    }
    return s;
}

static void free_rows(struct screen *s)
{
    for (size_t i = 0; i < s->height; i++)
        free(s->rows[i].text);
    free(s->rows);
    free(s->text);
    s->rows = NULL;
    s->text = NULL;
    s->height = 0;
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
    free_rows(s);
    page_free(&s->unseen);
    free(s);
}

/* Room for that many rows, all blank. */
static int make_rows(struct screen *s, size_t height)
{
    size_t size = (size_t)s->columns * (1 + GLYPH_MARKS_MAX) * UTF8_MAX;

    free_rows(s);
    s->text = malloc(size);
    s->rows = calloc(height, sizeof(s->rows[0]));
    if (s->text == NULL || s->rows == NULL)
        return -1;
    for (; s->height < height; s->height++) {
        s->rows[s->height].text = malloc(size);
        if (s->rows[s->height].text == NULL)
            return -1;
    }
    return 0;
}

void screen_fit(void)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 &&
        size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
}

/* A pane of height rows, so many of them for what is not sent yet, is empty. */
static int clear_pane(struct screen *s, struct console *c, size_t height, size_t unseen)
{
    c->width = (size_t)s->columns;
    c->height = height - unseen;
    s->view.conversation = 0;
    return make_rows(s, height);
}

int screen_place(struct screen *s, struct console *c, const struct screen_area *area)
{
    s->top_row = area->row;
    s->column = area->column;
    s->columns = area->columns;
    return clear_pane(s, c, (size_t)area->rows,
        area->closed ? 0 : unseen_rows(c, (size_t)area->rows));
}

int screen_measure(struct screen *s, struct console *c)
{
    size_t height;

    screen_fit();
    s->columns = COLS;
    height = LINES > rows_below(c) ? (size_t)(LINES - rows_below(c)) : 1;
    erase();
    s->status_drawn = s->aside_drawn = false;
    return clear_pane(s, c, height, unseen_rows(c, height));
}

static bool is_beyond_ascii(const char *text, size_t at, size_t length)
{
    return at < length && (unsigned char)text[at] >= 0x80;
}

/* How many bytes of s->text the row has already: whole columns only, so they end
 * before the first that is not ASCII. */
static size_t drawn_of(const struct screen *s, const struct row *row, size_t length)
{
    size_t same = 0;

    while (same < length && same < row->length && s->text[same] == row->text[same] &&
           (unsigned char)s->text[same] < 0x80)
        same++;
    /* What follows may be a mark on it. */
    return same > 0 && (is_beyond_ascii(s->text, same, length) ||
                           is_beyond_ascii(row->text, same, row->length))
               ? same - 1
               : same;
}

/* Draw the bytes in s->text, as far as the row does not show them yet. */
static void draw_row(struct screen *s, size_t at, size_t length)
{
    struct row *row = &s->rows[at];
    size_t same = drawn_of(s, row, length);

    if (same == length && same == row->length)
        return;
    move(s->top_row + (int)at, s->column + (int)same);
    if (row->length > same)
        hline(' ', s->columns - (int)same);
    addnstr(s->text + same, (int)(length - same));
    memcpy(row->text + same, s->text + same, length - same);
    row->length = length;
}

/* One row of a page; returns how many columns it takes. */
static int draw_place(
    struct screen *s, const struct page *page, size_t at, struct page_place place)
{
    size_t length, start = page_row(page, place, (size_t)s->columns, &length);
    const uint32_t *text = page_text(page, place.line) + start;

    draw_row(s, at, utf8_encode_all(text, length, s->text));
    return (int)glyph_columns(text, length);
}

static struct view view_of(const struct console *c)
{
    return (struct view){
        .conversation = c->conversations,
        .top = c->scrolled ? c->top : page_live(&c->page, c->width, c->height),
        .lines = c->page.count,
        .unfinished = c->page.unfinished,
    };
}

static bool is_same_view(const struct view *a, const struct view *b)
{
    return a->conversation == b->conversation && a->lines == b->lines &&
           a->unfinished == b->unfinished && a->top.line == b->top.line &&
           a->top.row == b->top.row;
}

/* The rows of the pane; returns where the cursor stands, or row -1 if that is not to
 * be seen. Finished lines stay as they are while they stay where they are. */
static struct screen_spot draw_pane(struct screen *s, const struct console *c)
{
    struct view view = view_of(c);
    bool moved = !is_same_view(&view, &s->view);
    struct page_place place = view.top;
    struct screen_spot cursor = {-1, 0};
    size_t row = 0;

    s->view = view;
    /* Before the first conversation there is no prompt to type at. */
    for (bool more = console_has_page(c); more && row < c->height; row++) {
        struct page_place next = page_forward(&c->page, place, 1, c->width);
        int columns = 0;
        if (moved || place.line + c->page.unfinished >= view.lines)
            columns = draw_place(s, &c->page, row, place);
        more = page_is_before(place, next);
        if (!more)
            cursor = (struct screen_spot){(int)row, columns};
        place = next;
    }
    for (; row < c->height; row++)
        draw_row(s, row, 0);
    return cursor;
}

/* The line above a draft, as wide as the screen. */
static void draw_title(struct screen *s, const struct console *c, size_t at)
{
    const char *text = unseen_title(c);
    size_t length = (size_t)s->columns, title = strlen(text);

    memset(s->text, '-', length);
    memcpy(s->text, text, title < length ? title : length);
    draw_row(s, at, length);
}

/* What the judge does not see yet, below the pane. The cursor stands there while more
 * can be written. */
static void draw_unseen(
    struct screen *s, const struct console *c, struct screen_spot *cursor)
{
    size_t row = c->height, rows = s->height - row;
    struct page_place place, next;
    int columns;

    if (rows == 0)
        return;
    if (rows > 1) {
        draw_title(s, c, row++);
        rows--;
    }
    unseen_write(c, &s->unseen);
    place = page_live(&s->unseen, c->width, rows);
    for (bool more = true; more && row < s->height; row++) {
        columns = draw_place(s, &s->unseen, row, place);
        next = page_forward(&s->unseen, place, 1, c->width);
        more = page_is_before(place, next);
        if (!more && cursor->row >= 0 && typing_may_enter(c))
            *cursor = (struct screen_spot){(int)row, columns};
        place = next;
    }
    for (; row < s->height; row++)
        draw_row(s, row, 0);
}

static void draw_text(int row, int column, int end, const char *text)
{
    if (row >= 0 && column >= 0 && column < end)
        mvaddnstr(row, column, text, end - column);
}

/* Who, what to do, the link. */
static void read_status(const struct console *c, int64_t tick, struct status *status)
{
    snprintf(status->left, TEXT, "Judge %02u  %s", c->talk.prompt.judge % PROMPT_JUDGES,
        c->label[0] != '\0' ? c->label : c->where);
    status_hint(c, status->hint);
    status_link(c, tick, status->link);
    status->alarming = status_is_alarming(c);
}

static bool is_same(const struct status *a, const struct status *b)
{
    return a->alarming == b->alarming && strcmp(a->left, b->left) == 0 &&
           strcmp(a->hint, b->hint) == 0 && strcmp(a->link, b->link) == 0;
}

/* On one line, or two where they do not fit. Returns false if it is there already. */
static bool draw_status(struct screen *s, const struct console *c, int64_t tick)
{
    struct status now;
    int rows = status_rows(), last = LINES - 1, end, gap;

    read_status(c, tick, &now);
    if (s->status_drawn && is_same(&now, &s->status))
        return false;
    s->status = now;
    s->status_drawn = true;
    end = COLS - 2 - (int)strlen(now.link);
    gap = 1 + (int)strlen(now.left) + 3;
    attrset(A_REVERSE);
    if (now.alarming)
        attrset(A_BOLD | (s->colour ? COLOR_PAIR(ALARM) : A_REVERSE));
    for (int row = LINES > rows ? LINES - rows : 0; row < LINES; row++)
        mvhline(row, 0, ' ', COLS);
    draw_text(last, 1, end, now.left);
    draw_text(last, end + 1, COLS, now.link);
    if (rows == 1)
        draw_text(last, gap, end, now.hint);
    else
        draw_text(last - 1, 1, COLS, now.hint);
    attrset(A_NORMAL);
    return true;
}

/* The terminal's cursor goes where the next key will stand, and all is sent. */
static void show(struct screen_spot cursor)
{
    if (cursor.row < 0)
        cursor = (struct screen_spot){LINES - 1, COLS - 1};
    move(cursor.row, cursor.column < COLS ? cursor.column : COLS - 1);
    refresh();
}

/* The error lines, the newest last, and below them the state. */
static void draw_aside(struct screen *s, const struct console *c)
{
    static const char title[] = "Program: ";
    int rows = aside_rows(c), first = LINES - rows_below(c), last = first + rows - 1;

    if (rows == 0 || first < 1 ||
        (s->aside_drawn && memcmp(&s->aside, c->aside, sizeof(s->aside)) == 0))
        return;
    s->aside = *c->aside;
    s->aside_drawn = true;
    for (int row = 0; row < rows; row++)
        mvhline(first + row, 0, ' ', COLS);
    for (int back = 0; back < rows - 1; back++) {
        const char *line = aside_line(c->aside, (size_t)back);
        if (line == NULL)
            break;
        draw_text(last - 1 - back, 1, COLS, "!");
        draw_text(last - 1 - back, 3, COLS, line);
    }
    attrset(A_BOLD);
    if (COLS >= WIDE)
        draw_text(last, 1, COLS, title);
    draw_text(last, COLS >= WIDE ? 1 + (int)strlen(title) : 1, COLS, c->aside->state);
    attrset(A_NORMAL);
}

struct screen_spot screen_draw_pane(struct screen *s, const struct console *c)
{
    struct screen_spot cursor = draw_pane(s, c);

    draw_unseen(s, c, &cursor);
    if (cursor.row >= 0)
        cursor = (struct screen_spot){s->top_row + cursor.row,
            s->column + (cursor.column < s->columns ? cursor.column : s->columns - 1)};
    return cursor;
}

void screen_draw(struct screen *s, const struct console *c, int64_t tick)
{
    struct screen_spot cursor = screen_draw_pane(s, c);

    draw_aside(s, c);
    if (s->redraws != c->redraws)
        clearok(curscr, TRUE);
    s->redraws = c->redraws;
    /* A key does not wait for what is said about it, which seldom changes. */
    show(cursor);
    if (draw_status(s, c, tick))
        show(cursor);
    if (s->bells != c->bells)
        beep();
    s->bells = c->bells;
}
