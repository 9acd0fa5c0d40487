/*
 * bench_terminal.c - a pseudo-terminal with a program in it, watched to the
 * microsecond.
 */
#include "tests/bench/bench_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>

enum { CHUNK = 65536, MS = 1000000 };

volatile sig_atomic_t terminal_stopped;

static void on_signal(int number)
{
    terminal_stopped = number;
}

void terminal_signals(void)
{
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal};

    for (size_t i = 0; i < sizeof(caught) / sizeof(caught[0]); i++)
        sigaction(caught[i], &action, NULL);
}

void terminal_give_up(const char *format, ...)
{
    va_list arguments;

    fflush(stdout);
    fprintf(stderr, "bench: ");
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

int64_t terminal_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* The emulator */

/* Cells have been drawn: is the awaited character among them? */
static int on_damage(VTermRect rect, void *user)
{
    struct terminal *t = user;
    VTermScreen *screen = vterm_obtain_screen(t->emulator);
    VTermScreenCell cell;
    VTermPos at;

    for (at.row = rect.start_row; at.row < rect.end_row && t->awaited != 0; at.row++)
        for (at.col = rect.start_col; at.col < rect.end_col; at.col++)
            if (vterm_screen_get_cell(screen, at, &cell) && cell.chars[0] == t->awaited)
                t->awaited = 0;
    return 1;
}

/* Answer a program's query for the type of the terminal. */
static void on_answer(const char *bytes, size_t length, void *user)
{
    const struct terminal *t = user;

    if (write(t->fd, bytes, length) < 0)
        return; /* it does not read: then it will not miss the answer */
}

static void give_emulator(struct terminal *t)
{
    static const VTermScreenCallbacks callbacks = {.damage = on_damage};
    VTermScreen *screen;

    t->emulator = vterm_new(TERMINAL_ROWS, TERMINAL_COLUMNS);
    vterm_set_utf8(t->emulator, 1);
    vterm_output_set_callback(t->emulator, on_answer, t);
    screen = vterm_obtain_screen(t->emulator);
    vterm_screen_enable_altscreen(screen, 1);
    vterm_screen_set_callbacks(screen, &callbacks, t);
    vterm_screen_reset(screen, 1);
}

static bool row_contains(const struct terminal *t, int row, const char *text)
{
    VTermScreen *screen = vterm_obtain_screen(t->emulator);
    char line[TERMINAL_COLUMNS + 1] = "";
    VTermScreenCell cell;

    for (int column = 0; column < TERMINAL_COLUMNS; column++) {
        vterm_screen_get_cell(screen, (VTermPos){row, column}, &cell);
        line[column] =
            cell.chars[0] > ' ' && cell.chars[0] < 0x7f ? (char)cell.chars[0] : ' ';
    }
    return strstr(line, text) != NULL;
}

static bool screen_contains(const struct terminal *t, const char *text)
{
    for (int row = 0; row < TERMINAL_ROWS; row++)
        if (row_contains(t, row, text))
            return true;
    return false;
}

/* Opening and closing */

static void open_pair(struct terminal *t)
{
    struct winsize size = {.ws_row = TERMINAL_ROWS, .ws_col = TERMINAL_COLUMNS};

    terminal_init(t);
    if (openpty(&t->fd, &t->other, NULL, NULL, &size) < 0 ||
        ttyname_r(t->other, t->path, sizeof(t->path)) != 0)
        terminal_give_up("no pseudo-terminal: %s", strerror(errno));
    fcntl(t->fd, F_SETFD, FD_CLOEXEC);
    fcntl(t->other, F_SETFD, FD_CLOEXEC);
    fcntl(t->fd, F_SETFL, O_NONBLOCK);
    give_emulator(t);
}

/* In the child: be the program, and end when the bench does. */
static _Noreturn void become(const char *const argv[], int kept)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (kept >= 0)
        fcntl(kept, F_SETFD, 0);
    execvp(argv[0], (char *const *)(uintptr_t)argv);
    fprintf(stderr, "bench: %s: %s\n", argv[0], strerror(errno));
    _exit(127);
}

static pid_t forked(void)
{
    pid_t pid;

    fflush(stdout);
    pid = fork();
    if (pid < 0)
        terminal_give_up("no process: %s", strerror(errno));
    return pid;
}

void terminal_init(struct terminal *t)
{
    *t = (struct terminal){.fd = -1, .other = -1};
}

void terminal_open_raw(struct terminal *t)
{
    struct termios modes;

    open_pair(t);
    tcgetattr(t->other, &modes);
    cfmakeraw(&modes);
    tcsetattr(t->other, TCSANOW, &modes);
}

void terminal_run(struct terminal *t, const char *const argv[], int kept)
{
    open_pair(t);
    t->started = terminal_now();
    t->pid = forked();
    if (t->pid == 0) {
        login_tty(t->other);
        become(argv, kept);
    }
    close(t->other);
    t->other = -1;
}

pid_t terminal_spawn(const char *const argv[], int input, int output)
{
    pid_t pid = forked();

    if (pid == 0) {
        int null = open("/dev/null", O_RDWR | O_CLOEXEC);
        setsid();
        dup2(input >= 0 ? input : null, STDIN_FILENO);
        dup2(output >= 0 ? output : null, STDOUT_FILENO);
        dup2(output >= 0 ? output : null, STDERR_FILENO);
        become(argv, -1);
    }
    return pid;
}

/* Give a program some time to end, and read its output meanwhile. */
static bool has_ended(pid_t pid, struct terminal *t)
{
    int64_t deadline = terminal_now() + (int64_t)TERMINAL_PATIENCE_MS * MS;

    while (waitpid(pid, NULL, WNOHANG) == 0) {
        if (terminal_now() > deadline)
            return false;
        if (t != NULL && !t->gone)
            terminal_drain(t);
        poll(NULL, 0, 1);
    }
    return true;
}

static void end_program(pid_t pid, struct terminal *t)
{
    if (pid <= 0)
        return;
    kill(pid, SIGTERM);
    if (has_ended(pid, t))
        return;
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

void terminal_end(pid_t pid)
{
    end_program(pid, NULL);
}

void terminal_close(struct terminal *t)
{
    if (t->fd < 0)
        return;
    end_program(t->pid, t);
    close(t->fd);
    if (t->other >= 0)
        close(t->other);
    vterm_free(t->emulator);
    terminal_init(t);
}

/* Reading and writing */

/* Read once. Returns when that was; or 0 if there was nothing. */
static int64_t take_in(struct terminal *t)
{
    char bytes[CHUNK];
    ssize_t length = read(t->fd, bytes, sizeof(bytes));
    int64_t when = terminal_now();

    if (length <= 0) { /* EIO: no process has the terminal open */
        t->gone = length == 0 || (errno != EAGAIN && errno != EINTR);
        return 0;
    }
    vterm_input_write(t->emulator, bytes, (size_t)length);
    return when;
}

void terminal_drain(struct terminal *t)
{
    while (take_in(t) != 0)
        continue;
}

void terminal_type(struct terminal *t, const char *text)
{
    size_t length = strlen(text);

    if (write(t->fd, text, length) != (ssize_t)length)
        terminal_give_up("%s does not take '%s'", t->path, text);
}

/* Wait until there is something to read, not beyond the deadline. */
static bool wait_for_more(const struct terminal *t, int64_t deadline)
{
    struct pollfd end = {.fd = t->fd, .events = POLLIN};
    int64_t left = (deadline - terminal_now()) / MS;

    return !t->gone && !terminal_stopped && left > 0 && poll(&end, 1, (int)left) > 0;
}

/* Returns when the awaited character was read, or -1. */
static int64_t await(struct terminal *t, int64_t within_ms)
{
    int64_t deadline = terminal_now() + within_ms * MS;
    int64_t when = 0;

    while (t->awaited != 0) {
        if (!wait_for_more(t, deadline))
            return -1;
        when = take_in(t);
    }
    return when;
}

int64_t terminal_key(struct terminal *from, struct terminal *to, char key)
{
    int64_t typed, drawn;

    terminal_drain(from);
    terminal_drain(to);
    to->awaited = (unsigned char)key;
    typed = terminal_now();
    if (write(from->fd, &key, 1) != 1)
        return -1;
    drawn = await(to, TERMINAL_PATIENCE_MS);
    return drawn < 0 ? -1 : drawn - typed;
}

bool terminal_join(struct terminal *from, struct terminal *to, char key)
{
    enum { TRY_MS = 100, TRIES = TERMINAL_PATIENCE_MS / TRY_MS };

    for (int i = 0; i < TRIES && !from->gone && !to->gone && !terminal_stopped; i++) {
        terminal_drain(from);
        to->awaited = (unsigned char)key;
        if (write(from->fd, &key, 1) == 1 && await(to, TRY_MS) >= 0)
            return true;
    }
    return false;
}

int64_t terminal_paste(
    struct terminal *from, struct terminal *to, const char *text, size_t length)
{
    int64_t started, when = 0;
    struct pollfd ends[2] = {{.fd = from->fd}, {.fd = to->fd, .events = POLLIN}};

    terminal_drain(from);
    terminal_drain(to);
    to->awaited = (unsigned char)text[length - 1];
    started = terminal_now();
    while (to->awaited != 0) {
        ends[0].events = (short)(POLLIN | (length > 0 ? POLLOUT : 0));
        if (from->gone || to->gone || poll(ends, 2, TERMINAL_PATIENCE_MS) <= 0)
            return -1;
        if (ends[0].revents & POLLOUT) {
            ssize_t written = write(from->fd, text, length);
            text += written > 0 ? written : 0;
            length -= written > 0 ? (size_t)written : 0;
        }
        if (ends[0].revents & ~POLLOUT)
            take_in(from);
        if (ends[1].revents != 0)
            when = take_in(to);
    }
    return when - started;
}

int64_t terminal_wait(struct terminal *t, const char *text)
{
    int64_t deadline = terminal_now() + (int64_t)TERMINAL_PATIENCE_MS * MS;
    int64_t when = terminal_now();

    while (!screen_contains(t, text)) {
        if (!wait_for_more(t, deadline))
            return -1;
        when = take_in(t);
    }
    return when;
}
