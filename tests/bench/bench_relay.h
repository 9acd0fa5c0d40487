/*
 * bench_relay.h - what curses costs: the least that two people could type at.
 */
#ifndef BENCH_RELAY_H
#define BENCH_RELAY_H

/* Draw "ready" and wait for a key. Returns the code to exit with. */
int relay_ready(void);

/* Between the terminal and a connected socket: each key is sent and then drawn, what
 * comes is drawn. Runs until one of the two ends. Returns the code to exit with. */
int relay_run(int socket);

#endif
