#include "tests/support/property_world.h"

#include <cmocka.h>
#include <string.h>

#include "common/record/keylog.h"

enum { SETTLE_MAX = 10000, BEGAN = 1763648340 };

/* True once in a number of calls, at random. */
static bool once_in(struct world *w, uint32_t times)
{
    return dice_roll(&w->dice, times) == 0;
}

static uint64_t clock_ms(const struct world *w, const struct end *end)
{
    return (uint64_t)(INT64_C(1000) * BEGAN + w->tick + end->clock);
}

/* The two files, from events */

struct tm world_wall_clock(uint64_t ms)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm when;

    gmtime_r(&seconds, &when);
    return when;
}

void world_tell(struct transcript *t, struct bytes *text, const struct event *event,
    const struct tm *when)
{
    static char out[TRANSCRIPT_OUT_SIZE];

    bytes_add(text, out, transcript_feed(t, event, when, out));
}

void world_tell_end(struct prompt *prompt, struct transcript *t, struct bytes *text)
{
    static char out[TRANSCRIPT_OUT_SIZE];
    struct tm when = day_time(23, 59, 59);
    struct event events[PROMPT_ENDS_MAX];
    int count = prompt_end(prompt, events);

    for (int i = 0; i < count; i++)
        world_tell(t, text, &events[i], &when);
    bytes_add(text, out, transcript_end(t, out));
}

static void count_event(struct world *w, const struct event *event)
{
    w->count[TURNS] += event->kind == EV_TURN;
    w->count[JUDGES] += event->kind == EV_JUDGE;
    w->count[STOPS] += event->kind == EV_STOP;
    w->count[REFUSALS] += event->kind == EV_REFUSED;
}

/* Write the events of a key to page and transcript, the key to the key log. */
static void record(struct end *end, const struct key *key, uint64_t posted,
    const struct event *events, int count)
{
    struct tm when = world_wall_clock(posted);
    char line[KEYLOG_LINE_SIZE];
    size_t length = keylog_write(end->talk.prompt.judge, posted, key, "left", line);

    assert_true(length > 0);
    bytes_add(&end->log, line, length);
    for (int i = 0; i < count; i++) {
        assert_int_equal(page_feed(&end->page, &events[i]), 0);
        world_tell(&end->transcript, &end->text, &events[i], &when);
    }
}

bool world_next_record(const char **at, struct key *key, uint64_t *posted)
{
    struct keylog_record read;
    enum keylog_kind kind;
    size_t length = strcspn(*at, "\n");

    if (**at == '\0')
        return false;
    assert_int_equal((*at)[length], '\n');
    assert_int_equal(keylog_read(*at, length, &kind, &read), 0);
    assert_int_equal(kind, KEYLOG_KEY);
    *key = (struct key){read.released, read.code, read.side};
    *posted = read.posted;
    *at += length + 1;
    return true;
}

/* Typing */

/* Typed texts: '?' is a random letter, '#' a random digit. */
static const struct {
    uint32_t weight;
    uint32_t times;
    const char *keys;
} habits[] = {
    {300, 1, "?"},
    {60, 5, "?"},
    {60, 1, " "},
    {110, 1, "\r"},
    {60, 1, "\r\r"},
    {20, 1, " \r"},
    {80, 1, "\b"},
    {20, 6, "\b"},
    {20, 1, "@@##\r\r"},
    {10, 1, "@@##\r"},
    {10, 1, " @@## \r \r"},
    {10, 1, "@@##\r?\b\r"},
    {10, 1, "@@##"},
    {5, 1, "@@#\r"},
    {40, 1, "\x1b"},
    {10, 1, "\t"},
    {5, 1, "\x01\xe9\x7f"},
    {5, 1, "*** JUDGE## ***\r"},
    {5, 1, "PROGRAM[##:##:##]?\r"},
    {2, 1001, "?"},
};

static size_t pick_habit(struct world *w)
{
    uint32_t all = 0, roll;
    size_t i = 0;

    for (size_t h = 0; h < COUNT(habits); h++)
        all += habits[h].weight;
    for (roll = dice_roll(&w->dice, all); roll >= habits[i].weight; i++)
        roll -= habits[i].weight;
    return i;
}

static void type_key(struct world *w, struct end *end, uint32_t code)
{
    struct event events[PROMPT_EVENTS_MAX];
    uint64_t now = clock_ms(w, end);
    size_t before = end->talk.count;
    struct key key;
    int count = conversation_type(&end->talk, code, now, &key, events);

    assert_in_range(count, 0, PROMPT_EVENTS_MAX);
    for (int i = 0; i < count; i++)
        count_event(w, &events[i]);
    if (end->talk.count == before)
        return;
    w->count[KEYS]++;
    record(end, &key, now, events, count);
    bytes_add(&end->made, (const char *)&key, sizeof(key));
}

/* Mostly the side in turn types. */
static void type_something(struct world *w)
{
    struct end *end = &w->end[dice_roll(&w->dice, 2)];
    size_t habit = pick_habit(w);

    if (!once_in(w, 5))
        end = &w->end[end->talk.prompt.turn];
    if (end->restarted)
        return;
    for (uint32_t i = 0; i < habits[habit].times; i++)
        for (const char *c = habits[habit].keys; *c != '\0'; c++) {
            uint32_t code = (unsigned char)*c;

            if (code == '?')
                code = 'a' + dice_roll(&w->dice, 26);
            else if (code == '#')
                code = '0' + dice_roll(&w->dice, 10);
            type_key(w, end, code);
        }
}

/* The line */

static struct end *far_end(struct world *w, const struct end *end)
{
    return &w->end[side_other(end->talk.self)];
}

static void send(struct world *w, struct end *end, const struct wire_message *message)
{
    char line[WIRE_LINE_MAX];
    size_t length = wire_encode(message, line);

    assert_true(length > 0);
    if (end->connected)
        bytes_add(&far_end(w, end)->line, line, length);
}

/* Break the line and lose the bytes on it; each end notices at its own time. */
static void cut(struct world *w)
{
    w->count[CUTS]++;
    for (enum side side = SIDE_JUDGE; side <= SIDE_OTHER; side++) {
        struct end *end = &w->end[side];

        end->connected = false;
        end->line.length = 0;
        if (once_in(w, 2))
            conversation_unlink(&end->talk);
    }
}

/* The judge's console closes its line before it greets on a new one. */
static void greet(struct world *w)
{
    struct end *judge = &w->end[SIDE_JUDGE];
    struct wire_message greeting = conversation_greeting(&judge->talk, NULL);

    conversation_unlink(&judge->talk);
    judge->connected = true;
    judge->reader = (struct wire_reader){0};
    w->end[SIDE_OTHER].reader = (struct wire_reader){0};
    send(w, judge, &greeting);
}

static void draw_session(struct world *w, char session[WIRE_SESSION_SIZE + 1])
{
    for (int i = 0; i < WIRE_SESSION_SIZE; i++)
        session[i] = "0123456789abcdef"[dice_roll(&w->dice, 16)];
    session[WIRE_SESSION_SIZE] = '\0';
}

/* A judge without an answer has no session yet and begins anew. */
static void answer(
    struct world *w, struct end *end, const struct wire_message *greeting)
{
    enum verdict verdict = conversation_verdict(&end->talk, greeting, 1, 60000);
    bool begins = greeting->session[0] == '\0';
    struct wire_message reply;

    assert_int_equal(verdict, begins ? VERDICT_NEW : VERDICT_TAKE_OVER);
    if (begins)
        draw_session(w, end->talk.session);
    reply = conversation_greeting(&end->talk, "terminal-1950");
    end->connected = true;
    send(w, end, &reply);
    conversation_link(&end->talk, greeting, w->tick);
}

static void take(struct world *w, struct end *end, const struct key *key)
{
    struct event events[PROMPT_EVENTS_MAX];
    bool fresh;
    int count = conversation_take(&end->talk, key, &fresh, events);

    assert_in_range(count, 0, PROMPT_EVENTS_MAX);
    w->count[DROPPED] += !fresh;
    if (!fresh)
        return;
    if (count > 0)
        assert_int_not_equal(events[0].kind, EV_REFUSED);
    record(end, key, clock_ms(w, end), events, count);
}

static void hear(struct world *w, struct end *end, const struct wire_message *message)
{
    if (message->kind == WIRE_JUDGE)
        answer(w, end, message);
    else if (message->kind == WIRE_OTHER)
        conversation_link(&end->talk, message, w->tick);
    else if (message->kind == WIRE_KEY)
        take(w, end, &message->key);
    conversation_hear(&end->talk, message, w->tick);
    if (message->kind == WIRE_LIVE)
        end->restarted = false;
}

/* Some of the bytes on their way to an end arrive. */
static void deliver(struct world *w, struct end *end, size_t most)
{
    size_t length = end->line.length < most ? end->line.length : most;
    char bytes[4096];
    const char *at = bytes;
    struct wire_message message;

    memcpy(bytes, end->line.length > 0 ? end->line.at : "", length);
    bytes_drop(&end->line, length);
    while (wire_read(&end->reader, &at, &length, &message) > 0)
        hear(w, end, &message);
    assert_false(end->reader.broken);
}

/* Send the due messages of an end, or at most a number of them. */
static bool say(struct world *w, struct end *end, uint32_t most)
{
    struct wire_message message;
    bool said = false;

    while (most-- > 0 && conversation_say(&end->talk, w->tick, &message)) {
        said = said || message.kind != WIRE_PING;
        send(w, end, &message);
    }
    return said;
}

/* Restarts */

/* Begin an end's conversation and its views anew; its files and session stay. */
static void begin_end(struct end *end, enum side side)
{
    char session[WIRE_SESSION_SIZE + 1];

    memcpy(session, end->talk.session, sizeof(session));
    conversation_free(&end->talk);
    page_free(&end->page);
    end->text.length = 0;
    conversation_init(&end->talk, side, rulebook_find("1996"));
    assert_int_equal(page_init(&end->page, rulebook_find("1996"), SIDE_JUDGE), 0);
    transcript_init(&end->transcript, rulebook_find("1996"));
    memcpy(end->talk.session, session, sizeof(session));
}

/* The bytes of a log that a power cut leaves: some of the last records are lost, but
 * only such as the far end has. Nothing can bring the others back. */
static size_t leave_some(struct world *w, struct end *end)
{
    const struct conversation *far = &far_end(w, end)->talk;
    size_t whole = end->log.length, keep;

    for (uint32_t lost = dice_roll(&w->dice, 12); lost > 0 && whole > 0; lost--) {
        const char *at;
        struct key key;
        uint64_t posted;

        for (keep = whole - 1; keep > 0 && end->log.at[keep - 1] != '\n'; keep--)
            continue;
        at = end->log.at + keep;
        assert_true(world_next_record(&at, &key, &posted));
        if (key.time > far->held[key.side])
            break;
        whole = keep;
        end->log.at[whole] = '\0';
    }
    return whole;
}

/* A console is killed and starts again from its key log. */
static void restart(struct world *w, struct end *end)
{
    struct bytes log = {0};
    const char *at;
    uint64_t posted;
    struct key key;

    w->count[RESTARTS]++;
    cut(w);
    bytes_add(&log, end->log.at, once_in(w, 2) ? leave_some(w, end) : end->log.length);
    end->log.length = 0;
    begin_end(end, end->talk.self);
    end->talk.restored = true;
    for (at = log.at; world_next_record(&at, &key, &posted);) {
        struct event events[PROMPT_EVENTS_MAX];
        bool fresh = false;
        int count = conversation_take(&end->talk, &key, &fresh, events);

        assert_true(count >= 0 && fresh);
        record(end, &key, posted, events, count);
    }
    end->restarted = true;
    bytes_free(&log);
}

void world_step(struct world *w)
{
    struct end *judge = &w->end[SIDE_JUDGE];
    struct end *some = &w->end[dice_roll(&w->dice, 2)];

    w->tick += once_in(w, 50) ? dice_roll(&w->dice, 2000) : dice_roll(&w->dice, 40);
    if (once_in(w, 20)) /* a clock is set, on or back */
        some->clock += (int64_t)dice_roll(&w->dice, 2000) - 1000;
    if (once_in(w, w->calm))
        cut(w);
    if (some->log.length > 0 && once_in(w, w->calm * 2))
        restart(w, some);
    if (!judge->connected && !judge->talk.linked && once_in(w, 8))
        greet(w);
    if (once_in(w, 2))
        type_something(w);
    for (enum side side = SIDE_JUDGE; side <= SIDE_OTHER; side++) {
        struct end *end = &w->end[side];

        say(w, end, dice_roll(&w->dice, 8));
        if (!once_in(w, 3))
            deliver(w, end, dice_roll(&w->dice, once_in(w, 4) ? 4096 : 60));
        if (conversation_is_lost(&end->talk, w->tick)) {
            if (end->connected)
                cut(w);
            conversation_unlink(&end->talk);
        }
    }
}

void world_settle(struct world *w)
{
    bool busy = true;

    cut(w);
    greet(w);
    w->end[dice_roll(&w->dice, 2)].talk.leaving = true;
    for (int i = 0; busy; i++) {
        busy = false;
        assert_true(i < SETTLE_MAX);
        for (enum side side = SIDE_JUDGE; side <= SIDE_OTHER; side++) {
            struct end *end = &w->end[side];

            busy = say(w, end, 4) || end->line.length > 0 || busy;
            deliver(w, end, 1 + dice_roll(&w->dice, 200));
        }
    }
    for (enum side side = SIDE_JUDGE; side <= SIDE_OTHER; side++)
        assert_true(w->end[side].talk.live_got && w->end[side].talk.bye_answered);
}

static void free_end(struct end *end)
{
    conversation_free(&end->talk);
    page_free(&end->page);
    bytes_free(&end->log);
    bytes_free(&end->text);
    bytes_free(&end->made);
    bytes_free(&end->line);
}

void world_begin(struct world *w, uint64_t seed, uint32_t calm)
{
    *w = (struct world){.dice = {seed}, .calm = calm};
    for (enum side side = SIDE_JUDGE; side <= SIDE_OTHER; side++)
        begin_end(&w->end[side], side);
}

void world_end(struct world *w)
{
    for (enum side side = SIDE_JUDGE; side <= SIDE_OTHER; side++)
        free_end(&w->end[side]);
}
