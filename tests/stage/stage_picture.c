/*
 * stage_picture.c - whole screens that stand in a file of their own, so that one play
 * can be held at several sizes of terminal. stage.c describes the file.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/stage/stage_play.h"

enum { SETTLED_MS = 150 }; /* time for a screen to become complete */

static const char heading[] = "== ";

/* ---- reading ---- */

static bool is_heading(const char *row, const char *name)
{
    size_t length = strlen(heading);

    return strncmp(row, heading, length) == 0 &&
           (name == NULL || strcmp(row + length, name) == 0);
}

/* The rows below a heading; a ':' is as many blank ones as make them height in all. */
static void add_picture(
    const struct rows *file, size_t at, size_t height, struct rows *picture)
{
    size_t end = at, rows = 0;

    for (; end < file->count && !is_heading(file->row[end], NULL); end++)
        rows += file->row[end][0] == '|';
    for (; at < end; at++) {
        const char *row = file->row[at];

        if (row[0] == '|')
            rows_add(picture, row + 1, strlen(row + 1));
        for (; row[0] == ':' && rows < height; rows++)
            rows_add(picture, "", 0);
    }
}

/* Read the picture that the line names. Returns false, saying why, without one. */
static bool read_picture(
    struct play *play, const struct line *line, size_t height, struct rows *picture)
{
    const char *path = line_word(line, 2), *name = line_word(line, 3);
    struct text text = {0};
    struct rows file = {0};
    size_t at = 0;
    bool found;

    if (text_read(&text, path) < 0) {
        text_say(&play->why, "%s: %s", path, strerror(errno));
        text_free(&text);
        return play_give_up(play, "");
    }
    rows_split(&file, &text);
    while (at < file.count && !is_heading(file.row[at], name))
        at++;
    found = at < file.count;
    if (found)
        add_picture(&file, at + 1, height, picture);
    rows_free(&file);
    text_free(&text);
    return found || play_give_up(play, "there is no such picture");
}

/* ---- taking ---- */

/* Where the longest run of blank rows begins, and its length. */
static size_t longest_gap(const struct rows *rows, size_t *length)
{
    size_t first = 0, run = 0;

    *length = 0;
    for (size_t i = 0; i < rows->count; i++) {
        run = rows->row[i][0] == '\0' ? run + 1 : 0;
        if (run > *length) {
            *length = run;
            first = i + 1 - run;
        }
    }
    return first;
}

/* Add the screen, once it has settled, to the file. */
static bool take_picture(struct play *play, const struct line *line)
{
    int64_t settled = stage_now() + SETTLED_MS;
    struct rows rows = {0};
    size_t gap, length;
    FILE *file = fopen(line_word(line, 2), "ae");

    if (file == NULL)
        return play_give_up(play, strerror(errno));
    while (stage_now() < settled)
        cast_listen(&play->cast, SETTLED_MS / 10);
    actor_screen(play->actor, &rows);
    gap = longest_gap(&rows, &length);
    fprintf(file, "%s%s\n", heading, line_word(line, 3));
    for (size_t i = 0; i < rows.count; i++) {
        if (i == gap && length > 1)
            fputs(":\n", file);
        if (i < gap || i >= gap + length || length < 2)
            fprintf(file, "|%s\n", rows.row[i]);
    }
    rows_free(&rows);
    return fclose(file) == 0 || play_give_up(play, strerror(errno));
}

bool seen_picture(struct play *play, const struct line *line)
{
    struct rows wanted = {0}, got = {0};
    bool fits = false;

    if (getenv("STAGE_TAKE") != NULL)
        return take_picture(play, line);
    actor_screen(play->actor, &got);
    if (read_picture(play, line, got.count, &wanted)) {
        fits = rows_fit(&wanted, &got);
        if (!fits)
            rows_differ(&wanted, &got, &play->why);
    }
    rows_free(&wanted);
    rows_free(&got);
    return fits;
}
