/*
 * referee export: a record in another form, on standard output.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "judge/referee/export/export.h"
#include "judge/referee/export/referee_export.h"
#include "judge/referee/output/verb.h"

static const struct export_form *const forms[] = {
    &export_cast,
    &export_jsonl,
    &export_csv,
    &export_text,
    &export_transcript,
    &export_2007,
    &export_2009,
    &export_2012,
};

enum { FORMS = sizeof(forms) / sizeof(forms[0]) };

/* The command line. */
struct export_request {
    const struct export_form *form;
    int pane; /* or -1 for both */
    struct published_record source;
};

/* Options */

static bool set_form(void *to, const char *name)
{
    struct export_request *request = to;

    request->form = NULL;
    for (size_t i = 0; i < FORMS; i++)
        if (strcmp(forms[i]->name, name) == 0)
            request->form = forms[i];
    return request->form != NULL;
}

static bool set_pane(void *to, const char *name)
{
    struct export_request *request = to;

    for (int i = 0; i < PANES; i++)
        if (strcmp(name, record_pane_name((enum record_pane)i)) == 0) {
            request->pane = i;
            return true;
        }
    return false;
}

static bool add_phrase(void *to, const char *phrase)
{
    struct export_request *request = to;

    return redaction_add(&request->source.redaction, phrase) == 0;
}

static const struct option_row rows[] = {
    {0, "to", "FORM", "the form to write, one of those below", OPTION_BY(set_form),
        "say cast, jsonl, csv, text, transcript, 2007, 2009 or 2012", 0, NULL},
    {0, "delete", "PHRASE", "publish [phrase deleted] for a line that has it",
        OPTION_BY(add_phrase),
        "give 1 to 200 characters, not all blank and not in '" REDACTION_MARK
        "', and at most 64 phrases",
        0, NULL},
    {0, "pane", "PANE", "export the left or right pane only", OPTION_BY(set_pane),
        "say left or right", 0, NULL},
    {'h', "help", NULL, "print this and stop", OPTION_ASKS_HELP, NULL, 0, NULL},
};

static const struct options options = {
    .command = "referee export",
    .use = "--to=FORM [--delete PHRASE]... [--pane PANE] FILE",
    .about = "write a record of a conversation in another form",
    .rows = rows,
    .count = sizeof(rows) / sizeof(rows[0]),
};

static void print_forms(void)
{
    printf("\nforms:\n");
    for (size_t i = 0; i < FORMS; i++)
        printf("  %-12s %s\n", forms[i]->name, forms[i]->about);
}

/* Export */

/* Returns 0, or EX_DATAERR if the form cannot hold the record. */
static int check_form(const struct export_request *request)
{
    const struct published_record *source = &request->source;
    const bool *panes = source->has_pane;
    enum record_form form = source->file.reader.form;

    if (request->form->same == form)
        return 0;
    if (request->form->needs_keys && !record_has_keys(form))
        return verb_fail(source->path,
            form == RECORD_LPP2
                ? "an LPP v2 record has neither keys nor times: export it as text, csv "
                  "or "
                  "jsonl"
                : "a transcript has no keys: export it as text, csv or jsonl",
            EX_DATAERR);
    if (request->form == &export_transcript && request->pane < 0 && panes[PANE_LEFT] &&
        panes[PANE_RIGHT])
        return verb_fail(source->path,
            "the record has two panes, a transcript has one: add --pane left or "
            "--pane right",
            EX_DATAERR);
    return 0;
}

/* Keep the first heading, for forms that begin with it. */
static void keep_heading(struct export_run *e, const struct record *record)
{
    size_t length = record->length;

    if (record->kind != RECORD_TEXT || e->heading[0] != '\0' || e->count > 0)
        return;
    if (length > TRANSCRIPT_NAME_MAX)
        length = TRANSCRIPT_NAME_MAX;
    while (length > 0 && record->text[length - 1] == '\r')
        length--;
    memcpy(e->heading, record->text, length);
    e->heading[length] = '\0';
}

/* Whether a record is not of the unwanted pane. */
static bool is_wanted(const struct export_run *e, const struct record *record)
{
    enum record_pane pane =
        record->kind == RECORD_KEY ? record_pane(&record->key) : record->pane;

    return !export_is_said(record) || e->pane < 0 || (int)pane == e->pane;
}

/* Copy all lines but the keys of an unwanted pane. Returns as published_record_next().
 */
static int copy_record(struct export_run *e)
{
    struct record record;
    int got;

    while ((got = published_record_next(e->source, &record)) == 1) {
        if (record.kind == RECORD_KEY && !is_wanted(e, &record))
            continue;
        fwrite(record.text, 1, record.length, stdout);
        if (record.whole)
            putchar('\n');
    }
    return got;
}

/* Returns as published_record_next(), or -1 with errno ENOMEM and failed set. */
static int convert_record(
    struct export_run *e, const struct export_form *form, bool *failed)
{
    struct record record;
    int got = 1;

    *failed = form->begin != NULL && form->begin(e) < 0;
    while (!*failed && (got = published_record_next(e->source, &record)) == 1) {
        keep_heading(e, &record);
        if (!is_wanted(e, &record))
            continue;
        e->count += export_is_said(&record);
        *failed = form->put(e, &record) < 0;
    }
    if (!*failed && got == 0 && form->end != NULL)
        *failed = form->end(e) < 0;
    return *failed ? -1 : got;
}

static void report_torn(const struct published_record *source, bool copied)
{
    if (source->torn > 0)
        fprintf(stderr,
            "referee: %s: %llu incomplete record%s, the first in line %llu: %s\n",
            source->path, (unsigned long long)source->torn,
            source->torn == 1 ? "" : "s", (unsigned long long)source->first_torn,
            copied ? "copied as it is" : "left out");
}

/* A record without a key or line. Forms made of keys have no other content. */
static int report_empty(const struct export_request *request)
{
    const char *path = request->source.path;

    if (request->pane >= 0)
        return verb_fail(path, "no keys in this pane: try the other --pane",
            request->form->needs_keys ? EX_DATAERR : EX_OK);
    return verb_fail(path,
        record_has_keys(request->source.file.reader.form)
            ? "the log has no keys: export the log of the other end"
            : "the transcript has no lines: export the log of the other end",
        request->form->needs_keys ? EX_DATAERR : EX_OK);
}

static int write_export(struct export_request *request, struct export_run *e)
{
    struct published_record *source = &request->source;
    bool copies = source->file.reader.form == request->form->same, failed = false;
    int got = copies ? copy_record(e) : convert_record(e, request->form, &failed);

    progress_clear(&source->progress);
    if (failed)
        return verb_fail_memory(source->path);
    if (got < 0)
        return verb_fail(source->path, source->file.why, source->file.code);
    report_torn(source, copies && source->redaction.count == 0);
    if (e->remark != NULL)
        verb_fail(source->path, e->remark, EX_OK);
    return copies || e->count > 0 ? EX_OK : report_empty(request);
}

static int export_record(struct export_request *request, const char *path)
{
    struct published_record *source = &request->source;
    struct export_run e = {.source = source, .pane = request->pane};
    int code = published_record_open(source, path, request->form->needs_survey);

    if (code != 0)
        return verb_fail(path, source->file.why, code);
    code = check_form(request);
    if (code != 0)
        return code;
    e.state = calloc(1, request->form->state_size);
    if (e.state == NULL)
        return verb_fail_memory(path);
    code = write_export(request, &e);
    free(e.state);
    return code;
}

static int run_request(struct export_request *request, int argc, char **argv)
{
    int first, code = verb_read_options(&options, request, argc, argv, &first);

    if (code == EX_OK)
        print_forms();
    if (code != VERB_RUN)
        return code;
    if (request->form == NULL)
        return verb_fail("export", "write 'referee export --to=FORM FILE'", EX_USAGE);
    if (first + 1 != argc)
        return verb_fail("export",
            first == argc ? "name a file" : "name one file at a time", EX_USAGE);
    return export_record(request, argv[first]);
}

int referee_export(int argc, char **argv)
{
    struct export_request *request = calloc(1, sizeof(*request));
    int code;

    if (request == NULL)
        return verb_fail_memory("export");
    request->pane = -1;
    code = run_request(request, argc, argv);
    published_record_close(&request->source);
    free(request);
    return code;
}
