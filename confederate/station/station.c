#include "confederate/station/station.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/console/status.h"
#include "common/link/address.h"
#include "common/link/networks.h"
#include "common/system/random.h"

/* Whether the station serves its own networks only. */
static bool is_own_wire_only(const struct console *c)
{
    return !c->settings->open && c->settings->secret == NULL;
}

/* Keep the keys of all connections out of swap and core dumps. */
static void guard_seals(struct station *s)
{
    secret_guard(&s->judge.seal, sizeof(s->judge.seal));
    for (int i = 0; i < STATION_PENDING; i++)
        secret_guard(&s->pending[i].link.seal, sizeof(s->pending[i].link.seal));
    for (int i = 0; i < LISTENERS_MAX; i++)
        secret_guard(
            &s->listeners.all[i].link.seal, sizeof(s->listeners.all[i].link.seal));
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
        guard_seals(s);
    listeners_init(&s->listeners);
    link_init(&s->judge);
    for (int i = 0; i < STATION_PENDING; i++)
        link_init(&s->pending[i].link);
    for (; port <= last; port++) {
        s->listening = link_listen(
            settings->bind, port, is_own_wire_only(c) ? NETWORKS_HOPS : 0, s->sockets);
        if (s->listening > 0 || errno != EADDRINUSE)
            break;
    }
    if (s->listening < 0) {
        s->listening = 0;
        return -1;
    }
    set_names(c, port);
    responder_open(
        &s->responder, s->sockets, s->listening, c->session.label, settings->secret);
    return 0;
}

void station_close(struct station *s)
{
    for (int i = 0; i < s->listening; i++)
        close(s->sockets[i]);
    for (int i = 0; i < STATION_PENDING; i++)
        link_close(&s->pending[i].link);
    link_close(&s->judge);
    responder_close(&s->responder);
    listeners_end(&s->listeners, s->console);
    listeners_close(&s->listeners);
    s->listening = 0;
}

static struct pollfd pollfd_of(const struct link *l)
{
    return (struct pollfd){.fd = l->fd, .events = link_events(l)};
}

void station_fds(const struct station *s, struct pollfd fds[static STATION_FDS])
{
    bool open = s->tick >= s->accept_at;

    for (int i = 0; i < 2; i++)
        *fds++ = (struct pollfd){
            .fd = open && i < s->listening ? s->sockets[i] : -1, .events = POLLIN};
    for (int i = 0; i < STATION_PENDING; i++)
        *fds++ = pollfd_of(&s->pending[i].link);
    *fds++ = pollfd_of(&s->judge);
    listeners_fds(&s->listeners, fds);
    responder_fds(&s->responder, fds + LISTENERS_MAX);
}

/* Conversations */

static void end_conversation(struct station *s, struct console *c, struct moment now)
{
    session_flush(&c->session);
    listeners_end(&s->listeners, c);
    console_end(c, now);
}

/* Begin a conversation. Its files are on the disk before the judge's greeting is
 * answered. */
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

static void refuse_link(struct link *l, const char *word)
{
    struct wire_message m = {.kind = WIRE_REFUSE};

    snprintf(m.word, sizeof(m.word), "%s", word);
    if (link_send(l, &m) == 0)
        link_flush(l);
    link_close(l);
}

/* Refuse a judge, and note the reason: the judge's screen does not have it. */
static void refuse_with_note(struct station *s, struct console *c,
    struct station_pending *p, const char *word, const char *why)
{
    refuse_link(&p->link, word);
    if (rejected_may_note(&s->rejected, c))
        console_note(c, true, "Refused %s: %s", p->from, why);
}

/* Make a connection the judge's link; close the last one. */
static void take_judge(struct station *s, struct console *c, struct link *from,
    const struct wire_message *greeting, struct moment now)
{
    struct wire_message answer =
        conversation_greeting(&c->session.talk, c->session.label);

    if (!c->settings->book->judge_lines &&
        c->session.talk.prompt.judge != greeting->judge)
        session_set_judge(&c->session, greeting->judge, now);
    link_close(&s->judge);
    link_move(&s->judge, from);
    link_send(&s->judge, &answer);
    console_link(c, greeting, now);
}

static void greet_new(struct station *s, struct console *c, struct link *from,
    const struct wire_message *m, struct moment now)
{
    if (c->leaving)
        refuse_link(from, "busy");
    else if (begin_anew(s, c, now) < 0)
        refuse_link(from, "record");
    else {
        take_judge(s, c, from, m, now);
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

/* Whether a new judge would have to wait. */
static bool is_busy(const struct console *c, int64_t tick)
{
    struct wire_message newcomer = {.kind = WIRE_JUDGE};

    snprintf(newcomer.book, sizeof(newcomer.book), "%s", c->settings->book->name);
    return c->leaving || judge_greeting(c, &newcomer, tick) == VERDICT_BUSY;
}

static void greet_judge(struct station *s, struct console *c, struct station_pending *p,
    const struct wire_message *m, struct moment now)
{
    enum verdict verdict = judge_greeting(c, m, now.tick);

    if ((verdict == VERDICT_NEW || verdict == VERDICT_TAKE_OVER) &&
        !conversation_believes(&c->session.talk, m)) {
        refuse_with_note(s, c, p, "greeting", "it has keys never made here");
        return;
    }
    switch (verdict) {
    case VERDICT_BOOK:
        refuse_with_note(s, c, p, "book", "it uses another rule book");
        break;
    case VERDICT_UNKNOWN:
        refuse_with_note(s, c, p, "unknown", "conversation over");
        break;
    case VERDICT_BUSY:
        refuse_link(&p->link, "busy");
        break;
    case VERDICT_NEW:
        greet_new(s, c, &p->link, m, now);
        break;
    case VERDICT_TAKE_OVER:
        take_judge(s, c, &p->link, m, now);
        break;
    }
}

static void greet_referee(struct station *s, struct link *from, int64_t tick)
{
    if (listeners_add(&s->listeners, from, tick) < 0)
        refuse_link(from, "busy");
}

/* Reject a message that is not a greeting. */
static void reject_message(
    struct station *s, struct station_pending *p, const struct wire_message *m)
{
    char line[WIRE_LINE_MAX];
    size_t length = wire_encode(m, line);

    line[length - 1] = '\0';
    rejected_add(&s->rejected, p->from, line);
    refuse_link(&p->link, "greeting");
}

static void take_greeting(struct station *s, struct console *c,
    struct station_pending *p, const struct wire_message *m, struct moment now)
{
    int is_near = is_own_wire_only(c) ? networks_peer(p->link.fd) : 1;

    if (is_near == 0)
        refuse_with_note(s, c, p, "far", "on another network (--open)");
    else if (is_near < 0)
        link_close(&p->link); /* the connection is lost */
    else if (m->kind == WIRE_JUDGE)
        greet_judge(s, c, p, m, now);
    else if (m->kind == WIRE_REFEREE)
        greet_referee(s, &p->link, now.tick);
    else if (m->kind == WIRE_SEAL) {
        rejected_add_fault(&s->rejected, p->from, "--key is wanted");
        refuse_link(&p->link, "open");
    } else
        reject_message(s, p, m);
}

/* Pending connections */

/* Close a pending connection after an error of link_take(), or 0: it was silent. */
static void reject_pending(struct station *s, struct station_pending *p, int error)
{
    char said[REJECTED_WORDS_MAX + 1];

    link_offence(&p->link, said, sizeof(said));
    if (error == ENOKEY)
        rejected_add_fault(&s->rejected, p->from, "has no key");
    else if (error == EKEYREJECTED)
        rejected_add_fault(&s->rejected, p->from, "has another key");
    else if (error != 0 && said[0] == '\0')
        rejected_add_fault(&s->rejected, p->from, "garbled");
    else
        rejected_add(&s->rejected, p->from, said);
    link_close(&p->link);
}

static void step_pending(struct station *s, struct console *c,
    struct station_pending *p, short revents, struct moment now)
{
    struct wire_message m;
    bool gone = revents != 0 && link_receive(&p->link) < 0;
    int taken = link_take(&p->link, &m);

    if (taken > 0)
        take_greeting(s, c, p, &m, now);
    else if (taken < 0 || gone || now.tick >= p->until)
        reject_pending(s, p, taken < 0 ? errno : 0);
}

/* A place for a connection: a free one, or else that of the oldest pending one. */
static struct station_pending *find_place(struct station *s)
{
    struct station_pending *place = &s->pending[0];

    for (int i = 0; i < STATION_PENDING; i++) {
        if (s->pending[i].link.fd < 0)
            return &s->pending[i];
        if (s->pending[i].until < place->until)
            place = &s->pending[i];
    }
    return place;
}

/* The tick from which find_place() may be used. */
static int64_t place_at(struct station *s)
{
    const struct station_pending *place = find_place(s);

    return place->link.fd < 0 ? 0 : place->until - STATION_GREET_MS + STATION_MOMENT_MS;
}

/* Without sockets or memory accept() fails at once each time: pause. */
static void pause_accepting(
    struct station *s, struct console *c, int error, struct moment now)
{
    if (error != EMFILE && error != ENFILE && error != ENOMEM && error != ENOBUFS)
        return;
    s->accept_at = now.tick + STATION_PAUSE_MS;
    if (rejected_may_note(&s->rejected, c))
        console_note(c, false, "No room for callers: %s", strerror(error));
}

static void accept_link(
    struct station *s, struct console *c, int listener, struct moment now)
{
    struct station_pending *p = find_place(s);
    char from[LINK_FROM_SIZE];
    int fd = link_accept(listener, from);

    if (fd < 0) {
        pause_accepting(s, c, errno, now);
        return;
    }
    /* The replaced connection may have greeted since the last step. */
    if (p->link.fd >= 0)
        step_pending(s, c, p, POLLIN, now);
    if (p->link.fd >= 0)
        reject_pending(s, p, 0);
    link_attach(&p->link, fd);
    link_seal(&p->link, c->settings->secret, SEAL_STATION);
    p->until = now.tick + STATION_GREET_MS;
    memcpy(p->from, from, sizeof(from));
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

/* The events of a link, unless it has another connection since poll(). */
static short revents_of(const struct pollfd *fd, const struct link *l)
{
    return fd->fd == l->fd ? fd->revents : 0;
}

static void step_all_pending(struct station *s, struct console *c,
    const struct pollfd fds[static STATION_FDS], struct moment now)
{
    for (int i = 0; i < s->listening; i++)
        if (fds[i].fd >= 0 && fds[i].revents != 0 && place_at(s) <= now.tick)
            accept_link(s, c, s->sockets[i], now);
    for (int i = 0; i < STATION_PENDING; i++)
        if (s->pending[i].link.fd >= 0)
            step_pending(s, c, &s->pending[i],
                revents_of(&fds[2 + i], &s->pending[i].link), now);
}

void station_step(struct station *s, struct console *c,
    const struct pollfd fds[static STATION_FDS], struct moment now)
{
    const struct pollfd *judge = &fds[2 + STATION_PENDING];

    s->tick = now.tick;
    step_all_pending(s, c, fds, now);
    s->accept_at = s->accept_at > place_at(s) ? s->accept_at : place_at(s);
    if (s->judge.fd >= 0)
        step_judge(s, c, revents_of(judge, &s->judge), now);
    if (c->line == LINE_LOST && c->session.talk.bye_got &&
        now.tick - c->since >= CONVERSATION_BYE_MS)
        end_conversation(s, c, now);
    if (s->listeners.count > 0)
        session_flush(&c->session);
    listeners_step(&s->listeners, c, judge + 1, now.tick);
    rejected_tell(&s->rejected, c, now.tick);
    responder_step(&s->responder, judge + 1 + LISTENERS_MAX, is_busy(c, now.tick));
}

int64_t station_due(const struct station *s)
{
    int64_t due = listeners_due(&s->listeners);

    for (int i = 0; i < STATION_PENDING; i++)
        if (s->pending[i].link.fd >= 0)
            due = clock_earlier(due, s->pending[i].until);
    if (s->accept_at > s->tick)
        due = clock_earlier(due, s->accept_at);
    return clock_earlier(due, rejected_due(&s->rejected, s->tick));
}
