/*
 * bench_cut.c - the time from a broken link to the next key on the far screen.
 */
#include "tests/bench/bench_cut.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/bench/bench_number.h"
#include "tests/bench/bench_peer.h"

/* The relay: commands go in, one line of answer for each comes out. */
struct cable {
    pid_t pid;
    int port;
    FILE *in, *out;
};

static void open_cable(struct cable *cable, const char *relay, int target)
{
    char near[16], far[16], line[64];
    const char *const argv[] = {relay, near, far, NULL};
    int in[2], out[2];

    if (pipe2(in, O_CLOEXEC) < 0 || pipe2(out, O_CLOEXEC) < 0)
        terminal_give_up("no pipe for the relay");
    cable->port = peer_free_port();
    snprintf(near, sizeof(near), "%d", cable->port);
    snprintf(far, sizeof(far), "%d", target);
    cable->pid = terminal_spawn(argv, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    cable->in = fdopen(in[1], "w");
    cable->out = fdopen(out[0], "r");
    if (fgets(line, sizeof(line), cable->out) == NULL)
        terminal_give_up("%s does not run", relay);
}

static void close_cable(struct cable *cable)
{
    fclose(cable->in);
    fclose(cable->out);
    terminal_end(cable->pid);
}

static void await_line(struct cable *cable, const char *start)
{
    char line[64];

    do
        if (fgets(line, sizeof(line), cable->out) == NULL)
            terminal_give_up("the relay has ended");
    while (strncmp(line, start, strlen(start)) != 0);
}

static void command(struct cable *cable, const char *line)
{
    fprintf(cable->in, "%s\n", line);
    fflush(cable->in);
    await_line(cable, "ok ");
}

static void break_once(struct cable *cable)
{
    command(cable, "cut rst rst");
}

/* The second break comes as soon as the judge has connected again. */
static void break_twice(struct cable *cable)
{
    command(cable, "cut-after 0 up rst");
    command(cable, "cut rst rst");
    await_line(cable, "cut");
}

static void measure(struct peer *suite, struct cable *cable,
    void (*break_link)(struct cable *), const char *title, int times,
    struct table *table)
{
    static const char keys[] = "#%&*+<=>@^"; /* not in the status line */
    static const struct timespec steady = {1, 200000000};
    struct numbers ms = {0};

    for (int i = 0; i < times && !terminal_stopped; i++) {
        int64_t ns;
        nanosleep(&steady, NULL);
        break_link(cable);
        ns = terminal_key(&suite->ends[PEER_NEAR], &suite->ends[PEER_FAR],
            keys[i % (int)(sizeof(keys) - 1)]);
        if (ns < 0)
            terminal_give_up("a key was lost: %s", title);
        numbers_add(&ms, (double)ns / 1e6);
    }
    table_row(table);
    table_cell(table, "%s", title);
    table_number(table, numbers_at(&ms, 0.5), 1);
    table_number(table, numbers_at(&ms, 1), 1);
    numbers_free(&ms);
}

void cut_print(const char *programs, const char *relay, int times)
{
    struct table table = {0};
    struct cable cable;
    struct peer suite;

    peer_init(&suite, &peer_kinds[PEER_SUITE], programs);
    if (peer_open_station(&suite) < 0)
        terminal_give_up("no station is waiting");
    open_cable(&cable, relay, suite.port);
    suite.port = cable.port;
    if (peer_open_judge(&suite) < 0)
        terminal_give_up("the judge does not get a turn through the relay");
    table_row(&table);
    table_cell(&table, "the next key on the far screen, %d times", times);
    table_cell(&table, "median ms");
    table_cell(&table, "longest ms");
    measure(&suite, &cable, break_once, "after a break of the link", times, &table);
    measure(&suite, &cable, break_twice, "after a second break at once", times, &table);
    schedule_table_print(&table);
    table_free(&table);
    peer_close(&suite);
    close_cable(&cable);
}
