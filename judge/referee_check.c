#include "referee.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "check_ballots.h"
#include "check_lpp2.h"
#include "check_transcript.h"
#include "contest_file.h"
#include "draws.h"
#include "inifile.h"
#include "known.h"
#include "lineup.h"
#include "preliminary.h"
#include "progress.h"
#include "record_file.h"
#include "schedule.h"
#include "shown.h"
#include "slip_file.h"

enum {
    FAULTS_MAX = 20,     /* of a file that are printed */
    PROGRESS_BLOCKS = 64 /* from one look at the clock to the next */
};

/* What is going on. */
struct run {
    bool quiet;
    int code;    /* to exit with: that of the first file that is not good */
    bool at_all; /* something is wrong with the present file */
    uint64_t faults;
    struct progress progress;
    int at, count; /* files */
    struct known known;
};

/* Faults are told by functions that know of nothing else. */
static struct run run;

static void fail(int code)
{
    if (run.code == EX_OK || code == EX_NOINPUT)
        run.code = code;
    run.at_all = true;
}

static void print_fault(
    const char *path, uint64_t line, const char *what, const char *clause)
{
    fail(EX_DATAERR);
    progress_clear(&run.progress);
    shown_put(stdout, path);
    putchar(':');
    if (line > 0)
        printf("%" PRIu64 ":", line);
    putchar(' ');
    shown_put(stdout, what);
    printf(clause != NULL ? " (%s)\n" : "\n", clause);
}

/* Of a file that is being read: some of its faults are enough. */
static void take_fault(void *to, uint64_t line, const char *what, const char *clause)
{
    if (++run.faults <= FAULTS_MAX)
        print_fault(to, line, what, clause);
    run.at_all = true;
}

/* What keeps a file from being read at all. */
static void refuse(const char *path, int code, const char *why)
{
    progress_clear(&run.progress);
    fputs("referee: ", stderr);
    shown_put(stderr, path);
    fprintf(stderr, ": %s\n", why);
    fail(code);
}

/* Hand all of a file's lines over. Returns whether it could be read, and in *torn
 * whether it ends without a newline. */
static bool read_all(struct record_file *file, const char *path,
    void (*take)(void *checker, const char *bytes, size_t length), void *checker,
    bool *torn)
{
    char why[RECORD_WHY_SIZE];
    const char *bytes;
    size_t length;
    int code, more;
    unsigned blocks = 0;

    while ((more = record_next_block(file, &bytes, &length, &code, why)) > 0) {
        take(checker, bytes, length);
        if (++blocks % PROGRESS_BLOCKS == 0)
            progress_tell(
                &run.progress, run.at, run.count, path, file->done, file->size);
    }
    *torn = more == 0 && length > 0;
    if (more < 0)
        refuse(path, code, why);
    return more == 0;
}

static void take_keys(void *checker, const char *bytes, size_t length)
{
    check_keylog_lines(checker, bytes, length);
}

static void take_lines(void *checker, const char *bytes, size_t length)
{
    check_transcript_lines(checker, bytes, length);
}

/* The name in its second line is that of the transcript beside it, unless somebody has
 * renamed the two. */
static void check_name(const char *path, struct check_keylog *k)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    size_t length = strlen(name);

    if (k->form == CHECK_FORM_OURS && length > 4 &&
        strcmp(name + length - 4, ".KEY") == 0 &&
        (strlen(k->title) != length || memcmp(k->title, name, length - 4) != 0))
        check_tell(k->check, 2, "lp-transcript(5)",
            "names %.100s, which is not beside it: it has another name now", k->title);
}

static void say_good(const char *path, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say_good(const char *path, const char *format, ...)
{
    va_list arguments;

    if (run.quiet || run.at_all)
        return;
    progress_clear(&run.progress);
    shown_put(stdout, path);
    fputs(": good: ", stdout);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

static void check_keys(struct record_file *file, const char *path, struct check *check)
{
    struct check_keylog k;
    bool torn;

    check_keylog_init(&k, check);
    if (!read_all(file, path, take_keys, &k, &torn))
        return;
    check_keylog_end(&k, torn);
    check_name(path, &k);
    if (k.form == CHECK_FORM_OURS)
        say_good(path, "key log, %s's, %" PRIu64 " keys%s", k.role, k.records,
            k.ended ? "" : ", not ended");
    else
        say_good(path, "key log of %s, %" PRIu64 " keys",
            k.form == CHECK_FORM_ONE_TIME ? "2012 or 2013" : "2007 or 2009", k.records);
    if (known_add(&run.known, path, CHECK_KEYLOG, !run.at_all, &k) < 0)
        refuse(path, EX_OSERR, "out of memory: check fewer files at once");
}

static void check_lines(struct record_file *file, const char *path, struct check *check)
{
    struct check_transcript t;
    bool torn;

    check_transcript_init(&t, check);
    if (!read_all(file, path, take_lines, &t, &torn))
        return;
    check_transcript_end(&t, torn);
    say_good(path, "transcript, %" PRIu64 " lines", t.lines);
    known_add(&run.known, path, CHECK_TRANSCRIPT, !run.at_all, NULL);
}

static void take_messages(void *checker, const char *bytes, size_t length)
{
    check_lpp2_lines(checker, bytes, length);
}

static void check_messages(
    struct record_file *file, const char *path, struct check *check)
{
    struct check_lpp2 c;
    bool torn = false, is_read;

    if (check_lpp2_init(&c, check) < 0) {
        refuse(path, EX_OSERR, "there is no memory for it");
        return;
    }
    is_read = read_all(file, path, take_messages, &c, &torn);
    check_lpp2_end(&c, torn);
    if (is_read)
        say_good(path, "LPP v2, %" PRIu64 " messages", c.messages);
}

static void take_ballots(void *checker, const char *bytes, size_t length)
{
    check_ballots_lines(checker, bytes, length);
}

static void check_votes(struct record_file *file, const char *path, struct check *check)
{
    struct check_ballots b;
    bool torn;

    check_ballots_init(&b, check);
    while (read_all(file, path, take_ballots, &b, &torn) && check_ballots_end(&b, torn))
        record_rewind(file);
    check_ballots_free(&b);
    say_good(path, "ballots, %" PRIu64 " rows", b.rows);
    known_add(&run.known, path, CHECK_BALLOTS, !run.at_all, NULL);
}

/* The rounds of a contest, and the clause that says who is to meet whom. */
struct rounds {
    struct check *check;
    const char *clause;
};

static void take_round(void *context, int line, const char *text)
{
    const struct rounds *rounds = context;

    check_tell(rounds->check, (uint64_t)line, rounds->clause, "%s", text);
}

/* The numbers of the preliminary round, if it has been held, as they are tallied. */
static void check_preliminary(
    const struct contest *contest, const char *path, struct check *check)
{
    struct preliminary *p;

    if (preliminary_people(contest->book) != NULL || !preliminary_is_said(contest))
        return;
    p = malloc(sizeof(*p));
    if (p == NULL) {
        refuse(path, EX_OSERR, "out of memory: close other programs");
        return;
    }
    preliminary_count(p, contest);
    for (int i = 0; i < p->remark_count; i++) {
        const struct preliminary_source *source = &p->sources[i];
        check_tell(check, (uint64_t)source->line, source->clause, "%.*s",
            source->length, p->remarks[i].text);
    }
    free(p);
}

static void take_number(void *check, const char *clause, const char *text)
{
    check_tell(check, 0, clause, "%s", text);
}

static void check_rounds(
    const struct contest *contest, const char *path, struct check *check)
{
    struct rounds rounds = {check, schedule_clause(contest->book)};

    if (contest->session_count > 0)
        schedule_check(contest, take_round, &rounds);
    lineup_check(contest, take_number, check);
    check_preliminary(contest, path, check);
    say_good(path, "contest, book %s, %zu sessions", contest->book->name,
        contest->session_count);
}

static void check_contest(const char *path, struct check *check)
{
    struct contest *contest = malloc(sizeof(*contest));
    struct inirow_error error;
    int code;

    if (contest == NULL) {
        refuse(path, EX_OSERR, "out of memory: close other programs");
        return;
    }
    code = contest_file_read(path, contest, &error);
    if (code == EX_OK)
        check_rounds(contest, path, check);
    else if (code == EX_DATAERR)
        check_tell(check, (uint64_t)error.line, "referee(1)", "%s", error.why);
    else
        refuse(path, code, error.why);
    free(contest);
}

static void check_slip(const char *path, struct check *check)
{
    struct slip slip;
    struct inirow_error error;
    int code = slip_file_read(path, &slip, &error);

    if (code == EX_DATAERR)
        check_tell(check, (uint64_t)error.line, "referee(1)", "%s", error.why);
    else if (code != EX_OK)
        refuse(path, code, error.why);
    else
        say_good(path, "slip, book %s, judge %02d", slip.book->name, slip.judge);
}

/* It belongs to a contest, and no rule is about it. */
static void pass_over(const char *path, const char *what)
{
    if (run.quiet)
        return;
    progress_clear(&run.progress);
    shown_put(stdout, path);
    printf(": not checked: %s\n", what);
}

static void check_open(struct record_file *file, const char *path)
{
    struct check check = {.tell = take_fault, .to = (void *)path};

    switch (check_kind(path, file->block, file->end)) {
    case CHECK_KEYLOG:
        check_keys(file, path, &check);
        break;
    case CHECK_TRANSCRIPT:
        check_lines(file, path, &check);
        break;
    case CHECK_LPP2:
        check_messages(file, path, &check);
        break;
    case CHECK_BALLOTS:
        check_votes(file, path, &check);
        break;
    case CHECK_CONTEST:
        check_contest(path, &check);
        break;
    case CHECK_SLIP:
        check_slip(path, &check);
        break;
    case CHECK_FLAGS:
        pass_over(path, "a referee's flags");
        break;
    case CHECK_EMPTY:
        check_tell(&check, 0, "1996, 2d", "is empty");
        break;
    case CHECK_BINARY:
        refuse(path, EX_DATAERR, "it is no text, and so no file of a contest");
        break;
    default:
        refuse(path, EX_DATAERR,
            "it is no transcript, key log, ballots, slip or contest file: name "
            "another");
    }
    if (run.faults > FAULTS_MAX) {
        progress_clear(&run.progress);
        shown_put(stdout, path);
        printf(": and %" PRIu64 " faults more\n", run.faults - FAULTS_MAX);
    }
}

static void check_file(const char *path)
{
    char why[RECORD_WHY_SIZE];
    struct record_file file;
    int code;

    run.at_all = false;
    run.faults = 0;
    if (check_kind(path, NULL, 0) == CHECK_COMPLAINTS && access(path, F_OK) == 0) {
        pass_over(path, "what a program wrote to standard error");
        return;
    }
    code = record_open(&file, path, why);
    if (code != EX_OK) {
        refuse(path, code, why);
        return;
    }
    progress_tell(&run.progress, run.at, run.count, path, 0, file.size);
    check_open(&file, path);
    record_close(&file);
}

static int check_all(int count, char **paths)
{
    int code;

    run.count = count;
    progress_begin(&run.progress, isatty(STDERR_FILENO));
    if (known_init(&run.known, (size_t)count) < 0) {
        fprintf(stderr, "referee: out of memory: check fewer files at once\n");
        return EX_OSERR;
    }
    for (run.at = 1; run.at <= count; run.at++)
        check_file(paths[run.at - 1]);
    code = known_compare(&run.known, print_fault);
    if (code == EX_OK)
        code = draws_open(&run.known, print_fault);
    if (code != EX_OK)
        fail(code);
    progress_clear(&run.progress);
    known_free(&run.known);
    return run.code;
}

static int help(void)
{
    printf("usage: referee check [OPTION...] FILE...\n"
           "what breaks the rules in transcripts, key logs, ballots and contest files\n"
           "\n"
           "  -q, --quiet              say nothing of files that are good\n"
           "  -h, --help               print this and stop\n");
    return EX_OK;
}

int referee_check(int argc, char **argv)
{
    static const struct option longs[] = {{"quiet", no_argument, NULL, 'q'},
        {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    int option;

    opterr = 0;
    while ((option = getopt_long(argc, argv, "qh", longs, NULL)) != -1) {
        if (option == 'h')
            return help();
        if (option != 'q') {
            fprintf(stderr,
                "referee: %s is no option of check: write 'referee check [-q] "
                "FILE...'\n",
                argv[optind - 1]);
            return EX_USAGE;
        }
        run.quiet = true;
    }
    if (optind == argc) {
        fprintf(stderr, "referee: nothing to check: write 'referee check FILE...'\n");
        return EX_USAGE;
    }
    return check_all(argc - optind, argv + optind);
}
