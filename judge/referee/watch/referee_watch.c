#include "judge/referee/watch/referee_watch.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "common/input/key_input.h"
#include "common/link/secret_file.h"
#include "common/system/clock.h"
#include "common/system/signals.h"
#include "judge/referee/output/sanitize.h"
#include "judge/referee/output/verb.h"
#include "judge/referee/watch/flags.h"
#include "judge/referee/watch/watch_screen.h"

/* Files and stations are read once in a beat: a person sees no difference, and a
 * hundred conversations take no more time than ten. */
enum { BEAT_MS = 50 };

struct watch {
    bool plain;               /* print lines */
    const char *bell;         /* a regular expression, or NULL */
    const char *flags;        /* path of the flags' file */
    const char *key;          /* path of the contest's key, or NULL */
    struct watch_set set;     /* the conversations */
    struct watch_state state; /* of the screen */
    struct screen *screen;    /* NULL: plain */
    struct key_input input;
    bool begun;         /* the first step was made: lines after it ring */
    bool rings;         /* a line rang since the last drawing */
    bool dirty;         /* the screen is to be drawn */
    bool full_reported; /* the user knows that the set is full */
    bool done;
    int code; /* exit status */
};

/* Plain */

static void take_line(
    void *to, struct feed *f, const char *line, size_t length, bool rings)
{
    struct watch *w = to;

    w->rings = w->rings || (rings && w->begun);
    if (!w->plain)
        return;
    if (rings && isatty(STDOUT_FILENO))
        putchar('\a');
    sanitize_put(stdout, f->name);
    printf("%s: %.*s", f->where, (int)length, line);
}

static void print_notes(struct watch *w)
{
    for (int i = 0; i < w->set.count; i++) {
        struct feed *f = w->set.all[i];

        if (f->note_is_new && f->note[0] != '\0') {
            fputs("referee: ", stderr);
            sanitize_put(stderr, f->name);
            fprintf(stderr, ": %s\n", f->note);
        }
        f->note_is_new = false;
    }
}

static void show_plain(struct watch *w)
{
    print_notes(w);
    if (w->set.full && !w->full_reported)
        fprintf(stderr,
            "referee: more than %d conversations: start another watch for the rest\n",
            WATCH_SET_MOST);
    w->full_reported = w->set.full;
    if (fflush(stdout) != 0 || ferror(stdout)) {
        w->done = true;
        w->code = verb_fail("standard output", strerror(errno), EX_IOERR);
    }
    w->done = w->done || watch_set_is_over(&w->set);
}

/* At a terminal */

/* The reason why a flag was not written. */
static const char *flag_error(int error)
{
    switch (error) {
    case EINVAL:
    case EISDIR:
    case ELOOP:
    case ENXIO:
        return "not a regular file: start with --flags=FILE";
    default:
        return strerror(error);
    }
}

static void set_flag(struct watch *w, struct moment now)
{
    struct feed *f = watch_state_feed(&w->set, w->state.at);
    const struct timeline_key *key = timeline_key_shown(&f->timeline);
    char where[FEED_NAME_SIZE + FEED_WHERE_SIZE], text[LINE_EDIT_UTF8_SIZE];

    line_edit_utf8(&w->state.question.answer, text);
    snprintf(where, sizeof(where), "%s%s", f->name, f->where);
    if (flags_append(w->flags, now.wall, where, f->session, key != NULL ? key->time : 0,
            text) < 0) {
        snprintf(w->state.note, sizeof(w->state.note), "Not flagged: %.80s: %s",
            w->flags, flag_error(errno));
        return;
    }
    f->flags++;
    snprintf(w->state.note, sizeof(w->state.note), "Flagged in %.80s", w->flags);
}

static void press(struct watch *w, uint32_t code, struct moment now)
{
    switch (watch_state_press(&w->state, &w->set, code)) {
    case WATCH_FLAGS:
        set_flag(w, now);
        break;
    case WATCH_REDRAWS:
        watch_screen_redraw();
        break;
    case WATCH_LEAVES:
        w->done = true;
        break;
    case WATCH_CONTINUES:
        break;
    }
    w->dirty = true;
}

static void read_keys(struct watch *w, bool is_ready, struct moment now)
{
    uint32_t codes[KEY_INPUT_MAX];
    int count = key_input_read(&w->input, is_ready, now.tick, codes);

    if (count < 0)
        w->done = true; /* the terminal is gone */
    for (int i = 0; i < count; i++)
        press(w, codes[i], now);
}

static void show_wall(struct watch *w)
{
    for (int i = 0; i < w->set.count; i++) {
        w->dirty = w->dirty || w->set.all[i]->unread;
        w->set.all[i]->unread = false;
    }
    if (w->rings)
        watch_screen_ring();
    w->rings = false;
    if (w->set.full && !w->full_reported)
        snprintf(w->state.note, sizeof(w->state.note),
            "More than %d conversations: start another watch for the rest",
            WATCH_SET_MOST);
    w->full_reported = w->set.full;
    if (w->dirty)
        watch_screen_draw(w->screen, &w->state, &w->set);
    w->dirty = false;
}

/* The loop */

/* Wait for keys, and from the tick `beat` on for the conversations too. Returns whether
 * they are to be read. */
static bool wait_for_input(
    struct watch *w, struct pollfd *fds, struct moment now, int64_t beat)
{
    bool early = now.tick < beat;
    int count = 1 + watch_set_fds(&w->set, fds + 1);
    int64_t until = early ? beat : watch_set_due(&w->set);

    fds[0] =
        (struct pollfd){.fd = w->screen != NULL ? STDIN_FILENO : -1, .events = POLLIN};
    for (int i = 1; early && i < count; i++)
        fds[i].fd = -1;
    until = clock_earlier(until, key_input_due(&w->input));
    signals_poll(fds, (size_t)count, now.tick, until > now.tick ? until : now.tick);
    return !early;
}

static void step_watch(struct watch *w, struct pollfd *fds, int64_t *beat)
{
    bool reads = wait_for_input(w, fds, clock_now(), *beat);
    struct moment now = clock_now();

    if (signals_ending())
        w->done = true;
    if (signals_resized() && w->screen != NULL) {
        screen_fit();
        w->dirty = true;
    }
    read_keys(w, fds[0].revents != 0, now);
    if (!reads)
        return;
    watch_set_step(&w->set, fds + 1, now.tick);
    *beat = now.tick + BEAT_MS;
    w->begun = true;
}

static void run_loop(struct watch *w)
{
    static struct pollfd fds[1 + WATCH_SET_FDS];
    int64_t beat = 0;

    while (!w->done) {
        if (w->screen != NULL)
            show_wall(w);
        else
            show_plain(w);
        if (!w->done)
            step_watch(w, fds, &beat);
    }
}

static int report_argument(const char *argument, int error)
{
    switch (error) {
    case EINVAL:
        return verb_fail(argument,
            "not a record, a directory or a station: name one of them", EX_DATAERR);
    case EACCES:
        return verb_fail(argument, "you may not read it: ask its owner", EX_NOPERM);
    case ENOENT:
        return verb_fail(argument, "no such file, and no such host", EX_NOINPUT);
    case ENOSPC:
        return verb_fail(argument, "too many conversations: watch fewer", EX_OSERR);
    default:
        return verb_fail(argument, strerror(error), EX_OSERR);
    }
}

static int add_all(struct watch *w, int count, char **arguments)
{
    static char here[] = ".";
    char *only[] = {here};

    if (count == 0) {
        count = 1;
        arguments = only;
    }
    for (int i = 0; i < count; i++)
        if (watch_set_add(&w->set, arguments[i]) < 0)
            return report_argument(arguments[i], errno);
    return EX_OK;
}

/* A closed pipe ends plain output by SIGPIPE, as it ends other tools. Links to stations
 * raise no SIGPIPE. */
static void open_signals(bool plain)
{
    struct sigaction before;

    sigaction(SIGPIPE, NULL, &before);
    signals_open();
    if (plain)
        sigaction(SIGPIPE, &before, NULL);
}

static int run_watch(struct watch *w, int count, char **arguments)
{
    const char *term = getenv("TERM");

    w->code = add_all(w, count, arguments);
    if (w->code != EX_OK)
        return w->code;
    if (!w->plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term != NULL &&
        strcmp(term, "dumb") != 0)
        w->screen = screen_open();
    w->plain = w->screen == NULL;
    w->dirty = true;
    open_signals(w->plain);
    run_loop(w);
    screen_close(w->screen);
    return w->code;
}

/* Options */

static int read_key(const char *file, struct secret **secret)
{
    char why[SECRET_FILE_WHY_SIZE];
    int error;

    *secret = file != NULL ? secret_file_read(file) : NULL;
    if (file == NULL || *secret != NULL)
        return EX_OK;
    error = errno;
    secret_file_why(error, why);
    return verb_fail(file, why, secret_file_exit_code(error));
}

static int open_watch(struct watch *w, int count, char **arguments)
{
    struct feed_listener listener = {.line = take_line, .to = w};
    struct secret *secret;
    regex_t pattern;
    int code = read_key(w->key, &secret);

    if (code != EX_OK)
        return code;
    if (w->bell != NULL && regcomp(&pattern, w->bell, REG_EXTENDED | REG_NOSUB) != 0) {
        fprintf(stderr,
            "referee: --bell=%s: not an extended regular expression: write it as for "
            "grep -E\n",
            w->bell);
        return EX_USAGE;
    }
    if (watch_set_init(&w->set, secret, w->bell != NULL ? &pattern : NULL, &listener) <
        0)
        return verb_fail_memory("watch");
    code = run_watch(w, count, arguments);
    watch_set_free(&w->set);
    if (w->bell != NULL)
        regfree(&pattern);
    if (secret != NULL)
        secret_free(secret);
    return code;
}

static const struct option_row rows[] = {
    {0, "plain", NULL, "print lines when they are finished",
        OPTION_SETS(struct watch, plain), NULL, 0, NULL},
    {0, "bell", "REGEX", "ring when a line matches", OPTION_KEEPS(struct watch, bell),
        NULL, 0, NULL},
    {0, "flags", "FILE", "append flags to FILE (default: FLAGS.CSV)",
        OPTION_KEEPS(struct watch, flags), NULL, 0, NULL},
    {0, "key", "FILE", "the contest's key, for sealed stations",
        OPTION_KEEPS(struct watch, key), NULL, 0, NULL},
    {'h', "help", NULL, "print this and stop", OPTION_ASKS_HELP, NULL, 0, NULL},
};

static const struct options options = {
    .command = "referee watch",
    .use = "[OPTION...] [PATH|STATION]...",
    .about = "follow conversations live: records, directories of records (default: "
             "this\none) and stations",
    .rows = rows,
    .count = sizeof(rows) / sizeof(rows[0]),
};

int referee_watch(int argc, char **argv)
{
    static struct watch w = {.flags = FLAGS_NAME};
    int first, code = verb_read_options(&options, &w, argc, argv, &first);

    return code != VERB_RUN ? code : open_watch(&w, argc - first, argv + first);
}
