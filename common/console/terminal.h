/*
 * terminal.h - a console's terminal: a curses screen or lines for output, the keyboard
 * or a pipe for input.
 */
#ifndef TERMINAL_H
#define TERMINAL_H

#include "common/console/console.h"
#include "common/console/line_mode.h"
#include "common/console/screen.h"
#include "common/input/key_input.h"

/* Functions that take the keys in place of the console. With press set, the end of the
 * terminal is only noted in at_end. */
struct terminal_owner {
    void (*press)(
        void *owner, uint32_t code, struct moment now); /* NULL: the console */
    /* The tick at which the next key of a pipe, or its end, may be taken; INT64_MAX for
     * not yet. */
    int64_t (*due)(void *owner);
    /* The pipe has ended. Called until the owner is done. */
    void (*finish)(void *owner, struct moment now);
    void *self;
};

struct terminal {
    bool open;
    struct terminal_owner owner;
    struct screen *screen; /* NULL: plain */
    struct line_mode plain;
    struct key_input input; /* of the keyboard */
    bool from_pipe;         /* input is a pipe: its keys wait for their turn */
    bool deaf;              /* input is ignored: an entry without a terminal */
    bool at_end;            /* the pipe has ended, or the terminal was closed */
    int64_t again;          /* tick before which no key is read: there was no memory */
    size_t keys;            /* number of keys of the conversation at the last tick */
    int64_t heard;          /* tick of the last change of keys */
    bool behind;            /* standard output is full: draw again later */
    struct keyboard pipe;   /* the bytes of a pipe as keys */
    size_t start, length;   /* part of held[] not typed yet */
    char held[4096];        /* bytes of a pipe */
};

/* Open a curses screen; or lines, with --plain, with TERM dumb or unset, without a
 * terminal at standard input and output, or where curses cannot run. Allowed twice. */
void terminal_open(struct terminal *f, struct console *c);

/* Whether the terminal has lines instead of a screen; also after terminal_close(). */
bool terminal_is_plain(const struct terminal *f);

/* Whether all keys of the input were taken, and no more will come. */
bool terminal_is_at_end(const struct terminal *f);

/* Put the terminal back in order. Allowed twice. */
void terminal_close(struct terminal *f);

/* The owner takes the keys from now on; with press NULL the console does. */
void terminal_set_owner(struct terminal *f, const struct terminal_owner *owner);

/* The descriptor to poll; -1 while keys wait, and at the end. */
int terminal_fd(const struct terminal *f);

/* Read keys: the descriptor is ready. */
void terminal_read(struct terminal *f, struct console *c, struct moment now);

/* Type the keys that waited for their turn. Call it once a turn of the loop. */
void terminal_tick(struct terminal *f, struct console *c, struct moment now);

/* The tick at which terminal_tick() is next needed: INT64_MAX for never, 0 for now. */
int64_t terminal_due(const struct terminal *f, const struct console *c, int64_t tick);

/* The tick at which the next key of a pipe may be typed, after the answer or the
 * silence that it waits for; INT64_MAX while this side may not type. */
int64_t terminal_talk_due(const struct terminal *f, const struct console *c);

/* Whether this side's line or turn is unfinished: a Return is missing. */
bool terminal_owes_return(const struct console *c);

/* For callers that draw themselves: call terminal_may_draw() first, which tells whether
 * standard output takes more, and terminal_has_drawn() after. */
bool terminal_may_draw(struct terminal *f);
void terminal_has_drawn(struct terminal *f);

/* Draw the console, unless standard output is full. */
void terminal_draw(struct terminal *f, const struct console *c, int64_t tick);

#endif
