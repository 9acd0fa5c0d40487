#include "request.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "rota.h"

static int read_number(const char *text, int least, int most)
{
    char *end;
    long number = strtol(text, &end, 10);

    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && number >= least &&
                   number <= most
               ? (int)number
               : -1;
}

static bool set_count(struct request *q, enum role role, const char *value)
{
    q->counts[role] = read_number(value, 1, ROTA_MOST);
    return q->counts[role] > 0;
}

static bool set_judges(struct request *q, const char *value)
{
    return set_count(q, ROLE_JUDGE, value);
}

static bool set_entries(struct request *q, const char *value)
{
    return set_count(q, ROLE_ENTRY, value);
}

static bool set_confederates(struct request *q, const char *value)
{
    return set_count(q, ROLE_CONFEDERATE, value);
}

static bool set_rules(struct request *q, const char *value)
{
    q->book = rulebook_find(value);
    return q->book != NULL;
}

static bool set_time(struct request *q, const char *value)
{
    q->minutes = read_number(value, 1, CONTEST_MINUTES_MOST);
    return q->minutes > 0;
}

/* HH:MM */
static bool set_start(struct request *q, const char *value)
{
    int hour, minute;

    if (strlen(value) != 5 || strspn(value, "0123456789:") != 5 ||
        sscanf(value, "%2d:%2d", &hour, &minute) != 2)
        return false;
    q->start = 60 * hour + minute;
    return hour < 24 && minute < 60;
}

static bool set_held(struct request *q, const char *value)
{
    q->held = value;
    return value[0] != '\0';
}

static bool set_absent(struct request *q, const char *value)
{
    q->absent = value;
    return value[0] != '\0';
}

static bool set_seed(struct request *q, const char *value)
{
    int seed = read_number(value, 0, REQUEST_SEED_MOST);

    q->wish.seed = (uint64_t)seed;
    q->seeded = true;
    return seed >= 0;
}

static bool set_anew(struct request *q, const char *value)
{
    (void)value;
    return q->anew = true;
}

static bool set_repack(struct request *q, const char *value)
{
    (void)value;
    return q->wish.repack = true;
}

static bool set_csv(struct request *q, const char *value)
{
    (void)value;
    q->form = TABLE_CSV;
    return true;
}

static bool set_ini(struct request *q, const char *value)
{
    (void)value;
    q->form = TABLE_INI;
    return true;
}

static bool set_help(struct request *q, const char *value)
{
    (void)value;
    return q->help = true;
}

static const struct {
    int letter; /* or 0 */
    const char *name, *value;
    bool (*set)(struct request *q, const char *value);
    const char *wanted, *help;
} rows[] = {
    {0, "judges", "N", set_judges, "say 1 to 30", "so many judges"},
    {0, "entries", "N", set_entries, "say 1 to 30", "so many entries"},
    {0, "confederates", "N", set_confederates, "say 1 to 30", "so many confederates"},
    {'r', "rules", "BOOK", set_rules, "the books are 1996, 2003, 2004, 2009 and wager",
        "the rule book, where there is no file (2004)"},
    {'t', "time", "MINUTES", set_time, "say 1 to 1440 minutes",
        "how long a session lasts (the file's, the book's)"},
    {0, "start", "TIME", set_start, "say a time of day such as 10:00",
        "when the first round begins: adds times"},
    {0, "csv", NULL, set_csv, "", "print CSV, a line for each round"},
    {0, "ini", NULL, set_ini, "", "print sections of a contest file"},
    {0, "anew", NULL, set_anew, "", "draw up a new table, whatever the file has"},
    {0, "repack", NULL, set_repack, "", "the same sessions in as few rounds as may be"},
    {0, "done", "LIST", set_held, "write 1-3,J2E1C4 or so",
        "these rounds and sessions are over"},
    {0, "absent", "LIST", set_absent, "write J2,C3 or so",
        "they are not there any more"},
    {0, "seed", "NUMBER", set_seed, "say 0 to 999999999", "another table"},
    {'h', "help", NULL, set_help, "", "print this and stop"},
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]), OPTION_LONG = 256 };

int request_help(void)
{
    printf("usage: referee schedule [OPTION...] FILE.ini\n"
           "       referee schedule [OPTION...] --judges N --entries N "
           "--confederates N\n"
           "check the rounds of a contest file, or draw up new ones\n\n");
    for (int i = 0; i < ROWS; i++) {
        char option[64];

        snprintf(option, sizeof(option), "--%s%s%s", rows[i].name,
            rows[i].value != NULL ? " " : "",
            rows[i].value != NULL ? rows[i].value : "");
        printf(rows[i].letter != 0 ? "  -%c, " : "      ", rows[i].letter);
        printf("%-20s %s\n", option, rows[i].help);
    }
    return EX_OK;
}

int request_usage(const char *what, const char *why)
{
    fprintf(stderr, "referee: %s: %s\n", what, why);
    return EX_USAGE;
}

/* Options */

static const char all_options[] = "'referee schedule --help' lists the options";

static int read_option(struct request *q, int option, char **argv)
{
    char name[32];

    for (int i = 0; i < ROWS; i++) {
        if (option != OPTION_LONG + i && option != rows[i].letter)
            continue;
        if (rows[i].set(q, optarg))
            return EX_OK;
        snprintf(name, sizeof(name), "--%s", rows[i].name);
        fprintf(stderr, "referee: %s %s: %s\n", name, optarg, rows[i].wanted);
        return EX_USAGE;
    }
    return request_usage(argv[optind - 1], all_options);
}

static void make_options(struct option longs[static ROWS + 1])
{
    for (int i = 0; i < ROWS; i++)
        longs[i] = (struct option){rows[i].name,
            rows[i].value != NULL ? required_argument : no_argument, NULL,
            OPTION_LONG + i};
    longs[ROWS] = (struct option){0};
}

static bool is_counted(const struct request *q)
{
    return q->counts[ROLE_JUDGE] > 0 || q->counts[ROLE_ENTRY] > 0 ||
           q->counts[ROLE_CONFEDERATE] > 0;
}

/* What does not go together. */
static int check_request(const struct request *q)
{
    if (q->file == NULL && !is_counted(q))
        return request_usage("schedule",
            "name a contest file, or say --judges N --entries N "
            "--confederates N");
    if (q->file != NULL && is_counted(q))
        return request_usage(q->file,
            "the file says who takes part: leave --judges, --entries "
            "and --confederates out");
    if (q->file != NULL && q->book != NULL)
        return request_usage(q->file, "the file says which book: leave --rules out");
    for (int role = 0; role < ROLES && q->file == NULL; role++)
        if (q->counts[role] == 0)
            return request_usage(
                "schedule", "say all three: --judges N --entries N --confederates N");
    if (q->file == NULL && (q->wish.repack || q->held != NULL || q->absent != NULL))
        return request_usage("schedule",
            "--repack, --done and --absent are about the rounds of "
            "a contest file: name it");
    if (q->anew && q->wish.repack)
        return request_usage("schedule", "--anew and --repack: say one of them");
    return EX_OK;
}

int request_read(struct request *q, int argc, char **argv)
{
    struct option longs[ROWS + 1];
    int option, code = EX_OK;

    q->start = -1;
    make_options(longs);
    opterr = 0;
    while (
        code == EX_OK && (option = getopt_long(argc, argv, "r:t:h", longs, NULL)) != -1)
        code = read_option(q, option, argv);
    if (code != EX_OK || q->help)
        return code;
    if (argc - optind > 1)
        return request_usage(
            argv[optind + 1], "one argument too many: name one contest file");
    q->file = argv[optind];
    return check_request(q);
}
