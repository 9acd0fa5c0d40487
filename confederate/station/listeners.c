#include "confederate/station/listeners.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <unistd.h>

enum {
    BEAT_MS = 1000,
    KERNEL_OUT = 65536, /* bytes of the kernel's buffers for a connection */
    KERNEL_IN = 4096,
};

void listeners_init(struct listeners *a)
{
    for (int i = 0; i < LISTENERS_MAX; i++)
        link_init(&a->all[i].link);
}

static void set_option(int fd, int level, int option, int value)
{
    setsockopt(fd, level, option, &value, sizeof(value));
}

static struct listener *find_free(struct listeners *a)
{
    for (int i = 0; i < LISTENERS_MAX; i++)
        if (a->all[i].link.fd < 0)
            return &a->all[i];
    return NULL;
}

int listeners_add(struct listeners *a, struct link *l, int64_t tick)
{
    struct listener *place = find_free(a);

    if (place == NULL) {
        errno = EUSERS;
        return -1;
    }
    place->told = false;
    place->since = tick;
    link_move(&place->link, l);
    set_option(place->link.fd, SOL_SOCKET, SO_SNDBUF, KERNEL_OUT);
    set_option(place->link.fd, SOL_SOCKET, SO_RCVBUF, KERNEL_IN);
    set_option(place->link.fd, IPPROTO_TCP, TCP_USER_TIMEOUT, LISTENER_DEAD_MS);
    a->count++;
    return 0;
}

static void drop_listener(struct listeners *a, struct listener *l)
{
    link_close(&l->link);
    a->count--;
}

/* Neither input nor its end wakes the loop: the next ping to a closed connection
 * fails. */
void listeners_fds(const struct listeners *a, struct pollfd fds[static LISTENERS_MAX])
{
    for (int i = 0; i < LISTENERS_MAX; i++) {
        const struct link *l = &a->all[i].link;
        fds[i] = (struct pollfd){
            .fd = l->fd, .events = l->fd >= 0 && !link_is_empty(l) ? POLLOUT : 0};
    }
}

/* Messages */

static bool is_elsewhere(const struct listener *l, const struct console *c)
{
    return !l->told || l->conversation != c->session.conversations;
}

static bool has_more(
    const struct listeners *a, const struct listener *l, const struct console *c)
{
    return is_elsewhere(l, c) || l->next < c->session.talk.count || !l->live ||
           l->beat != a->beat;
}

/* The next message for a listener; has_more() is true. */
static struct wire_message next_message(
    const struct listeners *a, struct listener *l, const struct console *c)
{
    struct wire_message m = {.kind = WIRE_PING, .left = WIRE_LEFT_NONE};

    l->beat = a->beat;
    if (is_elsewhere(l, c)) {
        l->told = true;
        l->conversation = c->session.conversations;
        l->next = 0;
        l->live = false;
        return conversation_greeting(&c->session.talk, c->session.label);
    }
    if (l->next < c->session.talk.count) {
        m.kind = WIRE_KEY;
        m.key = c->session.talk.keys[l->next++];
    } else if (!l->live) {
        m.kind = WIRE_LIVE;
        l->live = true;
    }
    return m;
}

/* Queue the lines of a turn, as far as there is room, and send them. Returns 0; or -1
 * if the connection is lost. */
static int send_lines(struct listeners *a, struct listener *l, const struct console *c)
{
    int lines =
        l->link.seal.state != SEAL_NONE ? LISTENER_SEALED_LINES : LISTENER_LINES;

    while (lines-- > 0 && link_has_room(&l->link) && has_more(a, l, c)) {
        struct wire_message m = next_message(a, l, c);
        link_send(&l->link, &m);
    }
    return link_flush(&l->link);
}

/* Turns */

/* After a flush the queue is empty, or the socket is full. */
static void take_events(
    struct listeners *a, struct listener *l, const struct pollfd *fd, int64_t tick)
{
    bool gone = (fd->revents & ~POLLOUT) != 0;

    if (l->link.fd < 0 || fd->fd != l->link.fd)
        return;
    if ((fd->revents & POLLOUT) != 0)
        gone = link_flush(&l->link) < 0 || gone;
    if ((fd->revents & POLLOUT) != 0 || link_is_empty(&l->link))
        l->since = tick;
    if (gone || tick - l->since >= LISTENER_DEAD_MS)
        drop_listener(a, l);
}

static bool is_waiting(
    const struct listeners *a, const struct listener *l, const struct console *c)
{
    return l->link.fd >= 0 && link_is_empty(&l->link) && has_more(a, l, c);
}

static void serve_some(struct listeners *a, const struct console *c)
{
    int served = 0;

    for (int i = 0; i < LISTENERS_MAX && served < LISTENERS_A_TURN; i++) {
        struct listener *l = &a->all[a->next];
        a->next = (a->next + 1) % LISTENERS_MAX;
        if (!is_waiting(a, l, c))
            continue;
        if (send_lines(a, l, c) < 0)
            drop_listener(a, l);
        served++;
    }
}

static bool is_any_waiting(const struct listeners *a, const struct console *c)
{
    for (int i = 0; i < LISTENERS_MAX; i++)
        if (is_waiting(a, &a->all[i], c))
            return true;
    return false;
}

void listeners_step(struct listeners *a, const struct console *c,
    const struct pollfd fds[static LISTENERS_MAX], int64_t tick)
{
    bool news = a->keys != c->session.talk.count;

    if (a->count == 0)
        return;
    if (news && !a->more)
        a->from = tick + LISTENERS_MOMENT_MS;
    a->keys = c->session.talk.count;
    for (int i = 0; i < LISTENERS_MAX; i++)
        take_events(a, &a->all[i], &fds[i], tick);
    if (news)
        a->spoke = tick;
    else if (tick - a->spoke >= BEAT_MS) {
        a->spoke = tick;
        a->beat++;
    }
    if (tick >= a->from)
        serve_some(a, c);
    a->more = is_any_waiting(a, c);
}

int64_t listeners_due(const struct listeners *a)
{
    if (a->count == 0)
        return INT64_MAX;
    return a->more ? a->from : a->spoke + BEAT_MS;
}

void listeners_end(struct listeners *a, const struct console *c)
{
    for (int i = 0; i < LISTENERS_MAX; i++) {
        struct listener *l = &a->all[i];
        bool gone = false;

        while (l->link.fd >= 0 && !gone && link_has_room(&l->link) && has_more(a, l, c))
            gone = send_lines(a, l, c) < 0;
        if (l->link.fd >= 0 && (gone || has_more(a, l, c)))
            drop_listener(a, l);
        l->next = 0;
    }
    a->keys = 0;
}

void listeners_close(struct listeners *a)
{
    for (int i = 0; i < LISTENERS_MAX; i++) {
        if (a->all[i].link.fd < 0)
            continue;
        link_flush(&a->all[i].link);
        drop_listener(a, &a->all[i]);
    }
}
