#include "browser.h"

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

#include "keyboard.h"
#include "lppname.h"
#include "moment.h"
#include "program.h"
#include "screen.h"
#include "signals.h"

enum { HEAD_ROWS = 3, FOOT_ROWS = 2, NAMES_MAX = 10000, WHERE_COLUMN = 2 };

struct browser {
    char *path; /* PATH_MAX bytes: the directory whose directories are shown */
    char **names;
    size_t count;
    size_t marked;
    struct keyboard keyboard;
    bool chosen, left;
};

static void forget_names(struct browser *p)
{
    for (size_t i = 0; i < p->count; i++)
        free(p->names[i]);
    free(p->names);
    p->names = NULL;
    p->count = p->marked = 0;
}

static int compare_names(const void *left, const void *right)
{
    const char *const *a = left, *const *b = right;

    return strcoll(*a, *b);
}

/* Directories that are not hidden, and are not somebody's keys. */
static bool is_shown(int directory, const char *name)
{
    struct lppname key;
    struct stat st;

    return name[0] != '.' &&
           lppname_read(name, strlen(name), &key) == LPPNAME_FOREIGN &&
           fstatat(directory, name, &st, 0) == 0 && S_ISDIR(st.st_mode);
}

/* Add a name; without memory the list ends here. */
static void add_name(struct browser *p, const char *name)
{
    char *copy = strdup(name);
    char **names = NULL;

    if (copy != NULL)
        names = realloc(p->names, (p->count + 1) * sizeof(names[0]));
    if (names == NULL) {
        free(copy);
        return;
    }
    p->names = names;
    p->names[p->count++] = copy;
}

/* The directory itself, the one above it, and those in it. */
static void list(struct browser *p)
{
    DIR *directory = opendir(p->path);
    struct dirent *entry;

    forget_names(p);
    add_name(p, ".");
    add_name(p, "..");
    while (directory != NULL && p->count < NAMES_MAX &&
           (entry = readdir(directory)) != NULL)
        if (is_shown(dirfd(directory), entry->d_name))
            add_name(p, entry->d_name);
    if (directory != NULL)
        closedir(directory);
    if (p->count > 2)
        qsort(p->names + 2, p->count - 2, sizeof(p->names[0]), compare_names);
}

/* The path of the marked directory. Returns false if it is none any more. */
static bool resolve(const struct browser *p, char path[static PATH_MAX])
{
    char *joined = NULL;
    struct stat st;
    bool found = p->marked < p->count &&
                 asprintf(&joined, "%s/%s", p->path, p->names[p->marked]) >= 0 &&
                 realpath(joined, path) != NULL && stat(path, &st) == 0 &&
                 S_ISDIR(st.st_mode);

    free(joined);
    return found;
}

static void go_in(struct browser *p)
{
    char path[PATH_MAX];

    if (resolve(p, path))
        memcpy(p->path, path, sizeof(path));
    list(p);
}

static void choose(struct browser *p)
{
    char path[PATH_MAX];

    if (!resolve(p, path)) {
        list(p);
        return;
    }
    memcpy(p->path, path, sizeof(path));
    p->chosen = true;
}

/* Drawing */

static size_t list_rows(void)
{
    return LINES > HEAD_ROWS + FOOT_ROWS ? (size_t)(LINES - HEAD_ROWS - FOOT_ROWS) : 1;
}

/* What can be printed of a file's name, cut to fit. */
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

/* The end of a path says more than its beginning. */
static const char *tail_of(const char *path)
{
    size_t length = strlen(path), room = COLS > 4 ? (size_t)COLS - 4 : 1;

    return length > room ? path + length - room : path;
}

static void draw(const struct browser *p)
{
    size_t rows = list_rows();
    size_t top = p->marked >= rows ? p->marked - rows + 1 : 0;

    erase();
    draw_name(0, WHERE_COLUMN, "Choose the communications directory");
    draw_name(1, WHERE_COLUMN, tail_of(p->path));
    for (size_t i = top; i < p->count && i < top + rows; i++) {
        int row = HEAD_ROWS + (int)(i - top);
        attrset(i == p->marked ? A_REVERSE : A_NORMAL);
        mvaddstr(row, 0, i == p->marked ? "> " : "  ");
        draw_name(row, WHERE_COLUMN, describe(p->names[i]));
    }
    attrset(A_REVERSE);
    mvhline(LINES - 1, 0, ' ', COLS);
    draw_name(LINES - 1, 1, "Up Down   Return: go in   Space: choose   ^D: leave");
    attrset(A_NORMAL);
    move(HEAD_ROWS + (int)(p->marked - top), 0);
    refresh();
}

/* Keys */

static void mark(struct browser *p, size_t back, size_t forward)
{
    p->marked -= back < p->marked ? back : p->marked;
    p->marked = forward < p->count - 1 - p->marked ? p->marked + forward : p->count - 1;
}

static void press(struct browser *p, uint32_t code)
{
    switch (code) {
    case COMMAND_LINE_UP:
        mark(p, 1, 0);
        break;
    case COMMAND_LINE_DOWN:
        mark(p, 0, 1);
        break;
    case COMMAND_PAGE_UP:
        mark(p, list_rows(), 0);
        break;
    case COMMAND_PAGE_DOWN:
        mark(p, 0, list_rows());
        break;
    case COMMAND_OLDEST:
        mark(p, p->count, 0);
        break;
    case COMMAND_NEWEST:
        mark(p, 0, p->count);
        break;
    case K_RETURN:
        go_in(p);
        break;
    case ' ':
        choose(p);
        break;
    case COMMAND_REDRAW:
        clearok(curscr, TRUE);
        break;
    case COMMAND_LEAVE:
        p->left = true;
        break;
    default:
        beep();
    }
}

static void read_keys(struct browser *p)
{
    unsigned char bytes[64];
    uint32_t codes[KEYBOARD_OUT_MAX];
    ssize_t got = read(STDIN_FILENO, bytes, sizeof(bytes));

    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        p->left = true;
    for (ssize_t i = 0; i < got && !p->chosen && !p->left; i++) {
        int count = keyboard_feed(&p->keyboard, bytes[i], codes);
        for (int k = 0; k < count && !p->chosen; k++)
            press(p, codes[k]);
    }
}

static void browse(struct browser *p)
{
    while (!p->chosen && !p->left) {
        struct pollfd keys = {.fd = STDIN_FILENO, .events = POLLIN};

        draw(p);
        signals_poll(&keys, 1, moment_now().tick, INT64_MAX);
        if (signals_resized())
            screen_fit();
        if (signals_ending())
            p->left = true;
        else if (keys.revents != 0)
            read_keys(p);
    }
}

static int pick(const struct settings *s, char path[static PATH_MAX])
{
    struct browser p = {.path = path};
    struct screen *screen = NULL;

    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !s->plain &&
        realpath(".", path) != NULL)
        screen = screen_open();
    if (screen == NULL)
        return program_fail(s, EX_USAGE,
            "no screen here to choose a directory on: name it, as in '%s'",
            s->program == PROGRAM_JUDGE ? "judge lpp:/home/contest/left"
                                        : "--lpp /home/contest/left");
    signals_open();
    list(&p);
    browse(&p);
    forget_names(&p);
    screen_close(screen);
    return p.chosen ? PROGRAM_GO
                    : program_fail(s, EX_USAGE,
                          "no directory was chosen: start again, and choose one with "
                          "the space bar");
}

int browser_fail(const struct settings *s, int error)
{
    return program_fail(s, error == EACCES ? EX_NOPERM : EX_NOINPUT,
        error == EACCES ? "%s: nothing can be made in that directory (%s): change its "
                          "permissions, or choose another"
                        : "%s: no directory to communicate in (%s): make it, or choose "
                          "another",
        s->lpp, strerror(error));
}

int browser_settle(struct settings *s, char path[static PATH_MAX])
{
    if (s->lpp[0] == '\0') {
        int code = pick(s, path);
        if (code != PROGRAM_GO)
            return code;
    } else if (realpath(s->lpp, path) == NULL)
        return browser_fail(s, errno);
    s->lpp = path;
    return PROGRAM_GO;
}
