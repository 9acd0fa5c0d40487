/*
 * line_mode.h - a console without curses: the conversation on standard output as on a
 * terminal of 1996, the messages of the status line on standard error.
 *
 * On a terminal each key is echoed at once; in a file or a pipe a line appears when it
 * is finished. At a paced console a draft stands in brackets behind the keys that the
 * judge sees: "I thi[nk it is good]".
 */
#ifndef LINE_MODE_H
#define LINE_MODE_H

#include <stdbool.h>
#include <termios.h>

#include "common/console/console.h"

/* Characters of a row: a prefix, the line with its '>', and a draft in its brackets. */
enum {
    LINE_MODE_PREFIX_MAX = 8,
    LINE_MODE_DRAFT_MAX = 200,
    LINE_MODE_SHOWN_MAX = LINE_MODE_PREFIX_MAX + PROMPT_LINE_MAX + LINE_MODE_DRAFT_MAX
};

struct line_mode {
    bool to_terminal;      /* standard output is a terminal */
    bool raw;              /* standard input is a terminal in raw mode */
    struct termios before; /* the terminal's settings before raw mode */
    const char *name;      /* the program's name, printed before each message */
    unsigned conversation; /* number of the conversation shown */
    size_t line;           /* line of the page at the cursor */
    uint32_t shown[LINE_MODE_SHOWN_MAX]; /* text of the cursor's row */
    size_t length;                       /* characters in shown[] */
    char message[CONSOLE_TEXT_SIZE];     /* the last message on standard error */
    char news[PROGRAM_STATUS_TEXT_SIZE]; /* the last news of an entry's program */
    unsigned long complaints;            /* error lines of the program printed so far */
    unsigned bells;                      /* bells of the console rung so far */
    bool lost;                           /* the link was lost at the previous drawing */
};

/* Start. A terminal at standard input is set to raw mode. name is borrowed. */
void line_mode_open(struct line_mode *p, const char *name);

/* Finish the last line, and restore the terminal's settings. */
void line_mode_close(struct line_mode *p);

/* Print the changes of the console since the last call. */
void line_mode_draw(struct line_mode *p, const struct console *c);

/* Parts of line_mode_draw(), for callers that show several consoles. A text has
 * LINE_MODE_SHOWN_MAX characters at most. */

/* Change the cursor's row to text: erase from the first difference on (on a terminal),
 * print the rest. */
void line_mode_show(struct line_mode *p, const uint32_t *text, size_t length);

/* Print a finished line: on the cursor's row if that has its beginning, or else on a
 * row of its own. */
void line_mode_print(struct line_mode *p, const uint32_t *text, size_t length);

/* End the cursor's row, unless it is empty. */
void line_mode_break(struct line_mode *p);

/* Print a message on standard error, on a row of its own, unless it is empty. The next
 * draw shows the interrupted line again. */
void line_mode_say(struct line_mode *p, const char *message);

/* The same for the message of the present state: it is printed once. */
void line_mode_tell(struct line_mode *p, const char *message);

/* End a drawing. bells is the number of bells asked for so far: new ones are rung. */
void line_mode_end(struct line_mode *p, unsigned bells);

/* Append the page's unfinished line and the draft to the length characters of line[].
 * Returns the new length. */
size_t line_mode_unfinished(
    const struct console *c, uint32_t line[static LINE_MODE_SHOWN_MAX], size_t length);

#endif
