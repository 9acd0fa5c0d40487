#include "tests/campaign/campaign_pair.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STUCK_MS = 90000 }; /* after which a beginning or an end will never come */

int64_t pair_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

double pair_patience(void)
{
    const char *given = getenv("STAGE_PATIENCE");
    double factor = given == NULL ? 1 : strtod(given, NULL);

    return factor > 0 && factor < 1000 ? factor : 1;
}

bool pair_make_root(const char *name, char root[static PATH_MAX])
{
    const char *above = getenv("TMPDIR");
    int length = snprintf(root, PATH_MAX, "%s/%s.XXXXXX",
        above == NULL || *above == '\0' ? "/tmp" : above, name);

    return length > 0 && length < PATH_MAX && mkdtemp(root) != NULL;
}

bool pair_make_key(const char *root, char key[static PATH_MAX])
{
    static const char line[] =
        "00112233445566778899aabbccddeeff0123456789abcdef0123456789abcdef\n";
    int length = snprintf(key, PATH_MAX, "%s/key", root);
    int fd = length < PATH_MAX ? open(key, O_WRONLY | O_CREAT | O_EXCL, 0600) : -1;
    bool made;

    if (fd < 0)
        return false;
    made = write(fd, line, sizeof(line) - 1) == sizeof(line) - 1;
    return close(fd) == 0 && made;
}

void pair_environment(const char *root)
{
    static const char *const sanitizers[] = {
        "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"};
    char options[PATH_MAX + 16];

    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("LINES");
    unsetenv("COLUMNS");
    snprintf(options, sizeof(options), "log_path=%s/san", root);
    for (size_t i = 0; i < sizeof(sanitizers) / sizeof(sanitizers[0]); i++)
        setenv(sanitizers[i], options, 0);
}

bool pair_fail(struct pair *p, const char *format, ...)
{
    va_list arguments;

    if (p->failed)
        return false;
    va_start(arguments, format);
    vsnprintf(p->why, sizeof(p->why), format, arguments);
    va_end(arguments);
    p->failed = true;
    return false;
}

static void become(struct pair *p, enum pair_state state)
{
    p->state = state;
    p->since = pair_now();
}

/* ---- beginning ---- */

static bool start(struct pair *p, struct seat *s, bool again)
{
    return seat_start(s, again, pair_now()) || pair_fail(p, "%s", s->why);
}

static void make_directories(struct pair *p, char name[2][PATH_MAX])
{
    static const char *const sides[] = {
        [SIDE_JUDGE] = "judge", [SIDE_OTHER] = "station"};
    char above[PATH_MAX / 2];

    snprintf(above, sizeof(above), "%s/%d", p->options->root, p->number);
    mkdir(above, 0755);
    for (int side = 0; side < 2; side++) {
        snprintf(name[side], PATH_MAX, "%s/%s", above, sides[side]);
        if (mkdir(name[side], 0755) < 0)
            pair_fail(p, "%s: %s", name[side], strerror(errno));
    }
}

static void seal(const struct pair *p, struct seat *s)
{
    if (p->options->key == NULL)
        return;
    seat_argument(s, "--key");
    seat_argument(s, p->options->key);
}

static void set_up_station(struct pair *p, const char *directory)
{
    struct seat *s = &p->station;

    seat_init(s, SIDE_OTHER, p->options->bin,
        p->options->entry ? "entry" : "confederate", directory);
    if (!p->options->cable) {
        seat_argument(s, "-b");
        seat_argument(s, p->host);
    }
    seat_argument(s, "-p");
    seat_argument(s, p->port);
    seal(p, s);
    s->by_hand = !p->options->entry;
    s->resumes = !p->options->entry;
    if (!p->options->entry)
        return;
    seat_argument(s, "--doctor");
    seat_argument(s, "--pace");
    seat_argument(s, "1000");
}

static void set_up_judge(struct pair *p, const char *directory)
{
    seat_init(&p->judge, SIDE_JUDGE, p->options->bin, "judge", directory);
    seal(p, &p->judge);
    seat_argument(&p->judge, p->address);
    p->judge.resumes = true;
}

static void join_by_relay(struct pair *p, int near, int far)
{
    snprintf(p->address, sizeof(p->address), "%s:%d", p->host, near);
    p->relay = relay_new(p->host, near, far);
    if (p->relay == NULL)
        pair_fail(p, "a relay on port %d: %s", near, strerror(errno));
}

static void join_by_cable(struct pair *p, int far)
{
    char above[PATH_MAX / 2];

    snprintf(above, sizeof(above), "%.2000s/%d", p->options->root, p->number);
    snprintf(p->address, sizeof(p->address), "10.19.96.1:%d", far);
    if (!cable_open(&p->cable, above)) {
        pair_fail(p, "a cable in %s: it cannot be made", above);
        return;
    }
    p->station.network = cable_machine(&p->cable, "room");
    p->judge.network = cable_machine(&p->cable, "judge");
}

bool pair_open(struct pair *p, const struct pair_options *options, int number)
{
    char directory[2][PATH_MAX];
    int near, far;

    *p = (struct pair){
        .options = options, .number = number, .cable = {.to = -1, .from = -1}};
    near = relay_free_port(relay_host(p->host));
    far = relay_free_port(p->host);
    snprintf(p->port, sizeof(p->port), "%d", far);
    make_directories(p, directory);
    set_up_station(p, directory[SIDE_OTHER]);
    set_up_judge(p, directory[SIDE_JUDGE]);
    if (options->cable)
        join_by_cable(p, far);
    else
        join_by_relay(p, near, far);
    if (p->failed)
        return false;
    become(p, PAIR_STATION_STARTS);
    return start(p, &p->station, false);
}

void record_files_close(struct pair *p)
{
    seat_free(&p->judge);
    seat_free(&p->station);
    relay_free(p->relay);
    p->relay = NULL;
    cable_close(&p->cable);
}

/* ---- going on ---- */

static bool has_ended_well(const struct seat *s)
{
    return s->pid == 0 && WIFEXITED(s->status) && WEXITSTATUS(s->status) == 0;
}

static void describe_end(struct pair *p, const struct seat *s)
{
    if (WIFEXITED(s->status))
        pair_fail(p, "%s has exited with %d", s->name, WEXITSTATUS(s->status));
    else
        pair_fail(p, "%s has died of signal %d", s->name, WTERMSIG(s->status));
}

/* A missing console is expected, or has just left on request. */
static void look_for(struct pair *p, const struct seat *s)
{
    bool started = s->started != 0;
    bool leaves = s->side == SIDE_JUDGE ? p->state >= PAIR_JUDGE_LEAVES
                                        : p->state >= PAIR_STATION_LEAVES;

    if (!started || s->pid > 0 || p->down[s->side])
        return;
    if (!leaves || !has_ended_well(s))
        describe_end(p, s);
}

/* The judge was cut off before it knew the station: that is an error, and a person
 * starts it again. */
static void try_again(struct pair *p)
{
    if (p->options->tries_again && p->state == PAIR_JUDGE_STARTS &&
        p->judge.started != 0 && p->judge.pid == 0 && p->judge.log.number == 0 &&
        WIFEXITED(p->judge.status)) {
        p->tried++;
        start(p, &p->judge, false);
    }
}

static void go_on(struct pair *p)
{
    switch (p->state) {
    case PAIR_STATION_STARTS:
        if (seat_says(&p->station, "Waiting for a judge")) {
            start(p, &p->judge, false);
            become(p, PAIR_JUDGE_STARTS);
        }
        break;
    case PAIR_JUDGE_STARTS:
        if (seat_is_ready(&p->judge) && seat_is_ready(&p->station))
            become(p, PAIR_TALKS);
        break;
    case PAIR_JUDGE_IS_ASKED:
        if (seat_says(&p->judge, "End the conversation?")) {
            seat_press(&p->judge, "y");
            become(p, PAIR_JUDGE_LEAVES);
        }
        break;
    case PAIR_JUDGE_LEAVES:
        if (p->judge.pid == 0)
            become(p, PAIR_STATION_ENDS);
        break;
    case PAIR_STATION_ENDS:
        if (p->station.log.ended) {
            seat_press(&p->station, "\x04");
            become(p, PAIR_STATION_IS_ASKED);
        }
        break;
    case PAIR_STATION_IS_ASKED:
        if (seat_says(&p->station, "Close this station?")) {
            seat_press(&p->station, "y");
            become(p, PAIR_STATION_LEAVES);
        }
        break;
    case PAIR_STATION_LEAVES:
        if (p->station.pid == 0)
            become(p, PAIR_IS_OVER);
        break;
    case PAIR_TALKS:
    case PAIR_IS_OVER:
        break;
    }
}

static void step(struct pair *p, const struct pollfd fds[static PAIR_FDS])
{
    int64_t now = pair_now();

    if (p->relay != NULL)
        relay_step(p->relay, fds, now);
    if (!seat_step(&p->judge, now))
        pair_fail(p, "%s", p->judge.why);
    if (!seat_step(&p->station, now))
        pair_fail(p, "%s", p->station.why);
    go_on(p);
    try_again(p);
    look_for(p, &p->judge);
    look_for(p, &p->station);
    if (p->state != PAIR_TALKS && p->state != PAIR_IS_OVER &&
        (double)(now - p->since) > STUCK_MS * p->options->patience)
        pair_fail(p, "it does not %s", p->state < PAIR_TALKS ? "begin" : "end");
}

/* The condition of a wait, and its deadline. */
static int64_t watch(const struct pair *p, struct pollfd fds[static PAIR_FDS])
{
    for (int i = 0; i < RELAY_FDS; i++)
        fds[i].fd = -1;
    fds[RELAY_FDS] = seat_fd(&p->judge);
    fds[RELAY_FDS + 1] = seat_fd(&p->station);
    if (p->relay == NULL)
        return INT64_MAX;
    relay_fds(p->relay, fds);
    return relay_due(p->relay);
}

void pairs_step(struct pair *const pairs[], size_t count, int ms)
{
    static struct pollfd *fds;
    static size_t room;
    int64_t now = pair_now();

    if (room < count) {
        fds = realloc(fds, count * PAIR_FDS * sizeof(*fds));
        if (fds == NULL)
            abort();
        room = count;
    }
    for (size_t i = 0; i < count; i++) {
        int64_t due = watch(pairs[i], fds + i * PAIR_FDS);

        if (due < now + ms)
            ms = due > now ? (int)(due - now) : 0;
    }
    poll(fds, count * PAIR_FDS, ms);
    for (size_t i = 0; i < count; i++)
        step(pairs[i], fds + i * PAIR_FDS);
}

/* ---- for other modules ---- */

bool pair_is_level(const struct pair *p)
{
    return seat_is_ready(&p->judge) && seat_is_ready(&p->station) &&
           p->judge.takes_keys && p->station.takes_keys && seat_is_settled(&p->judge) &&
           seat_is_settled(&p->station) && p->judge.log.count == p->station.log.count;
}

void pair_leave(struct pair *p)
{
    seat_press(&p->judge, "\x04");
    become(p, PAIR_JUDGE_IS_ASKED);
}

static struct seat *seat_of(struct pair *p, enum side side)
{
    return side == SIDE_JUDGE ? &p->judge : &p->station;
}

bool pair_kill(struct pair *p, enum side side)
{
    struct seat *s = seat_of(p, side);

    p->down[side] = true;
    return seat_kill(s) || pair_fail(p, "%s", s->why);
}

bool pair_revive(struct pair *p, enum side side)
{
    p->down[side] = false;
    return start(p, seat_of(p, side), true);
}

void pair_show(const struct pair *p, FILE *to)
{
    fprintf(to, "--- pair %d in %s/%d\n", p->number, p->options->root, p->number);
    if (p->relay != NULL)
        fprintf(to, "--- relay: %u connections, %llu bytes\n", relay_joined(p->relay),
            (unsigned long long)relay_count(p->relay, RELAY_BOTH));
    seat_show(&p->judge, to);
    seat_show(&p->station, to);
}

static void copy_out(const char *path)
{
    FILE *from = fopen(path, "r");
    char line[1024];

    fprintf(stderr, "--- %s\n", path);
    while (from != NULL && fgets(line, sizeof(line), from) != NULL)
        fputs(line, stderr);
    if (from != NULL)
        fclose(from);
}

size_t pair_stains(const char *root)
{
    char pattern[PATH_MAX];
    glob_t found = {0};
    size_t count;

    snprintf(pattern, sizeof(pattern), "%s/san*", root);
    if (glob(pattern, 0, NULL, &found) != 0)
        found.gl_pathc = 0;
    count = found.gl_pathc;
    for (size_t i = 0; i < count; i++)
        copy_out(found.gl_pathv[i]);
    globfree(&found);
    return count;
}
