#include "confederate/station/station_program.h"

#include <errno.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "common/conversation/opening_line.h"
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
    PHASE_CHOOSING, /* a communications directory */
    PHASE_ASKING,   /* whether to resume */
    PHASE_TALKING,
};

/* Large. */
struct station_program {
    struct settings settings;
    struct console console;
    struct terminal terminal;
    struct recovery past; /* the conversation to resume; lock is -1 if there is none */
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

/* The judge looks for a conversation to be resumed where it was. */
static void listen_as_before(struct settings *s, const struct recovery *r)
{
    s->port = r->port;
    if (s->label == NULL)
        s->label = r->past.station;
    if (s->bind == NULL && strcmp(r->host, "*") != 0)
        s->bind = r->host;
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
        listen_as_before(&p->settings, &p->past);
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

/* No discovery: judges have to name this station. Without a screen standard error also
 * tells where it waits. */
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

/* All is known: open the far end, give up rights, resume. */
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
    if (code == PROGRAM_GO && p->station.beacon.error != 0)
        report_unlisted(p, p->station.beacon.error);
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

/* The directory is known, if there is one: look for a conversation to resume. */
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

static int leave_browser(struct station_program *p)
{
    int code = lpp_browser_end(&p->browser, &p->settings, &p->terminal);

    if (code != PROGRAM_GO)
        return code;
    screen_measure(p->terminal.screen, &p->console);
    return begin_asking(p);
}

static int begin(struct station_program *p)
{
    struct settings *s = &p->settings;
    int code = PROGRAM_GO;

    if (s->lpp == NULL)
        return begin_asking(p);
    if (s->lpp[0] == '\0')
        return begin_choosing(p);
    code = lpp_browser_resolve(&p->browser, s);
    return code == PROGRAM_GO ? begin_asking(p) : code;
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

static void draw(struct station_program *p, int64_t tick)
{
    if (p->phase == PHASE_CHOOSING)
        lpp_browser_draw(&p->browser, p->terminal.screen);
    else
        terminal_draw(&p->terminal, &p->console, tick);
}

static void take_signals(struct station_program *p, struct moment now)
{
    struct console *c = &p->console;

    if (signals_resized() && p->terminal.screen != NULL)
        screen_measure(p->terminal.screen, c);
    if (!signals_ending())
        return;
    lpp_browser_leave(&p->browser);
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
    switch (p->phase) {
    case PHASE_CHOOSING:
        if (p->terminal.at_end)
            lpp_browser_leave(&p->browser);
        return p->browser.result == LPP_BROWSER_OPEN ? PROGRAM_GO : leave_browser(p);
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

static int loop(struct station_program *p)
{
    struct console *c = &p->console;
    struct moment now = clock_now();
    struct pollfd fds[FDS];
    int code = PROGRAM_GO;

    while (code == PROGRAM_GO && !c->done) {
        set_fds(p, now.tick, fds);
        session_flush(&c->session);
        draw(p, now.tick);
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

/* A book with an opening line needs the station's name now, before a judge comes
 * (rules/2004.txt, 3). */
static int find_name(struct settings *s)
{
    if (ask_name(s))
        return PROGRAM_GO;
    return program_fail(s, EX_USAGE,
        "--rules %s: the station says its name first: give a human one, up to %d plain "
        "characters, with -n NAME",
        s->book->name, OPENING_LINE_NAME_MAX);
}

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
        code = find_name(&p.settings);
    /* A program starts before anything else is open; a directory is chosen first. */
    if (code == PROGRAM_GO && p.settings.lpp == NULL)
        code = open_host(&p);
    if (code == PROGRAM_GO)
        code = begin(&p);
    if (code == PROGRAM_GO)
        code = loop(&p);
    close_all(&p);
    return code == PROGRAM_GO ? program_end(&p.settings, &p.console, &p.terminal)
                              : code;
}
