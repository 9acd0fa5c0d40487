#include "known.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>

#include "check_match.h"
#include "record_file.h"

int known_init(struct known *known, size_t most)
{
    *known = (struct known){.files = calloc(most + 1, sizeof(known->files[0]))};
    return known->files != NULL ? 0 : -1;
}

void known_free(struct known *known)
{
    for (size_t i = 0; i < known->count; i++)
        free(known->files[i].notice);
    free(known->files);
    *known = (struct known){0};
}

int known_add(struct known *known, const char *path, enum check_kind kind, bool good,
    const struct check_keylog *keys)
{
    struct known_file *file = &known->files[known->count];

    *file = (struct known_file){.path = path, .kind = kind, .good = good};
    if (keys != NULL && keys->form == CHECK_FORM_OURS) {
        file->notice = strdup(keys->notice);
        if (file->notice == NULL)
            return -1;
        memcpy(file->session, keys->session, sizeof(file->session));
        memcpy(file->draw, keys->draw, sizeof(file->draw));
        memcpy(file->nonce, keys->nonce, sizeof(file->nonce));
        memcpy(file->station, keys->station, sizeof(file->station));
        memcpy(file->pane, keys->pane, sizeof(file->pane));
        file->is_judges = keys->own == SIDE_JUDGE;
        file->judge = keys->judge;
        file->book = keys->book;
        file->ended = keys->ended;
        file->records = keys->records;
    }
    known->count++;
    return 0;
}

/* Faults of one file, on their way to who asked. */
struct teller {
    struct check check;
    const char *path;
    known_tell *tell;
};

static void pass_on(void *to, uint64_t line, const char *what, const char *clause)
{
    const struct teller *t = to;

    t->tell(t->path, line, what, clause);
}

static struct teller teller(const char *path, known_tell *tell)
{
    return (struct teller){.check = {.tell = pass_on}, .path = path, .tell = tell};
}

/* A file that was there a moment ago. */
static int reopen(struct record_file *file, const char *path, known_tell *tell)
{
    char why[RECORD_WHY_SIZE];
    int code = record_open(file, path, why);

    if (code != 0)
        tell(path, 0, why, NULL);
    return code;
}

/* The next line of a file that is being read; at its end or an error there is none. */
static bool next_record(struct record_file *file, struct record *out)
{
    char why[RECORD_WHY_SIZE];
    int code;

    return record_next(file, out, &code, why) > 0;
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

static void match(const struct known_file *log, struct record_file *keys,
    struct record_file *lines, struct check *check)
{
    struct check_match m = {
        .check = check, .next = next_line, .local = local_time, .from = lines};
    struct record record;

    check_match_begin(&m, log->book, log->notice);
    while (next_record(keys, &record))
        if (record.kind == RECORD_KEY)
            check_match_key(&m, &record.key);
    check_match_end(&m, log->ended);
}

static int match_files(
    const struct known_file *log, const struct known_file *transcript, known_tell *tell)
{
    struct teller t = teller(transcript->path, tell);
    struct record_file keys, lines;
    int code = reopen(&keys, log->path, tell);

    if (code != 0)
        return code;
    code = reopen(&lines, transcript->path, tell);
    if (code == 0) {
        t.check.to = &t;
        match(log, &keys, &lines, &t.check);
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

static void tell_other_key(const struct known_file *a, const struct record *x,
    uint64_t line, struct check *check, uint64_t at, const struct record *y)
{
    char there[CHECK_TEXT_SIZE / 2], here[CHECK_TEXT_SIZE / 2];

    check_show(x->text, x->length, there);
    check_show(y->text, y->length, here);
    check_tell(check, at, "2009, 2",
        "not the key that %.60s has in line %llu: '%.60s' there, '%.60s' here", a->path,
        (unsigned long long)line, there, here);
}

/* The keys of one side, in their order. The log that ends first may not have all of
 * them, if its end was none in order. */
static void compare_side(const struct known_file *a, struct record_file *one,
    struct check *check, const struct known_file *b, struct record_file *two,
    enum side side)
{
    struct record x, y;

    while (next_key(two, side, &y)) {
        if (!next_key(one, side, &x)) {
            if (a->ended)
                check_tell(check, two->number, "2009, 2",
                    "a key that %.100s has not, and that one ended in order", a->path);
            return;
        }
        if (x.key.released != y.key.released || x.key.code != y.key.code) {
            tell_other_key(a, &x, one->number, check, two->number, &y);
            return;
        }
    }
    if (b->ended && a->ended && next_key(one, side, &x))
        check_tell(check, 0, "2009, 2", "has not the key that %.100s has in line %llu",
            a->path, (unsigned long long)one->number);
}

static int compare_logs(
    const struct known_file *a, const struct known_file *b, known_tell *tell)
{
    struct teller t = teller(b->path, tell);
    struct record_file one, two;
    int code = reopen(&one, a->path, tell);

    if (code != 0)
        return code;
    code = reopen(&two, b->path, tell);
    t.check.to = &t;
    if (code == 0 && a->book != b->book)
        check_tell(&t.check, 0, "lp-transcript(5)",
            "another book than %.100s, and the same session", a->path);
    if (code == 0 && a->draw[0] != '\0' && b->draw[0] != '\0' &&
        strcmp(a->draw, b->draw) != 0)
        check_tell(
            &t.check, 0, "2009, 3", "another draw of sides than in %.100s", a->path);
    for (enum side side = SIDE_JUDGE; code == 0 && side <= SIDE_OTHER; side++) {
        compare_side(a, &one, &t.check, b, &two, side);
        if (record_rewind(&one) < 0 || record_rewind(&two) < 0)
            code = EX_IOERR;
    }
    record_close(&one);
    record_close(&two);
    return code;
}

/* All of them */

static int by_path(const void *a, const void *b)
{
    const struct known_file *x = a, *y = b;

    return strcmp(x->path, y->path);
}

static int by_session(const void *a, const void *b)
{
    const struct known_file *const *x = a, *const *y = b;
    int order = strcmp((*x)->session, (*y)->session);

    if (order != 0)
        return order;
    if ((*x)->records != (*y)->records)
        return (*x)->records > (*y)->records ? -1 : 1; /* the longest comes first */
    return strcmp((*x)->path, (*y)->path);
}

static bool is_log(const struct known_file *file)
{
    return file->good && file->session[0] != '\0';
}

static const struct known_file *find_transcript(
    const struct known *known, const struct known_file *log)
{
    size_t length = strlen(log->path);
    const struct known_file *found = NULL;
    char *path = strdup(log->path);

    if (path != NULL && length > 4 && strcmp(path + length - 4, ".KEY") == 0) {
        memcpy(path + length - 4, ".TXT", 4);
        found = bsearch(&(struct known_file){.path = path}, known->files, known->count,
            sizeof(known->files[0]), by_path);
    }
    free(path);
    return found != NULL && found->good && found->kind == CHECK_TRANSCRIPT ? found
                                                                           : NULL;
}

static int compare_sessions(const struct known *known, known_tell *tell)
{
    const struct known_file **logs = calloc(known->count + 1, sizeof(logs[0]));
    size_t count = 0, longest = 0;
    int code = 0;

    if (logs == NULL)
        return EX_OSERR;
    for (size_t i = 0; i < known->count; i++)
        if (is_log(&known->files[i]))
            logs[count++] = &known->files[i];
    qsort(logs, count, sizeof(logs[0]), by_session);
    for (size_t i = 1; i < count && code == 0; i++)
        if (strcmp(logs[i]->session, logs[longest]->session) != 0)
            longest = i;
        else if (strcmp(logs[i]->path, logs[longest]->path) != 0)
            code = compare_logs(logs[longest], logs[i], tell);
    free(logs);
    return code;
}

int known_compare(struct known *known, known_tell *tell)
{
    int code = 0;

    qsort(known->files, known->count, sizeof(known->files[0]), by_path);
    for (size_t i = 0; i < known->count && code == 0; i++) {
        const struct known_file *log = &known->files[i], *transcript = NULL;
        if (is_log(log))
            transcript = find_transcript(known, log);
        if (transcript != NULL)
            code = match_files(log, transcript, tell);
    }
    return code == 0 ? compare_sessions(known, tell) : code;
}
