/*
 * bench.c - the time of a key from one terminal to the other, and its cost
 *
 *   bench BIN_DIR [--keys N] [--short] [--only NAMES] [--beside DIR] [--listeners N]
 *
 * BIN_DIR has judge and confederate. They, and all other programs, run on pseudo-
 * terminals of 80 by 24 with TERM=xterm-256color, joined over the loopback, the suite
 * recording into a directory made in the current one. Keys are typed one at a time:
 * each waits until the one before has left the far terminal, and then 2 to 12 ms.
 * All programs run throughout and type a line in turn, so that all see the same noise
 * of the machine; a ratio is taken within each round.
 *
 *   --keys N       keys that each types (5000)
 *   --short        a few of everything, to see that it works
 *   --only NAMES   of suite, sealed, socat, relay, tmux, ssh, mosh, talk: suite,socat
 *   --beside DIR   a second pair of consoles, from another build, to compare with
 *   --listeners N  one more pair of consoles, with this many referees listening;
 * sealed, if sealed is among them and suite is not
 *
 * Prints markdown. Missing or failing programs are reported and skipped. Exit
 * status: 0; 1 if nothing could be measured or the suite lost a key; 64 for a bad
 * command line.
 */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <sysexits.h>
#include <unistd.h>

#include "tests/bench/bench_audience.h"
#include "tests/bench/bench_cost.h"
#include "tests/bench/bench_cut.h"
#include "tests/bench/bench_lane.h"
#include "tests/bench/bench_relay.h"
#include "tests/bench/bench_rest.h"
#include "tests/support/tree.h"

enum {
    PEERS = PEER_KINDS + 2, /* the suite four times */
    LANES = PEERS + 4,      /* and it both ways */
};

/* How much of everything. */
struct plan {
    size_t keys; /* of each lane */
    size_t line; /* keys in a block, which is one line */
    size_t paste, pastes;
    int starts;
    int rest_s;
    int cuts;
    int listeners;
    bool among[PEER_KINDS];     /* those to be measured */
    const char *programs;       /* the suite's */
    const char *other_programs; /* of another build, or NULL */
};

struct bench {
    struct plan plan;
    struct peer peers[PEERS];
    size_t peer_count;
    struct lane lanes[LANES];
    size_t lane_count;
    const struct lane *socat; /* NULL: it does not run */
    char work[PATH_MAX];
    char relay[PATH_MAX + 8]; /* the path of tests/stage/relay_main.c's program */
};

static char work_to_remove[PATH_MAX];

/* The machine */

static void remove_work(void)
{
    tree_remove(work_to_remove);
}

static void make_work(char work[static PATH_MAX])
{
    char name[] = "bench-XXXXXX";

    if (mkdtemp(name) == NULL || realpath(name, work) == NULL || chdir(work) < 0)
        terminal_give_up("no directory can be made here: %s", strerror(errno));
    strcpy(work_to_remove, work);
    atexit(remove_work);
}

static const char *disk_name(void)
{
    static const struct {
        unsigned magic;
        const char *name;
    } kinds[] = {{0xef53, "ext4"}, {0x9123683e, "btrfs"}, {0x58465342, "xfs"},
        {0x01021994, "tmpfs, which is no disk"}, {0x794c7630, "overlayfs"}};
    struct statfs disk;

    if (statfs(".", &disk) == 0)
        for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
            if ((unsigned)disk.f_type == kinds[i].magic)
                return kinds[i].name;
    return "a file system of another kind";
}

static void processor_name(char name[static TABLE_CELL])
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];

    snprintf(name, TABLE_CELL, "unknown");
    while (file != NULL && fgets(line, sizeof(line), file) != NULL)
        if (sscanf(line, "model name : %90[^\n]", name) == 1)
            break;
    if (file != NULL)
        fclose(file);
}

static void print_machine(void)
{
    struct utsname system;
    char processor[TABLE_CELL];

    uname(&system);
    processor_name(processor);
    printf("%ld processors (%s), %s %s, records on %s.\n\n",
        sysconf(_SC_NPROCESSORS_ONLN), processor, system.sysname, system.release,
        disk_name());
}

/* Keys */

/* Returns false if it is skipped, having said so. */
static bool add_peer(
    struct bench *b, const struct peer_kind *kind, const char *programs)
{
    struct peer *peer = &b->peers[b->peer_count];

    if (terminal_stopped)
        return false;
    if (!peer_open(peer, kind, programs)) {
        printf("Skipped: %s: %s.\n\n", kind->name, peer->why);
        return false;
    }
    b->peer_count++;
    lane_init(&b->lanes[b->lane_count++], peer, PEER_NEAR);
    if (kind->turns)
        lane_init(&b->lanes[b->lane_count++], peer, PEER_FAR);
    return true;
}

/* Add the difference to the titles of the last pair of consoles. */
static void tell_apart(struct bench *b, const char *different)
{
    for (size_t i = b->lane_count - 2; i < b->lane_count; i++) {
        size_t length = strlen(b->lanes[i].title);
        snprintf(b->lanes[i].title + length, sizeof(b->lanes[i].title) - length, ", %s",
            different);
    }
}

static void open_peers(struct bench *b)
{
    const struct plan *plan = &b->plan;

    for (int i = 0; i < PEER_KINDS; i++) {
        bool there = plan->among[i] && add_peer(b, &peer_kinds[i], plan->programs);
        if (there && i == PEER_SOCAT)
            b->socat = &b->lanes[b->lane_count - 1];
    }
    if (plan->other_programs != NULL &&
        add_peer(b, &peer_kinds[PEER_SUITE], plan->other_programs))
        tell_apart(b, "other build");
}

static struct audience open_audience(struct bench *b)
{
    int count = b->plan.listeners;
    bool sealed = b->plan.among[PEER_SEALED] && !b->plan.among[PEER_SUITE];
    struct audience audience = {0};
    char different[32];

    if (count == 0 ||
        !add_peer(b, &peer_kinds[sealed ? PEER_SEALED : PEER_SUITE], b->plan.programs))
        return audience;
    audience = audience_open(
        b->peers[b->peer_count - 1].port, count, sealed ? PEER_KEY : NULL);
    if (audience.let_in < count)
        printf("Listeners: %d of %d were let in; the last got the answer '%s'.\n\n",
            audience.let_in, count, audience.answer);
    snprintf(different, sizeof(different), "%d listeners", audience.let_in);
    tell_apart(b, different);
    return audience;
}

static void lose(struct peer *peer, const char *what)
{
    if (terminal_stopped)
        return;
    printf("Lost: %s: %s.\n\n", peer->kind->name, what);
    peer_skip(peer, "%s", what);
}

/* Every lane of one peer. */
static void type_lines(struct bench *b, struct peer *peer, size_t round)
{
    for (size_t i = 0; i < b->lane_count; i++)
        if (b->lanes[i].peer == peer && peer->why[0] == '\0' &&
            !lane_type(&b->lanes[i], round, b->plan.line))
            lose(peer, "a key did not arrive");
}

/* The order rotates. */
static void measure_keys(struct bench *b)
{
    size_t rounds = b->plan.keys / b->plan.line;

    for (size_t round = 0; round < rounds; round++)
        for (size_t i = 0; i < b->peer_count && !terminal_stopped; i++)
            type_lines(b, &b->peers[(round + i) % b->peer_count], round);
}

static void measure_paste(struct bench *b)
{
    for (size_t i = 0; i < b->plan.pastes; i++)
        for (size_t j = 0; j < b->lane_count && !terminal_stopped; j++)
            if (b->lanes[j].peer->why[0] == '\0' &&
                !lane_paste(&b->lanes[j], b->plan.paste))
                lose(b->lanes[j].peer, "the end of a paste did not arrive");
}

/* The memory of those that all keys have passed through. */
static void print_memory(const struct bench *b)
{
    struct table table = {0};

    table_row(&table);
    table_cell(&table, "after all that");
    table_cell(&table, "private kB");
    table_cell(&table, "private kB, far end");
    for (size_t i = 0; i < b->peer_count; i++) {
        const struct peer *peer = &b->peers[i];
        if (!peer->kind->whole)
            continue;
        table_row(&table);
        table_cell(&table, "%s", peer->kind->title);
        for (int end = 0; end < PEER_ENDS; end++)
            table_number(&table, cost_memory(peer->ends[end].pid), 0);
    }
    printf("\n");
    if (table.rows > 1)
        schedule_table_print(&table);
    table_free(&table);
}

/* All of it */

/* Returns whether the suite has lost no key. */
static bool has_kept_all(const struct bench *b)
{
    size_t measured = 0;

    for (size_t i = 0; i < b->lane_count; i++) {
        const struct lane *lane = &b->lanes[i];
        if (lane->peer->kind->turns && lane->peer->why[0] != '\0')
            return false;
        measured += lane->ns.count;
    }
    return measured > 0 && !terminal_stopped;
}

static bool run(struct bench *b)
{
    struct audience audience;
    bool kept;

    print_machine();
    if (b->plan.among[PEER_SUITE]) {
        rest_print_starts(b->plan.programs, b->plan.starts);
        printf("\n");
        rest_print(b->plan.programs, b->plan.rest_s);
        printf("\n");
        cut_print(b->plan.programs, b->relay, b->plan.cuts);
        printf("\n");
    }
    open_peers(b);
    audience = open_audience(b);
    measure_keys(b);
    measure_paste(b);
    lanes_print(b->lanes, b->lane_count, b->socat, b->plan.line, b->plan.paste / 1000);
    print_memory(b);
    kept = has_kept_all(b);
    for (size_t i = 0; i < b->peer_count; i++)
        peer_close(&b->peers[i]);
    listeners_close(&audience);
    for (size_t i = 0; i < b->lane_count; i++)
        lane_free(&b->lanes[i]);
    return kept;
}

static int usage(void)
{
    fprintf(stderr, "usage: bench BIN_DIR [--keys N] [--short] [--only NAMES] "
                    "[--beside DIR] [--listeners N]\n");
    return EX_USAGE;
}

static bool read_number(const char *text, size_t least, size_t most, size_t *number)
{
    char *end;
    unsigned long read = strtoul(text, &end, 10);

    *number = read;
    return *text != '\0' && *text != '-' && *end == '\0' && read >= least &&
           read <= most;
}

/* "suite,socat". Returns false if one is no name. */
static bool read_names(char *names, bool among[static PEER_KINDS])
{
    char *name;

    while ((name = strsep(&names, ",")) != NULL) {
        int kind = 0;
        while (kind < PEER_KINDS && strcmp(name, peer_kinds[kind].name) != 0)
            kind++;
        if (kind == PEER_KINDS)
            return false;
        among[kind] = true;
    }
    return true;
}

static const struct plan long_plan = {.keys = 5000,
    .line = 50,
    .paste = LANE_PASTE_MAX,
    .pastes = 3, /* in both directions: a conversation has an end */
    .starts = 20,
    .rest_s = 10,
    .cuts = 20};
static const struct plan short_plan = {.keys = 30,
    .line = 10,
    .paste = 5000,
    .pastes = 1,
    .starts = 2,
    .rest_s = 1,
    .cuts = 1};

/* Returns false for an invalid command line. */
static bool read_options(struct plan *plan, int argc, char **argv)
{
    static const struct option options[] = {{"keys", required_argument, NULL, 'k'},
        {"short", no_argument, NULL, 's'}, {"only", required_argument, NULL, 'o'},
        {"beside", required_argument, NULL, 'b'},
        {"listeners", required_argument, NULL, 'l'}, {0}};
    bool among[PEER_KINDS] = {false}, good = true, chosen = false;
    size_t keys = 0, listeners = 0;
    int option;

    *plan = long_plan;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 's')
            *plan = short_plan;
        else if (option == 'k')
            good = good && read_number(optarg, 1, 10000000, &keys);
        else if (option == 'l')
            good = good && read_number(optarg, 0, 1000, &listeners);
        else if (option == 'b')
            plan->other_programs = optarg;
        else if (option == 'o')
            good = good && (chosen = read_names(optarg, among));
        else
            good = false;
    }
    for (int i = 0; i < PEER_KINDS; i++)
        plan->among[i] = !chosen || among[i];
    plan->listeners = (int)listeners;
    if (keys > 0)
        plan->keys = (keys + plan->line - 1) / plan->line * plan->line;
    return good && optind == argc - 1;
}

/* The environment of all programs of a run. */
static void set_environment(void)
{
    static const char *const hidden[] = {"LINES", "COLUMNS", "TMUX", "NO_COLOR"};

    for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
        unsetenv(hidden[i]);
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    /* One that the bench could not end ends by itself. */
    setenv("MOSH_SERVER_NETWORK_TMOUT", "60", 1);
}

static const char *absolute(const char *path, char found[static PATH_MAX])
{
    if (realpath(path, found) == NULL)
        terminal_give_up("%s: %s", path, strerror(errno));
    return found;
}

int main(int argc, char **argv)
{
    static struct bench bench;
    static char programs[PATH_MAX], others[PATH_MAX], self[PATH_MAX];

    /* This program is one of the peers, too. */
    if (argc == 2 && strcmp(argv[1], "--ready") == 0)
        return relay_ready();
    if (argc == 3 && strcmp(argv[1], "--relay") == 0)
        return relay_run(atoi(argv[2]));
    if (!read_options(&bench.plan, argc, argv))
        return usage();
    bench.plan.programs = absolute(argv[optind], programs);
    if (bench.plan.other_programs != NULL)
        bench.plan.other_programs = absolute(bench.plan.other_programs, others);
    absolute("/proc/self/exe", self);
    snprintf(bench.relay, sizeof(bench.relay), "%.*s/relay",
        (int)(strrchr(self, '/') - self), self);
    terminal_signals();
    set_environment();
    make_work(bench.work);
    peer_set_places(&(struct peer_places){self, bench.work});
    return run(&bench) ? 0 : 1;
}
