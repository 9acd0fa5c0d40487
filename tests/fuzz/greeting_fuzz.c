/*
 * Any bytes from an unknown caller to a station, or from a judge's station; the end is
 * new, running, or restored. Untrusted messages change nothing; the keys of each side
 * are in order, each held once; the output is the keys that the far end lacks, in
 * order, then one `live`; a caller supplies keys of this end only if they were lost.
 */
#include <string.h>

#include "common/conversation/conversation.h"
#include "tests/fuzz/fuzz.h"

#define SESSION "0123456789abcdef0123456789abcdef"

/* A key after this leaves no time for another: the last day that 18 digits can tell. */
#define LATEST (KEY_TIME_HISTORIC - 86400000)

enum { TICK = 1000 };

/* The state of the end before a call: from the first byte. */
static void begin(struct conversation *c, uint8_t how)
{
    struct event events[PROMPT_EVENTS_MAX];
    struct key key;
    bool fresh;

    conversation_init(c, how & 1 ? SIDE_JUDGE : SIDE_OTHER, rulebook_find("1996"));
    if ((how & 2) == 0)
        return;
    strcpy(c->session, SESSION);
    for (int i = 0; i < (how >> 4 & 0xf); i++) {
        uint32_t code = i % 3 == 2 ? K_RETURN : 'a' + (uint32_t)i;
        if (c->prompt.turn == c->self)
            check(conversation_type(c, code, (uint64_t)(10 * i), &key, events) >= 0);
        else {
            key = (struct key){(uint64_t)(10 * i + 1), code, side_other(c->self)};
            check(conversation_take(c, &key, &fresh, events) >= 0 && fresh);
        }
    }
    c->restored = (how & 4) != 0;
}

static void check_order(const struct conversation *c)
{
    uint64_t last[2] = {0, 0};

    for (size_t i = 0; i < c->count; i++) {
        check(i == 0 || c->keys[i].time > last[c->keys[i].side] ||
              (c->keys[i].time == 0 && last[c->keys[i].side] == 0));
        last[c->keys[i].side] = c->keys[i].time;
    }
    check(c->held[0] == last[0] && c->held[1] == last[1]);
}

/* The complete output: keys that the far end lacks, each side's in order, then live
 * once, and only valid lines. */
static void check_said(struct conversation *c, uint64_t lacks[static 2])
{
    struct wire_message m;
    char line[WIRE_LINE_MAX];
    bool live = c->live_sent;

    for (size_t most = c->count + 3; conversation_say(c, TICK, &m); most--) {
        check(most > 0 && wire_encode(&m, line) > 0);
        if (m.kind == WIRE_LIVE) {
            check(!live);
            live = true;
        }
        if (m.kind != WIRE_KEY)
            continue;
        check(m.key.time > lacks[m.key.side]);
        lacks[m.key.side] = m.key.time;
    }
    check(live && lacks[0] >= c->held[0] && lacks[1] >= c->held[1]);
}

/* As station.c and caller.c do. Returns whether the line is now the conversation's. */
static bool greet(struct conversation *c, const struct wire_message *m)
{
    bool judge = c->self == SIDE_JUDGE;

    if (m->kind != (judge ? WIRE_OTHER : WIRE_JUDGE))
        return false;
    if (judge) {
        if (strcmp(m->book, c->book->name) != 0 || m->session[0] == '\0' ||
            (c->session[0] != '\0' && strcmp(m->session, c->session) != 0) ||
            !conversation_believes(c, m))
            return false;
    } else {
        enum verdict verdict = conversation_verdict(c, m, 1, 0);
        if ((verdict != VERDICT_NEW && verdict != VERDICT_TAKE_OVER) ||
            !conversation_believes(c, m))
            return false;
        check(verdict == VERDICT_NEW ? m->session[0] == '\0' && m->got == 0
                                     : strcmp(m->session, c->session) == 0);
        if (verdict == VERDICT_NEW) {
            conversation_free(c);
            begin(c, 0);
            strcpy(c->session, SESSION);
        }
    }
    check(c->restored || m->got <= c->held[c->self]);
    conversation_link(c, m, 0);
    return true;
}

/* A line that receives the caller's bytes. */
struct line {
    struct wire_reader reader;
    bool linked;
    bool live; /* the far end has sent it */
    uint64_t
        lacks[2]; /* the time of the last key of each side that the far end holds */
};

/* A key on the conversation's line. False: the line is to be closed. */
static bool hear_key(struct line *l, struct conversation *c, const struct key *key)
{
    struct event events[PROMPT_EVENTS_MAX];
    bool foreign = key->side != c->self || (c->restored && !l->live), fresh = false;
    size_t count = c->count;
    int result = conversation_take(c, key, &fresh, events);

    check(c->count == count + fresh);
    check(result >= 0 ? foreign : !fresh);
    check(result >= 0 || !foreign || key->time > LATEST);
    return result >= 0;
}

/* Any message there, likewise. */
static bool hear(struct line *l, struct conversation *c, const struct wire_message *m)
{
    check(c->live_got == l->live);
    if (m->kind == WIRE_LIVE && l->live)
        return false;
    conversation_hear(c, m, 0);
    l->live = l->live || m->kind == WIRE_LIVE;
    if (m->kind == WIRE_KEY)
        return hear_key(l, c, &m->key);
    return m->kind == WIRE_LIVE || m->kind == WIRE_PING || m->kind == WIRE_BYE;
}

/* Returns whether the line stays open. */
static bool take(struct line *l, struct conversation *c, const struct wire_message *m)
{
    size_t count = c->count;

    if (l->linked)
        return hear(l, c, m);
    l->linked = greet(c, m);
    check(l->linked || (c->count == count && !c->linked));
    l->lacks[c->self] = m->got;
    l->lacks[side_other(c->self)] = m->made;
    return l->linked;
}

/* Read the received bytes. Returns whether the line stays open. */
static bool read_bytes(
    struct line *l, struct conversation *c, const char *bytes, size_t size)
{
    struct wire_message m;

    while (wire_read(&l->reader, &bytes, &size, &m) > 0) {
        if (!take(l, c, &m))
            return false;
        if (m.kind == WIRE_KEY && l->lacks[m.key.side] < m.key.time)
            l->lacks[m.key.side] = m.key.time;
        check_order(c);
        check_said(c, l->lacks);
    }
    return true;
}

/* A greeting of a far end, or of an impostor: a session cannot be guessed. */
static size_t write_greeting(
    const struct conversation *c, uint8_t got, uint8_t made, char *line)
{
    struct wire_message m = {.kind = c->self == SIDE_JUDGE ? WIRE_OTHER : WIRE_JUDGE,
        .got = got,
        .made = made,
        .label = "terminal",
        .session = SESSION,
        .book = "1996"};
    size_t length = wire_encode(&m, line);

    check(length > 0);
    return length;
}

/* One line: its size bytes, or the messages of an impostor that knows the session. */
static void call(struct conversation *c, bool greets, const char *bytes, size_t size)
{
    struct line l = {.linked = false};
    char line[WIRE_LINE_MAX];

    if (greets && size >= 2) {
        size_t length = write_greeting(c, (uint8_t)bytes[0], (uint8_t)bytes[1], line);
        if (!read_bytes(&l, c, line, length))
            return;
        bytes += 2;
        size -= 2;
    }
    read_bytes(&l, c, bytes, size);
}

/* The first byte selects the initial state; each line after it ends with a byte outside
 * the wire's alphabet. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct conversation c;
    const char *bytes = (const char *)data, *end = bytes + size;

    if (size == 0)
        return 0;
    begin(&c, data[0]);
    while (++bytes < end) {
        const char *stop = memchr(bytes, 0xff, (size_t)(end - bytes));
        size_t length = (size_t)((stop != NULL ? stop : end) - bytes);
        call(&c, (data[0] & 8) != 0, bytes, length);
        conversation_unlink(&c);
        bytes += length;
    }
    conversation_free(&c);
    return 0;
}
