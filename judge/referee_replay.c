/*
 * referee replay: a conversation again, key by key.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include "outlet.h"
#include "referee.h"
#include "replay_screen.h"
#include "source.h"

enum { OPTION_SPEED = 256, OPTION_PLAIN, OPTION_PAUSED, DONE = -1 };

struct request {
    const char *file;
    unsigned speed; /* per cent; 0: as fast as it goes */
    bool plain;
    bool paused;
};

static int usage(const char *what, const char *of)
{
    fprintf(stderr, "referee: %s%s: write 'referee replay FILE'\n", of, what);
    return EX_USAGE;
}

static int help(void)
{
    printf("usage: referee replay [--speed N] [--paused] [--plain] FILE\n"
           "show a conversation again, key by key\n\n"
           "  --speed N   so many times as fast, such as 2 or 0.5; max: all at once\n"
           "  --paused    stand before the first key\n"
           "  --plain     print it, a line as it is finished\n"
           "  -h, --help  print this and stop\n");
    return EX_OK;
}

/* A number with up to two decimals, as per cent; "max" is 0. False for another. */
static bool read_speed(const char *text, unsigned *speed)
{
    unsigned whole = 0, hundredths = 0, weight = 10;

    if (strcmp(text, "max") == 0) {
        *speed = 0;
        return true;
    }
    if (*text == '\0' || strlen(text) > 7)
        return false;
    for (; *text >= '0' && *text <= '9'; text++)
        whole = whole * 10 + (unsigned)(*text - '0');
    if (*text == '.')
        for (text++; *text >= '0' && *text <= '9' && weight > 0; text++, weight /= 10)
            hundredths += weight * (unsigned)(*text - '0');
    *speed = whole * 100 + hundredths;
    return *text == '\0' && *speed >= TAPE_SPEED_MIN && *speed <= TAPE_SPEED_MAX;
}

static int read_arguments(struct request *request, int argc, char **argv)
{
    static const struct option options[] = {
        {"speed", required_argument, NULL, OPTION_SPEED},
        {"plain", no_argument, NULL, OPTION_PLAIN},
        {"paused", no_argument, NULL, OPTION_PAUSED}, {"help", no_argument, NULL, 'h'},
        {0}};
    int option;

    optind = 1;
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":h", options, NULL)) != -1)
        switch (option) {
        case OPTION_SPEED:
            if (read_speed(optarg, &request->speed))
                break;
            fprintf(stderr, "referee: --speed %s: say 0.01 to 1000, or max\n", optarg);
            return EX_USAGE;
        case OPTION_PLAIN:
            request->plain = true;
            break;
        case OPTION_PAUSED:
            request->paused = true;
            break;
        case 'h':
            return help();
        case ':':
            return usage(" needs a value", argv[optind - 1]);
        default:
            return usage(" is no option of replay", argv[optind - 1]);
        }
    if (optind + 1 != argc)
        return usage(optind == argc ? "a file is missing" : "one file at a time", "");
    request->file = argv[optind];
    return DONE;
}

static int fail(const char *file, int code, const char *why)
{
    fprintf(stderr, "referee: %s: %s\n", file, why);
    return code;
}

/* All of a record on a tape. */
static int fill(struct tape *tape, struct source *source)
{
    struct record record;
    int got;

    while ((got = source_next(source, &record)) == 1)
        if (tape_add(tape, &source->file.reader, &record) < 0)
            return fail(source->path, EX_DATAERR,
                errno == EOVERFLOW ? "it is too long: a replay has up to 4 million keys"
                                   : "there is no memory for it");
    if (got < 0)
        return fail(source->path, source->code, source->why);
    if (tape->count == 0)
        return fail(source->path, EX_DATAERR, "nobody has typed in it");
    if (tape_wind(tape, record_book(&source->file.reader)) < 0)
        return fail(source->path, EX_OSERR, "there is no memory for it");
    return 0;
}

/* Plainly */

static void put_line(struct outlet *outlet, const struct tape *tape,
    const struct tape_key *key, const struct event *event)
{
    char text[PROMPT_LINE_MAX * UTF8_MAX];
    uint64_t seconds = key->at / 1000000;

    if (prompt_is_blank(event->text, event->length))
        return;
    outlet_print(outlet, "%2u:%02u:%02u ", (unsigned)(seconds / 3600),
        (unsigned)(seconds / 60 % 60), (unsigned)(seconds % 60));
    if (tape->shown[PANE_LEFT] && tape->shown[PANE_RIGHT])
        outlet_print(outlet, "%-5s ", record_pane_name((enum record_pane)key->pane));
    outlet_print(outlet, "%s: ", side_name(event->side));
    outlet_put(outlet, text, utf8_encode_all(event->text, event->length, text));
    outlet_put(outlet, "\n", 1);
}

/* Wait until a key is due. */
static void wait_until(
    const struct tape_key *key, unsigned speed, const struct timespec *start)
{
    uint64_t us = key->at * 100 / speed;
    struct timespec due = {start->tv_sec + (time_t)(us / 1000000),
        start->tv_nsec + (long)(us % 1000000) * 1000};

    if (due.tv_nsec >= 1000000000) {
        due.tv_nsec -= 1000000000;
        due.tv_sec++;
    }
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) == EINTR)
        continue;
}

/* What a round has left unfinished. */
static void end_round(
    struct outlet *outlet, struct tape *tape, const struct tape_key *key)
{
    struct event events[PROMPT_ENDS_MAX];
    struct tape_key last = *key;

    for (int pane = 0; pane < PANES; pane++) {
        int count = prompt_end(&tape->panes.prompt[pane], events);

        last.pane = (uint8_t)pane;
        for (int i = 0; i < count; i++)
            put_line(outlet, tape, &last, &events[i]);
    }
}

static int print_made(struct outlet *outlet, struct tape *tape,
    const struct tape_key *key, const struct key *made)
{
    struct event events[PROMPT_EVENTS_MAX];
    int count = panes_feed(&tape->panes, (enum record_pane)key->pane, made, events);

    for (int i = 0; i < count; i++)
        if (events[i].kind == EV_LINE)
            put_line(outlet, tape, key, &events[i]);
    return count < 0 ? -1 : 0;
}

static int print_key(
    struct outlet *outlet, struct tape *tape, const struct tape_key *key)
{
    struct key made = {key->time, key->code, (enum side)key->side};
    struct key end = {key->time, K_RETURN, made.side};

    if (key > tape->keys && key->round != key[-1].round) {
        end_round(outlet, tape, key - 1);
        panes_clear(&tape->panes);
        outlet_print(outlet, "-- round %s --\n", tape->rounds[key->round].number);
    }
    if (key->code == KEYLOG_NO_CODE)
        return 0;
    if (record_breaks(tape->book, &tape->panes.prompt[key->pane], &made) &&
        print_made(outlet, tape, key, &end) < 0)
        return -1;
    return print_made(outlet, tape, key, &made);
}

static int print_all(struct tape *tape, unsigned speed)
{
    static struct outlet outlet;
    struct timespec start;

    clock_gettime(CLOCK_MONOTONIC, &start);
    outlet_init(&outlet, STDOUT_FILENO);
    for (size_t i = 0; i < tape->count && outlet.error == 0; i++) {
        if (speed > 0) {
            outlet_flush(&outlet);
            wait_until(&tape->keys[i], speed, &start);
        }
        if (print_key(&outlet, tape, &tape->keys[i]) < 0) {
            fprintf(stderr, "referee: there is no memory for it\n");
            return EX_OSERR;
        }
    }
    end_round(&outlet, tape, &tape->keys[tape->count - 1]);
    if (outlet_flush(&outlet) == 0)
        return EX_OK;
    fprintf(stderr, "referee: standard output: %s\n", strerror(errno));
    return EX_IOERR;
}

static int show(const struct request *request, struct tape *tape)
{
    struct timespec now;

    if (request->plain || !isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO))
        return print_all(tape, request->speed);
    clock_gettime(CLOCK_MONOTONIC, &now);
    tape_set_speed(tape, request->speed > 0 ? request->speed : TAPE_SPEED_MAX, 0);
    tape_run(
        tape, !request->paused, (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000);
    return replay_screen(tape);
}

int referee_replay(int argc, char **argv)
{
    static struct source source;
    struct request request = {.speed = TAPE_SPEED_NORMAL};
    struct tape tape;
    int code = read_arguments(&request, argc, argv);

    if (code != DONE)
        return code;
    source_init(&source);
    tape_init(&tape);
    code = source_open(&source, request.file);
    if (code != 0)
        fail(request.file, code, source.why);
    else
        code = fill(&tape, &source);
    source_close(&source);
    if (code == 0)
        code = show(&request, &tape);
    tape_free(&tape);
    return code;
}
