#include "signals.h"

#include <errno.h>
#include <signal.h>
#include <time.h>

static volatile sig_atomic_t resized;
static volatile sig_atomic_t ending;
static sigset_t inside;  /* what is blocked */
static sigset_t outside; /* the mask while waiting */

static const int caught[] = {SIGTERM, SIGHUP, SIGINT, SIGWINCH, SIGCHLD};

enum { CAUGHT = sizeof(caught) / sizeof(caught[0]) };

static void note(int number)
{
    if (number == SIGWINCH)
        resized = 1;
    else if (number != SIGCHLD)
        ending = 1;
}

/* nohup has asked that a hang-up be ignored. */
static bool is_ignored(int number)
{
    struct sigaction before;

    return number == SIGHUP && sigaction(number, NULL, &before) == 0 &&
           before.sa_handler == SIG_IGN;
}

void signals_open(void)
{
    struct sigaction act = {.sa_handler = note};
    struct sigaction ignore = {.sa_handler = SIG_IGN};

    sigemptyset(&inside);
    for (int i = 0; i < CAUGHT; i++)
        if (!is_ignored(caught[i]))
            sigaddset(&inside, caught[i]);
    sigprocmask(SIG_BLOCK, &inside, &outside);
    for (int i = 0; i < CAUGHT; i++) {
        if (!sigismember(&inside, caught[i]))
            continue;
        sigdelset(&outside, caught[i]);
        sigaction(caught[i], &act, NULL);
    }
    sigaction(SIGPIPE, &ignore, NULL);
}

void signals_poll(struct pollfd *fds, size_t count, int64_t now, int64_t until)
{
    static const struct timespec at_once = {0, 0};
    int64_t wait = until > now ? until - now : 0;
    struct timespec time = {wait / 1000, wait % 1000 * 1000000};
    int number, ready;

    for (size_t i = 0; i < count; i++)
        fds[i].revents = 0;
    ready = ppoll(fds, (nfds_t)count, until == INT64_MAX ? NULL : &time, &outside);
    if (ready < 0 && errno != EINTR)
        ending = 1; /* there is no going on without poll() */
    if (ready < 0)
        for (size_t i = 0; i < count; i++)
            fds[i].revents = 0;
    /* While a descriptor is ready at every look, no signal gets through by itself. */
    while ((number = sigtimedwait(&inside, NULL, &at_once)) > 0)
        note(number);
}

bool signals_resized(void)
{
    bool was = resized;

    resized = 0;
    return was;
}

bool signals_ending(void)
{
    return ending;
}

void signals_reset(void)
{
    struct sigaction standard = {.sa_handler = SIG_DFL};

    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &standard, NULL);
    sigaction(SIGPIPE, &standard, NULL);
    sigprocmask(SIG_SETMASK, &outside, NULL);
}
