#include "common/console/settings.h"

#include <ctype.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "common/conversation/wire.h"
#include "common/link/link.h"
#include "common/options/options.h"

enum {
    JUDGE = 1 << PROGRAM_JUDGE,
    CONFEDERATE = 1 << PROGRAM_CONFEDERATE,
    ENTRY = 1 << PROGRAM_ENTRY,
    STATIONS = CONFEDERATE | ENTRY,
    ALL = JUDGE | STATIONS
};

/* Silence that ends a reply: a program prints it at once, a 2009 entry types it. */
enum { IDLE_MS = 700, IDLE_LPP_MS = 3000 };

static const struct program_words {
    const char *name;  /* of the program */
    const char *use;   /* its arguments, for the usage line */
    const char *about; /* the line below it */
} programs[] = {
    [PROGRAM_JUDGE] = {"judge", "[OPTION...] [STATION...]",
        "the judge's console: pick a station, or name stations: HOST:PORT, lpp:DIR"},
    [PROGRAM_CONFEDERATE] = {"confederate", "[OPTION...]",
        "the human confederate's console: wait for judges and answer them"},
    [PROGRAM_ENTRY] = {"entry",
        "[OPTION...] (--doctor | --lpp DIR | -- PROGRAM [ARG...])",
        "a computer program in the hidden room: wait for judges, let it answer"},
};

static bool set_judge(void *to, const char *value)
{
    struct settings *s = to;
    if (strlen(value) != 2 || !isdigit((unsigned char)value[0]) ||
        !isdigit((unsigned char)value[1]))
        return false;
    s->judge = atoi(value);
    return true;
}

static bool set_label(void *to, const char *value)
{
    struct settings *s = to;
    s->label = value;
    return wire_is_label(value);
}

static bool set_pace(void *to, const char *value)
{
    struct settings *s = to;
    static const char *const names[] = {
        [PACE_RAW] = "raw", [PACE_LINE] = "line", [PACE_TURN] = "turn"};
    long keys;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(value, names[i]) == 0) {
            s->pace = (struct pace_policy){.how = (enum pace_how)i};
            return true;
        }
    if (!options_number(value, 1, PACE_RATE_MAX, &keys))
        return false;
    s->pace = (struct pace_policy){PACE_RATE, (int)keys};
    return true;
}

static bool set_turn(void *to, const char *value)
{
    struct settings *s = to;
    s->line_turns = strcmp(value, "line") == 0;
    return s->line_turns || strcmp(value, "empty-line") == 0;
}

/* The prefix of a file name, not of a path. */
static bool set_prefix(void *to, const char *value)
{
    struct settings *s = to;
    size_t length = strlen(value);

    s->place.prefix = value;
    return length >= 1 && length <= 32 && strchr(value, '/') == NULL && value[0] != '.';
}

static bool set_lpp(void *to, const char *value)
{
    struct settings *s = to;
    s->lpp = value;
    return value[0] != '-';
}

#define FLAG(member) OPTION_SETS(struct settings, member)
#define TEXT(member) OPTION_KEEPS(struct settings, member)
#define NUMBER(member, most) OPTION_COUNTS(struct settings, member, most)
#define BOOK(member) OPTION_FINDS_BOOK(struct settings, member)
#define CHOICE(member, choice) OPTION_CHOOSES(struct settings, member, choice)

static const struct option_row rows[] = {
    {'j', "judge", "NN", "judge NN sits at the terminal (1996: types @@NN)",
        OPTION_BY(set_judge), "a judge is two digits, 00 to 99", JUDGE, NULL},
    {'t', "time", "MINUTES", "length of the conversation (the book's time)",
        NUMBER(minutes, 1440), "say 1 to 1440 minutes", JUDGE, NULL},
    {0, "ballot", NULL, "ask for a ballot after a lone conversation too", FLAG(ballot),
        NULL, JUDGE, NULL},
    {0, "study", NULL, "ask for confidence and a reason on the ballot", FLAG(study),
        NULL, JUDGE, NULL},
    {'n', "name", "NAME", "name of the person, for the transcript", TEXT(name), NULL,
        STATIONS, NULL},
    {0, "contestant", "NAME", "owner of the program, for the transcript",
        TEXT(contestant), NULL, STATIONS, NULL},
    {0, "label", "LABEL", "the station's name for judges (terminal-PORT)",
        OPTION_BY(set_label), "a label is 1 to 16 letters, digits or hyphens", STATIONS,
        NULL},
    {'p', "port", "PORT", "listen on this port (the first free one from 1950)",
        NUMBER(port, 65535), "a port is a number from 1 to 65535", STATIONS, NULL},
    {'b', "bind", "ADDRESS", "listen on this address only (all addresses)", TEXT(bind),
        "name one address of this machine", STATIONS, NULL},
    {0, "open", NULL, "serve other networks too, not only the attached ones",
        FLAG(open), NULL, STATIONS, NULL},
    {0, "hold", "SECONDS", "keep a lost judge's conversation this long (60)",
        NUMBER(hold_s, 86400), "say 1 to 86400 seconds", STATIONS, NULL},
    {0, "pace", "HOW", "release keys raw, by line, by turn, N a second (raw)",
        OPTION_BY(set_pace), "say raw, line, turn, or keys a second from 1 to 1000",
        CONFEDERATE, NULL},
    {0, "pace", "HOW", "release keys raw, by line, by turn, N a second (line)",
        OPTION_BY(set_pace), "say raw, line, turn, or keys a second from 1 to 1000",
        ENTRY, NULL},
    {0, "greeting", "TEXT", "greeting for a new judge (Welcome judge %d)",
        TEXT(greeting), NULL, STATIONS, NULL},
    {0, "doctor", NULL, "answer with the built-in partner", FLAG(doctor), NULL, ENTRY,
        NULL},
    {0, "turn", "HOW", "end of a turn: empty-line, or line (each line)",
        OPTION_BY(set_turn), "say --turn=empty-line or --turn=line", ENTRY, NULL},
    {0, "prompt", "TEXT", "the program's own prompt, which ends its reply",
        TEXT(prompt), "give the text that the program prints when it waits", ENTRY,
        NULL},
    {0, "idle", "MS", "silence that ends a reply (700; 3000 with --lpp)",
        NUMBER(idle_ms, 60000), "say 1 to 60000 milliseconds", ENTRY, NULL},
    {0, "lpp", "DIR", "talk to a 2009 program in this directory", OPTION_BY(set_lpp),
        "name a directory, or none to choose one", STATIONS, ""},
    {0, "skip-banner", NULL, "do not type the output before the first turn",
        FLAG(skip_banner), NULL, ENTRY, NULL},
    {0, "isolated", NULL, "give the program no network, or refuse to start",
        FLAG(isolated), NULL, ENTRY, NULL},
    {0, "pty", NULL, "give the program a terminal, not pipes", FLAG(pty), NULL, ENTRY,
        NULL},
    {'r', "rules", "BOOK", " (1996; lpp: 2009)", BOOK(book), NULL, JUDGE | CONFEDERATE,
        NULL},
    {'r', "rules", "BOOK", " (1996)", BOOK(book), NULL, ENTRY, NULL},
    {'l', "log", "DIR", "write transcripts and key logs there (.)",
        TEXT(place.directory), "name a directory", ALL, NULL},
    {0, "log-prefix", "PREFIX", "name them PREFIX-nn.TXT (LP)", OPTION_BY(set_prefix),
        "say up to 32 characters to begin a file's name, without /", ALL, NULL},
    {0, "notice", "TEXT", "the transcript's first line", TEXT(notice), NULL, ALL, NULL},
    {0, "key", "FILE", "seal the link with the key in FILE, as the other end",
        TEXT(key_file), "name a file made by 'referee key FILE'", ALL, NULL},
    {0, "resume", NULL, "resume an interrupted conversation",
        CHOICE(resume, RESUME_YES), NULL, ALL, NULL},
    {0, "no-resume", NULL, "do not resume it: start a new one",
        CHOICE(resume, RESUME_NO), NULL, ALL, NULL},
    {0, "plain", NULL, "no curses: standard input and output", FLAG(plain), NULL, ALL,
        NULL},
    {'h', "help", NULL, "print this and stop", OPTION_ASKS_HELP, NULL, ALL, NULL},
    {'V', "version", NULL, "print the version and stop", FLAG(version), NULL, ALL,
        NULL},
    {0, "verbose", NULL, "with --version: list the limits of the sandbox too",
        FLAG(verbose), NULL, ALL, NULL},
};

static enum settings_result refuse_settings(char *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error, SETTINGS_ERROR_SIZE, format, arguments);
    va_end(arguments);
    return SETTINGS_BAD;
}

/* Whether a book is played with that number of stations; one can always be called. */
static bool is_count(const struct rulebook *book, int count)
{
    return count <= 1 || book->terminals == 1 || count == book->terminals;
}

/* Keep a judge's stations: a pair, a tour of them, or one directory. */
static enum settings_result read_stations(
    struct settings *s, int count, char **stations, char *error)
{
    static const char scheme[] = "lpp:";

    if (count > SETTINGS_STATIONS)
        return refuse_settings(error, "%s is one station too many: name %d at most",
            stations[SETTINGS_STATIONS], SETTINGS_STATIONS);
    for (int i = 0; i < count; i++) {
        s->stations[i] = stations[i];
        if (strncmp(stations[i], scheme, strlen(scheme)) == 0)
            s->lpp = stations[i] + strlen(scheme);
        if (s->lpp != NULL && count > 1)
            return refuse_settings(error,
                "%s: a directory is talked to alone: name nothing else", stations[i]);
        for (int k = 0; k < i; k++)
            if (strcmp(stations[i], stations[k]) == 0)
                return refuse_settings(
                    error, "%s is named twice: name each station once", stations[i]);
    }
    s->station = s->stations[0];
    s->station_count = count;
    return SETTINGS_RUN;
}

/* The first book with communications directories; the table has one. */
static const struct rulebook *directory_book(void)
{
    const struct rulebook *book = rulebooks;

    while (!book->has_directories)
        book++;
    return book;
}

bool settings_is_direct(const struct settings *s)
{
    return s->lpp != NULL && s->program != PROGRAM_ENTRY;
}

/* Refuse options of a network link for a directory. */
static enum settings_result check_direct(const struct settings *s, char *error)
{
    if (!s->book->has_directories)
        return refuse_settings(error,
            "--rules %s: a communications directory is played by %s: leave -r out",
            s->book->name, directory_book()->name);
    if (s->pace.how != PACE_RAW)
        return refuse_settings(error,
            "--pace: in a communications directory each key goes out as "
            "it is made: leave --pace out");
    if (s->key_file != NULL)
        return refuse_settings(error,
            "--key: a communications directory cannot be sealed: leave "
            "--key out");
    return SETTINGS_RUN;
}

/* Set defaults that depend on other options, and refuse options that exclude each
 * other. The default book is the first one, for a directory the first one with
 * directories. */
static enum settings_result combine_options(struct settings *s, char *error)
{
    bool direct = settings_is_direct(s);

    if (s->idle_ms == 0)
        s->idle_ms = s->lpp != NULL ? IDLE_LPP_MS : IDLE_MS;
    if (s->book == NULL)
        s->book = direct ? directory_book() : &rulebooks[0];
    if ((s->minutes > 0 || s->ballot) && (s->station == NULL || direct))
        return refuse_settings(error,
            "--time and --ballot are for a round over the wire: name its "
            "station, HOST or HOST:PORT");
    if (!is_count(s->book, s->station_count))
        return refuse_settings(error, "%s is played with %d stations: name %d",
            s->book->name, s->book->terminals, s->book->terminals);
    if (direct)
        return check_direct(s, error);
    if (s->lpp != NULL && s->book->alphabet != ALPHABET_ASCII)
        return refuse_settings(error,
            "--rules %s: a communications directory knows ASCII only: leave --lpp out, "
            "or play another book",
            s->book->name);
    return SETTINGS_RUN;
}

/* Read the partner of an entry: a program, the doctor or a directory. */
static enum settings_result read_partner(
    struct settings *s, int count, char **arguments, char *error)
{
    s->command = count > 0 ? arguments : NULL;
    if (s->isolated && (s->doctor || s->lpp != NULL))
        return refuse_settings(error, "--isolated is for a program: leave it out, %s",
            s->doctor ? "the built-in partner uses no network"
                      : "a directory starts no program");
    switch (s->doctor + (count > 0) + (s->lpp != NULL)) {
    case 0:
        return refuse_settings(error,
            "nothing to run: say 'entry --doctor' for the built-in partner, or 'entry "
            "-- PROGRAM [ARG...]' for your own");
    case 1:
        return SETTINGS_RUN;
    default:
        return refuse_settings(error,
            "two things to run: say --doctor, --lpp DIR or -- PROGRAM, one of them");
    }
}

/* Read the arguments behind the options. */
static enum settings_result read_arguments(
    struct settings *s, int count, char **arguments, char *error)
{
    switch (s->program) {
    case PROGRAM_JUDGE:
        return read_stations(s, count, arguments, error);
    case PROGRAM_CONFEDERATE:
        return count == 0 ? SETTINGS_RUN
                          : refuse_settings(error,
                                "%s is not an option: judges come to you, so name no "
                                "station; 'confederate --help' lists the options",
                                arguments[0]);
    default:
        return read_partner(s, count, arguments, error);
    }
}

static const struct settings defaults = {
    .judge = -1,
    .name = "",
    .contestant = "",
    .place = {".", "LP"},
    .greeting = "Welcome judge %d",
    .hold_s = 60,
};

/* Options behind the name of an entry's program are the program's own. */
static struct options options_of(enum program program)
{
    return (struct options){
        .command = programs[program].name,
        .use = programs[program].use,
        .about = programs[program].about,
        .rows = rows,
        .count = sizeof(rows) / sizeof(rows[0]),
        .program = 1u << program,
        .in_order = program == PROGRAM_ENTRY,
    };
}

enum settings_result settings_read(struct settings *s, enum program program, int argc,
    char **argv, char error[static SETTINGS_ERROR_SIZE])
{
    struct options options = options_of(program);
    enum options_result result;
    int first;

    *s = defaults;
    s->program = program;
    s->program_name = programs[program].name;
    s->pace.how = program == PROGRAM_ENTRY ? PACE_LINE : PACE_RAW;
    s->resume = program == PROGRAM_ENTRY ? RESUME_YES : RESUME_ASK;
    result = options_read(&options, s, argc, argv, &first, error);
    if (result != OPTIONS_RUN)
        return result == OPTIONS_HELP ? SETTINGS_HELP : SETTINGS_BAD;
    if (s->version)
        return SETTINGS_VERSION;
    if (s->verbose)
        return refuse_settings(error, "--verbose goes with --version only: say "
                                      "--version --verbose, or leave it out");
    if (read_arguments(s, argc - first, argv + first, error) == SETTINGS_BAD)
        return SETTINGS_BAD;
    return combine_options(s, error);
}

void settings_help(FILE *to, enum program program)
{
    struct options options = options_of(program);

    options_help(&options, to);
}

void settings_version(FILE *to, enum program program)
{
    fprintf(to, "%s (Double Return) %s\n", programs[program].name, VERSION);
}
