/*
 * bench_rest.c - the suite before and between keys.
 */
#include "tests/bench/bench_rest.h"

#include <time.h>

#include "tests/bench/bench_cost.h"
#include "tests/bench/bench_number.h"
#include "tests/bench/bench_peer.h"

static void add_ms(struct numbers *numbers, int64_t ns)
{
    if (ns >= 0)
        numbers_add(numbers, (double)ns / 1e6);
}

static void start_row(struct table *table, const char *title, struct numbers *ms)
{
    table_row(table);
    table_cell(table, "%s", title);
    table_number(table, numbers_at(ms, 0.5), 1);
    table_number(table, numbers_at(ms, 1), 1);
    numbers_free(ms);
}

void rest_print_starts(const char *programs, int starts)
{
    struct numbers station = {0}, judge = {0}, curses = {0};
    struct table table = {0};

    for (int i = 0; i < starts && !terminal_stopped; i++) {
        struct peer suite;
        peer_init(&suite, &peer_kinds[PEER_SUITE], programs);
        add_ms(&station, peer_open_station(&suite));
        add_ms(&judge, peer_open_judge(&suite));
        add_ms(&curses, peer_time_curses());
        peer_close(&suite);
    }
    table_row(&table);
    table_cell(&table, "ready to type in, %d starts", starts);
    table_cell(&table, "median ms");
    table_cell(&table, "longest ms");
    start_row(&table, "confederate, to \"Waiting for a judge\"", &station);
    start_row(&table, "judge, to \"Your turn\"", &judge);
    start_row(&table, "an empty curses program", &curses);
    schedule_table_print(&table);
    table_free(&table);
}

void rest_print(const char *programs, int seconds)
{
    static const char *const names[PEER_ENDS] = {"judge", "confederate"};
    struct timespec time = {.tv_sec = seconds};
    struct wakes before[PEER_ENDS], after;
    struct table table = {0};
    struct peer suite;

    if (!peer_open(&suite, &peer_kinds[PEER_SUITE], programs))
        terminal_give_up("the suite does not work: %s", suite.why);
    for (int i = 0; i < PEER_ENDS; i++)
        before[i] = cost_wakes(suite.ends[i].pid);
    nanosleep(&time, NULL);
    table_row(&table);
    table_cell(&table, "linked and at rest, %d s", seconds);
    table_cell(&table, "wake-ups/s, loop");
    table_cell(&table, "wake-ups/s, recorder");
    table_cell(&table, "private kB");
    for (int i = 0; i < PEER_ENDS; i++) {
        after = cost_wakes(suite.ends[i].pid);
        table_row(&table);
        table_cell(&table, "%s", names[i]);
        table_number(&table, (after.loop - before[i].loop) / seconds, 1);
        table_number(&table, (after.others - before[i].others) / seconds, 1);
        table_number(&table, cost_memory(suite.ends[i].pid), 0);
    }
    schedule_table_print(&table);
    table_free(&table);
    peer_close(&suite);
}
