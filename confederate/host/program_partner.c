#include "confederate/host/program_partner.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

_Static_assert((int)CHILD_FDS <= (int)PARTNER_FDS, "a child's descriptors fit");

static struct program_partner *program_of(struct partner *p)
{
    return (struct program_partner *)p;
}

static const struct settings *settings_of(const struct program_partner *p)
{
    return p->partner.console->settings;
}

/* Whether there is a turn without an answer. */
static bool has_turn(const struct program_partner *p)
{
    return p->partner.state == PARTNER_ASKED && !p->answered;
}

static bool is_answering(const struct program_partner *p)
{
    return has_turn(p) && p->handed;
}

/* Whether the program is not ready for its turn yet. */
static bool is_turn_waiting(const struct program_partner *p)
{
    return has_turn(p) && !p->handed;
}

/* Start and end */

/* End the program; step_program() starts another when this one is gone. */
static void renew_program(struct program_partner *p, int64_t tick)
{
    const struct settings *s = settings_of(p);

    reply_init(&p->reply, (struct reply_manner){.prompt = s->prompt,
                              .idle_ms = s->idle_ms,
                              .skip_banner = s->skip_banner,
                              .unicode = s->book->alphabet == ALPHABET_UNICODE,
                              .terminal = s->pty});
    p->overdue = false;
    p->wanted = true;
    child_end(&p->child, tick);
}

static void start_program(struct program_partner *p, struct moment now)
{
    struct console *c = p->partner.console;

    p->wanted = false;
    program_report_begin(&p->report, c->session.recorder);
    p->restarts += p->failed;
    p->failed = false;
    if (settings_of(p)->isolated)
        session_note(&c->session, "isolated", 0);
    if (child_start(&p->child) < 0)
        program_report_trouble(&p->report, c, now, "%s does not start: %s",
            settings_of(p)->command[0], strerror(errno));
}

static void forget_answer(
    struct partner *base, enum partner_change change, int64_t tick)
{
    struct program_partner *p = program_of(base);

    if (change == PARTNER_BEGINS || change == PARTNER_ENDS) {
        p->failed = false;
        p->restarts = 0;
        renew_program(p, tick);
    } else if (change == PARTNER_NEW_JUDGE ? p->reply.begun : is_answering(p))
        renew_program(p, tick); /* its output would belong to the stopped answer */
    else if (change == PARTNER_STOPPED)
        reply_drop(&p->reply);
}

/* Answers */

static const char restarted[] = "restarted";

static void take_reply(struct program_partner *p)
{
    p->partner.length = reply_take(&p->reply, p->partner.keys);
    p->answered = true;
}

static void answer_nothing(struct program_partner *p)
{
    p->partner.length = 0;
    p->answered = true;
}

/* The program has failed, which costs the judge this reply. */
static void give_up_reply(
    struct program_partner *p, const char *cause, const char *remedy, struct moment now)
{
    program_report_trouble(
        &p->report, p->partner.console, now, "%s: %s", cause, remedy);
    p->failed = true;
    renew_program(p, now.tick);
    answer_nothing(p);
}

/* The prompt or banner has not come in a minute: this turn gets no reply, and the next
 * is handed over without it. The operator's bottom line has room for 40 characters. */
static void give_up_waiting(struct program_partner *p, struct moment now)
{
    static const char *const notes[2][2] = {
        {"No banner for a minute: try --pty", "No banner: leave out --skip-banner"},
        {"No prompt for a minute: try --pty", "No prompt for a minute: check --prompt"},
    };
    const struct settings *s = settings_of(p);

    program_report_trouble(
        &p->report, p->partner.console, now, "%s", notes[s->prompt != NULL][s->pty]);
    p->overdue = true;
    answer_nothing(p);
}

static bool is_ready(const struct program_partner *p, int64_t tick)
{
    return p->overdue || reply_is_ready(&p->reply, tick);
}

static void hand_over_turn(struct program_partner *p, struct moment now)
{
    if (p->turn_length == 0) {
        answer_nothing(p);
        return;
    }
    reply_begin(&p->reply, p->turn, p->turn_length, now.tick);
    p->handed = true;
    if (child_write(&p->child, p->turn, p->turn_length) < 0)
        give_up_reply(p, "The program does not read", restarted, now);
}

static void try_turn(struct program_partner *p, struct moment now)
{
    if (p->wanted || p->child.ending)
        return;
    if (!child_is_running(&p->child))
        answer_nothing(p);
    else if (is_ready(p, now.tick))
        hand_over_turn(p, now);
    else if (now.tick - p->asked >= REPLY_HUNG_MS)
        give_up_waiting(p, now);
}

static void watch_reply(struct program_partner *p, struct moment now)
{
    reply_expect_echo(&p->reply, child_edits_lines(&p->child));
    switch (reply_state(&p->reply, now.tick)) {
    case REPLY_WAITING:
        break;
    case REPLY_DONE:
        take_reply(p);
        break;
    case REPLY_HUNG:
        /* The usual cause: the C library keeps back output to a pipe. */
        give_up_reply(p, "Silent for a minute",
            settings_of(p)->pty ? restarted : "try --pty", now);
        break;
    case REPLY_FLOOD:
        give_up_reply(p, "The program floods", restarted, now);
        break;
    }
}

static void ask_program(
    struct partner *base, const char *turn, size_t length, struct moment now)
{
    struct program_partner *p = program_of(base);

    p->turn = turn;
    p->turn_length = length;
    p->asked = now.tick;
    p->again = p->handed = p->answered = false;
    if (!p->child.alive)
        renew_program(p, now.tick);
}

/* The end of the program */

static void note_end(struct program_partner *p, const char *cause, struct moment now)
{
    program_report_trouble(
        &p->report, p->partner.console, now, "%s: see %s", cause, p->report.file);
    p->failed = true;
}

/* Hand the turn to a fresh program: this one was ending when the turn came. */
static void ask_again(struct program_partner *p, struct moment now)
{
    renew_program(p, now.tick);
    p->again = true;
    p->handed = false;
}

/* The program has ended in its answer. Text before an exit with status 0 is a reply,
 * and so is text that has its end. */
static void end_answer(
    struct program_partner *p, const char *cause, bool orderly, struct moment now)
{
    bool answered = reply_is_answered(&p->reply);

    if (orderly && !answered && !p->again)
        ask_again(p, now);
    else if ((orderly && answered) || reply_state(&p->reply, now.tick) == REPLY_DONE) {
        note_end(p, cause, now);
        take_reply(p);
    } else
        give_up_reply(p, cause, restarted, now);
}

/* The program has ended by itself. */
static void lose_program(struct program_partner *p, int status, struct moment now)
{
    bool orderly = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    char cause[64];

    if (WIFSIGNALED(status))
        snprintf(cause, sizeof(cause), "Program died (signal %d)", WTERMSIG(status));
    else
        snprintf(
            cause, sizeof(cause), "Program ended (status %d)", WEXITSTATUS(status));
    if (is_answering(p))
        end_answer(p, cause, orderly, now);
    else if (is_turn_waiting(p) && p->again)
        give_up_reply(p, cause, restarted, now);
    else {
        note_end(p, cause, now);
        if (is_turn_waiting(p))
            ask_again(p, now);
    }
}

/* Read some of the output: as child_read(). */
static ssize_t read_output(struct program_partner *p, int64_t tick)
{
    char bytes[4096];
    ssize_t got = child_read(&p->child, bytes, sizeof(bytes));

    if (got > 0)
        reply_feed(&p->reply, bytes, (size_t)got, tick);
    return got;
}

static void bury_program(struct program_partner *p, int status, struct moment now)
{
    bool by_request = p->child.ending;

    while (p->child.out >= 0 && !p->reply.flooded && read_output(p, now.tick) > 0)
        continue;
    program_report_drain(&p->report, &p->child);
    child_close(&p->child);
    if (!by_request && p->partner.present)
        lose_program(p, status, now);
}

/* End a program that has closed its output and does not exit. */
static void check_ended(struct program_partner *p, struct moment now)
{
    if (p->child.ended == 0 || p->child.ending ||
        now.tick - p->child.ended < PROGRAM_PARTNER_EXIT_MS)
        return;
    if (is_answering(p))
        give_up_reply(p, "The program closed its output", restarted, now);
    else
        child_end(&p->child, now.tick);
}

static void serve_streams(struct program_partner *p,
    const struct pollfd fds[static PARTNER_FDS], struct moment now)
{
    struct child *c = &p->child;
    int status;

    if (fds[0].revents != 0 && fds[0].fd == c->in && child_flush(c) < 0 &&
        is_answering(p))
        give_up_reply(p, "The program does not read", restarted, now);
    if (fds[1].revents != 0 && fds[1].fd == c->out && read_output(p, now.tick) < 0)
        child_close_output(c, now.tick);
    if (fds[2].revents != 0 && fds[2].fd == c->err)
        program_report_read(&p->report, c, now.tick);
    if (child_reap(c, now.tick, &status))
        bury_program(p, status, now);
    check_ended(p, now);
    if (p->wanted && !c->alive && p->partner.present)
        start_program(p, now);
}

/* The operator's view */

static const char *word_of(const struct program_partner *p, int64_t tick)
{
    if (!p->child.alive)
        return p->partner.present ? "not running" : "starts when a judge comes";
    if (p->child.ending)
        return "is being ended";
    if (p->child.length > 0)
        return "reading";
    if (!p->reply.begun && !reply_is_ready(&p->reply, tick))
        return "starting";
    if (is_turn_waiting(p))
        return "busy, the judge waits";
    if (is_answering(p))
        return reply_is_answered(&p->reply) ? "replying" : "thinking";
    if (!p->reply.begun)
        return "ready";
    return p->partner.state == PARTNER_LISTENING ? "waiting" : "its reply is typed";
}

static struct program_state program_state(const struct program_partner *p, int64_t tick)
{
    const struct reply *r = &p->reply;
    struct program_state s = {
        .word = word_of(p, tick),
        .running = child_is_running(&p->child),
        .isolated = settings_of(p)->isolated,
        .restarts = p->restarts,
    };

    if (s.running && (is_answering(p) || p->partner.state == PARTNER_LISTENING))
        s.silent_since = r->heard > r->asked ? r->heard : r->asked;
    return s;
}

/* The turn of the loop */

static bool step_program(struct partner *base,
    const struct pollfd fds[static PARTNER_FDS], struct moment now)
{
    struct program_partner *p = program_of(base);
    struct program_state state;

    serve_streams(p, fds, now);
    if (is_turn_waiting(p))
        try_turn(p, now);
    if (is_answering(p))
        watch_reply(p, now);
    state = program_state(p, now.tick);
    program_report_show(&p->report, &state, now.tick);
    return p->partner.state == PARTNER_ASKED && p->answered;
}

static void program_fds(
    const struct partner *base, int64_t tick, struct pollfd fds[static PARTNER_FDS])
{
    const struct program_partner *p = (const struct program_partner *)base;

    child_fds(&p->child, fds);
    if (tick < p->report.due)
        fds[2].fd = -1;
    if (p->reply.flooded && !is_answering(p))
        fds[1].fd = -1; /* it may wait until its next turn */
}

static int64_t program_due(const struct partner *base, int64_t tick)
{
    const struct program_partner *p = (const struct program_partner *)base;
    struct program_state state = program_state(p, tick);
    int64_t due = program_report_due(&state, tick);

    if (p->wanted && !p->child.alive && p->partner.present)
        return 0;
    if (is_answering(p))
        due = clock_earlier(due, reply_due(&p->reply));
    else if (is_turn_waiting(p))
        due = clock_earlier(
            due, clock_earlier(p->asked + REPLY_HUNG_MS, reply_ready_due(&p->reply)));
    if (p->child.ended != 0 && !p->child.ending)
        due = clock_earlier(due, p->child.ended + PROGRAM_PARTNER_EXIT_MS);
    if (p->child.ending)
        due = clock_earlier(due, p->child.kill_at);
    if (p->child.err >= 0 && tick < p->report.due)
        due = clock_earlier(due, p->report.due);
    return due;
}

static void close_program(struct partner *base)
{
    struct program_partner *p = program_of(base);

    child_shut(&p->child);
    program_report_close(&p->report);
}

int program_partner_open(struct program_partner *p, struct console *c, bool *unable)
{
    static const struct partner_operations operations = {
        .ask = ask_program,
        .forget = forget_answer,
        .step = step_program,
        .fds = program_fds,
        .due = program_due,
        .close = close_program,
    };
    const struct settings *s = c->settings;
    struct warden_program program = {
        p->path, s->command, .terminal = s->pty, .isolated = s->isolated};
    struct program_state state;

    p->partner.operations = &operations;
    p->partner.console = c;
    if (child_find(s->command[0], p->path) < 0)
        return -1;
    *unable = child_open(&p->child, &program) < 0;
    if (*unable)
        return -1;
    program_report_init(&p->report);
    state = program_state(p, 0);
    program_report_show(&p->report, &state, 0);
    console_show_program(c, &p->report.status);
    return 0;
}
