#include "common/program/lpp_browser.h"

#include <curses.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

#include "common/lpp/lppname.h"
#include "common/memory/array.h"
#include "common/program/program.h"

enum { HEAD_ROWS = 3, FOOT_ROWS = 2, NAMES_MAX = 10000, TEXT_COLUMN = 2 };

static void free_names(struct lpp_browser *b)
{
    for (size_t i = 0; i < b->list.count; i++)
        free(b->names[i]);
    b->list = (struct list){0};
}

static int compare_names(const void *left, const void *right)
{
    const char *const *a = left, *const *b = right;

    return strcoll(*a, *b);
}

/* Directories that are neither hidden nor keys. */
static bool is_shown(int directory, const char *name)
{
    struct lppname key;
    struct stat st;

    return name[0] != '.' &&
           lppname_read(name, strlen(name), &key) == LPPNAME_FOREIGN &&
           fstatat(directory, name, &st, 0) == 0 && S_ISDIR(st.st_mode);
}

/* Add a name; without memory the list ends here. */
static void add_name(struct lpp_browser *b, const char *name)
{
    char *copy = strdup(name);
    char **names = NULL;

    if (copy != NULL)
        names = array_reserve(
            b->names, &b->capacity, b->list.count, 1, sizeof(b->names[0]));
    if (names == NULL) {
        free(copy);
        return;
    }
    b->names = names;
    names[b->list.count] = copy;
    list_fit(&b->list, b->list.count + 1, b->rows);
}

/* Read the directory: itself, the one above it, and those in it. */
static void read_names(struct lpp_browser *b)
{
    DIR *directory = opendir(b->path);
    struct dirent *entry;

    free_names(b);
    add_name(b, ".");
    add_name(b, "..");
    while (directory != NULL && b->list.count < NAMES_MAX &&
           (entry = readdir(directory)) != NULL)
        if (is_shown(dirfd(directory), entry->d_name))
            add_name(b, entry->d_name);
    if (directory != NULL)
        closedir(directory);
    if (b->list.count > 2)
        qsort(b->names + 2, b->list.count - 2, sizeof(b->names[0]), compare_names);
}

/* Make the marked directory the path. Returns false if it is gone: the names are then
 * read again. */
static bool enter_marked(struct lpp_browser *b)
{
    char *joined = NULL, path[PATH_MAX];
    struct stat st;
    bool found = b->list.marked < b->list.count &&
                 asprintf(&joined, "%s/%s", b->path, b->names[b->list.marked]) >= 0 &&
                 realpath(joined, path) != NULL && stat(path, &st) == 0 &&
                 S_ISDIR(st.st_mode);

    free(joined);
    if (found)
        memcpy(b->path, path, sizeof(path));
    else
        read_names(b);
    return found;
}

/* Drawing */

static size_t list_rows(void)
{
    return LINES > HEAD_ROWS + FOOT_ROWS ? (size_t)(LINES - HEAD_ROWS - FOOT_ROWS) : 1;
}

/* Draw the printable part of a file name, cut to the width. */
static void draw_name(int row, int column, const char *name)
{
    mbstate_t state = {0};
    wchar_t c;

    move(row, column);
    while (*name != '\0' && getcurx(stdscr) < COLS - 2) {
        size_t bytes = mbrtowc(&c, name, strlen(name), &state);
        if (bytes > strlen(name)) {
            bytes = 1;
            state = (mbstate_t){0};
            c = L'?';
        }
        if (iswprint((wint_t)c) == 0)
            addch('?');
        else if (bytes == 1)
            addch((chtype)(unsigned char)*name);
        else
            addnstr(name, (int)bytes);
        name += bytes;
    }
}

static const char *describe(const char *name)
{
    if (strcmp(name, ".") == 0)
        return "(this directory)";
    return strcmp(name, "..") == 0 ? "(the one above)" : name;
}

/* The end of a path that fits the width, because the end distinguishes directories. */
static const char *tail_of(const char *path)
{
    size_t length = strlen(path), room = COLS > 4 ? (size_t)COLS - 4 : 1;

    return length > room ? path + length - room : path;
}

void lpp_browser_draw(struct lpp_browser *b, const struct screen *s)
{
    static const struct status_line keys = {
        .left = "Up Down   Return: open   Space: choose   ^D: leave"};

    b->rows = list_rows();
    list_fit(&b->list, b->list.count, b->rows);
    erase();
    draw_name(0, TEXT_COLUMN, "Choose the communications directory");
    draw_name(1, TEXT_COLUMN, tail_of(b->path));
    for (size_t i = b->list.top; i < b->list.count && i < b->list.top + b->rows; i++) {
        int row = HEAD_ROWS + (int)(i - b->list.top);
        bool marked = i == b->list.marked;
        attrset(marked ? A_REVERSE : A_NORMAL);
        mvaddstr(row, 0, marked ? "> " : "  ");
        draw_name(row, TEXT_COLUMN, describe(b->names[i]));
    }
    screen_draw_status(s, &keys, 1);
    move(HEAD_ROWS + (int)(b->list.marked - b->list.top), 0);
    refresh();
}

/* Keys */

static void press_browser(void *browser, uint32_t code, struct moment now)
{
    struct lpp_browser *b = browser;

    (void)now;
    if (b->result != LPP_BROWSER_OPEN)
        return;
    switch (code) {
    case K_RETURN:
        if (enter_marked(b))
            read_names(b);
        break;
    case ' ':
        if (enter_marked(b))
            b->result = LPP_BROWSER_CHOSEN;
        break;
    case COMMAND_REDRAW:
        clearok(curscr, TRUE);
        break;
    case COMMAND_LEAVE:
        lpp_browser_leave(b);
        break;
    default:
        if (!list_press(&b->list, code, b->rows))
            beep();
    }
}

void lpp_browser_leave(struct lpp_browser *b)
{
    b->result = LPP_BROWSER_LEFT;
}

/* Start and end */

int lpp_browser_open(
    struct lpp_browser *b, const struct settings *s, struct terminal *t)
{
    *b = (struct lpp_browser){.rows = 1};
    if (t->screen == NULL || realpath(".", b->path) == NULL)
        return program_stop(s, t, EX_USAGE,
            "this terminal cannot show a list of directories: name one, as in '%s'",
            s->program == PROGRAM_JUDGE ? "judge lpp:/home/contest/left"
                                        : "--lpp /home/contest/left");
    read_names(b);
    terminal_set_owner(t, &(struct terminal_owner){.press = press_browser, .self = b});
    return PROGRAM_GO;
}

int lpp_browser_end(struct lpp_browser *b, struct settings *s, struct terminal *t)
{
    free_names(b);
    free(b->names);
    b->names = NULL;
    b->capacity = 0;
    terminal_set_owner(t, &(struct terminal_owner){.press = NULL});
    s->lpp = b->path;
    if (b->result == LPP_BROWSER_CHOSEN)
        return PROGRAM_GO;
    return program_stop(s, t, EX_USAGE,
        "no directory was chosen: start again, and choose one with the space bar");
}

int lpp_browser_resolve(struct lpp_browser *b, struct settings *s)
{
    if (realpath(s->lpp, b->path) == NULL)
        return lpp_browser_fail(s, errno);
    s->lpp = b->path;
    return PROGRAM_GO;
}

int lpp_browser_fail(const struct settings *s, int error)
{
    return program_fail(s, error == EACCES ? EX_NOPERM : EX_NOINPUT,
        error == EACCES ? "%s: cannot create keys in that directory (%s): change its "
                          "permissions, or choose another directory"
                        : "%s: cannot open that directory (%s): create it, or choose "
                          "another directory",
        s->lpp, strerror(error));
}
