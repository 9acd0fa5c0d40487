#include "judge/referee/tally/referee_tally.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "common/system/random.h"
#include "judge/ballot/ballots.h"
#include "judge/contest/inifile.h"
#include "judge/referee/output/json_value.h"
#include "judge/referee/output/progress.h"
#include "judge/referee/output/verb.h"
#include "judge/referee/tally/tally.h"

enum { PROGRESS_LINES = 0x2000 }; /* lines between two looks at the clock */

/* A form of output: the writers of the result and of the finalists. */
struct tally_form {
    void (*result)(const struct tally_report *report);
    void (*preliminary)(const struct preliminary *p);
    bool warns; /* the form has no place for remarks: print them to standard error */
};

struct tally_options {
    bool csv, json, later, preliminary, toss;
    const char *contest;
    char **ballots; /* file names up to a NULL; empty: BALLOTS.CSV */
};

bool tally_is_provisional(const struct tally_report *report)
{
    return report->box->remark_count > 0;
}

static int report_memory(void)
{
    return verb_fail("tally", "out of memory: close other programs", EX_OSERR);
}

/* Output */

static void print_json(const struct tally_report *report)
{
    json_value_print(tally_result_value(report), JSON_INDENT(1));
    printf("\n");
}

static void print_preliminary_json(const struct preliminary *p)
{
    json_value_print(tally_preliminary_value(p), JSON_INDENT(1));
    printf("\n");
}

static const struct tally_form *find_form(const struct tally_options *o)
{
    static const struct tally_form text = {tally_text, tally_preliminary_text, false};
    static const struct tally_form csv = {tally_csv, tally_preliminary_csv, true};
    static const struct tally_form json = {print_json, print_preliminary_json, false};

    return o->json ? &json : o->csv ? &csv : &text;
}

/* Ballots */

static int refuse_file(
    struct progress *progress, const char *file, const char *fault, int code)
{
    progress_clear(progress);
    return verb_fail(file, fault, code);
}

/* O_NONBLOCK: do not wait for the writer of a pipe. Returns EX_OK, or the exit status.
 */
static int open_file(
    const char *file, FILE **stream, struct stat *about, struct progress *progress)
{
    int fd = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);

    if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
        return refuse_file(
            progress, file, "no such file: name the judges' BALLOTS.CSV", EX_NOINPUT);
    if (fd < 0 && errno == EACCES)
        return refuse_file(
            progress, file, "you may not read it: ask its owner", EX_NOPERM);
    if (fd >= 0 && fstat(fd, about) == 0 && !S_ISREG(about->st_mode)) {
        close(fd);
        return refuse_file(
            progress, file, "it is not a regular file: name a BALLOTS.CSV", EX_NOINPUT);
    }
    *stream = fd < 0 ? NULL : fdopen(fd, "r");
    return *stream != NULL ? EX_OK
                           : refuse_file(progress, file, strerror(errno), EX_IOERR);
}

static bool has_header(FILE *stream)
{
    char line[sizeof(BALLOT_HEADER "\r\n")];

    return fgets(line, sizeof(line), stream) != NULL &&
           ballot_is_header(line, strcspn(line, "\n"));
}

/* Read the next line, without the bytes that have no room. Returns its length, or -1 at
 * the end. A crash or an editor may have left a last line without a newline. */
static long next_line(FILE *stream, char line[static BALLOT_ROW_SIZE])
{
    long length = 0;
    int c;

    while ((c = getc_unlocked(stream)) != EOF && c != '\n') {
        if (length < BALLOT_ROW_SIZE)
            line[length] = (char)c;
        length++;
    }
    return c == EOF && length == 0 ? -1 : length;
}

static void take_line(struct ballotbox *box, struct ballotbox_place place,
    const char *line, size_t length)
{
    struct ballot_row row;
    const char *fault = "longer than a ballot can be";

    if (length < BALLOT_ROW_SIZE && ballot_is_header(line, length))
        return;
    if (length < BALLOT_ROW_SIZE && ballot_row_read(line, length, &row, &fault) == 0)
        ballotbox_take(box, place, &row);
    else
        ballotbox_refuse(box, place, fault);
}

/* Returns EX_OK, or the exit status after an error message. */
static int read_file(struct ballotbox *box, const char *file, struct progress *progress)
{
    static char line[BALLOT_ROW_SIZE]; /* too large for a stack */
    struct ballotbox_place place = {file, 1};
    struct stat about;
    FILE *stream;
    long length;
    int code = open_file(file, &stream, &about, progress);

    if (code != EX_OK)
        return code;
    if (!has_header(stream))
        code = refuse_file(progress, file,
            "its first line is not the header of BALLOTS.CSV: name another file",
            EX_DATAERR);
    while (code == EX_OK && (length = next_line(stream, line)) >= 0) {
        place.line++;
        take_line(box, place, line, (size_t)length);
        if (place.line % PROGRESS_LINES == 0)
            progress_tell(progress, 0, 0, file, (uint64_t)ftello(stream),
                (uint64_t)about.st_size);
    }
    if (ferror(stream))
        code = refuse_file(progress, file, strerror(errno), EX_IOERR);
    fclose(stream);
    return code;
}

/* The coin. */

static int toss_among(const struct score *score, const struct score_sheet *sheet)
{
    unsigned sides = 0;
    int drawn;

    for (int e = 0; e < sheet->entries; e++)
        sides += score->tied[e];
    drawn = random_below(sides);
    if (drawn < 0)
        return SCORE_SHEET_NOBODY;
    for (int e = 0; e < sheet->entries; e++)
        if (score->tied[e] && drawn-- == 0)
            return e;
    return SCORE_SHEET_NOBODY;
}

/* 2003, 50: only after all ballots, and for a tie that this clause decides. */
static int decide_tie(struct ballotbox *box, struct score *score, const char *file)
{
    const char *label;

    if (box->remark_count > 0)
        return verb_fail("the coin is not tossed",
            "the result is provisional: correct the ballots first", EX_USAGE);
    if (score->outcome != SCORE_OPEN)
        return verb_fail(
            "the coin is not tossed", "the rules do not ask for one here", EX_USAGE);
    box->sheet.decision = toss_among(score, &box->sheet);
    if (box->sheet.decision == SCORE_SHEET_NOBODY)
        return verb_fail("the system has no random numbers", strerror(errno), EX_OSERR);
    label = box->roster.players[box->sheet.decision].label;
    fprintf(stderr,
        "referee: the coin says %s: write 'decision = %s' under [contest] in %s\n",
        label, label, file);
    score_count(score, &box->sheet);
    return EX_OK;
}

/* The result. */

/* Rows have no place for remarks: print them to standard error. */
static void warn(const struct ballotbox_remark *remarks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, "referee: provisional: %s\n", remarks[i].text);
}

/* Print the remarks and flush the output. Returns the exit status. */
static int end_printing(
    const struct tally_form *form, const struct ballotbox_remark *remarks, size_t count)
{
    if (form->warns)
        warn(remarks, count);
    if (fflush(stdout) != 0 || ferror(stdout))
        return verb_fail("the result cannot be written", strerror(errno), EX_IOERR);
    return count > 0 ? EX_TEMPFAIL : EX_OK;
}

static int print_result(struct ballotbox *box, const struct tally_options *o)
{
    static struct score score; /* too large for a stack */
    struct tally_report report = {box, &score, o->toss};
    int code = EX_OK;

    if (ballotbox_finish(box) < 0)
        return report_memory();
    score_count(&score, &box->sheet);
    if (o->toss)
        code = decide_tie(box, &score, o->contest);
    if (code != EX_OK)
        return code;
    find_form(o)->result(&report);
    return end_printing(find_form(o), box->remarks, box->remark_count);
}

static int read_ballots(struct ballotbox *box, const struct tally_options *o)
{
    static char name[] = BALLOTS_NAME;
    char *usual[] = {name, NULL};
    char **file = *o->ballots == NULL ? usual : o->ballots;
    struct progress progress;
    int code = EX_OK;

    progress_begin(&progress, isatty(STDERR_FILENO));
    for (; *file != NULL && code == EX_OK; file++)
        code = read_file(box, *file, &progress);
    progress_clear(&progress);
    return code;
}

static int count_ballots(const struct contest *contest, const struct tally_options *o)
{
    struct ballotbox box;
    int code;

    if (ballotbox_make(&box, contest, o->later) == 0)
        code = read_ballots(&box, o);
    else if (errno != EOVERFLOW)
        code = report_memory();
    else {
        fprintf(stderr, "referee: %s: more than %d trials: cut the rounds down\n",
            o->contest, SCORE_SHEET_TRIALS_MOST);
        code = EX_DATAERR;
    }
    if (code == EX_OK)
        code = print_result(&box, o);
    ballotbox_free(&box);
    return code;
}

/* The preliminary round: all its numbers are in the contest file. */
static int choose_finalists(
    const struct contest *contest, const struct tally_options *o)
{
    const char *people = contest->book->preliminary.people;
    struct preliminary *p;
    int code;

    if (people != NULL) {
        fprintf(stderr,
            "referee: %s: people choose the finalists in this book (%s, %s): there is "
            "no round to count\n",
            o->contest, contest->book->name, people);
        return EX_USAGE;
    }
    p = malloc(sizeof(*p));
    if (p == NULL)
        return report_memory();
    preliminary_count(p, contest);
    find_form(o)->preliminary(p);
    code = end_printing(find_form(o), p->remarks, (size_t)p->remark_count);
    free(p);
    return code;
}

/* Options */

#define FLAG(member) OPTION_SETS(struct tally_options, member)

static const struct option_row rows[] = {
    {.name = "csv",
        .help = "print CSV, a row for each entry and confederate",
        FLAG(csv)},
    {.name = "json", .help = "print one JSON object", FLAG(json)},
    {.name = "later",
        .help = "of contradictory ballots, count the later one",
        FLAG(later)},
    {.name = "preliminary",
        .help = "name the finalists, by the contest file's [preliminary]",
        FLAG(preliminary)},
    {.name = "toss",
        .help = "toss the coin between tied entries, as in 2003",
        FLAG(toss)},
    {.letter = 'h', .name = "help", .help = "print this and stop", OPTION_ASKS_HELP},
};

static const struct options options = {
    .command = "referee tally",
    .use = "[OPTION...] FILE.ini [BALLOTS.CSV...]",
    .about = "the result of a contest, by the rules of its book; without a file of\n"
             "ballots, from BALLOTS.CSV in this directory",
    .rows = rows,
    .count = sizeof(rows) / sizeof(rows[0]),
};

/* Returns VERB_RUN, or the exit status. */
static int read_arguments(struct tally_options *o, int argc, char **argv)
{
    int first, code = verb_read_options(&options, o, argc, argv, &first);

    if (code != VERB_RUN)
        return code;
    if (first == argc)
        return verb_fail("tally", "name a contest file", EX_USAGE);
    o->contest = argv[first];
    o->ballots = argv + first + 1;
    if (o->preliminary && (o->later || o->toss))
        return verb_fail(o->later ? "--later" : "--toss",
            "cannot be combined with --preliminary: leave one out", EX_USAGE);
    if (o->preliminary && *o->ballots != NULL)
        return verb_fail(*o->ballots,
            "--preliminary reads no ballots: leave the file out", EX_USAGE);
    return VERB_RUN;
}

static int run_tally(const struct tally_options *o)
{
    struct contest *contest = malloc(sizeof(*contest));
    struct inirow_error error;
    int code;

    if (contest == NULL)
        return report_memory();
    code = inifile_read(o->contest, &contest_reader, contest, &error);
    if (code != EX_OK)
        verb_fail(o->contest, inifile_why(&error), code);
    else if (o->preliminary)
        code = choose_finalists(contest, o);
    else
        code = count_ballots(contest, o);
    free(contest);
    return code;
}

int referee_tally(int argc, char **argv)
{
    struct tally_options o = {0};
    int code = read_arguments(&o, argc, argv);

    if (code != VERB_RUN)
        return code;
    setlocale(LC_CTYPE, "");
    return run_tally(&o);
}
