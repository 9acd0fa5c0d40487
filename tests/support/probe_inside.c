/*
 * probe_inside.c - a library to be loaded into a console (LD_PRELOAD): at SIGUSR1 the
 * console makes all attempts of probe.h. The environment has the objects:
 *
 *   PROBE            the file for the results, made at the start
 *   PROBE_RECORDS    the directory of the record
 *   PROBE_ELSEWHERE  another one, with a file "theirs"
 *   PROBE_STATION    a port, and
 *   PROBE_OTHER      another one
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/support/probe.h"

static char name[32]; /* of the socket */
static struct probe_world world = {.abstract = name};
static int results = -1;

static void probe(int number)
{
    (void)number;
    probe_all(&world, results);
    if (write(results, "end\n", 4) != 4)
        abort();
}

/* The socket is made before Landlock is in force. */
static void listen_abstractly(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    socklen_t length =
        (socklen_t)(sizeof(address.sun_family) + 1 +
                    (size_t)snprintf(name, sizeof(name), "probe-%d", (int)getpid()));

    memcpy(address.sun_path + 1, name, sizeof(name));
    if (fd < 0 || bind(fd, (const struct sockaddr *)&address, length) < 0 ||
        listen(fd, 1) < 0)
        abort();
}

static const char *value_of(const char *variable)
{
    const char *value = getenv(variable);

    if (value == NULL)
        abort();
    return value;
}

__attribute__((constructor)) static void begin(void)
{
    struct sigaction act = {.sa_handler = probe, .sa_flags = SA_RESTART};

    if (getenv("PROBE") == NULL)
        return;
    results = open(value_of("PROBE"), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    world.records = value_of("PROBE_RECORDS");
    world.elsewhere = value_of("PROBE_ELSEWHERE");
    world.station = atoi(value_of("PROBE_STATION"));
    world.other = atoi(value_of("PROBE_OTHER"));
    listen_abstractly();
    if (results < 0 || sigaction(SIGUSR1, &act, NULL) < 0)
        abort();
}
