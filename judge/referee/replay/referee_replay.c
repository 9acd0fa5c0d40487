#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include "judge/referee/output/verb.h"
#include "judge/referee/record/published_record.h"
#include "judge/referee/replay/playback.h"
#include "judge/referee/replay/referee_replay.h"
#include "judge/referee/replay/replay_screen.h"

struct replay_options {
    unsigned speed; /* as playback.h has it */
    bool plain;
    bool paused;
};

/* Read a number with up to two decimals as per cent, or "max" as PLAYBACK_ALL. Returns
 * false for other texts. */
static bool set_speed(void *to, const char *text)
{
    struct replay_options *options = to;
    unsigned whole = 0, hundredths = 0, weight = 10;

    if (strcmp(text, "max") == 0) {
        options->speed = PLAYBACK_ALL;
        return true;
    }
    if (*text == '\0' || strlen(text) > 7)
        return false;
    for (; *text >= '0' && *text <= '9'; text++)
        whole = whole * 10 + (unsigned)(*text - '0');
    if (*text == '.')
        for (text++; *text >= '0' && *text <= '9' && weight > 0; text++, weight /= 10)
            hundredths += weight * (unsigned)(*text - '0');
    options->speed = whole * 100 + hundredths;
    return *text == '\0' && options->speed >= PLAYBACK_SPEED_MIN &&
           options->speed <= PLAYBACK_SPEED_MAX;
}

static const struct option_row rows[] = {
    {0, "speed", "N", "N times as fast, such as 2 or 0.5; max: all at once",
        OPTION_BY(set_speed), "write 0.01 to 1000, or max", 0, NULL},
    {0, "paused", NULL, "start paused, before the first key",
        OPTION_SETS(struct replay_options, paused), NULL, 0, NULL},
    {0, "plain", NULL, "print lines, each when it is finished",
        OPTION_SETS(struct replay_options, plain), NULL, 0, NULL},
    {'h', "help", NULL, "print this and stop", OPTION_ASKS_HELP, NULL, 0, NULL},
};

static const struct options options = {
    .command = "referee replay",
    .use = "[--speed N] [--paused] [--plain] FILE",
    .about = "play a conversation again, key by key",
    .rows = rows,
    .count = sizeof(rows) / sizeof(rows[0]),
};

static int read_record(struct timeline *timeline, struct published_record *source)
{
    struct record record;
    int got;

    while ((got = published_record_next(source, &record)) == 1) {
        if (timeline_add_record(timeline, &source->file.reader, &record) < 0)
            return errno != EOVERFLOW
                       ? verb_fail_memory(source->path)
                       : verb_fail(source->path,
                             "too long: a replay has up to 4 million keys", EX_DATAERR);
        if (timeline->live)
            timeline_show(timeline, 0);
    }
    if (got < 0)
        return verb_fail(source->path, source->file.why, source->file.code);
    return timeline->count > 0
               ? 0
               : verb_fail(source->path, "it has no keys and no lines: replay another",
                     EX_DATAERR);
}

/* Printing lines */

struct replay_printer {
    const struct timeline *timeline;
    const struct timeline_key *key; /* the last key played */
    struct record_player player;
};

static void print_event(void *to, enum record_pane pane, const struct event *event)
{
    const struct replay_printer *r = to;
    char text[PROMPT_LINE_MAX * UTF8_MAX];
    const bool *shown = r->timeline->panes.shown;
    unsigned seconds = (unsigned)(r->key->place / 1000000);

    if (event->kind != EV_LINE || prompt_is_blank(event->text, event->length))
        return;
    printf("%2u:%02u:%02u ", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if (shown[PANE_LEFT] && shown[PANE_RIGHT])
        printf("%-5s ", record_pane_name(pane));
    printf("%s: ", side_name(event->side));
    fwrite(text, 1, utf8_encode_all(event->text, event->length, text), stdout);
    putchar('\n');
}

static void print_key(struct replay_printer *r, const struct timeline_key *key)
{
    struct key pressed = {key->time, key->code, (enum side)key->side};

    if (r->key != NULL && key->round != r->key->round) {
        record_player_end(&r->player, print_event, r);
        record_player_round(&r->player);
        printf("-- round %s --\n", r->timeline->rounds[key->round].number);
    }
    r->key = key;
    record_player_feed(
        &r->player, (enum record_pane)key->pane, &pressed, print_event, r);
}

/* Wait until a key is due. */
static void wait_until(
    const struct timeline_key *key, unsigned speed, const struct timespec *start)
{
    uint64_t us = key->place * 100 / speed;
    struct timespec due = {start->tv_sec + (time_t)(us / 1000000),
        start->tv_nsec + (long)(us % 1000000) * 1000};

    if (due.tv_nsec >= 1000000000) {
        due.tv_nsec -= 1000000000;
        due.tv_sec++;
    }
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) == EINTR)
        continue;
}

static int print_lines(const struct timeline *timeline, unsigned speed)
{
    struct replay_printer r = {.timeline = timeline};
    struct timespec start;

    record_player_start(&r.player, timeline->panes.player.book);
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (size_t i = 0; i < timeline->count && !ferror(stdout); i++) {
        if (speed != PLAYBACK_ALL) {
            fflush(stdout);
            wait_until(&timeline->keys[i], speed, &start);
        }
        print_key(&r, &timeline->keys[i]);
    }
    record_player_end(&r.player, print_event, &r);
    return EX_OK;
}

static int replay_record(const struct replay_options *wanted, const char *path)
{
    static struct published_record source;
    struct timeline timeline = {0};
    int code;

    code = published_record_open(&source, path, false);
    code = code != 0 ? verb_fail(path, source.file.why, code)
                     : read_record(&timeline, &source);
    published_record_close(&source);
    if (code == 0)
        code = wanted->plain || !isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO)
                   ? print_lines(&timeline, wanted->speed)
                   : replay_screen(&timeline, wanted->speed, wanted->paused);
    timeline_free(&timeline);
    return code;
}

int referee_replay(int argc, char **argv)
{
    struct replay_options wanted = {.speed = PLAYBACK_SPEED_NORMAL};
    int first, code = verb_read_options(&options, &wanted, argc, argv, &first);

    if (code != VERB_RUN)
        return code;
    if (first + 1 != argc)
        return verb_fail("replay",
            first == argc ? "no file: write 'referee replay FILE'"
                          : "more than one file: write 'referee replay FILE'",
            EX_USAGE);
    return replay_record(&wanted, argv[first]);
}
