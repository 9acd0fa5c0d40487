#include "bridge.h"

#include <errno.h>
#include <string.h>

int bridge_open(
    struct bridge *b, const char *path, const struct rulebook *book, int64_t tick)
{
    *b = (struct bridge){
        .by_lines = !rulebook_has_turns(book),
        .passing.no_judges = !book->judge_lines,
    };
    return lppdir_open(&b->dir, path, SIDE_OTHER, tick);
}

void bridge_close(struct bridge *b)
{
    passing_reset(&b->passing);
    passing_forget(&b->said);
    lppdir_close(&b->dir);
}

void bridge_forget(struct bridge *b)
{
    passing_reset(&b->passing);
    passing_forget(&b->said);
    b->waits = b->mid_line = false;
}

void bridge_begin(struct bridge *b, bool goes_on)
{
    if (goes_on)
        passing_skip(&b->passing);
    else
        lppdir_clear(&b->dir, 0, INT64_MIN);
}

void bridge_hear(struct bridge *b, const struct event *event)
{
    static const struct event over = {EV_TURN, .side = SIDE_JUDGE};

    passing_hear(&b->passing, event);
    if (b->by_lines && event->kind == EV_LINE)
        passing_hear(&b->passing, &over);
}

void bridge_ask(struct bridge *b, struct reply *reply, bool empty, int64_t tick)
{
    reply_begin(reply, tick);
    reply->answered = empty;
    b->mid_line = false;
}

bool bridge_said(struct bridge *b, uint32_t *code)
{
    return passing_take(&b->said, code);
}

/* The judge's keys, by times of our own: what the judge's console says has been
 * released may have waited for an @@nn. */
static void pass_keys(struct bridge *b, struct console *c, struct moment now)
{
    while (now.tick >= b->again) {
        if (!b->waits) {
            uint64_t last = b->key.time;
            if (!passing_take(&b->passing.keys, &b->key.code))
                return;
            b->key.time = now.wall > last ? now.wall : last + 1;
            b->key.side = SIDE_JUDGE;
        }
        b->waits = lppdir_make(&b->dir, &b->key, now.tick) < 0 && errno != EINVAL;
        if (!b->waits)
            continue;
        b->again = now.tick + BRIDGE_AGAIN_MS;
        if (!lppdir_is_gone(&b->dir))
            console_trouble(c, "Keys cannot be passed on: %s", strerror(errno));
    }
}

/* A key, as a program that is no 2009 entry would print it. */
static void feed(struct reply *reply, uint32_t code, int64_t tick)
{
    static const char rub_out[] = "\b\033[K"; /* and not only step back */
    char byte = (char)code;

    if (code == K_BACKSPACE) {
        reply_feed(reply, rub_out, sizeof(rub_out) - 1, tick);
        return;
    }
    if (code == K_RETURN)
        byte = '\n';
    else if (code == K_TAB)
        byte = ' ';
    else if (code == K_ESCAPE)
        return;
    reply_feed(reply, &byte, 1, tick);
}

static void take_keys(struct bridge *b, struct reply *reply, bool raw, int64_t tick)
{
    struct lppname name;

    while (lppdir_take(&b->dir, tick, &name)) {
        feed(reply, name.code, tick);
        if (raw)
            passing_add(&b->said, name.code);
        b->mid_line = name.code != K_RETURN;
    }
}

void bridge_step(
    struct bridge *b, struct console *c, struct reply *reply, struct moment now)
{
    const struct settings *s = c->settings;
    bool as_made = s->pace.how == PACE_RAW && s->book->manner != MANNER_MESSAGES;
    char news[LPPNEWS_SIZE];

    lppdir_step(&b->dir, now.tick);
    take_keys(b, reply, as_made, now.tick);
    pass_keys(b, c, now);
    reply->manner.idle_ms = b->mid_line ? BRIDGE_MID_LINE * s->idle_ms : s->idle_ms;
    if (lppnews_tell(&b->dir.news, now.tick, news))
        console_trouble(c, "%s", news);
}

int bridge_fd(const struct bridge *b)
{
    return lppdir_fd(&b->dir);
}

int64_t bridge_due(const struct bridge *b)
{
    int64_t due = lppdir_due(&b->dir);

    if (b->waits || b->passing.keys.count > 0)
        due = moment_earlier(due, b->again);
    return due;
}
