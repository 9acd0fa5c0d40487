/*
 * cuts - a cut after exactly n bytes, for every n of a short conversation.
 *
 *   cuts PROGRAMS rst|fin|silent [STEP [PAIRS [sealed]]]
 *   cuts PROGRAMS alter|omit|repeat STEP PAIRS sealed
 *
 * A judge greets, both sides type two letters, and both leave in order. Each time the
 * link is cut after n bytes, both directions together, have passed the relay; it is
 * back at once, and the conversation must be the same as without the cut. n is 0, STEP
 * (1), twice STEP and so on, until a conversation ends before its cut. PAIRS (16) are
 * played at a time, over a sealed link with "sealed". Instead of a cut, the next byte
 * can be altered, omitted or repeated: a sealed link notices. PROGRAMS is the directory
 * with judge and confederate.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "tests/campaign/campaign_check.h"
#include "tests/campaign/campaign_pair.h"
#include "tests/support/tree.h"

enum {
    STEP_MS = 5,
    PAIRS_USUAL = 16, /* more starve each other on two busy processors */
    PAIRS_MOST = 200,
    STEP_MOST = 1000,
    BYTES_LEAST = 300, /* in any conversation of two greetings and eight keys */
    STUCK_MS = 60000,
};

/* One conversation, and how far it is. */
struct attempt {
    struct pair pair;
    bool going_on;
    bool typed[2];
    int bytes; /* after which it is cut */
};

struct cuts {
    struct pair_options options;
    char root[PATH_MAX], key[PATH_MAX];
    bool sealed;
    enum relay_cut how;
    int step;
    size_t places;
    int next;       /* number of bytes */
    bool reached;   /* the end of the conversation: no more need be begun */
    int cut, whole; /* conversations that were cut, and that were not */
    int tried;      /* judges that were cut off before they were answered */
    bool failed;
};

static void begin(struct cuts *c, struct attempt *a)
{
    a->going_on = true;
    a->bytes = c->next;
    a->typed[SIDE_JUDGE] = a->typed[SIDE_OTHER] = false;
    c->next += c->step;
    if (pair_open(&a->pair, &c->options, a->bytes))
        relay_cut_after(a->pair.relay, RELAY_BOTH, (uint64_t)a->bytes, c->how);
}

static void type_once(struct attempt *a, struct seat *s, const char *text)
{
    if (a->typed[s->side] || !seat_may_type(s))
        return;
    a->typed[s->side] = true;
    for (; *text != '\0'; text++)
        seat_type(s, (uint32_t)*text);
}

static void talk(struct attempt *a)
{
    struct pair *p = &a->pair;

    type_once(a, &p->judge, "Hi\r\r");
    type_once(a, &p->station, "Yo\r\r");
    if (a->typed[SIDE_JUDGE] && a->typed[SIDE_OTHER] && pair_is_level(p))
        pair_leave(p);
    else if ((double)(pair_now() - p->since) > STUCK_MS * p->options->patience)
        pair_fail(p, "it has not healed");
}

static void finish(struct cuts *c, struct attempt *a)
{
    struct pair *p = &a->pair;
    char why[LOG_WHY_SIZE], directory[PATH_MAX];
    bool was_cut = relay_cuts(p->relay) > 0;

    if (!check_records(&p->judge.log, &p->station.log, why)) {
        pair_fail(p, "%s", why);
        return;
    }
    c->cut += was_cut;
    c->whole += !was_cut;
    c->tried += p->tried;
    c->reached = c->reached || !was_cut;
    record_files_close(p);
    a->going_on = false;
    snprintf(directory, sizeof(directory), "%.3000s/%d", c->root, a->bytes);
    tree_remove(directory);
}

static void report(struct cuts *c, const struct attempt *a)
{
    fprintf(stderr, "cuts: after %d bytes: %s\n", a->bytes, a->pair.why);
    pair_show(&a->pair, stderr);
    c->failed = true;
}

static void step(struct cuts *c, struct attempt *a)
{
    if (a->pair.failed)
        report(c, a);
    else if (a->pair.state == PAIR_TALKS)
        talk(a);
    else if (a->pair.state == PAIR_IS_OVER)
        finish(c, a);
}

static void play(struct cuts *c)
{
    static struct attempt attempts[PAIRS_MOST];
    struct pair *pairs[PAIRS_MOST];
    size_t count;

    do {
        count = 0;
        for (size_t i = 0; i < c->places; i++) {
            if (!attempts[i].going_on && !c->reached)
                begin(c, &attempts[i]);
            if (attempts[i].going_on)
                pairs[count++] = &attempts[i].pair;
        }
        pairs_step(pairs, count, STEP_MS);
        for (size_t i = 0; i < c->places && !c->failed; i++)
            if (attempts[i].going_on)
                step(c, &attempts[i]);
    } while (count > 0 && !c->failed);
    for (size_t i = 0; i < c->places; i++)
        if (attempts[i].going_on)
            record_files_close(&attempts[i].pair);
}

/* ---- before and after ---- */

static bool read_how(struct cuts *c, const char *word)
{
    static const char *const names[] = {[RELAY_RST] = "rst",
        [RELAY_FIN] = "fin",
        [RELAY_SILENT] = "silent",
        [RELAY_ALTER] = "alter",
        [RELAY_OMIT] = "omit",
        [RELAY_REPEAT] = "repeat"};

    for (int i = 0; i < 6; i++)
        if (strcmp(word, names[i]) == 0) {
            c->how = (enum relay_cut)i;
            return true;
        }
    return false;
}

static bool read_arguments(struct cuts *c, int argc, char *argv[])
{
    long step = argc > 3 ? strtol(argv[3], NULL, 10) : 1;
    long places = argc > 4 ? strtol(argv[4], NULL, 10) : PAIRS_USUAL;

    c->sealed = argc == 6 && strcmp(argv[5], "sealed") == 0;
    if (argc < 3 || argc > 5 + c->sealed || !read_how(c, argv[2]) || step < 1 ||
        step > STEP_MOST || places < 1 || places > PAIRS_MOST)
        return false;
    c->step = (int)step;
    c->places = (size_t)places;
    return true;
}

static bool is_good(struct cuts *c)
{
    if (pair_stains(c->root) > 0)
        c->failed = true;
    if (!c->failed && c->next < BYTES_LEAST) {
        fprintf(stderr, "cuts: that was no conversation\n");
        c->failed = true;
    }
    if (c->failed || tree_remove(c->root) < 0)
        fprintf(stderr, "cuts: see %s\n", c->root);
    return !c->failed;
}

int main(int argc, char *argv[])
{
    struct cuts c = {0};
    int64_t begun = pair_now();

    if (!read_arguments(&c, argc, argv)) {
        fprintf(stderr, "usage: cuts PROGRAMS HOW [STEP [PAIRS "
                        "[sealed]]]\n");
        return EX_USAGE;
    }
    if (!pair_make_root("cuts", c.root) || !pair_make_key(c.root, c.key)) {
        fprintf(stderr, "cuts: %s: %s\n", c.root, strerror(errno));
        return EX_CANTCREAT;
    }
    c.options = (struct pair_options){.bin = argv[1],
        .root = c.root,
        .key = c.sealed ? c.key : NULL,
        .tries_again = true,
        .patience = pair_patience()};
    signal(SIGPIPE, SIG_IGN);
    pair_environment(c.root);
    play(&c);
    printf("cuts: %s%s after every %d bytes: %d conversations cut, %d over before, %d "
           "judges started again, %lld s\n",
        argv[2], c.sealed ? ", sealed," : "", c.step, c.cut, c.whole, c.tried,
        (long long)(pair_now() - begun) / 1000);
    return is_good(&c) ? EXIT_SUCCESS : EXIT_FAILURE;
}
