/*
 * tunnel - connects programs without encryption to a sealed station:
 * tunnel PORT TARGET KEYFILE
 *
 * Each connection to 127.0.0.1:PORT is joined to the station on 127.0.0.1:TARGET,
 * whose end of the link is sealed with the key; messages pass both ways as they are.
 * Prints "listening" when it accepts connections. It ends with its standard input.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "common/link/link.h"
#include "common/link/secret_file.h"

enum { JOINTS = 128, ENDS = 2, NEAR = 0, FAR = 1, FIRST = 2 };

struct joint {
    struct link link[ENDS];
    struct wire_message kept[ENDS]; /* came from that end, and is not passed on yet */
    bool keeps[ENDS];
};

static struct joint joints[JOINTS];
static struct secret *secret;
static struct link_address station;

static void part(struct joint *j)
{
    for (int end = 0; end < ENDS; end++)
        link_close(&j->link[end]);
}

/* Pass on the bytes of one end, until the other is full. False: one of them is lost. */
static bool pass(struct joint *j, int from)
{
    struct link *to = &j->link[!from];

    do {
        if (j->keeps[from] && !link_has_room(to))
            break;
        if (j->keeps[from] && link_send(to, &j->kept[from]) < 0)
            return false;
        int taken = link_take(&j->link[from], &j->kept[from]);
        if (taken < 0)
            return false;
        j->keeps[from] = taken > 0;
    } while (j->keeps[from]);
    return to->connecting || link_flush(to) == 0;
}

/* A far end that has been reached begins to seal. */
static bool reach(struct link *far)
{
    if (link_connected(far) < 0)
        return false;
    link_seal(far, secret, SEAL_JUDGE);
    return true;
}

static bool step_end(struct joint *j, int end, const struct pollfd *fd)
{
    struct link *l = &j->link[end];

    if (fd->fd != l->fd || fd->revents == 0)
        return true;
    if (l->connecting)
        return reach(l);
    return (fd->revents & ~POLLOUT) == 0 || link_receive(l) == 0;
}

static void step(struct joint *j, const struct pollfd fds[static ENDS])
{
    bool well = true;

    for (int end = 0; end < ENDS; end++)
        well = step_end(j, end, &fds[end]) && well;
    for (int end = 0; end < ENDS; end++)
        well = (j->link[end].connecting || j->link[!end].connecting || pass(j, end)) &&
               well;
    if (!well)
        part(j);
}

/* Do not poll an end whose last message could not be passed on. */
static void wait_for(const struct joint *j, struct pollfd fds[static ENDS])
{
    for (int end = 0; end < ENDS; end++) {
        short events = link_events(&j->link[end]);
        if (j->keeps[end])
            events &= (short)~POLLIN;
        fds[end] = (struct pollfd){.fd = j->link[end].fd, .events = events};
    }
}

static void join(int listener)
{
    char from[LINK_FROM_SIZE];
    int fd = link_accept(listener, from);

    for (int i = 0; fd >= 0 && i < JOINTS; i++) {
        struct joint *j = &joints[i];
        if (j->link[NEAR].fd >= 0)
            continue;
        link_attach(&j->link[NEAR], fd);
        j->keeps[NEAR] = j->keeps[FAR] = false;
        if (link_connect(&j->link[FAR], &station) < 0)
            part(j);
        return;
    }
    if (fd >= 0)
        close(fd);
}

static void run(int listener)
{
    static struct pollfd fds[FIRST + ENDS * JOINTS];
    char byte;

    for (;;) {
        fds[0] = (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN};
        fds[1] = (struct pollfd){.fd = listener, .events = POLLIN};
        for (int i = 0; i < JOINTS; i++)
            wait_for(&joints[i], fds + FIRST + ENDS * i);
        if (poll(fds, FIRST + ENDS * JOINTS, -1) < 0 && errno != EINTR)
            return;
        if (fds[0].revents != 0 && read(STDIN_FILENO, &byte, 1) <= 0)
            return;
        for (int i = 0; i < JOINTS; i++)
            if (joints[i].link[NEAR].fd >= 0)
                step(&joints[i], fds + FIRST + ENDS * i);
        if (fds[1].revents != 0)
            join(listener);
    }
}

int main(int argc, char *argv[])
{
    struct link_address found[LINK_ADDRESSES];
    int listeners[2];

    if (argc != 4 || link_resolve("127.0.0.1", atoi(argv[2]), found) < 1) {
        fprintf(stderr, "usage: tunnel PORT TARGET KEYFILE\n");
        return EX_USAGE;
    }
    station = found[0];
    secret = secret_file_read(argv[3]);
    if (secret == NULL || link_listen("127.0.0.1", atoi(argv[1]), 0, listeners) < 0) {
        fprintf(stderr, "tunnel: %s\n", strerror(errno));
        return EX_UNAVAILABLE;
    }
    for (int i = 0; i < JOINTS; i++)
        for (int end = 0; end < ENDS; end++)
            link_init(&joints[i].link[end]);
    puts("listening");
    fflush(stdout);
    run(listeners[0]);
    secret_free(secret);
    return EX_OK;
}
