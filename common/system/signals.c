#include "common/system/signals.h"

#include <errno.h>
#include <signal.h>
#include <time.h>

static volatile sig_atomic_t resized;
static volatile sig_atomic_t ending;
static int failures;     /* failed poll()s in a row */
static int last_error;   /* errno of failure FAILURES_MAX, or 0 */
static int busy;         /* poll()s in a row with a ready descriptor */
static sigset_t inside;  /* the blocked signals */
static sigset_t outside; /* the mask while waiting */

enum {
    FAILURES_MAX = 200,
    FAILED_PAUSE_MS = 10,
    BUSY_MAX = 16, /* poll()s with a ready descriptor between checks for signals */
};

static const int caught[] = {SIGTERM, SIGHUP, SIGINT, SIGWINCH, SIGCHLD};

enum { CAUGHT = sizeof(caught) / sizeof(caught[0]) };

static void set_flag(int number)
{
    if (number == SIGWINCH)
        resized = 1;
    else if (number != SIGCHLD)
        ending = 1;
}

/* SIGHUP stays ignored under nohup. */
static bool is_ignored(int number)
{
    struct sigaction before;

    return number == SIGHUP && sigaction(number, NULL, &before) == 0 &&
           before.sa_handler == SIG_IGN;
}

void signals_open(void)
{
    struct sigaction act = {.sa_handler = set_flag};
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
    sigaction(SIGXFSZ, &ignore, NULL); /* write() then fails with EFBIG */
}

/* Memory may be short for a moment: pause, and end the program only after many failures
 * in a row. */
static void count_failure(int error)
{
    static const struct timespec pause = {0, FAILED_PAUSE_MS * 1000000};

    if (error == EINTR)
        return;
    if (++failures >= FAILURES_MAX) {
        ending = 1;
        last_error = error;
    }
    nanosleep(&pause, NULL);
}

/* poll() counts negative entries too against the limit of open descriptors: pass it
 * only the others. */
static int poll_used(
    struct pollfd *fds, size_t count, const struct timespec *time, const sigset_t *mask)
{
    static struct pollfd used[SIGNALS_FDS_MAX];
    size_t length = 0;
    int ready;

    for (size_t i = 0; i < count; i++)
        if (fds[i].fd >= 0)
            used[length++] = fds[i];
    ready = ppoll(used, (nfds_t)length, time, mask);
    length = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_used = fds[i].fd >= 0;
        fds[i].revents = is_used && ready > 0 ? used[length].revents : 0;
        length += is_used;
    }
    return ready;
}

/* ppoll() with a ready descriptor returns without delivering signals. */
static void take_signals(void)
{
    static const struct timespec at_once = {0, 0};
    int number;

    busy = 0;
    while ((number = sigtimedwait(&inside, NULL, &at_once)) > 0)
        set_flag(number);
}

void signals_poll(struct pollfd *fds, size_t count, int64_t now, int64_t until)
{
    int64_t wait = until > now ? until - now : 0;
    struct timespec time = {wait / 1000, wait % 1000 * 1000000};
    int ready = poll_used(fds, count, until == INT64_MAX ? NULL : &time, &outside);

    if (ready < 0)
        count_failure(errno);
    else
        failures = 0;
    if (ready <= 0)
        busy = 0;
    else if (++busy >= BUSY_MAX)
        take_signals();
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

int signals_error(void)
{
    return last_error;
}

void signals_reset(void)
{
    struct sigaction standard = {.sa_handler = SIG_DFL};

    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &standard, NULL);
    sigaction(SIGPIPE, &standard, NULL);
    sigaction(SIGXFSZ, &standard, NULL);
    sigprocmask(SIG_SETMASK, &outside, NULL);
}
