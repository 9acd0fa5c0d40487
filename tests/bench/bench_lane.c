/*
 * bench_lane.c - one way from terminal to terminal: keys that go it, and how long they
 * take.
 */
#include "tests/bench/bench_lane.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "tests/bench/bench_cost.h"

enum {
    LINE = 50,  /* keys of a line of a paste */
    PARTS = 10, /* of a run, for the spread of a 99th percentile */
    PAUSE_LEAST_US = 2000,
    PAUSE_SPREAD_US = 10000,
};

void lane_init(struct lane *lane, struct peer *peer, int from)
{
    static const char *const ways[] = {
        ", judge → confederate", ", confederate → judge"};

    *lane = (struct lane){.peer = peer, .from = from};
    snprintf(lane->title, sizeof(lane->title), "%s%s", peer->kind->title,
        peer->kind->turns ? ways[from] : "");
}

void lane_free(struct lane *lane)
{
    numbers_free(&lane->ns);
    numbers_free(&lane->paste_ns);
}

/* The same numbers every time: a run can be compared with another. */
static unsigned draw(unsigned below)
{
    static uint32_t state = 19960419;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

static void pause_between_keys(void)
{
    struct timespec time = {
        .tv_nsec = (PAUSE_LEAST_US + (long)draw(PAUSE_SPREAD_US)) * 1000};

    nanosleep(&time, NULL);
}

/* The processor time of a peer so far, if all of it can be seen. */
static double processor_of(const struct peer *peer)
{
    return !peer->kind->whole ? NAN
                              : cost_processor(peer->ends[PEER_NEAR].pid) +
                                    cost_processor(peer->ends[PEER_FAR].pid);
}

/* Return; a turn ends with two, and then the other end is waited for. */
static bool end_line(
    const struct lane *lane, struct terminal *from, struct terminal *to)
{
    bool turns = lane->peer->kind->turns;

    terminal_type(from, turns ? "\r\r" : "\r");
    return !turns || terminal_wait(to, "Your turn") >= 0;
}

/* The first key of a line is not measured: it is a mark that the screen's other lines
 * lack, so that all earlier keys are drawn once the mark is drawn. */
bool lane_type(struct lane *lane, size_t round, size_t count)
{
    static const char marks[] = "0123456789!#$%&*+=?/:;,.-_()[]{}|";
    struct terminal *from = &lane->peer->ends[lane->from];
    struct terminal *to = &lane->peer->ends[1 - lane->from];
    double before;

    if (terminal_key(from, to, marks[round % (sizeof(marks) - 1)]) < 0)
        return false;
    before = processor_of(lane->peer);
    for (size_t i = 0; i < count; i++) {
        int64_t ns;
        pause_between_keys();
        ns = terminal_key(from, to, (char)('a' + draw(26)));
        if (ns < 0)
            return false;
        numbers_add(&lane->ns, (double)ns);
    }
    lane->processor += processor_of(lane->peer) - before;
    return end_line(lane, from, to);
}

/* Lines of letters; the last is a capital, which is new to the screen. */
static void fill_paste(char *text, size_t length)
{
    static unsigned pasted;

    for (size_t i = 0; i < length; i++)
        text[i] = (i + 1) % LINE == 0 ? '\r' : (char)('a' + draw(26));
    text[length - 1] = (char)('A' + pasted++ % 26);
}

bool lane_paste(struct lane *lane, size_t length)
{
    static char text[LANE_PASTE_MAX];
    struct terminal *from = &lane->peer->ends[lane->from];
    struct terminal *to = &lane->peer->ends[1 - lane->from];
    int64_t ns;

    fill_paste(text, length);
    ns = terminal_paste(from, to, text, length);
    if (ns < 0 || !end_line(lane, from, to))
        return false;
    numbers_add(&lane->paste_ns, (double)ns);
    return true;
}

/* The table of keys */

/* A ratio, and its quartiles over the parts of the run. */
static void ratio_cell(struct table *table, double ratio, const struct numbers *parts)
{
    if (isnan(ratio))
        table_cell(table, "–");
    else
        table_cell(table, "%.2f (%.2f–%.2f)", ratio, numbers_at(parts, 0.25),
            numbers_at(parts, 0.75));
}

/* The ratios of one percentile in each part of the keys. */
static struct numbers ratios(
    const struct lane *lane, const struct lane *to, size_t part, double share)
{
    struct numbers all = {0};
    size_t count = to == NULL                      ? 0
                   : lane->ns.count < to->ns.count ? lane->ns.count
                                                   : to->ns.count;

    for (size_t at = 0; part > 0 && at + part <= count; at += part)
        numbers_add(&all, numbers_part_at(&lane->ns, at, part, share) /
                              numbers_part_at(&to->ns, at, part, share));
    return all;
}

static void ratio_cells(
    struct table *table, const struct lane *lane, const struct lane *socat, size_t line)
{
    struct numbers lines = ratios(lane, socat, line, 0.5);
    struct numbers parts = ratios(lane, socat, lane->ns.count / PARTS, 0.99);
    double p99 = socat == NULL
                     ? NAN
                     : numbers_at(&lane->ns, 0.99) / numbers_at(&socat->ns, 0.99);

    ratio_cell(table, numbers_at(&lines, 0.5), &lines);
    ratio_cell(table, p99, &parts);
    numbers_free(&lines);
    numbers_free(&parts);
}

void lanes_print(const struct lane *lanes, size_t count, const struct lane *socat,
    size_t line, size_t paste)
{
    struct table table = {0};

    table_row(&table);
    table_cell(&table, "between two terminals");
    table_cell(&table, "keys");
    table_cell(&table, "p50 µs");
    table_cell(&table, "p99 µs");
    table_cell(&table, "p50 ÷ socat's");
    table_cell(&table, "p99 ÷ socat's");
    table_cell(&table, "processor µs/key");
    table_cell(&table, "%zu kB ms", paste);
    for (const struct lane *lane = lanes; lane < lanes + count; lane++) {
        table_row(&table);
        table_cell(&table, "%s", lane->title);
        table_cell(&table, "%zu", lane->ns.count);
        table_number(&table, numbers_at(&lane->ns, 0.5) / 1e3, 0);
        table_number(&table, numbers_at(&lane->ns, 0.99) / 1e3, 0);
        ratio_cells(&table, lane, socat, line);
        table_number(&table, lane->processor / 1e3 / (double)lane->ns.count, 0);
        table_number(&table, numbers_at(&lane->paste_ns, 0.5) / 1e6, 0);
    }
    schedule_table_print(&table);
    table_free(&table);
}
