#include "confederate/station/station_program.h"

#include <errno.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "common/conversation/opening_line.h"
#include "common/link/address.h"
#include "common/lpp/lppdir.h"
#include "common/program/lpp_browser.h"
#include "common/program/lpp_session.h"
#include "common/program/program.h"
#include "common/record/recovery.h"
#include "common/system/signals.h"
#include "confederate/station/ask_name.h"
#include "confederate/station/station.h"

enum {
    BYE_MS = 2000, /* time for a bye after a signal to end */
    STATION_AT = 1,
    HOST_AT = STATION_AT + STATION_FDS,
    FDS = HOST_AT + STATION_PROGRAM_HOST_FDS,
};

enum phase {
    PHASE_NAMING,   /* the person at the station */
    PHASE_CHOOSING, /* a communications directory */
    PHASE_ASKING,   /* whether to resume */
    PHASE_TALKING,
};

/* Large. */
struct station_program {
    struct settings settings; /* completed here: name, directory, address */
    struct console console;
    struct terminal terminal;
    struct recovery past; /* the conversation to resume; lock is -1 if there is none */
    char host_before[ADDRESS_HOST_SIZE]; /* host of its address */
    struct ask_name name;
    struct lpp_browser browser;
    struct station station;
    struct lpp_session lpp; /* the far end of confederate --lpp, in place of station */
    const struct station_host *host; /* NULL: a person types */
    bool host_is_open;
    enum phase phase;
};

static bool has_directory(const struct station_program *p)
{
    return settings_is_direct(&p->settings);
}

/* Resume */

/* Find the interrupted conversation of this station. */
static int find_past(struct station_program *p)
{
    const struct settings *s = &p->settings;
    char address[SAVED_LOG_ADDRESS_MAX + 1];
    struct recovery_wanted wanted = {
        .role = s->program_name, .book = s->book->name, .port = s->port};

    if (has_directory(p)) {
        lppdir_address(s->lpp, address, sizeof(address));
        wanted.address = address;
    }
    return program_find_past(s, &p->terminal, &wanted, &p->past);
}

static void ask_to_resume(struct station_program *p)
{
    struct console *c = &p->console;

    terminal_open(&p->terminal, c);
    console_ask(c, ASK_RESUME);
    session_preview(&c->session, &p->past.past);
    p->phase = PHASE_ASKING;
}

static void take_answer(struct station_program *p)
{
    session_forget(&p->console.session);
    if (!p->console.resume)
        program_abandon(&p->console, &p->past);
}

/* The far end */

/* Listen at the address of the conversation to resume: its judge's console calls it. */
static void listen_as_before(struct station_program *p)
{
    struct settings *s = &p->settings;

    address_read(p->past.past.address, p->host_before, &s->port);
    if (s->label == NULL)
        s->label = p->past.past.station;
    if (s->bind == NULL && strcmp(p->host_before, "*") != 0)
        s->bind = p->host_before;
}

static int explain_listening(const struct station_program *p, int error)
{
    const struct settings *s = &p->settings;

    if (error == EADDRINUSE && p->past.lock >= 0)
        return program_fail(s, EX_UNAVAILABLE,
            "port %d, where the judge of %s was, is in use: end the program that "
            "listens there, or start a new conversation with --no-resume",
            s->port, p->past.name);
    if (error == EADDRINUSE && s->port != 0)
        return program_fail(s, EX_UNAVAILABLE,
            "port %d is in use: choose another with -p, or leave -p out", s->port);
    if (error == EADDRINUSE)
        return program_fail(s, EX_UNAVAILABLE,
            "all ports from %d to %d are in use: choose another with -p", LINK_PORT,
            LINK_PORT + LINK_PORTS - 1);
    if (error == ENOENT || error == EADDRNOTAVAIL)
        return program_fail(s, EX_NOHOST,
            "%s is no address of this machine: 'ip address' lists them", s->bind);
    return program_fail(s, EX_UNAVAILABLE,
        "cannot listen (%s): choose another port with -p or address with -b",
        strerror(error));
}

static int open_station(struct station_program *p)
{
    if (p->past.lock >= 0)
        listen_as_before(p);
    if (station_open(&p->station, &p->console) == 0)
        return PROGRAM_GO;
    terminal_close(&p->terminal);
    return explain_listening(p, errno);
}

static int open_directory(struct station_program *p)
{
    if (lpp_session_open(&p->lpp, &p->console, clock_now()) == 0)
        return PROGRAM_GO;
    terminal_close(&p->terminal);
    return lpp_browser_fail(&p->settings, errno);
}

/* Without discovery judges must name the station. Without a screen the error line also
 * gives its UDP port. */
static void report_unlisted(struct station_program *p, int error)
{
    const char *why = error == EADDRINUSE ? "in use" : strerror(error);

    if (p->terminal.screen != NULL)
        console_note(
            &p->console, true, "UDP %d %s: not in judges' lists", DISCOVERY_PORT, why);
    else
        program_fail(&p->settings, PROGRAM_GO,
            "UDP port %d: %s: judges' lists lack this station, and they have to name "
            "it",
            DISCOVERY_PORT, why);
}

static int begin_directory(struct station_program *p)
{
    if (lpp_session_begin(&p->lpp, &p->console, clock_now()) == 0)
        return PROGRAM_GO;
    return program_no_record(&p->settings, &p->terminal);
}

/* Phases: each function returns PROGRAM_GO; or the exit code, after a line on standard
 * error. */

/* Open the far end, enter the sandbox, resume. */
static int begin_talk(struct station_program *p)
{
    struct console *c = &p->console;
    int code = has_directory(p) ? open_directory(p) : open_station(p);

    if (code != PROGRAM_GO)
        return code;
    terminal_open(&p->terminal, c);
    program_confine(&p->settings, 0, false); /* no thread runs yet */
    p->phase = PHASE_TALKING;
    if (p->past.lock >= 0)
        code = program_resume(c, &p->terminal, &p->past, clock_now());
    if (code == PROGRAM_GO && has_directory(p))
        return begin_directory(p);
    if (code == PROGRAM_GO && p->station.responder.error != 0)
        report_unlisted(p, p->station.responder.error);
    return code;
}

static int open_host(struct station_program *p)
{
    if (p->host == NULL || p->host_is_open)
        return PROGRAM_GO;
    p->host_is_open = p->host->open(p->host->host, &p->settings, &p->console) == 0;
    if (p->host_is_open)
        return PROGRAM_GO;
    terminal_close(&p->terminal);
    return p->host->explain(p->host->host, &p->settings, errno);
}

/* After the choice of a directory: look for a conversation to resume. */
static int begin_asking(struct station_program *p)
{
    const struct settings *s = &p->settings;
    int code = open_host(p);

    if (code == PROGRAM_GO)
        code = find_past(p);
    if (code != PROGRAM_GO)
        return code;
    if (p->past.lock >= 0 && s->resume == RESUME_NO)
        program_abandon(&p->console, &p->past);
    else if (p->past.lock >= 0 && s->resume == RESUME_ASK && !isatty(STDIN_FILENO)) {
        console_note(
            &p->console, false, "%s is unfinished: --resume resumes it", p->past.name);
        recovery_close(&p->past);
    } else if (p->past.lock >= 0 && s->resume == RESUME_ASK) {
        ask_to_resume(p);
        return PROGRAM_GO;
    }
    return begin_talk(p);
}

static int begin_choosing(struct station_program *p)
{
    terminal_open(&p->terminal, &p->console);
    p->phase = PHASE_CHOOSING;
    return lpp_browser_open(&p->browser, &p->settings, &p->terminal);
}

/* After a dialog: the pane has the size of the terminal now. */
static void measure(struct station_program *p)
{
    if (p->terminal.screen != NULL)
        screen_measure(p->terminal.screen, &p->console);
}

static int end_choosing(struct station_program *p)
{
    int code = lpp_browser_end(&p->browser, &p->settings, &p->terminal);

    if (code != PROGRAM_GO)
        return code;
    measure(p);
    return begin_asking(p);
}

/* After the question for the name: choose a directory. */
static int begin_named(struct station_program *p)
{
    struct settings *s = &p->settings;
    int code = PROGRAM_GO;

    if (s->lpp != NULL && s->lpp[0] == '\0')
        return begin_choosing(p);
    if (s->lpp != NULL)
        code = lpp_browser_resolve(&p->browser, s);
    return code == PROGRAM_GO ? begin_asking(p) : code;
}

static int fail_to_name(struct station_program *p)
{
    terminal_close(&p->terminal);
    return program_fail(&p->settings, EX_USAGE,
        "--rules %s: the station says its name first: give a human one, up to %d plain "
        "characters, with -n NAME",
        p->settings.book->name, OPENING_LINE_NAME_MAX);
}

static void press_name(void *owner, uint32_t code, struct moment now)
{
    struct station_program *p = owner;

    (void)now;
    if (p->name.result == ASK_NAME_OPEN)
        ask_name_press(&p->name, code);
}

static int begin_naming(struct station_program *p)
{
    terminal_open(&p->terminal, &p->console);
    ask_name_open(&p->name);
    terminal_set_owner(
        &p->terminal, &(struct terminal_owner){.press = press_name, .self = p});
    p->phase = PHASE_NAMING;
    return PROGRAM_GO;
}

static int end_naming(struct station_program *p)
{
    if (p->terminal.screen == NULL)
        line_mode_break(&p->terminal.plain);
    if (p->name.result == ASK_NAME_LEFT)
        return fail_to_name(p);
    p->settings.name = p->name.name;
    terminal_set_owner(&p->terminal, &(struct terminal_owner){.press = NULL});
    measure(p);
    return begin_named(p);
}

/* A program starts before anything else is open; a directory is chosen first. */
static int begin_program(struct station_program *p)
{
    bool unnamed = ask_name_is_needed(&p->settings);
    int code = PROGRAM_GO;

    if (unnamed && !ask_name_is_possible(&p->settings))
        return fail_to_name(p);
    if (p->settings.lpp == NULL)
        code = open_host(p);
    if (code != PROGRAM_GO)
        return code;
    return unnamed ? begin_naming(p) : begin_named(p);
}

/* The loop */

static void set_fds(
    struct station_program *p, int64_t tick, struct pollfd fds[static FDS])
{
    for (int i = 0; i < FDS; i++)
        fds[i] = (struct pollfd){.fd = -1};
    fds[0] = (struct pollfd){.fd = terminal_fd(&p->terminal), .events = POLLIN};
    if (p->phase != PHASE_TALKING)
        return;
    if (has_directory(p))
        fds[STATION_AT] =
            (struct pollfd){.fd = lpp_session_fd(&p->lpp), .events = POLLIN};
    else
        station_fds(&p->station, fds + STATION_AT);
    if (p->host != NULL)
        p->host->poll(p->host->host, tick, fds + HOST_AT);
}

static int64_t next_due(const struct station_program *p, int64_t tick)
{
    const struct console *c = &p->console;
    int64_t due =
        clock_earlier(console_due(c, tick), terminal_due(&p->terminal, c, tick));

    if (p->phase != PHASE_TALKING)
        return due;
    due = clock_earlier(
        due, has_directory(p) ? lpp_session_due(&p->lpp) : station_due(&p->station));
    if (p->host != NULL)
        due = clock_earlier(due, p->host->due(p->host->host, c, tick));
    return due;
}

static void draw_phase(struct station_program *p, int64_t tick)
{
    if (p->phase == PHASE_NAMING)
        ask_name_draw(&p->name, &p->settings, &p->terminal);
    else if (p->phase == PHASE_CHOOSING)
        lpp_browser_draw(&p->browser, p->terminal.screen);
    else
        terminal_draw(&p->terminal, &p->console, tick);
}

/* Press ^D for the owner of the keys, a dialog before the talk. */
static void leave_dialog(const struct station_program *p, struct moment now)
{
    const struct terminal_owner *owner = &p->terminal.owner;

    if (owner->press != NULL)
        owner->press(owner->self, COMMAND_LEAVE, now);
}

static void take_signals(struct station_program *p, struct moment now)
{
    struct console *c = &p->console;

    if (signals_resized() && p->terminal.screen != NULL)
        screen_measure(p->terminal.screen, c);
    if (!signals_ending())
        return;
    leave_dialog(p, now);
    if (!c->leaving || c->leave_by > now.tick + BYE_MS)
        console_hang_up(c, now, BYE_MS);
}

static void step_talk(
    struct station_program *p, const struct pollfd *fds, struct moment now)
{
    if (p->host != NULL)
        p->host->step(p->host->host, &p->console, fds + HOST_AT, now);
    console_release(&p->console, now);
    if (has_directory(p))
        lpp_session_step(&p->lpp, &p->console, now);
    else
        station_step(&p->station, &p->console, fds + STATION_AT, now);
}

/* Returns PROGRAM_GO; or the exit code, after a line on standard error. */
static int step_phase(
    struct station_program *p, const struct pollfd *fds, struct moment now)
{
    if (p->terminal.at_end)
        leave_dialog(p, now);
    switch (p->phase) {
    case PHASE_NAMING:
        return p->name.result == ASK_NAME_OPEN ? PROGRAM_GO : end_naming(p);
    case PHASE_CHOOSING:
        return p->browser.result == LPP_BROWSER_OPEN ? PROGRAM_GO : end_choosing(p);
    case PHASE_ASKING:
        if (p->console.question == ASK_RESUME || p->console.done)
            return PROGRAM_GO;
        take_answer(p);
        return begin_talk(p);
    case PHASE_TALKING:
        step_talk(p, fds, now);
    }
    return PROGRAM_GO;
}

static int run_loop(struct station_program *p)
{
    struct console *c = &p->console;
    struct moment now = clock_now();
    struct pollfd fds[FDS];
    int code = PROGRAM_GO;

    while (code == PROGRAM_GO && !c->done) {
        set_fds(p, now.tick, fds);
        session_flush(&c->session);
        draw_phase(p, now.tick);
        session_sync(&c->session);
        signals_poll(fds, FDS, now.tick, next_due(p, now.tick));
        now = clock_now();
        take_signals(p, now);
        if (fds[0].revents != 0)
            terminal_read(&p->terminal, c, now);
        terminal_tick(&p->terminal, c, now);
        code = step_phase(p, fds, now);
        console_tick(c, now);
    }
    return code;
}

/* Start and end */

static void close_all(struct station_program *p)
{
    if (p->host_is_open)
        p->host->close(p->host->host);
    if (p->phase == PHASE_TALKING && has_directory(p))
        lpp_session_close(&p->lpp);
    else if (p->phase == PHASE_TALKING)
        station_close(&p->station);
}

int station_program_run(
    enum program program, int argc, char **argv, const struct station_host *host)
{
    static struct station_program p;
    int code = program_start(&p.settings, program, argc, argv);

    p.host = host;
    p.past.lock = -1;
    if (code == PROGRAM_GO)
        code = program_open_console(&p.settings, &p.console);
    if (code == PROGRAM_GO)
        code = begin_program(&p);
    if (code == PROGRAM_GO)
        code = run_loop(&p);
    close_all(&p);
    return code == PROGRAM_GO ? program_end(&p.settings, &p.console, &p.terminal)
                              : code;
}
