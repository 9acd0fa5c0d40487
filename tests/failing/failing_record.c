#include "tests/failing/failing.h"

#include <errno.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/record/keylog.h"
#include "tests/stage/stage_text.h"

enum { HEADER_LINES = 3 };

/* A position in the text. */
struct place {
    int rounds;
    int turn;
    size_t at; /* in that turn */
};

/* The content of a key log. */
struct log {
    struct key *keys;
    size_t count;
    bool ended;
    bool torn;
};

static int complain(char why[static FAILING_WHY_SIZE], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static int complain(char why[static FAILING_WHY_SIZE], const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(why, FAILING_WHY_SIZE, format, arguments);
    va_end(arguments);
    return -1;
}

static bool read_file(const char *path, struct text *text)
{
    FILE *file = fopen(path, "re");
    char bytes[4096];
    size_t got;

    if (file == NULL)
        return false;
    while ((got = fread(bytes, 1, sizeof(bytes), file)) > 0)
        text_add(text, bytes, got);
    fclose(file);
    return true;
}

/* The key logs of a player, in the order of their numbers. */
static bool find_logs(const struct failing_player *player, glob_t *found)
{
    char pattern[FAILING_DIRECTORY_SIZE + sizeof("/LP-??.KEY")];

    snprintf(pattern, sizeof(pattern), "%s/LP-??.KEY", player->directory);
    return glob(pattern, 0, NULL, found) == 0;
}

/* The text */

/* The next key of the text; false after the last. */
static bool next_said(struct place *place, enum side *side, uint32_t *code)
{
    const char *turn = failing_turn(place->turn, place->rounds);

    while (turn != NULL && turn[place->at] == '\0') {
        turn = failing_turn(++place->turn, place->rounds);
        place->at = 0;
    }
    if (turn == NULL)
        return false;
    *side = place->turn % PLAYERS == JUDGE ? SIDE_JUDGE : SIDE_OTHER;
    *code = (unsigned char)turn[place->at++];
    return true;
}

/* Key logs */

static void add_key(struct log *log, const struct keylog_record *record)
{
    struct key *keys = realloc(log->keys, (log->count + 1) * sizeof(keys[0]));

    if (keys == NULL)
        abort();
    keys[log->count++] = (struct key){record->released, record->code, record->side};
    log->keys = keys;
}

static int read_line(
    struct log *log, const char *line, size_t length, char why[static FAILING_WHY_SIZE])
{
    struct keylog_record record;
    enum keylog_kind kind;

    if (log->ended)
        return complain(why, "something comes after the end");
    if (keylog_read(line, length, &kind, &record) < 0)
        return complain(why, "no record: '%.*s'", (int)length, line);
    if (kind == KEYLOG_KEY)
        add_key(log, &record);
    log->ended = kind == KEYLOG_END;
    return 0;
}

/* Each line that has its newline. */
static int read_log(
    const struct text *text, struct log *log, char why[static FAILING_WHY_SIZE])
{
    const char *line = text_string(text), *newline;

    for (; (newline = strchr(line, '\n')) != NULL; line = newline + 1)
        if (read_line(log, line, (size_t)(newline - line), why) < 0)
            return -1;
    log->torn = *line != '\0';
    return 0;
}

/* The keys are those of the text, and each side's times increase. */
static int check_keys(
    const struct log *log, int rounds, char why[static FAILING_WHY_SIZE])
{
    struct place place = {.rounds = rounds};
    uint64_t last[2] = {0, 0};
    enum side side;
    uint32_t code;

    for (size_t i = 0; i < log->count; i++) {
        const struct key *key = &log->keys[i];
        if (!next_said(&place, &side, &code) || key->side != side || key->code != code)
            return complain(why, "key %zu differs from the text", i + 1);
        if (key->time <= last[side])
            return complain(why, "key %zu is not later than the last", i + 1);
        last[side] = key->time;
    }
    return 0;
}

static bool has_all(const struct log *log, int rounds)
{
    struct place place = {.rounds = rounds};
    enum side side;
    uint32_t code;
    size_t said = 0;

    while (next_said(&place, &side, &code))
        said++;
    return log->count == said;
}

/* Transcripts */

/* Type a key to a line as it stands there: length is its new length. */
static void type(char *line, size_t *length, char key)
{
    if (key != '\b')
        line[(*length)++] = key;
    else if (*length > 0)
        --*length;
    line[*length] = '\0';
}

/* The transcript's form of a line: empty for a blank one. The judge's number is one at
 * the end of its turn; until then the line with it is text of a judge without a number.
 */
static void add_line(struct text *text, enum side side, const char *line, bool numbered)
{
    if (!numbered && line[0] != '\0')
        text_say(text, "JUDGE00%s\n", line);
    else if (strncmp(line, "@@", 2) == 0)
        text_say(text, "*** JUDGE%s ***\n", line + 2);
    else if (line[0] != '\0')
        text_say(text, "%s%s\n", side == SIDE_JUDGE ? "JUDGE04" : "PROGRAM", line);
}

/* The body of a transcript of the text's first count keys, without times. */
static void tell(size_t count, int rounds, struct text *text)
{
    struct place place = {.rounds = rounds};
    char line[128] = "";
    size_t length = 0;
    enum side side = SIDE_JUDGE;
    bool numbered = count >= strlen(failing_turn(0, rounds));
    uint32_t code;

    while (count-- > 0 && next_said(&place, &side, &code)) {
        if (code != K_RETURN) {
            type(line, &length, (char)code);
            continue;
        }
        add_line(text, side, line, numbered);
        length = 0;
        line[0] = '\0';
    }
    add_line(text, side, line, numbered);
}

/* The body of a file's whole lines, without its times "[HH:MM:SS]". Returns whether a
 * partial line follows them. */
static bool read_body(const struct text *file, struct text *body)
{
    const char *at = text_string(file), *newline = strrchr(at, '\n');
    const char *end = newline != NULL ? newline + 1 : at;
    size_t line = 0;

    for (; at < end; at++) {
        if (*at == '[' && line >= HEADER_LINES && strlen(at) > 9 && at[9] == ']')
            at += 10;
        if (line >= HEADER_LINES)
            text_put(body, *at);
        line += *at == '\n';
    }
    return *end != '\0';
}

/* A transcript with an end equals the keys; another is a beginning of them. */
static int check_transcript(const char *path, const struct log *log, int rounds,
    bool may_be_torn, char why[static FAILING_WHY_SIZE])
{
    struct text file = {0}, body = {0}, told = {0};
    bool good, torn, whole = log->ended && !may_be_torn;

    tell(whole ? log->count : SIZE_MAX, rounds, &told);
    if (!read_file(path, &file))
        return complain(why, "%s: %s", path, strerror(errno));
    torn = read_body(&file, &body);
    good = (may_be_torn || !torn) &&
           strncmp(text_string(&told), text_string(&body), body.length) == 0 &&
           (!whole || body.length == told.length);
    if (!good)
        complain(why, "%s differs from the text", path);
    text_free(&file);
    text_free(&body);
    text_free(&told);
    return good ? 0 : -1;
}

/* Both files under one number. */
static int read_pair(char *path, struct log *log, int rounds, bool may_be_torn,
    char why[static FAILING_WHY_SIZE])
{
    struct text file = {0};
    int result;

    if (!read_file(path, &file))
        return complain(why, "%s: %s", path, strerror(errno));
    result = read_log(&file, log, why);
    text_free(&file);
    if (result < 0 || check_keys(log, rounds, why) < 0)
        return -1;
    if (log->torn && !may_be_torn)
        return complain(why, "%s ends in mid line", path);
    strcpy(strrchr(path, '.'), ".TXT");
    return check_transcript(path, log, rounds, may_be_torn, why);
}

int failing_read(struct failing_record *record, const struct failing_player *player,
    int rounds, bool torn, char why[static FAILING_WHY_SIZE])
{
    glob_t found;
    int result = 0;

    *record = (struct failing_record){0};
    if (!find_logs(player, &found))
        return 0;
    record->begun = true;
    record->logs = (int)found.gl_pathc;
    for (size_t i = 0; i < found.gl_pathc && result == 0; i++) {
        struct log log = {0};
        bool is_last = i + 1 == found.gl_pathc;
        result = read_pair(found.gl_pathv[i], &log, rounds, torn || !is_last, why);
        if (log.count > record->keys)
            record->keys = log.count;
        if (log.ended && has_all(&log, rounds))
            record->complete = true;
        free(log.keys);
    }
    globfree(&found);
    return result;
}

/* The longest of a player's logs. */
static struct log longest(const struct failing_player *player)
{
    struct log best = {0};
    char why[FAILING_WHY_SIZE];
    glob_t found;

    if (!find_logs(player, &found))
        return best;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct text file = {0};
        struct log log = {0};
        if (read_file(found.gl_pathv[i], &file) && read_log(&file, &log, why) == 0 &&
            log.count > best.count) {
            free(best.keys);
            best = log;
        } else
            free(log.keys);
        text_free(&file);
    }
    globfree(&found);
    return best;
}

bool failing_agree(const struct failing_play *play)
{
    struct log a = longest(&play->players[JUDGE]);
    struct log b = longest(&play->players[STATION]);
    bool same = true;

    for (size_t i = 0; i < a.count && i < b.count && same; i++)
        same = a.keys[i].time == b.keys[i].time && a.keys[i].code == b.keys[i].code &&
               a.keys[i].side == b.keys[i].side;
    free(a.keys);
    free(b.keys);
    return same;
}
