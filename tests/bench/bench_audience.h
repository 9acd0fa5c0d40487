/*
 * bench_audience.h - many who only listen to a station.
 */
#ifndef BENCH_AUDIENCE_H
#define BENCH_AUDIENCE_H

#include <sys/types.h>

enum { AUDIENCE_ANSWER = 160 };

struct audience {
    pid_t pid;                    /* a process of their own reads for them; 0: none */
    int let_in;                   /* how many were */
    char answer[AUDIENCE_ANSWER]; /* what the last of the others was told */
};

/*
 * Connect count listeners to the station on this port of the loopback; each sends a
 * referee's greeting, sealed with the key in a file, or open (NULL). They read
 * everything, twenty times a second, so that not they but the station's work for them
 * is measured.
 */
struct audience audience_open(int port, int count, const char *key);

void audience_close(struct audience *audience);

#endif
