/*
 * bench_peer.c - the ways of joining two terminals that are compared.
 *
 * socat, ssh, mosh, tmux and talk are used as they are found, with the options that
 * let each do its best: no status line, no delay, no window of its own between.
 */
#include "tests/bench/bench_peer.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bench/bench_talk.h"

/* A character that no key of a measurement is. */
enum { JOINING = '~' };

static struct peer_places places;

void peer_set_places(const struct peer_places *given)
{
    places = *given;
}

void peer_skip(struct peer *peer, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(peer->why, sizeof(peer->why), format, arguments);
    va_end(arguments);
}

/* Where a program is: on the path, or where servers are. NULL: nowhere, and then the
 * peer is skipped. */
static const char *find(
    struct peer *peer, const char *name, char path[static PEER_TEXT])
{
    static const char servers[] = ":/usr/sbin:/usr/local/sbin:/sbin";
    const char *users = getenv("PATH");
    char all[4096], *rest = all, *directory;

    snprintf(
        all, sizeof(all), "%s%s", users != NULL ? users : "/usr/bin:/bin", servers);
    while ((directory = strsep(&rest, ":")) != NULL) {
        snprintf(path, PEER_TEXT, "%s/%s", directory, name);
        if (access(path, X_OK) == 0)
            return path;
    }
    peer_skip(peer, "%s is not installed", name);
    return NULL;
}

/* A socket bound to a free port of the loopback. */
static int bind_loopback(struct sockaddr_in *address)
{
    socklen_t size = sizeof(*address);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    *address = (struct sockaddr_in){
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (fd < 0 || bind(fd, (struct sockaddr *)address, size) < 0 ||
        getsockname(fd, (struct sockaddr *)address, &size) < 0)
        terminal_give_up("no port of the loopback: %s", strerror(errno));
    return fd;
}

int peer_free_port(void)
{
    struct sockaddr_in address;

    close(bind_loopback(&address));
    return ntohs(address.sin_port);
}

static void check_joined(struct peer *peer)
{
    if (terminal_join(&peer->ends[PEER_NEAR], &peer->ends[PEER_FAR], JOINING))
        return;
    peer_skip(peer, "no key passes from one terminal to the other");
}

/* The suite */

int64_t peer_open_station(struct peer *peer)
{
    struct terminal *far = &peer->ends[PEER_FAR];
    char program[PEER_TEXT], port[16];
    const char *const argv[] = {program, "-l", places.work, "-b", "127.0.0.1", "-p",
        port, peer->sealed ? "--key" : NULL, PEER_KEY, NULL};
    int64_t shown;

    peer->port = peer_free_port();
    snprintf(program, sizeof(program), "%s/confederate", peer->programs);
    snprintf(port, sizeof(port), "%d", peer->port);
    terminal_run(far, argv, -1);
    shown = terminal_wait(far, "Waiting for a judge");
    return shown < 0 ? -1 : shown - far->started;
}

int64_t peer_open_judge(struct peer *peer)
{
    struct terminal *near = &peer->ends[PEER_NEAR];
    char program[PEER_TEXT], station[32];
    const char *const argv[] = {program, "-l", places.work, station,
        peer->sealed ? "--key" : NULL, PEER_KEY, NULL};
    int64_t shown;

    snprintf(program, sizeof(program), "%s/judge", peer->programs);
    snprintf(station, sizeof(station), "127.0.0.1:%d", peer->port);
    terminal_run(near, argv, -1);
    shown = terminal_wait(near, "Your turn");
    return shown < 0 ? -1 : shown - near->started;
}

static void open_suite(struct peer *peer)
{
    if (peer_open_station(peer) < 0)
        peer_skip(peer, "no station is waiting");
    else if (peer_open_judge(peer) < 0)
        peer_skip(peer, "the judge is not led to a turn");
}

/* The same with a key, which the first of them makes */

static void open_sealed(struct peer *peer)
{
    char program[PEER_TEXT];
    const char *const argv[] = {program, "key", PEER_KEY, NULL};
    int status = 0;

    snprintf(program, sizeof(program), "%s/referee", peer->programs);
    if (access(PEER_KEY, F_OK) < 0)
        waitpid(terminal_spawn(argv, -1, -1), &status, 0);
    peer->sealed = true;
    if (status != 0)
        peer_skip(peer, "referee makes no key");
    else
        open_suite(peer);
}

/* socat: two raw terminals, one connection */

static void open_socat(struct peer *peer)
{
    int port = peer_free_port();
    char path[PEER_TEXT], server[64], client[96];
    const char *const listen[] = {path, "-,raw,echo=0", server, NULL};
    const char *const connect[] = {path, "-,raw,echo=0", client, NULL};

    if (find(peer, "socat", path) == NULL)
        return;
    snprintf(server, sizeof(server), "TCP4-LISTEN:%d,bind=127.0.0.1,nodelay", port);
    snprintf(client, sizeof(client), "TCP4:127.0.0.1:%d,nodelay,retry=200,interval=0.1",
        port);
    terminal_run(&peer->ends[PEER_FAR], listen, -1);
    terminal_run(&peer->ends[PEER_NEAR], connect, -1);
    check_joined(peer);
}

/* Two bare relays under curses, which are this program again */

static void connected_pair(int pair[2])
{
    struct sockaddr_in address;
    int on = 1, listening = bind_loopback(&address);

    pair[0] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listen(listening, 1) < 0 ||
        connect(pair[0], (struct sockaddr *)&address, sizeof(address)) < 0 ||
        (pair[1] = accept4(listening, NULL, NULL, SOCK_CLOEXEC)) < 0)
        terminal_give_up("no connection over the loopback: %s", strerror(errno));
    for (int i = 0; i < 2; i++)
        setsockopt(pair[i], IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    close(listening);
}

static void open_relay(struct peer *peer)
{
    int pair[PEER_ENDS];
    char socket[16];
    const char *const argv[] = {places.self, "--relay", socket, NULL};

    connected_pair(pair);
    for (int i = 0; i < PEER_ENDS; i++) {
        snprintf(socket, sizeof(socket), "%d", pair[i]);
        terminal_run(&peer->ends[i], argv, pair[i]);
        close(pair[i]);
    }
    check_joined(peer);
}

int64_t peer_time_curses(void)
{
    struct terminal t;
    const char *const argv[] = {places.self, "--ready", NULL};
    int64_t shown, started;

    terminal_run(&t, argv, -1);
    started = t.started;
    shown = terminal_wait(&t, "ready");
    terminal_close(&t);
    return shown < 0 ? -1 : shown - started;
}

/* tmux: two clients of one session, whose terminal echoes */

static bool write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");

    return file != NULL && fputs(text, file) >= 0 && fclose(file) == 0;
}

static void open_tmux(struct peer *peer)
{
    char path[PEER_TEXT];
    const char *const server[] = {
        path, "-D", "-S", "tmux.socket", "-f", "tmux.conf", NULL};
    const char *const client[] = {path, "-S", "tmux.socket", "attach", NULL};

    if (find(peer, "tmux", path) == NULL)
        return;
    if (!write_file(
            "tmux.conf", "set -g status off\nnew-session -d 'cat >/dev/null'\n"))
        terminal_give_up("tmux.conf: %s", strerror(errno));
    peer->helper = terminal_spawn(server, -1, -1);
    while (access("tmux.socket", F_OK) < 0 && waitpid(peer->helper, NULL, WNOHANG) == 0)
        usleep(1000);
    for (int i = 0; i < PEER_ENDS; i++)
        terminal_run(&peer->ends[i], client, -1);
    check_joined(peer);
}

/* ssh and mosh: one terminal is theirs; their output is written to the other */

static void remote_command(const struct peer *peer, char text[static PEER_TEXT])
{
    snprintf(
        text, PEER_TEXT, "stty raw -echo; exec cat >%s", peer->ends[PEER_FAR].path);
}

static bool make_key(struct peer *peer, const char *name)
{
    char path[PEER_TEXT];
    const char *const argv[] = {
        path, "-q", "-t", "ed25519", "-N", "", "-f", name, NULL};
    int status;

    if (find(peer, "ssh-keygen", path) == NULL)
        return false;
    waitpid(terminal_spawn(argv, -1, -1), &status, 0);
    if (status != 0)
        peer_skip(peer, "ssh-keygen makes no key");
    return status == 0;
}

/* Why a server did not do its work: the last line that it wrote. */
static void quote_log(struct peer *peer, const char *name)
{
    char line[PEER_REASON / 2] = "";
    FILE *log = fopen(name, "r");

    if (log == NULL)
        return;
    while (fgets(line, sizeof(line), log) != NULL)
        line[strcspn(line, "\r\n")] = '\0';
    fclose(log);
    if (line[0] != '\0')
        peer_skip(peer, "it says: %s", line);
}

static void start_sshd(struct peer *peer, const char *path)
{
    char text[2 * PEER_TEXT];
    const char *const argv[] = {path, "-D", "-e", "-f", "sshd.conf", NULL};
    int log = open("sshd.log", O_CREAT | O_WRONLY | O_CLOEXEC, 0600);

    peer->port = peer_free_port();
    snprintf(text, sizeof(text),
        "ListenAddress 127.0.0.1\nPort %d\nHostKey %s/host\nAuthorizedKeysFile "
        "%s/user.pub\nPidFile none\nStrictModes no\nPermitRootLogin yes\n",
        peer->port, places.work, places.work);
    if (log < 0 || !write_file("sshd.conf", text))
        terminal_give_up("sshd.conf: %s", strerror(errno));
    peer->helper = terminal_spawn(argv, -1, log);
    close(log);
}

static void open_ssh(struct peer *peer)
{
    char client[PEER_TEXT], server[PEER_TEXT], command[PEER_TEXT], port[16];
    const char *const argv[] = {client, "-tt", "-e", "none", "-F", "none", "-i", "user",
        "-p", port, "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no", "-o",
        "UserKnownHostsFile=known", "-o", "LogLevel=ERROR", "-o", "IdentitiesOnly=yes",
        "-o", "ConnectionAttempts=20", "127.0.0.1", command, NULL};

    if (find(peer, "ssh", client) == NULL || find(peer, "sshd", server) == NULL ||
        !make_key(peer, "host") || !make_key(peer, "user"))
        return;
    terminal_open_raw(&peer->ends[PEER_FAR]);
    start_sshd(peer, server);
    snprintf(port, sizeof(port), "%d", peer->port);
    remote_command(peer, command);
    terminal_run(&peer->ends[PEER_NEAR], argv, -1);
    check_joined(peer);
    if (peer->why[0] != '\0')
        quote_log(peer, "sshd.log");
}

/* "MOSH CONNECT port key" and "[mosh-server detached, pid = n]". */
static bool read_mosh(struct peer *peer, FILE *from, char key[static 64])
{
    char line[PEER_TEXT];
    int pid;

    key[0] = '\0';
    while (fgets(line, sizeof(line), from) != NULL) {
        sscanf(line, "MOSH CONNECT %d %63s", &peer->port, key);
        if (sscanf(line, "[mosh-server detached, pid = %d]", &pid) == 1)
            peer->detached = pid;
    }
    return key[0] != '\0' && peer->detached > 0;
}

static bool start_mosh_server(struct peer *peer, const char *path, char key[static 64])
{
    char command[PEER_TEXT];
    const char *const argv[] = {
        path, "new", "-i", "127.0.0.1", "--", "sh", "-c", command, NULL};
    int pipe_ends[2];
    bool well;
    pid_t pid;
    FILE *from;

    remote_command(peer, command);
    if (pipe2(pipe_ends, O_CLOEXEC) < 0)
        terminal_give_up("no pipe: %s", strerror(errno));
    pid = terminal_spawn(argv, -1, pipe_ends[1]);
    close(pipe_ends[1]);
    from = fdopen(pipe_ends[0], "r");
    well = from != NULL && read_mosh(peer, from, key);
    if (from != NULL)
        fclose(from);
    waitpid(pid, NULL, 0);
    return well;
}

static void open_mosh(struct peer *peer)
{
    char client[PEER_TEXT], server[PEER_TEXT], key[64], port[16];
    const char *const argv[] = {client, "127.0.0.1", port, NULL};

    if (find(peer, "mosh-client", client) == NULL ||
        find(peer, "mosh-server", server) == NULL)
        return;
    terminal_open_raw(&peer->ends[PEER_FAR]);
    if (!start_mosh_server(peer, server, key)) {
        peer_skip(peer, "mosh-server does not start");
        return;
    }
    snprintf(port, sizeof(port), "%d", peer->port);
    setenv("MOSH_KEY", key, 1);
    terminal_run(&peer->ends[PEER_NEAR], argv, -1);
    unsetenv("MOSH_KEY");
    check_joined(peer);
}

/* talk */

static void open_talk(struct peer *peer)
{
    char client[PEER_TEXT], server[PEER_TEXT], other_user[PEER_TEXT];

    if (find(peer, "talk", client) == NULL || find(peer, "in.ntalkd", server) == NULL ||
        find(peer, "setpriv", other_user) == NULL)
        return;
    talk_open(peer, client, server, places.work);
    if (peer->why[0] == '\0')
        check_joined(peer);
}

/* All of them */

const struct peer_kind peer_kinds[PEER_KINDS] = {
    [PEER_SUITE] = {"suite", "Double Return", open_suite, true, true},
    [PEER_SEALED] = {"sealed", "Double Return, sealed", open_sealed, true, true},
    [PEER_SOCAT] = {"socat", "socat, raw", open_socat, false, true},
    {"relay", "bare curses relays", open_relay, false, true},
    {"tmux", "tmux, shared", open_tmux, false, false},
    {"ssh", "ssh, one way", open_ssh, false, false},
    {"mosh", "mosh, one way", open_mosh, false, false},
    {"talk", "talk", open_talk, false, true},
};

void peer_init(struct peer *peer, const struct peer_kind *kind, const char *programs)
{
    *peer = (struct peer){.kind = kind, .programs = programs};
    for (int i = 0; i < PEER_ENDS; i++)
        terminal_init(&peer->ends[i]);
}

bool peer_open(struct peer *peer, const struct peer_kind *kind, const char *programs)
{
    peer_init(peer, kind, programs);
    kind->open(peer);
    if (peer->why[0] != '\0')
        peer_close(peer);
    return peer->why[0] == '\0';
}

void peer_close(struct peer *peer)
{
    for (int i = 0; i < PEER_ENDS; i++)
        terminal_close(&peer->ends[i]);
    terminal_end(peer->helper);
    if (peer->detached > 0)
        kill(peer->detached, SIGTERM);
    peer->helper = peer->detached = 0;
}
