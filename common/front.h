/*
 * front.h - what stands before a person: curses or plain, and the keyboard or the
 * pipe that stands for one.
 */
#ifndef FRONT_H
#define FRONT_H

#include "console.h"
#include "plain.h"
#include "screen.h"

/* Who is told of each key in the place of the console. */
struct front_owner {
    void (*press)(void *owner, uint32_t code, struct moment now); /* NULL: nobody is */
    /* Of a pipe: the tick from which on its next key may be pressed, or its end told:
     * INT64_MAX for not yet; */
    int64_t (*due)(void *owner);
    /* and it has no more keys. This is told until the owner is done. */
    void (*finish)(void *owner, struct moment now);
    void *self;
};

struct front {
    bool open;
    struct front_owner owner;
    struct screen *screen; /* NULL: plain */
    struct plain plain;
    struct keyboard keyboard;
    int64_t pressed;      /* tick of the last byte from the keyboard */
    bool from_pipe;       /* keys wait there for their turn */
    bool deaf;            /* an entry without a terminal: no keys at all */
    bool at_end;          /* of the pipe */
    int64_t again;        /* tick before which it waits: there was no memory */
    size_t keys;          /* of the conversation, at the last look, */
    int64_t heard;        /* and the tick at which there came to be so many */
    bool behind;          /* standard output takes no more: it is to be drawn again */
    size_t start, length; /* of what was read from it and not yet typed */
    char held[4096];
};

/* Take the terminal, or do without: --plain, TERM dumb or unset, standard output or
 * input that is none, or a terminal too simple for curses. It may be called twice. */
void front_open(struct front *f, struct console *c);

/* Put the terminal back in order. It may be called twice. */
void front_close(struct front *f);

/* The descriptor to wait for, or -1 while there is no room for more keys. */
int front_fd(const struct front *f);

/* Keys have come. */
void front_read(struct front *f, struct console *c, struct moment now);

/* Once a turn of the loop: what waited for its turn or its time. */
void front_tick(struct front *f, struct console *c, struct moment now);

/* The tick at which front_tick() is next needed: INT64_MAX for never, 0 for now. */
int64_t front_due(const struct front *f, const struct console *c, int64_t tick);

/* When a pipe may go on with a conversation, its turn and its silences kept: INT64_MAX
 * while it is not for this side to type. */
int64_t front_talk_due(const struct front *f, const struct console *c);

/* Whether what this side has begun there wants a Return. */
bool front_owes_return(const struct console *c);

/* For who draws in the place of front_draw(): whether standard output takes more, to be
 * asked before; and that something was drawn. */
bool front_may_draw(struct front *f);
void front_has_drawn(struct front *f);

/* Show the console, unless standard output would make us wait. */
void front_draw(struct front *f, const struct console *c, int64_t tick);

#endif
