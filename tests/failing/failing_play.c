#include "tests/failing/failing.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/tree.h"

enum {
    HANGS_MS = 15000, /* times the environment's STAGE_PATIENCE */
    ALONE_MS = 5000,  /* after the other player has ended, the same */
    ADDRESS_SIZE = 32,
};

/* Files of a player's directory. */
#define TURNS "turns"
#define STRUCK "struck"

#define PORT "1950"

/* A program that is running. */
struct actor {
    struct failing_player *player;
    pid_t pid;
    int said; /* its standard error; -1: it has ended */
    size_t length;
    bool told;         /* it has a signal to end, as the other player is gone */
    const char *waits; /* its line when it waits for ever, or NULL */
};

/* The text: the judge's turns and the station's, alternating. A round has 64 keys
 * before its last two Returns: these need memory in the faulty programs. */
static const char *const greeting[PLAYERS] = {"@@04\r\r", "Welcome judge 4\r\r"};
static const char *const rounds_turns[] = {
    "Really?\r\r", "Fine.\rAnd you?\r\r", "No\b\bWell.\r\r", "Good.\r\r"};

const char *failing_turn(int n, int rounds)
{
    enum { COUNT = sizeof(rounds_turns) / sizeof(rounds_turns[0]) };

    if (n < PLAYERS)
        return greeting[n];
    return n - PLAYERS < rounds * COUNT ? rounds_turns[(n - PLAYERS) % COUNT] : NULL;
}

static bool complain(char why[static FAILING_WHY_SIZE], const char *what)
{
    snprintf(why, FAILING_WHY_SIZE, "%.200s: %s", what, strerror(errno));
    return false;
}

static const char *beside(
    const char *directory, const char *name, char path[static PATH_MAX])
{
    snprintf(path, PATH_MAX, "%.*s/%s", FAILING_DIRECTORY_SIZE, directory, name);
    return path;
}

/* Before the programs start */

/* A program ends the last turn of its input by itself. */
static bool write_turns(const char *directory, int player, int rounds)
{
    char path[PATH_MAX];
    const char *turn;
    FILE *file = fopen(beside(directory, TURNS, path), "we");

    if (file == NULL)
        return false;
    for (int n = player; (turn = failing_turn(n, rounds)) != NULL; n += PLAYERS) {
        bool is_last = failing_turn(n + PLAYERS, rounds) == NULL;
        size_t length = is_last ? strcspn(turn, "\r") : strlen(turn);
        fwrite(turn, 1, length, file);
    }
    return fclose(file) == 0;
}

static bool make_directories(struct failing_play *play, int rounds)
{
    const char *above = getenv("TMPDIR");
    char path[PATH_MAX];

    snprintf(play->directory, sizeof(play->directory), "%s/failing.XXXXXX",
        above != NULL && above[0] != '\0' ? above : "/tmp");
    if (mkdtemp(play->directory) == NULL)
        return false;
    for (int i = 0; i < PLAYERS; i++) {
        struct failing_player *player = &play->players[i];
        beside(play->directory, player->name, path);
        if (strlen(path) >= sizeof(player->directory)) {
            errno = ENAMETOOLONG;
            return false;
        }
        strcpy(player->directory, path);
        if (mkdir(player->directory, 0700) < 0 ||
            !write_turns(player->directory, i, rounds))
            return false;
    }
    return true;
}

/* A loopback address for each process: no two use the same port. */
static void make_address(char address[static ADDRESS_SIZE])
{
    unsigned id = (unsigned)getpid();

    snprintf(address, ADDRESS_SIZE, "127.%u.%u.%u", 1 + (id >> 16 & 0x7f),
        id >> 8 & 0xff, id & 0xff);
}

/* Programs */

static void redirect(const char *name, int flags, int to)
{
    int fd = open(name, flags | O_CLOEXEC, 0600);

    if (fd < 0 || dup2(fd, to) < 0)
        _exit(EX_OSERR);
}

/* In the child: run the program, which must not outlive the test. */
static void become(const char *path, const struct actor *actor, int said,
    const char *rule, const char *address)
{
    const char *name = actor->player->name;
    char *judge[] = {(char *)name, "--plain", (char *)address, NULL};
    char *station[] = {
        (char *)name, "--plain", "-b", (char *)address, "-p", PORT, NULL};

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (chdir(actor->player->directory) < 0 || dup2(said, STDERR_FILENO) < 0 ||
        setenv("FAULTS", rule, 1) < 0 || setenv("FAULTS_LOG", STRUCK, 1) < 0)
        _exit(EX_OSERR);
    redirect(TURNS, O_RDONLY, STDIN_FILENO);
    redirect("shown", O_WRONLY | O_CREAT, STDOUT_FILENO);
    execv(path, strcmp(name, "judge") == 0 ? judge : station);
    _exit(EX_OSERR);
}

static bool start(
    struct actor *actor, const char *programs, const char *rule, const char *address)
{
    char path[PATH_MAX];
    int ends[2];

    snprintf(path, sizeof(path), "%s/%s", programs, actor->player->name);
    if (pipe2(ends, O_CLOEXEC) < 0)
        return false;
    actor->pid = fork();
    if (actor->pid == 0)
        become(path, actor, ends[1], rule, address);
    close(ends[1]);
    if (actor->pid < 0) {
        close(ends[0]);
        return false;
    }
    actor->said = ends[0];
    actor->player->started = true;
    return true;
}

/* Read its output. Its standard error is closed at its end. */
static void listen_to(struct actor *actor)
{
    char *said = actor->player->said + actor->length;
    ssize_t got = read(actor->said, said, FAILING_SAID_SIZE - 1 - actor->length);

    if (got > 0) {
        actor->length += (size_t)got;
        return;
    }
    if (got < 0 && errno == EINTR)
        return;
    if (actor->length == FAILING_SAID_SIZE - 1)
        kill(actor->pid, SIGKILL); /* it would repeat its output for ever */
    close(actor->said);
    actor->said = -1;
    waitpid(actor->pid, &actor->player->status, 0);
}

static bool is_there(const struct actor *actor)
{
    return actor->said >= 0;
}

static bool has_ended(const struct actor *actor)
{
    return actor->player->started && actor->said < 0;
}

static long now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long)(now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

static long in_ms(long ms)
{
    const char *given = getenv("STAGE_PATIENCE");
    long factor = given != NULL ? strtol(given, NULL, 10) : 1;

    return now_ms() + ms * (factor > 0 && factor < 1000 ? factor : 1);
}

/* Wait until a player has written or ended. False after the timeout. */
static bool listen_to_all(struct actor actors[static PLAYERS], long until)
{
    long left = until - now_ms();
    struct pollfd fds[PLAYERS];

    for (int i = 0; i < PLAYERS; i++)
        fds[i] = (struct pollfd){.fd = actors[i].said, .events = POLLIN};
    if (left <= 0 || poll(fds, PLAYERS, (int)left) == 0)
        return false;
    for (int i = 0; i < PLAYERS; i++)
        if (fds[i].revents != 0)
            listen_to(&actors[i]);
    return true;
}

static void tell_to_end(struct actor *actor)
{
    kill(actor->pid, SIGTERM);
    actor->told = true;
}

/* A player that waits for ever, and has reported it, has done its part. */
static void relieve(struct actor *actor)
{
    if (!is_there(actor) || actor->told || actor->waits == NULL ||
        strstr(actor->player->said, actor->waits) == NULL)
        return;
    actor->player->starved = true;
    tell_to_end(actor);
}

/* A player that failed leaves the other waiting: for its return, or the next judge. */
static void dismiss(struct actor *actor, const struct actor *other)
{
    bool failed =
        has_ended(other) && (other->player->status != 0 || other->player->starved);

    if (failed && is_there(actor) && !actor->told)
        tell_to_end(actor);
}

/* The time is up. Returns whether to wait on: a player left behind by one that ended
 * well gets a signal to end as well. */
static bool be_impatient(struct actor actors[static PLAYERS])
{
    for (int i = 0; i < PLAYERS; i++)
        if (is_there(&actors[i]) && has_ended(&actors[PLAYERS - 1 - i]) &&
            !actors[i].told) {
            actors[i].player->left_behind = true;
            tell_to_end(&actors[i]);
            return true;
        }
    return false;
}

static bool is_listening(const struct actor *station)
{
    return strstr(station->player->said, "on port ") != NULL;
}

static bool meet(struct actor actors[static PLAYERS], const char *programs,
    const char *rules[static PLAYERS], const char *address)
{
    struct actor *judge = &actors[JUDGE], *station = &actors[STATION];

    return judge->player->started || !is_there(station) || !is_listening(station) ||
           start(judge, programs, rules[JUDGE], address);
}

/* The station, and the judge as soon as it listens; until both have ended. */
static bool act(struct actor actors[static PLAYERS], const char *programs,
    const char *rules[static PLAYERS], char why[static FAILING_WHY_SIZE])
{
    struct actor *judge = &actors[JUDGE], *station = &actors[STATION];
    char address[ADDRESS_SIZE];
    long until = in_ms(HANGS_MS);

    make_address(address);
    if (!start(station, programs, rules[STATION], address))
        return complain(why, "the station does not start");
    while (is_there(judge) || is_there(station)) {
        int there = is_there(judge) + is_there(station);
        bool in_time = listen_to_all(actors, until);
        if (!in_time && !be_impatient(actors)) {
            snprintf(why, FAILING_WHY_SIZE, "%s hangs",
                is_there(judge) ? "the judge" : "the station");
            return false;
        }
        if (!meet(actors, programs, rules, address))
            return complain(why, "the judge does not start");
        relieve(judge);
        relieve(station);
        dismiss(station, judge);
        dismiss(judge, station);
        if (!in_time || is_there(judge) + is_there(station) < there)
            until = in_ms(ALONE_MS);
    }
    return true;
}

static void kill_all(struct actor actors[static PLAYERS])
{
    for (int i = 0; i < PLAYERS; i++) {
        if (actors[i].said < 0)
            continue;
        kill(actors[i].pid, SIGKILL);
        waitpid(actors[i].pid, &actors[i].player->status, 0);
        close(actors[i].said);
    }
}

static bool is_struck(const struct failing_player *player)
{
    char path[PATH_MAX];

    return access(beside(player->directory, STRUCK, path), F_OK) == 0;
}

int failing_play(struct failing_play *play, const char *programs, int victim,
    const char *rule, const char *waits, int rounds, char why[static FAILING_WHY_SIZE])
{
    const char *rules[PLAYERS] = {"", ""};
    struct actor actors[PLAYERS];
    bool over;

    *play = (struct failing_play){0};
    play->players[JUDGE].name = "judge";
    play->players[STATION].name = "confederate";
    for (int i = 0; i < PLAYERS; i++)
        actors[i] = (struct actor){.player = &play->players[i], .said = -1};
    rules[victim] = rule;
    actors[victim].waits = waits;
    if (!make_directories(play, rounds)) {
        complain(why, play->directory);
        return -1;
    }
    over = act(actors, programs, rules, why);
    kill_all(actors);
    play->struck = is_struck(&play->players[victim]);
    return over ? 0 : -1;
}

void failing_clear(const struct failing_play *play)
{
    tree_remove(play->directory);
}
