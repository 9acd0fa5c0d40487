/*
 * stage_verbs.c - the verbs of a play. stage.c lists them.
 *
 * A verb either acts at once or tests a visible condition; stage_seen.c tests such a
 * condition again after each output.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/stage/stage_play.h"

enum {
    LIMIT_MS = 40000,     /* of every wait, times the patience */
    GLANCE_MS = 20,       /* between two looks at a file */
    COUNT_MAX = 10000000, /* of a paste */
    SIDE_MAX = 1000,      /* columns or rows of a terminal */
};

/* ---- waiting ---- */

bool play_give_up(struct play *play, const char *why)
{
    text_say(&play->why, "%s", why);
    play->hopeless = true;
    return false;
}

/* Why we have stopped waiting, or NULL if there is reason to go on. */
static const char *end_of_patience(const struct play *play, int64_t deadline)
{
    if (stage_stopped)
        return "interrupted";
    if (play->actor != NULL && actor_is_over(play->actor))
        return "it has ended";
    return stage_now() >= deadline ? "timed out" : NULL;
}

/* Wait until the line holds. */
static bool wait_until(struct play *play, const struct line *line,
    bool (*holds)(struct play *, const struct line *))
{
    int64_t deadline = stage_now() + (int64_t)(LIMIT_MS * play->patience);
    const char *end;

    for (;;) {
        end = end_of_patience(play, deadline);
        text_clear(&play->why);
        if (holds(play, line))
            return true;
        if (play->hopeless)
            return false;
        if (end != NULL)
            break;
        cast_listen(&play->cast, GLANCE_MS);
    }
    if (play->why.length > 0 && play->why.data[play->why.length - 1] != '\n')
        text_say(&play->why, "; ");
    text_say(&play->why, "%s", end);
    return false;
}

/* ---- reading words ---- */

bool play_number(
    struct play *play, const char *digits, long low, long high, int *number)
{
    char *end;
    long value = strtol(digits, &end, 10);

    if (end == digits || *end != '\0' || value < low || value > high)
        return play_give_up(play, "that is not a number it can be");
    *number = (int)value;
    return true;
}

static bool read_size(struct play *play, const char *text, struct size *size)
{
    int end = -1;

    if (sscanf(text, "%4dx%4d%n", &size->columns, &size->rows, &end) != 2 ||
        text[end] != '\0' || size->columns < 1 || size->columns > SIDE_MAX ||
        size->rows < 1 || size->rows > SIDE_MAX)
        return play_give_up(play, "a size is COLSxROWS, such as 80x24");
    return true;
}

/* ---- verbs: variables and beginnings ---- */

static bool do_set(struct play *play, const struct line *line)
{
    names_set(&play->names, line_word(line, 1), line_word(line, 2));
    return true;
}

static bool do_env(struct play *play, const struct line *line)
{
    if (setenv(line_word(line, 1), line_word(line, 2), 1) < 0)
        return play_give_up(play, strerror(errno));
    return true;
}

static bool do_unenv(struct play *play, const struct line *line)
{
    if (unsetenv(line_word(line, 1)) < 0)
        return play_give_up(play, strerror(errno));
    return true;
}

/* The words from the i-th on, as a program wants them. */
static char **arguments(const struct line *line, size_t i)
{
    char **argv = calloc(line->count - i + 1, sizeof *argv);

    if (argv == NULL)
        abort();
    for (size_t n = 0; i + n < line->count; n++)
        argv[n] = line->word[i + n].data;
    return argv;
}

static bool is_free_name(struct play *play, const char *name)
{
    const struct actor *actor = cast_find(&play->cast, name);

    return actor == NULL || actor->ended || play_give_up(play, "that actor still runs");
}

static bool do_run(struct play *play, const struct line *line)
{
    struct size size;
    char **argv;

    if (!is_free_name(play, line_word(line, 1)) ||
        !read_size(play, line_word(line, 2), &size))
        return false;
    argv = arguments(line, 3);
    play->actor = actor_on_terminal(&play->cast, line_word(line, 1), size, argv);
    free(argv);
    return play->actor != NULL || play_give_up(play, strerror(errno));
}

static bool do_pipe(struct play *play, const struct line *line)
{
    char **argv;

    if (!is_free_name(play, line_word(line, 1)))
        return false;
    argv = arguments(line, 2);
    play->actor = actor_on_pipes(&play->cast, line_word(line, 1), argv);
    free(argv);
    return play->actor != NULL || play_give_up(play, strerror(errno));
}

/* ---- verbs: doing things to actors ---- */

static bool has_taken(struct play *play, const struct line *line)
{
    const struct actor *actor = play->actor;

    (void)line;
    if (actor->typed.length == 0 || actor->unread)
        return true;
    text_say(&play->why, "it does not read the typed text");
    return false;
}

/* Text typed to an ended program is lost, as on a real terminal. */
static bool utter(struct play *play, const struct line *line, size_t text, int times)
{
    struct actor *actor = play->actor;

    if (actor->in < 0)
        return play_give_up(play, "its stdin is closed");
    for (; times > 0 && !actor->ended; times--)
        text_add(&actor->typed, line_word(line, text), line->word[text].length);
    return wait_until(play, line, has_taken);
}

static bool do_type(struct play *play, const struct line *line)
{
    return utter(play, line, 2, 1);
}

static bool do_paste(struct play *play, const struct line *line)
{
    int times;

    return play_number(play, line_word(line, 2), 0, COUNT_MAX, &times) &&
           utter(play, line, 3, times);
}

static bool do_eof(struct play *play, const struct line *line)
{
    (void)line;
    play->actor->no_more = true;
    if (play->actor->typed.length == 0)
        actor_hang_up(play->actor);
    return true;
}

static bool do_hangup(struct play *play, const struct line *line)
{
    (void)line;
    actor_hang_up(play->actor);
    return true;
}

static bool do_resize(struct play *play, const struct line *line)
{
    struct size size;

    if (!read_size(play, line_word(line, 2), &size))
        return false;
    if (play->actor->in < 0)
        return play_give_up(play, "its terminal is closed");
    actor_resize(play->actor, size);
    return true;
}

static bool do_signal(struct play *play, const struct line *line)
{
    int number = signal_number(line_word(line, 2));

    if (number < 0)
        return play_give_up(play, "there is no such signal");
    if (play->actor->ended)
        return play_give_up(play, "it has ended");
    return kill(play->actor->pid, number) == 0 || play_give_up(play, strerror(errno));
}

static bool do_stop_reading(struct play *play, const struct line *line)
{
    (void)line;
    play->actor->unread = true;
    return true;
}

static bool do_go_on_reading(struct play *play, const struct line *line)
{
    (void)line;
    play->actor->unread = false;
    return true;
}

/* ---- verbs: the shell ---- */

static bool is_over(struct play *play, const struct line *line)
{
    (void)line;
    return actor_is_over(play->actor);
}

/* Let sh run the line's command to its end; *status is as of waitpid(2). */
static bool run_shell(struct play *play, const struct line *line, int *status)
{
    char *argv[] = {"sh", "-c", line->word[1].data, NULL};

    play->actor = actor_on_pipes(&play->cast, argv[0], argv);
    if (play->actor == NULL)
        return play_give_up(play, strerror(errno));
    actor_hang_up(play->actor);
    if (!wait_until(play, line, is_over))
        return false;
    *status = play->actor->status;
    play_inspect(play, play->actor);
    actor_fate(play->actor, &play->why);
    return true;
}

/* The shell has succeeded: forget its output. */
static bool dismiss_shell(struct play *play)
{
    actor_dismiss(&play->cast, play->actor);
    play->actor = NULL;
    return true;
}

static bool do_sh(struct play *play, const struct line *line)
{
    int status;

    return run_shell(play, line, &status) && status == 0 && dismiss_shell(play);
}

/* From 126 on it is not the command that says no, but the shell or a signal. */
static bool do_sh_fails(struct play *play, const struct line *line)
{
    int status;

    return run_shell(play, line, &status) && WIFEXITED(status) &&
           WEXITSTATUS(status) >= 1 && WEXITSTATUS(status) <= 125 &&
           dismiss_shell(play);
}

static bool do_skip_unless(struct play *play, const struct line *line)
{
    int status;

    if (!run_shell(play, line, &status))
        return false;
    play->skipped = status != 0;
    return dismiss_shell(play);
}

/* The rest of the line, if the two words are alike. */
static bool do_when(struct play *play, const struct line *line)
{
    struct line rest = *line;

    if (strcmp(line_word(line, 1), line_word(line, 2)) != 0)
        return true;
    rest.word += 3;
    rest.count -= 3;
    return play_line(play, &rest);
}

/* ---- the verbs ---- */

enum subject { NOBODY, ANYBODY, ON_TERMINAL, ON_PIPES }; /* argument 1 is an actor */

enum { AT_ONCE = 0, WAITS = 1, BLOCK = 2 }; /* manners of a verb */

enum { ANY = 1000 }; /* number of arguments */

static const struct verb {
    const char *name;
    size_t least, most; /* arguments */
    enum subject subject;
    unsigned manner;
    bool (*perform)(struct play *, const struct line *);
} verbs[] = {
    {"set", 2, 2, NOBODY, AT_ONCE, do_set},
    {"env", 2, 2, NOBODY, AT_ONCE, do_env},
    {"unenv", 1, 1, NOBODY, AT_ONCE, do_unenv},
    {"run", 3, ANY, NOBODY, AT_ONCE, do_run},
    {"pipe", 2, ANY, NOBODY, AT_ONCE, do_pipe},
    {"type", 2, 2, ANYBODY, AT_ONCE, do_type},
    {"paste", 3, 3, ANYBODY, AT_ONCE, do_paste},
    {"eof", 1, 1, ON_PIPES, AT_ONCE, do_eof},
    {"hangup", 1, 1, ON_TERMINAL, AT_ONCE, do_hangup},
    {"await", 2, 2, ANYBODY, WAITS, seen_text},
    {"await-not", 2, 2, ANYBODY, WAITS, seen_no_text},
    {"await-err", 2, 2, ON_PIPES, WAITS, seen_err_text},
    {"await-file", 2, 2, NOBODY, WAITS, seen_file_text},
    {"await-bell", 1, 1, ON_TERMINAL, WAITS, seen_bell},
    {"row", 3, 3, ON_TERMINAL, WAITS, seen_row},
    {"screen", 1, 1, ON_TERMINAL, WAITS | BLOCK, seen_screen},
    {"screen-all", 1, 1, ON_TERMINAL, WAITS | BLOCK, seen_screen_all},
    {"picture", 3, 3, ON_TERMINAL, WAITS, seen_picture},
    {"cursor", 3, 3, ON_TERMINAL, WAITS, seen_cursor},
    {"resize", 2, 2, ON_TERMINAL, AT_ONCE, do_resize},
    {"signal", 2, 2, ANYBODY, AT_ONCE, do_signal},
    {"stop-reading", 1, 1, ANYBODY, AT_ONCE, do_stop_reading},
    {"go-on-reading", 1, 1, ANYBODY, AT_ONCE, do_go_on_reading},
    {"exits", 2, 2, ANYBODY, WAITS, seen_exit},
    {"restored", 1, 1, ON_TERMINAL, WAITS, seen_restored},
    {"out", 1, 1, ON_PIPES, WAITS | BLOCK, seen_out},
    {"err", 1, 1, ON_PIPES, WAITS | BLOCK, seen_err},
    {"err-lines", 2, 2, ON_PIPES, WAITS, seen_err_lines},
    {"file", 1, 1, NOBODY, WAITS | BLOCK, seen_file},
    {"no-file", 1, 1, NOBODY, AT_ONCE, seen_no_file},
    {"clean", 1, 1, NOBODY, AT_ONCE, seen_clean},
    {"same", 2, 2, NOBODY, WAITS, seen_same},
    {"sh", 1, 1, NOBODY, AT_ONCE, do_sh},
    {"sh-fails", 1, 1, NOBODY, AT_ONCE, do_sh_fails},
    {"when", 3, ANY, NOBODY, BLOCK, do_when},
    {"skip-unless", 2, ANY, NOBODY, AT_ONCE, do_skip_unless},
};

static const struct verb *find_verb(const char *name)
{
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    }
    return NULL;
}

/* Find the actor of the line. */
static bool find_subject(
    struct play *play, const struct line *line, enum subject subject)
{
    play->actor = NULL;
    if (subject == NOBODY)
        return true;
    play->actor = cast_find(&play->cast, line_word(line, 1));
    if (play->actor == NULL)
        return play_give_up(play, "there is no such actor");
    if (subject == ON_TERMINAL && play->actor->terminal == NULL)
        return play_give_up(play, "that actor has no terminal");
    if (subject == ON_PIPES && play->actor->terminal != NULL)
        return play_give_up(play, "that actor is not on pipes");
    return true;
}

/* Let the programs go on before the next line, as on a slow machine. */
static void linger(struct play *play)
{
    const char *given = getenv("STAGE_LINGER");
    int64_t end = stage_now() + (given == NULL ? 0 : strtol(given, NULL, 10));

    while (!stage_stopped && stage_now() < end)
        cast_listen(&play->cast, (int)(end - stage_now()));
}

bool play_line(struct play *play, const struct line *line)
{
    const struct verb *verb = find_verb(line_word(line, 0));

    text_clear(&play->why);
    if (verb == NULL)
        return play_give_up(play, "there is no such verb");
    if (line->count - 1 < verb->least || line->count - 1 > verb->most)
        return play_give_up(play, "it takes more words, or fewer");
    if (line->block.count > 0 && !(verb->manner & BLOCK))
        return play_give_up(play, "it takes no block");
    if (!find_subject(play, line, verb->subject))
        return false;
    linger(play);
    if (verb->manner & WAITS)
        return wait_until(play, line, verb->perform);
    return verb->perform(play, line);
}
