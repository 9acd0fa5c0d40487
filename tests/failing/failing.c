/*
 * failing.c - a failing system call at every place: failing PROGRAMS [long | EVERY]
 *
 * Plays one conversation of judge and confederate (those of $BIN/faulty, faulty.c)
 * again and again. Each time another call fails: each kind below, in either program,
 * from the first to the last. In every case both programs end by themselves, with a
 * status of sysexits.h and one line if it is not 0; a program that waits for memory
 * reports it and ends on a signal. The conversation is recorded completely, once and in
 * order, and the programs do all work that the failure permits.
 *
 * "long" has more ways to fail, and more turns; EVERY, a number, is for slow programs:
 * of the calls that are MANY only every EVERYth fails. Each sort of failure has its own
 * process and loopback address; JOBS run side by side, as most of their time is spent
 * waiting to connect again. Each failure is one line with the directory of that
 * conversation, which is then kept; ENOUGH failures end a sort.
 */
#include "tests/failing/failing.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

enum { JOBS = 16, ENOUGH = 5, ROUNDS = 1, ROUNDS_LONG = 8, MANY = 6 };

/* The permitted consequences of a fault. Without them the conversation continues to its
 * end, both records are complete, and both exit with 0. */
enum {
    MAY_WARN = 1,    /* end with EX_IOERR, though the record may be complete */
    MAY_LACK = 2,    /* and though it is incomplete */
    MAY_STOP = 4,    /* end the conversation, with EX_OSERR */
    MUST_TELL = 8,   /* a line must report the danger to the record */
    MAY_WAIT = 16,   /* the last bye may be lost: the other then waits for it */
    MAY_STARVE = 32, /* wait for memory, report it, and end on a signal */
};

/* A way to fail. */
struct sort {
    const char *kind;
    const char *how;
    const char *onward; /* "+": all calls from that one on; "": only the one */
    int rights;
    int least; /* the lowest number of such calls */
    bool only_long;
};

static const struct sort sorts[] = {
    {"write", "ENOSPC", "", 0, 12, false},
    {"write", "EIO", "", 0, 12, true},
    {"write", "EINTR", "", 0, 12, true},
    {"write", "short", "", 0, 12, false},
    {"write", "slow=250", "", 0, 12, true},
    {"write", "ENOSPC", "+", MAY_LACK | MUST_TELL, 12, false},
    {"write", "EROFS", "+", MAY_LACK | MUST_TELL, 12, true},
    {"fdatasync", "EIO", "", MAY_WARN | MUST_TELL, 2, false},
    {"fdatasync", "EIO", "+", MAY_LACK | MUST_TELL, 2, false},
    {"fdatasync", "slow=250", "", 0, 2, false},
    {"fsync", "EIO", "", MAY_WARN | MUST_TELL, 1, false},
    {"openat", "EMFILE", "", 0, 3, false},
    {"flock", "EIO", "", 0, 1, false},
    {"thread", "EAGAIN", "", 0, 1, false},
    {"malloc", "ENOMEM", "", MAY_STOP, 4, false},
    {"malloc", "ENOMEM", "+", MAY_STOP | MAY_LACK | MAY_STARVE, 4, false},
    {"clock", "-3600", "", 0, 8, false},
    {"clock", "-3600", "+", 0, 8, false},
    {"clock", "3600", "", 0, 8, true},
    {"ppoll", "ENOMEM", "", 0, 6, false},
    {"ppoll", "ENOMEM", "+", MAY_STOP, 6, false},
    {"ppoll", "EINTR", "", 0, 6, false},
    {"poll", "ENOMEM", "", 0, 6, false},
    {"send", "ECONNRESET", "", MAY_WAIT, 3, false},
    {"send", "EAGAIN", "", 0, 3, false},
    {"send", "ENOBUFS", "", MAY_WAIT, 3, true},
    {"send", "short", "", 0, 3, false},
    {"send", "short", "+", 0, 3, false},
    {"recv", "ECONNRESET", "", MAY_WAIT, 3, false},
    {"recv", "EINTR", "", 0, 3, false},
    {"landlock", "ENOSYS", "", 0, 1, false},
    {"landlock", "EOPNOTSUPP", "+", 0, 1, false},
    {"landlock", "ENOMEM", "", 0, 1, false},
    {"filter", "EINVAL", "", 0, FILTERS, false},
};

/* Calls of one program alone. */
static const struct sort of_judge[] = {
    {"socket", "EMFILE", "", 0, 1, false},
    {"connect", "ENETUNREACH", "", 0, 1, false},
};

static const struct sort of_station[] = {
    {"socket", "EMFILE", "", 0, 1, false},
    {"accept", "EMFILE", "", 0, 1, false},
    {"random", "EAGAIN", "", 0, 1, false},
};

/* The faults for the calls of a sort. */
struct campaign {
    const char *programs;
    int rounds;
    int every;
    bool is_long;
};

/* One conversation */

enum { BAD = 1, NOT_STRUCK = 2 };

struct trial {
    const struct sort *sort;
    int victim;
    int rounds;
    struct failing_play play;
    struct failing_record records[PLAYERS];
    char why[FAILING_WHY_SIZE];
};

static bool complain(struct trial *t, int player, const char *what)
{
    snprintf(t->why, sizeof(t->why), "%s %s", t->play.players[player].name, what);
    return false;
}

static int status_of(const struct trial *t, int player)
{
    return WEXITSTATUS(t->play.players[player].status);
}

/* Each line begins like the program's own lines, so no other program has written any;
 * after an error the last is "judge: the error: the remedy". */
static bool check_said(struct trial *t, int player)
{
    const struct failing_player *p = &t->play.players[player];
    size_t name = strlen(p->name);
    const char *line = p->said, *last = line, *end;

    for (; *line != '\0'; line = end + (*end != '\0')) {
        end = line + strcspn(line, "\n");
        if (strncmp(line, p->name, name) != 0 || strncmp(line + name, ": ", 2) != 0)
            return complain(t, player, "has said something strange");
        last = line + name + 2;
    }
    if (p->status != 0 && strstr(last, ": ") == NULL)
        return complain(t, player, "does not name the remedy");
    return true;
}

static bool check_end(struct trial *t, int player)
{
    int status = t->play.players[player].status;

    if (!WIFEXITED(status))
        return complain(t, player, "has crashed");
    if (status != 0 &&
        (WEXITSTATUS(status) < EX__BASE || WEXITSTATUS(status) > EX__MAX))
        return complain(t, player, "ends with a status that is none");
    if (t->play.players[player].left_behind && (t->sort->rights & MAY_WAIT) == 0)
        return complain(t, player, "goes on though the other has ended");
    return check_said(t, player);
}

static bool check_record(struct trial *t, int player)
{
    int status = status_of(t, player);
    bool torn = player == t->victim && (status == EX_IOERR || status == EX_OSERR);

    if (failing_read(&t->records[player], &t->play.players[player], t->rounds, torn,
            t->why) == 0)
        return true;
    char why[FAILING_WHY_SIZE];
    memcpy(why, t->why, sizeof(why));
    snprintf(t->why, sizeof(t->why), "%s's record: %.400s",
        t->play.players[player].name, why);
    return false;
}

/* Without a conversation the judge reports the reason and ends, and the station waits
 * for another judge until a signal. */
static bool check_not_begun(struct trial *t)
{
    if (t->play.players[JUDGE].started && status_of(t, JUDGE) == 0)
        return complain(t, JUDGE, "had no conversation, and ends as if it had");
    if (!t->play.players[JUDGE].started && status_of(t, STATION) == 0)
        return complain(t, STATION, "did not listen, and ends as if it had");
    return true;
}

/* The report is on the screen, or in the status; or a second file is the answer. */
static bool is_told(const struct trial *t)
{
    return strstr(t->play.players[t->victim].said, "RECORD IN DANGER") != NULL ||
           status_of(t, t->victim) == EX_IOERR || t->records[t->victim].logs > 1;
}

static bool check_victim(struct trial *t)
{
    int status = status_of(t, t->victim), rights = t->sort->rights;
    bool complete = t->records[t->victim].complete;

    if ((rights & MUST_TELL) != 0 && t->play.struck && !is_told(t))
        return complain(t, t->victim, "does not say that the record was in danger");
    if (status == 0 && !complete && !t->play.players[t->victim].starved)
        return complain(t, t->victim, "ends well, and its record lacks something");
    if (status == 0 || (status == EX_OSERR && (rights & MAY_STOP) != 0))
        return true;
    if (status != EX_IOERR || (rights & (MAY_WARN | MAY_LACK)) == 0)
        return complain(t, t->victim, "ends with a status that was not called for");
    if (!complete && (rights & MAY_LACK) == 0)
        return complain(t, t->victim, "lacks something of its record");
    return true;
}

/* The other program has a whole conversation, unless the victim has ended it. */
static bool check_other(struct trial *t)
{
    int other = t->victim == JUDGE ? STATION : JUDGE;
    bool stopped = status_of(t, t->victim) == EX_OSERR;

    if (stopped || t->play.players[t->victim].starved)
        return true;
    if (status_of(t, other) != 0)
        return complain(t, other, "ends with a status that was not called for");
    if (!t->records[other].complete)
        return complain(t, other, "lacks something of its record");
    return true;
}

static bool check(struct trial *t)
{
    for (int i = 0; i < PLAYERS; i++)
        if (!check_end(t, i) || !check_record(t, i))
            return false;
    if (!failing_agree(&t->play)) {
        snprintf(t->why, sizeof(t->why), "the two records differ");
        return false;
    }
    if (!t->records[JUDGE].begun)
        return check_not_begun(t);
    return check_victim(t) && check_other(t);
}

/* Returns the result: BAD, NOT_STRUCK, both or neither. */
static int try_one(
    const struct campaign *campaign, const struct sort *sort, int victim, int n)
{
    struct trial t = {.sort = sort, .victim = victim, .rounds = campaign->rounds};
    const char *waits =
        (sort->rights & MAY_STARVE) != 0 ? "Out of memory: close other programs" : NULL;
    char rule[64];
    bool good;

    snprintf(rule, sizeof(rule), "%s:%d%s:%s", sort->kind, n, sort->onward, sort->how);
    good = failing_play(&t.play, campaign->programs, victim, rule, waits, t.rounds,
               t.why) == 0 &&
           check(&t);
    if (!good)
        printf("%s %s: %s (%s)\n", t.play.players[victim].name, rule, t.why,
            t.play.directory);
    else
        failing_clear(&t.play);
    return (good ? 0 : BAD) | (t.play.struck ? 0 : NOT_STRUCK);
}

/* All of them */

/* One call after the other until the conversation has no more, or ENOUGH have failed.
 * Returns whether all passed. */
static bool try_sort(
    const struct campaign *campaign, const struct sort *sort, int victim)
{
    int step = sort->least >= MANY ? campaign->every : 1;
    int n = 1, tried = 0, bad = 0, verdict = 0;

    for (; (verdict & NOT_STRUCK) == 0 && bad < ENOUGH; n += step, tried++) {
        verdict = try_one(campaign, sort, victim, n);
        bad += (verdict & BAD) != 0;
    }
    n -= step;
    if (bad == 0 && n > sort->least)
        return true;
    printf("%s %s:%s%s: %d of %d went wrong%s\n",
        victim == JUDGE ? "judge" : "confederate", sort->kind, sort->how, sort->onward,
        bad, tried, bad == 0 ? ": so few show nothing" : "");
    return false;
}

/* Wait for a sort to end. A process that dies counts as a failure. */
static bool await_one(void)
{
    int status;

    return wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

struct progress {
    int running;
    int failed;
};

/* Start a process for a sort, as soon as there is room for one more. */
static void start_sort(const struct campaign *campaign, struct progress *progress,
    const struct sort *sort, int victim)
{
    pid_t child;

    if (progress->running == JOBS) {
        progress->failed += !await_one();
        progress->running--;
    }
    child = fork();
    if (child == 0) {
        bool good = try_sort(campaign, sort, victim);
        fflush(stdout);
        _exit(!good);
    }
    if (child > 0)
        progress->running++;
    else
        progress->failed++;
}

static void start_sorts(const struct campaign *campaign, struct progress *progress,
    const struct sort *first, size_t count, int victim)
{
    for (size_t i = 0; i < count; i++)
        if (campaign->is_long || !first[i].only_long)
            start_sort(campaign, progress, &first[i], victim);
}

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Parse the arguments. Returns false if they are invalid. */
static bool read_manner(struct campaign *campaign, const char *manner)
{
    char *end;
    long every = strtol(manner, &end, 10);

    campaign->is_long = strcmp(manner, "long") == 0;
    if (campaign->is_long) {
        campaign->rounds = ROUNDS_LONG;
        return true;
    }
    campaign->every = (int)every;
    return *end == '\0' && every >= 1 && every <= MANY;
}

int main(int argc, char **argv)
{
    struct campaign campaign = {.rounds = ROUNDS, .every = 1};
    struct progress progress = {0};
    char programs[PATH_MAX];

    if (argc < 2 || argc > 3 || (argc == 3 && !read_manner(&campaign, argv[2]))) {
        fprintf(stderr, "usage: failing PROGRAMS [long | EVERY]\n");
        return EX_USAGE;
    }
    campaign.programs = realpath(argv[1], programs);
    if (campaign.programs == NULL) {
        perror(argv[1]);
        return EX_NOINPUT;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int victim = 0; victim < PLAYERS; victim++)
        start_sorts(&campaign, &progress, sorts, COUNT(sorts), victim);
    start_sorts(&campaign, &progress, of_judge, COUNT(of_judge), JUDGE);
    start_sorts(&campaign, &progress, of_station, COUNT(of_station), STATION);
    for (; progress.running > 0; progress.running--)
        progress.failed += !await_one();
    return progress.failed > 0;
}
