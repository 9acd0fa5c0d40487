#include "common/program/lpp_session.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/system/random.h"

int lpp_session_open(struct lpp_session *l, struct console *c, struct moment now)
{
    char address[SAVED_LOG_ADDRESS_MAX + 1];

    *l = (struct lpp_session){0};
    if (lppdir_open(&l->dir, c->settings->lpp, side_other(c->self), now.tick) < 0)
        return -1;
    session_set_label(&c->session, "lpp");
    console_set_where(c, "lpp");
    lppdir_address(l->dir.path, address, sizeof(address));
    session_set_address(&c->session, address);
    return 0;
}

void lpp_session_close(struct lpp_session *l)
{
    lppdir_close(&l->dir);
}

static int begin_anew(struct console *c, struct moment now)
{
    char session[WIRE_SESSION_SIZE + 1];
    struct recorder *record = random_hex(session, WIRE_SESSION_SIZE) == 0
                                  ? session_prepare(&c->session, session, now)
                                  : NULL;

    if (record == NULL)
        return -1;
    session_begin(&c->session, record, session);
    return 0;
}

int lpp_session_begin(struct lpp_session *l, struct console *c, struct moment now)
{
    bool judge = c->self == SIDE_JUDGE;

    if (c->session.recorder != NULL)
        console_resume_alone(c);
    else {
        if (begin_anew(c, now) < 0)
            return -1;
        session_set_judge(&c->session, c->session.talk.prompt.judge, now);
        lppdir_clear(&l->dir, now.wall, judge ? INT64_MIN : LPP_SESSION_LEFTOVER_MS);
    }
    console_set_line(c, LINE_UP, now);
    return 0;
}

/*
 * A far key for the conversation: its time is that of the far clock, but of this clock
 * if that is a day ahead, and always later than the key before it.
 */
static struct key far_key(
    const struct console *c, const struct lppname *name, struct moment now)
{
    uint64_t time = key_time_ms(name->number);

    if (time > now.wall + LPP_SESSION_DAY_MS)
        time = now.wall;
    if (time <= c->session.talk.held[name->side])
        time = c->session.talk.held[name->side] + 1;
    return (struct key){time, name->code, name->side};
}

/* Whether memory has room for one more key; otherwise the key stays in the directory.
 */
static bool has_room(struct lpp_session *l, struct console *c, struct moment now)
{
    if (now.tick < l->pause)
        return false;
    if (session_reserve(&c->session) == 0)
        return true;
    console_note(c, true, "%s",
        errno == EOVERFLOW ? "This conversation can grow no more: end it"
                           : "Out of memory: close other programs");
    l->pause = now.tick + LPP_SESSION_PAUSE_MS;
    return false;
}

static void take_keys(struct lpp_session *l, struct console *c, struct moment now)
{
    struct lppname name;

    while (has_room(l, c, now) && lppdir_take(&l->dir, now.tick, &name)) {
        struct key key = far_key(c, &name, now);
        if (!prompt_may_type(&c->session.talk.prompt, key.side))
            console_note(c, false, "Typed before the judge began: not shown");
        console_take(c, &key, now); /* has_room() has reserved its memory */
    }
}

static void make_keys(struct lpp_session *l, struct console *c, struct moment now)
{
    const struct key *next;

    if (now.tick < l->again)
        return;
    session_flush(&c->session);
    while (l->waits || (next = console_next_key(c)) != NULL) {
        if (!l->waits)
            l->key = *next;
        l->waits = lppdir_make(&l->dir, &l->key, now.tick) < 0 && errno != EINVAL;
        if (!l->waits)
            continue;
        l->again = now.tick + LPP_SESSION_AGAIN_MS;
        if (!lppdir_is_gone(&l->dir))
            console_note(c, true, "No key can be made: %s", strerror(errno));
        return;
    }
}

static void note_news(struct lpp_session *l, struct console *c, int64_t tick)
{
    char news[LPP_NOTES_SIZE];

    if (lpp_notes_tell(&l->dir.news, tick, news))
        console_trouble(c, "%s", news);
}

/* Show the keys that the far program has not taken for LPP_SESSION_UNREAD_MS. */
static void watch_unread(struct lpp_session *l, struct console *c, int64_t tick)
{
    int64_t ms;
    size_t keys = lppdir_unread(&l->dir, tick, &ms);

    if (ms < LPP_SESSION_UNREAD_MS)
        keys = 0;
    console_set_unread(c, keys, (int)(ms / 1000));
}

void lpp_session_step(struct lpp_session *l, struct console *c, struct moment now)
{
    if (c->session.recorder == NULL)
        return;
    lppdir_step(&l->dir, now.tick);
    take_keys(l, c, now);
    make_keys(l, c, now);
    console_set_line(c, lppdir_is_gone(&l->dir) || l->waits ? LINE_LOST : LINE_UP, now);
    watch_unread(l, c, now.tick);
    note_news(l, c, now.tick);
    if (!c->leaving || l->waits)
        return;
    console_end(c, now);
}

int lpp_session_fd(const struct lpp_session *l)
{
    return lppdir_fd(&l->dir);
}

int64_t lpp_session_due(const struct lpp_session *l)
{
    int64_t due = lppdir_due(&l->dir);

    if (l->waits && l->again < due)
        due = l->again;
    return due > l->pause ? due : l->pause;
}
