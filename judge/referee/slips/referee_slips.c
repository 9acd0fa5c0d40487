#include "judge/referee/slips/referee_slips.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "common/system/fileio.h"
#include "common/system/random.h"
#include "judge/ballot/ballot.h"
#include "judge/contest/contest.h"
#include "judge/contest/inifile.h"
#include "judge/contest/slip.h"
#include "judge/referee/output/verb.h"
#include "judge/referee/schedule/schedule.h"

/* The state of a run; too large for the stack. */
struct slips_run {
    const char *file; /* the contest file */
    const char *path; /* the directory */
    int first;        /* first round to write */
    int directory;    /* descriptor of path */
    struct contest contest;
    int order[SLIP_STATIONS_MOST]; /* random order of a round's sessions */
    struct written_slip {
        int round, judge;
    } written[CONTEST_SESSIONS_MOST]; /* files made so far */
    size_t written_count;
};

enum { NAME_SIZE = 40 };

/* Random order */

/* A random permutation of the numbers from 0. Returns 0; or -1 with errno. */
static int draw_order(int *order, int count)
{
    for (int i = 0; i < count; i++) {
        int other = random_below((unsigned)i + 1);
        if (other < 0)
            return -1;
        order[i] = order[other];
        order[other] = i;
    }
    return 0;
}

/*
 * Draw the order of a round's sessions, the same for all judges: so no person is in two
 * sessions at a time. With unequal numbers of sessions, only the file's order is safe.
 */
static int draw_round(struct slips_run *r, int round)
{
    int slots = schedule_slots(&r->contest, round);
    bool alike = true;

    for (int judge = 1; judge <= CONTEST_MOST; judge++) {
        int count = 0;
        for (size_t i = 0; i < r->contest.session_count; i++)
            count += r->contest.sessions[i].round == round &&
                     r->contest.sessions[i].who[ROLE_JUDGE] == judge;
        alike = alike && (count == 0 || count == slots);
    }
    for (int i = 0; i < slots; i++)
        r->order[i] = i;
    return alike ? draw_order(r->order, slots) : 0;
}

/* Slips */

static void add_station(
    const struct contest *c, enum role role, int number, struct slip *s)
{
    if (number > 0)
        snprintf(s->stations[s->station_count++], CONTEST_STATION_SIZE, "%s",
            c->people[role][number].station);
}

/* Add the two stations of a pair in random order. Returns 0; or -1 with errno. */
static int add_session(
    const struct contest *c, const struct contest_session *session, struct slip *s)
{
    int first = random_below(2);

    if (first < 0)
        return -1;
    for (int i = 0; i < 2; i++) {
        enum role role = i == first ? ROLE_ENTRY : ROLE_CONFEDERATE;
        add_station(c, role, session->who[role], s);
    }
    return 0;
}

/* Sessions of a judge in all rounds. */
static int count_sessions(const struct contest *c, int judge)
{
    int count = 0;

    for (size_t i = 0; i < c->session_count; i++)
        count += c->sessions[i].who[ROLE_JUDGE] == judge;
    return count;
}

/* Returns 0; or -1 with errno. */
static int make_slip(const struct slips_run *r, int round, int judge, struct slip *s)
{
    const struct contest *c = &r->contest;
    const struct contest_session *sessions[SLIP_STATIONS_MOST];
    int count = 0;

    slip_init(s);
    memcpy(s->title, c->title, sizeof(s->title));
    s->book = c->book;
    s->judge = judge;
    s->round = round;
    s->minutes = c->minutes;
    if (c->book->ranking == RANKING_OTHERS)
        s->pairs = count_sessions(c, judge);
    for (size_t i = 0; i < c->session_count; i++)
        if (c->sessions[i].round == round && c->sessions[i].who[ROLE_JUDGE] == judge)
            sessions[count++] = &c->sessions[i];
    for (int i = 0; i < count; i++)
        if (add_session(c, sessions[r->order[i]], s) < 0)
            return -1;
    return 0;
}

/* Files */

static void name_slip(int round, int judge, char name[static NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "judge-%02d-round-%02d.ini", judge, round);
}

/* Make one new file. Returns 0; or -1 with errno, without a file. */
static int write_slip(const struct slips_run *r, const struct slip *s, const char *name)
{
    int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    int fd = openat(r->directory, name, flags, 0644);
    char text[SLIP_SIZE];
    int error = 0;

    if (fd < 0)
        return -1;
    if (fileio_write_full(fd, text, slip_write(s, text)) < 0 || fsync(fd) < 0)
        error = errno;
    if (close(fd) < 0 && error == 0)
        error = errno;
    if (error == 0)
        return 0;
    unlinkat(r->directory, name, 0);
    errno = error;
    return -1;
}

/* After an error, remove the files made so far. */
static void remove_slips(struct slips_run *r)
{
    while (r->written_count > 0) {
        const struct written_slip *p = &r->written[--r->written_count];
        char name[NAME_SIZE];
        name_slip(p->round, p->judge, name);
        unlinkat(r->directory, name, 0);
    }
}

/* Report that a file or directory cannot be made. */
static int report_errno(const char *path, int error)
{
    switch (error) {
    case ENOENT:
        return verb_fail(
            path, "its parent directory does not exist: make that first", EX_CANTCREAT);
    case EEXIST:
    case ENOTDIR:
        return verb_fail(path, "it is not a directory: name another", EX_CANTCREAT);
    case EACCES:
    case EPERM:
    case EROFS:
        return verb_fail(
            path, "you may not write there: name another directory", EX_NOPERM);
    default:
        return verb_fail(path, strerror(error), error == EIO ? EX_IOERR : EX_CANTCREAT);
    }
}

static int report_slip(struct slips_run *r, const char *name, int error)
{
    char path[PATH_MAX];

    remove_slips(r);
    snprintf(path, sizeof(path), "%s/%s", r->path, name);
    if (error == EEXIST)
        return verb_fail(path,
            "this slip exists, and slips are not overwritten: name another "
            "directory",
            EX_CANTCREAT);
    return report_errno(path, error);
}

static int write_one(struct slips_run *r, int round, int judge)
{
    char name[NAME_SIZE];
    struct slip s;

    name_slip(round, judge, name);
    if (make_slip(r, round, judge, &s) < 0 || write_slip(r, &s, name) < 0)
        return report_slip(r, name, errno);
    r->written[r->written_count++] = (struct written_slip){round, judge};
    return EX_OK;
}

static int write_round(struct slips_run *r, int round)
{
    bool busy[ROLES][CONTEST_MOST + 1];
    int code = EX_OK;

    if (draw_round(r, round) < 0)
        return report_slip(r, "", errno);
    schedule_mark(&r->contest, round, busy);
    for (int judge = 1; judge <= CONTEST_MOST && code == EX_OK; judge++)
        if (busy[ROLE_JUDGE][judge])
            code = write_one(r, round, judge);
    return code;
}

static int write_all(struct slips_run *r)
{
    int code = EX_OK;

    for (int round = r->first; round <= CONTEST_ROUNDS_MOST && code == EX_OK; round++)
        if (r->contest.rounds[round] != 0)
            code = write_round(r, round);
    /* EINVAL: the file system cannot sync directories. */
    if (code == EX_OK && fsync(r->directory) < 0 && errno != EINVAL)
        code = report_slip(r, "", errno);
    return code;
}

/* Checks of the contest */

static void report_mistake(void *context, int line, const char *text)
{
    const struct slips_run *r = context;

    fprintf(stderr, "referee: %s: line %d: %s\n", r->file, line, text);
}

static int check_station(const struct slips_run *r, enum role role, int number)
{
    char why[128];

    if (number == 0 || r->contest.people[role][number].station[0] != '\0')
        return EX_OK;
    snprintf(why, sizeof(why), "%c%d has no station: give it a line in [stations]",
        contest_letters[role], number);
    return verb_fail(r->file, why, EX_DATAERR);
}

/* A ranking has one terminal of each session: there is a limit. */
static int check_ranked(const struct slips_run *r)
{
    const struct contest *c = &r->contest;
    char why[128];

    for (int judge = 1; judge <= CONTEST_MOST && c->book->ranking == RANKING_OTHERS;
         judge++) {
        if (count_sessions(c, judge) <= BALLOT_SEATS_MAX)
            continue;
        snprintf(why, sizeof(why),
            "J%d has %d sessions, but can rank only %d terminals: leave entries out",
            judge, count_sessions(c, judge), BALLOT_SEATS_MAX);
        return verb_fail(r->file, why, EX_DATAERR);
    }
    return EX_OK;
}

static int check_contest(struct slips_run *r)
{
    const struct contest *c = &r->contest;
    int last = 0;

    for (size_t i = 0; i < c->session_count; i++) {
        const struct contest_session *s = &c->sessions[i];
        for (int role = ROLE_ENTRY; role < ROLES; role++)
            if (check_station(r, (enum role)role, s->who[role]) != EX_OK)
                return EX_DATAERR;
        last = s->round > last ? s->round : last;
        if (schedule_slots(c, s->round) > SLIP_STATIONS_MOST)
            return verb_fail(r->file,
                "a judge has too many sessions in a round for a slip: split the round",
                EX_DATAERR);
    }
    if (last < r->first)
        return verb_fail(r->file,
            last == 0 ? "it has no rounds: 'referee schedule --ini' makes them"
                      : "it has no rounds from that number on: change --from",
            EX_DATAERR);
    if (check_ranked(r) != EX_OK)
        return EX_DATAERR;
    return schedule_check_places(c, report_mistake, r) == 0 ? EX_OK : EX_DATAERR;
}

static int open_directory(struct slips_run *r)
{
    if (mkdir(r->path, 0755) < 0 && errno != EEXIST)
        return report_errno(r->path, errno);
    r->directory = open(r->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return r->directory >= 0 ? EX_OK : report_errno(r->path, errno);
}

static int write_slips(struct slips_run *r)
{
    struct inirow_error error;
    int code = inifile_read(r->file, &contest_reader, &r->contest, &error);

    if (code != EX_OK)
        return verb_fail(r->file, inifile_why(&error), code);
    code = check_contest(r);
    if (code == EX_OK)
        code = open_directory(r);
    if (code != EX_OK)
        return code;
    code = write_all(r);
    close(r->directory);
    if (code != EX_OK)
        return code;
    printf("%zu slips are in %s: one for each judge and round\n", r->written_count,
        r->path);
    return EX_OK;
}

static const struct option_row rows[] = {
    {.name = "from",
        .value = "ROUND",
        .help = "first round to write slips for (1)",
        OPTION_COUNTS(struct slips_run, first, CONTEST_ROUNDS_MOST),
        .remedy = "say the number of a round"},
    {.letter = 'h', .name = "help", .help = "print this and stop", OPTION_ASKS_HELP},
};

static const struct options options = {
    .command = "referee slips",
    .use = "[OPTION...] FILE.ini DIR",
    .about = "write a slip for each judge and round into a directory",
    .rows = rows,
    .count = sizeof(rows) / sizeof(rows[0]),
};

/* Returns VERB_RUN, or the exit status. */
static int read_arguments(struct slips_run *r, int argc, char **argv)
{
    int first, code;

    r->first = 1;
    code = verb_read_options(&options, r, argc, argv, &first);
    if (code != VERB_RUN)
        return code;
    if (argc - first != 2)
        return verb_fail(
            "slips", "write 'referee slips [--from ROUND] FILE.ini DIR'", EX_USAGE);
    r->file = argv[first];
    r->path = argv[first + 1];
    return VERB_RUN;
}

int referee_slips(int argc, char **argv)
{
    struct slips_run *r = calloc(1, sizeof(*r));
    int code;

    if (r == NULL)
        return verb_fail("slips", "out of memory: close other programs", EX_OSERR);
    code = read_arguments(r, argc, argv);
    if (code == VERB_RUN)
        code = write_slips(r);
    free(r);
    return code;
}
