#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "signals.h"

/* Finding it */

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

/* Starting it */

/* Both ends of what joins us to the program. */
struct streams {
    int our_in, our_out;
    int its_in, its_out, its_err;
};

static void close_all(int *const fds[], int count)
{
    int saved = errno;

    for (int i = 0; i < count; i++)
        if (*fds[i] >= 0)
            close(*fds[i]);
    errno = saved;
}

static void close_streams(struct streams *s)
{
    if (s->our_out == s->our_in)
        s->our_out = -1;
    if (s->its_out == s->its_in)
        s->its_out = -1;
    close_all(
        (int *const[]){&s->our_in, &s->our_out, &s->its_in, &s->its_out, &s->its_err},
        5);
}

static int open_pipes(struct streams *s)
{
    int in[2], out[2];

    if (pipe2(in, O_CLOEXEC) < 0)
        return -1;
    s->its_in = in[0];
    s->our_in = in[1];
    if (pipe2(out, O_CLOEXEC) < 0)
        return -1;
    s->our_out = out[0];
    s->its_out = out[1];
    return 0;
}

/* A terminal that neither echoes or edits what it is sent, nor cuts it at 4096 bytes,
 * nor changes what is printed. */
static int open_terminal(struct streams *s)
{
    struct termios mode;
    char name[64];

    s->our_in = s->our_out = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (s->our_in < 0 || grantpt(s->our_in) < 0 || unlockpt(s->our_in) < 0 ||
        ptsname_r(s->our_in, name, sizeof(name)) != 0)
        return -1;
    s->its_in = s->its_out = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (s->its_in < 0 || tcgetattr(s->its_in, &mode) < 0)
        return -1;
    mode.c_lflag &= ~(tcflag_t)(ICANON | ISIG | ECHO | ECHONL);
    mode.c_cc[VMIN] = 1;
    mode.c_cc[VTIME] = 0;
    mode.c_oflag &= ~(tcflag_t)OPOST;
    return tcsetattr(s->its_in, TCSANOW, &mode);
}

static int open_streams(struct streams *s, bool terminal, const char *errors)
{
    *s = (struct streams){-1, -1, -1, -1, -1};
    s->its_err =
        open(errors, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (s->its_err >= 0 && (terminal ? open_terminal : open_pipes)(s) == 0 &&
        fcntl(s->our_in, F_SETFL, O_NONBLOCK) == 0 &&
        fcntl(s->our_out, F_SETFL, O_NONBLOCK) == 0)
        return 0;
    close_streams(s);
    return -1;
}

/* In the child: become the program, or tell through report why not. Nothing here may
 * take a lock: the process has another thread. */
_Noreturn static void become(const struct streams *s, const char *path,
    char *const arguments[], bool terminal, int report)
{
    ssize_t told;

    setsid();
    if (terminal)
        ioctl(s->its_in, TIOCSCTTY, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signals_reset();
    if (dup2(s->its_in, STDIN_FILENO) >= 0 && dup2(s->its_out, STDOUT_FILENO) >= 0 &&
        dup2(s->its_err, STDERR_FILENO) >= 0)
        execv(path, arguments);
    told = write(report, &errno, sizeof(errno));
    _exit(told == (ssize_t)sizeof(errno) ? 127 : 126);
}

/* The end of file says that the program runs; a number says why it does not. */
static int hear_report(int report)
{
    int error = 0;
    ssize_t got;

    do
        got = read(report, &error, sizeof(error));
    while (got < 0 && errno == EINTR);
    close(report);
    errno = got == (ssize_t)sizeof(error) ? error : 0;
    return errno == 0 ? 0 : -1;
}

int child_start(struct child *c, const char *path, char *const arguments[],
    bool terminal, const char *errors)
{
    struct streams s;
    int report[2], error;

    *c = (struct child){.in = -1, .out = -1};
    if (open_streams(&s, terminal, errors) < 0)
        return -1;
    if (pipe2(report, O_CLOEXEC) < 0) {
        close_streams(&s);
        return -1;
    }
    c->pid = fork();
    if (c->pid == 0)
        become(&s, path, arguments, terminal, report[1]);
    close(report[1]);
    if (c->pid < 0) {
        c->pid = 0;
        close(report[0]);
        close_streams(&s);
        return -1;
    }
    if (hear_report(report[0]) == 0) {
        c->in = s.our_in;
        c->out = s.our_out;
        s.our_in = s.our_out = -1;
        close_streams(&s);
        return 0;
    }
    close_streams(&s);
    error = errno;
    waitpid(c->pid, NULL, 0);
    c->pid = 0;
    errno = error;
    return -1;
}

bool child_is_running(const struct child *c)
{
    return c->pid != 0 && !c->ending;
}

/* Talking with it */

struct pollfd child_wait_in(const struct child *c)
{
    return (struct pollfd){.fd = c->length > 0 ? c->in : -1, .events = POLLOUT};
}

struct pollfd child_wait_out(const struct child *c)
{
    return (struct pollfd){.fd = c->pid != 0 ? c->out : -1, .events = POLLIN};
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
            c->length = 0; /* it reads no longer */
            return -1;
        }
        c->length -= (size_t)taken;
        memmove(c->input, c->input + taken, c->length);
    }
    return 0;
}

ssize_t child_read(struct child *c, char *bytes, size_t size)
{
    ssize_t got = read(c->out, bytes, size);

    if (got > 0)
        return got;
    return got < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

static void close_out(struct child *c)
{
    if (c->out >= 0 && c->out != c->in)
        close(c->out);
    c->out = -1;
}

void child_close_output(struct child *c, int64_t tick)
{
    close_out(c);
    c->ended = tick;
}

/* Ending it */

static void close_both(struct child *c)
{
    close_out(c);
    if (c->in >= 0)
        close(c->in);
    c->in = -1;
    free(c->input);
    c->input = NULL;
    c->length = 0;
}

void child_close(struct child *c)
{
    close_both(c);
    *c = (struct child){.in = -1, .out = -1};
}

void child_end(struct child *c, int64_t tick)
{
    close_both(c);
    if (c->pid == 0 || c->ending)
        return;
    kill(-c->pid, SIGTERM);
    c->ending = true;
    c->kill_at = tick + CHILD_TERM_MS;
}

bool child_reap(struct child *c, int64_t tick, int *status)
{
    if (c->pid == 0)
        return false;
    if (c->ending && tick >= c->kill_at) {
        kill(-c->pid, SIGKILL);
        c->kill_at = INT64_MAX;
    }
    if (waitpid(c->pid, status, WNOHANG) != c->pid)
        return false;
    kill(-c->pid, SIGKILL); /* whatever else is in its process group */
    c->pid = 0;
    return true;
}

void child_kill(struct child *c)
{
    if (c->pid != 0) {
        kill(-c->pid, SIGKILL);
        waitpid(c->pid, NULL, 0);
    }
    child_close(c);
}

void child_adopt_orphans(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* One pass over our children; returns whether there were any to end. */
static bool end_some_orphans(void)
{
    char path[64];
    FILE *children;
    bool some = false;
    int pid;

    snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
    children = fopen(path, "re");
    if (children == NULL)
        return false;
    while (fscanf(children, "%d", &pid) == 1) {
        kill(pid, SIGKILL);
        some = waitpid(pid, NULL, 0) == pid || some;
    }
    fclose(children);
    return some;
}

/* Each that ends leaves its own children to us. */
void child_end_orphans(void)
{
    while (end_some_orphans())
        continue;
}
