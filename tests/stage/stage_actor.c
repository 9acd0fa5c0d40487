/*
 * stage_actor.c - a program on a pseudo-terminal or on pipes, and all of them.
 *
 * Nothing here blocks: text that cannot be written yet stays in typed, and
 * cast_listen() writes it later while it reads the output of all actors.
 */
#include "tests/stage/stage_actor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>

enum {
    ENDS = 3,         /* descriptors of an actor: out, err, in */
    SILENCE_MS = 500, /* after which an ended program's children are not waited for */
};

volatile sig_atomic_t stage_stopped;

static sigset_t calm; /* the signals that are blocked except within ppoll(2) */

int64_t stage_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void on_signal(int number)
{
    if (number != SIGCHLD)
        stage_stopped = number;
}

void stage_signals(void)
{
    static const int caught[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal};
    sigset_t blocked;

    sigemptyset(&action.sa_mask);
    sigemptyset(&blocked);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        sigaction(caught[i], &action, NULL);
        sigaddset(&blocked, caught[i]);
    }
    signal(SIGPIPE, SIG_IGN);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    sigemptyset(&calm);
}

/* ---- starting ---- */

static _Noreturn void become(char *const argv[])
{
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &calm, NULL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    execvp(argv[0], argv);
    fprintf(stderr, "stage: %s: %s\n", argv[0], strerror(errno));
    _exit(127);
}

/* Add an actor, not yet alive, to the cast. */
static struct actor *hired(struct cast *cast, const char *name)
{
    struct actor *actor = calloc(1, sizeof *actor);

    if (actor == NULL || (actor->name = strdup(name)) == NULL)
        abort();
    actor->in = actor->out = actor->err = -1;
    actor->next = cast->first;
    cast->first = actor;
    return actor;
}

static void close_all(const int *fd, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (fd[i] >= 0)
            close(fd[i]);
    }
}

static int never_blocking(int fd)
{
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    return fd;
}

struct actor *actor_on_pipes(struct cast *cast, const char *name, char *const argv[])
{
    int fd[6] = {-1, -1, -1, -1, -1, -1}; /* in, out, err: read and write ends */
    struct actor *actor;
    pid_t pid = -1;

    if (pipe2(fd, O_CLOEXEC) == 0 && pipe2(fd + 2, O_CLOEXEC) == 0 &&
        pipe2(fd + 4, O_CLOEXEC) == 0)
        pid = fork();
    if (pid == 0) {
        setsid();
        dup2(fd[0], STDIN_FILENO);
        dup2(fd[3], STDOUT_FILENO);
        dup2(fd[5], STDERR_FILENO);
        become(argv);
    }
    if (pid < 0) {
        close_all(fd, 6);
        return NULL;
    }
    close_all((int[]){fd[0], fd[3], fd[5]}, 3);
    actor = hired(cast, name);
    actor->pid = pid;
    actor->in = never_blocking(fd[1]);
    actor->out = never_blocking(fd[2]);
    actor->err = never_blocking(fd[4]);
    return actor;
}

static int on_bell(void *user)
{
    ((struct actor *)user)->bells++;
    return 1;
}

static int on_property(VTermProp property, VTermValue *value, void *user)
{
    struct actor *actor = user;

    if (property == VTERM_PROP_ALTSCREEN)
        actor->alternate = value->boolean;
    else if (property == VTERM_PROP_CURSORVISIBLE)
        actor->hidden = !value->boolean;
    return 1;
}

/* Type the terminal's answer to a query of the program. */
static void on_answer(const char *bytes, size_t length, void *user)
{
    text_add(&((struct actor *)user)->typed, bytes, length);
}

static const VTermScreenCallbacks callbacks = {
    .settermprop = on_property,
    .bell = on_bell,
};

static void give_screen(struct actor *actor, struct size size)
{
    VTermScreen *screen;

    actor->terminal = vterm_new(size.rows, size.columns);
    vterm_set_utf8(actor->terminal, 1);
    vterm_output_set_callback(actor->terminal, on_answer, actor);
    screen = vterm_obtain_screen(actor->terminal);
    vterm_screen_enable_altscreen(screen, 1);
    vterm_screen_set_callbacks(screen, &callbacks, actor);
    vterm_screen_reset(screen, 1);
}

static struct winsize window(struct size size)
{
    return (struct winsize){
        .ws_col = (unsigned short)size.columns,
        .ws_row = (unsigned short)size.rows,
    };
}

/* A new terminal with the modes of one that understands UTF-8. */
static int open_terminal(int fd[2], struct size size, struct termios *modes)
{
    struct winsize ws = window(size);

    if (openpty(&fd[0], &fd[1], NULL, NULL, &ws) < 0)
        return -1;
    fcntl(fd[0], F_SETFD, FD_CLOEXEC);
    fcntl(fd[1], F_SETFD, FD_CLOEXEC);
    tcgetattr(fd[1], modes);
    modes->c_iflag |= IUTF8;
    tcsetattr(fd[1], TCSANOW, modes);
    return tcgetattr(fd[1], modes);
}

struct actor *actor_on_terminal(
    struct cast *cast, const char *name, struct size size, char *const argv[])
{
    int fd[2] = {-1, -1};
    struct termios modes;
    struct actor *actor;
    pid_t pid = -1;

    if (open_terminal(fd, size, &modes) == 0)
        pid = fork();
    if (pid == 0) {
        login_tty(fd[1]);
        become(argv);
    }
    if (pid < 0) {
        close_all(fd, 2);
        return NULL;
    }
    close(fd[1]);
    actor = hired(cast, name);
    actor->pid = pid;
    actor->modes = modes;
    actor->in = actor->out = never_blocking(fd[0]);
    give_screen(actor, size);
    return actor;
}

struct actor *cast_find(const struct cast *cast, const char *name)
{
    struct actor *actor = cast->first;

    while (actor != NULL && strcmp(actor->name, name) != 0)
        actor = actor->next;
    return actor;
}

/* ---- listening ---- */

/* Nothing more comes from out or err, whichever *fd is. */
static void is_silent(struct actor *actor, int *fd)
{
    if (*fd != actor->in) /* a terminal can still be asked for its modes */
        close(*fd);
    *fd = -1;
}

static void hear(struct actor *actor, int *fd, struct text *heard)
{
    char bytes[16384];
    ssize_t length = read(*fd, bytes, sizeof bytes);

    if (length < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (length <= 0) { /* a terminal ends with EIO */
        is_silent(actor, fd);
        return;
    }
    actor->heard = stage_now();
    text_add(heard, bytes, (size_t)length);
    if (actor->terminal != NULL)
        vterm_input_write(actor->terminal, bytes, (size_t)length);
}

static void say(struct actor *actor)
{
    ssize_t length = write(actor->in, actor->typed.data, actor->typed.length);

    if (length >= 0)
        text_behead(&actor->typed, (size_t)length);
    else if (errno != EAGAIN && errno != EINTR)
        text_clear(&actor->typed); /* the program reads no more */
}

static void reap(struct actor *actor)
{
    if (actor->ended || waitpid(actor->pid, &actor->status, WNOHANG) != actor->pid)
        return;
    actor->ended = true;
    actor->heard = stage_now();
}

/* The descriptors for poll(2), which ignores negative ones. */
static void look_at(const struct actor *actor, struct pollfd ends[ENDS])
{
    bool typing = actor->typed.length > 0;

    ends[0] = (struct pollfd){actor->unread ? -1 : actor->out, POLLIN, 0};
    ends[1] = (struct pollfd){actor->unread ? -1 : actor->err, POLLIN, 0};
    ends[2] = (struct pollfd){typing ? actor->in : -1, POLLOUT, 0};
}

static void serve(struct actor *actor, const struct pollfd ends[ENDS])
{
    bool heard = ends[0].revents != 0 || ends[1].revents != 0;

    if (ends[0].revents != 0)
        hear(actor, &actor->out, &actor->said);
    if (ends[1].revents != 0)
        hear(actor, &actor->err, &actor->complained);
    if (ends[2].revents != 0)
        say(actor);
    reap(actor);
    if (actor->ended) {
        text_clear(&actor->typed);
        actor->forsaken =
            !actor->unread && !heard && stage_now() - actor->heard > SILENCE_MS;
    }
    if (actor->no_more && actor->typed.length == 0)
        actor_hang_up(actor);
}

void cast_listen(struct cast *cast, int ms)
{
    struct timespec wait = {ms / 1000, ms % 1000 * 1000000L};
    struct pollfd *ends;
    size_t count = 0, i = 0;

    for (struct actor *actor = cast->first; actor != NULL; actor = actor->next)
        count++;
    ends = calloc(count + 1, ENDS * sizeof *ends);
    if (ends == NULL)
        abort();
    for (struct actor *actor = cast->first; actor != NULL; actor = actor->next)
        look_at(actor, ends + ENDS * i++);
    if (ppoll(ends, ENDS * count, &wait, &calm) < 0)
        poll(ends, ENDS * count, 0);
    i = 0;
    for (struct actor *actor = cast->first; actor != NULL; actor = actor->next)
        serve(actor, ends + ENDS * i++);
    free(ends);
}

bool actor_is_over(const struct actor *actor)
{
    return actor->ended &&
           (actor->unread || actor->forsaken || (actor->out < 0 && actor->err < 0));
}

/* ---- doing things to them ---- */

void actor_hang_up(struct actor *actor)
{
    if (actor->in < 0)
        return;
    if (actor->out == actor->in)
        actor->out = -1;
    close(actor->in);
    actor->in = -1;
    text_clear(&actor->typed);
}

void actor_resize(struct actor *actor, struct size size)
{
    struct winsize ws = window(size);

    vterm_set_size(actor->terminal, size.rows, size.columns);
    ioctl(actor->in, TIOCSWINSZ, &ws);
}

int signal_number(const char *name)
{
    if (strncmp(name, "SIG", 3) == 0)
        name += 3;
    for (int number = 1; number < NSIG; number++) {
        const char *known = sigabbrev_np(number);

        if (known != NULL && strcmp(known, name) == 0)
            return number;
    }
    return -1;
}

/* Send a signal to all running actors. Returns their number. */
static size_t tell_all(struct cast *cast, int number)
{
    size_t count = 0;

    for (struct actor *actor = cast->first; actor != NULL; actor = actor->next) {
        if (actor->ended)
            continue;
        actor->unread = false; /* lest it wait for us while we wait for it */
        count++;
        if (number != 0)
            kill(actor->pid, number);
    }
    return count;
}

void cast_end(struct cast *cast, int ms)
{
    int64_t deadline = stage_now() + ms;

    /* Not the other way round: SIGCONT undoes the stop by which a leak sanitizer looks
     * at a program that ends, which then never does. */
    tell_all(cast, SIGCONT);
    tell_all(cast, SIGTERM);
    while (tell_all(cast, 0) > 0 && stage_now() < deadline)
        cast_listen(cast, 20);
    for (struct actor *actor = cast->first; actor != NULL; actor = actor->next)
        actor->outstayed = !actor->ended;
    tell_all(cast, SIGKILL);
    while (tell_all(cast, 0) > 0)
        cast_listen(cast, 20);
}

void actor_dismiss(struct cast *cast, struct actor *actor)
{
    struct actor **link = &cast->first;

    while (*link != actor)
        link = &(*link)->next;
    *link = actor->next;
    actor_hang_up(actor);
    close_all((int[]){actor->out, actor->err}, 2);
    if (actor->terminal != NULL)
        vterm_free(actor->terminal);
    text_free(&actor->typed);
    text_free(&actor->said);
    text_free(&actor->complained);
    free(actor->name);
    free(actor);
}

/* ---- seeing them ---- */

/* Add a character as UTF-8. */
static void put_character(struct text *text, uint32_t code)
{
    static const struct {
        uint32_t below;
        unsigned lead;
        int more;
    } lengths[] = {
        {0x80, 0x00, 0}, {0x800, 0xc0, 1}, {0x10000, 0xe0, 2}, {0x110000, 0xf0, 3}};

    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        if (code >= lengths[i].below)
            continue;
        text_put(text, (char)(lengths[i].lead | code >> 6 * lengths[i].more));
        for (int more = lengths[i].more; more-- > 0;)
            text_put(text, (char)(0x80 | (code >> 6 * more & 0x3f)));
        return;
    }
}

static void screen_row(VTermScreen *screen, int row, int columns, struct text *text)
{
    VTermPos pos = {.row = row};
    VTermScreenCell cell;

    while (pos.col < columns) {
        vterm_screen_get_cell(screen, pos, &cell);
        pos.col += cell.width > 1 ? cell.width : 1;
        if (cell.chars[0] == 0)
            text_put(text, ' ');
        for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i] != 0; i++)
            put_character(text, cell.chars[i]);
    }
    while (text->length > 0 && text->data[text->length - 1] == ' ')
        text->data[--text->length] = '\0';
}

void actor_screen(const struct actor *actor, struct rows *rows)
{
    VTermScreen *screen = vterm_obtain_screen(actor->terminal);
    struct text text = {0};
    int count, columns;

    vterm_get_size(actor->terminal, &count, &columns);
    for (int row = 0; row < count; row++) {
        text_clear(&text);
        screen_row(screen, row, columns, &text);
        rows_add(rows, text_string(&text), text.length);
    }
    text_free(&text);
}

VTermPos actor_cursor(const struct actor *actor)
{
    VTermPos pos;

    vterm_state_get_cursorpos(vterm_obtain_state(actor->terminal), &pos);
    return pos;
}

/* Add a complaint to those that are there. */
static void object(struct text *why, const char *what)
{
    text_say(why, "%s%s", why->length > 0 ? ", " : "", what);
}

static void compare_modes(const char *name, tcflag_t was, tcflag_t is, struct text *why)
{
    if (was == is)
        return;
    object(why, name);
    text_say(why, " is %#o instead of %#o", is, was);
}

bool actor_has_restored(const struct actor *actor, struct text *why)
{
    const struct termios *was = &actor->modes;
    struct termios is;

    if (tcgetattr(actor->in, &is) < 0) {
        object(why, "its terminal is closed");
        return false;
    }
    compare_modes("c_iflag", was->c_iflag, is.c_iflag, why);
    compare_modes("c_oflag", was->c_oflag, is.c_oflag, why);
    compare_modes("c_cflag", was->c_cflag, is.c_cflag, why);
    compare_modes("c_lflag", was->c_lflag, is.c_lflag, why);
    if (memcmp(was->c_cc, is.c_cc, sizeof is.c_cc) != 0)
        object(why, "its control characters differ");
    if (actor->alternate)
        object(why, "the alternate screen is still shown");
    if (actor->hidden)
        object(why, "the cursor is still hidden");
    return why->length == 0;
}

void actor_fate(const struct actor *actor, struct text *out)
{
    if (!actor->ended)
        text_say(out, "runs");
    else if (WIFEXITED(actor->status))
        text_say(out, "exited %d", WEXITSTATUS(actor->status));
    else
        text_say(out, "died of SIG%s", sigabbrev_np(WTERMSIG(actor->status)));
}

static void describe_screen(const struct actor *actor, struct text *out)
{
    VTermPos cursor = actor_cursor(actor);
    struct rows rows = {0};
    size_t used = 0;

    actor_screen(actor, &rows);
    for (size_t i = 0; i < rows.count; i++)
        used = rows.row[i][0] == '\0' ? used : i + 1;
    text_say(out, "%zu rows, cursor at row %d column %d%s\n", rows.count,
        cursor.row + 1, cursor.col + 1, actor->hidden ? ", hidden" : "");
    rows_show(&rows, used, out);
    rows_free(&rows);
}

static void describe_text(const char *name, const struct text *text, struct text *out)
{
    struct rows rows = {0};

    rows_split(&rows, text);
    text_say(out, "%s, %zu bytes\n", name, text->length);
    rows_show(&rows, rows.count, out);
    rows_free(&rows);
}

void actor_describe(const struct actor *actor, struct text *out)
{
    text_say(out, "--- %s (pid %d) ", actor->name, (int)actor->pid);
    actor_fate(actor, out);
    if (actor->typed.length > 0)
        text_say(out, ", has not taken %zu bytes", actor->typed.length);
    text_say(out, "%s: ", actor->unread ? ", is not read" : "");
    if (actor->terminal != NULL) {
        describe_screen(actor, out);
        return;
    }
    describe_text("stdout", &actor->said, out);
    describe_text("stderr", &actor->complained, out);
}
