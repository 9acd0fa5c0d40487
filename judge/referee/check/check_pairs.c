#include "judge/referee/check/check_pairs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>

#include "judge/referee/check/check_ballots.h"
#include "judge/referee/check/check_match.h"
#include "judge/referee/record/record_file.h"

int check_pairs_init(struct check_pairs *pairs, size_t most, const struct check *check)
{
    *pairs = (struct check_pairs){
        .files = calloc(most + 1, sizeof(pairs->files[0])), .check = *check};
    return pairs->files != NULL ? 0 : -1;
}

void check_pairs_free(struct check_pairs *pairs)
{
    free(pairs->files);
    *pairs = (struct check_pairs){0};
}

void check_pairs_add(struct check_pairs *pairs, const char *path, enum check_kind kind,
    bool good, const struct check_keylog *keys)
{
    struct check_pairs_file *file = &pairs->files[pairs->count++];

    *file = (struct check_pairs_file){.path = path, .kind = kind, .good = good};
    if (keys != NULL && keys->form == CHECK_FORM_OURS)
        file->keys = keys->log;
}

struct check check_pairs_receiver(const struct check_pairs *pairs, const char *path)
{
    struct check check = pairs->check;

    check.path = path;
    return check;
}

/* Open a file of the run once more. */
static int reopen(struct record_file *file, const struct check *check)
{
    int code = record_open(file, check->path);

    if (code != 0)
        check_fault(check, 0, NULL, "%s", file->why);
    return code;
}

/* Read the next line; false at the end or after an error. */
static bool next_record(struct record_file *file, struct record *out)
{
    return record_next(file, out) > 0;
}

/* A key log and its transcript */

static bool next_line(void *from, const char **line, size_t *length)
{
    struct record record;

    if (!next_record(from, &record))
        return false;
    *line = record.text;
    *length = record.length;
    return true;
}

static void local_time(uint64_t ms, struct tm *tm)
{
    time_t seconds = (time_t)(key_time_ms(ms) / 1000);

    localtime_r(&seconds, tm);
}

static void match_records(const struct check_pairs_file *log, struct record_file *keys,
    struct record_file *lines, const struct check *check)
{
    struct check_match m = {
        .check = check, .next = next_line, .local = local_time, .from = lines};
    struct record record;

    check_match_begin(&m, log->keys.book, log->keys.notice, log->keys.began);
    while (next_record(keys, &record))
        if (record.kind == RECORD_KEY)
            check_match_key(&m, &record.key);
    check_match_end(&m, log->keys.ended);
}

static int match_files(const struct check_pairs *pairs,
    const struct check_pairs_file *log, const struct check_pairs_file *transcript)
{
    struct check of_log = check_pairs_receiver(pairs, log->path);
    struct check of_lines = check_pairs_receiver(pairs, transcript->path);
    struct record_file keys, lines;
    int code = reopen(&keys, &of_log);

    if (code != 0)
        return code;
    code = reopen(&lines, &of_lines);
    if (code == 0) {
        match_records(log, &keys, &lines, &of_lines);
        record_close(&lines);
    }
    record_close(&keys);
    return code;
}

/* Two records of one conversation */

static bool next_key(struct record_file *file, enum side side, struct record *out)
{
    while (next_record(file, out))
        if (out->kind == RECORD_KEY && out->key.side == side)
            return true;
    return false;
}

static void report_other_key(const struct check_pairs_file *a, const struct record *x,
    uint64_t line, const struct check *check, uint64_t at, const struct record *y)
{
    char there[CHECK_TEXT_SIZE / 2], here[CHECK_TEXT_SIZE / 2];

    check_quote(x->text, x->length, there);
    check_quote(y->text, y->length, here);
    check_fault(check, at, "2009, 2",
        "not the key that %.60s has in line %llu: '%.60s' there, '%.60s' here", a->path,
        (unsigned long long)line, there, here);
}

/* Compare the keys of one side in order. An incomplete log may lack the last keys. */
static void compare_side(const struct check_pairs_file *a, struct record_file *one,
    const struct check *check, const struct check_pairs_file *b,
    struct record_file *two, enum side side)
{
    struct record x, y;

    while (next_key(two, side, &y)) {
        if (!next_key(one, side, &x)) {
            if (a->keys.ended)
                check_fault(check, two->number, "2009, 2",
                    "a key that %.100s lacks, although that log is complete", a->path);
            return;
        }
        if (x.key.released != y.key.released || x.key.code != y.key.code) {
            report_other_key(a, &x, one->number, check, two->number, &y);
            return;
        }
    }
    if (b->keys.ended && a->keys.ended && next_key(one, side, &x))
        check_fault(check, 0, "2009, 2", "lacks the key that %.100s has in line %llu",
            a->path, (unsigned long long)one->number);
}

static int compare_logs(const struct check_pairs *pairs,
    const struct check_pairs_file *a, const struct check_pairs_file *b)
{
    struct check of_a = check_pairs_receiver(pairs, a->path);
    struct check of_b = check_pairs_receiver(pairs, b->path);
    char clause[RULEBOOK_CLAUSE_SIZE];
    struct record_file one, two;
    int code = reopen(&one, &of_a);

    if (code != 0)
        return code;
    code = reopen(&two, &of_b);
    if (code == 0 && a->keys.book != b->keys.book)
        check_fault(&of_b, 0, "lp-transcript(5)",
            "the same session as %.100s, but another book", a->path);
    if (code == 0 && a->keys.draw[0] != '\0' && b->keys.draw[0] != '\0' &&
        strcmp(a->keys.draw, b->keys.draw) != 0)
        check_fault(&of_b, 0, check_sides_clause(b->keys.book, clause),
            "another draw of sides than in %.100s", a->path);
    for (enum side side = SIDE_JUDGE; code == 0 && side <= SIDE_OTHER; side++) {
        compare_side(a, &one, &of_b, b, &two, side);
        if (record_rewind(&one) < 0 || record_rewind(&two) < 0)
            code = EX_IOERR;
    }
    record_close(&one);
    record_close(&two);
    return code;
}

/* All files */

static int compare_paths(const void *a, const void *b)
{
    const struct check_pairs_file *x = a, *y = b;

    return strcmp(x->path, y->path);
}

static int compare_lengths(const void *a, const void *b)
{
    const struct check_pairs_file *const *x = a, *const *y = b;
    int order = strcmp((*x)->keys.session, (*y)->keys.session);

    if (order != 0)
        return order;
    if ((*x)->keys.records != (*y)->keys.records)
        return (*x)->keys.records > (*y)->keys.records ? -1
                                                       : 1; /* the longest log first */
    return strcmp((*x)->path, (*y)->path);
}

static bool is_log(const struct check_pairs_file *file)
{
    return file->good && file->keys.session[0] != '\0';
}

static const struct check_pairs_file *find_transcript(
    const struct check_pairs *pairs, const struct check_pairs_file *log)
{
    size_t length = strlen(log->path);
    const struct check_pairs_file *found = NULL;
    char *path = strdup(log->path);

    if (path != NULL && length > 4 && strcmp(path + length - 4, ".KEY") == 0) {
        memcpy(path + length - 4, ".TXT", 4);
        found = bsearch(&(struct check_pairs_file){.path = path}, pairs->files,
            pairs->count, sizeof(pairs->files[0]), compare_paths);
    }
    free(path);
    return found != NULL && found->good && found->kind == CHECK_TRANSCRIPT ? found
                                                                           : NULL;
}

static int compare_sessions(const struct check_pairs *pairs)
{
    const struct check_pairs_file **logs = calloc(pairs->count + 1, sizeof(logs[0]));
    size_t count = 0, longest = 0;
    int code = 0;

    if (logs == NULL)
        return EX_OSERR;
    for (size_t i = 0; i < pairs->count; i++)
        if (is_log(&pairs->files[i]))
            logs[count++] = &pairs->files[i];
    qsort(logs, count, sizeof(logs[0]), compare_lengths);
    for (size_t i = 1; i < count && code == 0; i++)
        if (strcmp(logs[i]->keys.session, logs[longest]->keys.session) != 0)
            longest = i;
        else if (strcmp(logs[i]->path, logs[longest]->path) != 0)
            code = compare_logs(pairs, logs[longest], logs[i]);
    free(logs);
    return code;
}

int check_pairs_compare(struct check_pairs *pairs)
{
    int code = 0;

    qsort(pairs->files, pairs->count, sizeof(pairs->files[0]), compare_paths);
    for (size_t i = 0; i < pairs->count && code == 0; i++) {
        const struct check_pairs_file *log = &pairs->files[i], *transcript = NULL;
        if (is_log(log))
            transcript = find_transcript(pairs, log);
        if (transcript != NULL)
            code = match_files(pairs, log, transcript);
    }
    return code == 0 ? compare_sessions(pairs) : code;
}
