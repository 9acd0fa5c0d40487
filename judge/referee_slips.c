#include "referee.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "ballot.h"
#include "chance.h"
#include "contest_file.h"
#include "inifile.h"
#include "schedule.h"
#include "slip.h"
#include "whole.h"

/* What is written, and where. */
struct office {
    const char *file, *path;
    int first; /* round */
    bool help;
    int directory;
    struct contest contest;
    int order[SLIP_STATIONS_MOST]; /* of a round's sessions */
    struct paper {
        int round, judge;
    } papers[CONTEST_SESSIONS_MOST]; /* that are there already */
    size_t paper_count;
};

enum { NAME_SIZE = 40 };

static const char use[] = "write 'referee slips [--from ROUND] FILE.ini DIR'";

static int fail(const char *what, const char *why, int code)
{
    fprintf(stderr, "referee: %s: %s\n", what, why);
    return code;
}

/* Chance */

/* Some numbers from 0 in an order that is as likely as any other. Returns 0; or -1 with
 * errno. */
static int draw_order(int *order, int count)
{
    for (int i = 0; i < count; i++) {
        int other = chance_below((unsigned)i + 1);
        if (other < 0)
            return -1;
        order[i] = order[other];
        order[other] = i;
    }
    return 0;
}

/*
 * A round's sessions are held in an order of chance, the same for all judges, so that
 * they stay in step. Where some have fewer than others only the file's order is known
 * to keep them apart.
 */
static int draw_round(struct office *o, int round)
{
    int slots = schedule_slots(&o->contest, round);
    bool alike = true;

    for (int judge = 1; judge <= CONTEST_MOST; judge++) {
        int count = 0;
        for (size_t i = 0; i < o->contest.session_count; i++)
            count += o->contest.sessions[i].round == round &&
                     o->contest.sessions[i].who[ROLE_JUDGE] == judge;
        alike = alike && (count == 0 || count == slots);
    }
    for (int i = 0; i < slots; i++)
        o->order[i] = i;
    return alike ? draw_order(o->order, slots) : 0;
}

/* Slips */

static void add_station(
    const struct contest *c, enum role role, int number, struct slip *s)
{
    if (number > 0)
        snprintf(s->stations[s->station_count++], CONTEST_STATION_SIZE, "%s",
            c->people[role][number].station);
}

/* The two of a pair in an order of chance. Returns 0; or -1 with errno. */
static int add_session(
    const struct contest *c, const struct contest_session *session, struct slip *s)
{
    int first = chance_below(2);

    if (first < 0)
        return -1;
    for (int i = 0; i < 2; i++) {
        enum role role = i == first ? ROLE_ENTRY : ROLE_CONFEDERATE;
        add_station(c, role, session->who[role], s);
    }
    return 0;
}

/* How many sessions a judge has in all rounds. */
static int count_sessions(const struct contest *c, int judge)
{
    int count = 0;

    for (size_t i = 0; i < c->session_count; i++)
        count += c->sessions[i].who[ROLE_JUDGE] == judge;
    return count;
}

/* Returns 0; or -1 with errno. */
static int make_slip(const struct office *o, int round, int judge, struct slip *s)
{
    const struct contest *c = &o->contest;
    const struct contest_session *sessions[SLIP_STATIONS_MOST];
    int count = 0;

    slip_init(s);
    memcpy(s->title, c->title, sizeof(s->title));
    s->book = c->book;
    s->judge = judge;
    s->round = round;
    s->minutes = c->minutes;
    if (c->book->ballot == BALLOT_WHICH)
        s->pairs = count_sessions(c, judge);
    for (size_t i = 0; i < c->session_count; i++)
        if (c->sessions[i].round == round && c->sessions[i].who[ROLE_JUDGE] == judge)
            sessions[count++] = &c->sessions[i];
    for (int i = 0; i < count; i++)
        if (add_session(c, sessions[o->order[i]], s) < 0)
            return -1;
    return 0;
}

/* Files */

static void name_slip(int round, int judge, char name[static NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "judge-%02d-round-%02d.ini", judge, round);
}

/* Make one file, which there must not be yet. Returns 0; or -1 with errno, and nothing
 * left of it. */
static int write_slip(const struct office *o, const struct slip *s, const char *name)
{
    int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    int fd = openat(o->directory, name, flags, 0644);
    char text[SLIP_SIZE];
    int error = 0;

    if (fd < 0)
        return -1;
    if (whole_write(fd, text, slip_write(s, text)) < 0 || fsync(fd) < 0)
        error = errno;
    if (close(fd) < 0 && error == 0)
        error = errno;
    if (error == 0)
        return 0;
    unlinkat(o->directory, name, 0);
    errno = error;
    return -1;
}

/* All or none: those that are there already go again. */
static void take_back(struct office *o)
{
    while (o->paper_count > 0) {
        const struct paper *p = &o->papers[--o->paper_count];
        char name[NAME_SIZE];
        name_slip(p->round, p->judge, name);
        unlinkat(o->directory, name, 0);
    }
}

/* Nothing can be made there. */
static int fail_there(const char *what, int error)
{
    switch (error) {
    case ENOENT:
        return fail(what, "there is no such directory to make it in: make that first",
            EX_CANTCREAT);
    case EEXIST:
    case ENOTDIR:
        return fail(what, "it is no directory: name another", EX_CANTCREAT);
    case EACCES:
    case EPERM:
    case EROFS:
        return fail(what, "it may not be written: name another directory", EX_NOPERM);
    default:
        return fail(what, strerror(error), error == EIO ? EX_IOERR : EX_CANTCREAT);
    }
}

static int fail_slip(struct office *o, const char *name, int error)
{
    char what[PATH_MAX];

    take_back(o);
    snprintf(what, sizeof(what), "%s/%s", o->path, name);
    if (error == EEXIST)
        return fail(what,
            "there is a slip already, and none is ever overwritten: name "
            "another directory",
            EX_CANTCREAT);
    return fail_there(what, error);
}

static int write_one(struct office *o, int round, int judge)
{
    char name[NAME_SIZE];
    struct slip s;

    name_slip(round, judge, name);
    if (make_slip(o, round, judge, &s) < 0 || write_slip(o, &s, name) < 0)
        return fail_slip(o, name, errno);
    o->papers[o->paper_count++] = (struct paper){round, judge};
    return EX_OK;
}

static int write_round(struct office *o, int round)
{
    bool busy[ROLES][CONTEST_MOST + 1];
    int code = EX_OK;

    if (draw_round(o, round) < 0)
        return fail_slip(o, "", errno);
    schedule_mark(&o->contest, round, busy);
    for (int judge = 1; judge <= CONTEST_MOST && code == EX_OK; judge++)
        if (busy[ROLE_JUDGE][judge])
            code = write_one(o, round, judge);
    return code;
}

static int write_all(struct office *o)
{
    int code = EX_OK;

    for (int round = o->first; round <= CONTEST_ROUNDS_MOST && code == EX_OK; round++)
        if (o->contest.rounds[round] != 0)
            code = write_round(o, round);
    /* Some systems do not sync directories, and say so with EINVAL. */
    if (code == EX_OK && fsync(o->directory) < 0 && errno != EINVAL)
        code = fail_slip(o, "", errno);
    return code;
}

/* What a contest must have */

static void say(void *context, int line, const char *text)
{
    const struct office *o = context;

    fprintf(stderr, "referee: %s: line %d: %s\n", o->file, line, text);
}

static int check_station(const struct office *o, enum role role, int number)
{
    char why[128];

    if (number == 0 || o->contest.people[role][number].station[0] != '\0')
        return EX_OK;
    snprintf(why, sizeof(why), "%c%d has no station: give it a line in [stations]",
        contest_letters[role], number);
    return fail(o->file, why, EX_DATAERR);
}

/* Who ranks one of each pair has to have room for all of them. */
static int check_ranked(const struct office *o)
{
    const struct contest *c = &o->contest;
    char why[128];

    for (int judge = 1; judge <= CONTEST_MOST && c->book->ballot == BALLOT_WHICH;
         judge++) {
        if (count_sessions(c, judge) <= BALLOT_SEATS_MAX)
            continue;
        snprintf(why, sizeof(why),
            "J%d has %d sessions, and can rank %d: leave entries out", judge,
            count_sessions(c, judge), BALLOT_SEATS_MAX);
        return fail(o->file, why, EX_DATAERR);
    }
    return EX_OK;
}

static int check_contest(struct office *o)
{
    const struct contest *c = &o->contest;
    int last = 0;

    for (size_t i = 0; i < c->session_count; i++) {
        const struct contest_session *s = &c->sessions[i];
        for (int role = ROLE_ENTRY; role < ROLES; role++)
            if (check_station(o, (enum role)role, s->who[role]) != EX_OK)
                return EX_DATAERR;
        last = s->round > last ? s->round : last;
        if (schedule_slots(c, s->round) > SLIP_STATIONS_MOST)
            return fail(o->file,
                "a judge has more sessions in a round than a slip has "
                "room for: make it several rounds",
                EX_DATAERR);
    }
    if (last < o->first)
        return fail(o->file,
            last == 0 ? "it has no rounds: 'referee schedule --ini' "
                        "draws them up"
                      : "it has no such rounds: see --from",
            EX_DATAERR);
    if (check_ranked(o) != EX_OK)
        return EX_DATAERR;
    return schedule_check_places(c, say, o) == 0 ? EX_OK : EX_DATAERR;
}

static int open_directory(struct office *o)
{
    if (mkdir(o->path, 0755) < 0 && errno != EEXIST)
        return fail_there(o->path, errno);
    o->directory = open(o->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return o->directory >= 0 ? EX_OK : fail_there(o->path, errno);
}

static int run(struct office *o)
{
    struct inirow_error error;
    char why[INIROW_WHY_SIZE + 32];
    int code = contest_file_read(o->file, &o->contest, &error);

    if (code != EX_OK) {
        inifile_why(&error, why, sizeof(why));
        return fail(o->file, why, code);
    }
    code = check_contest(o);
    if (code == EX_OK)
        code = open_directory(o);
    if (code != EX_OK)
        return code;
    code = write_all(o);
    close(o->directory);
    if (code != EX_OK)
        return code;
    printf(
        "%zu slips are in %s: one for each judge and round\n", o->paper_count, o->path);
    return EX_OK;
}

/* The number of a round; 0 if it is none. */
static int read_round(const char *text)
{
    char *end;
    long round = strtol(text, &end, 10);

    return *end == '\0' && round >= 1 && round <= CONTEST_ROUNDS_MOST ? (int)round : 0;
}

static int help(void)
{
    printf("usage: referee slips [OPTION...] FILE.ini DIR\n"
           "write what each judge is handed for each round into a directory\n\n"
           "      --from ROUND  the first round that they are wanted for\n"
           "  -h, --help        print this and stop\n");
    return EX_OK;
}

/* Returns 0, or EX_USAGE. */
static int read_arguments(struct office *o, int argc, char **argv)
{
    static const struct option longs[] = {{"from", required_argument, NULL, 'f'},
        {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    int option;

    o->first = 1;
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":h", longs, NULL)) != -1) {
        if (option == 'h')
            o->help = true;
        else if (option == 'f')
            o->first = read_round(optarg);
        else if (option != ':')
            return fail(argv[optind - 1], use, EX_USAGE);
        if (option == ':' || o->first == 0)
            return fail(
                "--from", "say the first round that slips are wanted for", EX_USAGE);
    }
    if (o->help)
        return EX_OK;
    if (argc - optind != 2)
        return fail("slips", use, EX_USAGE);
    o->file = argv[optind];
    o->path = argv[optind + 1];
    return EX_OK;
}

int referee_slips(int argc, char **argv)
{
    struct office *o = calloc(1, sizeof(*o));
    int code;

    if (o == NULL)
        return fail("slips", "there is no memory left", EX_OSERR);
    code = read_arguments(o, argc, argv);
    if (code == EX_OK)
        code = o->help ? help() : run(o);
    free(o);
    return code;
}
