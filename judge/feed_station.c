#include "feed_station.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "feed_file.h"
#include "hostport.h"

/* Open or not, a station is called by its address for as long as it takes. */
struct feed *feed_open_station(const char *name, const struct secret *secret,
    const regex_t *bell, const struct feed_news *news)
{
    char host[HOSTPORT_HOST_SIZE];
    struct feed *s;
    int port;

    if (hostport_read(name, host, &port) < 0)
        return NULL;
    s = feed_make(name, bell, news);
    if (s == NULL)
        return NULL;
    s->is_station = true;
    s->secret = secret;
    s->link = malloc(sizeof(*s->link));
    s->places = calloc(LINK_ADDRESSES, sizeof(s->places[0]));
    if (s->link != NULL)
        link_init(s->link);
    if (s->link == NULL || s->places == NULL)
        errno = ENOMEM;
    else if ((s->count = link_resolve(host, port, s->places)) > 0)
        return s;
    feed_close(s);
    return NULL;
}

static void lose(struct feed *s, int64_t tick, const char *why)
{
    link_close(s->link);
    s->due = tick + FEED_AGAIN_MS;
    s->at = (s->at + 1) % s->count;
    feed_note(s, why);
}

static void call(struct feed *s, int64_t tick)
{
    if (link_connect(s->link, &s->places[s->at]) < 0)
        lose(s, tick, strerror(errno));
    s->heard = tick;
}

static void greet(struct feed *s, int64_t tick)
{
    struct wire_message m = {.kind = WIRE_REFEREE};

    if (link_connected(s->link) < 0) {
        lose(s, tick, strerror(errno));
        return;
    }
    link_seal(s->link, s->secret, SEAL_JUDGE);
    link_send(s->link, &m);
}

/* What was followed is over. It stays to be looked at until there is another. */
static void end(struct feed *s)
{
    if (s->scene.begun && !s->ended)
        scene_end(&s->scene);
    s->ended = true;
    s->unread = true;
}

/* A conversation from its start: the one that was followed, and then only what is new
 * of it counts, or another; or there is none. */
static void take_greeting(struct feed *s, const struct wire_message *m)
{
    if (m->session[0] == '\0') {
        end(s);
        return;
    }
    if (s->scene.begun && strcmp(m->session, s->session) == 0) {
        s->ended = false;
        return;
    }
    end(s);
    memcpy(s->session, m->session, sizeof(s->session));
    feed_begin(s, rulebook_find(m->book));
}

static void take(struct feed *s, const struct wire_message *m)
{
    char why[FEED_NOTE_SIZE];

    switch (m->kind) {
    case WIRE_OTHER:
        s->note[0] = '\0';
        take_greeting(s, m);
        break;
    case WIRE_KEY:
        if (m->key.time > s->last[m->key.side]) {
            s->last[m->key.side] = m->key.time;
            feed_key(s, m->key.time, m->key.code, m->key.side);
        }
        break;
    case WIRE_REFUSE:
        snprintf(why, sizeof(why), "the station refuses: %s", m->word);
        lose(s, s->heard, why);
        break;
    default:
        break;
    }
}

static void hear(struct feed *s, int64_t tick)
{
    int received = link_receive(s->link), error = errno, taken;
    struct wire_message m;

    while (s->link->fd >= 0 && (taken = link_take(s->link, &m)) != 0) {
        if (taken < 0) {
            lose(s, tick,
                errno == ENOKEY || errno == EKEYREJECTED
                    ? "another key than the station's, or none"
                    : "that is no station");
            return;
        }
        s->heard = tick;
        take(s, &m);
    }
    if (s->link->fd >= 0 && received < 0)
        lose(
            s, tick, error == ECONNRESET ? "the station has hung up" : strerror(error));
}

void feed_station_step(struct feed *s, short revents, int64_t tick)
{
    if (s->link->fd < 0) {
        if (tick >= s->due)
            call(s, tick);
        return;
    }
    if (s->link->connecting && (revents & (POLLOUT | POLLERR | POLLHUP)) != 0)
        greet(s, tick);
    else if (!s->link->connecting && (revents & (POLLIN | POLLERR | POLLHUP)) != 0)
        hear(s, tick);
    if (s->link->fd >= 0 && !s->link->connecting && link_flush(s->link) < 0)
        lose(s, tick, strerror(errno));
    if (s->link->fd >= 0 && tick - s->heard >= FEED_SILENCE_MS)
        lose(s, tick, "the station is silent");
}

int64_t feed_station_due(const struct feed *s)
{
    return s->link->fd < 0 ? s->due : s->heard + FEED_SILENCE_MS;
}
