#include "referee.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "flags.h"
#include "keyboard.h"
#include "moment.h"
#include "screen.h"
#include "secret_file.h"
#include "shown.h"
#include "signals.h"
#include "wall.h"

/* News are looked at so often, all of them at once: a person sees no difference, and
 * a hundred conversations take no more time than ten. */
enum { BEAT_MS = 50, ESCAPE_MS = KEYBOARD_SILENCE_MS };

struct watch {
    bool plain;
    const char *flags;
    struct lookout lookout;
    struct view view;
    struct screen *screen; /* NULL: plain */
    struct keyboard keyboard;
    int64_t pressed; /* tick of the last byte from the keyboard */
    bool begun;      /* what there was at the beginning has been read */
    bool rings;
    bool dirty;     /* something is to be drawn */
    bool full_told; /* that there are more than can be watched */
    bool done;
    int code;
};

static int fail(int code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static int fail(int code, const char *format, ...)
{
    va_list arguments;

    fputs("referee: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return code;
}

/* Plain */

static void take_line(
    void *to, struct feed *s, const char *line, size_t length, bool rings)
{
    struct watch *w = to;

    w->rings = w->rings || (rings && w->begun);
    if (!w->plain || s->hidden)
        return;
    if (rings && isatty(STDOUT_FILENO))
        putchar('\a');
    shown_put(stdout, s->name);
    printf("%s: %.*s", feed_pane(s), (int)length, line);
}

static void tell_notes(struct watch *w)
{
    for (int i = 0; i < w->lookout.count; i++) {
        struct feed *s = w->lookout.all[i];
        if (s->note_is_new && s->note[0] != '\0') {
            fputs("referee: ", stderr);
            shown_put(stderr, s->name);
            fprintf(stderr, ": %s\n", s->note);
        }
        s->note_is_new = false;
    }
}

static void show_plain(struct watch *w)
{
    tell_notes(w);
    if (w->lookout.full && !w->full_told)
        fail(EX_OK, "more than %d conversations: the others are not watched",
            LOOKOUT_MOST);
    w->full_told = w->lookout.full;
    if (fflush(stdout) != 0 || ferror(stdout)) {
        w->done = true;
        w->code = fail(EX_IOERR, "standard output: %s", strerror(errno));
    }
    w->done = w->done || lookout_is_over(&w->lookout);
}

/* At a terminal */

/* Why nothing was flagged. */
static const char *why_not(int error)
{
    switch (error) {
    case EINVAL:
    case EISDIR:
    case ELOOP:
    case ENXIO:
        return "no regular file: start with --flags=FILE";
    default:
        return strerror(error);
    }
}

static void set_flag(struct watch *w, struct moment now)
{
    struct feed *s = view_feed(&w->lookout, w->view.at);
    uint64_t moment = s->scene.begun ? scene_moment(&s->scene) : 0;
    char where[FEED_NAME_SIZE + FEED_WHERE_SIZE];

    snprintf(where, sizeof(where), "%s%s", s->name, feed_pane(s));
    if (flags_append(w->flags, now.wall, where, s->session, moment, w->view.text) < 0) {
        snprintf(w->view.note, sizeof(w->view.note), "Not flagged: %.80s: %s", w->flags,
            why_not(errno));
        return;
    }
    s->flags++;
    snprintf(w->view.note, sizeof(w->view.note), "Flagged in %.80s", w->flags);
}

static void press(struct watch *w, uint32_t code, struct moment now)
{
    switch (view_press(&w->view, &w->lookout, code)) {
    case VIEW_FLAGS:
        set_flag(w, now);
        break;
    case VIEW_REDRAWS:
        wall_redraw();
        break;
    case VIEW_LEAVES:
        w->done = true;
        break;
    default:
        break;
    }
    w->dirty = true;
}

static void read_keys(struct watch *w, struct moment now)
{
    uint32_t codes[KEYBOARD_OUT_MAX];
    unsigned char bytes[256];
    ssize_t got = read(STDIN_FILENO, bytes, sizeof(bytes));

    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        w->done = true; /* the terminal has gone */
    for (ssize_t i = 0; i < got; i++) {
        int count = keyboard_feed(&w->keyboard, bytes[i], codes);
        for (int j = 0; j < count; j++)
            press(w, codes[j], now);
    }
    w->pressed = now.tick;
}

/* An Escape alone is known by the silence behind it. */
static void end_sequence(struct watch *w, struct moment now)
{
    uint32_t codes[KEYBOARD_OUT_MAX];
    int count;

    if (!keyboard_waiting(&w->keyboard) || now.tick < w->pressed + ESCAPE_MS)
        return;
    count = keyboard_silence(&w->keyboard, codes);
    for (int i = 0; i < count; i++)
        press(w, codes[i], now);
}

static void show_wall(struct watch *w)
{
    for (int i = 0; i < w->lookout.count; i++) {
        w->dirty = w->dirty || w->lookout.all[i]->unread;
        w->lookout.all[i]->unread = false;
    }
    if (w->rings)
        wall_ring();
    w->rings = false;
    if (w->lookout.full && !w->full_told)
        snprintf(w->view.note, sizeof(w->view.note),
            "More than %d conversations: the others are not watched", LOOKOUT_MOST);
    w->full_told = w->lookout.full;
    if (w->dirty)
        wall_draw(&w->view, &w->lookout);
    w->dirty = false;
}

/* The loop */

/* Wait for keys, and from the beat on for news too. Returns whether these were among
 * it. */
static bool wait_for_news(
    struct watch *w, struct pollfd *fds, struct moment now, int64_t beat)
{
    bool early = now.tick < beat;
    int count = 1 + lookout_fds(&w->lookout, fds + 1);
    int64_t until = early ? beat : lookout_due(&w->lookout);

    fds[0] =
        (struct pollfd){.fd = w->screen != NULL ? STDIN_FILENO : -1, .events = POLLIN};
    for (int i = 1; early && i < count; i++)
        fds[i].fd = -1;
    if (keyboard_waiting(&w->keyboard))
        until = moment_earlier(until, w->pressed + ESCAPE_MS);
    if (until < now.tick)
        until = now.tick;
    signals_poll(fds, (size_t)count, now.tick, until);
    return !early;
}

static void loop(struct watch *w)
{
    static struct pollfd fds[1 + LOOKOUT_FDS];
    struct moment now = moment_now();
    int64_t beat = 0;
    bool news;

    while (!w->done) {
        if (w->screen != NULL)
            show_wall(w);
        else
            show_plain(w);
        if (w->done)
            break;
        news = wait_for_news(w, fds, now, beat);
        now = moment_now();
        if (signals_ending())
            w->done = true;
        if (signals_resized() && w->screen != NULL) {
            screen_fit();
            w->dirty = true;
        }
        if (fds[0].revents != 0)
            read_keys(w, now);
        end_sequence(w, now);
        if (news) {
            lookout_step(&w->lookout, fds + 1, now.tick);
            beat = now.tick + BEAT_MS;
            w->begun = true;
        }
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
        if (lookout_add(&w->lookout, arguments[i]) < 0) {
            if (errno == EINVAL)
                return fail(EX_DATAERR,
                    "%s: no file of a conversation, no directory and no station: name "
                    "one",
                    arguments[i]);
            if (errno == EACCES)
                return fail(EX_NOPERM, "%s: you may not read it: ask whose it is",
                    arguments[i]);
            return fail(errno == ENOENT ? EX_NOINPUT : EX_OSERR, "%s: %s", arguments[i],
                errno == ENOENT   ? "no such file, and no such host"
                : errno == ENOSPC ? "too many conversations: watch fewer"
                                  : strerror(errno));
        }
    return EX_OK;
}

/* When nobody reads on, lines end without a word, as those of other tools do: what is
 * sent to stations raises no SIGPIPE. */
static void open_signals(bool plain)
{
    struct sigaction before;

    sigaction(SIGPIPE, NULL, &before);
    signals_open();
    if (plain)
        sigaction(SIGPIPE, &before, NULL);
}

static int run(struct watch *w, int count, char **arguments)
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
    loop(w);
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
    return fail(secret_file_exit_code(error), "%s: %s", file, why);
}

static int start(
    struct watch *w, const char *key, const char *bell, int count, char **arguments)
{
    struct feed_news news = {.line = take_line, .to = w};
    struct secret *secret;
    regex_t pattern;
    int code = read_key(key, &secret);

    if (code != EX_OK)
        return code;
    if (bell != NULL && regcomp(&pattern, bell, REG_EXTENDED | REG_NOSUB) != 0)
        return fail(EX_USAGE,
            "--bell=%s: no extended regular expression: write it as for grep -E", bell);
    if (lookout_init(&w->lookout, secret, bell != NULL ? &pattern : NULL, &news) < 0)
        return fail(EX_OSERR, "out of memory: close other programs");
    code = run(w, count, arguments);
    lookout_free(&w->lookout);
    if (bell != NULL)
        regfree(&pattern);
    if (secret != NULL)
        secret_free(secret);
    return code;
}

static int help(void)
{
    printf("usage: referee watch [OPTION...] [PATH|STATION]...\n"
           "follow conversations live: from transcripts and key logs, from all in a\n"
           "directory (this one), and from stations\n"
           "\n"
           "      --plain              print lines as they come\n"
           "      --bell REGEX         ring when a line matches\n"
           "      --flags FILE         append flags to it (FLAGS.CSV)\n"
           "      --key FILE           the contest's key, for sealed stations\n"
           "  -h, --help               print this and stop\n");
    return EX_OK;
}

int referee_watch(int argc, char **argv)
{
    static const struct option longs[] = {{"plain", no_argument, NULL, 'p'},
        {"help", no_argument, NULL, 'h'}, {"bell", required_argument, NULL, 'b'},
        {"key", required_argument, NULL, 'k'}, {"flags", required_argument, NULL, 'f'},
        {NULL, 0, NULL, 0}};
    static struct watch w = {.flags = FLAGS_NAME};
    const char *key = NULL, *bell = NULL;
    int option;

    opterr = 0;
    while ((option = getopt_long(argc, argv, "h", longs, NULL)) != -1)
        switch (option) {
        case 'h':
            return help();
        case 'p':
            w.plain = true;
            break;
        case 'b':
            bell = optarg;
            break;
        case 'k':
            key = optarg;
            break;
        case 'f':
            w.flags = optarg;
            break;
        default:
            return fail(EX_USAGE,
                "%s: watch has --plain, --bell=REGEX, --flags=FILE and --key=FILE",
                argv[optind - 1]);
        }
    return start(&w, key, bell, argc - optind, argv + optind);
}
