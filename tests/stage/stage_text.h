/*
 * stage_text.h - text that grows, text in rows, and rows that were hoped for.
 */
#ifndef STAGE_TEXT_H
#define STAGE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes that grow at their end; all zero is an empty one. */
struct text {
    char *data;
    size_t length;
    size_t room;
};

/* Lines without their newlines; all zero is empty. */
struct rows {
    char **row;
    size_t count;
    bool unfinished; /* the last one has no newline */
};

void text_add(struct text *text, const void *bytes, size_t length);
void text_put(struct text *text, char byte);
void text_say(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Add a string for a reader's eye: controls become \xHH. */
void text_show(struct text *text, const char *string);

/* Take length bytes away from the beginning. */
void text_behead(struct text *text, size_t length);
void text_clear(struct text *text);
void text_free(struct text *text);

/* The text as a string, "" if empty; valid until the text grows. */
const char *text_string(const struct text *text);

bool text_contains(const struct text *text, const struct text *wanted);

/*
 * Append the whole file to *text.
 * Returns 0; or -1 with errno of open(2) or read(2).
 */
int text_read(struct text *text, const char *path);

void rows_add(struct rows *rows, const char *bytes, size_t length);
void rows_free(struct rows *rows);

/* Add every line of the text; a NUL in it becomes the four characters \x00. */
void rows_split(struct rows *rows, const struct text *text);

/* Show the first count rows, each behind a '|', or '\\' if it is unfinished. */
void rows_show(const struct rows *rows, size_t count, struct text *out);

/* Whether some row contains the bytes. */
bool rows_contain(const struct rows *rows, const struct text *wanted);

/*
 * Whether a whole line fits a pattern, which is plain text but for {time}, {stamp},
 * {year}, {left}, {ms}, {hex32} and {any}.
 */
bool pattern_fits(const char *pattern, const char *line);

/* Whether the rows fit the wanted patterns one by one. */
bool rows_fit(const struct rows *wanted, const struct rows *got);

/* Describe the difference: '-' before expected lines, '+' before present ones. */
void rows_differ(const struct rows *wanted, const struct rows *got, struct text *out);

#endif
