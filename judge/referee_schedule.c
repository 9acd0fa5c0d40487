#include "referee.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "chance.h"
#include "contest_file.h"
#include "inifile.h"
#include "request.h"
#include "schedule.h"
#include "table.h"

/* All of a run; too large for the stack. */
struct plan {
    struct request request;
    struct contest contest, other;
    struct schedule_result result;
    struct inirow_error error;
    bool drawn; /* the seed of its table, by chance */
};

/* The contest */

static int fail(const struct plan *p, int code)
{
    char why[INIROW_WHY_SIZE + 32];

    inifile_why(&p->error, why, sizeof(why));
    fprintf(stderr, "referee: %s: %s\n",
        p->request.file != NULL ? p->request.file : "schedule", why);
    return code;
}

static void count_people(struct plan *p)
{
    contest_init(&p->contest);
    p->contest.book = p->request.book != NULL ? p->request.book : rulebook_find("2004");
    p->contest.minutes = p->contest.book->minutes;
    for (int role = 0; role < ROLES; role++) {
        p->contest.counts[role] = p->request.counts[role];
        for (int i = 1; i <= p->request.counts[role]; i++)
            p->contest.people[role][i].listed = true;
    }
}

static int read_contest(struct plan *p)
{
    struct request *q = &p->request;
    int code;

    if (q->file == NULL) {
        count_people(p);
        code = EX_OK;
    } else {
        code = contest_file_read(q->file, &p->contest, &p->error);
    }
    if (code != EX_OK)
        return fail(p, code);
    if (q->minutes > 0)
        p->contest.minutes = q->minutes;
    if (q->start >= 0 && p->contest.minutes == 0)
        return request_usage("--start",
            "this book knows no limit: say how long with --time "
            "MINUTES");
    return EX_OK;
}

/* The table */

/* A duration in words: "2 hours 30 minutes". */
static void print_duration(int minutes)
{
    int hours = minutes / 60, rest = minutes % 60;

    if (hours > 0)
        printf("%d hour%s%s", hours, hours == 1 ? "" : "s", rest > 0 ? " " : "");
    if (rest > 0 || hours == 0)
        printf("%d minute%s", rest, rest == 1 ? "" : "s");
}

static int count_rounds(const struct contest *c, int first)
{
    int rounds = 0;

    for (int round = first; round <= CONTEST_ROUNDS_MOST; round++)
        rounds += c->rounds[round] != 0;
    return rounds;
}

static void print_total(const struct contest *c, int first)
{
    int rounds = count_rounds(c, first), minutes = 0;

    for (int round = first; round <= CONTEST_ROUNDS_MOST; round++)
        if (c->rounds[round] != 0)
            minutes += table_minutes(c, round);
    printf("\n%d round%s", rounds, rounds == 1 ? "" : "s");
    if (minutes > 0) {
        printf(", ");
        print_duration(minutes);
        printf(" in all");
    }
    printf(".");
}

/* It has as few rounds as can be. Where nobody is busy in all of them it is said why.
 */
static void print_least(const struct schedule_result *result)
{
    printf(" Fewer there cannot be%s.\n",
        result->often ? ": with fewer some would meet a confederate too often" : "");
}

/* What is to be known of a new table. */
static void print_result(const struct schedule_result *result)
{
    if (result->rounds == result->least)
        print_least(result);
    else
        printf(" With fewer than %d it cannot be done; none with fewer than %d was "
               "found.\n",
            result->least, result->rounds);
    if (!result->even)
        printf("The confederates are not spread as evenly as they could be.\n");
}

/*
 * Where a judge meets one at a time the order in which he meets them could tell who
 * they are: everybody can have the table that a number gives. So it is one that nobody
 * knows. Returns 0; or -1 with errno.
 */
static int draw_seed(struct plan *p)
{
    int drawn;

    if (contest_has_pairs(p->contest.book) || p->request.seeded ||
        p->request.wish.repack)
        return 0;
    drawn = chance_below(REQUEST_SEED_MOST);
    p->request.wish.seed = (uint64_t)drawn + 1;
    p->drawn = drawn >= 0;
    return p->drawn ? 0 : -1;
}

static void print_seed(const struct plan *p)
{
    unsigned seed = (unsigned)p->request.wish.seed;

    if (p->drawn && p->request.form == TABLE_TEXT)
        printf("Drawn by chance: --seed %u gives it again.\n", seed);
    else if (p->drawn && p->request.form == TABLE_INI)
        printf("; drawn by chance: --seed %u gives it again\n", seed);
}

static void print_table(const struct plan *p, int first)
{
    struct table t = {&p->contest, first, p->request.start};

    table_print(&t, p->request.form, stdout);
    if (p->request.form == TABLE_TEXT)
        print_total(&p->contest, first);
}

static void say(void *context, int line, const char *text)
{
    const struct plan *p = context;

    const char *clause = schedule_clause(p->contest.book);

    if (line > 0)
        fprintf(stderr, "referee: %s: line %d: %s (%s)\n", p->request.file, line, text,
            clause);
    else
        fprintf(stderr, "referee: %s: %s (%s)\n", p->request.file, text, clause);
}

/* What is to be known of a good table: that, and whether it could be shorter, which of
 * one that was begun with others nobody wants to know. */
static void print_praise(struct plan *p)
{
    int rounds = count_rounds(&p->contest, 1);

    if (schedule_is_cut(&p->contest)) {
        printf(
            " All who are there to the end meet whom they are to meet, and nobody is "
            "in two places.\n");
        return;
    }
    printf(" Everybody meets whom they are to meet, and nobody is in two places.");
    p->other = p->contest;
    if (!schedule_make(&p->other, &p->request.wish, &p->result, &p->error))
        printf("\n");
    else if (p->result.rounds < rounds)
        printf("\n%d would do: --anew draws them up.\n", p->result.rounds);
    else if (p->result.often)
        print_least(&p->result);
    else
        printf("\n");
}

static int check(struct plan *p)
{
    int wrong;

    print_table(p, 1);
    wrong = schedule_check(&p->contest, say, p);
    if (p->request.form == TABLE_TEXT && wrong == 0)
        print_praise(p);
    else if (p->request.form == TABLE_TEXT)
        printf("\n");
    return wrong == 0 ? EX_OK : EX_DATAERR;
}

static int make(struct plan *p)
{
    struct request *q = &p->request;

    if (q->held != NULL &&
        !schedule_read_held(&p->contest, q->held, &q->wish, &p->error))
        return fail(p, EX_USAGE);
    if (q->absent != NULL && !schedule_read_absent(&p->contest, q->absent, &p->error))
        return fail(p, EX_USAGE);
    if (draw_seed(p) < 0) {
        fprintf(
            stderr, "referee: the system has no random numbers: %s\n", strerror(errno));
        return EX_OSERR;
    }
    if (!schedule_make(&p->contest, &q->wish, &p->result, &p->error))
        return fail(p, EX_DATAERR);
    if (p->result.rounds == 0) {
        fprintf(stderr, "referee: %s: nothing is left to be held\n", q->file);
        if (q->form != TABLE_INI)
            return EX_OK;
    }
    /* The sections of a file are whole: what was held stands in them, too, and who has
     * gone, be that behind the last session. */
    print_table(p, q->form == TABLE_INI ? 1 : p->result.first);
    if (q->form == TABLE_TEXT)
        print_result(&p->result);
    print_seed(p);
    return EX_OK;
}

static int run(struct plan *p)
{
    const struct request *q = &p->request;
    int code = read_contest(p);

    if (code != EX_OK)
        return code;
    if (q->wish.repack && p->contest.session_count == 0)
        return request_usage(q->file, "it has no rounds to repack: leave --repack out");
    code = p->contest.session_count > 0 && !q->anew && !q->wish.repack &&
                   q->held == NULL && q->absent == NULL
               ? check(p)
               : make(p);
    if (fflush(stdout) == 0)
        return code;
    fprintf(stderr, "referee: standard output: %s\n", strerror(errno));
    return EX_IOERR;
}

int referee_schedule(int argc, char **argv)
{
    struct plan *p = calloc(1, sizeof(*p));
    int code;

    if (p == NULL) {
        fprintf(stderr, "referee: there is no memory left\n");
        return EX_OSERR;
    }
    code = request_read(&p->request, argc, argv);
    if (code == EX_OK)
        code = p->request.help ? request_help() : run(p);
    free(p);
    return code;
}
