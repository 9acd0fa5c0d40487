/*
 * caller_test.c - where and when a judge's console tries to find its station again. Its
 * sockets are real, and connect to doors of the test's; the clock is the test's.
 */
#include "caller.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "helper.h"

#include <cmocka.h>

enum { START = 5000, STEP = 50, DOORS = 3, CALLS_MAX = 64 };

/* Places at which somebody answers each caller with the same words, and hangs up. */
struct world {
    struct settings settings;
    struct console console;
    struct caller caller;
    int doors[DOORS];
    const char *words[DOORS]; /* NULL: silence, and nobody hangs up */
    struct moment now;
    int calls;
    int ends[CALLS_MAX]; /* of them, here; */
    int at[CALLS_MAX];   /* which door, */
    int64_t tick[CALLS_MAX];
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

/* A caller who has met a station at the first of so many doors, and has just lost it.
 */
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
        w.doors[i] = open_door(&w.caller.places[i].address);
        w.caller.places[i].due = START;
        w.caller.places[i].gap = CALLER_RETRY_MS;
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

/* A caller has connected, which on the loopback takes no time: answer it. */
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

/* Let the clock run until so many calls have been made. */
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

static void who_is_hung_up_on_tries_each_second(void **state)
{
    (void)state;
    w.words[0] = "";
    run(6);
    for (int i = 0; i < 6; i++)
        assert_int_equal(w.tick[i], START + 1000 * i);
    assert_string_equal(w.console.note, "");
}

/* Silence is given up in time for a line that came back meanwhile. */
static void who_is_not_answered_tries_in_less_than_two_seconds(void **state)
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
    assert_string_equal(w.console.note, "Nonsense there: next try in 30 s");
}

static void after_what_is_no_message_the_gaps_grow(void **state)
{
    (void)state;
    check_growing("HTTP/1.1 400 Bad Request\r\n");
}

#define SESSION "0123456789abcdef0123456789abcdef"
#define NEVER "000000000000000000"

static void after_an_answer_that_cannot_be_true_they_grow(void **state)
{
    (void)state;
    check_growing("LP1 other x " SESSION " 000001763648340121 " NEVER " 1996\n");
}

static void after_another_book_they_grow(void **state)
{
    (void)state;
    check_growing("LP1 other x " SESSION " " NEVER " " NEVER " 2004\n");
}

static void after_what_no_station_says_they_grow(void **state)
{
    (void)state;
    check_growing("LP1 judge 04 - " NEVER " " NEVER " 1996\n");
}

/* The address that worked each second, and the others by turns in between. */
static void every_other_try_is_where_the_station_was(void **state)
{
    static const int order[] = {0, 1, 0, 2, 0, 1, 0, 2};

    (void)state;
    for (int i = 0; i < DOORS; i++)
        w.words[i] = "";
    run((int)COUNT(order));
    for (size_t i = 0; i < COUNT(order); i++) {
        assert_int_equal(w.at[i], order[i]);
        if (order[i] == 0)
            assert_int_equal(w.tick[i], START + 1000 * (int64_t)i / 2);
    }
}

/* However the others behave, it is tried again within two seconds. */
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

/* What another service says at another address of the host puts that one off only. */
static void nonsense_elsewhere_is_not_the_stations(void **state)
{
    int home = 0;

    (void)state;
    w.words[0] = w.words[2] = "";
    w.words[1] = "SSH-2.0-x\r\n";
    run(24);
    for (int i = 0; i < w.calls; i++)
        if (w.at[i] == 0)
            assert_int_equal(w.tick[i], START + 1000 * home++);
    assert_true(home >= 10);
    assert_true(w.caller.places[1].gap > CALLER_RETRY_MS);
    assert_string_equal(w.console.note, "");
}

/* A station answers when its record is on the disk: on a slow one that takes a while.
 */
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
    assert_non_null(strstr(w.caller.error, "no answer as from a station"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            who_is_hung_up_on_tries_each_second, meet_one, leave),
        cmocka_unit_test_setup_teardown(
            who_is_not_answered_tries_in_less_than_two_seconds, meet_one, leave),
        cmocka_unit_test_setup_teardown(
            after_what_is_no_message_the_gaps_grow, meet_one, leave),
        cmocka_unit_test_setup_teardown(
            after_an_answer_that_cannot_be_true_they_grow, meet_one, leave),
        cmocka_unit_test_setup_teardown(after_another_book_they_grow, meet_one, leave),
        cmocka_unit_test_setup_teardown(
            after_what_no_station_says_they_grow, meet_one, leave),
        cmocka_unit_test_setup_teardown(
            every_other_try_is_where_the_station_was, meet_three, leave),
        cmocka_unit_test_setup_teardown(
            silence_elsewhere_costs_little, meet_three, leave),
        cmocka_unit_test_setup_teardown(
            nonsense_elsewhere_is_not_the_stations, meet_three, leave),
        cmocka_unit_test_setup_teardown(
            a_first_answer_may_take_ten_seconds, meet_one, leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
