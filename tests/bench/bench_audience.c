/*
 * bench_audience.c - many listeners of a station.
 */
#include "tests/bench/bench_audience.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "common/link/seal.h"
#include "common/link/secret_file.h"
#include "tests/bench/bench_terminal.h"

enum { READ_EVERY_MS = 50, ANSWER_WITHIN_S = 5 };

static bool send_all(int fd, const char *bytes, size_t length)
{
    return send(fd, bytes, length, MSG_NOSIGNAL) == (ssize_t)length;
}

/* Greet, and hear the first line of the answer; nothing more is ever opened. Returns
 * its length, or -1. */
static ssize_t converse(
    int fd, const struct secret *secret, char answer[static AUDIENCE_ANSWER])
{
    static const char greeting[] = "LP1 referee - - 0 0 -\n";
    char bytes[4096];
    struct seal seal;
    size_t length = 0;
    int result = 0;

    _Static_assert((int)AUDIENCE_ANSWER > (int)WIRE_LINE_MAX, "it has room for a line");
    if (secret == NULL)
        return send_all(fd, greeting, sizeof(greeting) - 1)
                   ? recv(fd, answer, AUDIENCE_ANSWER - 1, 0)
                   : -1;
    seal_start(&seal, secret, SEAL_JUDGE);
    if (!send_all(fd, bytes, seal_say(&seal, bytes)))
        return -1;
    seal_write(&seal, greeting, sizeof(greeting) - 1, bytes);
    while (result == 0) {
        ssize_t got = recv(fd, bytes, sizeof(bytes), 0);
        const char *at = bytes;
        size_t count = got > 0 ? (size_t)got : 0;

        result = got > 0 ? seal_read(&seal, &at, &count, answer, &length) : -1;
        if (!send_all(fd, bytes, seal_say(&seal, bytes)))
            result = -1;
    }
    return result > 0 ? (ssize_t)length : -1;
}

/* Connect a listener. Returns its socket, or -1, and the station's answer. */
static int greet(
    int port, const struct secret *secret, char answer[static AUDIENCE_ANSWER])
{
    struct sockaddr_in address = {.sin_family = AF_INET,
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
        .sin_port = htons((uint16_t)port)};
    struct timeval patience = {.tv_sec = ANSWER_WITHIN_S};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ssize_t length = -1;

    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    if (connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0)
        length = converse(fd, secret, answer);
    answer[length > 0 ? length : 0] = '\0';
    answer[strcspn(answer, "\n")] = '\0';
    if (strncmp(answer, "LP1 other ", strlen("LP1 other ")) == 0)
        return fd;
    close(fd);
    return -1;
}

/* Read for all of them, for ever. */
static _Noreturn void listen_on(const int *fds, int count)
{
    char bytes[65536];

    for (;; poll(NULL, 0, READ_EVERY_MS))
        for (int i = 0; i < count; i++)
            while (recv(fds[i], bytes, sizeof(bytes), MSG_DONTWAIT) > 0)
                continue;
}

struct audience audience_open(int port, int count, const char *key)
{
    struct audience audience = {0};
    struct secret *secret = key != NULL ? secret_file_read(key) : NULL;
    int *fds = calloc((size_t)count + 1, sizeof(*fds));

    if (fds == NULL)
        terminal_give_up("no memory for %d listeners", count);
    if (key != NULL && secret == NULL)
        terminal_give_up("%s: %s", key, strerror(errno));
    for (int i = 0; i < count; i++) {
        char answer[AUDIENCE_ANSWER];
        int fd = greet(port, secret, answer);
        if (fd >= 0)
            fds[audience.let_in++] = fd;
        else
            memcpy(audience.answer, answer, sizeof(answer));
    }
    secret_free(secret);
    fflush(stdout);
    audience.pid = fork();
    if (audience.pid < 0)
        terminal_give_up("no process: %s", strerror(errno));
    if (audience.pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        listen_on(fds, audience.let_in);
    }
    for (int i = 0; i < audience.let_in; i++)
        close(fds[i]);
    free(fds);
    return audience;
}

void listeners_close(struct audience *audience)
{
    terminal_end(audience->pid);
    audience->pid = 0;
}
