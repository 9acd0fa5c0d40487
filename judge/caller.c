#include "caller.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

static int fail(struct caller *w, int exit_code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int fail(struct caller *w, int exit_code, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(w->error, sizeof(w->error), format, arguments);
    va_end(arguments);
    w->exit_code = exit_code;
    return -1;
}

int caller_open(struct caller *w, struct console *c, struct moment now)
{
    const char *station = c->settings->station;
    char host[LINK_HOST_SIZE];
    int port;

    *w = (struct caller){.until = now.tick, .gap = CALLER_RETRY_MS};
    link_init(&w->link);
    if (link_parse(station, host, &port) < 0)
        return fail(w, EX_USAGE,
            "%s: a station is HOST, HOST:PORT or [IPV6]:PORT: write it so", station);
    w->count = link_resolve(host, port, w->addresses);
    if (w->count < 0)
        return fail(w, EX_NOHOST,
            "%s: no such host: check the name, or give the address in numbers", host);
    snprintf(c->where, sizeof(c->where), "%s", station);
    return 0;
}

void caller_close(struct caller *w)
{
    link_close(&w->link);
    w->state = CALLER_STOPPED;
}

int caller_fd(const struct caller *w)
{
    return w->link.fd;
}

short caller_events(const struct caller *w)
{
    return link_events(&w->link);
}

int64_t caller_due(const struct caller *w)
{
    return w->state == CALLER_LINKED || w->state == CALLER_STOPPED ? INT64_MAX
                                                                   : w->until;
}

/* Nothing more can be done: the program says why when the screen is gone. */
static void give_up(struct caller *w, struct console *c)
{
    caller_close(w);
    c->done = true;
}

/* Why a station that was never met could not be. */
static void explain(struct caller *w, const char *station, int error)
{
    char said[64];

    link_offence(&w->link, said, sizeof(said));
    switch (error) {
    case ECONNREFUSED:
        fail(w, EX_UNAVAILABLE,
            "%s: connection refused: start the station there first, or check the port",
            station);
        break;
    case EPROTO:
        fail(w, EX_PROTOCOL,
            "%s: no station (it said '%s'): check the host and the port", station,
            said);
        break;
    case ENOMSG:
        fail(w, EX_PROTOCOL,
            "%s: no answer as from a station: check the host and the port", station);
        break;
    case EINVAL:
        fail(w, EX_UNAVAILABLE,
            "%s: this address needs an interface: write '[ADDRESS%%eth0]'", station);
        break;
    default:
        fail(w, EX_UNAVAILABLE,
            "%s: cannot be reached (%s): check the cable and the address", station,
            strerror(error));
    }
}

/* How long to wait before the next attempt: longer each time after nonsense. */
static int64_t next_gap(struct caller *w, int error)
{
    int64_t gap = w->gap;

    if (error == ETIMEDOUT)
        return 0;
    if (error == EPROTO && w->gap < CALLER_RETRY_MOST_MS)
        w->gap *= 2;
    return gap;
}

/* An attempt has failed. A station that was met is tried again, at growing intervals
 * if it spoke nonsense; one that was not is tried at its other addresses. */
static void attempt_failed(
    struct caller *w, struct console *c, int error, struct moment now)
{
    bool more = w->at + 1 < w->count;

    link_close(&w->link);
    w->state = CALLER_IDLE;
    if (!w->met && !more) {
        explain(w, c->settings->station, error);
        give_up(w, c);
        return;
    }
    w->at = more ? w->at + 1 : 0;
    w->until = more ? now.tick : now.tick + next_gap(w, error);
}

static void begin_attempt(struct caller *w, struct console *c, struct moment now)
{
    w->state = CALLER_CONNECTING;
    w->begun = now.tick;
    w->until = now.tick + (w->met ? CALLER_RETRY_MS : CALLER_CONNECT_MS);
    if (link_connect(&w->link, &w->addresses[w->at]) < 0)
        attempt_failed(w, c, errno, now);
}

static void greet(struct caller *w, struct console *c, struct moment now)
{
    struct wire_message greeting = conversation_greeting(&c->talk, NULL);

    w->state = CALLER_GREETING;
    w->until = now.tick + CALLER_GREET_MS;
    if (link_send(&w->link, &greeting) < 0 || link_flush(&w->link) < 0)
        attempt_failed(w, c, errno, now);
}

static void step_connecting(
    struct caller *w, struct console *c, short revents, struct moment now)
{
    if (revents != 0 && link_connected(&w->link) < 0)
        attempt_failed(w, c, errno, now);
    else if (revents != 0)
        greet(w, c, now);
    else if (now.tick >= w->until)
        attempt_failed(w, c, ETIMEDOUT, now);
}

/* The first answer of a station: the conversation begins, its files before any key. */
static int begin_conversation(struct caller *w, struct console *c,
    const struct wire_message *m, struct moment now)
{
    snprintf(c->label, sizeof(c->label), "%s", m->label);
    if (console_begin(c, m->session, now) == 0)
        return 0;
    fail(w, EX_CANTCREAT,
        "%s: no record can be made (%s): choose another place with -l",
        c->settings->place.directory,
        errno == EEXIST ? "all hundred names are taken" : strerror(errno));
    give_up(w, c);
    return -1;
}

static void take_answer(struct caller *w, struct console *c,
    const struct wire_message *m, struct moment now)
{
    bool fresh = c->recorder == NULL;
    char number[16];

    if (strcmp(m->book, c->settings->book->name) != 0 || m->session[0] == '\0' ||
        (!fresh && strcmp(m->session, c->talk.session) != 0) ||
        !conversation_believes(&c->talk, m)) {
        attempt_failed(w, c, ENOMSG, now);
        return;
    }
    if (fresh && begin_conversation(w, c, m, now) < 0)
        return;
    w->met = true;
    w->state = CALLER_LINKED;
    w->linked = now.tick;
    conversation_link(&c->talk, m, now.tick);
    console_set_line(c, LINE_UP, now);
    if (!fresh || c->settings->judge < 0)
        return;
    snprintf(number, sizeof(number), "@@%02d\r\r", c->settings->judge);
    console_type_text(c, number, now);
}

static void take_refusal(
    struct caller *w, struct console *c, const char *word, struct moment now)
{
    link_close(&w->link);
    if (strcmp(word, "busy") == 0) {
        console_set_line(c, LINE_BUSY, now);
        w->met = true;
        w->state = CALLER_IDLE;
        w->until = now.tick + CALLER_RETRY_MS;
        return;
    }
    if (strcmp(word, "unknown") == 0) {
        caller_close(w);
        console_end(c, now);
        if (c->leaving)
            c->done = true;
        else
            c->question = ASK_ANEW;
        return;
    }
    if (strcmp(word, "book") == 0)
        fail(w, EX_UNAVAILABLE,
            "%s: the station plays by another book than %s: give both the same -r",
            c->settings->station, c->settings->book->name);
    else
        fail(w, EX_UNAVAILABLE, "%s: the station refuses (%s): its own screen says why",
            c->settings->station, word);
    give_up(w, c);
}

static void step_greeting(
    struct caller *w, struct console *c, short revents, struct moment now)
{
    struct wire_message m;
    int gone = revents != 0 && link_receive(&w->link) < 0 ? errno : 0;
    int taken = link_take(&w->link, &m);

    if (taken > 0 && m.kind == WIRE_OTHER)
        take_answer(w, c, &m, now);
    else if (taken > 0 && m.kind == WIRE_REFUSE)
        take_refusal(w, c, m.word, now);
    else if (taken < 0)
        attempt_failed(w, c, EPROTO, now);
    else if (taken > 0 || gone != 0 || now.tick >= w->until)
        attempt_failed(w, c, ENOMSG, now);
}

static void lose_link(struct caller *w, struct console *c, int error, struct moment now)
{
    bool over = c->talk.bye_answered;

    conversation_unlink(&c->talk);
    if (over) {
        caller_close(w);
        console_end(c, now);
        c->done = c->done || c->leaving;
        return;
    }
    link_close(&w->link);
    console_set_line(c, LINE_LOST, now);
    w->state = CALLER_IDLE;
    w->at = 0;
    if (error == EPROTO)
        console_note(c, true, "The line was garbled: trying again");
    /* At once, but not more often than every second. */
    w->until =
        error == EPROTO ? now.tick + next_gap(w, error) : w->begun + CALLER_RETRY_MS;
}

static void step_linked(
    struct caller *w, struct console *c, short revents, struct moment now)
{
    int error = revents != 0 && link_receive(&w->link) < 0 ? errno : 0;

    if (console_pump(c, &w->link, now) < 0)
        error = errno;
    else if (now.tick - w->linked > CALLER_RETRY_MOST_MS)
        w->gap = CALLER_RETRY_MS;
    if (error != 0 || c->talk.bye_answered || conversation_is_lost(&c->talk, now.tick))
        lose_link(w, c, error, now);
}

void caller_cut_short(struct caller *w, struct console *c)
{
    fail(w, EX_UNAVAILABLE,
        "%s: the station %s before all was said: what was said is in %s",
        c->settings->station,
        c->question == ASK_ANEW ? "was restarted" : "ended the conversation",
        c->transcript);
    give_up(w, c);
}

/* The judge wants to begin anew with a station that has forgotten the conversation. */
static void begin_anew(struct caller *w, struct console *c, struct moment now)
{
    c->anew = false;
    console_set_line(c, LINE_CONNECTING, now);
    w->state = CALLER_IDLE;
    w->until = now.tick;
    w->at = 0;
}

void caller_step(struct caller *w, struct console *c, short revents, struct moment now)
{
    if (c->anew)
        begin_anew(w, c, now);
    if (w->state == CALLER_IDLE && now.tick >= w->until) {
        begin_attempt(w, c, now);
        return;
    }
    if (w->state == CALLER_CONNECTING)
        step_connecting(w, c, revents, now);
    else if (w->state == CALLER_GREETING)
        step_greeting(w, c, revents, now);
    /* What was typed while the answer was taken goes out at once. */
    if (w->state == CALLER_LINKED)
        step_linked(w, c, revents, now);
}
