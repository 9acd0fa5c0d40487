/*
 * stage.c - play a script at real programs: stage FILE.play
 *
 * A play starts programs ("actors") on pseudo-terminals or pipes, types at them and
 * names the expected output. It waits for that, without sleeping: for 40 s, times the
 * environment's STAGE_PATIENCE, and no longer than the actor lives. STAGE_LINGER is a
 * number of milliseconds before each line: a play that fails with it waits for a state
 * that does not stay.
 * Exit status: 0 passed, 1 failed (FILE:LINE: why, and all screens), 2 no such
 * play, 77 skipped. Everything happens in a fresh directory, $DIR, which is kept
 * if the play fails. A sanitizer's report fails the play at its end.
 *
 * One command a line; blanks part words and '#' begins a line of comment. "..." is
 * one word, with \r \n \t \e \b \\ \" \$ \xHH in it. $NAME and ${NAME} are replaced
 * everywhere by the value set by the play or else the environment, once: the value
 * itself is not expanded. A name without a value is an error; a '$' before
 * anything but a letter, '_' or '{' is a '$'. Set are: $DIR, $PORT and $PORT2
 * (unused TCP ports of the loopback), $BIN and $SRC (STAGE_BIN and STAGE_SRC).
 * TERM, LC_ALL and the sanitizers' log_path are set; LINES and COLUMNS are not.
 *
 * Verbs marked with | are followed by lines that begin with '|', the rest of which
 * is literal but for $NAME and {time} (HH:MM:SS), {stamp} (YYYY/MM/DD HH:MM:SS),
 * {year}, {left} (M:SS), {ms} (18 digits), {hex32}, {any} (any run of characters, also
 * an empty one). A last line that begins with '\' instead has no newline after it.
 *
 * A file of pictures has "== NAME" above each, and a line that begins with '|' for each
 * row of the screen, the last one too; a ':' stands for as many blank rows as there is
 * room for. With STAGE_TAKE set nothing is compared: pictures are added to their files,
 * to be reviewed and completed with placeholders for clocks and random values.
 *
 *   set NAME VALUE               set a variable of the play
 *   env NAME VALUE               set one in the environment of later actors
 *   unenv NAME                   remove one from it
 *   run ACTOR COLSxROWS CMD ...  start a program on a terminal of this size
 *   pipe ACTOR CMD ...           start a program on pipes, without a terminal
 *   type ACTOR TEXT              write to its terminal or stdin, all of it
 *   paste ACTOR COUNT TEXT       the same text COUNT times over
 *   eof ACTOR                    close its stdin (pipes)
 *   hangup ACTOR                 close its terminal
 *   await ACTOR TEXT             some row of its screen, or its stdout, has TEXT
 *   await-not ACTOR TEXT         no row has TEXT
 *   await-err ACTOR TEXT         its stderr has TEXT (pipes)
 *   await-file PATH TEXT         the file has TEXT
 *   await-bell ACTOR             the bell has rung since it was last awaited
 *   row ACTOR N TEXT             row N has TEXT: 1 is the first, -1 the last
 *   screen ACTOR |               its first rows are these, blanks at their ends aside
 *   screen-all ACTOR |           the same, and all others but the last two are blank
 *   picture ACTOR FILE NAME      its whole screen is that picture of the file
 *   cursor ACTOR ROW COL         the cursor is there; 1 1 is the corner
 *   resize ACTOR COLSxROWS       change the size of its terminal
 *   signal ACTOR NAME            send it a signal: TERM or SIGTERM
 *   stop-reading ACTOR           stop reading its output; typed keys may pile up
 *   go-on-reading ACTOR          read its output again
 *   exits ACTOR CODE             it has ended: a status, or SIGTERM and the like
 *   restored ACTOR               modes, screen and cursor are as before it started
 *   out ACTOR |                  its whole stdout is this (pipes)
 *   err ACTOR |                  its whole stderr is this (pipes)
 *   err-lines ACTOR N            its stderr has N lines (pipes)
 *   file PATH |                  the file is this
 *   no-file PATH                 the file does not exist, now
 *   clean PATH                   it is printable ASCII and newlines only, now
 *   same PATH PATH               the two files are alike byte for byte
 *   sh COMMAND                   sh -c COMMAND ends with 0
 *   sh-fails COMMAND             ... with 1 to 125
 *   when WORD WORD VERB ...      do VERB ... if the two words are alike
 *   skip-unless COMMAND WHY ...  ... with 0, or else the play is skipped
 */
#include <arpa/inet.h>
#include <errno.h>
#include <glob.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/stage/stage_play.h"

enum {
    FAREWELL_MS = 5000, /* from SIGTERM to SIGKILL, times the patience */
    PORT_FIRST = 20000, /* ports are below those that the system hands out, */
    PORT_COUNT = 10000, /* so that no program gets one of them by chance;
                           zoo.sh and twenty.py have more */
};

enum { PASSED = 0, FAILED = 1, NO_PLAY = 2, SKIPPED = 77 };

/* ---- before the play ---- */

static bool is_free_port(int port)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool is_free =
        fd >= 0 && bind(fd, (const struct sockaddr *)&address, sizeof address) == 0;

    if (fd >= 0)
        close(fd);
    return is_free;
}

/* Whether a port is free, and reserved until the play has ended: other plays do not use
 * it, even while no program listens there. */
static bool claim_port(int port)
{
    struct sockaddr_un claim = {.sun_family = AF_UNIX};
    char *name = claim.sun_path + 1; /* of no file: it is free again when we are gone */
    int length = snprintf(name, sizeof claim.sun_path - 1, "stage port %d", port);
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

    if (fd < 0)
        return false;
    if (bind(fd, (const struct sockaddr *)&claim,
            (socklen_t)(name + length - (const char *)&claim)) == 0 &&
        is_free_port(port))
        return true;
    close(fd);
    return false;
}

/* Plays that run side by side begin to look at different ports. */
static void choose_ports(struct names *names)
{
    static const char *const name[] = {"PORT", "PORT2"};
    int first = (int)(getpid() * 2L % PORT_COUNT);
    size_t found = 0;

    for (int i = 0; i < PORT_COUNT && found < 2; i++) {
        int port = PORT_FIRST + (first + i) % PORT_COUNT;
        char digits[8];

        if (!claim_port(port))
            continue;
        snprintf(digits, sizeof digits, "%d", port);
        names_set(names, name[found++], digits);
    }
}

/* A variable for the directory that one of the environment's names. */
static void set_directory(struct names *names, const char *name, const char *from)
{
    const char *given = getenv(from);
    char *path = given == NULL ? NULL : realpath(given, NULL);

    if (path != NULL)
        names_set(names, name, path);
    else if (given != NULL)
        fprintf(stderr, "stage: %s: %s: %s\n", from, given, strerror(errno));
    free(path);
}

static void set_environment(const struct play *play)
{
    static const char *const sanitizers[] = {
        "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"};
    struct text options = {0};

    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("LINES");
    unsetenv("COLUMNS");
    text_say(&options, "log_path=%s/san", play->dir);
    for (size_t i = 0; i < sizeof sanitizers / sizeof *sanitizers; i++)
        setenv(sanitizers[i], text_string(&options), 0);
    text_free(&options);
}

static double patience(void)
{
    const char *given = getenv("STAGE_PATIENCE");
    double factor = given == NULL ? 1 : strtod(given, NULL);

    return factor > 0 && factor < 1000 ? factor : 1;
}

static bool make_directory(struct play *play)
{
    const char *above = getenv("TMPDIR");
    int length = snprintf(play->dir, sizeof play->dir, "%s/stage.XXXXXX",
        above == NULL || *above == '\0' ? "/tmp" : above);

    return length > 0 && (size_t)length < sizeof play->dir &&
           mkdtemp(play->dir) != NULL && chdir(play->dir) == 0;
}

static bool prepare(struct play *play)
{
    if (text_read(&play->script.source, play->path) < 0) {
        fprintf(stderr, "stage: %s: %s\n", play->path, strerror(errno));
        return false;
    }
    set_directory(&play->names, "BIN", "STAGE_BIN");
    set_directory(&play->names, "SRC", "STAGE_SRC");
    play->patience = patience();
    if (!make_directory(play)) {
        fprintf(stderr, "stage: %s: %s\n", play->dir, strerror(errno));
        return false;
    }
    names_set(&play->names, "DIR", play->dir);
    choose_ports(&play->names);
    set_environment(play);
    stage_signals();
    return true;
}

/* ---- the play ---- */

static void add_word(struct text *text, const struct text *word)
{
    bool quoted = word->length == 0 || strpbrk(word->data, " \t") != NULL;

    text_say(text, quoted ? " \"" : " ");
    text_show(text, word->data);
    text_say(text, quoted ? "\"" : "");
}

/* Print the failed line, the reason, and the screens of all actors. */
static void report(const struct play *play, const struct line *line)
{
    struct text text = {0};

    text_say(&text, "%s:%zu:", play->path, line->number);
    for (size_t i = 0; i < line->count; i++)
        add_word(&text, &line->word[i]);
    text_say(&text, ": %s\n", text_string(&play->why));
    for (const struct actor *actor = play->cast.first; actor; actor = actor->next)
        actor_describe(actor, &text);
    fputs(text_string(&text), stderr);
    text_free(&text);
}

static int perform(struct play *play)
{
    struct line line = {0};
    bool good = true;
    int got;

    while (good && !play->skipped) {
        text_clear(&play->why);
        got = script_next(&play->script, &play->names, &line, &play->why);
        if (got == 0)
            break;
        good = got > 0 && play_line(play, &line);
    }
    if (!good)
        report(play, &line);
    if (play->skipped) {
        printf("SKIP:");
        for (size_t i = 2; i < line.count; i++)
            printf(" %s", text_string(&line.word[i]));
        printf("\n");
    }
    line_free(&line);
    return !good ? FAILED : play->skipped ? SKIPPED : PASSED;
}

/* ---- after the play ---- */

static bool has_stain(const struct text *text)
{
    static const char *const stains[] = {"Sanitizer", "runtime error:"};

    for (size_t i = 0; i < sizeof stains / sizeof *stains; i++) {
        if (memmem(text_string(text), text->length, stains[i], strlen(stains[i])) !=
            NULL)
            return true;
    }
    return false;
}

void play_inspect(struct play *play, const struct actor *actor)
{
    if (!has_stain(&actor->said) && !has_stain(&actor->complained))
        return;
    play->stained = true;
    fprintf(stderr, "%s: %s: a sanitizer's report:\n%s%s\n", play->path, actor->name,
        text_string(&actor->said), text_string(&actor->complained));
}

/* Print the sanitizers' reports. */
static void inspect_logs(struct play *play)
{
    glob_t found = {0};

    if (glob("san*", 0, NULL, &found) != 0)
        found.gl_pathc = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct text text = {0};

        text_read(&text, found.gl_pathv[i]);
        fprintf(stderr, "%s: a sanitizer's report, %s:\n%s\n", play->path,
            found.gl_pathv[i], text_string(&text));
        text_free(&text);
        play->stained = true;
    }
    globfree(&found);
}

/* Remove the directory of the play with all that is in it. */
static bool remove_directory(struct play *play)
{
    char *argv[] = {
        "sh", "-c", "chmod -R u+rwX \"$0\" && rm -rf \"$0\"", play->dir, NULL};
    struct actor *actor = actor_on_pipes(&play->cast, argv[0], argv);
    bool removed;

    while (actor != NULL && !actor_is_over(actor))
        cast_listen(&play->cast, 20);
    removed = actor != NULL && actor->status == 0;
    if (actor != NULL)
        actor_dismiss(&play->cast, actor);
    return removed;
}

/* End and inspect all actors. Returns the final result. */
static int clear_up(struct play *play, int result)
{
    cast_end(&play->cast, (int)(FAREWELL_MS * play->patience));
    while (play->cast.first != NULL) {
        play_inspect(play, play->cast.first);
        if (play->cast.first->outstayed) {
            fprintf(stderr, "%s: %s had to be killed\n", play->path,
                play->cast.first->name);
            result = FAILED;
        }
        actor_dismiss(&play->cast, play->cast.first);
    }
    if (chdir(play->dir) == 0)
        inspect_logs(play);
    if (play->stained)
        result = FAILED;
    if (chdir("/") < 0 || result == FAILED || !remove_directory(play))
        fprintf(stderr, "%s: see %s\n", play->path, play->dir);
    return result;
}

int main(int argc, char *argv[])
{
    struct play play = {.path = argv[1]};
    int result = NO_PLAY;

    if (argc != 2)
        fprintf(stderr, "usage: stage FILE.play\n");
    else if (prepare(&play))
        result = clear_up(&play, perform(&play));
    text_free(&play.script.source);
    text_free(&play.why);
    names_free(&play.names);
    return result;
}
