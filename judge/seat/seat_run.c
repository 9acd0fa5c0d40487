#include "judge/seat/seat_run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "common/console/status.h"
#include "common/program/lpp_browser.h"
#include "common/program/program.h"
#include "common/system/signals.h"
#include "judge/ballot/ballots.h"
#include "judge/seat/seat_keys.h"
#include "judge/seat/seat_lines.h"
#include "judge/seat/seat_pipe.h"
#include "judge/seat/seat_recovery.h"
#include "judge/seat/seat_screen.h"
#include "judge/seat/seat_status.h"

/* Phases of the program. Only a lone conversation has the first and the third. */
enum stage {
    STAGE_BROWSING, /* the directory of a 2009 program is chosen */
    STAGE_ASKING,   /* resume the unfinished round? */
    STAGE_PICKING,  /* a station is picked from the list */
    STAGE_HELD,     /* the conversation, or the round from the opening screen on */
};

/* Large, and static. */
struct seat_run {
    struct seat seat;
    struct terminal terminal;
    struct lpp_browser browser;
    struct station_picker picker;
    struct seat_pipe pipe;
    struct seat_screen screen;
    struct seat_lines lines;
    enum stage stage;
    int code; /* PROGRAM_GO, or the exit code of an error in setup */
};

/* Views: the picker's, that of one conversation, or that of a round under curses or
 * line by line. */

static int open_view(struct seat_run *r)
{
    struct seat *s = &r->seat;

    if (s->lone)
        return 0;
    if (!terminal_is_plain(s->terminal))
        return seat_screen_open(&r->screen, s);
    seat_lines_open(&r->lines, s);
    return 0;
}

/* Fit the view to the present size of the terminal. */
static void fit_view(struct seat_run *r)
{
    struct seat *s = &r->seat;

    if (terminal_is_plain(s->terminal))
        return;
    if (s->lone)
        screen_measure(s->terminal->screen, &s->sides[0].console);
    else
        seat_screen_fit(&r->screen);
}

static void draw_view(struct seat_run *r, struct moment now)
{
    struct seat *s = &r->seat;

    if (r->stage == STAGE_BROWSING)
        lpp_browser_draw(&r->browser, s->terminal->screen);
    else if (r->stage == STAGE_PICKING)
        station_picker_draw(&r->picker);
    else if (s->lone)
        terminal_draw(s->terminal, &s->sides[0].console, now.tick);
    else if (!terminal_is_plain(s->terminal))
        seat_screen_draw(&r->screen, now);
    else if (seat_lines_draw(&r->lines, now) && s->pipe != NULL)
        seat_pipe_see(&r->pipe);
}

/* The keys of one conversation go to its console: the terminal then has no owner. */
static void set_owner(struct seat_run *r)
{
    struct seat *s = &r->seat;
    struct terminal_owner owner = {NULL, NULL, NULL, NULL};

    if (r->stage == STAGE_PICKING)
        owner = station_picker_owner(&r->picker);
    else if (s->pipe != NULL)
        owner = seat_pipe_owner(&r->pipe);
    else if (!s->lone)
        owner = seat_keys_owner(s);
    terminal_set_owner(s->terminal, &owner);
}

static int open_terminal(struct seat_run *r)
{
    struct seat *s = &r->seat;

    terminal_open(s->terminal, &s->sides[0].console);
    if (s->terminal->from_pipe && !s->lone)
        seat_set_pipe(s, &r->pipe);
    set_owner(r);
    if (open_view(r) == 0)
        return PROGRAM_GO;
    return program_stop(s->settings, s->terminal, EX_OSERR,
        "%s: close other programs and try again", strerror(errno));
}

/* Setup */

/* Read earlier ballots, and check that a new one can be recorded. */
static int open_ballots(struct seat *s)
{
    const char *directory = s->settings->place.directory;

    if (ballots_check(directory) < 0)
        return program_stop(s->settings, s->terminal, EX_CANTCREAT,
            "%s/" BALLOTS_NAME ": no ballot can be recorded there (%s): choose another "
            "directory with -l",
            directory, errno == EBADMSG ? "it is another file" : strerror(errno));
    if (seat_ballot_read(&s->ballot) < 0)
        return program_stop(s->settings, s->terminal, EX_IOERR,
            "%s/" BALLOTS_NAME ": it cannot be read (%s): choose another directory "
            "with -l",
            directory, strerror(errno));
    return PROGRAM_GO;
}

/* Refuse a slip whose ballot is in BALLOTS.CSV: a second one would contradict it. If
 * the ranks alone are missing, ask for them. */
static int check_voted(struct seat *s)
{
    const struct settings *settings = s->settings;
    const char *directory = settings->place.directory;

    if (settings->round == BALLOT_NO_ROUND || seat_has_past(s) ||
        ballots_has_round(
            directory, settings->book, (unsigned)settings->judge, settings->round) <= 0)
        return PROGRAM_GO;
    if (seat_ballot_ranks_are_due(&s->ballot)) {
        seat_ballot_skip(&s->ballot, true);
        return PROGRAM_GO;
    }
    return program_stop(s->settings, s->terminal, EX_DATAERR,
        "%s/" BALLOTS_NAME ": judge %02d has voted on round %d already: take the next "
        "slip, or hold it again with another directory for -l",
        directory, settings->judge, settings->round);
}

/* The port of all stations; 0 if they differ. */
static int common_port(const struct seat *s)
{
    int port = 0;

    for (int i = 0; i < s->count; i++) {
        const char *colon = strrchr(s->sides[i].console.session.address, ':');
        int other = colon != NULL ? atoi(colon + 1) : 0;
        if (i > 0 && other != port)
            return 0;
        port = other;
    }
    return port;
}

/* Setup as far as the terminal. A station that is to be picked is not known yet, nor is
 * a directory that is to be chosen. */
static int set_up(struct seat_run *r)
{
    struct seat *s = &r->seat;
    bool browses = s->settings->lpp != NULL && s->settings->lpp[0] == '\0';
    int code = s->lone ? PROGRAM_GO : open_ballots(s);

    if (code == PROGRAM_GO)
        code = seat_open_sides(s);
    if (code == PROGRAM_GO && !browses && seat_side_is_named(&s->sides[0]))
        code = seat_find_stations(s);
    if (code != PROGRAM_GO)
        return code;
    if (!s->lone)
        seat_start(s);
    r->stage = browses ? STAGE_BROWSING : STAGE_ASKING;
    return open_terminal(r);
}

/* Start calling the stations, or resume. */
static int start_sides(struct seat *s)
{
    struct seat_side *first = &s->sides[0];
    int code = PROGRAM_GO;

    for (int i = 0; i < s->count; i++)
        seat_side_call(&s->sides[i], !s->ballot.ranks_only && (s->pair || i == 0));
    if (seat_has_past(s))
        code = seat_recovery_resume(s, clock_now());
    else if (s->ballot.ranks_only)
        seat_recovery_rank(s, clock_now());
    if (code == PROGRAM_GO && s->settings->lpp != NULL &&
        lpp_session_begin(&first->lpp, &first->console, clock_now()) < 0)
        code = program_no_record(s->settings, s->terminal);
    return code;
}

/* The start of a round: draw, opening screen, clocks. */
static int start_round(struct seat *s)
{
    int code = seat_draw(s, seat_has_past(s));

    if (code == PROGRAM_GO)
        code = check_voted(s);
    if (code != PROGRAM_GO)
        return code;
    seat_write_opening(s);
    seat_start(s);
    return PROGRAM_GO;
}

/* The stations are known: give up rights, and call them. */
static int begin_talk(struct seat_run *r)
{
    struct seat *s = &r->seat;
    struct seat_side *first = &s->sides[0];
    int code = s->lone ? PROGRAM_GO : start_round(s);

    r->stage = STAGE_HELD;
    set_owner(r);
    if (code != PROGRAM_GO)
        return code;
    if (s->settings->lpp != NULL &&
        lpp_session_open(&first->lpp, &first->console, clock_now()) < 0) {
        terminal_close(s->terminal);
        return lpp_browser_fail(s->settings, errno);
    }
    program_confine(s->settings, common_port(s), !s->lone); /* before any thread */
    code = start_sides(s);
    if (s->lone)
        return code;
    seat_ballot_start(&s->ballot);
    seat_pipe_start(&r->pipe, s);
    return code;
}

static int begin_picking(struct seat_run *r)
{
    struct seat *s = &r->seat;

    if (station_picker_open(&r->picker, s->settings, s->terminal, clock_now()) < 0)
        return program_stop(s->settings, s->terminal, EX_OSERR,
            "%s: close other programs and try again, or name a STATION",
            strerror(errno));
    r->stage = STAGE_PICKING;
    set_owner(r);
    return PROGRAM_GO;
}

/* The question about an unfinished round is answered, or there was none. */
static int follow_asking(struct seat_run *r)
{
    struct seat *s = &r->seat;
    struct seat_side *first = &s->sides[0];
    int code = PROGRAM_GO;

    if (s->ask == SEAT_ASK_RESUME)
        return PROGRAM_GO;
    seat_recovery_decide(s);
    if (!seat_side_is_named(first) && !seat_has_past(s))
        return begin_picking(r);
    if (!seat_side_is_named(first)) {
        seat_side_set_station(first, first->past.past.address);
        code = seat_find_stations(s);
    }
    return code == PROGRAM_GO ? begin_talk(r) : code;
}

/* Look for an unfinished round; without a question about it go on. */
static int begin_asking(struct seat_run *r)
{
    int code = seat_recovery_find(&r->seat);

    r->stage = STAGE_ASKING;
    set_owner(r);
    return code == PROGRAM_GO ? follow_asking(r) : code;
}

static int follow_browsing(struct seat_run *r)
{
    struct seat *s = &r->seat;
    int code;

    if (r->browser.result == LPP_BROWSER_OPEN)
        return PROGRAM_GO;
    code = lpp_browser_end(&r->browser, s->settings, s->terminal);
    if (code != PROGRAM_GO)
        return code;
    seat_side_set_directory(&s->sides[0], s->settings->lpp);
    fit_view(r);
    code = seat_find_stations(s);
    return code == PROGRAM_GO ? begin_asking(r) : code;
}

static int take_picked(struct seat_run *r, struct moment now)
{
    struct seat *s = &r->seat;
    struct seat_side *side = &s->sides[0];
    const char *label = station_picker_label(&r->picker);
    struct station_picked picked;

    station_picker_way(&r->picker, &picked);
    if (picked.count == 0)
        return program_stop(s->settings, s->terminal, EX_UNAVAILABLE,
            "%s: the station has just gone: start again", label);
    caller_open_found(&side->caller, &side->console, label, picked.address,
        picked.places, picked.count, now);
    station_picker_close(&r->picker);
    fit_view(r);
    return begin_talk(r);
}

static int follow_picking(
    struct seat_run *r, const struct pollfd *fds, struct moment now)
{
    struct seat *s = &r->seat;

    station_picker_step(&r->picker, fds, now);
    if (r->picker.exit_code != 0)
        return program_stop(
            s->settings, s->terminal, r->picker.exit_code, "%s", r->picker.error);
    if (r->picker.result == STATION_CHOICE_LEFT) {
        terminal_close(s->terminal);
        return EX_OK;
    }
    return r->picker.result == STATION_CHOICE_MADE ? take_picked(r, now) : PROGRAM_GO;
}

/* The loop */

enum { SIDES_AT = 1, FINDER_AT = SIDES_AT + SEAT_SIDES, FDS = FINDER_AT + FINDER_FDS };

static void set_fds(const struct seat_run *r, struct pollfd fds[static FDS])
{
    const struct seat *s = &r->seat;

    for (int i = 0; i < FDS; i++)
        fds[i] = (struct pollfd){.fd = -1};
    fds[0] = (struct pollfd){.fd = terminal_fd(s->terminal), .events = POLLIN};
    for (int i = 0; i < s->count && r->stage == STAGE_HELD; i++)
        fds[SIDES_AT + i] = seat_side_poll(&s->sides[i]);
    if (r->stage == STAGE_PICKING)
        station_picker_fds(&r->picker, fds + FINDER_AT);
}

static int64_t next_due(const struct seat_run *r, struct moment now)
{
    const struct seat *s = &r->seat;
    int64_t until = clock_tick(now, round_next(&s->round));
    int64_t shown = seat_status_due(s);

    if (shown > now.tick)
        until = clock_earlier(until, shown);
    if (s->pipe != NULL)
        until = clock_earlier(until, seat_pipe_step_due(&r->pipe));
    if (r->stage == STAGE_PICKING)
        until = clock_earlier(until, station_picker_due(&r->picker));
    until = clock_earlier(
        until, terminal_due(s->terminal, &s->sides[s->at].console, now.tick));
    for (int i = 0; i < s->count && r->stage == STAGE_HELD; i++)
        until = clock_earlier(until, seat_side_due(&s->sides[i], now.tick));
    return until;
}

/* Records are flushed before the screen shows them. */
static void show_all(struct seat_run *r, struct moment now)
{
    struct seat *s = &r->seat;

    for (int i = 0; i < s->count; i++)
        session_flush(&s->sides[i].console.session);
    draw_view(r, now);
    for (int i = 0; i < s->count; i++)
        session_sync(&s->sides[i].console.session);
}

static void look_at_signals(struct seat_run *r, struct moment now)
{
    struct seat *s = &r->seat;
    bool closed = s->terminal->at_end && !s->terminal->from_pipe;

    if (signals_resized())
        fit_view(r);
    if (!signals_ending() && !closed)
        return;
    lpp_browser_leave(&r->browser);
    if (r->stage != STAGE_BROWSING)
        seat_hang_up(s, now);
}

/* A judge in mid talk keeps a station that is not there yet; a script does not. */
static void step_sides(struct seat *s, const struct pollfd *fds, struct moment now)
{
    bool patient = !s->lone && s->round.phase == ROUND_TALKING && s->pipe == NULL;

    for (int i = 0; i < s->count; i++)
        seat_side_step(&s->sides[i], fds[i].revents, patient, now);
}

static void follow_talk(struct seat_run *r, const struct pollfd *fds, struct moment now)
{
    struct seat *s = &r->seat;

    if (s->pipe != NULL)
        seat_pipe_step(&r->pipe, now);
    step_sides(s, fds, now);
    seat_follow(s, now);
}

static int follow_stage(
    struct seat_run *r, const struct pollfd fds[static FDS], struct moment now)
{
    switch (r->stage) {
    case STAGE_BROWSING:
        return follow_browsing(r);
    case STAGE_ASKING:
        console_tick(&seat_current(&r->seat)->console, now);
        seat_follow_question(&r->seat);
        return follow_asking(r);
    case STAGE_PICKING:
        return follow_picking(r, fds + FINDER_AT, now);
    case STAGE_HELD:
        follow_talk(r, fds + SIDES_AT, now);
        break;
    }
    return PROGRAM_GO;
}

static void run_loop(struct seat_run *r)
{
    struct seat *s = &r->seat;
    struct moment now = clock_now();
    struct pollfd fds[FDS];

    while (!s->done && r->code == PROGRAM_GO) {
        set_fds(r, fds);
        show_all(r, now);
        signals_poll(fds, FDS, now.tick, next_due(r, now));
        now = clock_now();
        round_pass(&s->round, now.round);
        if (fds[0].revents != 0)
            terminal_read(s->terminal, &seat_current(s)->console, now);
        look_at_signals(r, now);
        terminal_tick(s->terminal, &seat_current(s)->console, now);
        if (!s->done)
            r->code = follow_stage(r, fds, now);
    }
}

/* The end */

/* The judge was a pipe that has ended too early. */
static int tell_cut(const struct seat *s)
{
    if (s->round.phase == ROUND_SAVING)
        return program_fail(s->settings, EX_IOERR,
            "the ballot is NOT SAVED (%s): make room, and give it again with --resume",
            status_error(s->ballot.error));
    if (s->round.phase == ROUND_LEFT)
        return program_fail(s->settings, EX_TEMPFAIL,
            "the input has ended and no ballot was confirmed: go on with --resume");
    return program_fail(s->settings, EX_TEMPFAIL,
        "the input has ended without a word: begin it with the judge's words");
}

/* Tell a person at a terminal the names of the records. */
static void tell_records(const struct seat *s)
{
    bool left = s->round.phase == ROUND_LEFT;

    if (terminal_is_plain(s->terminal)) {
        if (left)
            fprintf(stderr, "%s: the round is not over: start again to go on\n",
                s->settings->program_name);
        return;
    }
    for (int i = 0; i < s->count; i++)
        if (s->sides[i].console.session.transcript[0] != '\0')
            printf("The transcript of %s is %s\n", s->sides[i].name,
                s->sides[i].console.session.transcript);
    if (left)
        printf("The round is not over: start again in the same way to go on\n");
}

/* Close all records. Returns errno of the first that is in danger, or 0. */
static int close_sides(struct seat *s, bool nothing_said)
{
    int error = 0;

    for (int i = 0; i < s->count; i++) {
        if (nothing_said && s->sides[i].open)
            session_end_records(&s->sides[i].console.session);
        seat_side_close(&s->sides[i]);
        if (error == 0)
            error = console_error(&s->sides[i].console);
    }
    return error;
}

/* The end of a round. */
static int end_round(struct seat_run *r)
{
    struct seat *s = &r->seat;
    const struct caller *caller = seat_failed_caller(s);
    int error;

    seat_screen_close(&r->screen);
    terminal_close(s->terminal);
    error = close_sides(s, caller != NULL && s->round.phase == ROUND_OPENING);
    secret_free(s->settings->secret);
    if (r->code != PROGRAM_GO)
        return r->code;
    if (caller != NULL)
        return program_fail(s->settings, caller->exit_code, "%s", caller->error);
    if (r->pipe.cut && error == 0)
        return tell_cut(s);
    tell_records(s);
    return program_result(s->settings, error, "a transcript");
}

/* The end of one conversation. */
static int end_lone(struct seat_run *r)
{
    struct seat *s = &r->seat;
    struct seat_side *side = &s->sides[0];
    const struct caller *caller = seat_failed_caller(s);
    int code;

    station_picker_close(&r->picker);
    if (side->open)
        seat_side_hang_up(side);
    if (r->code != PROGRAM_GO) {
        seat_side_close(side);
        secret_free(s->settings->secret);
        return r->code;
    }
    code = program_end(s->settings, &side->console, s->terminal);
    return caller != NULL
               ? program_fail(s->settings, caller->exit_code, "%s", caller->error)
               : code;
}

int seat_run(struct settings *settings)
{
    static struct seat_run run;
    int code = settings->lpp != NULL && settings->lpp[0] != '\0'
                   ? lpp_browser_resolve(&run.browser, settings)
                   : PROGRAM_GO;

    if (code != PROGRAM_GO)
        return code;
    seat_init(&run.seat, settings, &run.terminal);
    run.code = set_up(&run);
    if (run.code == PROGRAM_GO)
        run.code = run.stage == STAGE_BROWSING
                       ? lpp_browser_open(&run.browser, settings, &run.terminal)
                       : begin_asking(&run);
    run_loop(&run);
    return run.seat.lone ? end_lone(&run) : end_round(&run);
}
