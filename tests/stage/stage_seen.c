/*
 * stage_seen.c - the conditions of a play, checked once.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/stage/stage_play.h"

enum {
    COUNT_MAX = 10000000, /* of lines */
    SIDE_MAX = 1000,      /* columns or rows of a terminal */
};

/* ---- screens ---- */

static bool is_seen(const struct actor *actor, const struct text *wanted)
{
    struct rows rows = {0};
    bool seen;

    if (actor->terminal == NULL)
        return text_contains(&actor->said, wanted);
    actor_screen(actor, &rows);
    seen = rows_contain(&rows, wanted);
    rows_free(&rows);
    return seen;
}

bool seen_text(struct play *play, const struct line *line)
{
    return is_seen(play->actor, &line->word[2]);
}

bool seen_no_text(struct play *play, const struct line *line)
{
    return !is_seen(play->actor, &line->word[2]);
}

bool seen_err_text(struct play *play, const struct line *line)
{
    return text_contains(&play->actor->complained, &line->word[2]);
}

bool seen_bell(struct play *play, const struct line *line)
{
    (void)line;
    if (play->actor->bells == 0)
        return false;
    play->actor->bells = 0;
    return true;
}

bool seen_row(struct play *play, const struct line *line)
{
    struct rows rows = {0};
    int n, count;
    bool seen = false;

    vterm_get_size(play->actor->terminal, &count, &n);
    if (!play_number(play, line_word(line, 2), -count, count, &n))
        return false;
    if (n == 0)
        return play_give_up(play, "rows are counted from 1 or from -1");
    actor_screen(play->actor, &rows);
    n = n < 0 ? count + n : n - 1;
    seen = strstr(rows.row[n], line_word(line, 3)) != NULL;
    if (!seen)
        text_say(&play->why, "the row is \"%s\"", rows.row[n]);
    rows_free(&rows);
    return seen;
}

/* Whether the rows fit, and if not how they differ. */
static bool fit(struct play *play, const struct rows *wanted, const struct rows *got)
{
    if (rows_fit(wanted, got))
        return true;
    rows_differ(wanted, got, &play->why);
    return false;
}

/* The lines of a block as a screen would show them, without blanks at their ends. */
static void trimmed(const struct rows *block, struct rows *rows)
{
    for (size_t i = 0; i < block->count; i++) {
        size_t length = strlen(block->row[i]);

        while (length > 0 && block->row[i][length - 1] == ' ')
            length--;
        rows_add(rows, block->row[i], length);
    }
    rows->unfinished = block->unfinished;
}

static bool fits_screen(struct play *play, const struct line *line, bool all)
{
    struct rows wanted = {0}, got = {0}, top;
    bool fits;

    trimmed(&line->block, &wanted);
    actor_screen(play->actor, &got);
    while (all && wanted.count + 2 < got.count)
        rows_add(&wanted, "", 0);
    top = got;
    if (top.count > wanted.count)
        top.count = wanted.count;
    fits = fit(play, &wanted, &top);
    rows_free(&wanted);
    rows_free(&got);
    return fits;
}

bool seen_screen(struct play *play, const struct line *line)
{
    return fits_screen(play, line, false);
}

bool seen_screen_all(struct play *play, const struct line *line)
{
    return fits_screen(play, line, true);
}

bool seen_cursor(struct play *play, const struct line *line)
{
    VTermPos pos = actor_cursor(play->actor);
    int row, column;

    if (!play_number(play, line_word(line, 2), 1, SIDE_MAX, &row) ||
        !play_number(play, line_word(line, 3), 1, SIDE_MAX, &column))
        return false;
    text_say(&play->why, "the cursor is at %d %d", pos.row + 1, pos.col + 1);
    return pos.row + 1 == row && pos.col + 1 == column;
}

/* ---- endings ---- */

bool seen_exit(struct play *play, const struct line *line)
{
    const struct actor *actor = play->actor;
    int number = signal_number(line_word(line, 2)), code = -1;

    if (number < 0 && !play_number(play, line_word(line, 2), 0, 255, &code))
        return false;
    actor_fate(actor, &play->why);
    if (!actor_is_over(actor))
        return false;
    if (WIFEXITED(actor->status) ? WEXITSTATUS(actor->status) == code
                                 : WTERMSIG(actor->status) == number)
        return true;
    play->hopeless = true;
    return false;
}

bool seen_restored(struct play *play, const struct line *line)
{
    (void)line;
    return actor_has_restored(play->actor, &play->why);
}

/* ---- texts and files ---- */

static bool text_fits(
    struct play *play, const struct line *line, const struct text *text)
{
    struct rows rows = {0};
    bool fits;

    rows_split(&rows, text);
    fits = fit(play, &line->block, &rows);
    rows_free(&rows);
    return fits;
}

bool seen_out(struct play *play, const struct line *line)
{
    return text_fits(play, line, &play->actor->said);
}

bool seen_err(struct play *play, const struct line *line)
{
    return text_fits(play, line, &play->actor->complained);
}

bool seen_err_lines(struct play *play, const struct line *line)
{
    struct rows rows = {0};
    int wanted, count;

    rows_split(&rows, &play->actor->complained);
    count = (int)rows.count;
    rows_free(&rows);
    text_say(&play->why, "there are %d", count);
    return play_number(play, line_word(line, 2), 0, COUNT_MAX, &wanted) &&
           count == wanted;
}

/* Read a file that the line names; if that fails say so. */
static bool read_file(struct play *play, const char *path, struct text *text)
{
    if (text_read(text, path) == 0)
        return true;
    text_say(&play->why, "%s: %s", path, strerror(errno));
    return false;
}

bool seen_file_text(struct play *play, const struct line *line)
{
    struct text text = {0};
    struct rows rows = {0};
    bool found = false;

    if (read_file(play, line_word(line, 1), &text)) {
        found = text_contains(&text, &line->word[2]);
        rows_split(&rows, &text);
        text_say(&play->why, "it has %zu bytes, without that:\n", text.length);
        rows_show(&rows, rows.count, &play->why);
        rows_free(&rows);
    }
    text_free(&text);
    return found;
}

bool seen_file(struct play *play, const struct line *line)
{
    struct text text = {0};
    bool fits =
        read_file(play, line_word(line, 1), &text) && text_fits(play, line, &text);

    text_free(&text);
    return fits;
}

bool seen_no_file(struct play *play, const struct line *line)
{
    struct stat status;

    if (lstat(line_word(line, 1), &status) == 0)
        return play_give_up(play, "it exists");
    return errno == ENOENT || play_give_up(play, strerror(errno));
}

bool seen_clean(struct play *play, const struct line *line)
{
    struct text text = {0};
    bool clean = read_file(play, line_word(line, 1), &text);

    for (size_t i = 0; clean && i < text.length; i++) {
        unsigned char byte = (unsigned char)text.data[i];

        clean = byte == '\n' || (byte >= 0x20 && byte <= 0x7e);
        if (!clean)
            text_say(&play->why, "byte %zu is 0x%02x", i + 1, byte);
    }
    text_free(&text);
    return clean;
}

bool seen_same(struct play *play, const struct line *line)
{
    struct text one = {0}, two = {0};
    struct rows wanted = {0}, got = {0};
    bool same = read_file(play, line_word(line, 1), &one) &&
                read_file(play, line_word(line, 2), &two);

    if (same) {
        same = one.length == two.length &&
               memcmp(text_string(&one), text_string(&two), one.length) == 0;
        rows_split(&wanted, &one);
        rows_split(&got, &two);
        if (!same)
            rows_differ(&wanted, &got, &play->why);
    }
    rows_free(&wanted);
    rows_free(&got);
    text_free(&one);
    text_free(&two);
    return same;
}
