/*
 * referee export: a record in another form, on standard output.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "export.h"
#include "referee.h"

const struct form export_forms[] = {
    {"cast", "a screen that asciinema plays (asciicast v2)", RECORD_UNKNOWN, true, true,
        export_cast_begin, export_cast_put, export_cast_end},
    {"jsonl", "JSON Lines, one object for each key or line", RECORD_UNKNOWN, false,
        false, NULL, export_jsonl_put, NULL},
    {"csv", "a table, one row for each key or line", RECORD_UNKNOWN, false, false,
        export_csv_begin, export_csv_put, NULL},
    {"text", "what was said, to be read", RECORD_UNKNOWN, false, true,
        export_lines_begin, export_text_put, export_text_end},
    {"transcript", "LP-nn.TXT, as the 1996 rules have it", RECORD_TRANSCRIPT, true,
        true, export_lines_begin, export_transcript_put, export_transcript_end},
    {"2007", "the key log of the 2007 contest", RECORD_2007, true, false,
        export_keys_begin, export_2007_put, NULL},
    {"2009", "the key log of the 2009 contest", RECORD_2009, true, false,
        export_keys_begin, export_2009_put, NULL},
    {"2012", "the key log of the 2012 and 2013 contests", RECORD_2012, true, false,
        export_keys_begin, export_2012_put, NULL},
};

const size_t export_form_count = sizeof(export_forms) / sizeof(export_forms[0]);

const struct form *export_form(const char *name)
{
    for (size_t i = 0; i < export_form_count; i++)
        if (strcmp(export_forms[i].name, name) == 0)
            return &export_forms[i];
    return NULL;
}

unsigned export_local(uint64_t time, struct tm *when)
{
    uint64_t ms = key_time_ms(time);
    time_t seconds = (time_t)(ms / 1000);

    if (localtime_r(&seconds, when) == NULL)
        *when = (struct tm){.tm_mday = 1, .tm_year = 70};
    return (unsigned)(ms % 1000);
}

char *export_put_clock(char *to, unsigned second)
{
    const unsigned parts[] = {second / 3600, second / 60 % 60, second % 60};

    for (size_t i = 0; i < 3; i++) {
        *to++ = (char)('0' + parts[i] / 10);
        *to++ = (char)('0' + parts[i] % 10);
        *to++ = ':';
    }
    return to - 1;
}

bool export_wants(const struct export *e, const struct record *record)
{
    if (record->kind == RECORD_LINE)
        return e->pane < 0 || (int)record->pane == e->pane;
    return record->kind == RECORD_KEY &&
           (e->pane < 0 || (int)record_pane(&record->key) == e->pane);
}

/* What is asked for. */
struct request {
    const struct form *form;
    const char *file;
    int pane;
};

static int usage(const char *what, const char *of)
{
    fprintf(stderr, "referee: %s%s: write 'referee export --to=FORM FILE'\n", of, what);
    return EX_USAGE;
}

static int help(void)
{
    printf("usage: referee export --to=FORM [--delete PHRASE]... [--pane PANE] FILE\n"
           "write a record of a conversation in another form\n\nforms:\n");
    for (size_t i = 0; i < export_form_count; i++)
        printf("  %-12s %s\n", export_forms[i].name, export_forms[i].about);
    printf("\n  --to FORM         which of them\n"
           "  --delete PHRASE   publish [phrase deleted] in its place\n"
           "  --pane PANE       left or right: what was typed there only\n"
           "  -h, --help        print this and stop\n");
    return EX_OK;
}

static int bad_form(const char *name)
{
    fprintf(stderr, "referee: --to=%s: say ", name);
    for (size_t i = 0; i < export_form_count; i++)
        fprintf(stderr, "%s%s", export_forms[i].name,
            i + 2 < export_form_count   ? ", "
            : i + 1 < export_form_count ? " or "
                                        : "\n");
    return EX_USAGE;
}

static int bad_phrase(const char *phrase)
{
    const char *why = errno == EEXIST  ? "'" DELETION_MARK "' itself has it"
                      : errno == E2BIG ? "a phrase has up to 200 characters, and there "
                                         "are up to 64 of them"
                                       : "a phrase is no blank";

    fprintf(stderr, "referee: --delete '%s': %s: say another\n", phrase, why);
    return EX_USAGE;
}

static int set_pane(struct request *request, const char *name)
{
    for (int i = 0; i < PANES; i++)
        if (strcmp(name, record_pane_name((enum record_pane)i)) == 0) {
            request->pane = i;
            return 0;
        }
    fprintf(stderr, "referee: --pane %s: say left or right\n", name);
    return EX_USAGE;
}

enum { OPTION_TO = 256, OPTION_DELETE, OPTION_PANE, DONE = -1 };

/* Read the arguments; DONE to go on, or the code to exit with. */
static int read_arguments(
    struct request *request, struct source *source, int argc, char **argv)
{
    static const struct option options[] = {{"to", required_argument, NULL, OPTION_TO},
        {"delete", required_argument, NULL, OPTION_DELETE},
        {"pane", required_argument, NULL, OPTION_PANE},
        {"help", no_argument, NULL, 'h'}, {0}};
    int option;

    optind = 1;
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
        int code = 0;

        switch (option) {
        case OPTION_TO:
            request->form = export_form(optarg);
            code = request->form != NULL ? 0 : bad_form(optarg);
            break;
        case OPTION_DELETE:
            code = source_delete(source, optarg) == 0 ? 0 : bad_phrase(optarg);
            break;
        case OPTION_PANE:
            code = set_pane(request, optarg);
            break;
        case 'h':
            return help();
        case ':':
            return usage(" needs a value", argv[optind - 1]);
        default:
            return usage(" is no option of export", argv[optind - 1]);
        }
        if (code != 0)
            return code;
    }
    if (request->form == NULL)
        return usage("--to=FORM is missing", "");
    if (optind + 1 != argc)
        return usage(optind == argc ? "a file is missing" : "one file at a time", "");
    request->file = argv[optind];
    return DONE;
}

static int fail(const struct source *source, int code, const char *why)
{
    fprintf(stderr, "referee: %s: %s\n", source->path, why);
    return code;
}

/* What the form cannot show of the record. */
static int refuse(const struct request *request, const struct source *source)
{
    const struct source_survey *survey = &source->survey;
    enum record_form form = source->file.reader.form;

    if (request->form->needs_keys && !record_has_keys(form) &&
        request->form->itself != form)
        return fail(source, EX_DATAERR,
            form == RECORD_LPP2
                ? "an LPP v2 saved neither keys nor times: text, csv and jsonl can be "
                  "made of it"
                : "a transcript has no keys: text, csv and jsonl can be made of it");
    if (request->form->itself == RECORD_TRANSCRIPT && record_has_keys(form) &&
        request->pane < 0 && survey->pane[PANE_LEFT] && survey->pane[PANE_RIGHT])
        return fail(source, EX_DATAERR,
            "it has two panes, and a transcript one: say --pane left or --pane right");
    return 0;
}

/* A line that stands as it is. */
static void copy(struct export *e, const struct record *record)
{
    if (record->kind == RECORD_KEY && !export_wants(e, record))
        return;
    outlet_line(e->outlet, record->text, record->length, record->whole);
}

/* All of it stands as it is; keystrokes need not even be read where all of them are
 * wanted. Returns -1 as source_next(), or another number after an error of the
 * outlet and at the end. */
static int copy_all(struct export *e)
{
    struct record record;
    const char *keys;
    size_t length;
    int got = 1;

    while (got == 1 && e->outlet->error == 0) {
        while (e->pane < 0 && (length = source_next_keys(e->source, &keys)) > 0)
            outlet_put(e->outlet, keys, length);
        got = source_next(e->source, &record);
        if (got == 1)
            copy(e, &record);
    }
    return got;
}

/* The record's first lines of text are what other forms begin with. */
static void keep_heading(struct export *e, const struct record *record)
{
    size_t length =
        record->length < TRANSCRIPT_NAME_MAX ? record->length : TRANSCRIPT_NAME_MAX;

    if (record->kind != RECORD_TEXT || e->heading[0] != '\0' || e->count > 0)
        return;
    while (length > 0 && record->text[length - 1] == '\r')
        length--;
    memcpy(e->heading, record->text, length);
    e->heading[length] = '\0';
}

/* Line by line. Returns 0; -1 with errno; or as source_next(), in *got. */
static int convert_all(struct export *e, const struct form *form, int *got)
{
    struct record record;
    int failed = form->begin != NULL ? form->begin(e) : 0;

    while (failed == 0 && e->outlet->error == 0 &&
           (*got = source_next(e->source, &record)) == 1) {
        keep_heading(e, &record);
        failed = form->put(e, &record);
    }
    if (failed == 0 && *got == 0 && form->end != NULL)
        failed = form->end(e);
    return failed;
}

/* Write all of it. Returns 0; or a code, its reason printed. */
static int write_all(struct export *e, const struct form *form, bool stands)
{
    int got = 0, failed = 0;

    if (stands)
        got = copy_all(e);
    else
        failed = convert_all(e, form, &got);
    progress_clear(&e->source->progress);
    if (failed < 0)
        return fail(e->source, EX_OSERR, "there is no memory for it");
    if (got < 0)
        return fail(e->source, e->source->code, e->source->why);
    if (outlet_flush(e->outlet) == 0)
        return 0;
    fprintf(stderr, "referee: standard output: %s\n", strerror(errno));
    return EX_IOERR;
}

static void tell_torn(const struct source *source, bool stands)
{
    if (source->torn == 0)
        return;
    fprintf(stderr,
        "referee: %s: %llu line%s no whole record%s, the first is line %llu: %s\n",
        source->path, (unsigned long long)source->torn,
        source->torn == 1 ? " is" : "s are", source->torn == 1 ? "" : "s",
        (unsigned long long)source->first_torn, stands ? "left as it is" : "left out");
}

static int export_source(const struct request *request, struct source *source)
{
    static struct outlet outlet;
    static struct export e;
    bool stands;
    int code = source_open(source, request->file);

    stands = source->file.reader.form == request->form->itself;
    if (code == 0 && request->form->looks && !stands)
        code = source_look(source);
    if (code != 0)
        return fail(source, code, source->why);
    code = refuse(request, source);
    if (code != 0)
        return code;
    outlet_init(&outlet, STDOUT_FILENO);
    e = (struct export){.source = source, .outlet = &outlet, .pane = request->pane};
    code = write_all(&e, request->form, stands);
    if (code == 0)
        tell_torn(source, stands && source->deletion.count == 0);
    return code;
}

int referee_export(int argc, char **argv)
{
    static struct source source;
    struct request request = {.pane = -1};
    int code;

    source_init(&source);
    code = read_arguments(&request, &source, argc, argv);
    if (code == DONE)
        code = export_source(&request, &source);
    source_close(&source);
    return code;
}
