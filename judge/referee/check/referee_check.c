#include "judge/referee/check/referee_check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "judge/contest/contest.h"
#include "judge/contest/inifile.h"
#include "judge/contest/slip.h"
#include "judge/referee/check/check_ballots.h"
#include "judge/referee/check/check_draws.h"
#include "judge/referee/check/check_pairs.h"
#include "judge/referee/check/check_transcript.h"
#include "judge/referee/output/progress.h"
#include "judge/referee/output/sanitize.h"
#include "judge/referee/output/verb.h"
#include "judge/referee/record/record_file.h"
#include "judge/referee/schedule/schedule.h"
#include "judge/referee/tally/preliminary.h"

enum {
    FAULTS_MAX = 20,        /* faults of a file that are printed */
    PROGRESS_LINES = 0x8000 /* lines between two looks at the clock */
};

/* One run of `referee check`. */
struct run {
    bool quiet;
    int code; /* exit status: that of the first bad file, or EX_OK */
    struct progress progress;
    int at, count; /* number of the present file, from 1; number of files */
    struct check_pairs pairs;

    /* The present file. */
    const char *path;
    bool bad;           /* it has a fault */
    uint64_t faults;    /* number of its faults */
    struct check check; /* counts its faults */
    enum { FILE_COMPLETE, FILE_TORN, FILE_FAILED } end;
};

static void set_code(struct run *run, int code)
{
    if (run->code == EX_OK || code == EX_NOINPUT)
        run->code = code;
    run->bad = true;
}

/* Begin a line of standard output about a file. */
static void begin_line(struct run *run, const char *path)
{
    progress_clear(&run->progress);
    sanitize_put(stdout, path);
    putchar(':');
}

static void print_fault(
    void *to, const char *path, uint64_t line, const char *fault, const char *clause)
{
    struct run *run = to;

    set_code(run, EX_DATAERR);
    begin_line(run, path);
    if (line > 0)
        printf("%" PRIu64 ":", line);
    putchar(' ');
    sanitize_put(stdout, fault);
    printf(clause != NULL ? " (%s)\n" : "\n", clause);
}

/* Print the first faults of the present file and count the rest. */
static void count_fault(
    void *to, const char *path, uint64_t line, const char *fault, const char *clause)
{
    struct run *run = to;

    if (++run->faults <= FAULTS_MAX)
        print_fault(run, path, line, fault, clause);
    run->bad = true;
}

/* Print why the present file cannot be checked. */
static void refuse_file(struct run *run, int code, const char *why)
{
    progress_clear(&run->progress);
    fputs("referee: ", stderr);
    sanitize_put(stderr, run->path);
    fprintf(stderr, ": %s\n", why);
    set_code(run, code);
}

static void refuse_memory(struct run *run)
{
    refuse_file(run, EX_OSERR, "out of memory: check fewer files at once");
}

/* Read the next line of the present file. Returns false at its end, and run->end then
 * says whether the last line had its newline. */
static bool next_line(
    struct run *run, struct record_file *file, const char **line, size_t *length)
{
    bool whole = true;
    int got = record_next_line(file, line, length, &whole);

    if (got < 0)
        refuse_file(run, file->code, file->why);
    if (got == 1 && whole && file->number % PROGRESS_LINES == 0)
        progress_tell(
            &run->progress, run->at, run->count, run->path, file->done, file->size);
    run->end = got < 0 ? FILE_FAILED : got == 1 ? FILE_TORN : FILE_COMPLETE;
    return got == 1 && whole;
}

static void add_file(
    struct run *run, enum check_kind kind, const struct check_keylog *keys)
{
    check_pairs_add(&run->pairs, run->path, kind, !run->bad, keys);
}

static void print_good(struct run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void print_good(struct run *run, const char *format, ...)
{
    va_list arguments;

    if (run->quiet || run->bad)
        return;
    begin_line(run, run->path);
    fputs(" good: ", stdout);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

/* Key logs */

/* The second line names the transcript beside the log, unless the two were renamed. */
static void check_name(const struct check_keylog *k, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    size_t length = strlen(name);

    if (k->form == CHECK_FORM_OURS && length > 4 &&
        strcmp(name + length - 4, ".KEY") == 0 &&
        (strlen(k->title) != length || memcmp(k->title, name, length - 4) != 0))
        check_fault(k->check, 2, "lp-transcript(5)",
            "names %.100s, but the log has another name: rename both files", k->title);
}

static void check_keys(struct run *run, struct record_file *file)
{
    struct check_keylog k;
    const char *line;
    size_t length;

    check_keylog_init(&k, &run->check);
    while (next_line(run, file, &line, &length))
        check_keylog_line(&k, line, length);
    if (run->end == FILE_FAILED)
        return;
    check_keylog_end(&k, run->end == FILE_TORN);
    check_name(&k, run->path);
    if (k.form == CHECK_FORM_OURS)
        print_good(run, "key log, %s's, %" PRIu64 " keys%s", k.role, k.log.records,
            k.log.ended ? "" : ", not ended");
    else
        print_good(run, "key log of %s, %" PRIu64 " keys",
            k.form == CHECK_FORM_ONE_TIME ? "2012 or 2013" : "2007 or 2009",
            k.log.records);
    add_file(run, CHECK_KEYLOG, &k);
}

/* Transcripts */

static void check_lines(struct run *run, struct record_file *file)
{
    struct check_transcript t;
    const char *line;
    size_t length;

    check_transcript_init(&t, &run->check);
    while (next_line(run, file, &line, &length))
        check_transcript_line(&t, line, length);
    if (run->end == FILE_FAILED)
        return;
    check_transcript_end(&t, run->end == FILE_TORN);
    print_good(run, "transcript, %" PRIu64 " lines", t.lines);
    add_file(run, CHECK_TRANSCRIPT, NULL);
}

static void check_messages(struct run *run, struct record_file *file)
{
    struct check_messages m;
    const char *line;
    size_t length;

    if (check_messages_init(&m, &run->check) < 0) {
        refuse_memory(run);
        return;
    }
    while (next_line(run, file, &line, &length))
        check_messages_line(&m, line, length);
    check_messages_end(&m, run->end == FILE_TORN);
    print_good(run, "LPP v2, %" PRIu64 " messages", m.messages);
}

/* Ballots */

static void check_votes(struct run *run, struct record_file *file)
{
    struct check_ballots b;
    const char *line;
    size_t length;

    check_ballots_init(&b, &run->check);
    while (next_line(run, file, &line, &length))
        if (check_ballots_line(&b, line, length) < 0) {
            refuse_memory(run);
            run->end = FILE_FAILED;
            break;
        }
    if (run->end != FILE_FAILED) {
        check_ballots_end(&b, run->end == FILE_TORN);
        print_good(run, "ballots, %" PRIu64 " rows", b.rows);
        add_file(run, CHECK_BALLOTS, NULL);
    }
    check_ballots_free(&b);
}

/* Contest files and slips */

/* The rounds of a contest, and the clause on the meetings. */
struct rounds {
    const struct check *check;
    const char *clause;
};

static void report_round(void *context, int line, const char *text)
{
    const struct rounds *rounds = context;

    check_fault(rounds->check, (uint64_t)line, rounds->clause, "%s", text);
}

/* Check the numbers of the preliminary round, if the file has them, as the tally does.
 */
static void check_preliminary(struct run *run, const struct contest *contest)
{
    struct preliminary *p;

    if (contest->book->preliminary.people != NULL || !preliminary_is_said(contest))
        return;
    p = malloc(sizeof(*p));
    if (p == NULL) {
        refuse_memory(run);
        return;
    }
    preliminary_count(p, contest);
    for (int i = 0; i < p->remark_count; i++)
        check_fault(
            &run->check, (uint64_t)p->remarks[i].line, NULL, "%s", p->remarks[i].text);
    free(p);
}

static void report_number(void *check, const char *clause, const char *text)
{
    check_fault(check, 0, clause, "%s", text);
}

static void check_rounds(struct run *run, const struct contest *contest)
{
    char clause[RULEBOOK_CLAUSE_SIZE];
    struct rounds rounds = {&run->check,
        rulebook_cite(contest->book, contest->book->meeting_clause, clause)};

    if (contest->session_count > 0)
        schedule_check(contest, report_round, &rounds);
    schedule_check_counts(contest, report_number, &run->check);
    check_preliminary(run, contest);
    print_good(run, "contest, book %s, %zu sessions", contest->book->name,
        contest->session_count);
}

/* Read the present file, a contest or a slip. Returns false after an error message. */
static bool read_rows(struct run *run, const struct inirow_reader *reader, void *to)
{
    struct inirow_error error;
    int code = inifile_read(run->path, reader, to, &error);

    if (code == EX_DATAERR)
        check_fault(&run->check, (uint64_t)error.line, "referee(1)", "%s", error.why);
    else if (code != EX_OK)
        refuse_file(run, code, error.why);
    return code == EX_OK;
}

static void check_contest(struct run *run)
{
    struct contest *contest = malloc(sizeof(*contest));

    if (contest == NULL)
        refuse_memory(run);
    else if (read_rows(run, &contest_reader, contest))
        check_rounds(run, contest);
    free(contest);
}

static void check_slip(struct run *run)
{
    struct slip slip;

    if (read_rows(run, &slip_reader, &slip))
        print_good(run, "slip, book %s, judge %02d", slip.book->name, slip.judge);
}

/* All files */

/* Print that no rule applies to the present file. */
static void print_unchecked(struct run *run, const char *content)
{
    if (run->quiet)
        return;
    begin_line(run, run->path);
    printf(" not checked: %s\n", content);
}

static void check_open(struct run *run, struct record_file *file)
{
    switch (check_kind(run->path, file->block, file->end)) {
    case CHECK_KEYLOG:
        check_keys(run, file);
        break;
    case CHECK_TRANSCRIPT:
        check_lines(run, file);
        break;
    case CHECK_LPP2:
        check_messages(run, file);
        break;
    case CHECK_BALLOTS:
        check_votes(run, file);
        break;
    case CHECK_CONTEST:
        check_contest(run);
        break;
    case CHECK_SLIP:
        check_slip(run);
        break;
    case CHECK_FLAGS:
        print_unchecked(run, "flags of referee watch");
        break;
    case CHECK_EMPTY:
        check_fault(&run->check, 0, "1996, 2d", "is empty");
        break;
    case CHECK_BINARY:
        refuse_file(run, EX_DATAERR, "not a text file: name another");
        break;
    default:
        refuse_file(run, EX_DATAERR,
            "not a transcript, key log, ballots, slip or contest file: name another");
    }
    if (run->faults > FAULTS_MAX) {
        begin_line(run, run->path);
        printf(" and %" PRIu64 " more faults\n", run->faults - FAULTS_MAX);
    }
}

static void check_file(struct run *run, const char *path)
{
    struct record_file file;

    run->path = path;
    run->bad = false;
    run->faults = 0;
    run->check = (struct check){count_fault, run, path};
    if (check_kind(path, NULL, 0) == CHECK_ERRORS && access(path, F_OK) == 0) {
        print_unchecked(run, "standard error of a program");
        return;
    }
    if (record_open(&file, path) != EX_OK) {
        refuse_file(run, file.code, file.why);
        return;
    }
    progress_tell(&run->progress, run->at, run->count, path, 0, file.size);
    check_open(run, &file);
    record_close(&file);
}

static int check_all(struct run *run, int count, char **paths)
{
    const struct check check = {.report = print_fault, .to = run};
    int code;

    run->count = count;
    progress_begin(&run->progress, isatty(STDERR_FILENO));
    if (check_pairs_init(&run->pairs, (size_t)count, &check) < 0) {
        fprintf(stderr, "referee: out of memory: check fewer files at once\n");
        return EX_OSERR;
    }
    for (run->at = 1; run->at <= count; run->at++)
        check_file(run, paths[run->at - 1]);
    code = check_pairs_compare(&run->pairs);
    if (code == EX_OK)
        code = check_draws(&run->pairs);
    if (code != EX_OK)
        set_code(run, code);
    progress_clear(&run->progress);
    check_pairs_free(&run->pairs);
    return run->code;
}

static const struct option_row rows[] = {
    {.letter = 'q',
        .name = "quiet",
        .help = "print faults only",
        OPTION_SETS(struct run, quiet)},
    {.letter = 'h', .name = "help", .help = "print this and stop", OPTION_ASKS_HELP},
};

static const struct options options = {
    .command = "referee check",
    .use = "[-q] FILE...",
    .about = "find faults in transcripts, key logs, ballots and contest files",
    .rows = rows,
    .count = sizeof(rows) / sizeof(rows[0]),
};

int referee_check(int argc, char **argv)
{
    struct run run = {.code = EX_OK};
    int first, code = verb_read_options(&options, &run, argc, argv, &first);

    if (code != VERB_RUN)
        return code;
    if (first == argc) {
        fprintf(stderr, "referee: a file is missing: write 'referee check FILE...'\n");
        return EX_USAGE;
    }
    return check_all(&run, argc - first, argv + first);
}
