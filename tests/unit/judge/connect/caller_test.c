/*
 * caller_test.c - addresses and times of a judge's attempts to reconnect. The sockets
 * are real and connect to listening sockets of the test; the clock is the test's.
 */
#include "judge/connect/caller.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/helper.h"

#include <cmocka.h>

enum { START = 5000, STEP = 50, DOORS = 3, CALLS_MAX = 64 };

/* Addresses that answer each connection with the same words and close it. */
struct world {
    struct settings settings;
    struct console console;
    struct caller caller;
    int doors[DOORS];
    const char *words[DOORS]; /* NULL: no answer, no close */
    struct moment now;
    int calls;
    int ends[CALLS_MAX];     /* the accepted sockets */
    int at[CALLS_MAX];       /* index of the door */
    int64_t tick[CALLS_MAX]; /* time of the connection */
};

static struct world w;

static int open_door(struct link_address *address)
{
    struct sockaddr_in any = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    *address = (struct link_address){.length = sizeof(any)};
    assert_int_equal(bind(fd, (const struct sockaddr *)&any, sizeof(any)), 0);
    assert_int_equal(listen(fd, 8), 0);
    assert_int_equal(
        getsockname(fd, (struct sockaddr *)&address->storage, &address->length), 0);
    return fd;
}

/* Make a caller that has just lost a station at the first of the doors. */
static int meet(int doors)
{
    w = (struct world){.now = {.wall = 1, .tick = START}};
    w.settings.station = "station";
    w.settings.book = rulebook_find("1996");
    assert_int_equal(console_init(&w.console, &w.settings, SIDE_JUDGE), 0);
    link_init(&w.caller.link);
    w.caller.met = true;
    w.caller.count = doors;
    w.caller.until = START;
    for (int i = 0; i < doors; i++) {
        w.doors[i] = open_door(&w.caller.addresses[i].address);
        w.caller.addresses[i].due = START;
        w.caller.addresses[i].gap = CALLER_RETRY_MS;
    }
    return 0;
}

static int leave(void **state)
{
    (void)state;
    caller_close(&w.caller);
    console_close(&w.console);
    for (int i = 0; i < DOORS; i++)
        if (w.doors[i] > 0)
            close(w.doors[i]);
    for (int i = 0; i < w.calls; i++)
        close(w.ends[i]);
    return 0;
}

static int meet_one(void **state)
{
    (void)state;
    return meet(1);
}

static int meet_three(void **state)
{
    (void)state;
    return meet(3);
}

/* Accept and answer a connection; on the loopback it takes no time. */
static void answer(void)
{
    struct pollfd door[DOORS] = {{.fd = -1}, {.fd = -1}, {.fd = -1}};
    int i = 0, fd;

    for (int d = 0; d < w.caller.count; d++)
        door[d] = (struct pollfd){.fd = w.doors[d], .events = POLLIN};
    assert_int_equal(poll(door, DOORS, 5000), 1);
    while (door[i].revents == 0)
        i++;
    fd = accept(w.doors[i], NULL, NULL);
    assert_true(fd >= 0 && w.calls < CALLS_MAX);
    w.at[w.calls] = i;
    w.tick[w.calls] = w.now.tick;
    w.ends[w.calls++] = fd;
    if (w.words[i] == NULL)
        return;
    assert_true(send(fd, w.words[i], strlen(w.words[i]), MSG_NOSIGNAL) >= 0);
    shutdown(fd, SHUT_WR);
}

static void step(short revents)
{
    caller_step(&w.caller, &w.console, revents, w.now);
}

static void wait_for(short events)
{
    struct pollfd fd = {.fd = caller_fd(&w.caller), .events = events};

    assert_int_equal(poll(&fd, 1, 5000), 1);
}

/* Advance the clock until this number of attempts were made. */
static void run(int calls)
{
    while (w.calls < calls) {
        int last = w.calls;
        step(0);
        if (w.caller.state == CALLER_CONNECTING) {
            answer();
            wait_for(POLLOUT);
            step(POLLOUT);
        }
        if (w.calls > last && w.words[w.at[last]] != NULL) {
            wait_for(POLLIN);
            step(POLLIN);
        }
        assert_false(w.console.done);
        w.now.tick += STEP;
    }
}

/* Source: doc/protocol.md, 7. */
static void attempts_begin_at_once_and_slow_to_one_a_second(void **state)
{
    static const int64_t ticks[] = {0, 50, 150, 350, 750, 1550, 2550, 3550};

    (void)state;
    w.words[0] = "";
    run((int)COUNT(ticks));
    for (size_t i = 0; i < COUNT(ticks); i++)
        assert_int_equal(w.tick[i], START + ticks[i]);
    assert_string_equal(w.console.note, "");
}

static void without_an_answer_attempts_are_less_than_two_seconds_apart(void **state)
{
    (void)state;
    run(4);
    for (int i = 1; i < 4; i++)
        assert_in_range(w.tick[i] - w.tick[i - 1], 1000, 1950);
}

static void check_growing(const char *words)
{
    static const int64_t gaps[] = {1000, 2000, 4000, 8000, 16000, 30000, 30000};

    w.words[0] = words;
    run((int)COUNT(gaps) + 1);
    for (size_t i = 0; i < COUNT(gaps); i++)
        assert_int_equal(w.tick[i + 1] - w.tick[i], gaps[i]);
    assert_string_equal(w.console.note, "Unexpected answer: next try in 30 s");
}

static void after_an_invalid_message_the_intervals_grow(void **state)
{
    (void)state;
    check_growing("HTTP/1.1 400 Bad Request\r\n");
}

#define SESSION "0123456789abcdef0123456789abcdef"
#define NEVER "000000000000000000"

static void after_a_false_answer_the_intervals_grow(void **state)
{
    (void)state;
    check_growing("LP1 other x " SESSION " 000001763648340121 " NEVER " 1996\n");
}

static void after_another_book_the_intervals_grow(void **state)
{
    (void)state;
    check_growing("LP1 other x " SESSION " " NEVER " " NEVER " 2004\n");
}

static void after_a_message_of_a_judge_the_intervals_grow(void **state)
{
    (void)state;
    check_growing("LP1 judge 04 - " NEVER " " NEVER " 1996\n");
}

/* The other addresses are tried by turns between the attempts at the known one, each at
 * most once a second. */
static void other_addresses_are_tried_in_between(void **state)
{
    static const int order[] = {0, 1, 0, 2, 0, 0, 0, 1, 0, 2, 0, 1, 0, 2};
    static const int64_t home[] = {0, 100, 200, 400, 800, 1600, 2600, 3600};
    size_t tries = 0;

    (void)state;
    for (int i = 0; i < DOORS; i++)
        w.words[i] = "";
    run((int)COUNT(order));
    for (size_t i = 0; i < COUNT(order); i++) {
        assert_int_equal(w.at[i], order[i]);
        if (order[i] == 0)
            assert_int_equal(w.tick[i], START + home[tries++]);
    }
}

/* The known address is tried again within two seconds. */
static void silence_elsewhere_costs_little(void **state)
{
    int64_t last = START;

    (void)state;
    run(12);
    for (int i = 0; i < w.calls; i++) {
        if (w.at[i] != 0)
            continue;
        assert_in_range(w.tick[i] - last, 0, 1950);
        last = w.tick[i];
    }
}

/* Another service at another address delays that address only. */
static void an_unexpected_answer_elsewhere_delays_that_address_only(void **state)
{
    int64_t last = START;
    int home = 0;

    (void)state;
    w.words[0] = w.words[2] = "";
    w.words[1] = "SSH-2.0-x\r\n";
    run(24);
    for (int i = 0; i < w.calls; i++)
        if (w.at[i] == 0 && ++home > 1)
            assert_in_range(w.tick[i] - last, 50, 1000), last = w.tick[i];
    assert_true(home >= 10);
    assert_true(w.caller.addresses[1].gap > CALLER_RETRY_MS);
    assert_string_equal(w.console.note, "");
}

/* A link that breaks after it was made */

#define ANSWER "LP1 other x " SESSION " " NEVER " " NEVER " 1996\n"

/* Reconnect, which is due now, to a station that answers with these words. */
static void link_up(const char *words)
{
    int last = w.calls;

    w.words[0] = NULL;
    step(0);
    assert_int_equal(w.caller.state, CALLER_CONNECTING);
    answer();
    wait_for(POLLOUT);
    step(POLLOUT);
    assert_true(send(w.ends[last], words, strlen(words), MSG_NOSIGNAL) >= 0);
    wait_for(POLLIN);
    step(POLLIN);
    assert_int_equal(w.caller.state, CALLER_LINKED);
}

/* Pass time on an unbroken link. */
static void pass(int64_t ms)
{
    for (int64_t end = w.now.tick + ms; w.now.tick < end; step(0))
        w.now.tick += STEP;
    assert_int_equal(w.caller.state, CALLER_LINKED);
}

/* Break the link. Returns the time until the next attempt, 0 for at once. */
static int64_t break_link(void)
{
    shutdown(w.ends[w.calls - 1], SHUT_RDWR);
    wait_for(POLLIN);
    step(POLLIN);
    assert_int_equal(w.caller.state, CALLER_IDLE);
    return caller_due(&w.caller) > w.now.tick ? caller_due(&w.caller) - w.now.tick : 0;
}

static char records[] = "/tmp/caller.XXXXXX";

static int make_records(void **state)
{
    (void)state;
    return mkdtemp(records) != NULL ? 0 : -1;
}

static int remove_records(void **state)
{
    DIR *directory = opendir(records);

    (void)state;
    for (struct dirent *e; (e = readdir(directory)) != NULL;)
        unlinkat(dirfd(directory), e->d_name, 0);
    closedir(directory);
    return rmdir(records);
}

static int meet_recorded(void **state)
{
    meet_one(state);
    w.settings.judge = -1;
    w.settings.place = (struct recorder_place){.directory = records, .prefix = "LP"};
    return 0;
}

static void a_link_that_breaks_again_within_a_second_slows_the_attempts(void **state)
{
    (void)state;
    link_up(ANSWER "live\n");
    pass(1000);
    assert_int_equal(break_link(), 0);
    for (int i = 1; i < 4; i++) {
        link_up(ANSWER "live\n");
        assert_int_equal(break_link(), 50 * (1 << (i - 1)));
        w.now.tick = caller_due(&w.caller);
    }
}

static void a_second_of_link_starts_the_series_again(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        link_up(ANSWER "live\n");
        break_link();
        w.now.tick = caller_due(&w.caller);
    }
    link_up(ANSWER "live\n");
    pass(1000);
    assert_int_equal(break_link(), 0);
    link_up(ANSWER "live\n");
    assert_int_equal(break_link(), 50);
}

static void a_link_without_live_does_not_start_the_series_again(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        link_up(ANSWER);
        break_link();
        w.now.tick = caller_due(&w.caller);
    }
    link_up(ANSWER);
    pass(1000);
    assert_int_equal(w.caller.tries, 7);
}

/* A station answers when its record is on the medium, which may be slow. */
static void a_first_answer_may_take_ten_seconds(void **state)
{
    (void)state;
    w.caller.met = false;
    step(0);
    answer();
    wait_for(POLLOUT);
    step(POLLOUT);
    w.now.tick += 9900;
    step(0);
    assert_int_equal(w.caller.state, CALLER_GREETING);
    w.now.tick += 100;
    step(0);
    assert_int_equal(w.caller.state, CALLER_STOPPED);
    assert_non_null(strstr(w.caller.error, "no answer of a station"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            attempts_begin_at_once_and_slow_to_one_a_second, meet_one, leave),
        cmocka_unit_test_setup_teardown(
            without_an_answer_attempts_are_less_than_two_seconds_apart, meet_one,
            leave),
        cmocka_unit_test_setup_teardown(
            after_an_invalid_message_the_intervals_grow, meet_one, leave),
        cmocka_unit_test_setup_teardown(
            after_a_false_answer_the_intervals_grow, meet_one, leave),
        cmocka_unit_test_setup_teardown(
            after_another_book_the_intervals_grow, meet_one, leave),
        cmocka_unit_test_setup_teardown(
            after_a_message_of_a_judge_the_intervals_grow, meet_one, leave),
        cmocka_unit_test_setup_teardown(
            other_addresses_are_tried_in_between, meet_three, leave),
        cmocka_unit_test_setup_teardown(
            silence_elsewhere_costs_little, meet_three, leave),
        cmocka_unit_test_setup_teardown(
            an_unexpected_answer_elsewhere_delays_that_address_only, meet_three, leave),
        cmocka_unit_test_setup_teardown(
            a_link_that_breaks_again_within_a_second_slows_the_attempts, meet_recorded,
            leave),
        cmocka_unit_test_setup_teardown(
            a_second_of_link_starts_the_series_again, meet_recorded, leave),
        cmocka_unit_test_setup_teardown(
            a_link_without_live_does_not_start_the_series_again, meet_recorded, leave),
        cmocka_unit_test_setup_teardown(
            a_first_answer_may_take_ten_seconds, meet_one, leave),
    };

    return cmocka_run_group_tests(tests, make_records, remove_records);
}
