/*
 * station_list_test.c - the list of stations and its marked row (station_list.h,
 * station_choice.h).
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/input/keyboard.h"
#include "judge/connect/station_choice.h"

enum { ROWS = 3 };

static struct discovery_station station(const char *label, char id)
{
    struct discovery_station s = {.port = 1950};

    memset(s.id, id, DISCOVERY_ID);
    snprintf(s.label, sizeof(s.label), "%s", label);
    return s;
}

static void add(struct station_list *f, const char *label, char id, int64_t tick)
{
    struct discovery_station s = station(label, id);

    assert_int_equal(station_list_add(f, &s, &id, 1, tick), 0);
}

static void expect_labels(const struct station_list *f, const char *labels)
{
    char text[STATION_LIST_MAX * (WIRE_LABEL_MAX + 1) + 1] = "";

    for (int i = 0; i < f->count; i++) {
        strcat(text, f->all[i].is.label);
        strcat(text, " ");
    }
    assert_string_equal(text, labels);
}

/* The order of the answers makes no difference. */
static void test_order(void **state)
{
    static const char *const labels[] = {
        "b", "a10", "a9", "a", "a1b", "a01", "B", "a1"};

    (void)state;
    for (size_t first = 0; first < COUNT(labels); first++) {
        static struct station_list f;
        f = (struct station_list){0};
        for (size_t i = 0; i < COUNT(labels); i++)
            add(&f, labels[(first + i * 3) % COUNT(labels)], 'a', 0);
        expect_labels(&f, "B a a01 a1 a1b a9 a10 b ");
    }
}

/* Equal labels with different IDs are two stations, in the order of the IDs. One ID
 * with two labels, or at two ports, is two stations as well. */
static void test_same(void **state)
{
    static struct station_list f;
    struct discovery_station other = station("a", '1');

    (void)state;
    add(&f, "a", '2', 0);
    add(&f, "a", '1', 0);
    add(&f, "a", '2', 5);
    assert_int_equal(f.count, 2);
    assert_int_equal(f.all[0].is.id[0], '1');
    add(&f, "b", '1', 0);
    other.port = 1951;
    assert_int_equal(station_list_add(&f, &other, "x", 1, 0), 0);
    assert_int_equal(f.count, 4);
    assert_int_equal(station_list_at(&f, &other), 1);
    other.port = 1952;
    assert_int_equal(station_list_at(&f, &other), -1);
    /* The busy flag changes. */
    other.port = 1951;
    other.busy = true;
    assert_int_equal(station_list_add(&f, &other, "x", 1, 0), 0);
    assert_int_equal(f.count, 4);
    assert_true(f.all[1].is.busy);
}

static void test_ways(void **state)
{
    static struct station_list f;
    struct discovery_station s = station("a", '1');
    char long_address[STATION_LIST_ADDRESS_MAX + 1] = "";

    (void)state;
    for (int way = 0; way < STATION_LIST_WAYS + 3; way++) {
        char address[4] = {(char)way};
        assert_int_equal(station_list_add(&f, &s, address, sizeof(address), way), 0);
        assert_int_equal(station_list_add(&f, &s, address, sizeof(address), way), 0);
    }
    assert_int_equal(f.count, 1);
    assert_int_equal(f.all[0].count, STATION_LIST_WAYS);
    assert_int_equal(station_list_due(&f), STATION_LIST_GONE_MS);
    station_list_expire(&f, STATION_LIST_GONE_MS + 2);
    assert_int_equal(f.all[0].count, STATION_LIST_WAYS - 3);
    assert_int_equal(f.all[0].ways[0].address[0], 3);
    assert_int_equal(station_list_due(&f), STATION_LIST_GONE_MS + 3);
    assert_int_equal(
        station_list_add(&f, &s, long_address, sizeof(long_address), 9), -1);
    assert_int_equal(errno, EINVAL);
}

static void test_gone(void **state)
{
    static struct station_list f;

    (void)state;
    assert_true(station_list_due(&f) == INT64_MAX);
    add(&f, "a", '1', 0);
    add(&f, "b", '1', 1000);
    add(&f, "c", '1', 500);
    station_list_expire(&f, STATION_LIST_GONE_MS - 1);
    assert_int_equal(f.count, 3);
    station_list_expire(&f, STATION_LIST_GONE_MS);
    expect_labels(&f, "b c ");
    add(&f, "c", '1', 4000);
    station_list_expire(&f, 4500);
    expect_labels(&f, "c ");
    station_list_expire(&f, 7000);
    assert_int_equal(f.count, 0);
}

static void test_full(void **state)
{
    static struct station_list f, before;
    struct discovery_station s = station("one-more", '1');
    char label[WIRE_LABEL_MAX + 1];

    (void)state;
    for (int i = 0; i < STATION_LIST_MAX; i++) {
        snprintf(label, sizeof(label), "n%d", i);
        add(&f, label, '1', 0);
    }
    before = f;
    assert_int_equal(station_list_add(&f, &s, "x", 1, 0), -1);
    assert_int_equal(errno, ENOBUFS);
    assert_memory_equal(&f, &before, sizeof(f));
    assert_int_equal(
        station_list_at(&f, &f.all[STATION_LIST_MAX - 1].is), STATION_LIST_MAX - 1);
}

/* The mark */

static void expect_mark(const struct station_choice *c, int at, int top)
{
    assert_int_equal(c->list.marked, at);
    assert_int_equal(c->list.top, top);
}

static void test_empty(void **state)
{
    static struct station_list f;
    struct station_choice c = {0};

    (void)state;
    station_choice_follow(&c, &f, ROWS);
    assert_int_equal(
        station_choice_press(&c, &f, ROWS, K_RETURN), STATION_CHOICE_GOES_ON);
    assert_int_equal(
        station_choice_press(&c, &f, ROWS, COMMAND_LINE_DOWN), STATION_CHOICE_GOES_ON);
    assert_int_equal(
        station_choice_press(&c, &f, ROWS, COMMAND_NEWEST), STATION_CHOICE_GOES_ON);
    assert_int_equal(station_choice_press(&c, &f, ROWS, '1'), STATION_CHOICE_GOES_ON);
    expect_mark(&c, 0, 0);
    assert_int_equal(
        station_choice_press(&c, &f, ROWS, COMMAND_LEAVE), STATION_CHOICE_LEFT);
}

static void test_moves(void **state)
{
    static struct station_list f;
    static const struct {
        uint32_t code;
        int at, top;
    } moves[] = {
        {COMMAND_LINE_UP, 0, 0},
        {'j', 1, 0},
        {COMMAND_LINE_DOWN, 2, 0},
        {'j', 3, 1},
        {'k', 2, 1},
        {'k', 1, 1},
        {COMMAND_LINE_UP, 0, 0},
        {COMMAND_NEWEST, 9, 7},
        {'j', 9, 7},
        {COMMAND_PAGE_UP, 6, 6},
        {COMMAND_PAGE_DOWN, 9, 7},
        {COMMAND_OLDEST, 0, 0},
        {COMMAND_PAGE_DOWN, 3, 1},
        {'9', 8, 6},
        {'0', 8, 6},
        {'q', 8, 6},
        {K_ESCAPE, 8, 6},
        {'1', 0, 0},
    };
    struct station_choice c = {0};
    char label[] = "a";

    (void)state;
    for (; label[0] <= 'j'; label[0]++)
        add(&f, label, '1', 0);
    for (size_t i = 0; i < COUNT(moves); i++) {
        assert_int_equal(
            station_choice_press(&c, &f, ROWS, moves[i].code), STATION_CHOICE_GOES_ON);
        expect_mark(&c, moves[i].at, moves[i].top);
    }
    assert_int_equal(station_choice_press(&c, &f, ROWS, K_RETURN), STATION_CHOICE_MADE);
    assert_string_equal(c.station.label, "a");
}

/* Stations come and go around the marked one. */
static void test_follows(void **state)
{
    static struct station_list f;
    struct station_choice c = {0};

    (void)state;
    add(&f, "m", '1', 0);
    station_choice_follow(&c, &f, ROWS);
    add(&f, "a", '1', 9);
    add(&f, "b", '1', 9);
    add(&f, "c", '1', 9);
    station_choice_follow(&c, &f, ROWS);
    expect_mark(&c, 3, 1);
    assert_string_equal(c.station.label, "m");
    station_list_expire(&f, STATION_LIST_GONE_MS);
    station_choice_follow(&c, &f, ROWS);
    expect_mark(&c, 2, 0);
    assert_string_equal(c.station.label, "c");
    station_list_expire(&f, STATION_LIST_GONE_MS + 9);
    station_choice_follow(&c, &f, ROWS);
    assert_int_equal(
        station_choice_press(&c, &f, ROWS, K_RETURN), STATION_CHOICE_GOES_ON);
    add(&f, "z", '1', 9);
    assert_int_equal(station_choice_press(&c, &f, ROWS, K_RETURN), STATION_CHOICE_MADE);
    assert_string_equal(c.station.label, "z");
}

/* A larger pane shows more rows. */
static void test_grows(void **state)
{
    static struct station_list f;
    struct station_choice c = {0};
    char label[] = "a";

    (void)state;
    for (; label[0] <= 'j'; label[0]++)
        add(&f, label, '1', 0);
    station_choice_press(&c, &f, 1, COMMAND_NEWEST);
    expect_mark(&c, 9, 9);
    station_choice_follow(&c, &f, 4);
    expect_mark(&c, 9, 6);
    station_choice_follow(&c, &f, 40);
    expect_mark(&c, 9, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_gone),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_follows),
        cmocka_unit_test(test_grows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
