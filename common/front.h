/*
 * front.h - what stands before a person: curses or plain, and the keyboard or the
 * pipe that stands for one.
 */
#ifndef FRONT_H
#define FRONT_H

#include "console.h"
#include "plain.h"
#include "screen.h"

struct front {
    bool open;
    /* Told of each key in the place of the console, if there is somebody: who then also
     * looks at at_end, since the console is not told that its terminal was closed. */
    void (*press)(void *owner, uint32_t code, struct moment now);
    void *owner;
    struct screen *screen; /* NULL: plain */
    struct plain plain;
    struct keyboard keyboard;
    int64_t pressed;      /* tick of the last byte from the keyboard */
    bool from_pipe;       /* keys wait there for their turn */
    bool deaf;            /* an entry without a terminal: no keys at all */
    bool at_end;          /* of the pipe, or the terminal was closed */
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

/* Show the console, unless standard output would make us wait. */
void front_draw(struct front *f, const struct console *c, int64_t tick);

#endif
