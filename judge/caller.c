#include "caller.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "hostport.h"

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

static void begin(struct caller *w, const struct console *c, struct moment now)
{
    *w = (struct caller){.until = now.tick};
    link_init(&w->link);
    if (c->settings->secret != NULL)
        secret_guard(&w->link.seal, sizeof(w->link.seal));
}

static void set_places(
    struct caller *w, const struct link_address *places, int count, struct moment now)
{
    w->count = count;
    for (int i = 0; i < count; i++)
        w->places[i] = (struct caller_place){places[i], now.tick, CALLER_RETRY_MS};
}

int caller_open(struct caller *w, struct console *c, struct moment now)
{
    const char *station = c->settings->station;
    struct link_address addresses[LINK_ADDRESSES];
    char host[HOSTPORT_HOST_SIZE];
    int port, count;

    begin(w, c, now);
    if (hostport_read(station, host, &port) < 0)
        return fail(w, EX_USAGE,
            "%s: a station is HOST, HOST:PORT or [IPV6]:PORT: write it so", station);
    count = link_resolve(host, port, addresses);
    if (count < 0)
        return fail(w, EX_NOHOST,
            "%s: no such host: check the name, or give the address in numbers", host);
    set_places(w, addresses, count, now);
    snprintf(c->where, sizeof(c->where), "%s", station);
    hostport_write(host, port, c->address, sizeof(c->address));
    return 0;
}

void caller_open_found(struct caller *w, struct console *c, const char *label,
    const char *address, const struct link_address *places, int count,
    struct moment now)
{
    begin(w, c, now);
    set_places(w, places, count, now);
    snprintf(c->where, sizeof(c->where), "%s", label);
    snprintf(c->address, sizeof(c->address), "%s", address);
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
            said[0] != '\0'
                ? "%s: no station (it said '%s'): check the host and the port"
                : "%s: no station (garbled%s): check the host and the port",
            station, said);
        break;
    case EKEYREJECTED:
        fail(w, EX_PROTOCOL,
            "%s: what answers has not our key: check the address, and the key at both "
            "ends",
            station);
        break;
    case ENOMSG:
    case EBADMSG:
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

/* Attempts. What went wrong with one is an errno: EPROTO for no message, EBADMSG for
 * one that no station sends or that cannot be true, EKEYREJECTED for who cannot prove
 * that it has our key, ENOMSG for none at all. */

static bool is_nonsense(int error)
{
    return error == EPROTO || error == EBADMSG || error == EKEYREJECTED;
}

/* The next attempt at the present address is due in a second; after nonsense it is due
 * later each time, and the person is told why. */
static void put_off(
    struct caller *w, struct console *c, int error, const char *why, struct moment now)
{
    struct caller_place *place = &w->places[w->at];

    place->due = w->begun + CALLER_RETRY_MS;
    if (!is_nonsense(error))
        return;
    place->due = now.tick + place->gap;
    if (w->at == w->home) {
        console_note(c, true, "%s: next try in %d s", why, (int)(place->gap / 1000));
        w->complained = true;
    }
    place->gap *= 2;
    if (place->gap > CALLER_RETRY_MOST_MS)
        place->gap = CALLER_RETRY_MOST_MS;
}

/* Where to try next: every other time at home, and in between at one of the others
 * that is due before. */
static int next_place(const struct caller *w)
{
    if (w->at != w->home)
        return w->home;
    for (int i = 1; i <= w->count; i++) {
        int other = (w->elsewhere + i) % w->count;
        if (other != w->home && w->places[other].due <= w->places[w->home].due)
            return other;
    }
    return w->home;
}

static void wait_for_next(struct caller *w)
{
    link_close(&w->link);
    w->state = CALLER_IDLE;
    w->at = next_place(w);
    if (w->at != w->home)
        w->elsewhere = w->at;
    w->until = w->places[w->at].due;
}

/* An attempt has failed. A station that was not met yet is tried at its other
 * addresses. */
static void attempt_failed(
    struct caller *w, struct console *c, int error, struct moment now)
{
    if (w->met) {
        put_off(w, c, error, "Nonsense there", now);
        if (c->line == LINE_BUSY)
            console_set_line(c, LINE_CONNECTING, now);
        wait_for_next(w);
        return;
    }
    link_close(&w->link);
    w->state = CALLER_IDLE;
    w->until = now.tick;
    if (w->at + 1 < w->count) {
        w->at++;
        return;
    }
    explain(w, c->where, error);
    give_up(w, c);
}

/* The tick by which an attempt is to come further: to a station that is not known yet,
 * or at home in so many milliseconds, elsewhere as a whole. */
static int64_t deadline(
    const struct caller *w, int64_t first_ms, int64_t home_ms, int64_t tick)
{
    if (!w->met)
        return tick + first_ms;
    return w->at == w->home ? tick + home_ms : w->begun + CALLER_ELSEWHERE_MS;
}

static void begin_attempt(struct caller *w, struct console *c, struct moment now)
{
    /* What goes on after a crash waits for its station, as after any other cut. */
    w->met = w->met || c->recorder != NULL;
    w->state = CALLER_CONNECTING;
    w->begun = now.tick;
    w->until = deadline(w, CALLER_CONNECT_MS, CALLER_AGAIN_MS, now.tick);
    if (link_connect(&w->link, &w->places[w->at].address) < 0)
        attempt_failed(w, c, errno, now);
}

static void greet(struct caller *w, struct console *c, struct moment now)
{
    struct wire_message greeting = conversation_greeting(&c->talk, NULL);

    link_seal(&w->link, c->settings->secret, SEAL_JUDGE);
    w->state = CALLER_GREETING;
    w->until = deadline(w, CALLER_GREET_MS, CALLER_GREET_AGAIN_MS, now.tick);
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
    struct recorder *record;

    snprintf(c->label, sizeof(c->label), "%s", m->label);
    record = console_prepare(c, m->session, now);
    if (record != NULL) {
        console_adopt(c, record, m->session);
        if (!c->settings->book->judge_lines)
            console_seat(c, c->talk.prompt.judge, now);
        return 0;
    }
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
        attempt_failed(w, c, EBADMSG, now);
        return;
    }
    if (fresh && begin_conversation(w, c, m, now) < 0)
        return;
    w->met = true;
    w->home = w->at;
    w->state = CALLER_LINKED;
    w->linked = now.tick;
    if (w->complained)
        c->note[0] = '\0';
    w->complained = false;
    conversation_link(&c->talk, m, now.tick);
    console_set_line(c, LINE_UP, now);
    if (!fresh || c->settings->judge < 0 || !c->settings->book->judge_lines)
        return;
    snprintf(number, sizeof(number), "@@%02d\r\r", c->settings->judge);
    console_type_text(c, number, now);
}

static void take_busy(struct caller *w, struct console *c, struct moment now)
{
    if (c->recorder == NULL)
        console_set_line(c, LINE_BUSY, now);
    w->met = true;
    w->home = w->at;
    link_close(&w->link);
    w->state = CALLER_IDLE;
    w->until = now.tick + CALLER_RETRY_MS;
}

static void take_unknown(struct caller *w, struct console *c, struct moment now)
{
    caller_close(w);
    console_end(c, now);
    if (c->leaving)
        c->done = true;
    else
        c->question = ASK_ANEW;
}

/* Why a station refuses a conversation that has not begun. */
static void explain_refusal(struct caller *w, const struct console *c, const char *word)
{
    const struct settings *s = c->settings;

    if (strcmp(word, "book") == 0)
        fail(w, EX_UNAVAILABLE,
            "%s: the station plays by another book than %s: give both the same -r",
            c->where, s->book->name);
    else if (strcmp(word, "open") == 0)
        fail(w, EX_UNAVAILABLE,
            "%s: the station has no key: start it with --key too, or leave it out here",
            c->where);
    else if (strcmp(word, "key") == 0)
        fail(w, EX_UNAVAILABLE, "%s: the station has %s: give both the same --key FILE",
            c->where, s->secret != NULL ? "another key" : "a key");
    else if (strcmp(word, "far") == 0)
        fail(w, EX_UNAVAILABLE,
            "%s: the station serves its own network only, and this machine is on "
            "another: start it with --open, or give both the same --key FILE",
            c->where);
    else
        fail(w, EX_UNAVAILABLE, "%s: the station refuses (%s): its own screen says why",
            c->where, word);
}

/* What goes on is recorded here, and may find its station again: a refusal that no
 * station should send ends the program only before the conversation has begun. */
static void take_other_refusal(
    struct caller *w, struct console *c, const char *word, struct moment now)
{
    char why[WIRE_WORD_MAX + 16];

    if (c->recorder != NULL) {
        snprintf(why, sizeof(why), "Refused (%s)", word);
        put_off(w, c, EBADMSG, why, now);
        wait_for_next(w);
        return;
    }
    explain_refusal(w, c, word);
    give_up(w, c);
}

static void take_refusal(
    struct caller *w, struct console *c, const char *word, struct moment now)
{
    if (strcmp(word, "busy") == 0)
        take_busy(w, c, now);
    else if (strcmp(word, "unknown") == 0 && c->recorder != NULL)
        take_unknown(w, c, now);
    else
        take_other_refusal(w, c, word, now);
}

static void step_greeting(
    struct caller *w, struct console *c, short revents, struct moment now)
{
    struct wire_message m;
    bool gone = revents != 0 && link_receive(&w->link) < 0;
    int taken = link_take(&w->link, &m);

    if (taken > 0 && m.kind == WIRE_OTHER)
        take_answer(w, c, &m, now);
    else if (taken > 0 && m.kind == WIRE_REFUSE)
        take_refusal(w, c, m.word, now);
    else if (taken != 0)
        attempt_failed(w, c, taken < 0 ? errno : EBADMSG, now);
    else if (gone || now.tick >= w->until)
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
    console_set_line(c, LINE_LOST, now);
    put_off(w, c, error, "Garbled line", now);
    link_close(&w->link);
    w->state = CALLER_IDLE;
    w->until = w->places[w->home].due;
}

static void step_linked(
    struct caller *w, struct console *c, short revents, struct moment now)
{
    int error = revents != 0 && link_receive(&w->link) < 0 ? errno : 0;

    bool over;

    if (console_pump(c, &w->link, now) < 0)
        error = errno;
    else if (now.tick - w->linked > CALLER_RETRY_MOST_MS)
        w->places[w->at].gap = CALLER_RETRY_MS;
    if (error == ENOMEM)
        console_note(c, true, "Out of memory: close other programs");
    over = c->talk.bye_answered && link_is_empty(&w->link);
    if (error != 0 || over || conversation_is_lost(&c->talk, now.tick))
        lose_link(w, c, error, now);
}

void caller_cut_short(struct caller *w, struct console *c)
{
    fail(w, EX_UNAVAILABLE,
        "%s: the station %s before all was said: what was said is in %s", c->where,
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
    w->at = w->home;
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
