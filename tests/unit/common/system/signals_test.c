/*
 * signals_test.c - a failing poll() ends the program only after many failures in a row.
 * The linker replaces ppoll() by the test's.
 */
#include "common/system/signals.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "tests/support/helper.h"

#include <cmocka.h>

int __wrap_ppoll(struct pollfd *fds, nfds_t count, const struct timespec *time,
    const sigset_t *mask);
int __real_ppoll(struct pollfd *fds, nfds_t count, const struct timespec *time,
    const sigset_t *mask);

static int failing; /* number of calls that will fail */
static int error;   /* errno of those calls */
static nfds_t asked;

int __wrap_ppoll(
    struct pollfd *fds, nfds_t count, const struct timespec *time, const sigset_t *mask)
{
    asked = count;
    if (failing == 0)
        return __real_ppoll(fds, count, time, mask);
    failing--;
    for (nfds_t i = 0; i < count; i++)
        fds[i].revents = POLLERR; /* undefined after a failed call */
    errno = error;
    return -1;
}

static void look(struct pollfd *fds, size_t count)
{
    signals_poll(fds, count, 0, 0);
}

static void a_failed_poll_reports_no_events(void **state)
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

static void negative_entries_are_not_polled(void **state)
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

/* A success resets the count of failures. */
static void failures_for_seconds_end_the_program(void **state)
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
        cmocka_unit_test(a_failed_poll_reports_no_events),
        cmocka_unit_test(negative_entries_are_not_polled),
        cmocka_unit_test(failures_for_seconds_end_the_program),
    };

    signals_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
