/*
 * campaign - a fault campaign: pairs of real consoles on pseudo-terminals, joined by a
 * relay that cuts, loses, holds, delays and splits; keys typed at random on both sides;
 * either console killed and started again. Afterwards both key logs are compared key by
 * key, both transcripts line by line, and both with the typed text.
 *
 *   campaign PROGRAMS [OPTION VALUE]...
 *
 *   --seed N      the dice (1)
 *   --cuts N      of the line, in all conversations together (40)
 *   --kills N     of consoles, likewise (0)
 *   --keys N      in all logs together, at least if time allows (20000)
 *   --pairs N     conversations at a time (4)
 *   --rounds N    rounds in sequence (1)
 *   --seconds N   time after which there are no more faults (86400)
 *   --outage N    seconds that a line is down, at most (6)
 *   --entry N     1: the stations are entry --doctor (0)
 *   --sealed N    1: the links are sealed with a key (0)
 *   --cable N     1: a cable between network namespaces joins them instead of a relay;
 *                 unplugged, half dead, on another card, with another address (0)
 *
 * PROGRAMS is the directory with judge, confederate and entry. The dice depend on the
 * seed alone, the times do not. The environment's STAGE_PATIENCE multiplies every wait
 * that ends in failure. A failure prints the seed, the reason and the screens, and
 * keeps the directory.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <sysexits.h>

#include "tests/campaign/campaign_storm.h"
#include "tests/support/tree.h"

enum { STEP_MS = 5, PAIRS_MOST = 64, SKIPPED = 77 };

enum number {
    SEED,
    CUTS,
    KILLS,
    KEYS,
    PAIRS,
    ROUNDS,
    SECONDS,
    OUTAGE,
    ENTRY,
    SEALED,
    CABLE,
    NUMBERS
};

struct campaign {
    uint64_t number[NUMBERS];
    struct pair_options options;
    char root[PATH_MAX], key[PATH_MAX];
    struct toll toll;
    int64_t until;
    int begun; /* conversations so far */
};

static const struct option {
    const char *name;
    uint64_t usual, least, most;
} known[NUMBERS] = {
    [SEED] = {"--seed", 1, 0, UINT32_MAX},
    [CUTS] = {"--cuts", 40, 0, 1000000},
    [KILLS] = {"--kills", 0, 0, 100000},
    [KEYS] = {"--keys", 20000, 1, 1000000000},
    [PAIRS] = {"--pairs", 4, 1, PAIRS_MOST},
    [ROUNDS] = {"--rounds", 1, 1, 10000},
    [SECONDS] = {"--seconds", 86400, 1, 86400},
    [OUTAGE] = {"--outage", 6, 1, 3600},
    [ENTRY] = {"--entry", 0, 0, 1},
    [SEALED] = {"--sealed", 0, 0, 1},
    [CABLE] = {"--cable", 0, 0, 1},
};

/* ---- before ---- */

static bool read_number(struct campaign *c, const char *name, const char *text)
{
    for (int i = 0; i < NUMBERS; i++) {
        char *end;
        unsigned long long value;

        if (strcmp(name, known[i].name) != 0)
            continue;
        value = strtoull(text, &end, 10);
        c->number[i] = value;
        return *text != '\0' && *end == '\0' && value >= known[i].least &&
               value <= known[i].most;
    }
    return false;
}

static bool read_arguments(struct campaign *c, int argc, char *argv[])
{
    if (argc < 2 || argc % 2 != 0)
        return false;
    for (int i = 0; i < NUMBERS; i++)
        c->number[i] = known[i].usual;
    for (int i = 2; i < argc; i += 2)
        if (!read_number(c, argv[i], argv[i + 1]))
            return false;
    return true;
}

/* ---- the campaign ---- */

/* Conversation n's share of the total. */
static uint64_t share(const struct campaign *c, enum number what, int n)
{
    uint64_t all = c->number[PAIRS] * c->number[ROUNDS];
    uint64_t before = (uint64_t)n, total = c->number[what];

    return total * (before + 1) / all - total * before / all;
}

static void begin(struct campaign *c, struct pair *pair, struct storm *storm)
{
    struct storm_plan plan = {
        .seed = c->number[SEED] << 32 | (uint64_t)c->begun,
        .cuts = share(c, CUTS, c->begun),
        .kills = share(c, KILLS, c->begun),
        .keys = share(c, KEYS, c->begun),
        .until = c->until,
        .outage = (int64_t)c->number[OUTAGE] * 1000,
    };

    pair_open(pair, &c->options, c->begun++);
    storm_init(storm, pair, &plan, &c->toll);
}

static bool report(const struct campaign *c, const struct pair *pair)
{
    fprintf(stderr, "campaign: --seed %llu: conversation %d: %s\n",
        (unsigned long long)c->number[SEED], pair->number, pair->why);
    pair_show(pair, stderr);
    return false;
}

/* As many conversations at a time as there are pairs, until all are over. */
static bool play_round(struct campaign *c)
{
    static struct pair pair[PAIRS_MOST];
    static struct storm storm[PAIRS_MOST];
    struct pair *pairs[PAIRS_MOST];
    size_t count = c->number[PAIRS], over = 0;
    bool good = true;

    for (size_t i = 0; i < count; i++) {
        begin(c, &pair[i], &storm[i]);
        pairs[i] = &pair[i];
    }
    while (good && over < count) {
        pairs_step(pairs, count, STEP_MS);
        over = 0;
        for (size_t i = 0; i < count && good; i++) {
            storm_step(&storm[i]);
            over += storm[i].pair == NULL;
            good = !pair[i].failed || report(c, &pair[i]);
        }
    }
    for (size_t i = 0; i < count; i++)
        record_files_close(&pair[i]);
    return good;
}

/* Orphans of the consoles become children of this process. */
static bool has_orphans(void)
{
    pid_t pid = waitpid(-1, NULL, WNOHANG);

    if (pid < 0 && errno == ECHILD)
        return false;
    fprintf(stderr, "campaign: a process was left behind\n");
    return true;
}

static void print_summary(struct campaign *c, int64_t begun)
{
    struct toll *t = &c->toll;

    heals_print(&t->cut, "a cut");
    heals_print(&t->killed, "a kill");
    printf("campaign: seed %llu, %d conversations, %llu cuts, %llu kills, %llu holds, "
           "delays and splits, %llu keys in %llu turns, %llu refused out of turn, "
           "%llu Escapes, %llu keys lost with a killed console, %lld s\n",
        (unsigned long long)c->number[SEED], c->begun, (unsigned long long)t->cuts,
        (unsigned long long)t->kills, (unsigned long long)t->disturbances,
        (unsigned long long)t->keys, (unsigned long long)t->turns,
        (unsigned long long)t->refused, (unsigned long long)t->escapes,
        (unsigned long long)t->lost, (long long)(pair_now() - begun) / 1000);
}

static bool play(struct campaign *c)
{
    int64_t begun = pair_now();
    bool good = true;

    c->until = begun + (int64_t)c->number[SECONDS] * 1000;
    for (uint64_t i = 0; i < c->number[ROUNDS] && good && pair_now() < c->until; i++)
        good = play_round(c);
    if (has_orphans() || pair_stains(c->root) > 0)
        good = false;
    print_summary(c, begun);
    if (!good || tree_remove(c->root) < 0) {
        fprintf(stderr, "campaign: --seed %llu: see %s\n",
            (unsigned long long)c->number[SEED], c->root);
        good = false;
    }
    heals_free(&c->toll.cut);
    heals_free(&c->toll.killed);
    return good;
}

int main(int argc, char *argv[])
{
    struct campaign c = {0};
    const char *why;

    if (!read_arguments(&c, argc, argv)) {
        fprintf(stderr, "usage: campaign PROGRAMS");
        for (int i = 0; i < NUMBERS; i++)
            fprintf(stderr, " [%s N]", known[i].name);
        fprintf(stderr, "\n");
        return EX_USAGE;
    }
    if (c.number[CABLE] == 1 && !cable_is_possible(&why)) {
        printf("SKIP: %s\n", why);
        return SKIPPED;
    }
    if (!pair_make_root("campaign", c.root) || !pair_make_key(c.root, c.key)) {
        fprintf(stderr, "campaign: %s: %s\n", c.root, strerror(errno));
        return EX_CANTCREAT;
    }
    c.options = (struct pair_options){.bin = argv[1],
        .root = c.root,
        .entry = c.number[ENTRY] == 1,
        .cable = c.number[CABLE] == 1,
        .key = c.number[SEALED] == 1 ? c.key : NULL,
        .patience = pair_patience()};
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pair_environment(c.root);
    return play(&c) ? EXIT_SUCCESS : EXIT_FAILURE;
}
