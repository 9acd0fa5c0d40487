#include "judge/referee/record/timeline.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "common/memory/array.h"

enum { NO_TIME_MS = 1000 }; /* between two lines without a time */

int timeline_begin(
    struct timeline *t, const struct rulebook *book, const struct record_round *round)
{
    timeline_free(t);
    if (panes_init(&t->panes, book) < 0)
        return -1;
    t->begun = t->live = true;
    t->judge = KEYLOG_NO_JUDGE;
    if (timeline_round(t, round) == 0)
        return 0;
    timeline_free(t);
    return -1;
}

void timeline_free(struct timeline *t)
{
    if (t->begun)
        panes_free(&t->panes);
    free(t->keys);
    free(t->rounds);
    *t = (struct timeline){0};
}

const struct timeline_key *timeline_key_shown(const struct timeline *t)
{
    return t->shown > 0 ? &t->keys[t->shown - 1] : NULL;
}

const struct timeline_key *timeline_last_key(const struct timeline *t)
{
    return t->count > 0 ? &t->keys[t->count - 1] : NULL;
}

/* Showing keys */

static int show_next(struct timeline *t)
{
    const struct timeline_key *k = &t->keys[t->shown];
    struct key key = {k->time, k->code, (enum side)k->side};

    if (t->shown > 0 && k->round != k[-1].round)
        panes_clear(&t->panes);
    if (panes_feed(&t->panes, (enum record_pane)k->pane, &key) < 0)
        return -1;
    t->shown++;
    return 0;
}

/* Number of keys before the round of the last of `count` keys. */
static size_t before_round(const struct timeline *t, size_t count)
{
    size_t first = count;

    while (first > 0 && t->keys[first - 1].round == t->keys[count - 1].round)
        first--;
    return first;
}

void timeline_show(struct timeline *t, size_t count)
{
    t->live = t->failed = false;
    if (count < t->shown) {
        panes_clear(&t->panes);
        t->shown = before_round(t, count);
    }
    while (t->shown < count && !t->failed)
        t->failed = show_next(t) < 0;
}

void timeline_go_live(struct timeline *t)
{
    timeline_show(t, t->count);
    t->live = true;
}

/* Adding keys */

int timeline_round(struct timeline *t, const struct record_round *round)
{
    const struct timeline_key *last = timeline_last_key(t);
    struct record_round *rounds;

    if (t->round_count > 0 && (last == NULL || last->round != t->round_count - 1)) {
        t->rounds[t->round_count - 1] = *round;
        return 0;
    }
    if (t->round_count == UINT16_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    rounds = array_reserve(
        t->rounds, &t->round_capacity, t->round_count, 1, sizeof(rounds[0]));
    if (rounds == NULL)
        return -1;
    t->rounds = rounds;
    t->rounds[t->round_count++] = *round;
    t->last_side[PANE_LEFT] = t->last_side[PANE_RIGHT] = -1;
    return 0;
}

static int reserve_key(struct timeline *t)
{
    struct timeline_key *keys;

    if (t->count >= TIMELINE_KEYS_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    keys = array_reserve(t->keys, &t->capacity, t->count, 1, sizeof(keys[0]));
    if (keys == NULL)
        return -1;
    t->keys = keys;
    return 0;
}

int timeline_add(
    struct timeline *t, enum record_pane pane, const struct key *key, int judge)
{
    const struct timeline_key *last;
    struct record_clock clock = t->clock;
    struct timeline_key *added;

    if (reserve_key(t) < 0)
        return -1;
    last = timeline_last_key(t);
    record_clock_set(
        &clock, key->time, last != NULL && last->round != t->round_count - 1);
    added = &t->keys[t->count];
    *added = (struct timeline_key){.place = clock.place,
        .time = key->time,
        .code = key->code,
        .round = (uint16_t)(t->round_count - 1),
        .judge = (int16_t)judge,
        .pane = (uint8_t)pane,
        .side = (uint8_t)key->side,
        .is_turn = t->last_side[pane] != (int)key->side};
    t->count++;
    if (t->live && show_next(t) < 0) {
        t->count--;
        return -1;
    }
    t->panes.shown[pane] = true;
    t->last_side[pane] = (int)key->side;
    t->clock = clock;
    return 0;
}

/* Add the keys of a line: all at the line's second; or, without one, a second after the
 * last. */
static int add_line(struct timeline *t, const struct record *record)
{
    struct record_typist typist = record_typist(&record->line);
    struct key key = {.side = record->line.side};
    bool is_timeless = record->line.second == TRANSCRIPT_NO_TIME;

    if (is_timeless || record->line.side == SIDE_JUDGE)
        t->judge = (int)record->line.judge;
    t->is_timeless = t->is_timeless || is_timeless;
    key.time = is_timeless ? t->clock.latest + NO_TIME_MS
                           : record_day_time(&t->day, record->line.second);
    while (record_type(&typist, &key.code))
        if (timeline_add(t, record->pane, &key, t->judge) < 0)
            return -1;
    return 0;
}

int timeline_add_record(
    struct timeline *t, const struct record_reader *reader, const struct record *record)
{
    const struct keylog_record *k = &record->key;
    struct key key = {k->posted, k->code, k->side};

    switch (record->kind) {
    case RECORD_ROUND:
    case RECORD_JUDGE:
    case RECORD_KEY:
    case RECORD_LINE:
        break;
    default:
        return 0;
    }
    if (!t->begun && timeline_begin(t, record_book(reader), &reader->round) < 0)
        return -1;
    if (record->kind == RECORD_JUDGE) {
        t->judge = (int)record->line.judge;
        return 0;
    }
    if (record->kind == RECORD_ROUND)
        return timeline_round(t, &reader->round);
    return record->kind == RECORD_LINE
               ? add_line(t, record)
               : timeline_add(t, record_pane(k), &key, k->judge);
}

/* Places */

size_t timeline_count_at(const struct timeline *t, uint64_t place)
{
    size_t low = 0, high = t->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (t->keys[middle].place <= place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t timeline_count_by(const struct timeline *t, uint64_t time)
{
    size_t count = 0;

    /* Each side's clock gave its keys their times: they may step back. */
    while (count < t->count && t->keys[count].time <= time)
        count++;
    return count;
}

size_t timeline_turn(const struct timeline *t, int direction)
{
    size_t at = t->shown;

    if (direction > 0 ? at == t->count : at == 0)
        return TIMELINE_NOWHERE;
    do
        at += direction > 0 ? 1 : (size_t)-1;
    while (at > 0 && at < t->count && !t->keys[at].is_turn);
    return at;
}

size_t timeline_round_start(const struct timeline *t, int direction)
{
    size_t at = t->shown;

    if (direction > 0) {
        while (at < t->count && (at == 0 || t->keys[at].round == t->keys[at - 1].round))
            at++;
        return at < t->count ? at + 1 : TIMELINE_NOWHERE;
    }
    return at > 1 ? before_round(t, at - 1) + 1 : TIMELINE_NOWHERE;
}

/* Finding a text */

static uint32_t fold(uint32_t code)
{
    return code < 0x80 ? (uint32_t)tolower((int)code) : code;
}

static bool is_same(const uint32_t *a, const uint32_t *b, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (fold(a[i]) != fold(b[i]))
            return false;
    return true;
}

/* Whether the last key shown ends a text in its unfinished line. */
static bool ends_text(const struct timeline *t, const uint32_t *text, size_t length)
{
    const struct timeline_key *key = timeline_key_shown(t);
    const struct prompt_line *line = &t->panes.player.prompt[key->pane].line[key->side];

    return key->code != K_BACKSPACE && line->length >= length &&
           is_same(line->text + line->length - length, text, length);
}

bool timeline_show_text(
    struct timeline *t, const uint32_t *text, size_t length, int direction)
{
    size_t here = t->shown, found = TIMELINE_NOWHERE;
    size_t end = direction > 0 ? t->count : here > 0 ? here - 1 : 0;

    timeline_show(t, direction > 0 ? here : 0);
    while (t->shown < end && (direction < 0 || found == TIMELINE_NOWHERE)) {
        t->failed = show_next(t) < 0;
        if (t->failed)
            return false;
        if (ends_text(t, text, length))
            found = t->shown;
    }
    timeline_show(t, found != TIMELINE_NOWHERE ? found : here);
    return found != TIMELINE_NOWHERE;
}

static bool has_text(
    const uint32_t *line, size_t line_length, const uint32_t *text, size_t length)
{
    for (size_t at = 0; at + length <= line_length; at++)
        if (is_same(line + at, text, length))
            return true;
    return false;
}

size_t timeline_find_line(const struct timeline *t, enum record_pane pane,
    const uint32_t *text, size_t length, size_t from, bool older)
{
    const struct page *page = &t->panes.page[pane];
    size_t line = from;

    while (older ? line > 0 : line + 1 < page->count) {
        line += older ? (size_t)-1 : 1;
        if (line < page->count &&
            has_text(page_text(page, line), page->lines[line].length, text, length))
            return line;
    }
    return TIMELINE_NOWHERE;
}
