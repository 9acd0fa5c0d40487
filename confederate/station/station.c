#include "confederate/station/station.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/console/status.h"
#include "common/link/address.h"
#include "common/link/networks.h"
#include "common/system/random.h"

/* Whether it serves the networks that it is attached to, and no others. */
static bool is_own_wire_only(const struct console *c)
{
    return !c->settings->open && c->settings->secret == NULL;
}

/* Each connection has keys of its own. */
static void guard(struct station *s)
{
    secret_guard(&s->judge.seal, sizeof(s->judge.seal));
    secret_guard(s->audience.all, sizeof(s->audience.all));
    for (int i = 0; i < STATION_GUESTS; i++)
        secret_guard(&s->guests[i].link.seal, sizeof(s->guests[i].link.seal));
}

static void set_names(struct console *c, int port)
{
    const struct settings *s = c->settings;
    char address[SAVED_LOG_ADDRESS_MAX + 1], name[32];

    snprintf(name, sizeof(name), "port %d", port);
    console_set_where(c, name);
    address_write(s->bind != NULL ? s->bind : "*", port, address, sizeof(address));
    session_set_address(&c->session, address);
    snprintf(name, sizeof(name), "terminal-%d", port);
    session_set_label(&c->session, s->label != NULL ? s->label : name);
}

int station_open(struct station *s, struct console *c)
{
    const struct settings *settings = c->settings;
    int first = settings->port != 0 ? settings->port : LINK_PORT;
    int last = settings->port != 0 ? settings->port : LINK_PORT + LINK_PORTS - 1;
    int port = first;

    s->console = c;
    if (settings->secret != NULL)
        guard(s);
    listeners_init(&s->audience);
    link_init(&s->judge);
    for (int i = 0; i < STATION_GUESTS; i++)
        link_init(&s->guests[i].link);
    for (; port <= last; port++) {
        s->listening = link_listen(settings->bind, port,
            is_own_wire_only(c) ? NETWORKS_HOPS : 0, s->listeners);
        if (s->listening > 0 || errno != EADDRINUSE)
            break;
    }
    if (s->listening < 0) {
        s->listening = 0;
        return -1;
    }
    set_names(c, port);
    responder_open(
        &s->beacon, s->listeners, s->listening, c->session.label, settings->secret);
    return 0;
}

void station_close(struct station *s)
{
    for (int i = 0; i < s->listening; i++)
        close(s->listeners[i]);
    for (int i = 0; i < STATION_GUESTS; i++)
        link_close(&s->guests[i].link);
    link_close(&s->judge);
    responder_close(&s->beacon);
    listeners_end(&s->audience, s->console);
    listeners_close(&s->audience);
    s->listening = 0;
}

static struct pollfd wait_for(const struct link *l)
{
    return (struct pollfd){.fd = l->fd, .events = link_events(l)};
}

void station_fds(const struct station *s, struct pollfd fds[static STATION_FDS])
{
    bool open = s->tick >= s->accept_at;

    for (int i = 0; i < 2; i++)
        *fds++ = (struct pollfd){
            .fd = open && i < s->listening ? s->listeners[i] : -1, .events = POLLIN};
    for (int i = 0; i < STATION_GUESTS; i++)
        *fds++ = wait_for(&s->guests[i].link);
    *fds++ = wait_for(&s->judge);
    listeners_fds(&s->audience, fds);
    responder_fds(&s->beacon, fds + LISTENERS_MAX);
}

/* Conversations */

static void end_conversation(struct station *s, struct console *c, struct moment now)
{
    session_flush(&c->session);
    listeners_end(&s->audience, c);
    console_end(c, now);
}

/* Its files are on the medium before the judge learns of a new conversation. */
static int begin_anew(struct station *s, struct console *c, struct moment now)
{
    char session[WIRE_SESSION_SIZE + 1];
    struct recorder *record = random_hex(session, WIRE_SESSION_SIZE) == 0
                                  ? session_prepare(&c->session, session, now)
                                  : NULL;

    if (record != NULL) {
        end_conversation(s, c, now);
        session_begin(&c->session, record, session);
        return 0;
    }
    console_trouble(c, "No record, no judge: %s", status_error(errno));
    return -1;
}

/* Greetings */

static void refuse(struct link *l, const char *word)
{
    struct wire_message m = {.kind = WIRE_REFUSE};

    snprintf(m.word, sizeof(m.word), "%s", word);
    if (link_send(l, &m) == 0)
        link_flush(l);
    link_close(l);
}

/* A judge is refused whose screen says no more than that: this one says why. */
static void refuse_aloud(struct station *s, struct console *c,
    struct station_guest *guest, const char *word, const char *why)
{
    refuse(&guest->link, word);
    if (rejected_may_note(&s->strangers, c))
        console_note(c, true, "Refused %s: %s", guest->from, why);
}

/* The guest becomes the judge: whatever line the conversation had before is closed. */
static void take_judge(struct station *s, struct console *c, struct link *guest,
    const struct wire_message *greeting, struct moment now)
{
    struct wire_message answer =
        conversation_greeting(&c->session.talk, c->session.label);

    if (!c->settings->book->judge_lines &&
        c->session.talk.prompt.judge != greeting->judge)
        session_set_judge(&c->session, greeting->judge, now);
    link_close(&s->judge);
    link_move(&s->judge, guest);
    link_send(&s->judge, &answer);
    console_link(c, greeting, now);
}

static void greet_new(struct station *s, struct console *c, struct link *guest,
    const struct wire_message *m, struct moment now)
{
    if (c->leaving)
        refuse(guest, "busy");
    else if (begin_anew(s, c, now) < 0)
        refuse(guest, "record");
    else {
        take_judge(s, c, guest, m, now);
        console_ask(c, ASK_NOTHING);
        if (m->judge != 0 && !c->settings->book->judge_lines)
            console_note(c, true, "Judge %02u is there", m->judge);
        else
            console_note(c, true, "A judge is there");
    }
}

static enum verdict judge_greeting(
    const struct console *c, const struct wire_message *m, int64_t tick)
{
    int64_t lost_ms = c->line == LINE_LOST ? tick - c->since + 1 : 0;

    return conversation_verdict(
        &c->session.talk, m, lost_ms, 1000 * c->settings->hold_s);
}

/* Whether a judge who came now would have to wait. */
static bool is_busy(const struct console *c, int64_t tick)
{
    struct wire_message newcomer = {.kind = WIRE_JUDGE};

    snprintf(newcomer.book, sizeof(newcomer.book), "%s", c->settings->book->name);
    return c->leaving || judge_greeting(c, &newcomer, tick) == VERDICT_BUSY;
}

static void greet_judge(struct station *s, struct console *c,
    struct station_guest *guest, const struct wire_message *m, struct moment now)
{
    enum verdict verdict = judge_greeting(c, m, now.tick);

    if ((verdict == VERDICT_NEW || verdict == VERDICT_TAKE_OVER) &&
        !conversation_believes(&c->session.talk, m)) {
        refuse_aloud(s, c, guest, "greeting", "it has keys never made here");
        return;
    }
    switch (verdict) {
    case VERDICT_BOOK:
        refuse_aloud(s, c, guest, "book", "it plays by another book");
        break;
    case VERDICT_UNKNOWN:
        refuse_aloud(s, c, guest, "unknown", "conversation over");
        break;
    case VERDICT_BUSY:
        refuse(&guest->link, "busy");
        break;
    case VERDICT_NEW:
        greet_new(s, c, &guest->link, m, now);
        break;
    case VERDICT_TAKE_OVER:
        take_judge(s, c, &guest->link, m, now);
        break;
    }
}

static void greet_referee(struct station *s, struct link *guest)
{
    if (listeners_add(&s->audience, guest) < 0)
        refuse(guest, "busy");
}

/* A message, but no greeting. */
static void greet_stranger(
    struct station *s, struct station_guest *guest, const struct wire_message *m)
{
    char line[WIRE_LINE_MAX];
    size_t length = wire_encode(m, line);

    line[length - 1] = '\0';
    rejected_add(&s->strangers, guest->from, line);
    refuse(&guest->link, "greeting");
}

static void greet(struct station *s, struct console *c, struct station_guest *guest,
    const struct wire_message *m, struct moment now)
{
    int is_near = is_own_wire_only(c) ? networks_peer(guest->link.fd) : 1;

    if (is_near == 0)
        refuse_aloud(s, c, guest, "far", "on another network (--open)");
    else if (is_near < 0)
        link_close(&guest->link); /* gone already, or tried again */
    else if (m->kind == WIRE_JUDGE)
        greet_judge(s, c, guest, m, now);
    else if (m->kind == WIRE_REFEREE)
        greet_referee(s, &guest->link);
    else if (m->kind == WIRE_SEAL) {
        rejected_add_fault(&s->strangers, guest->from, "--key is wanted");
        refuse(&guest->link, "open");
    } else
        greet_stranger(s, guest, m);
}

/* Guests */

/* Hang up on a guest, for an errno of link_take()'s. */
static void turn_away(struct station *s, struct station_guest *guest, int error)
{
    char said[REJECTED_WORDS_MAX + 1];

    link_offence(&guest->link, said, sizeof(said));
    if (error == ENOKEY)
        rejected_add_fault(&s->strangers, guest->from, "has no key");
    else if (error == EKEYREJECTED)
        rejected_add_fault(&s->strangers, guest->from, "has another key");
    else if (error != 0 && said[0] == '\0')
        rejected_add_fault(&s->strangers, guest->from, "garbled");
    else
        rejected_add(&s->strangers, guest->from, said);
    link_close(&guest->link);
}

static void step_guest(struct station *s, struct console *c,
    struct station_guest *guest, short revents, struct moment now)
{
    struct wire_message m;
    bool gone = revents != 0 && link_receive(&guest->link) < 0;
    int taken = link_take(&guest->link, &m);

    if (taken > 0)
        greet(s, c, guest, &m, now);
    else if (taken < 0 || gone || now.tick >= guest->until)
        turn_away(s, guest, taken < 0 ? errno : 0);
}

/* A place for one more: a free one, or that of the guest who has waited longest. */
static struct station_guest *find_place(struct station *s)
{
    struct station_guest *place = &s->guests[0];

    for (int i = 0; i < STATION_GUESTS; i++) {
        if (s->guests[i].link.fd < 0)
            return &s->guests[i];
        if (s->guests[i].until < place->until)
            place = &s->guests[i];
    }
    return place;
}

/* The tick from which a place can be had. */
static int64_t place_at(struct station *s)
{
    const struct station_guest *place = find_place(s);

    return place->link.fd < 0 ? 0 : place->until - STATION_GREET_MS + STATION_MOMENT_MS;
}

/* Without sockets or memory, accept() would fail again and again: better it waits. */
static void pause_accepting(
    struct station *s, struct console *c, int error, struct moment now)
{
    if (error != EMFILE && error != ENFILE && error != ENOMEM && error != ENOBUFS)
        return;
    s->accept_at = now.tick + STATION_PAUSE_MS;
    if (rejected_may_note(&s->strangers, c))
        console_note(c, false, "No room for callers: %s", strerror(error));
}

static void let_in(
    struct station *s, struct console *c, int listener, struct moment now)
{
    struct station_guest *guest = find_place(s);
    char from[LINK_FROM_SIZE];
    int fd = link_accept(listener, from);

    if (fd < 0) {
        pause_accepting(s, c, errno, now);
        return;
    }
    /* Whoever makes room may have greeted since it was last listened to. */
    if (guest->link.fd >= 0)
        step_guest(s, c, guest, POLLIN, now);
    if (guest->link.fd >= 0)
        turn_away(s, guest, 0);
    link_attach(&guest->link, fd);
    link_seal(&guest->link, c->settings->secret, SEAL_STATION);
    guest->until = now.tick + STATION_GREET_MS;
    memcpy(guest->from, from, sizeof(from));
}

/* The judge */

static void lose_judge(struct station *s, struct console *c, struct moment now)
{
    link_close(&s->judge);
    if (!console_unlink(c, now))
        return;
    end_conversation(s, c, now);
    console_note(c, true, "The conversation has ended: waiting");
}

static void step_judge(
    struct station *s, struct console *c, short revents, struct moment now)
{
    bool gone = revents != 0 && link_receive(&s->judge) < 0;
    bool broken = console_pump(c, &s->judge, now) < 0;

    bool over = c->session.talk.bye_answered && link_is_empty(&s->judge);

    if (broken && errno == EPROTO)
        console_note(c, true, "The judge's line was garbled: hung up");
    else if (broken && errno == ENOMEM)
        console_trouble(c, "Out of memory: close other programs");
    if (gone || broken || over || conversation_is_lost(&c->session.talk, now.tick))
        lose_judge(s, c, now);
}

/* What poll() has seen of a link, if it is still the same one. */
static short seen(const struct pollfd *fd, const struct link *l)
{
    return fd->fd == l->fd ? fd->revents : 0;
}

static void step_guests(struct station *s, struct console *c,
    const struct pollfd fds[static STATION_FDS], struct moment now)
{
    for (int i = 0; i < s->listening; i++)
        if (fds[i].fd >= 0 && fds[i].revents != 0 && place_at(s) <= now.tick)
            let_in(s, c, s->listeners[i], now);
    for (int i = 0; i < STATION_GUESTS; i++)
        if (s->guests[i].link.fd >= 0)
            step_guest(s, c, &s->guests[i], seen(&fds[2 + i], &s->guests[i].link), now);
}

void station_step(struct station *s, struct console *c,
    const struct pollfd fds[static STATION_FDS], struct moment now)
{
    const struct pollfd *judge = &fds[2 + STATION_GUESTS];

    s->tick = now.tick;
    step_guests(s, c, fds, now);
    s->accept_at = s->accept_at > place_at(s) ? s->accept_at : place_at(s);
    if (s->judge.fd >= 0)
        step_judge(s, c, seen(judge, &s->judge), now);
    if (c->line == LINE_LOST && c->session.talk.bye_got &&
        now.tick - c->since >= CONVERSATION_BYE_MS)
        end_conversation(s, c, now);
    if (s->audience.count > 0)
        session_flush(&c->session);
    listeners_step(&s->audience, c, judge + 1, now.tick);
    rejected_tell(&s->strangers, c, now.tick);
    responder_step(&s->beacon, judge + 1 + LISTENERS_MAX, is_busy(c, now.tick));
}

int64_t station_due(const struct station *s)
{
    int64_t due = listeners_due(&s->audience);

    for (int i = 0; i < STATION_GUESTS; i++)
        if (s->guests[i].link.fd >= 0)
            due = clock_earlier(due, s->guests[i].until);
    if (s->accept_at > s->tick)
        due = clock_earlier(due, s->accept_at);
    return clock_earlier(due, rejected_due(&s->strangers, s->tick));
}
