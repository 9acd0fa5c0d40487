#include "judge/connect/caller.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "common/link/address.h"

static int fail_caller(struct caller *caller, int exit_code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int fail_caller(struct caller *caller, int exit_code, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(caller->error, sizeof(caller->error), format, arguments);
    va_end(arguments);
    caller->exit_code = exit_code;
    return -1;
}

static void init_caller(
    struct caller *caller, const struct console *c, struct moment now)
{
    *caller = (struct caller){.until = now.tick};
    link_init(&caller->link);
    if (c->settings->secret != NULL)
        secret_guard(&caller->link.seal, sizeof(caller->link.seal));
}

static void set_addresses(struct caller *caller, const struct link_address *addresses,
    int count, struct moment now)
{
    caller->count = count;
    for (int i = 0; i < count; i++)
        caller->addresses[i] =
            (struct caller_address){addresses[i], now.tick, CALLER_RETRY_MS};
}

int caller_open(struct caller *caller, struct console *c, struct moment now)
{
    const char *station = c->settings->station;
    struct link_address addresses[LINK_ADDRESSES];
    char host[ADDRESS_HOST_SIZE], address[SAVED_LOG_ADDRESS_MAX + 1];
    int port, count;

    init_caller(caller, c, now);
    if (address_read(station, host, &port) < 0)
        return fail_caller(caller, EX_USAGE,
            "%s: a station is HOST, HOST:PORT or [IPV6]:PORT: write it so", station);
    count = link_resolve(host, port, addresses);
    if (count < 0)
        return fail_caller(caller, EX_NOHOST,
            "%s: no such host: check the name, or give the address in numbers", host);
    set_addresses(caller, addresses, count, now);
    console_set_where(c, station);
    address_write(host, port, address, sizeof(address));
    session_set_address(&c->session, address);
    return 0;
}

void caller_open_found(struct caller *caller, struct console *c, const char *label,
    const char *address, const struct link_address *addresses, int count,
    struct moment now)
{
    init_caller(caller, c, now);
    set_addresses(caller, addresses, count, now);
    console_set_where(c, label);
    session_set_address(&c->session, address);
}

void caller_close(struct caller *caller)
{
    link_close(&caller->link);
    caller->state = CALLER_STOPPED;
}

void caller_set_patient(struct caller *caller, bool patient)
{
    caller->patient = patient;
}

int caller_fd(const struct caller *caller)
{
    return caller->link.fd;
}

short caller_events(const struct caller *caller)
{
    return link_events(&caller->link);
}

int64_t caller_due(const struct caller *caller)
{
    return caller->state == CALLER_LINKED || caller->state == CALLER_STOPPED
               ? INT64_MAX
               : caller->until;
}

/* End the console; the program prints the error when the screen is closed. */
static void stop_caller(struct caller *caller, struct console *c)
{
    caller_close(caller);
    console_finish(c, 0);
}

/* Set the error for a station that never answered. */
static void explain_failure(struct caller *caller, const char *station, int error)
{
    char said[64];

    link_offence(&caller->link, said, sizeof(said));
    switch (error) {
    case ECONNREFUSED:
        fail_caller(caller, EX_UNAVAILABLE,
            "%s: connection refused: start the station there first, or check the port",
            station);
        break;
    case EPROTO:
        fail_caller(caller, EX_PROTOCOL,
            said[0] != '\0'
                ? "%s: not a station (it said '%s'): check the host and the port"
                : "%s: not a station (unreadable answer%s): check the host and the "
                  "port",
            station, said);
        break;
    case EKEYREJECTED:
        fail_caller(caller, EX_PROTOCOL,
            "%s: the answer is not sealed with our key: check the address, and the key "
            "at both ends",
            station);
        break;
    case ENOMSG:
    case EBADMSG:
        fail_caller(caller, EX_PROTOCOL,
            "%s: no answer of a station: check the host and the port", station);
        break;
    case EINVAL:
        fail_caller(caller, EX_UNAVAILABLE,
            "%s: this address needs an interface: write '[ADDRESS%%eth0]'", station);
        break;
    default:
        fail_caller(caller, EX_UNAVAILABLE,
            "%s: cannot be reached (%s): check the cable and the address", station,
            strerror(error));
    }
}

/* Attempts. A failed one has an errno: EPROTO (not a message), EBADMSG (a message that
 * no station sends, or a false one), EKEYREJECTED (no proof of our key), ENOMSG (no
 * message), or the errno of the connection. */

static bool is_nonsense(int error)
{
    return error == EPROTO || error == EBADMSG || error == EKEYREJECTED;
}

/* The time from the last attempt at the present address to the next one. */
static int64_t retry_ms(const struct caller *caller)
{
    static const int64_t series[] = {0, 50, 100, 200, 400, 800};
    const int count = sizeof(series) / sizeof(series[0]);

    return caller->at == caller->home && caller->tries < count ? series[caller->tries]
                                                               : CALLER_RETRY_MS;
}

/* Set the time of the next attempt at the present address. After nonsense the interval
 * grows, and the note gives the reason. */
static void schedule_retry(struct caller *caller, struct console *c, int error,
    const char *why, struct moment now)
{
    struct caller_address *address = &caller->addresses[caller->at];

    address->due = caller->begun + retry_ms(caller);
    if (!is_nonsense(error))
        return;
    address->due = now.tick + address->gap;
    if (caller->at == caller->home) {
        console_note(c, true, "%s: next try in %d s", why, (int)(address->gap / 1000));
        caller->reported = true;
    }
    address->gap *= 2;
    if (address->gap > CALLER_RETRY_MOST_MS)
        address->gap = CALLER_RETRY_MOST_MS;
}

/* The address of the next attempt: home and one of the others by turns, the others
 * only if they are due before home. */
static int next_address(const struct caller *caller)
{
    if (caller->at != caller->home)
        return caller->home;
    for (int i = 1; i <= caller->count; i++) {
        int other = (caller->elsewhere + i) % caller->count;
        if (other != caller->home &&
            caller->addresses[other].due <= caller->addresses[caller->home].due)
            return other;
    }
    return caller->home;
}

static void wait_for_next(struct caller *caller)
{
    link_close(&caller->link);
    caller->state = CALLER_IDLE;
    caller->at = next_address(caller);
    if (caller->at != caller->home)
        caller->elsewhere = caller->at;
    caller->until = caller->addresses[caller->at].due;
}

/* Whether the station does not run yet: the hidden room can start it. */
static bool is_absent(int error)
{
    return !is_nonsense(error) && error != ENOMSG && error != EINVAL;
}

/* No address answers: try all again in a second. */
static void retry_all(struct caller *caller, struct console *c, struct moment now)
{
    console_note(c, !caller->reported, "Station not answering: call the organiser");
    caller->reported = true;
    caller->at = 0;
    caller->until = now.tick + CALLER_RETRY_MS;
}

/* An attempt has failed. Before the first answer the next address is tried. */
static void attempt_failed(
    struct caller *caller, struct console *c, int error, struct moment now)
{
    if (caller->met) {
        schedule_retry(caller, c, error, "Unexpected answer", now);
        if (c->line == LINE_BUSY)
            console_set_line(c, LINE_CONNECTING, now);
        wait_for_next(caller);
        return;
    }
    link_close(&caller->link);
    caller->state = CALLER_IDLE;
    caller->until = now.tick;
    if (caller->at + 1 < caller->count) {
        caller->at++;
        return;
    }
    if (caller->patient && is_absent(error)) {
        retry_all(caller, c, now);
        return;
    }
    explain_failure(caller, c->where, error);
    stop_caller(caller, c);
}

/* The tick at which a step of an attempt times out: first_ms before the first answer,
 * home_ms at home; elsewhere one limit for the whole attempt. */
static int64_t attempt_deadline(
    const struct caller *caller, int64_t first_ms, int64_t home_ms, int64_t tick)
{
    if (!caller->met)
        return tick + first_ms;
    return caller->at == caller->home ? tick + home_ms
                                      : caller->begun + CALLER_ELSEWHERE_MS;
}

static void begin_attempt(struct caller *caller, struct console *c, struct moment now)
{
    /* A conversation resumed after a crash waits for its station. */
    caller->met = caller->met || c->session.recorder != NULL;
    caller->tries += caller->met && caller->at == caller->home;
    caller->state = CALLER_CONNECTING;
    caller->begun = now.tick;
    caller->until =
        attempt_deadline(caller, CALLER_CONNECT_MS, CALLER_AGAIN_MS, now.tick);
    if (link_connect(&caller->link, &caller->addresses[caller->at].address) < 0)
        attempt_failed(caller, c, errno, now);
}

static void send_greeting(struct caller *caller, struct console *c, struct moment now)
{
    struct wire_message greeting = conversation_greeting(&c->session.talk, NULL);

    link_seal(&caller->link, c->settings->secret, SEAL_JUDGE);
    caller->state = CALLER_GREETING;
    caller->until =
        attempt_deadline(caller, CALLER_GREET_MS, CALLER_GREET_AGAIN_MS, now.tick);
    if (link_send(&caller->link, &greeting) < 0 || link_flush(&caller->link) < 0)
        attempt_failed(caller, c, errno, now);
}

static void step_connecting(
    struct caller *caller, struct console *c, short revents, struct moment now)
{
    if (revents != 0 && link_connected(&caller->link) < 0)
        attempt_failed(caller, c, errno, now);
    else if (revents != 0)
        send_greeting(caller, c, now);
    else if (now.tick >= caller->until)
        attempt_failed(caller, c, ETIMEDOUT, now);
}

/* Begin the conversation with the first answer: its files are made before any key. */
static int begin_conversation(struct caller *caller, struct console *c,
    const struct wire_message *m, struct moment now)
{
    struct recorder *record;

    session_set_label(&c->session, m->label);
    record = session_prepare(&c->session, m->session, now);
    if (record != NULL) {
        session_begin(&c->session, record, m->session);
        if (!c->settings->book->judge_lines)
            session_set_judge(&c->session, c->session.talk.prompt.judge, now);
        return 0;
    }
    fail_caller(caller, EX_CANTCREAT,
        "%s: no record can be made (%s): choose another directory with -l",
        c->settings->place.directory,
        errno == EEXIST ? "all hundred numbers are taken" : strerror(errno));
    stop_caller(caller, c);
    return -1;
}

static void take_answer(struct caller *caller, struct console *c,
    const struct wire_message *m, struct moment now)
{
    bool fresh = c->session.recorder == NULL;
    char number[16];

    if (strcmp(m->book, c->settings->book->name) != 0 || m->session[0] == '\0' ||
        (!fresh && strcmp(m->session, c->session.talk.session) != 0) ||
        !conversation_believes(&c->session.talk, m)) {
        attempt_failed(caller, c, EBADMSG, now);
        return;
    }
    if (fresh && begin_conversation(caller, c, m, now) < 0)
        return;
    caller->met = true;
    caller->home = caller->at;
    caller->state = CALLER_LINKED;
    caller->linked = now.tick;
    if (caller->reported)
        console_clear_note(c);
    caller->reported = false;
    console_link(c, m, now);
    if (!fresh || c->settings->judge < 0 || !c->settings->book->judge_lines)
        return;
    snprintf(number, sizeof(number), "@@%02d\r\r", c->settings->judge);
    console_enter_text(c, number, now);
}

static void take_busy(struct caller *caller, struct console *c, struct moment now)
{
    if (c->session.recorder == NULL)
        console_set_line(c, LINE_BUSY, now);
    caller->met = true;
    caller->home = caller->at;
    link_close(&caller->link);
    caller->state = CALLER_IDLE;
    caller->until = now.tick + CALLER_RETRY_MS;
}

static void take_unknown(struct caller *caller, struct console *c, struct moment now)
{
    caller_close(caller);
    console_end(c, now);
    if (!c->leaving)
        console_ask(c, ASK_ANEW);
}

/* Set the error for a refusal before the conversation has begun. */
static void explain_refusal(
    struct caller *caller, const struct console *c, const char *word)
{
    const struct settings *s = c->settings;

    if (strcmp(word, "book") == 0)
        fail_caller(caller, EX_UNAVAILABLE,
            "%s: the station uses another rule book: start it with -r %s, or this "
            "program with the station's book",
            c->where, s->book->name);
    else if (strcmp(word, "open") == 0)
        fail_caller(caller, EX_UNAVAILABLE,
            "%s: the station has no key: start it with --key too, or leave it out here",
            c->where);
    else if (strcmp(word, "key") == 0)
        fail_caller(caller, EX_UNAVAILABLE,
            "%s: the station has %s: give both the same --key FILE", c->where,
            s->secret != NULL ? "another key" : "a key");
    else if (strcmp(word, "far") == 0)
        fail_caller(caller, EX_UNAVAILABLE,
            "%s: the station serves its own network only, and this machine is on "
            "another: start it with --open, or give both the same --key FILE",
            c->where);
    else
        fail_caller(caller, EX_UNAVAILABLE,
            "%s: the station refuses (%s); its screen shows the reason", c->where,
            word);
}

/* Another refusal ends the program only before the conversation has begun: later the
 * station may come back. */
static void take_other_refusal(
    struct caller *caller, struct console *c, const char *word, struct moment now)
{
    char why[WIRE_WORD_MAX + 16];

    if (c->session.recorder != NULL) {
        snprintf(why, sizeof(why), "Refused (%s)", word);
        schedule_retry(caller, c, EBADMSG, why, now);
        wait_for_next(caller);
        return;
    }
    explain_refusal(caller, c, word);
    stop_caller(caller, c);
}

static void take_refusal(
    struct caller *caller, struct console *c, const char *word, struct moment now)
{
    if (strcmp(word, "busy") == 0)
        take_busy(caller, c, now);
    else if (strcmp(word, "unknown") == 0 && c->session.recorder != NULL)
        take_unknown(caller, c, now);
    else
        take_other_refusal(caller, c, word, now);
}

static void step_greeting(
    struct caller *caller, struct console *c, short revents, struct moment now)
{
    struct wire_message m;
    bool gone = revents != 0 && link_receive(&caller->link) < 0;
    int taken = link_take(&caller->link, &m);

    if (taken > 0 && m.kind == WIRE_OTHER)
        take_answer(caller, c, &m, now);
    else if (taken > 0 && m.kind == WIRE_REFUSE)
        take_refusal(caller, c, m.word, now);
    else if (taken != 0)
        attempt_failed(caller, c, taken < 0 ? errno : EBADMSG, now);
    else if (gone || now.tick >= caller->until)
        attempt_failed(caller, c, ENOMSG, now);
}

static void lose_link(
    struct caller *caller, struct console *c, int error, struct moment now)
{
    if (console_unlink(c, now)) {
        caller_close(caller);
        console_end(c, now);
        return;
    }
    schedule_retry(caller, c, error, "Garbled line", now);
    link_close(&caller->link);
    caller->state = CALLER_IDLE;
    caller->until = caller->addresses[caller->home].due;
}

static void step_linked(
    struct caller *caller, struct console *c, short revents, struct moment now)
{
    int error = revents != 0 && link_receive(&caller->link) < 0 ? errno : 0;
    int64_t lasted = now.tick - caller->linked;
    bool over;

    if (console_pump(c, &caller->link, now) < 0)
        error = errno;
    else if (lasted > CALLER_RETRY_MOST_MS)
        caller->addresses[caller->at].gap = CALLER_RETRY_MS;
    if (error == 0 && lasted >= CALLER_STEADY_MS && c->session.talk.live_sent &&
        c->session.talk.live_got)
        caller->tries = 0;
    if (error == ENOMEM)
        console_trouble(c, "Out of memory: close other programs");
    over = c->session.talk.bye_answered && link_is_empty(&caller->link);
    if (error != 0 || over || conversation_is_lost(&c->session.talk, now.tick))
        lose_link(caller, c, error, now);
}

void caller_cut_short(struct caller *caller, struct console *c)
{
    fail_caller(caller, EX_UNAVAILABLE,
        "%s: the station %s before the end of the script: the record is %s", c->where,
        c->question == ASK_ANEW ? "was restarted" : "ended the conversation",
        c->session.transcript);
    stop_caller(caller, c);
}

/* The judge starts a new conversation after the station has lost the old one, or after
 * leaving. */
static void begin_anew(struct caller *caller, struct console *c, struct moment now)
{
    console_clear_note(c);
    caller->reported = false;
    console_set_line(c, LINE_CONNECTING, now);
    caller->state = CALLER_IDLE;
    caller->until = now.tick;
    caller->at = caller->home;
}

void caller_step(
    struct caller *caller, struct console *c, short revents, struct moment now)
{
    if (console_take_anew(c))
        begin_anew(caller, c, now);
    if (caller->state == CALLER_IDLE && now.tick >= caller->until) {
        begin_attempt(caller, c, now);
        return;
    }
    if (caller->state == CALLER_CONNECTING)
        step_connecting(caller, c, revents, now);
    else if (caller->state == CALLER_GREETING)
        step_greeting(caller, c, revents, now);
    /* Keys typed since the greeting go out at once. */
    if (caller->state == CALLER_LINKED)
        step_linked(caller, c, revents, now);
}
