#include "judge/referee/watch/feed_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common/system/clock.h"
#include "judge/referee/watch/followed_file.h"

struct feed_file {
    struct followed_file file;
    bool known;         /* the form is known, and lines are read */
    ssize_t head;       /* bytes of the head at the last step, while not known */
    int64_t head_since; /* tick at which the head got its size */
    struct record_reader reader;    /* of the lines */
    struct record_day day;          /* of the lines of a transcript */
    size_t conversation;            /* number of the one that is followed */
    bool has_next;                  /* the file has the conversation after it */
    bool next_is_open;              /* another feed follows that */
    bool has_first;                 /* a key log has its first key */
    enum record_pane first;         /* pane of that key */
    size_t length;                  /* bytes in line[] */
    char line[FEED_FILE_LINE_SIZE]; /* the last line, which is not finished yet */
};

/* Judging the form of the file */

/* The form is not known from the first `got` bytes: note why. */
static void note_unknown(
    struct feed *f, struct feed_file *file, const char *head, ssize_t got, int64_t tick)
{
    if (got != file->head)
        file->head_since = tick;
    file->head = got;
    if (got == FEED_FILE_HEAD_SIZE ||
        !record_may_begin(head, got > 0 ? (size_t)got : 0))
        feed_note(f, "not a transcript and not a key log");
    else if (got > 0 && tick - file->head_since >= FEED_FILE_STILL_MS)
        feed_note(f, "no record so far: the heading is not finished");
    else if (f->note[0] == '\0')
        snprintf(f->note, sizeof(f->note), "no keys yet");
}

static bool learn_form(struct feed *f, struct feed_file *file, int64_t tick)
{
    char head[FEED_FILE_HEAD_SIZE];
    ssize_t got = pread(file->file.fd, head, sizeof(head), 0);
    enum record_form form = got > 0 ? record_sniff(head, (size_t)got) : RECORD_UNKNOWN;

    if (form == RECORD_UNKNOWN) {
        note_unknown(f, file, head, got, tick);
        return false;
    }
    if (record_init(&file->reader, form) < 0) {
        feed_note(f, "out of memory: watch fewer conversations");
        return false;
    }
    f->is_timeless = form == RECORD_LPP2;
    f->says_lines = form != RECORD_TRANSCRIPT;
    f->note[0] = '\0';
    file->known = record_has_keys(form) ||
                  feed_begin(f, record_book(&file->reader), &file->reader.round) == 0;
    return file->known;
}

/* Lines as they stand in the file */

/* Report a line, with '?' for characters that a terminal must not receive. */
static void say_line(struct feed *f, const char *line, size_t length)
{
    bool has_cr = length > 0 && line[length - 1] == '\r';
    struct transcript_line said = {.text = line, .length = length - has_cr};
    struct record_typist typist = record_typist(&said);
    char text[FEED_FILE_LINE_SIZE + 1];
    size_t size = 0;
    uint32_t code;

    while (record_type(&typist, &code) && size + UTF8_MAX < sizeof(text))
        if (code != K_RETURN)
            size += utf8_encode(code, text + size);
    text[size++] = '\n';
    feed_say(f, text, size);
}

/* Type a line of a transcript, or a message: its keys have one time. */
static void type_line(struct feed *f, const struct record *record, uint64_t ms)
{
    struct record_typist typist = record_typist(&record->line);
    struct key key = {.time = ms, .side = record->line.side};

    while (record_type(&typist, &key.code))
        feed_key(f, &key);
}

/* "Start at: [2026/11/20 14:12:20]", perhaps without the brackets, gives the day. */
static void read_start(struct feed_file *file, const char *line, size_t length)
{
    char text[64];
    struct tm day = {0};

    snprintf(text, sizeof(text), "%.*s", (int)length, line);
    if (strptime(text, "Start at: [%Y/%m/%d", &day) == NULL &&
        strptime(text, "Start at: %Y/%m/%d", &day) == NULL)
        return;
    day.tm_isdst = -1;
    file->day.midnight = (uint64_t)mktime(&day) * 1000;
}

static void take_said(struct feed *f, struct feed_file *file, const struct record *r)
{
    uint64_t ms = record_day_time(&file->day, r->line.second);

    if (r->line.side == SIDE_JUDGE)
        feed_seat(f, (int)r->line.judge, ms);
    type_line(f, r, ms);
}

/* Whether a conversation is the one that f follows. */
static bool is_followed(struct feed_file *file, size_t conversation)
{
    if (conversation == file->conversation + 1 && !file->next_is_open)
        file->has_next = true;
    return conversation == file->conversation;
}

/* Rounds of 2017 */

/* Messages have no times: they get the time at which they are read. */
static void take_message(struct feed *f, struct feed_file *file, const struct record *r)
{
    uint64_t ms = clock_now().wall;

    if (!is_followed(file, r->talk))
        return;
    snprintf(f->where, sizeof(f->where), " %s %s", file->reader.round.judge_name,
        record_pane_name(r->pane));
    if (file->reader.round.judge != KEYLOG_NO_JUDGE)
        feed_seat(f, (int)r->line.judge, ms);
    type_line(f, r, ms);
}

/* Key logs */

static void take_key(struct feed *f, struct feed_file *file, const struct record *r)
{
    const struct keylog_record *k = &r->key;
    struct key key = {key_time_ms(k->posted), k->code, k->side};
    enum record_pane pane = record_pane(k);

    if (!file->has_first)
        file->first = pane;
    file->has_first = true;
    if (!is_followed(file, pane == file->first ? 0 : 1))
        return;
    if (!f->timeline.begun) {
        if (feed_begin(f, record_book(&file->reader), &file->reader.round) < 0)
            return;
        snprintf(f->session, sizeof(f->session), "%s", file->reader.session);
        if (file->reader.form != RECORD_OURS)
            snprintf(f->where, sizeof(f->where), " %s", record_pane_name(pane));
    }
    if (k->judge != KEYLOG_NO_JUDGE)
        feed_seat(f, k->judge, key.time);
    if (key.code != KEYLOG_NO_CODE)
        feed_key(f, &key);
}

static void take_round(struct feed *f, const struct feed_file *file)
{
    char text[64];

    if (!f->timeline.begun)
        return;
    feed_round(f, &file->reader.round);
    snprintf(text, sizeof(text), "-- round %s --", file->reader.round.number);
    say_line(f, text, strlen(text));
}

/* Reading */

static void take_line(
    struct feed *f, struct feed_file *file, const char *line, size_t length)
{
    static const char broken[] = "-- a line that is not a complete message --";
    struct record record;

    record_read(&file->reader, line, length, true, &record);
    switch (record.kind) {
    case RECORD_KEY:
        take_key(f, file, &record);
        break;
    case RECORD_LINE:
        if (record.who != NULL) {
            take_message(f, file, &record);
            break;
        }
        say_line(f, line, length);
        take_said(f, file, &record);
        break;
    case RECORD_JUDGE:
        say_line(f, line, length);
        feed_seat(f, (int)record.line.judge, file->day.midnight);
        break;
    case RECORD_ROUND:
        take_round(f, file);
        break;
    case RECORD_END:
        feed_end(f);
        f->ended = f->unread = true;
        break;
    case RECORD_TEXT:
        if (file->reader.form == RECORD_TRANSCRIPT)
            read_start(file, line, length);
        break;
    case RECORD_TORN:
        if (record.why != NULL && file->conversation == 0)
            say_line(f, broken, sizeof(broken) - 1);
        break;
    default:
        break;
    }
}

/* Take the bytes of a file in order; the last line may come in pieces. */
static void take_bytes(
    struct feed *f, struct feed_file *file, const char *bytes, size_t length)
{
    const char *end = bytes + length;

    while (bytes < end) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t size = (size_t)((newline != NULL ? newline : end) - bytes);
        size_t room = sizeof(file->line) - file->length;

        memcpy(file->line + file->length, bytes, size < room ? size : room);
        file->length += size < room ? size : room;
        if (newline == NULL)
            return;
        take_line(f, file, file->line, file->length);
        file->length = 0;
        bytes += size + 1;
    }
}

/* The name has another file. The pane that a feed of a pair follows stays. */
static void start_again(struct feed *f, struct feed_file *file)
{
    bool is_pair = file->has_first && (file->next_is_open || file->conversation > 0);

    feed_reset(f);
    record_free(&file->reader);
    *file = (struct feed_file){.file = file->file,
        .conversation = file->conversation,
        .next_is_open = file->next_is_open,
        .has_first = is_pair,
        .first = file->first};
    feed_note(f, "another file has taken its place");
}

static void step_file(struct feed *f, short revents, int64_t tick)
{
    static char block[64 * 1024];
    struct feed_file *file = f->source;
    ssize_t got;

    (void)revents;
    if (file->file.fd < 0)
        return;
    if (followed_file_changed(&file->file, f->name, tick)) {
        start_again(f, file);
        return; /* so that the note is seen before the new file */
    }
    if (!file->known && !learn_form(f, file, tick))
        return;
    while ((got = followed_file_read(&file->file, block, sizeof(block))) > 0)
        take_bytes(f, file, block, (size_t)got);
    if (got < 0 && errno != EINTR && errno != EAGAIN)
        feed_note(f, strerror(errno));
    if (f->ended)
        followed_file_close(&file->file);
}

/* Opening */

static void close_file(void *source)
{
    struct feed_file *file = source;

    followed_file_close(&file->file);
    record_free(&file->reader);
    free(file);
}

static const struct feed_operations operations = {
    .step = step_file, .close = close_file};

static bool is_text(const struct followed_file *file)
{
    char head[FEED_FILE_HEAD_SIZE];
    ssize_t got = pread(file->fd, head, sizeof(head), 0);

    return got <= 0 || memchr(head, '\0', (size_t)got) == NULL;
}

struct feed *feed_file_open(
    const char *path, const regex_t *bell, const struct feed_listener *listener)
{
    struct feed_file *file = calloc(1, sizeof(*file));

    if (file == NULL)
        return NULL;
    if (followed_file_open(&file->file, path) < 0) {
        free(file);
        return NULL;
    }
    if (!is_text(&file->file)) {
        close_file(file);
        errno = EINVAL;
        return NULL;
    }
    return feed_open(&operations, file, path, bell, listener);
}

static const struct feed_file *file_of(const struct feed *f)
{
    return f->operations == &operations ? f->source : NULL;
}

bool feed_file_has_next(const struct feed *f)
{
    const struct feed_file *file = file_of(f);

    return file != NULL && file->has_next && !file->next_is_open;
}

struct feed *feed_file_open_next(struct feed *f, bool *before)
{
    struct feed_file *file = f->source, *next_file;
    struct feed *next = feed_file_open(f->name, f->bell, &f->listener);

    file->has_next = false; /* if it cannot be opened: until the next key there */
    if (next == NULL)
        return NULL;
    file->next_is_open = true;
    next_file = next->source;
    next_file->conversation = file->conversation + 1;
    next_file->has_first = file->has_first;
    next_file->first = file->first;
    *before = file->has_first && file->first == PANE_RIGHT;
    return next;
}

bool feed_file_is(const struct feed *f, const struct stat *about)
{
    const struct feed_file *file = file_of(f);

    return file != NULL && followed_file_is(&file->file, about);
}
