#include "feed_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "glyph.h"
#include "moment.h"

enum { DAY_MS = 24 * 60 * 60 * 1000, HALF_DAY = 12 * 60 * 60 };

struct feed *feed_open_file(
    const char *path, const regex_t *bell, const struct feed_news *news)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct feed *s;
    struct stat about;
    char head[FEED_HEAD_SIZE];
    ssize_t got;

    if (fd < 0)
        return NULL;
    if (fstat(fd, &about) < 0 || !S_ISREG(about.st_mode)) {
        close(fd);
        errno = S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
        return NULL;
    }
    got = pread(fd, head, sizeof(head), 0);
    if (got > 0 && memchr(head, '\0', (size_t)got) != NULL) {
        close(fd);
        errno = EINVAL;
        return NULL;
    }
    s = feed_make(path, bell, news);
    if (s == NULL) {
        close(fd);
        return NULL;
    }
    s->fd = fd;
    place_begin(&s->place, fd);
    return s;
}

struct feed *feed_open_twin(struct feed *s)
{
    struct feed *twin = feed_open_file(s->name, s->bell, &s->news);

    s->splits = false;
    if (twin == NULL)
        return NULL;
    s->has_twin = true;
    if (s->lpp2 != NULL) {
        twin->talk = s->talk + 1;
        return twin;
    }
    twin->has_twin = twin->has_pane = true;
    twin->pane = s->pane == PANE_LEFT ? PANE_RIGHT : PANE_LEFT;
    return twin;
}

const char *feed_pane(const struct feed *s)
{
    if (s->lpp2 != NULL)
        return s->where;
    if (!s->has_pane || s->reader.form == RECORD_OURS)
        return "";
    return s->pane == PANE_LEFT ? " left" : " right";
}

/* Why it is not known what the file is, by its first bytes. */
static void doubt(struct feed *s, const char *head, ssize_t got, int64_t tick)
{
    if (got != s->head)
        s->since = tick;
    s->head = got;
    if (got == FEED_HEAD_SIZE || !record_may_begin(head, got > 0 ? (size_t)got : 0))
        feed_note(s, "no transcript and no key log");
    else if (got > 0 && tick - s->since >= FEED_STILL_MS)
        feed_note(s, "no record so far: its first lines do not say what it is");
    else if (s->note[0] == '\0')
        snprintf(s->note, sizeof(s->note), "nothing has been said yet");
}

/* The form is known by the first lines, once there are enough of them. */
static bool learn_form(struct feed *s, int64_t tick)
{
    char head[FEED_HEAD_SIZE];
    ssize_t got = pread(s->fd, head, sizeof(head), 0);
    enum record_form form = got > 0 ? record_sniff(head, (size_t)got) : RECORD_UNKNOWN;

    if (form == RECORD_UNKNOWN) {
        doubt(s, head, got, tick);
        return false;
    }
    record_init(&s->reader, form);
    if (form == RECORD_LPP2 && (s->lpp2 = lpp2_new()) == NULL) {
        feed_note(s, "out of memory: watch fewer");
        return false;
    }
    s->note[0] = '\0';
    s->known = record_has_keys(form) || feed_begin(s, NULL) == 0;
    return s->known;
}

/* "Start at: [2026/11/20 14:12:20]", perhaps without the brackets: midnight of that
 * day. */
static void take_start(struct feed *s, const char *line)
{
    struct tm day = {0};

    if (strptime(line, "Start at: [%Y/%m/%d", &day) == NULL &&
        strptime(line, "Start at: %Y/%m/%d", &day) == NULL)
        return;
    day.tm_isdst = -1;
    s->day = (uint64_t)mktime(&day) * 1000;
}

/* A line that was said, as if it had been typed in a moment. */
static void take_said(struct feed *s, const struct transcript_line *said)
{
    struct utf8 utf8 = {0};
    uint32_t codes[2];
    uint64_t ms;

    if (said->second < s->second - HALF_DAY)
        s->day += DAY_MS; /* past midnight */
    s->second = said->second;
    ms = s->day + (uint64_t)said->second * 1000;
    if (said->side == SIDE_JUDGE)
        scene_seat(&s->scene, said->judge, ms);
    for (size_t i = 0; i < said->length; i++) {
        int count = utf8_decode(&utf8, (unsigned char)said->text[i], codes);
        for (int j = 0; j < count; j++)
            if (codes[j] != '\r')
                feed_key(s, ms, codes[j], said->side);
    }
    feed_key(s, ms, K_RETURN, said->side);
}

/* What cannot be printed is not shown to a terminal. */
static void say_as_it_is(struct feed *s, const char *line, size_t length)
{
    char text[FEED_LINE_SIZE + 1];
    struct utf8 utf8 = {0};
    uint32_t codes[2];
    size_t size = 0;

    for (size_t i = 0; i < length; i++) {
        int count = utf8_decode(&utf8, (unsigned char)line[i], codes);
        for (int j = 0; j < count && size + UTF8_MAX < sizeof(text); j++)
            if (codes[j] != '\r')
                size +=
                    utf8_encode(glyph_is_shown(codes[j]) ? codes[j] : '?', text + size);
    }
    text[size++] = '\n';
    feed_say(s, text, size);
}

/* "JUDGE04[--:--:--]", as a transcript has it. */
static size_t put_source(const struct record *record, char out[static FEED_WHERE_SIZE])
{
    int judge = (int)record->line.judge;

    if (record->line.side == SIDE_OTHER)
        return (size_t)snprintf(out, FEED_WHERE_SIZE, "PROGRAM[--:--:--]");
    if (judge == KEYLOG_NO_JUDGE)
        return (size_t)snprintf(out, FEED_WHERE_SIZE, "JUDGE[--:--:--]");
    return (size_t)snprintf(out, FEED_WHERE_SIZE, "JUDGE%02d[--:--:--]", judge);
}

/* A message of an LPP v2, which has no time: it comes when it is seen. */
static void take_message(struct feed *s, const struct record *record)
{
    struct record_typist typist = record_typist(&record->line);
    const struct lpp2_pair *pair = &s->lpp2->pairs[s->lpp2->pair];
    uint64_t ms;
    char line[FEED_WHERE_SIZE + PROMPT_LINE_MAX * UTF8_MAX + 1];
    size_t head = put_source(record, line), length = head;
    uint32_t code;

    s->splits = s->splits || (s->lpp2->talk == s->talk + 1 && !s->has_twin);
    if (s->lpp2->talk != s->talk)
        return;
    ms = moment_now().wall;
    snprintf(s->where, sizeof(s->where), " %s %s", pair->judge,
        record_pane_name(record->pane));
    if (s->reader.round.judge != KEYLOG_NO_JUDGE)
        scene_seat(&s->scene, record->line.judge, ms);
    while (record_type(&typist, &code)) {
        feed_key(s, ms, code, record->line.side);
        if (code != K_RETURN) {
            length += utf8_encode(code, line + length);
            continue;
        }
        line[length++] = '\n';
        if (length > head + 1) /* empty lines are none, as in a transcript */
            feed_say(s, line, length);
        length = head;
    }
}

/* A line of an LPP v2; what is none of its messages one of its feeds tells. */
static void take_lpp2(struct feed *s, const char *line, size_t length)
{
    static const char none[] = "-- a line that is no whole message --";
    struct record record;

    lpp2_read(s->lpp2, &s->reader, line, length, true, &record);
    if (record.kind == RECORD_LINE)
        take_message(s, &record);
    else if (s->talk == 0)
        say_as_it_is(s, none, sizeof(none) - 1);
}

/* Whether a key is of the pane that is followed: each has a conversation of its own. */
static bool is_here(struct feed *s, enum record_pane pane)
{
    if (!s->has_pane)
        s->pane = pane;
    s->has_pane = true;
    s->splits = s->splits || (pane != s->pane && !s->has_twin);
    return pane == s->pane;
}

static void take_pressed(struct feed *s, const struct keylog_record *key)
{
    if (!is_here(s, record_pane(key)))
        return;
    if (!s->scene.begun) {
        memcpy(s->session, s->reader.session, sizeof(s->session));
        if (feed_begin(s, record_book(&s->reader)) < 0)
            return;
    }
    if (key->judge != KEYLOG_NO_JUDGE)
        scene_seat(&s->scene, (unsigned)key->judge, key_time_ms(key->posted));
    if (key->code != KEYLOG_NO_CODE)
        feed_key(s, key_time_ms(key->posted), key->code, key->side);
}

/* Another round in one file: it has a page of its own. */
static void take_round(struct feed *s)
{
    char text[64];

    if (!s->scene.begun)
        return;
    scene_round(&s->scene);
    snprintf(text, sizeof(text), "-- round %s --", s->reader.round.number);
    say_as_it_is(s, text, strlen(text));
}

static void take_line(struct feed *s, const char *line, size_t length)
{
    struct record record;
    char text[64];

    if (s->lpp2 != NULL) {
        take_lpp2(s, line, length);
        return;
    }
    record_read(&s->reader, line, length, true, &record);
    switch (record.kind) {
    case RECORD_KEY:
        take_pressed(s, &record.key);
        break;
    case RECORD_LINE:
        say_as_it_is(s, line, length);
        take_said(s, &record.line);
        break;
    case RECORD_JUDGE:
        say_as_it_is(s, line, length);
        scene_seat(&s->scene, record.line.judge, s->day);
        break;
    case RECORD_ROUND:
        take_round(s);
        break;
    case RECORD_END:
        if (s->scene.begun)
            scene_end(&s->scene);
        s->ended = s->unread = true;
        break;
    case RECORD_TEXT:
        snprintf(text, sizeof(text), "%.*s", (int)length, line);
        if (s->reader.form == RECORD_TRANSCRIPT)
            take_start(s, text);
        break;
    default:
        break;
    }
}

/* Bytes of a file, of which the last line may not be whole yet. A line that is longer
 * than any of ours is cut. */
static void take_bytes(struct feed *s, const char *bytes, size_t length)
{
    const char *end = bytes + length;

    while (bytes < end) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t size = (size_t)((newline != NULL ? newline : end) - bytes);
        size_t room = sizeof(s->line) - s->length;
        memcpy(s->line + s->length, bytes, size < room ? size : room);
        s->length += size < room ? size : room;
        if (newline == NULL)
            return;
        take_line(s, s->line, s->length);
        s->length = 0;
        bytes += size + 1;
    }
}

/* Nothing of what came before is of the file that has its name now. Who follows another
 * pane of it still does. */
static void begin_anew(struct feed *s)
{
    scene_free(&s->scene);
    free(s->lpp2);
    s->lpp2 = NULL;
    s->known = s->splits = false;
    s->has_pane = s->has_pane && s->has_twin;
    s->session[0] = s->where[0] = '\0';
    s->day = s->length = 0;
    s->second = 0;
    s->head = 0;
    feed_note(s, "another file has taken its place");
}

void feed_file_step(struct feed *s, int64_t tick)
{
    static char block[64 * 1024];
    ssize_t got;

    if (s->fd < 0)
        return;
    if (place_look(&s->place, s->name, &s->fd, tick)) {
        begin_anew(s);
        return; /* it is told before anything of it */
    }
    if (!s->known && !learn_form(s, tick))
        return;
    while ((got = read(s->fd, block, sizeof(block))) > 0) {
        place_take(&s->place, block, (size_t)got);
        take_bytes(s, block, (size_t)got);
    }
    if (got < 0 && errno != EINTR && errno != EAGAIN)
        feed_note(s, strerror(errno));
    if (s->ended) {
        close(s->fd);
        s->fd = -1;
    }
}
