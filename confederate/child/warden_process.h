/*
 * warden_process.h - the process of the warden (warden.h), and its messages.
 */
#ifndef WARDEN_PROCESS_H
#define WARDEN_PROCESS_H

#include <stdbool.h>

enum { WARDEN_STREAMS = 3 };

/* The program to start. Borrowed. */
struct warden_program {
    const char *path;
    char *const *arguments;
    bool terminal; /* standard input becomes the controlling terminal */
    bool isolated; /* in namespaces of its own: isolation.h */
};

enum warden_process_word {
    WARDEN_PROCESS_START,     /* from entry, with the streams: start the program */
    WARDEN_PROCESS_TERMINATE, /* from entry: SIGTERM to the program */
    WARDEN_PROCESS_KILL,      /* from entry: SIGKILL to all descendants */
    WARDEN_PROCESS_READY,     /* to entry: the warden runs, 0 or an errno */
    WARDEN_PROCESS_BEGUN,     /* to entry: the program runs, 0 or an errno */
    WARDEN_PROCESS_GONE,      /* to entry: all are gone, the program's status */
};

struct warden_process_message {
    enum warden_process_word word;
    int value;
};

/* Send a message. Returns whether it was sent. */
bool warden_process_say(int fd, enum warden_process_word word, int value);

/* Receive a message, with flags of recv(). Returns false with errno EAGAIN if there is
 * none, or another errno if the peer has ended. */
bool warden_process_hear(int fd, int flags, struct warden_process_message *m);

/* Run the warden in a process that has just been forked; fd is the socket to entry. */
_Noreturn void warden_process_run(const struct warden_program *program, int fd);

#endif
