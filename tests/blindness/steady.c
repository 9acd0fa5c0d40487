/*
 * steady.c - a clock that stands still while the program works.
 *
 * Linked into copies of the stations (build/steady/confederate and so on): the linker's
 * --wrap leads their reading of the clock, their waiting, their sending and their dice
 * through here. The parent, the conductor (conductor.py), sets the time: hours of
 * conversation take seconds, and every time is exact. The recorder's thread, which does
 * not affect the wire, has the real clock.
 *
 *   STEADY_CLOCK  file of 8 bytes: the time now, in milliseconds since the Unix epoch
 *   STEADY_FD     socket (SOCK_SEQPACKET) on which the program reports that it waits,
 * as "UNTIL WOKEN SIZE SIZE ...": until when, or -1 for ever; how many bytes have come
 * from the other end, each of which wakes it, as does whatever it waits for; and how
 * many bytes it has sent with each send() since the last report, and 0 for each
 * connection that it has closed. STEADY_SEED   seed of its random numbers
 *
 * Without STEADY_FD all is as it is in the real programs.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/link/link.h"
#include "common/system/clock.h"

enum { REPORT_SIZE = 4096, FDS_MAX = 320 };

static const volatile int64_t *hands; /* of the clock; NULL: the real one */
static int conductor = -1;
static unsigned woken; /* by the conductor, so often */
static uint64_t dice;
static char sizes[REPORT_SIZE]; /* sizes sent since the last report */
static size_t sizes_length;

struct moment __real_clock_now(void);
int __real_ppoll(struct pollfd *fds, nfds_t count, const struct timespec *time,
    const sigset_t *mask);
ssize_t __real_send(int fd, const void *bytes, size_t size, int flags);
ssize_t __real_getrandom(void *bytes, size_t size, unsigned flags);
void __real_link_close(struct link *l);

struct moment __wrap_clock_now(void);
int __wrap_ppoll(struct pollfd *fds, nfds_t count, const struct timespec *time,
    const sigset_t *mask);
int __wrap___ppoll_chk(struct pollfd *fds, nfds_t count, const struct timespec *time,
    const sigset_t *mask, size_t size);
ssize_t __wrap_send(int fd, const void *bytes, size_t size, int flags);
ssize_t __wrap_getrandom(void *bytes, size_t size, unsigned flags);
void __wrap_link_close(struct link *l);

static void give_up(const char *what)
{
    fprintf(stderr, "steady: %s: %s\n", what, strerror(errno));
    _exit(70);
}

/* Before main(): the clock may be read at once. */
__attribute__((constructor)) static void begin(void)
{
    const char *clock = getenv("STEADY_CLOCK"), *fd = getenv("STEADY_FD");
    const char *seed = getenv("STEADY_SEED");
    void *page;
    int file;

    if (clock == NULL || fd == NULL || seed == NULL)
        return;
    file = open(clock, O_RDONLY | O_CLOEXEC);
    page = file < 0 ? MAP_FAILED
                    : mmap(NULL, sizeof(*hands), PROT_READ, MAP_SHARED, file, 0);
    if (page == MAP_FAILED)
        give_up(clock);
    close(file);
    hands = page;
    conductor = atoi(fd);
    dice = strtoull(seed, NULL, 10);
    if (fcntl(conductor, F_SETFD, FD_CLOEXEC) < 0)
        give_up("STEADY_FD");
}

struct moment __wrap_clock_now(void)
{
    return hands == NULL ? __real_clock_now()
                         : (struct moment){(uint64_t)*hands, *hands, *hands};
}

static void report(int64_t until)
{
    char text[REPORT_SIZE + 48];
    int length = snprintf(text, sizeof(text), "%" PRId64 " %u%.*s", until, woken,
        (int)sizes_length, sizes);

    if (send(conductor, text, (size_t)length, MSG_NOSIGNAL) < 0)
        _exit(0); /* the conductor has gone, and with it the time */
    sizes_length = 0;
}

/* Wait for the conductor, or for the program's descriptors. */
static int wait_for_news(struct pollfd *fds, nfds_t count, const sigset_t *mask)
{
    struct pollfd all[FDS_MAX];
    char byte;
    int ready;

    memcpy(all, fds, count * sizeof(fds[0]));
    all[count] = (struct pollfd){.fd = conductor, .events = POLLIN};
    ready = __real_ppoll(all, count + 1, NULL, mask);
    if (ready < 0)
        return -1;
    for (nfds_t i = 0; i < count; i++)
        fds[i].revents = all[i].revents;
    if (all[count].revents == 0)
        return ready;
    if (recv(conductor, &byte, 1, 0) <= 0)
        _exit(0);
    woken++;
    return ready - 1;
}

int __wrap_ppoll(
    struct pollfd *fds, nfds_t count, const struct timespec *time, const sigset_t *mask)
{
    static const struct timespec at_once = {0, 0};
    int64_t until = -1;
    int ready;

    if (hands == NULL || count >= FDS_MAX)
        return __real_ppoll(fds, count, time, mask);
    if (time != NULL)
        until = *hands + (int64_t)time->tv_sec * 1000 + time->tv_nsec / 1000000;
    ready = __real_ppoll(fds, count, &at_once, mask);
    while (ready == 0 && (until < 0 || until > *hands)) {
        report(until);
        ready = wait_for_news(fds, count, mask);
    }
    return ready;
}

int __wrap___ppoll_chk(struct pollfd *fds, nfds_t count, const struct timespec *time,
    const sigset_t *mask, size_t size)
{
    (void)size;
    return __wrap_ppoll(fds, count, time, mask);
}

static void note_size(ssize_t size)
{
    if (hands != NULL && sizes_length + 24 < sizeof(sizes))
        sizes_length += (size_t)snprintf(
            sizes + sizes_length, sizeof(sizes) - sizes_length, " %zd", size);
}

/* And not the one between entry and its warden. */
static bool is_of_a_link(int fd)
{
    int domain = AF_UNSPEC;
    socklen_t length = sizeof(domain);

    return getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &length) == 0 &&
           domain != AF_UNIX;
}

ssize_t __wrap_send(int fd, const void *bytes, size_t size, int flags)
{
    ssize_t sent = __real_send(fd, bytes, size, flags);

    if (sent > 0 && is_of_a_link(fd))
        note_size(sent);
    return sent;
}

void __wrap_link_close(struct link *l)
{
    if (l->fd >= 0)
        note_size(0);
    __real_link_close(l);
}

/* SplitMix64, byte by byte. */
ssize_t __wrap_getrandom(void *bytes, size_t size, unsigned flags)
{
    if (hands == NULL)
        return __real_getrandom(bytes, size, flags);
    for (size_t i = 0; i < size; i++) {
        uint64_t z = dice += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        ((unsigned char *)bytes)[i] = (unsigned char)(z >> 56);
    }
    return (ssize_t)size;
}
