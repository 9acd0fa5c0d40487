#include "tests/campaign/campaign_seat.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

enum { ASK_MS = 200 }; /* a linked console has all earlier keys after this time */

/* ---- making ---- */

void seat_init(struct seat *s, enum side side, const char *bin, const char *name,
    const char *directory)
{
    *s = (struct seat){
        .side = side, .name = name, .by_hand = true, .network = -1, .fd = -1};
    snprintf(s->program, sizeof(s->program), "%s/%s", bin, name);
    snprintf(s->directory, sizeof(s->directory), "%s", directory);
    log_open(&s->log, s->directory);
    s->ahead = s->log.prompt;
    seat_argument(s, s->program);
    seat_argument(s, "-l");
    seat_argument(s, s->directory);
}

void seat_argument(struct seat *s, const char *argument)
{
    if (s->argc + 2 >= SEAT_ARGUMENTS)
        abort();
    s->argv[s->argc++] = (char *)(uintptr_t)argument; /* as execv(3) wants it */
}

static void close_terminal(struct seat *s)
{
    if (s->fd >= 0)
        close(s->fd);
    if (s->terminal != NULL)
        vterm_free(s->terminal);
    s->fd = -1;
    s->terminal = NULL;
}

void seat_free(struct seat *s)
{
    if (s->pid > 0) {
        kill(s->pid, SIGKILL);
        waitpid(s->pid, &s->status, 0);
        s->pid = 0;
    }
    close_terminal(s);
    if (s->network >= 0)
        close(s->network);
    log_close(&s->log);
}

/* ---- starting and ending ---- */

static int on_bell(void *user)
{
    ((struct seat *)user)->bells++;
    return 1;
}

static const VTermScreenCallbacks callbacks = {.bell = on_bell};

static void give_screen(struct seat *s)
{
    VTermScreen *screen;

    close_terminal(s);
    s->terminal = vterm_new(SEAT_ROWS, SEAT_COLUMNS);
    vterm_set_utf8(s->terminal, 1);
    screen = vterm_obtain_screen(s->terminal);
    vterm_screen_enable_altscreen(screen, 1);
    vterm_screen_set_callbacks(screen, &callbacks, s);
    vterm_screen_reset(screen, 1);
}

static _Noreturn void become(struct seat *s, bool again)
{
    static char resume[] = "--resume";

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    if (again && s->resumes)
        s->argv[s->argc++] = resume;
    if (s->network < 0 || setns(s->network, CLONE_NEWNET) == 0)
        execv(s->program, s->argv);
    fprintf(stderr, "%s: %s\n", s->program, strerror(errno));
    _exit(127);
}

bool seat_start(struct seat *s, bool again, int64_t now)
{
    struct winsize size = {.ws_col = SEAT_COLUMNS, .ws_row = SEAT_ROWS};
    int fd = -1;
    pid_t pid;

    give_screen(s);
    pid = forkpty(&fd, NULL, NULL, &size);
    if (pid == 0)
        become(s, again);
    if (pid < 0) {
        snprintf(s->why, sizeof(s->why), "%.300s: %s", s->program, strerror(errno));
        return false;
    }
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    s->fd = fd;
    s->pid = pid;
    s->started = now;
    s->again = again;
    s->linked = s->takes_keys = false;
    s->typed_length = 0;
    return true;
}

/* It has ended: keys that it had not accepted, or not logged, are lost. */
static void is_down(struct seat *s)
{
    s->pid = 0;
    s->linked = s->takes_keys = false;
    s->typed_length = 0;
}

/* ---- the keys expected in its log ---- */

/* The keys of its side in the log must be those that were typed, one by one. */
static bool settle(struct seat *s)
{
    for (; s->seen < s->log.count; s->seen++) {
        const struct log_record *record = &s->log.records[s->seen];

        if (record->side != s->side || !s->by_hand)
            continue;
        if (s->owed_count == 0 || s->owed[s->owed_first] != record->code) {
            snprintf(s->why, sizeof(s->why),
                "%.300s, record %zu: code %u, and %s was typed", s->directory,
                s->seen + 1, record->code,
                s->owed_count == 0 ? "nothing" : "another key");
            return false;
        }
        s->owed_first = (s->owed_first + 1) % SEAT_OWED_MOST;
        s->owed_count--;
        s->accepted++;
    }
    return true;
}

/* The other side's keys change the turn. */
static void catch_up(struct seat *s)
{
    if (s->owed_count == 0 && s->ahead.turn != s->log.prompt.turn)
        s->ahead = s->log.prompt;
}

static bool follow(struct seat *s)
{
    if (!log_follow(&s->log)) {
        snprintf(s->why, sizeof(s->why), "%s", s->log.why);
        return false;
    }
    if (!settle(s))
        return false;
    catch_up(s);
    return true;
}

bool seat_kill(struct seat *s)
{
    if (s->pid == 0)
        return true;
    kill(s->pid, SIGKILL);
    waitpid(s->pid, &s->status, 0);
    is_down(s);
    if (!follow(s))
        return false;
    s->lost += s->owed_count;
    s->owed_count = 0;
    s->ahead = s->log.prompt;
    return true;
}

/* ---- its terminal ---- */

struct pollfd seat_fd(const struct seat *s)
{
    return (struct pollfd){
        .fd = s->fd, .events = (short)(POLLIN | (s->typed_length > 0 ? POLLOUT : 0))};
}

static void hear(struct seat *s)
{
    char bytes[16384];
    ssize_t got;

    while (s->fd >= 0 && (got = read(s->fd, bytes, sizeof(bytes))) != 0) {
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (got < 0) { /* a terminal ends with EIO; its last screen is still there */
            close(s->fd);
            s->fd = -1;
            return;
        }
        vterm_input_write(s->terminal, bytes, (size_t)got);
    }
}

void seat_flush(struct seat *s)
{
    ssize_t sent =
        s->fd >= 0 && s->typed_length > 0 ? write(s->fd, s->typed, s->typed_length) : 0;

    if (sent <= 0)
        return;
    s->typed_length -= (size_t)sent;
    memmove(s->typed, s->typed + sent, s->typed_length);
}

static void reap(struct seat *s)
{
    if (s->pid > 0 && waitpid(s->pid, &s->status, WNOHANG) == s->pid)
        is_down(s);
}

bool seat_says_link(const struct seat *s)
{
    return seat_says(s, "open link") || seat_says(s, "sealed");
}

static bool says_linked(const struct seat *s)
{
    return seat_says_link(s) && !seat_says(s, "Resuming");
}

/* A resuming console accepts no keys before the far end has sent all of its keys. Its
 * screen says so, unless a received key has left a note there: any key, such as ^L,
 * removes the note. */
static void see_whether_linked(struct seat *s, int64_t now)
{
    if (s->pid == 0 || s->takes_keys)
        return;
    if (!s->linked && says_linked(s)) {
        s->linked = true;
        s->linked_at = now;
        s->asked = !s->again;
        s->takes_keys = !s->again;
    } else if (s->linked && !s->asked && now - s->linked_at >= ASK_MS) {
        s->asked = true;
        seat_press(s, "\x0c");
    } else if (s->linked && now - s->linked_at >= 2 * ASK_MS) {
        s->takes_keys = says_linked(s);
        s->linked = s->takes_keys;
    }
}

bool seat_step(struct seat *s, int64_t now)
{
    hear(s);
    seat_flush(s);
    reap(s);
    if (!follow(s))
        return false;
    see_whether_linked(s, now);
    return true;
}

/* ---- its screen ---- */

static void read_row(const struct seat *s, int row, char text[static SEAT_TEXT_SIZE])
{
    VTermScreen *screen = vterm_obtain_screen(s->terminal);
    VTermScreenCell cell;
    size_t length = 0;

    for (VTermPos pos = {.row = row}; pos.col < SEAT_COLUMNS; pos.col++) {
        vterm_screen_get_cell(screen, pos, &cell);
        text[length++] =
            cell.chars[0] >= ' ' && cell.chars[0] <= '~' ? (char)cell.chars[0] : ' ';
    }
    while (length > 0 && text[length - 1] == ' ')
        length--;
    text[length] = '\0';
}

const char *seat_status(const struct seat *s, char text[static SEAT_TEXT_SIZE])
{
    text[0] = '\0';
    if (s->terminal != NULL)
        read_row(s, SEAT_ROWS - 1, text);
    return text;
}

bool seat_says(const struct seat *s, const char *text)
{
    char status[SEAT_TEXT_SIZE];

    return strstr(seat_status(s, status), text) != NULL;
}

void seat_show(const struct seat *s, FILE *to)
{
    char row[SEAT_TEXT_SIZE];

    fprintf(to, "--- %s (%s): log %d, %zu keys, %zu in it, %zu owed\n", s->name,
        s->pid > 0 ? "runs" : "down", s->log.number, s->log.count, s->log.at,
        s->owed_count);
    for (int i = 0; s->terminal != NULL && i < SEAT_ROWS; i++) {
        read_row(s, i, row);
        fprintf(to, "  |%s\n", row);
    }
}

/* ---- typing ---- */

bool seat_is_ready(const struct seat *s)
{
    return s->pid > 0 && s->linked && log_is_whole(&s->log);
}

bool seat_is_settled(const struct seat *s)
{
    return s->owed_count == 0 && s->typed_length == 0;
}

bool seat_may_type(const struct seat *s)
{
    return s->by_hand && seat_is_ready(s) && s->takes_keys &&
           s->ahead.turn == s->side && s->owed_count < SEAT_OWED_MOST / 4;
}

void seat_press(struct seat *s, const char *bytes)
{
    size_t length = strlen(bytes);

    if (s->typed_length + length > sizeof(s->typed))
        abort();
    memcpy(s->typed + s->typed_length, bytes, length);
    s->typed_length += length;
}

void seat_owe(struct seat *s, uint32_t code)
{
    struct event events[PROMPT_EVENTS_MAX];
    struct key key = {.code = code, .side = s->side};

    if (s->owed_count == SEAT_OWED_MOST ||
        (prompt_feed(&s->ahead, &key, events) > 0 && events[0].kind == EV_REFUSED))
        abort();
    s->owed[(s->owed_first + s->owed_count++) % SEAT_OWED_MOST] = code;
}

void seat_type(struct seat *s, uint32_t code)
{
    char byte[2] = {(char)(code == K_BACKSPACE ? 0x7f : code), '\0'};

    seat_owe(s, code);
    seat_press(s, byte);
}
