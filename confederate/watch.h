/*
 * watch.h - the warden's own process, and what it and entry say to each other.
 */
#ifndef WATCH_H
#define WATCH_H

#include "warden.h"

/* What the two say to each other. */
enum watch_word {
    WATCH_START, /* with the streams */
    WATCH_GO,    /* to the program: SIGTERM */
    WATCH_END,   /* to all that there is: SIGKILL */
    WATCH_READY, /* the warden is, or why not: an errno, or 0 */
    WATCH_BEGUN, /* the program has, the same */
    WATCH_GONE,  /* all of it is: the program's status */
};

struct watch_message {
    enum watch_word word;
    int value;
};

/* Say something on the socket; returns whether it went. */
bool watch_say(int fd, enum watch_word word, int value);

/* Hear something, with these flags of recv(). Returns false if there is nothing: with
 * errno EAGAIN, or else the other is gone. */
bool watch_hear(int fd, int flags, struct watch_message *m);

/* Be the warden, in a process that has just been forked: fd is the socket to entry. */
_Noreturn void watch_run(const struct warden_program *program, int fd);

#endif
