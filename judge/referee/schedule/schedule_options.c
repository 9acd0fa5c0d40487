#include "judge/referee/schedule/schedule_options.h"

#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "judge/referee/output/clock_text.h"
#include "judge/referee/output/verb.h"
#include "judge/referee/schedule/rota.h"

/* HH:MM */
static bool set_start(void *to, const char *value)
{
    struct schedule_options *o = to;
    int parts[CLOCK_TEXT_PARTS];

    if (strlen(value) != 5 || clock_text_read(value, parts) != 2)
        return false;
    o->start = 60 * parts[0] + parts[1];
    return parts[0] < 24 && parts[1] < 60;
}

static bool set_seed(void *to, const char *value)
{
    struct schedule_options *o = to;
    long seed = 0;

    o->seeded = options_number(value, 0, SCHEDULE_OPTIONS_SEED_MOST, &seed);
    o->wish.seed = (uint64_t)seed;
    return o->seeded;
}

#define FLAG(member) OPTION_SETS(struct schedule_options, member)
#define TEXT(member) OPTION_KEEPS(struct schedule_options, member)
#define NUMBER(member, most) OPTION_COUNTS(struct schedule_options, member, most)
#define CHOICE(member, choice) OPTION_CHOOSES(struct schedule_options, member, choice)

#define PEOPLE(word, role)                                                             \
    {                                                                                  \
        .name = word, .value = "N", .help = "number of " word,                         \
        NUMBER(counts[role], ROTA_MOST), .remedy = "say 1 to 30"                       \
    }

static const struct option_row rows[] = {
    PEOPLE("judges", ROLE_JUDGE),
    PEOPLE("entries", ROLE_ENTRY),
    PEOPLE("confederates", ROLE_CONFEDERATE),
    {.letter = 'r',
        .name = "rules",
        .value = "BOOK",
        .help = ", without a contest file (2004)",
        OPTION_FINDS_BOOK(struct schedule_options, book)},
    {.letter = 't',
        .name = "time",
        .value = "MINUTES",
        .help = "length of a session (the file's, the book's)",
        NUMBER(minutes, CONTEST_MINUTES_MOST),
        .remedy = "say 1 to 1440 minutes"},
    {.name = "start",
        .value = "TIME",
        .help = "start of the first round: print times",
        OPTION_BY(set_start),
        .remedy = "say a time of day such as 10:00"},
    {.name = "csv",
        .help = "print CSV, a line for each round",
        CHOICE(form, SCHEDULE_TABLE_CSV)},
    {.name = "ini",
        .help = "print sections of a contest file",
        CHOICE(form, SCHEDULE_TABLE_INI)},
    {.name = "anew", .help = "make a new table in place of the file's", FLAG(anew)},
    {.name = "repack",
        .help = "keep the sessions, find fewer rounds",
        FLAG(wish.repack)},
    {.name = "done",
        .value = "LIST",
        .help = "rounds and sessions that are over",
        TEXT(done),
        .remedy = "write 1-3,J2E1C4 or similar"},
    {.name = "absent",
        .value = "LIST",
        .help = "people that are absent from now on",
        TEXT(absent),
        .remedy = "write J2,C3 or similar"},
    {.name = "seed",
        .value = "NUMBER",
        .help = "another table",
        OPTION_BY(set_seed),
        .remedy = "say 0 to 999999999"},
    {.letter = 'h', .name = "help", .help = "print this and stop", OPTION_ASKS_HELP},
};

static const struct options options = {
    .command = "referee schedule",
    .use = "[OPTION...] FILE.ini",
    .about = "       referee schedule [OPTION...] --judges N --entries N "
             "--confederates N\n"
             "check the rounds of a contest file, or make new ones",
    .rows = rows,
    .count = sizeof(rows) / sizeof(rows[0]),
};

/* Options that exclude each other, or need each other. */
static const char *find_conflict(const struct schedule_options *o)
{
    const int *counts = o->counts;
    bool any = counts[ROLE_JUDGE] > 0 || counts[ROLE_ENTRY] > 0 ||
               counts[ROLE_CONFEDERATE] > 0;
    bool all = counts[ROLE_JUDGE] > 0 && counts[ROLE_ENTRY] > 0 &&
               counts[ROLE_CONFEDERATE] > 0;

    if (o->file != NULL && any)
        return "the file lists the people: leave --judges, --entries and "
               "--confederates out";
    if (o->file != NULL && o->book != NULL)
        return "the file names the book: leave --rules out";
    if (o->file == NULL && !any)
        return "name a contest file, or say --judges N --entries N --confederates N";
    if (o->file == NULL && !all)
        return "say all three: --judges N --entries N --confederates N";
    if (o->file == NULL && (o->wish.repack || o->done != NULL || o->absent != NULL))
        return "--repack, --done and --absent need a contest file: name it";
    if (o->anew && o->wish.repack)
        return "--anew cannot be combined with --repack: leave one out";
    return NULL;
}

int schedule_options_read(struct schedule_options *o, int argc, char **argv)
{
    const char *conflict;
    int first, code;

    *o = (struct schedule_options){.start = -1};
    code = verb_read_options(&options, o, argc, argv, &first);
    if (code != VERB_RUN)
        return code;
    if (argc - first > 1)
        return verb_fail(
            argv[first + 1], "one argument too many: name one contest file", EX_USAGE);
    o->file = argv[first];
    conflict = find_conflict(o);
    if (conflict != NULL)
        return verb_fail(o->file != NULL ? o->file : "schedule", conflict, EX_USAGE);
    return VERB_RUN;
}
