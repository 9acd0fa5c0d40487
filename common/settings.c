#include "settings.h"

#include <ctype.h>
#include <getopt.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "link.h"
#include "wire.h"

enum {
    JUDGE = 1 << PROGRAM_JUDGE,
    CONFEDERATE = 1 << PROGRAM_CONFEDERATE,
    ENTRY = 1 << PROGRAM_ENTRY,
    STATIONS = CONFEDERATE | ENTRY,
    ALL = JUDGE | STATIONS
};

/* A program prints a reply in one go; a 2009 entry types it, with pauses. */
enum { IDLE_MS = 700, IDLE_LPP_MS = 3000 };

enum { OPTION_HELP = 'h', OPTION_VERSION = 'V', OPTION_LONG = 256, OPTIONS_MAX = 40 };

static const struct {
    const char *name, *use, *about;
} programs[] = {
    [PROGRAM_JUDGE] = {"judge", "[OPTION...] [STATION...]",
        "the judge's console: pick a station, or name stations: HOST:PORT, lpp:DIR"},
    [PROGRAM_CONFEDERATE] = {"confederate", "[OPTION...]",
        "the human confederate's console: wait for judges and answer them"},
    [PROGRAM_ENTRY] = {"entry",
        "[OPTION...] (--doctor | --lpp DIR | -- PROGRAM [ARG...])",
        "a computer program in the hidden room: wait for judges, let it answer"},
};

static bool set_judge(struct settings *s, const char *value)
{
    if (strlen(value) != 2 || !isdigit((unsigned char)value[0]) ||
        !isdigit((unsigned char)value[1]))
        return false;
    s->judge = atoi(value);
    return true;
}

static bool set_rules(struct settings *s, const char *value)
{
    s->book = rulebook_find(value);
    return s->book != NULL;
}

static bool set_label(struct settings *s, const char *value)
{
    s->label = value;
    return wire_is_label(value);
}

/* A decimal number of at most 9 digits from least to most. */
static bool read_number(const char *value, long least, long most, long *number)
{
    char *end;

    if (!isdigit((unsigned char)*value) || strlen(value) > 9)
        return false;
    *number = strtol(value, &end, 10);
    return *end == '\0' && *number >= least && *number <= most;
}

static bool set_port(struct settings *s, const char *value)
{
    long port;
    bool good = read_number(value, 1, 65535, &port);

    s->port = good ? (int)port : 0;
    return good;
}

static bool set_hold(struct settings *s, const char *value)
{
    long seconds;
    bool good = read_number(value, 1, 86400, &seconds);

    s->hold_ms = good ? seconds * 1000 : 0;
    return good;
}

static bool set_idle(struct settings *s, const char *value)
{
    long ms;
    bool good = read_number(value, 1, 60000, &ms);

    s->idle_ms = good ? ms : 0;
    return good;
}

static bool set_minutes(struct settings *s, const char *value)
{
    long minutes;
    bool good = read_number(value, 1, 1440, &minutes);

    s->minutes = good ? (int)minutes : 0;
    return good;
}

static bool set_pace(struct settings *s, const char *value)
{
    static const char *const names[] = {
        [PACE_RAW] = "raw", [PACE_LINE] = "line", [PACE_TURN] = "turn"};
    long keys;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(value, names[i]) == 0) {
            s->pace = (struct pace_policy){.how = (enum pace_how)i};
            return true;
        }
    if (!read_number(value, 1, PACE_RATE_MAX, &keys))
        return false;
    s->pace = (struct pace_policy){PACE_RATE, (int)keys};
    return true;
}

static bool set_turn(struct settings *s, const char *value)
{
    s->line_turns = strcmp(value, "line") == 0;
    return s->line_turns || strcmp(value, "empty-line") == 0;
}

/* The prefix of a file name, not of a path. */
static bool set_prefix(struct settings *s, const char *value)
{
    size_t length = strlen(value);

    s->place.prefix = value;
    return length >= 1 && length <= 32 && strchr(value, '/') == NULL && value[0] != '.';
}

static bool set_lpp(struct settings *s, const char *value)
{
    s->lpp = value;
    return value[0] != '-';
}

static bool set_resume(struct settings *s, const char *value)
{
    (void)value;
    s->resume = RESUME_YES;
    return true;
}

static bool set_no_resume(struct settings *s, const char *value)
{
    (void)value;
    s->resume = RESUME_NO;
    return true;
}

struct option_row {
    int letter; /* or 0 */
    const char *name;
    const char *value; /* what it takes, or NULL */
    int programs;
    enum { BY_SET, AS_FLAG, AS_TEXT } how;
    bool (*set)(struct settings *s, const char *value); /* false: a bad value */
    size_t at;          /* what is set without it, in struct settings */
    const char *wanted; /* of the value; "" of a text: it may be empty */
    const char *help;
};

#define CALL(function) BY_SET, function, 0
#define FLAG(member) AS_FLAG, NULL, offsetof(struct settings, member)
#define TEXT(member) AS_TEXT, NULL, offsetof(struct settings, member)

static const struct option_row rows[] = {
    {'j', "judge", "NN", JUDGE, CALL(set_judge), "a judge is two digits, 00 to 99",
        "say that judge NN has sat down (1996: types @@NN)"},
    {'t', "time", "MINUTES", JUDGE, CALL(set_minutes), "say 1 to 1440 minutes",
        "give the conversation so long (the book's own time)"},
    {0, "ballot", NULL, JUDGE, FLAG(ballot), "",
        "ask for a ballot after a lone conversation, too"},
    {0, "study", NULL, JUDGE, FLAG(study), "",
        "ask on the ballot for confidence and a reason, too"},
    {'n', "name", "NAME", STATIONS, TEXT(name), "",
        "who sits there, for the transcript"},
    {0, "contestant", "NAME", STATIONS, TEXT(contestant), "",
        "whose program it is, for the transcript"},
    {0, "label", "LABEL", STATIONS, CALL(set_label),
        "a label is 1 to 16 letters, digits or hyphens",
        "what judges see of this station (terminal-PORT)"},
    {'p', "port", "PORT", STATIONS, CALL(set_port),
        "a port is a number from 1 to 65535",
        "listen on this port (the first free one from 1950)"},
    {'b', "bind", "ADDRESS", STATIONS, TEXT(bind), "name one address of this machine",
        "listen on this address only (all of them)"},
    {0, "open", NULL, STATIONS, FLAG(open), "",
        "serve other networks too, not only one's own wire"},
    {0, "hold", "SECONDS", STATIONS, CALL(set_hold), "say 1 to 86400 seconds",
        "keep a conversation for a lost judge so long (60)"},
    {0, "pace", "HOW", CONFEDERATE, CALL(set_pace),
        "say raw, line, turn, or keys a second from 1 to 1000",
        "keys go out raw, by line, by turn, N a second (raw)"},
    {0, "pace", "HOW", ENTRY, CALL(set_pace),
        "say raw, line, turn, or keys a second from 1 to 1000",
        "keys go out raw, by line, by turn, N a second (line)"},
    {0, "greeting", "TEXT", STATIONS, TEXT(greeting), "",
        "what a new judge is told (Welcome judge %d)"},
    {0, "doctor", NULL, ENTRY, FLAG(doctor), "", "answer with the built-in partner"},
    {0, "turn", "HOW", ENTRY, CALL(set_turn), "say --turn=empty-line or --turn=line",
        "how a turn ends: empty-line, or line (it is one)"},
    {0, "prompt", "TEXT", ENTRY, TEXT(prompt),
        "say what the program prints when it waits",
        "the program's own prompt ends its reply"},
    {0, "idle", "MS", ENTRY, CALL(set_idle), "say 1 to 60000 milliseconds",
        "so much silence ends a reply (700; 3000 with --lpp)"},
    {0, "lpp", "DIR", STATIONS, CALL(set_lpp),
        "name a directory, or none to choose one",
        "talk to a 2009 program in this directory"},
    {0, "skip-banner", NULL, ENTRY, FLAG(skip_banner), "",
        "its first words, before any turn, are not typed"},
    {0, "isolated", NULL, ENTRY, FLAG(isolated), "",
        "give the program no network, or refuse to start"},
    {0, "pty", NULL, ENTRY, FLAG(pty), "", "give the program a terminal, not pipes"},
    {'r', "rules", "BOOK", JUDGE | CONFEDERATE, CALL(set_rules),
        "the books are 1996, 2003, 2004, 2009 and wager",
        "1996, 2003, 2004, 2009 or wager (1996; lpp: 2009)"},
    {'r', "rules", "BOOK", ENTRY, CALL(set_rules),
        "the books are 1996, 2003, 2004, 2009 and wager",
        "1996, 2003, 2004, 2009 or wager (1996)"},
    {'l', "log", "DIR", ALL, TEXT(place.directory), "name a directory",
        "write transcripts and key logs there (.)"},
    {0, "log-prefix", "PREFIX", ALL, CALL(set_prefix),
        "say up to 32 characters to begin a file's name, without /",
        "name them PREFIX-nn.TXT (LP)"},
    {0, "notice", "TEXT", ALL, TEXT(notice), "", "the transcript's first line"},
    {0, "key", "FILE", ALL, TEXT(key_file),
        "name a file that 'referee key FILE' has made",
        "seal the link with the key in FILE, as the other end"},
    {0, "resume", NULL, ALL, CALL(set_resume), "",
        "go on with a conversation that was cut short"},
    {0, "no-resume", NULL, ALL, CALL(set_no_resume), "", "give it up, and begin anew"},
    {0, "plain", NULL, ALL, FLAG(plain), "", "no curses: standard input and output"},
    {OPTION_HELP, "help", NULL, ALL, CALL(NULL), "", "print this and stop"},
    {OPTION_VERSION, "version", NULL, ALL, FLAG(version), "",
        "print the version and stop"},
    {0, "verbose", NULL, ALL, FLAG(verbose), "",
        "with --version: what the program gives up, too"},
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]) };
_Static_assert((int)ROWS < (int)OPTIONS_MAX, "the tables for getopt_long have room");

/* Returns false for a bad value. */
static bool set(const struct option_row *row, struct settings *s, const char *value)
{
    void *member = (char *)s + row->at;

    switch (row->how) {
    case AS_FLAG:
        *(bool *)member = true;
        return true;
    case AS_TEXT:
        *(const char **)member = value;
        return value[0] != '\0' || row->wanted[0] == '\0';
    default:
        return row->set(s, value);
    }
}

static bool applies(const struct option_row *row, enum program program)
{
    return (row->programs & 1 << program) != 0;
}

/* The table as getopt_long() wants it; an option without a letter has its row. */
static void make_options(enum program program, struct option longs[static OPTIONS_MAX],
    char shorts[static 3 * OPTIONS_MAX])
{
    *shorts++ = ':';
    for (int i = 0; i < ROWS; i++) {
        const struct option_row *row = &rows[i];
        if (!applies(row, program))
            continue;
        *longs++ = (struct option){row->name,
            row->value != NULL ? required_argument : no_argument, NULL,
            OPTION_LONG + i};
        if (row->letter == 0)
            continue;
        *shorts++ = (char)row->letter;
        if (row->value != NULL)
            *shorts++ = ':';
    }
    *longs = (struct option){0};
    *shorts = '\0';
}

static const struct option_row *find_row(enum program program, int option)
{
    if (option >= OPTION_LONG)
        return &rows[option - OPTION_LONG];
    for (int i = 0; i < ROWS; i++)
        if (applies(&rows[i], program) && rows[i].letter == option)
            return &rows[i];
    return NULL;
}

static enum settings_result bad(char *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error, SETTINGS_ERROR_SIZE, format, arguments);
    va_end(arguments);
    return SETTINGS_BAD;
}

/* What getopt_long() did not like: the argument it was looking at, or a letter. */
static enum settings_result bad_option(
    const struct settings *s, int result, char **argv, char *error)
{
    const char *what = result == ':' ? "needs a value" : "is no option";

    if (optopt > 0 && optopt < OPTION_LONG)
        return bad(error, "-%c %s: 'man %s' or '%s --help' lists them", optopt, what,
            s->program_name, s->program_name);
    return bad(error, "%s %s: 'man %s' or '%s --help' lists them", argv[optind - 1],
        what, s->program_name, s->program_name);
}

/* A judge who names several stations names as many as the book has. */
static bool is_count(const struct rulebook *book, int count)
{
    return count <= 1 || book->terminals == 1 || count == book->terminals;
}

/* Several stations: a pair, or a tour of them. */
static enum settings_result read_stations(
    struct settings *s, int count, char **stations, char *error)
{
    if (count > SETTINGS_STATIONS)
        return bad(error, "%s is one station too many: name %d at most",
            stations[SETTINGS_STATIONS], SETTINGS_STATIONS);
    for (int i = 0; i < count; i++) {
        s->stations[i] = stations[i];
        if (strncmp(stations[i], "lpp:", 4) == 0 && count > 1)
            return bad(error, "%s: a directory is talked to alone: name nothing else",
                stations[i]);
        for (int k = 0; k < i; k++)
            if (strcmp(stations[i], stations[k]) == 0)
                return bad(
                    error, "%s is named twice: name each station once", stations[i]);
    }
    s->station_count = count;
    return SETTINGS_RUN;
}

/* A judge's station may be a directory. */
static void read_station(struct settings *s, const char *station)
{
    static const char scheme[] = "lpp:";

    s->station = station;
    if (strncmp(station, scheme, sizeof(scheme) - 1) == 0)
        s->lpp = station + sizeof(scheme) - 1;
}

bool settings_is_direct(const struct settings *s)
{
    return s->lpp != NULL && s->program != PROGRAM_ENTRY;
}

/* What belongs to a wire, and goes with no directory. */
static enum settings_result settle_direct(const struct settings *s, char *error)
{
    if (strcmp(s->book->name, "2009") != 0)
        return bad(error,
            "--rules %s: a communications directory is played by 2009: "
            "leave -r out",
            s->book->name);
    if (s->pace.how != PACE_RAW)
        return bad(error, "--pace: in a communications directory each key goes out as "
                          "it is made: leave --pace out");
    if (s->key_file != NULL)
        return bad(error, "--key: a communications directory cannot be sealed: leave "
                          "--key out");
    return SETTINGS_RUN;
}

/* What depends on other options. Who talks to a 2009 program does so by the 2009 book.
 */
static enum settings_result settle(struct settings *s, char *error)
{
    bool direct = settings_is_direct(s);

    if (s->idle_ms == 0)
        s->idle_ms = s->lpp != NULL ? IDLE_LPP_MS : IDLE_MS;
    if (s->book == NULL)
        s->book = rulebook_find(direct ? "2009" : "1996");
    if ((s->minutes > 0 || s->ballot) && (s->station == NULL || direct))
        return bad(error, "--time and --ballot are for a round over the wire: name its "
                          "station, HOST or HOST:PORT");
    if (!is_count(s->book, s->station_count))
        return bad(error, "%s is played with %s stations: name %s", s->book->name,
            s->book->terminals == 2 ? "two" : "four",
            s->book->terminals == 2 ? "two" : "four");
    if (direct)
        return settle_direct(s, error);
    if (s->lpp != NULL && s->book->alphabet != ALPHABET_ASCII)
        return bad(error,
            "--rules %s: a communications directory knows ASCII only: leave --lpp out, "
            "or play another book",
            s->book->name);
    return SETTINGS_RUN;
}

static enum settings_result read_arguments(
    struct settings *s, int argc, char **argv, char *error)
{
    int left = argc - optind;

    switch (s->program) {
    case PROGRAM_JUDGE:
        if (left > 0)
            read_station(s, argv[optind]);
        return read_stations(s, left, argv + optind, error);
    case PROGRAM_CONFEDERATE:
        return left == 0 ? SETTINGS_RUN
                         : bad(error,
                               "%s is no option: judges come to you, so name no "
                               "station; 'confederate --help' lists the options",
                               argv[optind]);
    case PROGRAM_ENTRY:
        s->command = left > 0 ? argv + optind : NULL;
        if (s->isolated && (s->doctor || s->lpp != NULL))
            return bad(error, "--isolated is for a program: leave it out, %s",
                s->doctor ? "the built-in partner reaches nobody"
                          : "nothing is started for a directory");
        switch (s->doctor + (left > 0) + (s->lpp != NULL)) {
        case 0:
            return bad(error, "nothing to run: say 'entry --doctor' for the built-in "
                              "partner, or 'entry -- PROGRAM [ARG...]' for your own");
        case 1:
            return SETTINGS_RUN;
        default:
            return bad(error, "two things to run: say --doctor, --lpp DIR or -- "
                              "PROGRAM, one of them");
        }
    }
    return SETTINGS_RUN;
}

static const struct settings defaults = {
    .judge = -1,
    .name = "",
    .contestant = "",
    .place = {".", "LP"},
    .greeting = "Welcome judge %d",
    .hold_ms = 60000,
};

enum settings_result settings_read(struct settings *s, enum program program, int argc,
    char **argv, char error[static SETTINGS_ERROR_SIZE])
{
    struct option longs[OPTIONS_MAX];
    char shorts[3 * OPTIONS_MAX + 1];
    const char *spec;
    int option;

    *s = defaults;
    s->program = program;
    s->program_name = programs[program].name;
    s->pace.how = program == PROGRAM_ENTRY ? PACE_LINE : PACE_RAW;
    s->resume = program == PROGRAM_ENTRY ? RESUME_YES : RESUME_ASK;
    make_options(program, longs, shorts + 1);
    /* '+': what follows the name of an entry's program is the program's own. */
    shorts[0] = '+';
    spec = program == PROGRAM_ENTRY ? shorts : shorts + 1;
    while ((option = getopt_long(argc, argv, spec, longs, NULL)) != -1) {
        const struct option_row *row;
        /* --lpp at the end, without a directory: one is to be chosen. */
        if (option == ':' && optopt >= OPTION_LONG &&
            rows[optopt - OPTION_LONG].set == set_lpp) {
            s->lpp = "";
            continue;
        }
        if (option == '?' || option == ':')
            return bad_option(s, option, argv, error);
        row = find_row(program, option);
        if (row->set == NULL && row->how == BY_SET)
            return SETTINGS_HELP;
        if (!set(row, s, optarg))
            return bad(error, "--%s %s: %s", row->name, optarg, row->wanted);
    }
    if (s->version)
        return SETTINGS_VERSION;
    if (s->verbose)
        return bad(error, "--verbose goes with --version only: say --version "
                          "--verbose, or leave it out");
    if (read_arguments(s, argc, argv, error) == SETTINGS_BAD)
        return SETTINGS_BAD;
    return settle(s, error);
}

void settings_help(FILE *to, enum program program)
{
    char option[64];

    fprintf(to, "usage: %s %s\n%s\n\n", programs[program].name, programs[program].use,
        programs[program].about);
    for (int i = 0; i < ROWS; i++) {
        const struct option_row *row = &rows[i];
        if (!applies(row, program))
            continue;
        snprintf(option, sizeof(option), "--%s%s%s", row->name,
            row->value != NULL ? " " : "", row->value != NULL ? row->value : "");
        fprintf(to, row->letter != 0 ? "  -%c, " : "      ", row->letter);
        fprintf(to, "%-20s %s\n", option, row->help);
    }
}

void settings_version(FILE *to, enum program program)
{
    fprintf(to, "%s (Double Return) %s\n", programs[program].name, VERSION);
}
