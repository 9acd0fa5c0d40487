/*
 * plain.h - a console without curses: the conversation on standard output as a 1996
 * terminal would show it, what the status line would say on standard error.
 *
 * On a terminal every key is echoed as it is made; in a file or a pipe a line appears
 * when it is finished. At a paced console what the judge does not see yet stands in
 * brackets behind what is seen: "I thi[nk it is good]".
 */
#ifndef PLAIN_H
#define PLAIN_H

#include <stdbool.h>
#include <termios.h>

#include "console.h"

/* What may stand before a line, the line with its '>', and a draft in its brackets. */
enum {
    PLAIN_PREFIX_MAX = 8,
    PLAIN_DRAFT_MAX = 200,
    PLAIN_SHOWN_MAX = PLAIN_PREFIX_MAX + PROMPT_LINE_MAX + PLAIN_DRAFT_MAX
};

struct plain {
    bool to_terminal; /* standard output is one */
    bool raw;         /* standard input was one, now without its own echo */
    struct termios before;
    const char *name;      /* of the program, before each note */
    unsigned conversation; /* the console's, whose page is being shown */
    size_t line;           /* of the page, on which the cursor stands */
    size_t length;         /* what is shown of it */
    uint32_t shown[PLAIN_SHOWN_MAX];
    char message[CONSOLE_TEXT_SIZE]; /* the last that was said on standard error */
    char news[ASIDE_TEXT_SIZE];      /* of an entry's program, and */
    unsigned long complaints;        /* how many of its error lines were said */
    unsigned bells;                  /* of the console's, rung so far */
    bool lost;                       /* the link was, at the last look */
};

/* Begin; standard input, if a terminal, gives each key as it is made. */
void plain_open(struct plain *p, const char *name);

/* End: the last line is finished, and the terminal put back in order. */
void plain_close(struct plain *p);

/* Show what has changed. Nothing of the console is changed. */
void plain_draw(struct plain *p, const struct console *c);

/* What that is made of, for those who show something else than one console. A text has
 * PLAIN_SHOWN_MAX characters at most, and no message is empty. */

/* Make the cursor's line read text: what differs is rubbed out on a terminal, and what
 * is missing is typed. */
void plain_show(struct plain *p, const uint32_t *text, size_t length);

/* Print a finished line: behind what stands on the cursor's line, if that is its
 * beginning, or else on a row of its own. */
void plain_print(struct plain *p, const uint32_t *text, size_t length);

/* The cursor's line is finished as it stands, if anything stands there. */
void plain_break(struct plain *p);

/* Say something on standard error, on a row of its own. */
void plain_say(struct plain *p, const char *message);

/* Write to line[], behind the length characters that are there, the page's unfinished
 * line and what the judge does not see yet. Returns the new length. */
size_t plain_unfinished(
    const struct console *c, uint32_t line[static PLAIN_SHOWN_MAX], size_t length);

#endif
