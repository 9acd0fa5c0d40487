#include "replay_screen.h"

#include <curses.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include "replay.h"

enum { STATUS_US = 100000 }; /* how often a clock that runs is drawn */

static volatile sig_atomic_t resized, told_to_end;

static void catch_signal(int number)
{
    if (number == SIGWINCH)
        resized = 1;
    else
        told_to_end = 1;
}

static int measure(struct replay *s)
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

/* Until the next key of the tape, the next tenth of its clock, or a key of the
 * viewer's; without end while nothing runs. */
static void wait_for_something(const struct replay *s, const sigset_t *unblocked)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    int64_t due = tape_due(s->tape), now = replay_now();
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

static void read_keys(struct replay *s)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    int key;

    while (!s->ends && (key = getch()) != ERR)
        if (key != KEY_RESIZE)
            replay_press(s, key);
    /* A terminal that has gone is always ready, and never has a key. */
    if (poll(&input, 1, 0) > 0 && (input.revents & (POLLHUP | POLLERR)) != 0)
        s->ends = true;
}

static void run(struct replay *s, const sigset_t *unblocked)
{
    while (!s->ends && !told_to_end) {
        if (tape_advance(s->tape, replay_now()) < 0 || (resized && measure(s) < 0)) {
            s->code = EX_OSERR;
            return;
        }
        resized = 0;
        replay_draw(s);
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
    struct replay s = {.tape = tape};
    SCREEN *terminal;
    sigset_t unblocked;

    setlocale(LC_CTYPE, "");
    catch_signals(&unblocked);
    terminal = newterm(NULL, stdout, stdin);
    if (terminal == NULL || tigetstr("cup") == NULL) {
        if (terminal != NULL) {
            endwin();
            delscreen(terminal);
        }
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
