#include "judge/referee/watch/feed_station.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/link/address.h"
#include "common/link/link.h"

struct feed_station {
    struct link link;
    struct link_address addresses[LINK_ADDRESSES];
    int count;                   /* of addresses */
    int at;                      /* address of the present or next attempt */
    int64_t due;                 /* tick of the next attempt */
    int64_t heard;               /* tick of the last message */
    uint64_t last[2];            /* time of the last key of each side */
    const struct secret *secret; /* NULL: an open link */
};

static void lose_link(struct feed *f, int64_t tick, const char *why)
{
    struct feed_station *s = f->source;

    link_close(&s->link);
    s->due = tick + FEED_STATION_AGAIN_MS;
    s->at = (s->at + 1) % s->count;
    feed_note(f, why);
}

static void connect_link(struct feed *f, int64_t tick)
{
    struct feed_station *s = f->source;

    if (link_connect(&s->link, &s->addresses[s->at]) < 0)
        lose_link(f, tick, strerror(errno));
    s->heard = tick;
}

static void send_greeting(struct feed *f, int64_t tick)
{
    struct feed_station *s = f->source;
    struct wire_message m = {.kind = WIRE_REFEREE};

    if (link_connected(&s->link) < 0) {
        lose_link(f, tick, strerror(errno));
        return;
    }
    link_seal(&s->link, s->secret, SEAL_JUDGE);
    link_send(&s->link, &m);
}

/* The conversation is over; it is shown until another one begins. */
static void end_conversation(struct feed *f)
{
    if (!f->ended)
        feed_end(f);
    f->ended = f->unread = true;
}

/* A greeting names the station's conversation, whose keys follow from its first on; or
 * none. One that is shown already continues. */
static void take_greeting(struct feed *f, const struct wire_message *m)
{
    static const struct record_reader unnamed = {.form = RECORD_TRANSCRIPT};
    struct feed_station *s = f->source;
    const struct rulebook *book = rulebook_find(m->book);

    if (f->timeline.begun && m->session[0] != '\0' &&
        strcmp(m->session, f->session) == 0) {
        f->ended = false;
        return;
    }
    end_conversation(f);
    if (m->session[0] == '\0')
        return;
    s->last[SIDE_JUDGE] = s->last[SIDE_OTHER] = 0;
    snprintf(f->session, sizeof(f->session), "%s", m->session);
    feed_begin(f, book != NULL ? book : record_book(&unnamed), &unnamed.round);
}

static void take_message(struct feed *f, const struct wire_message *m)
{
    struct feed_station *s = f->source;
    char why[FEED_NOTE_SIZE];

    switch (m->kind) {
    case WIRE_OTHER:
        f->note[0] = '\0';
        take_greeting(f, m);
        break;
    case WIRE_KEY:
        if (m->key.time > s->last[m->key.side]) {
            s->last[m->key.side] = m->key.time;
            feed_key(f, &m->key);
        }
        break;
    case WIRE_REFUSE:
        snprintf(why, sizeof(why), "the station refuses: %s", m->word);
        lose_link(f, s->heard, why);
        break;
    default:
        break;
    }
}

static void read_link(struct feed *f, int64_t tick)
{
    struct feed_station *s = f->source;
    int received = link_receive(&s->link), error = errno, taken;
    struct wire_message m;

    while (s->link.fd >= 0 && (taken = link_take(&s->link, &m)) != 0) {
        if (taken < 0) {
            lose_link(f, tick,
                errno == ENOKEY || errno == EKEYREJECTED
                    ? "the station has another key, or none"
                    : "not a station of this contest");
            return;
        }
        s->heard = tick;
        take_message(f, &m);
    }
    if (s->link.fd >= 0 && received < 0)
        lose_link(f, tick,
            error == ECONNRESET ? "the station has closed the link" : strerror(error));
}

static void step_station(struct feed *f, short revents, int64_t tick)
{
    struct feed_station *s = f->source;

    if (s->link.fd < 0) {
        if (tick >= s->due)
            connect_link(f, tick);
        return;
    }
    if (s->link.connecting && (revents & (POLLOUT | POLLERR | POLLHUP)) != 0)
        send_greeting(f, tick);
    else if (!s->link.connecting && (revents & (POLLIN | POLLERR | POLLHUP)) != 0)
        read_link(f, tick);
    if (s->link.fd >= 0 && !s->link.connecting && link_flush(&s->link) < 0)
        lose_link(f, tick, strerror(errno));
    if (s->link.fd >= 0 && tick - s->heard >= FEED_STATION_SILENCE_MS)
        lose_link(f, tick, "the station is silent");
}

static struct pollfd link_fd(const void *source)
{
    const struct feed_station *s = source;

    if (s->link.fd < 0)
        return (struct pollfd){.fd = -1};
    return (struct pollfd){.fd = s->link.fd, .events = link_events(&s->link)};
}

static int64_t station_due(const void *source)
{
    const struct feed_station *s = source;

    return s->link.fd < 0 ? s->due : s->heard + FEED_STATION_SILENCE_MS;
}

static void close_station(void *source)
{
    struct feed_station *s = source;

    link_close(&s->link);
    free(s);
}

static const struct feed_operations operations = {
    .fd = link_fd, .step = step_station, .due = station_due, .close = close_station};

struct feed *feed_station_open(const char *name, const struct secret *secret,
    const regex_t *bell, const struct feed_listener *listener)
{
    char host[ADDRESS_HOST_SIZE];
    struct feed_station *s;
    int port;

    if (address_read(name, host, &port) < 0)
        return NULL;
    s = calloc(1, sizeof(*s));
    if (s == NULL)
        return NULL;
    s->secret = secret;
    link_init(&s->link);
    s->count = link_resolve(host, port, s->addresses);
    if (s->count <= 0) {
        free(s);
        return NULL;
    }
    return feed_open(&operations, s, name, bell, listener);
}

bool feed_station_is(const struct feed *f)
{
    return f->operations == &operations;
}
