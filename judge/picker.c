#include "picker.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "board.h"
#include "key.h"
#include "program.h"
#include "signals.h"

enum {
    FIRST_LOOK_MS = 600, /* by then most have answered */
    DIGITS_MAX = 2,
    ERROR_SIZE = 1024,
};

/* Large, and static. */
struct picker {
    struct finder finder;
    struct choice choice;
    struct console *console;
    struct front *front;
    struct moment now;
    int64_t pressed; /* tick of the last byte from the keyboard, 0: none yet */
    /* At a plain terminal: */
    struct found shown; /* the list that the numbers are those of */
    bool listed;        /* it has been printed */
    char digits[DIGITS_MAX + 1];
};

/* What is done with a key. */
typedef enum choice_result on_key(struct picker *p, uint32_t code);

/* Wait for a key, an answer or the clock. Returns whether a key has come. */
static bool wait_for_news(struct picker *p, bool keys, int64_t until)
{
    struct pollfd fds[1 + FINDER_FDS] = {
        {.fd = keys ? STDIN_FILENO : -1, .events = POLLIN}};

    finder_fds(&p->finder, fds + 1);
    until = moment_earlier(until, finder_due(&p->finder));
    if (keyboard_waiting(&p->front->keyboard))
        until = moment_earlier(until, p->pressed + KEYBOARD_SILENCE_MS);
    signals_poll(fds, 1 + FINDER_FDS, p->now.tick, until);
    p->now = moment_now();
    program_signals(p->console, p->front, p->now);
    finder_step(&p->finder, fds + 1, p->now);
    return fds[0].revents != 0;
}

/* What is typed behind the Return that picks is no part of the conversation. */
static enum choice_result read_keys(struct picker *p, on_key *press)
{
    char bytes[256];
    ssize_t got = read(STDIN_FILENO, bytes, sizeof(bytes));
    enum choice_result result = CHOICE_GOES_ON;

    if (got <= 0)
        return got < 0 && (errno == EAGAIN || errno == EINTR) ? CHOICE_GOES_ON
                                                              : CHOICE_LEFT;
    p->pressed = p->now.tick;
    for (ssize_t i = 0; i < got && result == CHOICE_GOES_ON; i++) {
        uint32_t codes[KEYBOARD_OUT_MAX];
        int count = keyboard_feed(&p->front->keyboard, (unsigned char)bytes[i], codes);
        for (int k = 0; k < count && result == CHOICE_GOES_ON; k++)
            result = press(p, codes[k]);
    }
    return result;
}

/* One turn of the loop before a person. */
static enum choice_result step(struct picker *p, on_key *press, int64_t until)
{
    uint32_t codes[KEYBOARD_OUT_MAX];

    if (wait_for_news(p, true, until))
        return read_keys(p, press);
    if (keyboard_waiting(&p->front->keyboard) &&
        p->now.tick >= p->pressed + KEYBOARD_SILENCE_MS)
        keyboard_silence(&p->front->keyboard, codes);
    return CHOICE_GOES_ON;
}

/* Under curses */

static enum choice_result press_on_board(struct picker *p, uint32_t code)
{
    if (code == COMMAND_REDRAW)
        board_redraw();
    return choice_press(&p->choice, &p->finder.found, board_rows(), code);
}

/* Returns whether a station was picked: p->choice.station. */
static bool pick_from_board(struct picker *p)
{
    int64_t first = p->now.tick + FIRST_LOOK_MS;
    enum choice_result result = CHOICE_GOES_ON;

    /* Until most have answered, and unless a key is pressed, the first row is marked.
     */
    while (result == CHOICE_GOES_ON && !p->console->done) {
        if (p->pressed == 0 && p->now.tick < first)
            p->choice = (struct choice){0};
        choice_follow(&p->choice, &p->finder.found, board_rows());
        board_draw(&p->finder, &p->choice, p->console->settings->judge);
        result = step(p, press_on_board, INT64_MAX);
    }
    /* The console's own screen knows nothing of what the board has drawn. */
    if (screen_measure(p->front->screen, p->console) < 0) {
        p->console->error = errno;
        p->console->done = true;
    }
    return result == CHOICE_MADE && !p->console->done;
}

/* At a plain terminal */

static void say(const struct picker *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(const struct picker *p, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "%s: ", p->console->settings->program_name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

static void print_list(struct picker *p)
{
    p->shown = p->finder.found;
    p->listed = true;
    if (p->shown.count == 0) {
        say(p, "No station has answered yet: start one on the other machine, check "
               "the cable; ^D leaves");
        return;
    }
    for (int i = 0; i < p->shown.count; i++) {
        const struct finding_station *s = &p->shown.all[i].is;
        fprintf(stderr, "%2d  %-*s  %s\n", i + 1, WIRE_LABEL_MAX, s->label,
            s->busy ? "in use" : "free");
    }
    say(p, "Type a number and Return; Return alone looks again, ^D leaves");
}

/* Return: take the station of that number, if it is still there. */
static enum choice_result take_number(struct picker *p)
{
    int number = 0;
    char typed[sizeof(p->digits)];

    memcpy(typed, p->digits, sizeof(typed));
    p->digits[0] = '\0';
    fputc('\n', stderr);
    if (typed[0] == '\0') {
        print_list(p);
        return CHOICE_GOES_ON;
    }
    for (const char *digit = typed; *digit != '\0'; digit++)
        number = number * 10 + (*digit - '0');
    if (number < 1 || number > p->shown.count)
        say(p, "%s is no number of the list: type one that is", typed);
    else if (found_at(&p->finder.found, &p->shown.all[number - 1].is) < 0)
        say(p, "%s is gone: Return looks again", p->shown.all[number - 1].is.label);
    else {
        p->choice.station = p->shown.all[number - 1].is;
        return CHOICE_MADE;
    }
    return CHOICE_GOES_ON;
}

static enum choice_result press_at_list(struct picker *p, uint32_t code)
{
    size_t length = strlen(p->digits);

    if (code == COMMAND_LEAVE)
        return CHOICE_LEFT;
    if (code == K_RETURN)
        return take_number(p);
    if (code == K_BACKSPACE && length > 0) {
        p->digits[length - 1] = '\0';
        fputs("\b \b", stderr);
    } else if (code >= '0' && code <= '9' && length < DIGITS_MAX) {
        p->digits[length] = (char)code;
        p->digits[length + 1] = '\0';
        fputc((int)code, stderr);
    }
    return CHOICE_GOES_ON;
}

/* When nobody was there, the first who comes is told of without being asked for. */
static bool pick_by_number(struct picker *p)
{
    int64_t first = p->now.tick + FIRST_LOOK_MS;
    enum choice_result result = CHOICE_GOES_ON;

    say(p, "Looking for stations");
    while (result == CHOICE_GOES_ON && !p->console->done) {
        result = step(p, press_at_list, p->listed ? INT64_MAX : first);
        if (result == CHOICE_GOES_ON && p->now.tick >= first &&
            (!p->listed || (p->shown.count == 0 && p->finder.found.count > 0)))
            print_list(p);
    }
    return result == CHOICE_MADE && !p->console->done;
}

/* From a pipe */

/* The stations that are free, or those that are not, each as LABEL at HOST:PORT. */
static int name_them(const struct found *f, bool busy, char *text, size_t size)
{
    struct link_address places[LINK_ADDRESSES];
    char address[PAST_ADDRESS_MAX + 1];
    size_t length = 0;
    int count = 0;

    text[0] = '\0';
    for (int i = 0; i < f->count; i++) {
        if (f->all[i].is.busy != busy || finder_places(&f->all[i], places) == 0)
            continue;
        finder_format(&places[0], address, sizeof(address));
        if (length < size)
            length += (size_t)snprintf(text + length, size - length, "%s%s at %s",
                count > 0 ? ", " : "", f->all[i].is.label, address);
        count++;
    }
    return count;
}

/* Returns PROGRAM_GO with p->choice.station, or the code. */
static int pick_only(struct picker *p)
{
    const struct settings *settings = p->console->settings;
    const struct found *found = &p->finder.found;
    int64_t until = p->now.tick + FINDER_ALL_MS;
    char text[ERROR_SIZE];
    int count;

    while (p->now.tick < until && !p->console->done)
        wait_for_news(p, false, until);
    if (p->console->done)
        return PROGRAM_GO;
    for (int i = 0; i < found->count; i++)
        if (!found->all[i].is.busy)
            p->choice.station = found->all[i].is;
    count = name_them(found, false, text, sizeof(text));
    if (count == 1)
        return PROGRAM_GO;
    front_close(p->front);
    if (count > 1)
        return program_fail(settings, EX_USAGE,
            "%d stations are free (%s): name one, as in 'judge HOST:PORT'", count,
            text);
    if (name_them(found, true, text, sizeof(text)) > 0)
        return program_fail(settings, EX_UNAVAILABLE,
            "no station is free (%s): name one to wait for it, as in 'judge HOST:PORT'",
            text);
    return program_fail(settings, EX_UNAVAILABLE,
        "no station found: start one and check the cable, or name one, as in 'judge "
        "192.168.1.2'");
}

/* Call it, at all its addresses. It may have gone a moment ago: then it is found to be
 * so again. */
static int call(struct picker *p, struct caller *w)
{
    const struct found *found = &p->finder.found;
    int at = found_at(found, &p->choice.station);
    struct link_address places[LINK_ADDRESSES];
    char address[PAST_ADDRESS_MAX + 1];
    int count = at < 0 ? 0 : finder_places(&found->all[at], places);

    if (count == 0) {
        front_close(p->front);
        return program_fail(p->console->settings, EX_UNAVAILABLE,
            "%s: the station has just gone: start again", p->choice.station.label);
    }
    finder_format(&places[0], address, sizeof(address));
    caller_open_found(
        w, p->console, p->choice.station.label, address, places, count, p->now);
    return PROGRAM_GO;
}

int picker_run(struct caller *w, struct console *c, struct front *f)
{
    static struct picker p;
    bool picked = true;
    int code = PROGRAM_GO;

    link_init(&w->link);
    p = (struct picker){.console = c, .front = f, .now = moment_now()};
    front_open(f, c);
    if (finder_open(&p.finder, c->settings->secret, p.now) < 0) {
        front_close(f);
        return program_fail(c->settings, EX_OSERR,
            "%s: close other programs and try again, or name a STATION",
            strerror(errno));
    }
    if (f->from_pipe)
        code = pick_only(&p);
    else
        picked = f->screen != NULL ? pick_from_board(&p) : pick_by_number(&p);
    c->done = c->done || !picked;
    if (code == PROGRAM_GO && !c->done)
        code = call(&p, w);
    finder_close(&p.finder);
    return code;
}
