#include "confederate/child/child.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

/* The path */

static int check_program(const char *path)
{
    struct stat st;

    if (stat(path, &st) < 0)
        return -1;
    if (S_ISREG(st.st_mode) && access(path, X_OK) == 0)
        return 0;
    errno = EACCES;
    return -1;
}

int child_find(const char *name, char path[static CHILD_PATH_SIZE])
{
    const char *list = getenv("PATH");
    int error = ENOENT;

    if (strchr(name, '/') != NULL) {
        snprintf(path, CHILD_PATH_SIZE, "%s", name);
        return check_program(path);
    }
    for (const char *at = list != NULL ? list : "/bin:/usr/bin"; *at != '\0';) {
        size_t length = strcspn(at, ":");
        snprintf(path, CHILD_PATH_SIZE, "%.*s/%s", length > 0 ? (int)length : 1,
            length > 0 ? at : ".", name);
        if (check_program(path) == 0)
            return 0;
        if (errno == EACCES)
            error = EACCES;
        at += length + (at[length] == ':');
    }
    errno = error;
    return -1;
}

/* Start */

/* Both ends of each stream, in the order of the program's descriptors. */
struct streams {
    int ours[WARDEN_STREAMS], its[WARDEN_STREAMS];
};

static void close_ends(const int ends[static WARDEN_STREAMS])
{
    int saved = errno;

    for (int i = 0; i < WARDEN_STREAMS; i++)
        if (ends[i] >= 0)
            close(ends[i]);
    errno = saved;
}

/* Returns 0; or -1 with errno. */
static int open_pipe(int *read_end, int *write_end)
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) < 0)
        return -1;
    *read_end = ends[0];
    *write_end = ends[1];
    return 0;
}

static int open_pipes(struct streams *s)
{
    if (open_pipe(&s->its[0], &s->ours[0]) < 0)
        return -1;
    return open_pipe(&s->ours[1], &s->its[1]);
}

/* A terminal without echo, without line editing and its limit of 4096 bytes, and
 * without changes to the output. */
static int open_terminal(struct streams *s)
{
    struct termios mode;
    char name[64];
    int ours = s->ours[0] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    int its;

    if (ours < 0 || grantpt(ours) < 0 || unlockpt(ours) < 0 ||
        ptsname_r(ours, name, sizeof(name)) != 0)
        return -1;
    its = s->its[0] = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (its < 0 || tcgetattr(its, &mode) < 0)
        return -1;
    s->ours[1] = fcntl(ours, F_DUPFD_CLOEXEC, 0);
    s->its[1] = fcntl(its, F_DUPFD_CLOEXEC, 0);
    if (s->ours[1] < 0 || s->its[1] < 0)
        return -1;
    mode.c_lflag &= ~(tcflag_t)(ICANON | ISIG | ECHO | ECHONL);
    mode.c_cc[VMIN] = 1;
    mode.c_cc[VTIME] = 0;
    mode.c_oflag &= ~(tcflag_t)OPOST;
    return tcsetattr(its, TCSANOW, &mode);
}

static int open_streams(struct streams *s, bool terminal)
{
    bool opened;

    *s = (struct streams){{-1, -1, -1}, {-1, -1, -1}};
    opened = open_pipe(&s->ours[2], &s->its[2]) == 0 &&
             (terminal ? open_terminal : open_pipes)(s) == 0;
    for (int i = 0; i < WARDEN_STREAMS && opened; i++)
        opened = fcntl(s->ours[i], F_SETFL, O_NONBLOCK) == 0;
    if (opened)
        return 0;
    close_ends(s->ours);
    close_ends(s->its);
    return -1;
}

int child_open(struct child *c, const struct warden_program *program)
{
    *c = (struct child){.in = -1, .out = -1, .err = -1};
    return warden_open(&c->warden, program);
}

int child_start(struct child *c)
{
    struct streams s;
    int started;

    if (open_streams(&s, c->warden.program.terminal) < 0)
        return -1;
    started = warden_start(&c->warden, s.its);
    close_ends(s.its);
    if (started < 0) {
        close_ends(s.ours);
        return -1;
    }
    c->alive = true;
    c->in = s.ours[0];
    c->out = s.ours[1];
    c->err = s.ours[2];
    return 0;
}

bool child_is_running(const struct child *c)
{
    return c->alive && !c->ending;
}

bool child_edits_lines(const struct child *c)
{
    struct termios mode;

    return c->warden.program.terminal && c->in >= 0 && tcgetattr(c->in, &mode) == 0 &&
           (mode.c_iflag & ICRNL) == 0;
}

/* Streams */

void child_fds(const struct child *c, struct pollfd fds[static CHILD_FDS])
{
    fds[0] = (struct pollfd){.fd = c->length > 0 ? c->in : -1, .events = POLLOUT};
    fds[1] = (struct pollfd){.fd = c->alive ? c->out : -1, .events = POLLIN};
    fds[2] = (struct pollfd){.fd = c->err, .events = POLLIN};
    fds[3] = (struct pollfd){.fd = c->alive ? c->warden.fd : -1, .events = POLLIN};
}

int child_write(struct child *c, const char *text, size_t length)
{
    char *larger;

    if (c->length + length > CHILD_INPUT_MAX) {
        errno = ENOBUFS;
        return -1;
    }
    larger = realloc(c->input, c->length + length);
    if (larger == NULL)
        return -1;
    memcpy(larger + c->length, text, length);
    c->input = larger;
    c->length += length;
    return child_flush(c);
}

int child_flush(struct child *c)
{
    while (c->length > 0) {
        ssize_t taken = write(c->in, c->input, c->length);
        if (taken < 0 && (errno == EAGAIN || errno == EINTR))
            return 0;
        if (taken < 0) {
            c->length = 0; /* the program has closed its input */
            return -1;
        }
        c->length -= (size_t)taken;
        memmove(c->input, c->input + taken, c->length);
    }
    return 0;
}

/* Read a stream as child_read() does. */
static ssize_t read_stream(int fd, char *bytes, size_t size)
{
    ssize_t got = read(fd, bytes, size);

    if (got > 0)
        return got;
    return got < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

ssize_t child_read(struct child *c, char *bytes, size_t size)
{
    return read_stream(c->out, bytes, size);
}

static void close_stream(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

ssize_t child_read_errors(struct child *c, char *bytes, size_t size)
{
    ssize_t got = c->err >= 0 ? read_stream(c->err, bytes, size) : -1;

    if (got < 0)
        close_stream(&c->err);
    return got;
}

void child_close_output(struct child *c, int64_t tick)
{
    close_stream(&c->out);
    c->ended = tick;
}

/* End */

static void close_input_and_output(struct child *c)
{
    close_stream(&c->out);
    close_stream(&c->in);
    free(c->input);
    c->input = NULL;
    c->length = 0;
}

void child_close(struct child *c)
{
    close_input_and_output(c);
    close_stream(&c->err);
    *c = (struct child){.warden = c->warden, .in = -1, .out = -1, .err = -1};
}

void child_end(struct child *c, int64_t tick)
{
    close_input_and_output(c);
    if (!c->alive || c->ending)
        return;
    warden_terminate(&c->warden);
    c->ending = true;
    c->kill_at = tick + CHILD_TERM_MS;
}

bool child_reap(struct child *c, int64_t tick, int *status)
{
    if (!c->alive)
        return false;
    if (c->ending && tick >= c->kill_at) {
        warden_kill(&c->warden);
        c->kill_at = INT64_MAX;
    }
    c->alive = !warden_hear(&c->warden, status);
    return !c->alive;
}

void child_shut(struct child *c)
{
    struct pollfd end = {.fd = c->warden.fd, .events = POLLIN};

    child_end(c, 0);
    if (c->alive)
        poll(&end, 1, CHILD_TERM_MS);
    child_close(c);
    warden_close(&c->warden);
}
