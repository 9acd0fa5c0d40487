#include "confederate/host/lpp_partner.h"

#include <errno.h>
#include <string.h>

static struct lpp_partner *lpp_of(struct partner *p)
{
    return (struct lpp_partner *)p;
}

static const struct settings *settings_of(const struct lpp_partner *l)
{
    return l->partner.console->settings;
}

static bool is_asked(const struct lpp_partner *l)
{
    return l->partner.state == PARTNER_ASKED;
}

/* Forget */

static void forget_reply(struct lpp_partner *l)
{
    const struct settings *s = settings_of(l);

    lpp_keys_forget(&l->released);
    reply_init(&l->reply, (struct reply_manner){.idle_ms = s->idle_ms,
                              .unicode = s->book->alphabet == ALPHABET_UNICODE});
}

static void forget_answer(
    struct partner *base, enum partner_change change, int64_t tick)
{
    struct lpp_partner *l = lpp_of(base);

    (void)tick;
    if (change == PARTNER_BEGINS || change == PARTNER_ENDS) {
        l->fresh = true;
        lpp_turn_forget(&l->turn);
        l->held = l->mid_line = false;
        forget_reply(l);
    } else if (change == PARTNER_NEW_JUDGE ? l->reply.begun : is_asked(l))
        forget_reply(l);
    else if (change == PARTNER_STOPPED)
        reply_drop(&l->reply);
}

/* Turns */

static void hear_judge(struct partner *base, const struct event *event)
{
    static const struct event over = {EV_TURN, .side = SIDE_JUDGE};
    struct lpp_partner *l = lpp_of(base);

    lpp_turn_hear(&l->turn, event);
    if (!l->turns && event->kind == EV_LINE)
        lpp_turn_hear(&l->turn, &over);
}

/* The entry has the judge's keys already. To a turn without words it need not reply. */
static void ask_entry(
    struct partner *base, const char *turn, size_t length, struct moment now)
{
    struct lpp_partner *l = lpp_of(base);
    bool empty = length == strspn(turn, "\n");

    if (l->reply.unwanted)
        lpp_keys_forget(&l->released);
    reply_begin(&l->reply, "", 0, now.tick);
    if (empty)
        reply_allow_none(&l->reply);
    l->mid_line = false;
}

/* Make the judge's keys, with times of this machine: the judge's console may have held
 * some back until it was clear that they were not @@nn. */
static void make_keys(struct lpp_partner *l, struct moment now)
{
    while (now.tick >= l->again) {
        if (!l->held) {
            uint64_t last = l->key.time;
            if (!lpp_keys_take(&l->turn.keys, &l->key.code))
                return;
            l->key.time = now.wall > last ? now.wall : last + 1;
            l->key.side = SIDE_JUDGE;
        }
        l->held = lppdir_make(&l->dir, &l->key, now.tick) < 0 && errno != EINVAL;
        if (!l->held)
            continue;
        l->again = now.tick + LPP_PARTNER_AGAIN_MS;
        if (!lppdir_is_gone(&l->dir))
            console_trouble(
                l->partner.console, "No key can be made: %s", strerror(errno));
    }
}

/* Answers */

/* Feed a key as a program with a terminal would print it. */
static void feed_key(struct reply *reply, uint32_t code, int64_t tick)
{
    static const char rub_out[] = "\b\033[K";
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

static void take_keys(struct lpp_partner *l, int64_t tick)
{
    int64_t idle_ms = settings_of(l)->idle_ms;
    struct lppname name;

    while (lppdir_take(&l->dir, tick, &name)) {
        feed_key(&l->reply, name.code, tick);
        if (l->raw)
            lpp_keys_add(&l->released, name.code);
        l->mid_line = name.code != K_RETURN;
    }
    reply_set_idle(&l->reply, l->mid_line ? LPP_PARTNER_MID_LINE * idle_ms : idle_ms);
}

/* Type the entry's keys one by one, at the raw pace. */
static void release_keys(struct lpp_partner *l, struct moment now)
{
    struct console *c = l->partner.console;
    const struct prompt *p = &c->session.talk.prompt;
    uint32_t code;

    while (console_may_type(c) && session_reserve(&c->session) == 0 &&
           lpp_keys_take(&l->released, &code))
        if (code != K_BACKSPACE || p->line[SIDE_OTHER].length > 0)
            console_type(c, code, now);
}

/* Whether the answer is complete. Of keys that were released only the end is left. */
static bool watch_reply(struct lpp_partner *l, struct moment now)
{
    const struct console *c = l->partner.console;
    enum reply_state state = reply_state(&l->reply, now.tick);
    bool ended = l->raw && l->turns && c->session.talk.prompt.turn == SIDE_JUDGE;

    if (state == REPLY_WAITING && !ended)
        return false;
    l->partner.length = 0;
    if (ended || state == REPLY_DONE) {
        size_t length = reply_take(&l->reply, l->partner.keys);
        l->partner.length = l->raw ? 0 : length;
        return true;
    }
    console_trouble(l->partner.console, "%s",
        state == REPLY_HUNG ? "Silent for a minute" : "The program floods");
    forget_reply(l);
    return true;
}

/* The turn of the loop */

/* Keys of another conversation are removed. */
static void begin_conversation(struct lpp_partner *l)
{
    if (l->partner.console->session.talk.restored)
        lpp_turn_skip(&l->turn);
    else
        lppdir_clear(&l->dir, 0, INT64_MIN);
    l->fresh = false;
}

static bool step_entry(struct partner *base,
    const struct pollfd fds[static PARTNER_FDS], struct moment now)
{
    struct lpp_partner *l = lpp_of(base);
    char note[LPP_NOTES_SIZE];

    (void)fds;
    if (l->fresh)
        begin_conversation(l);
    if (!l->partner.present)
        return false;
    lppdir_step(&l->dir, now.tick);
    take_keys(l, now.tick);
    make_keys(l, now);
    if (lpp_notes_tell(&l->dir.news, now.tick, note))
        console_trouble(l->partner.console, "%s", note);
    if (l->raw && (is_asked(l) || !l->turns))
        release_keys(l, now);
    return is_asked(l) && watch_reply(l, now);
}

static void entry_fds(
    const struct partner *base, int64_t tick, struct pollfd fds[static PARTNER_FDS])
{
    const struct lpp_partner *l = (const struct lpp_partner *)base;

    (void)tick;
    if (l->partner.present)
        fds[0].fd = lppdir_fd(&l->dir);
}

static int64_t entry_due(const struct partner *base, int64_t tick)
{
    const struct lpp_partner *l = (const struct lpp_partner *)base;
    int64_t due = lppdir_due(&l->dir);

    (void)tick;
    if (l->fresh)
        return 0;
    if (!l->partner.present)
        return INT64_MAX;
    if (l->held || l->turn.keys.count > 0)
        due = clock_earlier(due, l->again);
    if (is_asked(l))
        due = clock_earlier(due, reply_due(&l->reply));
    return due;
}

static void close_directory(struct partner *base)
{
    struct lpp_partner *l = lpp_of(base);

    lpp_turn_forget(&l->turn);
    lpp_keys_forget(&l->released);
    lppdir_close(&l->dir);
}

int lpp_partner_open(struct lpp_partner *l, struct console *c, int64_t tick)
{
    static const struct partner_operations operations = {
        .hear = hear_judge,
        .ask = ask_entry,
        .forget = forget_answer,
        .step = step_entry,
        .fds = entry_fds,
        .due = entry_due,
        .close = close_directory,
    };
    const struct settings *s = c->settings;

    l->partner.operations = &operations;
    l->partner.console = c;
    l->turns = rulebook_has_turns(s->book);
    l->raw = s->pace.how == PACE_RAW && !s->book->whole_messages;
    l->turn.no_judges = !s->book->judge_lines;
    forget_reply(l);
    return lppdir_open(&l->dir, s->lpp, SIDE_OTHER, tick);
}
