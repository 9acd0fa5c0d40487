/*
 * signals_test.c - a poll() that fails ends nothing, unless it goes on failing. The
 * linker puts the test's ppoll() in the place of the system's.
 */
#include "signals.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "helper.h"

#include <cmocka.h>

int __wrap_ppoll(struct pollfd *fds, nfds_t count, const struct timespec *time,
    const sigset_t *mask);
int __real_ppoll(struct pollfd *fds, nfds_t count, const struct timespec *time,
    const sigset_t *mask);

static int failing; /* so many times, */
static int error;   /* with this */
static nfds_t asked;

int __wrap_ppoll(
    struct pollfd *fds, nfds_t count, const struct timespec *time, const sigset_t *mask)
{
    asked = count;
    if (failing == 0)
        return __real_ppoll(fds, count, time, mask);
    failing--;
    for (nfds_t i = 0; i < count; i++)
        fds[i].revents = POLLERR; /* what a failed call leaves there says nothing */
    errno = error;
    return -1;
}

static void look(struct pollfd *fds, size_t count)
{
    signals_poll(fds, count, 0, 0);
}

static void a_poll_that_fails_has_seen_nothing(void **state)
{
    static const int errors[] = {ENOMEM, EAGAIN, EINTR};
    int ends[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "x", 1), 1);
    for (size_t i = 0; i < COUNT(errors); i++) {
        struct pollfd fd = {.fd = ends[0], .events = POLLIN, .revents = POLLHUP};
        failing = 1;
        error = errors[i];
        look(&fd, 1);
        assert_int_equal(fd.revents, 0);
        look(&fd, 1);
        assert_int_equal(fd.revents, POLLIN);
        assert_false(signals_ending());
    }
    close(ends[0]);
    close(ends[1]);
}

static void empty_entries_are_not_asked_about(void **state)
{
    struct pollfd fds[SIGNALS_FDS_MAX];
    int ends[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "x", 1), 1);
    for (int i = 0; i < SIGNALS_FDS_MAX; i++)
        fds[i] = (struct pollfd){.fd = -1, .events = POLLIN, .revents = POLLERR};
    fds[100].fd = ends[0];
    fds[200].fd = ends[1];
    look(fds, SIGNALS_FDS_MAX);
    assert_int_equal(asked, 2);
    for (int i = 0; i < SIGNALS_FDS_MAX; i++)
        assert_int_equal(fds[i].revents, i == 100 ? POLLIN : 0);
    close(ends[0]);
    close(ends[1]);
}

/* The count begins anew whenever it works again; seconds of failures are the end. */
static void only_one_that_goes_on_failing_ends_the_program(void **state)
{
    int times = 0;

    (void)state;
    error = ENOMEM;
    for (int i = 0; i < 3; i++) {
        failing = 100;
        while (failing > 0)
            look(NULL, 0);
        look(NULL, 0);
    }
    assert_false(signals_ending());
    failing = 10000;
    for (; !signals_ending() && failing > 0; times++)
        look(NULL, 0);
    assert_true(signals_ending() && times > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_poll_that_fails_has_seen_nothing),
        cmocka_unit_test(empty_entries_are_not_asked_about),
        cmocka_unit_test(only_one_that_goes_on_failing_ends_the_program),
    };

    signals_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
