#include "common/console/screen.h"

#include <curses.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "common/console/draft_view.h"
#include "common/console/status.h"
#include "common/text/glyph.h"

enum {
    HIGH = 20, /* rows of a screen that shows all error lines of a program */
    ALARM = 1, /* colour pair */
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
    size_t height;                /* rows of the pane, with those of the draft */
    size_t used;                  /* rows of the page as last drawn */
    struct page unseen;           /* the draft of a paced console, below the pane */
    struct view view;             /* the view last drawn */
    bool status_drawn;            /* status is on the screen */
    struct status_line status;    /* the status line as last drawn */
    unsigned bells, redraws;      /* bells and redraws done so far */
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
    page_free(&s->unseen);
    free(s);
}

void screen_fit(void)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 &&
        size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
}

/* Start a pane of `height` rows, `unseen` of them for the draft. */
static void clear_pane(
    struct screen *s, struct console *c, size_t height, size_t unseen)
{
    console_set_size(c, (size_t)s->columns, height - unseen);
    s->height = s->used = height;
    s->view.conversation = 0;
}

void screen_place(struct screen *s, struct console *c, const struct screen_area *area)
{
    s->top_row = area->row;
    s->column = area->column;
    s->columns = area->columns;
    clear_pane(s, c, (size_t)area->rows,
        area->closed ? 0 : draft_view_rows(c, (size_t)area->rows));
}

void screen_measure(struct screen *s, struct console *c)
{
    size_t height;

    screen_fit();
    s->columns = COLS;
    height = LINES > rows_below(c) ? (size_t)(LINES - rows_below(c)) : 1;
    erase();
    s->status_drawn = false;
    clear_pane(s, c, height, draft_view_rows(c, height));
}

/* Draw a row of the pane: `length` characters, and blanks. Returns the columns of the
 * characters. */
static int draw_row(
    const struct screen *s, size_t row, const uint32_t *text, size_t length)
{
    int columns = (int)glyph_columns(text, length);

    move(s->top_row + (int)row, s->column);
    addnwstr((const wchar_t *)text, (int)length);
    if (columns < s->columns)
        hline(' ', s->columns - columns);
    return columns;
}

/* Draw blank rows from `row` to end (not included). */
static void draw_blank(const struct screen *s, size_t row, size_t end)
{
    for (; row < end; row++)
        mvhline(s->top_row + (int)row, s->column, ' ', s->columns);
}

/* Draw a row of a page at a row of the pane. Returns its columns. */
static int draw_place(
    const struct screen *s, const struct page *page, size_t at, struct page_place place)
{
    size_t length, start = page_row(page, place, (size_t)s->columns, &length);
    const uint32_t *text = page_text(page, place.line) + start;

    return draw_row(s, at, text, length);
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
    draw_blank(s, row, s->used < c->height ? s->used : c->height);
    s->used = row;
    return cursor;
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
        mvhline(s->top_row + (int)row, s->column, '-', s->columns);
        addnstr(draft_view_title(c), s->columns);
        row++;
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
    draw_blank(s, row, s->height);
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

void screen_draw_question(const char *question, const struct line_edit *answer)
{
    int start = 1 + (int)strlen(question), room = COLS - start;
    struct line_edit_window window =
        line_edit_window(answer, room > 2 ? (size_t)room : 2);
    char text[LINE_EDIT_UTF8_SIZE];
    size_t length = utf8_encode_all(answer->text + window.start, window.length, text);

    attrset(A_REVERSE);
    mvaddstr(LINES - 1, 1, question);
    addnstr(text, (int)length);
    attrset(A_NORMAL);
    move(LINES - 1, start + (int)window.column);
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

void screen_show(
    struct screen *s, struct screen_spot cursor, unsigned bells, unsigned redraws)
{
    if (s->redraws != redraws)
        clearok(curscr, TRUE);
    s->redraws = redraws;
    if (cursor.row < 0)
        cursor = (struct screen_spot){LINES - 1, COLS - 1};
    move(cursor.row, cursor.column < COLS ? cursor.column : COLS - 1);
    refresh();
    if (s->bells != bells)
        beep();
    s->bells = bells;
}

/* Draw the program's error lines, the newest last, and below them its state. */
static void draw_aside(const struct console *c)
{
    static const char title[] = "Program: ";
    int rows = aside_rows(c), first = LINES - rows_below(c), last = first + rows - 1;

    if (rows == 0 || first < 1)
        return;
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

    draw_aside(c);
    /* The echo of a key goes out before the status line is computed. */
    screen_show(s, cursor, c->bells, c->redraws);
    if (draw_status(s, c, tick))
        screen_show(s, cursor, c->bells, c->redraws);
}
