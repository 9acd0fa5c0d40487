#include "judge/referee/schedule/referee_schedule.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "common/system/random.h"
#include "judge/contest/contest.h"
#include "judge/contest/inifile.h"
#include "judge/referee/output/verb.h"
#include "judge/referee/schedule/schedule.h"
#include "judge/referee/schedule/schedule_options.h"
#include "judge/referee/schedule/schedule_table.h"

/* The state of a run; too large for the stack. */
struct schedule_run {
    struct schedule_options options;
    struct contest contest;
    struct contest other; /* a new table, to compare with the file's */
    struct schedule_result result;
    struct inirow_error error;
    bool drawn; /* the seed is random */
};

/* The contest */

static int report_error(struct schedule_run *r, int code)
{
    const char *file = r->options.file;

    return verb_fail(file != NULL ? file : "schedule", inifile_why(&r->error), code);
}

/* A contest of unnamed people, by the counts of the options. */
static void list_people(struct schedule_run *r)
{
    const struct schedule_options *o = &r->options;
    struct contest *c = &r->contest;

    contest_init(c);
    c->book = o->book != NULL ? o->book : rulebook_find("2004");
    c->minutes = c->book->minutes;
    for (int role = 0; role < ROLES; role++) {
        c->counts[role] = o->counts[role];
        for (int i = 1; i <= o->counts[role]; i++)
            c->people[role][i].listed = true;
    }
}

static int read_contest(struct schedule_run *r)
{
    const struct schedule_options *o = &r->options;
    int code = EX_OK;

    if (o->file == NULL)
        list_people(r);
    else
        code = inifile_read(o->file, &contest_reader, &r->contest, &r->error);
    if (code != EX_OK)
        return report_error(r, code);
    if (o->minutes > 0)
        r->contest.minutes = o->minutes;
    if (o->start >= 0 && r->contest.minutes == 0)
        return verb_fail(
            "--start", "this book has no time limit: add --time MINUTES", EX_USAGE);
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
            minutes += schedule_table_minutes(c, round);
    printf("\n%d round%s", rounds, rounds == 1 ? "" : "s");
    if (minutes > 0) {
        printf(", ");
        print_duration(minutes);
        printf(" in all");
    }
    printf(".");
}

/* The remarks on a new table. */
static void print_result(const struct schedule_result *result)
{
    if (result->rounds == result->least)
        printf(" No table has fewer rounds.\n");
    else
        printf(" At least %d are needed; the search found no table with fewer than "
               "%d.\n",
            result->least, result->rounds);
    if (!result->even)
        printf("The confederates are not spread as evenly as possible.\n");
}

/*
 * In books without pairs, the order of a judge's sessions could tell entries from
 * people, if the judge makes the same table by the same seed. So the seed is random.
 * Returns 0; or -1 with errno.
 */
static int draw_seed(struct schedule_run *r)
{
    int drawn;

    if (rulebook_has_pairs(r->contest.book) || r->options.seeded ||
        r->options.wish.repack)
        return 0;
    drawn = random_below(SCHEDULE_OPTIONS_SEED_MOST);
    r->options.wish.seed = (uint64_t)drawn + 1;
    r->drawn = drawn >= 0;
    return r->drawn ? 0 : -1;
}

static void print_seed(const struct schedule_run *r)
{
    unsigned seed = (unsigned)r->options.wish.seed;

    if (r->drawn && r->options.form == SCHEDULE_TABLE_TEXT)
        printf("The table is random: --seed %u makes it again.\n", seed);
    else if (r->drawn && r->options.form == SCHEDULE_TABLE_INI)
        printf("; the table is random: --seed %u makes it again\n", seed);
}

static void print_table(const struct schedule_run *r, int first)
{
    struct schedule_table t = {&r->contest, first, r->options.start};

    schedule_table_print(&t, r->options.form, stdout);
    if (r->options.form == SCHEDULE_TABLE_TEXT)
        print_total(&r->contest, first);
}

static void report_mistake(void *context, int line, const char *text)
{
    const struct schedule_run *r = context;
    const struct rulebook *book = r->contest.book;
    char clause[RULEBOOK_CLAUSE_SIZE], place[32] = "";

    if (line > 0)
        snprintf(place, sizeof(place), "line %d: ", line);
    fprintf(stderr, "referee: %s: %s%s (%s)\n", r->options.file, place, text,
        rulebook_cite(book, book->meeting_clause, clause));
}

/* The remarks on a table without mistakes: whether a shorter one is known. */
static void print_good(struct schedule_run *r)
{
    int rounds = count_rounds(&r->contest, 1);

    if (schedule_is_cut(&r->contest)) {
        printf(" All people present meet as the book requires, and none is in two "
               "places.\n");
        return;
    }
    printf(" All people meet as the book requires, and none is in two places.\n");
    r->other = r->contest;
    if (schedule_make(&r->other, &r->options.wish, &r->result, &r->error) &&
        r->result.rounds < rounds)
        printf("%d rounds are enough: --anew makes such a table.\n", r->result.rounds);
}

static int check_table(struct schedule_run *r)
{
    int mistakes;

    print_table(r, 1);
    mistakes = schedule_check(&r->contest, report_mistake, r);
    if (r->options.form == SCHEDULE_TABLE_TEXT && mistakes == 0)
        print_good(r);
    else if (r->options.form == SCHEDULE_TABLE_TEXT)
        printf("\n");
    return mistakes == 0 ? EX_OK : EX_DATAERR;
}

static int make_table(struct schedule_run *r)
{
    struct schedule_options *o = &r->options;

    if (o->done != NULL &&
        !schedule_read_done(&r->contest, o->done, &o->wish, &r->error))
        return report_error(r, EX_USAGE);
    if (o->absent != NULL && !schedule_read_absent(&r->contest, o->absent, &r->error))
        return report_error(r, EX_USAGE);
    if (draw_seed(r) < 0)
        return verb_fail("random numbers", strerror(errno), EX_OSERR);
    if (!schedule_make(&r->contest, &o->wish, &r->result, &r->error))
        return report_error(r, EX_DATAERR);
    if (r->result.rounds == 0) {
        fprintf(stderr, "referee: %s: all sessions are over\n", o->file);
        if (o->form != SCHEDULE_TABLE_INI)
            return EX_OK;
    }
    /* Sections of a file are complete: they list earlier rounds and absent people too.
     */
    print_table(r, o->form == SCHEDULE_TABLE_INI ? 1 : r->result.first);
    if (o->form == SCHEDULE_TABLE_TEXT)
        print_result(&r->result);
    print_seed(r);
    return EX_OK;
}

static int run_schedule(struct schedule_run *r)
{
    const struct schedule_options *o = &r->options;
    int code = read_contest(r);
    bool as_it_is = !o->anew && !o->wish.repack && o->done == NULL && o->absent == NULL;

    if (code != EX_OK)
        return code;
    if (o->wish.repack && r->contest.session_count == 0)
        return verb_fail(
            o->file, "it has no rounds to repack: leave --repack out", EX_USAGE);
    code = r->contest.session_count > 0 && as_it_is ? check_table(r) : make_table(r);
    if (fflush(stdout) == 0)
        return code;
    return verb_fail("standard output", strerror(errno), EX_IOERR);
}

int referee_schedule(int argc, char **argv)
{
    struct schedule_run *r = calloc(1, sizeof(*r));
    int code;

    if (r == NULL)
        return verb_fail("schedule", "out of memory: close other programs", EX_OSERR);
    code = schedule_options_read(&r->options, argc, argv);
    if (code == VERB_RUN)
        code = run_schedule(r);
    free(r);
    return code;
}
