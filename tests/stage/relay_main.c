/*
 * relay - a cable that a play can pull: relay PORT TARGET
 *
 * Joins each connection to 127.0.0.1:PORT to 127.0.0.1:TARGET. The near end has
 * connected; up is from there to the far end. Commands are lines on standard input. The
 * answer to each is a line on standard output: "ok" and the command, or "? " and the
 * error. The program ends with its input. See relay.h for details.
 *
 *   open | mute | close            set the treatment of new connections
 *   cut NEAR FAR                   cut now; each end sees rst, fin or silent
 *   drop up|down|both              discard the bytes of this way on present connections
 *   hold up|down|both              hold the bytes of this way
 *   release up|down|both           deliver held bytes
 *   delay MS                       deliver later
 *   split BYTES                    deliver in pieces; 0: no limit
 *   cut-after BYTES up|down|both rst|fin|silent
 *                                  cut after this number of bytes: prints "cut"
 *   then-cut-after BYTES up|down|both rst|fin|silent
 *                                  the same, counted from the cut before it
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include "tests/stage/relay.h"

enum { LINE_SIZE = 128, WORDS = 4, NUMBER_MAX = 1000000000 };

static int64_t tick(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- words ---- */

/* The index of a word among the names, or -1. */
static int choose(const char *word, const char *const names[], int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(word, names[i]) == 0)
            return i;
    return -1;
}

static int read_way(const char *word)
{
    static const char *const names[] = {
        [RELAY_UP] = "up", [RELAY_DOWN] = "down", [RELAY_BOTH] = "both"};

    return choose(word, names, 3);
}

static int read_cut(const char *word)
{
    static const char *const names[] = {
        [RELAY_RST] = "rst", [RELAY_FIN] = "fin", [RELAY_SILENT] = "silent"};

    return choose(word, names, 3);
}

static int read_line_state(const char *word)
{
    static const char *const names[] = {
        [RELAY_OPEN] = "open", [RELAY_MUTE] = "mute", [RELAY_CLOSED] = "close"};

    return choose(word, names, 3);
}

static int read_number(const char *word)
{
    char *end;
    long number = strtol(word, &end, 10);

    return *word == '\0' || *end != '\0' || number < 0 || number > NUMBER_MAX
               ? -1
               : (int)number;
}

/* ---- commands: each returns whether it could be read ---- */

static bool do_cut(struct relay *r, char *const word[])
{
    int near = read_cut(word[1]), far = read_cut(word[2]);

    if (near < 0 || far < 0)
        return false;
    relay_cut(r, (enum relay_cut)near, (enum relay_cut)far);
    return true;
}

static bool do_drop(struct relay *r, char *const word[])
{
    int way = read_way(word[1]);

    if (way < 0)
        return false;
    relay_drop(r, (enum relay_way)way);
    return true;
}

static bool do_hold(struct relay *r, char *const word[])
{
    int way = read_way(word[1]);

    if (way < 0)
        return false;
    relay_hold(r, (enum relay_way)way, word[0][0] == 'h');
    return true;
}

static bool do_delay(struct relay *r, char *const word[])
{
    int ms = read_number(word[1]);

    if (ms < 0)
        return false;
    relay_delay(r, ms);
    return true;
}

static bool do_split(struct relay *r, char *const word[])
{
    int bytes = read_number(word[1]);

    if (bytes < 0)
        return false;
    relay_split(r, bytes);
    return true;
}

enum { CUTS = 4 };

/* The cuts to come: each counts from the one before it. */
static struct {
    int bytes, way, how;
} cuts_to_come[CUTS];
static int cut_count;

static void arm_next_cut(struct relay *r)
{
    if (cut_count == 0)
        return;
    relay_cut_after(r, (enum relay_way)cuts_to_come[0].way,
        (uint64_t)cuts_to_come[0].bytes, (enum relay_cut)cuts_to_come[0].how);
    memmove(
        cuts_to_come, cuts_to_come + 1, (size_t)--cut_count * sizeof(cuts_to_come[0]));
}

static bool do_cut_after(struct relay *r, char *const word[])
{
    int bytes = read_number(word[1]);
    int way = read_way(word[2]), how = read_cut(word[3]);
    bool at_once = word[0][0] != 't';

    if (bytes < 0 || way < 0 || how < 0 || (!at_once && cut_count == CUTS))
        return false;
    cut_count = at_once ? 0 : cut_count;
    cuts_to_come[cut_count].bytes = bytes;
    cuts_to_come[cut_count].way = way;
    cuts_to_come[cut_count++].how = how;
    if (at_once)
        arm_next_cut(r);
    return true;
}

static bool do_line(struct relay *r, char *const word[])
{
    int line = read_line_state(word[0]);

    return line >= 0 && relay_set_line(r, (enum relay_line)line) == 0;
}

static const struct command {
    const char *name;
    int words; /* with the name */
    bool (*perform)(struct relay *, char *const word[]);
} commands[] = {
    {"open", 1, do_line},
    {"mute", 1, do_line},
    {"close", 1, do_line},
    {"cut", 3, do_cut},
    {"drop", 2, do_drop},
    {"hold", 2, do_hold},
    {"release", 2, do_hold},
    {"delay", 2, do_delay},
    {"split", 2, do_split},
    {"cut-after", 4, do_cut_after},
    {"then-cut-after", 4, do_cut_after},
};

static bool obey(struct relay *r, char *line)
{
    char *word[WORDS];
    int count = 0;

    for (char *at = strtok(line, " \t\r"); at != NULL; at = strtok(NULL, " \t\r")) {
        if (count == WORDS)
            return false;
        word[count++] = at;
    }
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
        if (count == commands[i].words && strcmp(word[0], commands[i].name) == 0)
            return commands[i].perform(r, word);
    return false;
}

/* ---- the program ---- */

static void answer(struct relay *r, const char *line, size_t length)
{
    char copy[LINE_SIZE];

    snprintf(copy, sizeof(copy), "%.*s", (int)length, line);
    if (obey(r, copy))
        printf("ok %.*s\n", (int)length, line);
    else
        printf("? not understood, or not possible: %.*s\n", (int)length, line);
}

/* Read and obey whole lines. Returns false at the end of the input. */
static bool listen_to_play(struct relay *r)
{
    static char held[LINE_SIZE];
    static size_t length;
    ssize_t got = read(STDIN_FILENO, held + length, sizeof(held) - length);
    char *end;

    if (got <= 0)
        return got < 0 && errno == EINTR;
    length += (size_t)got;
    while ((end = memchr(held, '\n', length)) != NULL) {
        size_t line = (size_t)(end - held);

        answer(r, held, line);
        length -= line + 1;
        memmove(held, end + 1, length);
    }
    if (length == sizeof(held))
        length = 0; /* no command is so long */
    return true;
}

static void run(struct relay *r)
{
    unsigned cuts = 0;
    bool going_on = true;

    while (going_on) {
        struct pollfd fds[1 + RELAY_FDS] = {{.fd = STDIN_FILENO, .events = POLLIN}};
        int64_t due = relay_due(r), now = tick();
        int wait = due == INT64_MAX ? -1 : due > now ? (int)(due - now) : 0;

        relay_fds(r, fds + 1);
        if (poll(fds, 1 + RELAY_FDS, wait) < 0)
            continue;
        relay_step(r, fds + 1, tick());
        if (fds[0].revents != 0)
            going_on = listen_to_play(r);
        for (; cuts < relay_cuts(r); cuts++) {
            puts("cut");
            arm_next_cut(r);
        }
        fflush(stdout);
    }
}

int main(int argc, char *argv[])
{
    int port = argc == 3 ? read_number(argv[1]) : -1;
    int target = argc == 3 ? read_number(argv[2]) : -1;
    struct relay *r;

    if (port < 1 || port > 65535 || target < 1 || target > 65535) {
        fprintf(stderr, "usage: relay PORT TARGET\n");
        return EX_USAGE;
    }
    signal(SIGPIPE, SIG_IGN);
    r = relay_new("127.0.0.1", port, target);
    if (r == NULL) {
        fprintf(stderr, "relay: port %d: %s\n", port, strerror(errno));
        return EX_UNAVAILABLE;
    }
    puts("listening");
    fflush(stdout);
    run(r);
    relay_free(r);
    return EX_OK;
}
