/*
 * bench_audience.h - many listeners of a station.
 */
#ifndef BENCH_AUDIENCE_H
#define BENCH_AUDIENCE_H

#include <sys/types.h>

enum { AUDIENCE_ANSWER = 160 };

struct audience {
    pid_t pid;                    /* the process that reads for them, or 0 */
    int let_in;                   /* number of accepted listeners */
    char answer[AUDIENCE_ANSWER]; /* the answer to the last refused one */
};

/*
 * Connect count listeners to the station on this port of the loopback; each sends a
 * referee's greeting, sealed with the key in a file, or open (NULL). They read
 * everything, twenty times a second, so that not they but the station's work for them
 * is measured.
 */
struct audience audience_open(int port, int count, const char *key);

void listeners_close(struct audience *audience);

#endif
