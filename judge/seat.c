#include "seat.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "ballots.h"
#include "chance.h"
#include "program.h"
#include "seatballot.h"
#include "seatend.h"
#include "seatface.h"
#include "seatkeys.h"
#include "seatpast.h"
#include "seatpipe.h"
#include "seatranks.h"
#include "seatround.h"
#include "seatstatus.h"
#include "signals.h"
#include "typing.h"

bool seat_is_wanted(const struct settings *settings)
{
    return settings->station_count > 1 || settings->minutes > 0 || settings->ballot;
}

struct seat_side *seat_side(struct seat *s)
{
    return &s->sides[s->at];
}

void seat_note(struct seat *s, bool bell, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(s->note, sizeof(s->note), format, arguments);
    va_end(arguments);
    s->bells += bell;
}

int seat_fail(struct seat *s, int code, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(s->why, sizeof(s->why), format, arguments);
    va_end(arguments);
    return code;
}

/* Beginning */

static void name_side(struct seat *s, int i)
{
    char *name = s->sides[i].name;

    if (s->pair)
        snprintf(name, SEAT_NAME_SIZE, "%s", i == 0 ? "LEFT" : "RIGHT");
    else if (s->count > 1)
        snprintf(name, SEAT_NAME_SIZE, "TERMINAL %d", i + 1);
    else
        snprintf(name, SEAT_NAME_SIZE, "TERMINAL");
}

static int make_side(struct seat *s, int i, const char *station)
{
    struct seat_side *side = &s->sides[i];

    link_init(&side->caller.link);
    side->past.lock = -1;
    side->settings = *s->settings;
    side->settings.station = station;
    name_side(s, i);
    if (console_init(&side->console, &side->settings, SIDE_JUDGE) < 0)
        return seat_fail(
            s, EX_OSERR, "%s: close other programs and try again", strerror(errno));
    side->console.alias = side->name;
    side->console.owed = true;
    if (s->pair)
        side->console.pane = i == 0 ? "left" : "right";
    s->made++;
    return PROGRAM_GO;
}

static int make_sides(struct seat *s)
{
    int code = PROGRAM_GO;

    for (int i = 0; i < s->count && code == PROGRAM_GO; i++)
        code = make_side(s, i, s->settings->stations[i]);
    return code;
}

int seat_find_stations(struct seat *s)
{
    for (int i = 0; i < s->count; i++) {
        struct seat_side *side = &s->sides[i];
        if (caller_open(&side->caller, &side->console, moment_now()) < 0)
            return seat_fail(s, side->caller.exit_code, "%s", side->caller.error);
        for (int k = 0; k < i; k++)
            if (strcmp(s->sides[k].console.address, side->console.address) == 0)
                return seat_fail(s, EX_USAGE,
                    "%s and %s are one station: name each station once",
                    s->sides[k].settings.station, side->settings.station);
    }
    return PROGRAM_GO;
}

/* They may have changed places before, when a round was found that was then given up.
 */
int seat_swap(struct seat *s)
{
    const char *left = s->sides[0].settings.station;

    s->sides[0].settings.station = s->sides[1].settings.station;
    s->sides[1].settings.station = left;
    return seat_find_stations(s);
}

/* Which of the two is left: rules/2009.txt, 3. */
static int draw_pair(struct seat *s)
{
    char chance[DRAW_CHANCE_DIGITS + 1];

    if (chance_hex(chance, DRAW_CHANCE_DIGITS) < 0 ||
        draw_sides(&s->draw, s->sides[0].console.address, s->sides[1].console.address,
            chance) < 0)
        return seat_fail(
            s, EX_OSERR, "%s: the sides cannot be drawn: start again", strerror(errno));
    return s->draw.swapped ? seat_swap(s) : PROGRAM_GO;
}

/* The draw is made before the first key, and so is what commits to it. */
static int commit(struct seat *s)
{
    int code = PROGRAM_GO;

    if (!s->pair)
        return code;
    if (!seatpast_is_there(s))
        code = draw_pair(s);
    if (code != PROGRAM_GO)
        return code;
    if (commitment_make(s->draw.text, s->draw.nonce, s->commitment) < 0)
        return seat_fail(s, EX_UNAVAILABLE,
            "a pair is drawn with libsodium, and this judge was built without: install "
            "libsodium-dev and build it again");
    for (int i = 0; i < SEAT_PAIR; i++)
        s->sides[i].console.draw = s->commitment;
    return code;
}

/* What was judged before, and that a ballot can be recorded. */
static int open_ballots(struct seat *s)
{
    const char *directory = s->settings->place.directory;

    if (ballots_check(directory) < 0)
        return seat_fail(s, EX_CANTCREAT,
            "%s/" BALLOTS_NAME ": no ballot can be recorded there (%s): choose another "
            "directory with -l",
            directory, errno == EBADMSG ? "it is another file" : strerror(errno));
    if (seatranks_read(s) < 0)
        return seat_fail(s, EX_IOERR,
            "%s/" BALLOTS_NAME ": it cannot be read (%s): choose another directory "
            "with -l",
            directory, strerror(errno));
    return PROGRAM_GO;
}

/* A slip that is used again would make a second ballot, which contradicts the first.
 * But where the ranks are all that is missing they are asked for. */
static int check_round(struct seat *s)
{
    const struct settings *settings = s->settings;
    const char *directory = settings->place.directory;

    if (settings->round == BALLOT_NO_ROUND || seatpast_is_there(s) ||
        ballots_has_round(
            directory, settings->book, (unsigned)settings->judge, settings->round) <= 0)
        return PROGRAM_GO;
    s->ranks_alone = seatranks_are_due(s);
    if (s->ranks_alone)
        return PROGRAM_GO;
    return seat_fail(s, EX_DATAERR,
        "%s/" BALLOTS_NAME ": judge %02d has voted on round %d already: take the next "
        "slip, or hold it again with another directory for -l",
        directory, settings->judge, settings->round);
}

/* One port to call, if it is one. */
static int common_port(const struct seat *s)
{
    int port = 0;

    for (int i = 0; i < s->count; i++) {
        const char *colon = strrchr(s->sides[i].console.address, ':');
        int other = colon != NULL ? atoi(colon + 1) : 0;
        if (i > 0 && other != port)
            return 0;
        port = other;
    }
    return port;
}

static void write_opening(struct seat *s)
{
    const struct rulebook *book = s->settings->book;
    int minutes = s->settings->minutes;
    struct opening_about about = {
        .book = book,
        .title = s->settings->title,
        .stations = s->count,
        .in_turn = s->pair && book->minutes_each > 0,
        .plain = s->front->screen == NULL,
        .piped = s->front->from_pipe,
    };

    if (minutes == 0)
        minutes = about.in_turn ? book->minutes_each : book->minutes;
    about.minutes = minutes;
    opening_write(&s->opening, &about);
}

static void press(void *owner, uint32_t code, struct moment now)
{
    struct seat *s = owner;

    if (s->front->from_pipe)
        seatpipe_press(s, code, now);
    else
        seatkeys_press(s, code, now);
}

static int64_t pipe_due(void *owner)
{
    return seatpipe_due(owner);
}

static void finish_pipe(void *owner, struct moment now)
{
    seatpipe_finish(owner, now);
}

static int open_front(struct seat *s)
{
    struct front *f = s->front;

    f->owner = (struct front_owner){press, pipe_due, finish_pipe, s};
    front_open(f, &s->sides[0].console);
    if (seatface_open(s) == 0)
        return PROGRAM_GO;
    return seat_fail(
        s, EX_OSERR, "%s: close other programs and try again", strerror(errno));
}

static void begin_round(struct seat *s)
{
    round_start(&s->round, s->settings->book, s->count, s->settings->minutes,
        moment_now().round);
}

static int begin(struct seat *s)
{
    int code = open_ballots(s);

    if (code == PROGRAM_GO)
        code = make_sides(s);
    if (code == PROGRAM_GO)
        code = seat_find_stations(s);
    if (code != PROGRAM_GO)
        return code;
    begin_round(s);
    code = open_front(s);
    if (code == PROGRAM_GO)
        code = seatpast_settle(s);
    if (code != PROGRAM_GO || s->done)
        return code;
    code = commit(s);
    if (code != PROGRAM_GO)
        return code;
    code = check_round(s);
    if (code != PROGRAM_GO)
        return code;
    write_opening(s);
    program_confine(s->settings, common_port(s), true); /* before recorders' threads */
    begin_round(s);
    for (int i = 0; i < s->count; i++)
        s->sides[i].called = !s->ranks_alone && (s->pair || i == 0);
    if (seatpast_is_there(s))
        code = seatpast_resume(s, moment_now());
    else if (s->ranks_alone)
        seatpast_rank(s, moment_now());
    seatballot_start(s);
    seatpipe_start(s);
    return code;
}

/* The loop */

static void look_at_size(struct seat *s)
{
    if (signals_resized() && seatface_fit(s) < 0) {
        s->sides[0].console.error = errno;
        s->done = true;
    }
}

/* The terminal was closed, or the machine goes down. */
static void look_at_end(struct seat *s, struct moment now)
{
    if (signals_ending() || (s->front->at_end && !s->front->from_pipe))
        seatround_hang_up(s, now);
}

static int64_t due(const struct seat *s, struct moment now)
{
    int64_t until = moment_tick(now, round_next(&s->round));
    int64_t shown = seatstatus_due(s);

    if (shown > now.tick)
        until = moment_earlier(until, shown);

    if (s->front->from_pipe)
        until = moment_earlier(until, seatpipe_step_due(s));
    until =
        moment_earlier(until, front_due(s->front, &s->sides[s->at].console, now.tick));
    for (int i = 0; i < s->count; i++) {
        const struct seat_side *side = &s->sides[i];
        until = moment_earlier(until, console_due(&side->console, now.tick));
        until = moment_earlier(until, typing_due(&side->console));
        if (side->called && side->console.anew)
            until = now.tick; /* that call is still to begin */
        else if (side->called)
            until = moment_earlier(until, caller_due(&side->caller));
    }
    return until;
}

static void show(struct seat *s, struct moment now)
{
    for (int i = 0; i < s->count; i++)
        console_flush(&s->sides[i].console);
    seatface_draw(s, now);
    for (int i = 0; i < s->count; i++)
        console_call(&s->sides[i].console);
}

static void step_side(struct seat *s, int i, short revents, struct moment now)
{
    struct seat_side *side = &s->sides[i];

    typing_step(&side->console, now);
    /* A person in mid talk is not to lose it to a station that is not there yet. */
    side->caller.patient = s->round.phase == ROUND_TALKING && !s->front->from_pipe;
    if (side->called)
        caller_step(&side->caller, &side->console, revents, now);
    console_tick(&side->console, now);
}

static void loop(struct seat *s)
{
    struct moment now = moment_now();

    while (!s->done) {
        struct pollfd fds[1 + SEAT_SIDES] = {
            {.fd = front_fd(s->front), .events = POLLIN}};
        for (int i = 0; i < s->count; i++) {
            struct seat_side *side = &s->sides[i];
            fds[1 + i] =
                (struct pollfd){.fd = side->called ? caller_fd(&side->caller) : -1,
                    .events = caller_events(&side->caller)};
        }
        show(s, now);
        signals_poll(fds, 1 + (size_t)s->count, now.tick, due(s, now));
        now = moment_now();
        look_at_size(s);
        round_pass(&s->round, now.round);
        if (fds[0].revents != 0)
            front_read(s->front, &seat_side(s)->console, now);
        look_at_end(s, now);
        front_tick(s->front, &seat_side(s)->console, now);
        if (s->front->from_pipe)
            seatpipe_step(s, now);
        for (int i = 0; i < s->count; i++)
            step_side(s, i, fds[1 + i].revents, now);
        seatround_follow(s, now);
    }
}

int seat_run(struct settings *settings, struct console *console, struct front *front)
{
    static struct seat seat;
    int code;

    console_close(console);
    seat = (struct seat){.settings = settings, .front = front};
    seat.count = settings->station_count;
    seat.pair = seat.count == SEAT_PAIR && settings->book->terminals == 2;
    code = begin(&seat);
    if (code == PROGRAM_GO)
        loop(&seat);
    return seatend_close(&seat, code);
}
