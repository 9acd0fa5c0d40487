#include "tape.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "utf8.h"

uint64_t tape_gap(uint64_t before, uint64_t time, bool new_round)
{
    uint64_t from = record_historic_time(before), to = record_historic_time(time);
    uint64_t gap = 0;

    /* Seconds and microseconds, which stand in seven digits. */
    from = from / 10000000 * 1000000 + from % 10000000;
    to = to / 10000000 * 1000000 + to % 10000000;
    if (to > from)
        gap = to - from;
    return new_round && gap > TAPE_ROUND_US ? TAPE_ROUND_US : gap;
}

void tape_init(struct tape *tape)
{
    *tape = (struct tape){
        .speed = TAPE_SPEED_NORMAL, .last_side = {-1, -1}, .judge = KEYLOG_NO_JUDGE};
}

void tape_free(struct tape *tape)
{
    free(tape->keys);
    free(tape->rounds);
    panes_free(&tape->panes);
    *tape = (struct tape){0};
}

/* Filling it */

static int reserve_key(struct tape *tape)
{
    size_t larger = tape->capacity == 0 ? 1024 : 2 * tape->capacity;
    struct tape_key *moved;

    if (tape->count < tape->capacity)
        return 0;
    if (tape->count >= TAPE_KEYS_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    moved = realloc(tape->keys, larger * sizeof(moved[0]));
    if (moved == NULL)
        return -1;
    tape->keys = moved;
    tape->capacity = larger;
    return 0;
}

/* A round's heading: one that is repeated before any key was made is the same round. */
static int add_round(struct tape *tape, const struct record_round *round)
{
    bool fresh =
        tape->round_count == 0 ||
        (tape->count > 0 && tape->keys[tape->count - 1].round == tape->round_count - 1);
    struct record_round *moved;

    if (!fresh) {
        tape->rounds[tape->round_count - 1] = *round;
        return 0;
    }
    if (tape->round_count == UINT16_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    moved = realloc(tape->rounds, (tape->round_count + 1) * sizeof(moved[0]));
    if (moved == NULL)
        return -1;
    tape->rounds = moved;
    tape->rounds[tape->round_count++] = *round;
    tape->last_side[PANE_LEFT] = tape->last_side[PANE_RIGHT] = -1;
    return 0;
}

static int add_key(struct tape *tape, uint64_t time, uint32_t code, int judge,
    enum record_pane pane, enum side side)
{
    const struct tape_key *last = tape->count > 0 ? &tape->keys[tape->count - 1] : NULL;
    size_t round = tape->round_count - 1;
    struct tape_key key = {.time = time,
        .code = code,
        .judge = judge,
        .pane = (uint8_t)pane,
        .side = (uint8_t)side,
        .round = (uint16_t)round};

    if (last != NULL)
        key.at = last->at + tape_gap(last->time, time, last->round != round);
    /* A step back is made up for before any time passes. */
    if (last != NULL && last->round == round && key.time < last->time)
        key.time = last->time;
    if (reserve_key(tape) < 0)
        return -1;
    key.turn = tape->last_side[pane] != (int)side;
    tape->last_side[pane] = (int)side;
    tape->shown[pane] = true;
    tape->keys[tape->count++] = key;
    return 0;
}

/* A line of a transcript was finished at a second: its keys come then. Past midnight
 * the seconds begin again. */
static int add_said(struct tape *tape, const struct transcript_line *line)
{
    static const uint64_t day = 86400 * UINT64_C(1000);
    uint64_t time = (uint64_t)line->second * 1000;
    const struct tape_key *last = tape->count > 0 ? &tape->keys[tape->count - 1] : NULL;
    struct utf8 utf8 = {0};
    uint32_t codes[2];

    if (line->side == SIDE_JUDGE)
        tape->judge = (int)line->judge;
    if (last != NULL && last->time > time)
        time += (last->time - time + day - 1) / day * day;
    /* A minute back is a clock that was set; more is the next day. */
    if (last != NULL && time - last->time > day - 60000)
        time = last->time;
    for (size_t i = 0; i < line->length; i++) {
        int count = utf8_decode(&utf8, (unsigned char)line->text[i], codes);

        for (int c = 0; c < count; c++)
            if (add_key(tape, time, codes[c], tape->judge, PANE_LEFT, line->side) < 0)
                return -1;
    }
    return add_key(tape, time, K_RETURN, tape->judge, PANE_LEFT, line->side);
}

/* A message that has no time comes a second after what is before it. */
static int add_message(struct tape *tape, const struct record *record)
{
    struct record_typist typist = record_typist(&record->line);
    uint64_t time = tape->count > 0 ? tape->keys[tape->count - 1].time + 1000 : 0;
    uint32_t code;

    tape->timeless = true;
    while (record_type(&typist, &code))
        if (add_key(tape, time, code, (int)record->line.judge, record->pane,
                record->line.side) < 0)
            return -1;
    return 0;
}

int tape_add(
    struct tape *tape, const struct record_reader *reader, const struct record *record)
{
    const struct keylog_record *key = &record->key;

    if (record->kind == RECORD_ROUND)
        return add_round(tape, &reader->round);
    if (record->kind == RECORD_JUDGE)
        tape->judge = (int)record->line.judge;
    if (record->kind != RECORD_KEY && record->kind != RECORD_LINE)
        return 0;
    if (tape->round_count == 0 && add_round(tape, &reader->round) < 0)
        return -1;
    if (record->kind == RECORD_LINE)
        return record->line.second == TRANSCRIPT_NO_TIME
                   ? add_message(tape, record)
                   : add_said(tape, &record->line);
    return add_key(
        tape, key->posted, key->code, key->judge, record_pane(key), key->side);
}

int tape_wind(struct tape *tape, const struct rulebook *book)
{
    tape->book = book;
    return panes_init(&tape->panes, book, tape->shown);
}

uint64_t tape_length(const struct tape *tape)
{
    return tape->count > 0 ? tape->keys[tape->count - 1].at : 0;
}

/* Going on */

/* The next key is made. */
static int make_key(struct tape *tape)
{
    const struct tape_key *key = &tape->keys[tape->next];
    struct key made = {key->time, key->code, (enum side)key->side};
    struct event events[PROMPT_EVENTS_MAX];

    if (tape->next > 0 && key->round != key[-1].round)
        panes_clear(&tape->panes);
    if (key->code != KEYLOG_NO_CODE &&
        panes_feed(&tape->panes, (enum record_pane)key->pane, &made, events) < 0)
        return -1;
    tape->next++;
    return 0;
}

/* Where the tape stands at a tick. */
static uint64_t position_at(const struct tape *tape, int64_t tick)
{
    uint64_t passed = tick > tape->tick ? (uint64_t)(tick - tape->tick) : 0;

    return tape->running ? tape->position + passed * tape->speed / 100 : tape->position;
}

static void hold_at(struct tape *tape, uint64_t position, int64_t tick)
{
    tape->position = position;
    tape->tick = tick;
}

int tape_advance(struct tape *tape, int64_t tick)
{
    uint64_t position = position_at(tape, tick);
    int made = 0;

    while (tape->running && tape->next < tape->count &&
           tape->keys[tape->next].at <= position) {
        if (make_key(tape) < 0)
            return -1;
        made++;
    }
    if (tape->running && tape->next == tape->count) {
        hold_at(tape, tape_length(tape), tick);
        tape->running = false;
    }
    return made;
}

int64_t tape_due(const struct tape *tape)
{
    uint64_t wait;

    if (!tape->running || tape->next == tape->count)
        return INT64_MAX;
    if (tape->keys[tape->next].at <= tape->position)
        return tape->tick;
    wait = tape->keys[tape->next].at - tape->position;
    return tape->tick + (int64_t)((wait * 100 + tape->speed - 1) / tape->speed);
}

void tape_run(struct tape *tape, bool running, int64_t tick)
{
    hold_at(tape, position_at(tape, tick), tick);
    tape->running = running && tape->next < tape->count;
}

void tape_set_speed(struct tape *tape, unsigned speed, int64_t tick)
{
    hold_at(tape, position_at(tape, tick), tick);
    tape->speed = speed < TAPE_SPEED_MIN   ? TAPE_SPEED_MIN
                  : speed > TAPE_SPEED_MAX ? TAPE_SPEED_MAX
                                           : speed;
}

/* Jumping */

/* Make so many keys from the first on, or from where it stands. */
static int go_to(struct tape *tape, size_t next)
{
    if (next < tape->next) {
        /* Nothing of an earlier round is on the screen. */
        size_t first = next;

        while (first > 0 && tape->keys[first - 1].round == tape->keys[next].round)
            first--;
        if (first == next && first > 0)
            while (
                first > 0 && tape->keys[first - 1].round == tape->keys[next - 1].round)
                first--;
        panes_clear(&tape->panes);
        tape->next = first;
    }
    while (tape->next < next)
        if (make_key(tape) < 0)
            return -1;
    return 0;
}

static int go_to_key(struct tape *tape, size_t next, int64_t tick)
{
    if (go_to(tape, next) < 0)
        return -1;
    hold_at(tape, next > 0 ? tape->keys[next - 1].at : 0, tick);
    tape->running = tape->running && next < tape->count;
    return 0;
}

static int no_such_place(void)
{
    errno = ENOENT;
    return -1;
}

int tape_step(struct tape *tape, int keys, int64_t tick)
{
    if ((keys < 0 && tape->next < (size_t)-keys) ||
        (keys > 0 && tape->count - tape->next < (size_t)keys))
        return no_such_place();
    tape->running = false;
    return go_to_key(
        tape, keys < 0 ? tape->next - (size_t)-keys : tape->next + (size_t)keys, tick);
}

int tape_seek(struct tape *tape, uint64_t position, int64_t tick)
{
    size_t low = 0, high = tape->count;

    if (position > tape_length(tape))
        position = tape_length(tape);
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (tape->keys[middle].at <= position)
            low = middle + 1;
        else
            high = middle;
    }
    if (go_to(tape, low) < 0)
        return -1;
    hold_at(tape, position, tick);
    tape->running = tape->running && low < tape->count;
    return 0;
}

int tape_seek_turn(struct tape *tape, int direction, int64_t tick)
{
    size_t at = tape->next;

    if (direction > 0) {
        for (at++; at < tape->count && !tape->keys[at].turn; at++)
            continue;
        if (at > tape->count || tape->next == tape->count)
            return no_such_place();
        return go_to_key(tape, at, tick);
    }
    if (at == 0)
        return no_such_place();
    for (at--; at > 0 && !tape->keys[at].turn; at--)
        continue;
    return go_to_key(tape, at, tick);
}

int tape_seek_round(struct tape *tape, int direction, int64_t tick)
{
    size_t at = tape->next;

    if (direction > 0) {
        while (at < tape->count &&
               (at == 0 || tape->keys[at].round == tape->keys[at - 1].round))
            at++;
        if (at == tape->count)
            return no_such_place();
        return go_to_key(tape, at + 1, tick);
    }
    if (at <= 1)
        return no_such_place();
    for (at -= 2; at > 0 && tape->keys[at].round == tape->keys[at - 1].round; at--)
        continue;
    return go_to_key(tape, at + 1, tick);
}

static uint32_t fold(uint32_t code)
{
    return code >= 'A' && code <= 'Z' ? code - 'A' + 'a' : code;
}

/* Whether the unfinished line of a voice ends with a text. */
static bool ends_with(const struct tape *tape, const struct tape_key *key,
    const uint32_t *text, size_t length)
{
    const struct prompt_line *line = &tape->panes.prompt[key->pane].line[key->side];

    if (line->length < length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (fold(line->text[line->length - length + i]) != fold(text[i]))
            return false;
    return true;
}

int tape_find(
    struct tape *tape, const uint32_t *text, size_t length, int direction, int64_t tick)
{
    size_t here = tape->next, found = SIZE_MAX;
    size_t end = direction > 0 ? tape->count : here > 0 ? here - 1 : 0;

    if (length == 0)
        return no_such_place();
    if (direction < 0 && go_to(tape, 0) < 0)
        return -1;
    while (tape->next < end && (direction < 0 || found == SIZE_MAX)) {
        if (make_key(tape) < 0)
            return -1;
        if (tape->keys[tape->next - 1].code != K_BACKSPACE &&
            ends_with(tape, &tape->keys[tape->next - 1], text, length))
            found = tape->next;
    }
    if (found != SIZE_MAX)
        return go_to_key(tape, found, tick);
    if (go_to(tape, here) < 0)
        return -1;
    return no_such_place();
}
