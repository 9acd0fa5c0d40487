/*
 * line_edit.h - the line editor of all programs: a line of text, its cursor, and the
 * keys that change it. Pure; callers draw the line themselves.
 */
#ifndef LINE_EDIT_H
#define LINE_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/text/utf8.h"

enum {
    LINE_EDIT_MAX = 256,                                /* characters */
    LINE_EDIT_UTF8_SIZE = LINE_EDIT_MAX * UTF8_MAX + 1, /* the text and its NUL */
};

enum line_edit_result {
    LINE_EDIT_CHANGED,   /* text or cursor changed */
    LINE_EDIT_UNCHANGED, /* nothing to erase, or the cursor is at that end already */
    LINE_EDIT_REFUSED,   /* a character that the filter does not allow */
    LINE_EDIT_FULL,      /* the line has its most characters */
    LINE_EDIT_DONE,      /* Return */
    LINE_EDIT_CANCELLED, /* Escape */
    LINE_EDIT_PASSED,    /* not a key of the editor: Tab, or another command */
};

struct line_edit {
    uint32_t text[LINE_EDIT_MAX];
    size_t length;                     /* characters */
    size_t cursor;                     /* characters before the cursor, 0 to length */
    size_t most;                       /* characters that the line may have */
    bool (*is_allowed)(uint32_t code); /* filter of characters */
};

/*
 * Make *e an empty line of at most `most` characters, 1 to LINE_EDIT_MAX. is_allowed is
 * the filter, for instance line_edit_is_ascii(); NULL allows all printable characters.
 */
void line_edit_init(
    struct line_edit *e, size_t most, bool (*is_allowed)(uint32_t code));

/* A filter: printable ASCII. */
bool line_edit_is_ascii(uint32_t code);

/*
 * Press a key or a command (key.h, keyboard.h): characters, BackSpace, Left, Right,
 * Home, End, and Control with U (erase the line) or W (erase the word before the
 * cursor). BackSpace and the arrows take a character with its combining marks as one.
 * Only LINE_EDIT_CHANGED has changed *e.
 */
enum line_edit_result line_edit_press(struct line_edit *e, uint32_t code);

/* Erase the text. */
void line_edit_clear(struct line_edit *e);

/* Write the text and a NUL to out[]. Returns the bytes before the NUL. */
size_t line_edit_utf8(const struct line_edit *e, char out[static LINE_EDIT_UTF8_SIZE]);

/* A question that a line of text answers. Zero it to start. */
struct line_question {
    const char *text; /* NULL: nothing is asked */
    struct line_edit answer;
};

/* Ask for a text of at most `most` characters, 1 to LINE_EDIT_MAX. */
void line_question_ask(struct line_question *q, const char *text, size_t most);

/* Press a key or a command. Return, Escape and COMMAND_LEAVE end the question. Returns
 * whether Return ended it and the answer is not empty. */
bool line_question_press(struct line_question *q, uint32_t code);

/* The part of a line that fits into a row of the screen. */
struct line_edit_window {
    size_t start;  /* its first character */
    size_t length; /* characters */
    size_t column; /* of the cursor, from 0 */
};

/* The window of a row of `width` columns, 2 or more, that has the cursor in it: the
 * text from its first character, or the end of the text before the cursor. */
struct line_edit_window line_edit_window(const struct line_edit *e, size_t width);

#endif
