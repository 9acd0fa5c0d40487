#include "confederate/station/listeners.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <unistd.h>

enum {
    BEAT_MS = 1000,
    KERNEL_OUT = LISTENER_QUEUE, /* so much again may wait in the kernel, */
    KERNEL_IN = 4096,            /* and so little of what they say */
};

void listeners_init(struct listeners *a)
{
    for (int i = 0; i < LISTENERS_MAX; i++)
        a->all[i].fd = -1;
}

static void set_option(int fd, int level, int option, int value)
{
    setsockopt(fd, level, option, &value, sizeof(value));
}

static struct listener *find_place(struct listeners *a)
{
    for (int i = 0; i < LISTENERS_MAX; i++)
        if (a->all[i].fd < 0)
            return &a->all[i];
    return NULL;
}

int listeners_add(struct listeners *a, struct link *l)
{
    struct listener *place = find_place(a);
    struct seal_stream stream;
    int fd = place != NULL ? link_give(l, &stream) : -1;

    if (fd < 0) {
        errno = EUSERS;
        return -1;
    }
    set_option(fd, SOL_SOCKET, SO_SNDBUF, KERNEL_OUT);
    set_option(fd, SOL_SOCKET, SO_RCVBUF, KERNEL_IN);
    set_option(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, LISTENER_DEAD_MS);
    *place = (struct listener){.fd = fd, .stream = stream};
    secret_wipe(&stream, sizeof(stream));
    a->count++;
    return 0;
}

static void drop(struct listeners *a, struct listener *l)
{
    close(l->fd);
    l->fd = -1;
    secret_wipe(&l->stream, sizeof(l->stream));
    a->count--;
}

/* What they send is not waited for, nor its end, so that neither wakes anybody: who has
 * hung up is noticed by the next ping. */
void listeners_fds(const struct listeners *a, struct pollfd fds[static LISTENERS_MAX])
{
    for (int i = 0; i < LISTENERS_MAX; i++)
        fds[i] = (struct pollfd){
            .fd = a->all[i].fd, .events = a->all[i].stuck ? POLLOUT : 0};
}

/* What to say */

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

/* The next message for a listener, of whom has_more() is true. */
static struct wire_message next_message(
    const struct listeners *a, struct listener *l, const struct console *c)
{
    struct wire_message m = {.kind = WIRE_PING, .left = WIRE_LEFT_NONE};

    l->beat = a->beat;
    if (is_elsewhere(l, c)) {
        l->told = true;
        l->conversation = c->session.conversations;
        l->next = 0;
        l->live = l->caught_up = false;
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

/* Queues */

static char *queue_of(struct listeners *a, const struct listener *l)
{
    return a->queues[l - a->all];
}

/* A line takes four times the bytes when it is sealed: as many lines may wait. */
static size_t ring_size(const struct listener *l)
{
    return l->stream.on ? LISTENER_RING : LISTENER_QUEUE;
}

static bool has_room(const struct listener *l)
{
    return ring_size(l) - l->length >= SEAL_RECORD;
}

static void put(char *queue, struct listener *l, const char *bytes, size_t length)
{
    size_t size = ring_size(l), end = (l->start + l->length) % size;
    size_t first = size - end < length ? size - end : length;

    memcpy(queue + end, bytes, first);
    memcpy(queue, bytes + first, length - first);
    l->length += length;
}

/* Queue up to so many lines, as far as there is room. */
static void fill(
    struct listeners *a, struct listener *l, const struct console *c, int lines)
{
    char line[WIRE_LINE_MAX], record[SEAL_RECORD];

    while (lines-- > 0 && has_room(l) && has_more(a, l, c)) {
        struct wire_message m = next_message(a, l, c);
        size_t length = wire_encode(&m, line);
        put(queue_of(a, l), l, record, seal_line(&l->stream, line, length, record));
    }
}

/* Send what is queued, as far as it goes. Returns 0; or -1 if the listener is gone. */
static int flush(struct listeners *a, struct listener *l)
{
    while (l->length > 0 && !l->stuck) {
        size_t first = ring_size(l) - l->start;
        ssize_t sent = send(l->fd, queue_of(a, l) + l->start,
            l->length < first ? l->length : first, MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            return -1;
        l->stuck = sent < 0 && errno == EAGAIN;
        if (sent <= 0)
            continue;
        l->length -= (size_t)sent;
        l->start = (l->start + (size_t)sent) % ring_size(l);
    }
    if (l->length == 0) {
        l->start = 0; /* touches no page that it need not */
        l->caught_up = l->live;
    }
    return 0;
}

/* Who had caught up and has fallen behind by a whole queue is left behind. */
static void serve(struct listeners *a, struct listener *l, const struct console *c)
{
    bool gone = flush(a, l) < 0;

    if (!gone) {
        fill(a, l, c, l->stream.on ? LISTENER_SEALED_LINES : LISTENER_LINES);
        gone = flush(a, l) < 0;
    }
    if (gone || (l->caught_up && !has_room(l) && has_more(a, l, c)))
        drop(a, l);
}

/* Turns */

static void notice(
    struct listeners *a, struct listener *l, const struct pollfd *fd, int64_t tick)
{
    if (l->fd < 0 || fd->fd != l->fd)
        return;
    if (!l->stuck || (fd->revents & POLLOUT) != 0)
        l->since = tick;
    if (fd->revents & POLLOUT)
        l->stuck = false;
    if ((fd->revents & ~POLLOUT) != 0 || tick - l->since >= LISTENER_DEAD_MS)
        drop(a, l);
}

static bool is_waiting(
    const struct listeners *a, const struct listener *l, const struct console *c)
{
    if (l->fd < 0)
        return false;
    return (l->length > 0 && !l->stuck) ||
           ((has_room(l) || l->caught_up) && has_more(a, l, c));
}

static void serve_some(struct listeners *a, const struct console *c)
{
    int served = 0;

    for (int i = 0; i < LISTENERS_MAX && served < LISTENERS_A_TURN; i++) {
        struct listener *l = &a->all[a->next];
        a->next = (a->next + 1) % LISTENERS_MAX;
        if (!is_waiting(a, l, c))
            continue;
        serve(a, l, c);
        served++;
    }
}

static bool is_anybody_waiting(const struct listeners *a, const struct console *c)
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
        notice(a, &a->all[i], &fds[i], tick);
    if (news)
        a->spoke = tick;
    else if (tick - a->spoke >= BEAT_MS) {
        a->spoke = tick;
        a->beat++;
    }
    if (tick >= a->from)
        serve_some(a, c);
    a->more = is_anybody_waiting(a, c);
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

        while (l->fd >= 0 && !gone && has_room(l) && has_more(a, l, c)) {
            fill(a, l, c, LISTENER_QUEUE);
            gone = flush(a, l) < 0;
        }
        if (l->fd >= 0 && (gone || has_more(a, l, c)))
            drop(a, l);
        l->next = 0;
    }
    a->keys = 0;
}

void listeners_close(struct listeners *a)
{
    for (int i = 0; i < LISTENERS_MAX; i++) {
        if (a->all[i].fd < 0)
            continue;
        flush(a, &a->all[i]);
        drop(a, &a->all[i]);
    }
}
