#include "lppline.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "browser.h"
#include "chance.h"
#include "front.h"
#include "program.h"

void lppline_address(const char *path, char address[static PAST_ADDRESS_MAX + 1])
{
    size_t length = (size_t)snprintf(address, PAST_ADDRESS_MAX + 1, "lpp:");

    for (; *path != '\0' && length + 3 <= PAST_ADDRESS_MAX; path++) {
        bool plain = *path > ' ' && *path <= '~' && *path != '%';
        length += (size_t)snprintf(address + length, PAST_ADDRESS_MAX + 1 - length,
            plain ? "%c" : "%%%02X", (unsigned char)*path);
    }
}

int lppline_open(struct lppline *l, struct console *c, struct moment now)
{
    *l = (struct lppline){0};
    if (lppdir_open(&l->dir, c->settings->lpp, side_other(c->self), now.tick) < 0)
        return -1;
    snprintf(c->label, sizeof(c->label), "lpp");
    snprintf(c->where, sizeof(c->where), "lpp");
    lppline_address(l->dir.path, c->address);
    return 0;
}

void lppline_close(struct lppline *l)
{
    lppdir_close(&l->dir);
}

static int begin_anew(struct console *c, struct moment now)
{
    char session[WIRE_SESSION_SIZE + 1];
    struct recorder *record = chance_hex(session, WIRE_SESSION_SIZE) == 0
                                  ? console_prepare(c, session, now)
                                  : NULL;

    if (record == NULL)
        return -1;
    console_adopt(c, record, session);
    return 0;
}

/* The far end has no memory that could be asked: what the record has is what was said.
 */
static void go_on(struct conversation *talk)
{
    talk->restored = false;
    talk->peer[talk->self] = talk->held[talk->self];
}

int lppline_begin(struct lppline *l, struct console *c, struct moment now)
{
    bool judge = c->self == SIDE_JUDGE;

    if (c->recorder != NULL)
        go_on(&c->talk);
    else {
        if (begin_anew(c, now) < 0)
            return -1;
        console_seat(c, c->talk.prompt.judge, now);
        lppdir_clear(&l->dir, now.wall, judge ? INT64_MIN : LPPLINE_LEFTOVER_MS);
    }
    console_set_line(c, LINE_UP, now);
    return 0;
}

/*
 * A key of the far end's as the conversation has it: by its maker's clock if that is
 * one, and later than the one before it, whatever that clock did.
 */
static struct key far_key(
    const struct console *c, const struct lppname *name, struct moment now)
{
    uint64_t time = key_time_ms(name->number);

    if (time > now.wall + LPPLINE_DAY_MS)
        time = now.wall;
    if (time <= c->talk.held[name->side])
        time = c->talk.held[name->side] + 1;
    return (struct key){time, name->code, name->side};
}

/* Whether there is room for one more; a key that has none stays where it is. */
static bool has_room(struct lppline *l, struct console *c, struct moment now)
{
    if (now.tick < l->pause)
        return false;
    if (console_reserve(c) == 0)
        return true;
    console_note(c, true, "%s",
        errno == EOVERFLOW ? "This conversation can grow no more: end it"
                           : "Out of memory: close other programs");
    l->pause = now.tick + LPPLINE_PAUSE_MS;
    return false;
}

static void take_keys(struct lppline *l, struct console *c, struct moment now)
{
    struct lppname name;

    while (has_room(l, c, now) && lppdir_take(&l->dir, now.tick, &name)) {
        struct key key = far_key(c, &name, now);
        if (!prompt_may_type(&c->talk.prompt, key.side))
            console_note(c, false, "Typed before the judge began: not shown");
        console_take(c, &key, now); /* for which there is room */
    }
}

static void make_keys(struct lppline *l, struct console *c, struct moment now)
{
    const struct key *next;

    if (now.tick < l->again)
        return;
    console_flush(c);
    while (l->waits || (next = conversation_next_key(&c->talk)) != NULL) {
        if (!l->waits)
            l->key = *next;
        l->waits = lppdir_make(&l->dir, &l->key, now.tick) < 0 && errno != EINVAL;
        if (!l->waits)
            continue;
        l->again = now.tick + LPPLINE_AGAIN_MS;
        if (!lppdir_is_gone(&l->dir))
            console_note(c, true, "Keys cannot be passed on: %s", strerror(errno));
        return;
    }
}

static void tell(struct lppline *l, struct console *c, int64_t tick)
{
    char news[LPPNEWS_SIZE];

    if (lppnews_tell(&l->dir.news, tick, news))
        console_trouble(c, "%s", news);
}

void lppline_step(struct lppline *l, struct console *c, struct moment now)
{
    if (c->recorder == NULL)
        return;
    lppdir_step(&l->dir, now.tick);
    take_keys(l, c, now);
    make_keys(l, c, now);
    console_set_line(c, lppdir_is_gone(&l->dir) || l->waits ? LINE_LOST : LINE_UP, now);
    tell(l, c, now.tick);
    if (!c->leaving || l->waits)
        return;
    console_end(c, now);
    c->done = true;
}

int lppline_fd(const struct lppline *l)
{
    return lppdir_fd(&l->dir);
}

int64_t lppline_due(const struct lppline *l)
{
    int64_t due = lppdir_due(&l->dir);

    if (l->waits && l->again < due)
        due = l->again;
    return due > l->pause ? due : l->pause;
}

/* The program */

static void loop(struct lppline *l, struct console *c, struct front *f)
{
    struct moment now = moment_now();

    while (!c->done) {
        struct pollfd fds[2] = {[1] = {.fd = lppline_fd(l), .events = POLLIN}};

        now = program_turn(c, f, fds, 2, lppline_due(l), now);
        lppline_step(l, c, now);
        console_tick(c, now);
    }
}

static int begin(struct lppline *l, struct console *c, struct front *f)
{
    const struct settings *s = c->settings;
    int error;

    if (c->done || lppline_begin(l, c, moment_now()) == 0)
        return PROGRAM_GO;
    error = errno;
    front_close(f);
    return program_fail(s, EX_CANTCREAT,
        "%s: no record can be made (%s): choose another place with -l",
        s->place.directory,
        error == EEXIST ? "all hundred names are taken" : strerror(error));
}

int lppline_run(struct settings *settings, struct console *console)
{
    static struct front front;
    static struct recovery past;
    static struct lppline line;
    static char path[PATH_MAX];
    int code = browser_settle(settings, path);

    if (code == PROGRAM_GO)
        code = program_settle(settings, console, &front, &past);
    if (code != PROGRAM_GO)
        return code;
    if (lppline_open(&line, console, moment_now()) < 0) {
        int error = errno;
        front_close(&front);
        return browser_fail(settings, error);
    }
    code = program_resume(settings, console, &front, &past);
    if (code == PROGRAM_GO)
        code = begin(&line, console, &front);
    if (code == PROGRAM_GO) {
        loop(&line, console, &front);
        code = program_end(settings, console, &front);
    }
    lppline_close(&line);
    return code;
}
