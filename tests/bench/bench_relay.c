/*
 * bench_relay.c - the cost of curses: the smallest program for two people to type at.
 */
#include "tests/bench/bench_relay.h"

#include <curses.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

static void end_at_signal(int number)
{
    (void)number;
    _exit(0);
}

static int open_screen(void)
{
    signal(SIGTERM, end_at_signal);
    if (newterm(NULL, stdout, stdin) == NULL)
        return -1;
    raw();
    noecho();
    nonl();
    scrollok(stdscr, TRUE);
    return 0;
}

int relay_ready(void)
{
    char key;

    if (open_screen() < 0)
        return 1;
    addstr("ready");
    refresh();
    return read(STDIN_FILENO, &key, 1) == 1 ? 0 : 1;
}

static void draw(const char *keys, ssize_t count)
{
    for (ssize_t i = 0; i < count; i++)
        addch((chtype)(keys[i] == '\r' ? '\n' : keys[i]));
    refresh();
}

int relay_run(int socket)
{
    struct pollfd ends[2] = {
        {.fd = STDIN_FILENO, .events = POLLIN}, {.fd = socket, .events = POLLIN}};
    char keys[4096];
    ssize_t count = 1;

    if (open_screen() < 0)
        return 1;
    while (count > 0 && poll(ends, 2, -1) > 0) {
        if (ends[0].revents != 0) {
            count = read(STDIN_FILENO, keys, sizeof(keys));
            if (count > 0 && send(socket, keys, (size_t)count, MSG_NOSIGNAL) != count)
                return 1;
        } else
            count = read(socket, keys, sizeof(keys));
        draw(keys, count);
    }
    endwin();
    return 0;
}
