#include "tests/stage/relay.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    PARCEL = 4096,        /* bytes read at once */
    WAITING_MOST = 65536, /* bytes kept one way, after which no more are read */
    PORT_FIRST = 10000,   /* the plays' begin at 20000 */
    PORT_COUNT = 10000,
    ENDS = 2,
};

enum { NEAR, FAR }; /* ends */

/* Bytes of one read, and the tick of their delivery. */
struct parcel {
    struct parcel *next;
    int64_t due;
    size_t at, length;
    char bytes[PARCEL];
};

/* One way of a connection: RELAY_UP reads at NEAR and writes at FAR. */
struct lane {
    struct parcel *first, *last;
    size_t waiting; /* bytes */
    bool lost;      /* nothing comes out of it any more */
    bool ended;     /* nothing goes into it any more, */
    bool shut;      /* the receiving end knows of the end */
};

struct connection {
    int fd[ENDS]; /* -1: closed, or not there yet */
    bool joined;
    bool joining; /* the far end has not yet answered */
    unsigned number;
    struct lane lane[RELAY_BOTH];
    uint64_t passed[RELAY_BOTH];
};

struct relay {
    struct sockaddr_in port, target;
    int listener; /* -1 while the line is closed */
    enum relay_line line;
    bool hold[RELAY_BOTH];
    int delay;
    size_t piece; /* 0: no limit */

    bool armed; /* a cut is to come */
    int armed_way;
    enum relay_cut armed_how;
    uint64_t left; /* bytes until then */
    unsigned cuts;
    bool spoils; /* the next byte that counts */

    int64_t now;
    unsigned joined;
    uint64_t count[RELAY_BOTH];
    uint64_t passed[RELAY_BOTH]; /* by the youngest */
    struct connection links[RELAY_LINKS];
};

/* ---- sockets ---- */

static int bound_socket(const struct sockaddr_in *address)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    int on = 1, saved;

    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    if (bind(fd, (const struct sockaddr *)address, sizeof(*address)) == 0 &&
        listen(fd, SOMAXCONN) == 0)
        return fd;
    saved = errno;
    close(fd);
    errno = saved;
    return -1;
}

static int make_address(const char *host, int port, struct sockaddr_in *address)
{
    *address =
        (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    if (inet_pton(AF_INET, host, &address->sin_addr) == 1)
        return 0;
    errno = EINVAL;
    return -1;
}

const char *relay_host(char host[static RELAY_HOST_SIZE])
{
    unsigned pid = (unsigned)getpid();

    snprintf(host, RELAY_HOST_SIZE, "127.%u.%u.%u", 1 + (pid >> 16 & 0x7f),
        pid >> 8 & 0xff, pid & 0xff);
    return host;
}

int relay_free_port(const char *host)
{
    static int next;
    struct sockaddr_in address;
    int fd = -1, port = 0;

    for (int i = 0; i < PORT_COUNT && fd < 0; i++) {
        port = PORT_FIRST + next;
        next = (next + 1) % PORT_COUNT;
        if (make_address(host, port, &address) == 0)
            fd = bound_socket(&address);
    }
    if (fd < 0)
        return 0;
    close(fd);
    return port;
}

static void no_delay(int fd)
{
    int on = 1;

    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
}

/* Close a socket so that the other end sees a reset. */
static void reset(int *fd)
{
    struct linger linger = {.l_onoff = 1};

    if (*fd < 0)
        return;
    setsockopt(*fd, SOL_SOCKET, SO_LINGER, &linger, sizeof(linger));
    close(*fd);
    *fd = -1;
}

/* ---- parcels ---- */

static void discard(struct lane *lane)
{
    while (lane->first != NULL) {
        struct parcel *parcel = lane->first;

        lane->first = parcel->next;
        free(parcel);
    }
    lane->last = NULL;
    lane->waiting = 0;
}

static void keep(struct lane *lane, const char *bytes, size_t length, int64_t due)
{
    struct parcel *parcel = malloc(sizeof(*parcel));

    if (parcel == NULL)
        abort();
    parcel->next = NULL;
    parcel->due = due;
    parcel->at = 0;
    parcel->length = length;
    memcpy(parcel->bytes, bytes, length);
    if (lane->last != NULL)
        lane->last->next = parcel;
    else
        lane->first = parcel;
    lane->last = parcel;
    lane->waiting += length;
}

static void lose(struct lane *lane)
{
    discard(lane);
    lane->lost = true;
}

/* ---- connections ---- */

static void start(struct connection *c, int fd)
{
    *c = (struct connection){.fd = {fd, -1}};
    no_delay(fd);
}

static void clear(struct connection *c)
{
    for (int end = 0; end < ENDS; end++)
        reset(&c->fd[end]);
    for (int way = 0; way < RELAY_BOTH; way++)
        discard(&c->lane[way]);
}

/* The lane that leads away from an end, and the one that leads to it. */
static int lane_from(int end)
{
    return end == NEAR ? RELAY_UP : RELAY_DOWN;
}

static int lane_to(int end)
{
    return end == NEAR ? RELAY_DOWN : RELAY_UP;
}

/* An end is gone: nothing more can be brought there, and nothing comes from there. */
static void close_end(struct connection *c, int end)
{
    if (c->fd[end] >= 0)
        close(c->fd[end]);
    c->fd[end] = -1;
    lose(&c->lane[lane_to(end)]);
    c->lane[lane_from(end)].ended = true;
}

/* An end has been reset: so is the other, unless nothing gets there. */
static void pass_reset(struct connection *c, int from)
{
    bool passes = !c->lane[lane_from(from)].lost;
    int to = from == NEAR ? FAR : NEAR;

    close_end(c, from);
    if (!passes)
        return;
    reset(&c->fd[to]);
    close_end(c, to);
}

static void cut_end(struct connection *c, int end, enum relay_cut how)
{
    if (how == RELAY_RST) {
        reset(&c->fd[end]);
        close_end(c, end);
    } else if (how == RELAY_FIN && c->fd[end] >= 0)
        shutdown(c->fd[end], SHUT_WR);
}

static void cut(struct connection *c, enum relay_cut near, enum relay_cut far)
{
    lose(&c->lane[RELAY_UP]);
    lose(&c->lane[RELAY_DOWN]);
    if (!c->joined) {
        /* The far end never saw it. */
        c->joined = true;
        close_end(c, FAR);
    }
    cut_end(c, NEAR, near);
    cut_end(c, FAR, far);
}

static void join(struct relay *r, struct connection *c)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    c->joined = true;
    c->fd[FAR] = fd;
    if (fd >= 0)
        no_delay(fd);
    if (fd < 0 ||
        (connect(fd, (const struct sockaddr *)&r->target, sizeof(r->target)) < 0 &&
            errno != EINPROGRESS)) {
        clear(c);
        return;
    }
    c->joining = true;
}

static void is_joined(struct relay *r, struct connection *c)
{
    int error = 0;
    socklen_t size = sizeof(error);

    c->joining = false;
    if (getsockopt(c->fd[FAR], SOL_SOCKET, SO_ERROR, &error, &size) < 0 || error != 0) {
        clear(c);
        return;
    }
    c->number = ++r->joined;
    r->passed[RELAY_UP] = r->passed[RELAY_DOWN] = 0;
}

static bool is_free(const struct connection *c)
{
    return c->fd[NEAR] < 0 && c->fd[FAR] < 0;
}

static struct connection *free_place(struct relay *r)
{
    for (int i = 0; i < RELAY_LINKS; i++)
        if (is_free(&r->links[i]))
            return &r->links[i];
    return NULL;
}

/* ---- carrying ---- */

static int source(int way)
{
    return way == RELAY_UP ? NEAR : FAR;
}

static int sink(int way)
{
    return way == RELAY_UP ? FAR : NEAR;
}

static bool wants_more(const struct connection *c, int way)
{
    const struct lane *lane = &c->lane[way];

    return c->fd[source(way)] >= 0 && !lane->ended &&
           (lane->lost || lane->waiting < WAITING_MOST);
}

static bool can_deliver(const struct relay *r, const struct connection *c, int way)
{
    const struct lane *lane = &c->lane[way];

    return c->fd[sink(way)] >= 0 && !c->joining && c->joined && !r->hold[way] &&
           lane->first != NULL && lane->first->due <= r->now;
}

static void collect(struct relay *r, struct connection *c, int way)
{
    struct lane *lane = &c->lane[way];
    char bytes[PARCEL];
    ssize_t got = recv(c->fd[source(way)], bytes, sizeof(bytes), 0);

    if (got > 0 && !lane->lost)
        keep(lane, bytes, (size_t)got, r->now + r->delay);
    else if (got == 0 && lane->lost)
        close_end(c, source(way));
    else if (got == 0)
        lane->ended = true;
    else if (got < 0 && errno != EAGAIN && errno != EINTR)
        pass_reset(c, source(way));
}

static bool counts(const struct relay *r, int way)
{
    return r->armed && (r->armed_way == (int)RELAY_BOTH || r->armed_way == way);
}

static void cut_all(struct relay *r, enum relay_cut near, enum relay_cut far)
{
    for (int i = 0; i < RELAY_LINKS; i++)
        if (!is_free(&r->links[i]))
            cut(&r->links[i], near, far);
}

static void cut_if_due(struct relay *r)
{
    if (!r->armed || r->left > 0)
        return;
    r->armed = false;
    r->cuts++;
    r->spoils = r->armed_how >= RELAY_ALTER;
    if (!r->spoils)
        cut_all(r, r->armed_how, r->armed_how);
}

static size_t portion(const struct relay *r, const struct parcel *parcel, int way)
{
    size_t length = parcel->length - parcel->at;

    if (r->piece > 0 && length > r->piece)
        length = r->piece;
    if (counts(r, way) && length > r->left)
        length = (size_t)r->left;
    return length;
}

static void took(struct relay *r, struct connection *c, int way, size_t length)
{
    struct lane *lane = &c->lane[way];
    struct parcel *parcel = lane->first;

    parcel->at += length;
    lane->waiting -= length;
    r->count[way] += length;
    c->passed[way] += length;
    if (c->number == r->joined)
        r->passed[way] = c->passed[way];
    if (parcel->at == parcel->length) {
        lane->first = parcel->next;
        if (lane->first == NULL)
            lane->last = NULL;
        free(parcel);
    }
    if (counts(r, way))
        r->left -= length;
    cut_if_due(r);
}

/* Alter, omit or repeat the next byte of a lane. */
static void spoil(struct relay *r, struct connection *c, int way)
{
    struct parcel *parcel = c->lane[way].first;
    char *byte = &parcel->bytes[parcel->at];

    if (r->armed_how == RELAY_REPEAT &&
        send(c->fd[sink(way)], byte, 1, MSG_NOSIGNAL) < 0)
        return;
    r->spoils = false;
    if (r->armed_how == RELAY_ALTER)
        *byte = (char)(*byte ^ 1 << r->count[way] % 8);
    if (r->armed_how == RELAY_OMIT)
        took(r, c, way, 1);
}

static void deliver(struct relay *r, struct connection *c, int way)
{
    if (r->spoils && (r->armed_way == (int)RELAY_BOTH || r->armed_way == way))
        spoil(r, c, way);
    while (can_deliver(r, c, way)) {
        struct parcel *parcel = c->lane[way].first;
        ssize_t sent = send(c->fd[sink(way)], parcel->bytes + parcel->at,
            portion(r, parcel, way), MSG_NOSIGNAL);

        if (sent < 0) {
            if (errno != EAGAIN && errno != EINTR)
                pass_reset(c, sink(way));
            return;
        }
        took(r, c, way, (size_t)sent);
        if (r->piece > 0 || r->spoils)
            return;
    }
}

/* The lane has ended: tell the receiving end after the last delivery. */
static void pass_end(struct connection *c, int way)
{
    struct lane *lane = &c->lane[way];

    if (!lane->ended || lane->shut || lane->lost || lane->first != NULL || c->joining ||
        !c->joined)
        return;
    lane->shut = true;
    if (c->fd[sink(way)] >= 0)
        shutdown(c->fd[sink(way)], SHUT_WR);
}

/* The result of poll(2) for an end; 0 if its socket has been replaced. */
static short said(const struct connection *c, const struct pollfd *fds, int end)
{
    return c->fd[end] >= 0 && fds[end].fd == c->fd[end] ? fds[end].revents : 0;
}

static void read_end(
    struct relay *r, struct connection *c, const struct pollfd *fds, int way)
{
    short events = said(c, fds, source(way));

    if (events != 0 && wants_more(c, way))
        collect(r, c, way);
    else if ((events & (POLLERR | POLLHUP)) != 0)
        pass_reset(c, source(way));
}

/* Close an end that has hung up and receives no more. */
static void let_go(struct connection *c, int way)
{
    int end = source(way);
    const struct lane *back = &c->lane[lane_to(end)];

    if (c->lane[way].ended && (back->lost || back->shut))
        close_end(c, end);
}

static void step_link(struct relay *r, struct connection *c, const struct pollfd *fds)
{
    if (!c->joined && r->line == RELAY_OPEN)
        join(r, c);
    if (c->joining && said(c, fds, FAR) != 0) {
        is_joined(r, c);
        cut_if_due(r);
    } else {
        read_end(r, c, fds, RELAY_UP);
        read_end(r, c, fds, RELAY_DOWN);
    }
    for (int way = 0; way < RELAY_BOTH; way++) {
        if (can_deliver(r, c, way))
            deliver(r, c, way);
        pass_end(c, way);
    }
    let_go(c, RELAY_UP);
    let_go(c, RELAY_DOWN);
}

static void let_in(struct relay *r)
{
    struct connection *place = free_place(r);
    int fd;

    if (place == NULL)
        return;
    fd = accept4(r->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0)
        start(place, fd);
}

/* ---- the relay ---- */

struct relay *relay_new(const char *host, int port, int target)
{
    struct relay *r = calloc(1, sizeof(*r));

    if (r == NULL)
        return NULL;
    for (int i = 0; i < RELAY_LINKS; i++)
        r->links[i].fd[NEAR] = r->links[i].fd[FAR] = -1;
    if (make_address(host, port, &r->port) == 0 &&
        make_address(host, target, &r->target) == 0) {
        r->listener = bound_socket(&r->port);
        if (r->listener >= 0)
            return r;
    }
    free(r);
    return NULL;
}

void relay_free(struct relay *r)
{
    if (r == NULL)
        return;
    for (int i = 0; i < RELAY_LINKS; i++)
        clear(&r->links[i]);
    if (r->listener >= 0)
        close(r->listener);
    free(r);
}

/* The events to wait for; an end that has hung up is always ready, so no event if
 * there is nothing. */
static struct pollfd watch(const struct relay *r, const struct connection *c, int end)
{
    short events = 0;

    if (end == FAR && c->joining)
        return (struct pollfd){.fd = c->fd[FAR], .events = POLLOUT};
    if (wants_more(c, lane_from(end)))
        events |= POLLIN;
    if (can_deliver(r, c, lane_to(end)))
        events |= POLLOUT;
    return (struct pollfd){.fd = events != 0 ? c->fd[end] : -1, .events = events};
}

void relay_fds(const struct relay *r, struct pollfd fds[static RELAY_FDS])
{
    bool room = false;

    for (int i = 0; i < RELAY_LINKS; i++) {
        const struct connection *c = &r->links[i];

        room = room || is_free(c);
        fds[1 + ENDS * i + NEAR] = watch(r, c, NEAR);
        fds[1 + ENDS * i + FAR] = watch(r, c, FAR);
    }
    fds[0] = (struct pollfd){.fd = room ? r->listener : -1, .events = POLLIN};
}

int64_t relay_due(const struct relay *r)
{
    int64_t due = INT64_MAX;

    for (int i = 0; i < RELAY_LINKS; i++) {
        if (!is_free(&r->links[i]) && !r->links[i].joined && r->line == RELAY_OPEN)
            return r->now; /* its far end is to be called */
        for (int way = 0; way < RELAY_BOTH; way++) {
            const struct parcel *first = r->links[i].lane[way].first;

            if (first != NULL && !r->hold[way] && first->due > r->now &&
                first->due < due)
                due = first->due;
        }
    }
    return due;
}

void relay_step(struct relay *r, const struct pollfd fds[static RELAY_FDS], int64_t now)
{
    r->now = now;
    for (int i = 0; i < RELAY_LINKS; i++)
        if (!is_free(&r->links[i]))
            step_link(r, &r->links[i], &fds[1 + ENDS * i]);
    if (fds[0].revents != 0 && r->listener >= 0)
        let_in(r);
}

int relay_set_line(struct relay *r, enum relay_line line)
{
    r->line = line;
    if (line == RELAY_CLOSED) {
        if (r->listener >= 0)
            close(r->listener);
        r->listener = -1;
        for (int i = 0; i < RELAY_LINKS; i++)
            if (!r->links[i].joined)
                clear(&r->links[i]);
    } else if (r->listener < 0)
        r->listener = bound_socket(&r->port);
    return line == RELAY_CLOSED || r->listener >= 0 ? 0 : -1;
}

void relay_cut(struct relay *r, enum relay_cut near, enum relay_cut far)
{
    cut_all(r, near, far);
}

void relay_drop(struct relay *r, enum relay_way way)
{
    for (int i = 0; i < RELAY_LINKS; i++)
        for (int each = 0; each < RELAY_BOTH; each++)
            if (!is_free(&r->links[i]) && (way == RELAY_BOTH || each == (int)way))
                lose(&r->links[i].lane[each]);
}

void relay_hold(struct relay *r, enum relay_way way, bool hold)
{
    for (int each = 0; each < RELAY_BOTH; each++)
        if (way == RELAY_BOTH || each == (int)way)
            r->hold[each] = hold;
}

void relay_delay(struct relay *r, int ms)
{
    r->delay = ms;
}

void relay_split(struct relay *r, int bytes)
{
    r->piece = (size_t)bytes;
}

void relay_cut_after(
    struct relay *r, enum relay_way way, uint64_t bytes, enum relay_cut how)
{
    r->armed = true;
    r->armed_way = (int)way;
    r->armed_how = how;
    r->left = bytes;
}

unsigned relay_cuts(const struct relay *r)
{
    return r->cuts;
}

unsigned relay_joined(const struct relay *r)
{
    return r->joined;
}

uint64_t relay_count(const struct relay *r, enum relay_way way)
{
    return way == RELAY_BOTH ? r->count[RELAY_UP] + r->count[RELAY_DOWN]
                             : r->count[way];
}

uint64_t relay_passed(const struct relay *r, enum relay_way way)
{
    return way == RELAY_BOTH ? r->passed[RELAY_UP] + r->passed[RELAY_DOWN]
                             : r->passed[way];
}
