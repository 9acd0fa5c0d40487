#include "station.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

int station_open(struct station *s, struct console *c)
{
    const struct settings *settings = c->settings;
    int first = settings->port != 0 ? settings->port : LINK_PORT;
    int last = settings->port != 0 ? settings->port : LINK_PORT + LINK_PORTS - 1;
    int port = first;

    *s = (struct station){0};
    link_init(&s->judge);
    for (int i = 0; i < STATION_GUESTS; i++)
        link_init(&s->guests[i].link);
    for (; port <= last; port++) {
        s->listening = link_listen(settings->bind, port, s->listeners);
        if (s->listening > 0 || errno != EADDRINUSE)
            break;
    }
    if (s->listening < 0) {
        s->listening = 0;
        return -1;
    }
    snprintf(c->where, sizeof(c->where), "port %d", port);
    if (settings->label != NULL)
        snprintf(c->label, sizeof(c->label), "%s", settings->label);
    else
        snprintf(c->label, sizeof(c->label), "terminal-%d", port);
    return 0;
}

void station_close(struct station *s)
{
    for (int i = 0; i < s->listening; i++)
        close(s->listeners[i]);
    for (int i = 0; i < STATION_GUESTS; i++)
        link_close(&s->guests[i].link);
    link_close(&s->judge);
    s->listening = 0;
}

static struct pollfd wait_for(const struct link *l)
{
    return (struct pollfd){.fd = l->fd, .events = link_events(l)};
}

void station_fds(const struct station *s, struct pollfd fds[static STATION_FDS])
{
    for (int i = 0; i < 2; i++)
        *fds++ = (struct pollfd){
            .fd = i < s->listening ? s->listeners[i] : -1, .events = POLLIN};
    for (int i = 0; i < STATION_GUESTS; i++)
        *fds++ = wait_for(&s->guests[i].link);
    *fds = wait_for(&s->judge);
}

/* Guests */

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

static void let_in(struct station *s, int listener, struct moment now)
{
    int fd = link_accept(listener);

    if (fd < 0)
        return;
    struct station_guest *guest = find_place(s);
    link_close(&guest->link);
    link_attach(&guest->link, fd);
    guest->until = now.tick + STATION_GREET_MS;
}

static void refuse(struct link *l, const char *word)
{
    struct wire_message m = {.kind = WIRE_REFUSE};

    snprintf(m.word, sizeof(m.word), "%s", word);
    if (link_send(l, &m) == 0)
        link_flush(l);
    link_close(l);
}

static int draw_session(char session[static WIRE_SESSION_SIZE + 1])
{
    unsigned char bytes[WIRE_SESSION_SIZE / 2];

    if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes))
        return -1;
    for (size_t i = 0; i < sizeof(bytes); i++)
        snprintf(session + 2 * i, 3, "%02x", bytes[i]);
    return 0;
}

/* Its files are on the medium before the judge learns of a new conversation. */
static int begin_anew(struct console *c, struct moment now)
{
    char session[WIRE_SESSION_SIZE + 1];

    console_end(c, now);
    if (draw_session(session) == 0 && console_begin(c, session, now) == 0)
        return 0;
    if (errno == EEXIST)
        console_trouble(
            c, "All 100 names taken: empty %s", c->settings->place.directory);
    else
        console_trouble(c, "No record, no judge: %s", strerror(errno));
    return -1;
}

/* The guest becomes the judge: whatever line the conversation had before is closed. */
static void take_judge(struct station *s, struct console *c, struct link *guest,
    const struct wire_message *greeting, struct moment now)
{
    struct wire_message answer = conversation_greeting(&c->talk, c->label);

    link_close(&s->judge);
    s->judge = *guest;
    guest->fd = -1;
    link_send(&s->judge, &answer);
    conversation_link(&c->talk, greeting, now.tick);
    console_set_line(c, LINE_UP, now);
    c->question = ASK_NOTHING;
}

static void greet(struct station *s, struct console *c, struct link *guest,
    const struct wire_message *m, struct moment now)
{
    int64_t lost_ms = c->line == LINE_LOST ? now.tick - c->since + 1 : 0;

    enum verdict verdict;

    if (m->kind != WIRE_JUDGE) {
        refuse(guest, "greeting");
        return;
    }
    verdict = conversation_verdict(&c->talk, m, lost_ms, c->settings->hold_ms);
    if ((verdict == VERDICT_NEW || verdict == VERDICT_TAKE_OVER) &&
        !conversation_believes(&c->talk, m)) {
        refuse(guest, "greeting");
        return;
    }
    switch (verdict) {
    case VERDICT_BOOK:
        refuse(guest, "book");
        break;
    case VERDICT_UNKNOWN:
        refuse(guest, "unknown");
        break;
    case VERDICT_BUSY:
        refuse(guest, "busy");
        break;
    case VERDICT_NEW:
        if (c->leaving)
            refuse(guest, "busy");
        else if (begin_anew(c, now) < 0)
            refuse(guest, "record");
        else {
            take_judge(s, c, guest, m, now);
            console_note(c, true, "A judge is there");
        }
        break;
    case VERDICT_TAKE_OVER:
        take_judge(s, c, guest, m, now);
        break;
    }
}

/* Somebody who is no judge has called: one line for the operator, but not over a
 * conversation, where the line says whose turn it is. */
static void turn_away(struct console *c, struct link *guest)
{
    char said[27];

    link_offence(guest, said, sizeof(said));
    if (said[0] != '\0' && c->recorder == NULL)
        console_note(c, false, "Hung up on '%s'", said);
    link_close(guest);
}

static void step_guest(struct station *s, struct console *c,
    struct station_guest *guest, short revents, struct moment now)
{
    struct wire_message m;
    bool gone = revents != 0 && link_receive(&guest->link) < 0;
    int taken = link_take(&guest->link, &m);

    if (taken > 0)
        greet(s, c, &guest->link, &m, now);
    else if (taken < 0)
        turn_away(c, &guest->link);
    else if (gone || now.tick >= guest->until)
        link_close(&guest->link);
}

/* The judge */

static void lose_judge(struct station *s, struct console *c, struct moment now)
{
    bool over = c->talk.bye_answered;

    link_close(&s->judge);
    conversation_unlink(&c->talk);
    if (!over) {
        console_set_line(c, LINE_LOST, now);
        return;
    }
    console_end(c, now);
    console_note(c, true, "The conversation has ended: waiting");
    if (c->leaving)
        c->done = true;
}

static void step_judge(
    struct station *s, struct console *c, short revents, struct moment now)
{
    bool gone = revents != 0 && link_receive(&s->judge) < 0;
    bool broken = console_pump(c, &s->judge, now) < 0;

    if (broken && errno == EPROTO)
        console_note(c, true, "The judge's line was garbled: hung up");
    if (gone || broken || c->talk.bye_answered ||
        conversation_is_lost(&c->talk, now.tick))
        lose_judge(s, c, now);
}

void station_step(struct station *s, struct console *c,
    const struct pollfd fds[static STATION_FDS], struct moment now)
{
    for (int i = 0; i < s->listening; i++)
        if (fds[i].revents != 0)
            let_in(s, s->listeners[i], now);
    for (int i = 0; i < STATION_GUESTS; i++)
        if (s->guests[i].link.fd >= 0)
            step_guest(s, c, &s->guests[i],
                fds[2 + i].fd == s->guests[i].link.fd ? fds[2 + i].revents : 0, now);
    if (s->judge.fd >= 0)
        step_judge(s, c,
            fds[STATION_FDS - 1].fd == s->judge.fd ? fds[STATION_FDS - 1].revents : 0,
            now);
    if (c->line == LINE_LOST && c->talk.bye_got &&
        now.tick - c->since >= CONVERSATION_BYE_MS)
        console_end(c, now);
}

int64_t station_due(const struct station *s)
{
    int64_t due = INT64_MAX;

    for (int i = 0; i < STATION_GUESTS; i++)
        if (s->guests[i].link.fd >= 0 && s->guests[i].until < due)
            due = s->guests[i].until;
    return due;
}
