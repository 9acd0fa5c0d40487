#include "common/console/screen.h"

#include <curses.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "common/console/draft_view.h"
#include "common/console/status.h"
#include "common/text/glyph.h"
#include "common/text/utf8.h"

enum {
    HIGH = 20, /* rows of a screen that shows all error lines of a program */
    ALARM = 1, /* colour pair */
};

/* A row of the pane as it was last drawn. */
struct row {
    size_t length; /* bytes */
    char *text;
};

/* The part of a page that a pane shows. Only its unfinished lines change. */
struct view {
    unsigned conversation; /* number of the conversation; 0: nothing drawn yet */
    struct page_place top;
    size_t lines, unfinished;
};

struct screen {
    SCREEN *terminal; /* NULL: a pane on the terminal of another screen */
    bool colour;
    int top_row, column, columns; /* the pane's place on the terminal, and its width */
    char *text;                   /* bytes of the row that is being drawn */
    struct row *rows;             /* the rows as last drawn: only changes are drawn */
    size_t height;                /* number of rows */
    struct page unseen;           /* the draft of a paced console, below the pane */
    struct view view;             /* the view last drawn */
    struct program_status aside;  /* the program's status as last drawn */
    bool aside_drawn;             /* aside is on the screen */
    bool status_drawn;            /* status is on the screen */
    struct status_line status;    /* the status line as last drawn */
    unsigned bells, redraws;      /* bells and redraws of the console done so far */
};

/* Rows between the pane and the status line: a program's state and error lines. */
static int aside_rows(const struct console *c)
{
    if (c->program == NULL)
        return 0;
    return 1 + (LINES >= HIGH ? PROGRAM_STATUS_LINES : 1);
}

static int rows_below(const struct console *c)
{
    return status_line_rows(COLS) + aside_rows(c);
}

static void do_nothing(int number)
{
    (void)number;
}

/* ^Z does not stop a console. With a handler in place, curses does not change it for
 * each key. */
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
    if (draft_view_init(&s->unseen) == 0 && page_reserve(&s->unseen) == 0)
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
        setlocale(LC_CTYPE, "C.UTF-8"); /* conversations may have more than ASCII */
    catch_stops();
    s->terminal = newterm(NULL, stdout, stdin);
    if (s->terminal == NULL || tigetstr("cup") == NULL) {
        screen_close(s);
        return NULL;
    }
    raw();
    noecho();
    nonl();
    typeahead(-1); /* curses must not look for keys while it draws */
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
        /* On a terminal without an alternate screen, the shell's prompt takes the
         * status line's place. */
        move(LINES > status_line_rows(COLS) ? LINES - status_line_rows(COLS) : 0, 0);
        clrtobot();
        refresh();
        endwin();
        delscreen(s->terminal);
    }
    free_rows(s);
    page_free(&s->unseen);
    free(s);
}

/* Make room for `height` rows, all blank. */
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

/* Clear a pane of `height` rows, `unseen` of them for the draft. */
static int clear_pane(struct screen *s, struct console *c, size_t height, size_t unseen)
{
    console_set_size(c, (size_t)s->columns, height - unseen);
    s->view.conversation = 0;
    return make_rows(s, height);
}

int screen_place(struct screen *s, struct console *c, const struct screen_area *area)
{
    s->top_row = area->row;
    s->column = area->column;
    s->columns = area->columns;
    return clear_pane(s, c, (size_t)area->rows,
        area->closed ? 0 : draft_view_rows(c, (size_t)area->rows));
}

int screen_measure(struct screen *s, struct console *c)
{
    size_t height;

    screen_fit();
    s->columns = COLS;
    height = LINES > rows_below(c) ? (size_t)(LINES - rows_below(c)) : 1;
    erase();
    s->status_drawn = s->aside_drawn = false;
    return clear_pane(s, c, height, draft_view_rows(c, height));
}

static bool is_beyond_ascii(const char *text, size_t at, size_t length)
{
    return at < length && (unsigned char)text[at] >= 0x80;
}

/* The number of bytes at the start of s->text that the row shows already. They end
 * before the first byte that is not ASCII: a byte is then a column. */
static size_t drawn_of(const struct screen *s, const struct row *row, size_t length)
{
    size_t same = 0;

    while (same < length && same < row->length && s->text[same] == row->text[same] &&
           (unsigned char)s->text[same] < 0x80)
        same++;
    /* The next character may be a combining mark on the last byte. */
    return same > 0 && (is_beyond_ascii(s->text, same, length) ||
                           is_beyond_ascii(row->text, same, row->length))
               ? same - 1
               : same;
}

/* Draw the bytes in s->text that the row does not show yet. */
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

/* Draw one row of a page. Returns its columns. */
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
        .conversation = c->session.conversations,
        .top = c->scrolled ? c->top : page_live(&c->session.page, c->width, c->height),
        .lines = c->session.page.count,
        .unfinished = c->session.page.unfinished,
    };
}

static bool is_same_view(const struct view *a, const struct view *b)
{
    return a->conversation == b->conversation && a->lines == b->lines &&
           a->unfinished == b->unfinished && a->top.line == b->top.line &&
           a->top.row == b->top.row;
}

/* Draw the rows of the pane; finished lines only when the view has moved. Returns the
 * place of the cursor; row -1 if it is hidden. */
static struct screen_spot draw_pane(struct screen *s, const struct console *c)
{
    struct view view = view_of(c);
    bool moved = !is_same_view(&view, &s->view);
    struct page_place place = view.top;
    struct screen_spot cursor = {-1, 0};
    size_t row = 0;

    s->view = view;
    /* Before the first conversation the pane has no prompt. */
    for (bool more = console_has_page(c); more && row < c->height; row++) {
        struct page_place next = page_forward(&c->session.page, place, 1, c->width);
        int columns = 0;
        if (moved || place.line + c->session.page.unfinished >= view.lines)
            columns = draw_place(s, &c->session.page, row, place);
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
    const char *text = draft_view_title(c);
    size_t length = (size_t)s->columns, title = strlen(text);

    memset(s->text, '-', length);
    memcpy(s->text, text, title < length ? title : length);
    draw_row(s, at, length);
}

/* Draw the draft below the pane. The cursor stands there while the draft takes keys. */
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
    draft_view_write(c, &s->unseen);
    place = page_live(&s->unseen, c->width, rows);
    for (bool more = true; more && row < s->height; row++) {
        columns = draw_place(s, &s->unseen, row, place);
        next = page_forward(&s->unseen, place, 1, c->width);
        more = page_is_before(place, next);
        if (!more && cursor->row >= 0 && console_may_enter(c))
            *cursor = (struct screen_spot){(int)row, columns};
        place = next;
    }
    for (; row < s->height; row++)
        draw_row(s, row, 0);
}

void screen_draw_status(
    const struct screen *s, const struct status_line *line, int rows)
{
    struct status_line_piece pieces[STATUS_LINE_PIECES];
    int first = LINES > rows ? LINES - rows : 0;

    status_line_lay(line, rows, COLS, pieces);
    attrset(A_REVERSE);
    if (line->alarming)
        attrset(A_BOLD | (s->colour ? COLOR_PAIR(ALARM) : A_REVERSE));
    for (int row = first; row < LINES; row++)
        mvhline(row, 0, ' ', COLS);
    for (int i = 0; i < STATUS_LINE_PIECES; i++)
        if (pieces[i].length > 0 && LINES - rows + pieces[i].row >= 0)
            mvaddnstr(LINES - rows + pieces[i].row, pieces[i].column, pieces[i].text,
                pieces[i].length);
    attrset(A_NORMAL);
}

/* Returns false if the status line shows this already. */
static bool draw_status(struct screen *s, const struct console *c, int64_t tick)
{
    struct status_line now;

    status_read(c, tick, &now);
    if (s->status_drawn && status_line_is_same(&now, &s->status))
        return false;
    s->status = now;
    s->status_drawn = true;
    screen_draw_status(s, &now, status_line_rows(COLS));
    return true;
}

/* Move the terminal's cursor, and write all changes to the terminal. */
static void show(struct screen_spot cursor)
{
    if (cursor.row < 0)
        cursor = (struct screen_spot){LINES - 1, COLS - 1};
    move(cursor.row, cursor.column < COLS ? cursor.column : COLS - 1);
    refresh();
}

/* Draw the program's error lines, the newest last, and below them its state. */
static void draw_aside(struct screen *s, const struct console *c)
{
    static const char title[] = "Program: ";
    int rows = aside_rows(c), first = LINES - rows_below(c), last = first + rows - 1;

    if (rows == 0 || first < 1 ||
        (s->aside_drawn && memcmp(&s->aside, c->program, sizeof(s->aside)) == 0))
        return;
    s->aside = *c->program;
    s->aside_drawn = true;
    for (int row = 0; row < rows; row++)
        mvhline(first + row, 0, ' ', COLS);
    for (int back = 0; back < rows - 1; back++) {
        const char *line = program_status_line(c->program, (size_t)back);
        if (line == NULL)
            break;
        mvaddnstr(last - 1 - back, 1, "!", COLS - 1);
        mvaddnstr(last - 1 - back, 3, line, COLS - 3);
    }
    attrset(A_BOLD);
    if (COLS >= STATUS_LINE_WIDE)
        mvaddstr(last, 1, title);
    else
        move(last, 1);
    addnstr(c->program->state, COLS - getcurx(stdscr));
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
    /* The echo of a key goes out before the status line is computed. */
    show(cursor);
    if (draw_status(s, c, tick))
        show(cursor);
    if (s->bells != c->bells)
        beep();
    s->bells = c->bells;
}
