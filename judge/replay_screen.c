#include "replay_screen.h"

#include <curses.h>
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include "utf8.h"

enum {
    SKIP_US = 5000000,  /* what an arrow skips */
    STATUS_US = 100000, /* how often a clock that runs is drawn */
    SIZE = 256,         /* of a line that is said */
};

/* What the status line asks for. */
enum asking { ASKS_NOTHING, ASKS_TEXT, ASKS_TIME };

struct screen {
    struct tape *tape;
    struct grid grid;
    bool reveals; /* who sits where */
    bool helps;
    enum asking asking;
    char answer[TAPE_FIND_MAX + 1];
    size_t answer_length;
    uint32_t wanted[TAPE_FIND_MAX]; /* was looked for last */
    size_t wanted_length;
    const char *news; /* instead of the hint; NULL: none */
    int code;         /* to end with, */
    bool ends;        /* once it is to end */
};

static const char *const help_lines[] = {
    "Space        go on, or pause",
    ". ,          one key forward, one back",
    "Right Left   5 seconds forward, back",
    "Down Up      one turn forward, back",
    "} {          one round forward, back",
    "+ - =        twice as fast, half as fast, at its own speed",
    "g            go to a time: 90, 1:30 or 1:02:30",
    "/ n N        look for a text, again, and backwards",
    "Home End     the beginning, the end",
    "w            show or hide who sits where",
    "? q          this, and leave",
};

static volatile sig_atomic_t resized, told_to_end;

static void catch_signal(int number)
{
    if (number == SIGWINCH)
        resized = 1;
    else
        told_to_end = 1;
}

static int64_t now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Drawing */

static const struct record_round *round_of(const struct tape *tape)
{
    size_t at = tape->next > 0 ? tape->next - 1 : 0;

    return &tape->rounds[tape->keys[at].round];
}

static void set_titles(struct screen *s)
{
    static const char *const seats[] = {[SEAT_UNKNOWN] = "the record does not say",
        [SEAT_HUMAN] = "human",
        [SEAT_PROGRAM] = "program"};
    const struct record_round *round = round_of(s->tape);

    for (int i = 0; i < PANES; i++) {
        const char *pane = record_pane_name((enum record_pane)i);
        bool named = round->seat[i] == SEAT_PROGRAM && round->program[0] != '\0';

        if (s->reveals)
            snprintf(s->tape->panes.title[i], PANES_TITLE_MAX, "%s: %s%s%s", pane,
                seats[round->seat[i]], named ? " " : "", named ? round->program : "");
        else
            snprintf(s->tape->panes.title[i], PANES_TITLE_MAX, "%s", pane);
    }
}

static void draw_grid(struct screen *s)
{
    char text[PANES_COLUMNS_MAX * UTF8_MAX];

    set_titles(s);
    panes_draw(&s->tape->panes, &s->grid);
    for (size_t row = 0; row < s->grid.rows; row++) {
        const uint32_t *cells = s->grid.cells + row * s->grid.columns;
        size_t length = utf8_encode_all(cells, s->grid.columns, text);

        mvaddnstr((int)row, 0, text, (int)length);
    }
}

/* 1:02:03.4, or 2:03.4. */
static void write_time(uint64_t us, char text[static 32])
{
    uint64_t tenths = us / 100000, seconds = tenths / 10;

    if (seconds >= 3600)
        snprintf(text, 32, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64 ".%" PRIu64,
            seconds / 3600, seconds / 60 % 60, seconds % 60, tenths % 10);
    else
        snprintf(text, 32, "%" PRIu64 ":%02" PRIu64 ".%" PRIu64, seconds / 60,
            seconds % 60, tenths % 10);
}

static uint64_t position_now(const struct tape *tape)
{
    int64_t passed = now_us() - tape->tick;

    if (!tape->running || passed < 0)
        return tape->position;
    return tape->position + (uint64_t)passed * tape->speed / 100;
}

static const char *state_of(const struct screen *s)
{
    const struct tape *tape = s->tape;

    if (tape->next == tape->count)
        return "End";
    return tape->running ? "Playing" : "Paused";
}

static void write_where(const struct screen *s, char text[static SIZE])
{
    const struct tape *tape = s->tape;
    char at[32], length[32], round[48] = "";
    unsigned judge = tape->keys[tape->next > 0 ? tape->next - 1 : 0].judge;

    write_time(position_now(tape), at);
    write_time(tape_length(tape), length);
    if (tape->round_count > 1)
        snprintf(round, sizeof(round), "  round %s", round_of(tape)->number);
    snprintf(text, SIZE, "%s %s of %s  %u.%02ux  judge %02u%s", state_of(s), at, length,
        tape->speed / 100, tape->speed % 100, judge, round);
}

static void draw_status(struct screen *s)
{
    static const char *const asks[] = {
        [ASKS_NOTHING] = "", [ASKS_TEXT] = "Look for: ", [ASKS_TIME] = "Go to: "};
    char text[SIZE], where[SIZE];
    const char *hint = s->news != NULL ? s->news : "? lists the keys";
    int room;

    write_where(s, where);
    if (s->asking != ASKS_NOTHING)
        snprintf(text, sizeof(text), "%s%s", asks[s->asking], s->answer);
    else {
        room = COLS - 1 - (int)strlen(where);
        snprintf(text, sizeof(text), "%s%*s", where, room > 2 ? room : 0,
            room > (int)strlen(hint) + 1 ? hint : "");
    }
    attron(A_REVERSE);
    mvprintw(LINES - 1, 0, "%-*.*s", COLS - 1, COLS - 1, text);
    attroff(A_REVERSE);
    if (s->asking != ASKS_NOTHING)
        move(LINES - 1, (int)strlen(text) < COLS ? (int)strlen(text) : COLS - 1);
}

static void draw_help(void)
{
    const int count = (int)(sizeof(help_lines) / sizeof(help_lines[0]));

    erase();
    for (int i = 0; i < count && i + 1 < LINES; i++)
        mvaddnstr(i + (LINES > count + 2 ? 1 : 0), 2, help_lines[i], COLS - 3);
}

static void draw(struct screen *s)
{
    if (s->helps)
        draw_help();
    else
        draw_grid(s);
    draw_status(s);
    if (s->asking == ASKS_NOTHING)
        move((int)s->grid.cursor_row, (int)s->grid.cursor_column);
    refresh();
}

static int measure(struct screen *s)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 &&
        size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
    erase();
    grid_free(&s->grid);
    return grid_init(
        &s->grid, LINES > 1 ? (size_t)LINES - 1 : 1, COLS > 0 ? (size_t)COLS : 1);
}

/* Keys */

/* What a jump has come to. */
static void jumped(struct screen *s, int result, const char *nothing)
{
    if (result == 0)
        return;
    if (errno == ENOENT) {
        s->news = nothing;
        return;
    }
    s->code = EX_OSERR;
    s->ends = true;
}

static void look_for(struct screen *s, int direction)
{
    if (s->wanted_length == 0)
        s->news = "/ looks for a text";
    else
        jumped(s, tape_find(s->tape, s->wanted, s->wanted_length, direction, now_us()),
            direction > 0 ? "Not found from here on" : "Not found before this");
}

/* Seconds, M:SS or H:MM:SS; false for anything else. */
static bool read_time(const char *text, uint64_t *us)
{
    uint64_t seconds = 0, part = 0;
    int digits = 0, colons = 0;

    for (; *text != '\0'; text++) {
        if (*text == ':' && digits > 0 && colons < 2) {
            seconds = (seconds + part) * 60;
            part = 0;
            digits = 0;
            colons++;
        } else if (*text >= '0' && *text <= '9' && digits < 6) {
            part = part * 10 + (uint64_t)(*text - '0');
            digits++;
        } else
            return false;
    }
    *us = (seconds + part) * 1000000;
    return digits > 0;
}

static void keep_wanted(struct screen *s)
{
    struct utf8 utf8 = {0};
    uint32_t codes[2];

    s->wanted_length = 0;
    for (size_t i = 0; i < s->answer_length; i++) {
        int count = utf8_decode(&utf8, (unsigned char)s->answer[i], codes);

        for (int c = 0; c < count && s->wanted_length < TAPE_FIND_MAX; c++)
            s->wanted[s->wanted_length++] = codes[c];
    }
}

static void answer(struct screen *s)
{
    enum asking asking = s->asking;
    uint64_t us;

    s->asking = ASKS_NOTHING;
    if (s->answer_length == 0)
        return;
    if (asking == ASKS_TEXT) {
        keep_wanted(s);
        look_for(s, 1);
    } else if (read_time(s->answer, &us))
        jumped(s, tape_seek(s->tape, us, now_us()), "");
    else
        s->news = "A time is 90, 1:30 or 1:02:30";
}

static void ask(struct screen *s, enum asking asking)
{
    s->asking = asking;
    s->answer_length = 0;
    s->answer[0] = '\0';
}

/* A key while the status line asks for something. */
static void type_answer(struct screen *s, int key)
{
    if (key == '\r' || key == '\n' || key == KEY_ENTER)
        answer(s);
    else if (key == 0x1b || key == 0x03)
        s->asking = ASKS_NOTHING;
    else if ((key == KEY_BACKSPACE || key == 0x7f || key == '\b') &&
             s->answer_length > 0)
        s->answer[--s->answer_length] = '\0';
    else if (key >= ' ' && key < 0x100 && key != 0x7f &&
             s->answer_length < sizeof(s->answer) - 1) {
        s->answer[s->answer_length++] = (char)key;
        s->answer[s->answer_length] = '\0';
    }
}

static void skip(struct screen *s, int64_t us)
{
    uint64_t position = position_now(s->tape);
    uint64_t to = us < 0 && position < (uint64_t)-us ? 0 : position + (uint64_t)us;

    jumped(s, tape_seek(s->tape, to, now_us()), "");
}

static void change_speed(struct screen *s, unsigned speed)
{
    tape_set_speed(s->tape, speed, now_us());
}

static void jump(struct screen *s, int key)
{
    struct tape *tape = s->tape;
    int64_t now = now_us();

    switch (key) {
    case '.':
        jumped(s, tape_step(tape, 1, now), "That was the last key");
        break;
    case ',':
        jumped(s, tape_step(tape, -1, now), "That was the first key");
        break;
    case KEY_RIGHT:
        skip(s, SKIP_US);
        break;
    case KEY_LEFT:
        skip(s, -SKIP_US);
        break;
    case KEY_DOWN:
        jumped(s, tape_seek_turn(tape, 1, now), "That was the last turn");
        break;
    case KEY_UP:
        jumped(s, tape_seek_turn(tape, -1, now), "That was the first turn");
        break;
    case '}':
        jumped(s, tape_seek_round(tape, 1, now), "That was the last round");
        break;
    case '{':
        jumped(s, tape_seek_round(tape, -1, now), "That was the first round");
        break;
    case KEY_HOME:
        jumped(s, tape_step(tape, -(int)tape->next, now), "");
        break;
    case KEY_END:
        jumped(s, tape_seek(tape, tape_length(tape), now), "");
        break;
    default:
        break;
    }
}

static void press(struct screen *s, int key)
{
    struct tape *tape = s->tape;

    s->news = NULL;
    if (s->asking != ASKS_NOTHING) {
        type_answer(s, key);
        return;
    }
    if (s->helps) {
        s->helps = false;
        return;
    }
    switch (key) {
    case 'q':
    case 0x03:
        s->ends = true;
        break;
    case ' ':
        tape_run(tape, !tape->running, now_us());
        break;
    case '+':
        change_speed(s, tape->speed * 2);
        break;
    case '-':
        change_speed(s, tape->speed / 2);
        break;
    case '=':
        change_speed(s, TAPE_SPEED_NORMAL);
        break;
    case 'g':
        ask(s, ASKS_TIME);
        break;
    case '/':
        ask(s, ASKS_TEXT);
        break;
    case 'n':
        look_for(s, 1);
        break;
    case 'N':
        look_for(s, -1);
        break;
    case 'w':
        s->reveals = !s->reveals;
        break;
    case '?':
        s->helps = true;
        break;
    default:
        jump(s, key);
    }
}

/* Until the next key of the tape, the next tenth of its clock, or a key of the
 * viewer's; without end while nothing runs. */
static void wait_for_something(const struct screen *s, const sigset_t *unblocked)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    int64_t due = tape_due(s->tape), now = now_us();
    struct timespec wait;

    if (resized || told_to_end)
        return;
    if (due == INT64_MAX) {
        ppoll(&input, 1, NULL, unblocked);
        return;
    }
    due = due < now + STATUS_US ? due : now + STATUS_US;
    due = due > now ? due - now : 0;
    wait = (struct timespec){due / 1000000, due % 1000000 * 1000};
    ppoll(&input, 1, &wait, unblocked);
}

static void read_keys(struct screen *s)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    int key;

    while (!s->ends && (key = getch()) != ERR)
        if (key != KEY_RESIZE)
            press(s, key);
    /* A terminal that has gone is always ready, and never has a key. */
    if (poll(&input, 1, 0) > 0 && (input.revents & (POLLHUP | POLLERR)) != 0)
        s->ends = true;
}

static void run(struct screen *s, const sigset_t *unblocked)
{
    while (!s->ends && !told_to_end) {
        if (tape_advance(s->tape, now_us()) < 0 || (resized && measure(s) < 0)) {
            s->code = EX_OSERR;
            return;
        }
        resized = 0;
        draw(s);
        wait_for_something(s, unblocked);
        read_keys(s);
    }
}

/* Signals come while it waits, and at no other time. */
static void catch_signals(sigset_t *unblocked)
{
    static const int numbers[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT};
    struct sigaction act = {.sa_handler = catch_signal};
    sigset_t blocked;

    sigemptyset(&blocked);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        sigaction(numbers[i], &act, NULL);
        sigaddset(&blocked, numbers[i]);
    }
    sigprocmask(SIG_BLOCK, &blocked, unblocked);
}

/* Terminals send arrows in two forms, whatever their descriptions say. */
static void know_arrows(void)
{
    static const struct {
        char letter;
        int key;
    } arrows[] = {{'A', KEY_UP}, {'B', KEY_DOWN}, {'C', KEY_RIGHT}, {'D', KEY_LEFT},
        {'H', KEY_HOME}, {'F', KEY_END}};

    for (size_t i = 0; i < sizeof(arrows) / sizeof(arrows[0]); i++) {
        char brackets[] = {'\033', '[', arrows[i].letter, '\0'};
        char letters[] = {'\033', 'O', arrows[i].letter, '\0'};

        define_key(brackets, arrows[i].key);
        define_key(letters, arrows[i].key);
    }
}

int replay_screen(struct tape *tape)
{
    struct screen s = {.tape = tape};
    SCREEN *terminal;
    sigset_t unblocked;

    setlocale(LC_CTYPE, "");
    catch_signals(&unblocked);
    terminal = newterm(NULL, stdout, stdin);
    if (terminal == NULL || tigetstr("cup") == NULL) {
        fprintf(stderr, "referee: this terminal cannot show it: say --plain\n");
        return EX_UNAVAILABLE;
    }
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(50);
    know_arrows();
    if (measure(&s) < 0)
        s.code = EX_OSERR;
    else
        run(&s, &unblocked);
    endwin();
    delscreen(terminal);
    grid_free(&s.grid);
    if (s.code == EX_OSERR)
        fprintf(stderr, "referee: there is no memory for it\n");
    return s.code;
}
