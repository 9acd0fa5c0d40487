#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "ballots.h"
#include "chance.h"
#include "contest_file.h"
#include "inifile.h"
#include "referee.h"
#include "tally.h"

/* How a result is printed, and how the finalists are. */
struct form {
    void (*result)(const struct tally_report *report);
    void (*preliminary)(const struct preliminary *p);
    bool warns; /* remarks have no place in it: they go to standard error */
};

static const struct form text = {tally_text, tally_preliminary_text, false};
static const struct form csv = {tally_csv, tally_preliminary_csv, true};
static const struct form json = {tally_json, tally_preliminary_json, false};

struct wish {
    const struct form *form;
    bool later, preliminary, toss, help;
    const char *contest;
    char **ballots; /* file names up to a NULL; none: BALLOTS.CSV */
};

bool tally_is_provisional(const struct tally_report *report)
{
    return report->box->remark_count > 0;
}

void tally_name(
    const struct tally_report *report, int player, char name[static TALLY_NAME_SIZE])
{
    const struct contest_person *person = roster_person(&report->box->roster, player);
    char label[CONTEST_LABEL_SIZE];

    roster_label(&report->box->roster, player, label);
    snprintf(name, TALLY_NAME_SIZE, "%s%s%s", label, person->name[0] != '\0' ? " " : "",
        person->name);
}

const char *tally_outcome_name(enum score_outcome outcome)
{
    static const char *const names[] = {
        [SCORE_WON] = "won",
        [SCORE_NO_ENTRY] = "no entry",
        [SCORE_NO_BALLOT] = "no ballot",
        [SCORE_OPEN] = "open",
        [SCORE_UNDECIDED] = "undecided by the rules",
        [SCORE_PASSED] = "passed",
        [SCORE_FAILED] = "not passed",
        [SCORE_DIVIDED] = "undecided by the rules",
    };

    return names[outcome];
}

const char *tally_medal_name(enum score_medal medal)
{
    static const char *const names[] = {
        [SCORE_NO_MEDAL] = "", [SCORE_BRONZE] = "bronze", [SCORE_SILVER] = "silver"};

    return names[medal];
}

/* Options. */

static void set_csv(struct wish *wish)
{
    wish->form = &csv;
}

static void set_json(struct wish *wish)
{
    wish->form = &json;
}

static void set_later(struct wish *wish)
{
    wish->later = true;
}

static void set_preliminary(struct wish *wish)
{
    wish->preliminary = true;
}

static void set_toss(struct wish *wish)
{
    wish->toss = true;
}

static void set_help(struct wish *wish)
{
    wish->help = true;
}

static const struct {
    const char *letter; /* or NULL */
    const char *name;
    void (*set)(struct wish *wish);
    const char *about;
} options[] = {
    {NULL, "--csv", set_csv, "print CSV, a row for each entry and confederate"},
    {NULL, "--json", set_json, "print one JSON object with all of it"},
    {NULL, "--later", set_later,
        "of ballots that contradict each other the later counts"},
    {NULL, "--preliminary", set_preliminary,
        "name the finalists, by the contest file's [preliminary]"},
    {NULL, "--toss", set_toss, "toss the coin of 2003 between those that are tied"},
    {"-h", "--help", set_help, "print this and stop"},
};

enum { OPTIONS = sizeof(options) / sizeof(options[0]) };

static int help(void)
{
    printf("usage: referee tally [OPTION...] FILE.ini [BALLOTS.CSV...]\n"
           "the result of a contest, by the rules of its book; without a file of\n"
           "ballots from BALLOTS.CSV in this directory\n\n");
    for (int i = 0; i < OPTIONS; i++)
        printf("  %2s%s %-13s  %s\n",
            options[i].letter != NULL ? options[i].letter : "",
            options[i].letter != NULL ? "," : " ", options[i].name, options[i].about);
    return EX_OK;
}

static bool take_option(struct wish *wish, const char *option)
{
    for (int i = 0; i < OPTIONS; i++)
        if (strcmp(option, options[i].name) == 0 ||
            (options[i].letter != NULL && strcmp(option, options[i].letter) == 0)) {
            options[i].set(wish);
            return true;
        }
    return false;
}

static int misused(const char *what, const char *why)
{
    fprintf(stderr, "referee: %s %s: 'referee tally --help' says how it is called\n",
        what, why);
    return EX_USAGE;
}

/* Options may stand behind files, as people write them; `--` ends them. What is no
 * option moves up in argv, to its start. */
static int read_arguments(struct wish *wish, char **argv)
{
    char **files = argv;
    bool ended = false;

    *wish = (struct wish){.form = &text};
    for (char **at = argv + 1; *at != NULL; at++) {
        if (ended || (*at)[0] != '-' || (*at)[1] == '\0')
            *files++ = *at;
        else if (strcmp(*at, "--") == 0)
            ended = true;
        else if (!take_option(wish, *at))
            return misused(*at, "is no option of tally");
    }
    *files = NULL;
    if (files == argv && !wish->help)
        return misused("tally", "needs a contest file");
    wish->contest = argv[0];
    wish->ballots = argv + 1;
    if (wish->preliminary && !wish->help && (wish->later || wish->toss))
        return misused(wish->later ? "--later" : "--toss", "is not for --preliminary");
    if (wish->preliminary && !wish->help && *wish->ballots != NULL)
        return misused(*wish->ballots, "is one file too many for --preliminary");
    return EX_OK;
}

/* The coin. */

static int toss_among(const struct score *score, const struct sheet *sheet)
{
    unsigned sides = 0;
    int drawn;

    for (int e = 0; e < sheet->entries; e++)
        sides += score->tied[e];
    drawn = chance_below(sides);
    if (drawn < 0)
        return SHEET_NOBODY;
    for (int e = 0; e < sheet->entries; e++)
        if (score->tied[e] && drawn-- == 0)
            return e;
    return SHEET_NOBODY;
}

/* 2003, 50: of no use before all ballots are in, or where there is no such tie. */
static int decide(struct ballotbox *box, struct score *score, const char *file)
{
    char label[CONTEST_LABEL_SIZE];

    if (box->remark_count > 0 || score->outcome != SCORE_OPEN) {
        fprintf(stderr, "referee: no coin is to be tossed: %s\n",
            box->remark_count > 0
                ? "the result is provisional: see to the ballots first"
                : "the rules do not ask for one here");
        return EX_USAGE;
    }
    box->sheet.decision = toss_among(score, &box->sheet);
    if (box->sheet.decision == SHEET_NOBODY) {
        fprintf(
            stderr, "referee: the system has no random numbers: %s\n", strerror(errno));
        return EX_OSERR;
    }
    roster_label(&box->roster, box->sheet.decision, label);
    fprintf(stderr,
        "referee: the coin says %s: write 'decision = %s' under [contest] in %s\n",
        label, label, file);
    score_free(score);
    return score_count(score, &box->sheet) == 0 ? EX_OK : EX_OSERR;
}

/* The way from files to result. */

static int short_of_memory(void)
{
    fprintf(stderr, "referee: this contest needs more memory than there is\n");
    return EX_OSERR;
}

/* Programs that read rows of numbers get the remarks beside them. */
static void warn(const struct ballotbox_remark *remarks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, "referee: provisional: %s\n", remarks[i].text);
}

/* All is printed. Returns the exit status: what does not fit on a disk is no result. */
static int end_printing(
    const struct form *form, const struct ballotbox_remark *remarks, size_t count)
{
    if (form->warns)
        warn(remarks, count);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "referee: the result cannot be written: %s\n", strerror(errno));
        return EX_IOERR;
    }
    return count > 0 ? EX_TEMPFAIL : EX_OK;
}

static int print_result(struct ballotbox *box, const struct wish *wish)
{
    struct score score;
    struct tally_report report = {box, &score, wish->toss};
    int code = EX_OK;

    if (ballotbox_settle(box) < 0)
        return short_of_memory();
    if (score_count(&score, &box->sheet) < 0)
        code = short_of_memory();
    else if (wish->toss)
        code = decide(box, &score, wish->contest);
    if (code == EX_OK) {
        wish->form->result(&report);
        code = end_printing(wish->form, box->remarks, box->remark_count);
    }
    score_free(&score);
    return code;
}

static int read_ballots(struct ballotbox *box, const struct wish *wish)
{
    static char name[] = BALLOTS_NAME;
    char *usual[] = {name, NULL};
    struct progress progress;
    char why[TALLY_WHY_SIZE];

    progress_begin(&progress, isatty(STDERR_FILENO));
    for (char **file = *wish->ballots == NULL ? usual : wish->ballots; *file != NULL;
         file++) {
        int code = tally_read(box, *file, &progress, why);

        progress_clear(&progress);
        if (code != EX_OK) {
            fprintf(stderr, "referee: %s\n", why);
            return code;
        }
    }
    return EX_OK;
}

static int count(const struct contest *contest, const struct wish *wish)
{
    struct ballotbox box;
    int code;

    if (ballotbox_make(&box, contest, wish->later) == 0)
        code = read_ballots(&box, wish);
    else if (errno != EOVERFLOW)
        code = short_of_memory();
    else {
        fprintf(stderr, "referee: %s: more than %d trials: cut the rounds down\n",
            wish->contest, ROSTER_TRIALS_MOST);
        code = EX_DATAERR;
    }
    if (code == EX_OK)
        code = print_result(&box, wish);
    ballotbox_free(&box);
    return code;
}

/* The preliminary round, which the contest file has all of. */
static int choose(const struct contest *contest, const struct wish *wish)
{
    const char *people = preliminary_people(contest->book);
    struct preliminary *p;
    int code;

    if (people != NULL) {
        fprintf(stderr,
            "referee: %s: by this book (%s, %s) people choose who takes part: there is "
            "nothing to count\n",
            wish->contest, contest->book->name, people);
        return EX_USAGE;
    }
    p = malloc(sizeof(*p));
    if (p == NULL)
        return short_of_memory();
    preliminary_count(p, contest);
    wish->form->preliminary(p);
    code = end_printing(wish->form, p->remarks, (size_t)p->remark_count);
    free(p);
    return code;
}

int referee_tally(int argc, char **argv)
{
    struct contest *contest;
    struct inirow_error error;
    struct wish wish;
    int code = read_arguments(&wish, argv);

    (void)argc;
    if (code != EX_OK)
        return code;
    if (wish.help)
        return help();
    setlocale(LC_CTYPE, "");
    contest = malloc(sizeof(*contest));
    if (contest == NULL)
        return short_of_memory();
    code = contest_file_read(wish.contest, contest, &error);
    if (code == 0) {
        code = wish.preliminary ? choose(contest, &wish) : count(contest, &wish);
    } else {
        char why[TALLY_WHY_SIZE];

        inifile_why(&error, why, sizeof(why));
        fprintf(stderr, "referee: %s: %s\n", wish.contest, why);
    }
    free(contest);
    return code;
}
