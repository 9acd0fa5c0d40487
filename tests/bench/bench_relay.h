/*
 * bench_relay.h - the cost of curses: the smallest program for two people to type at.
 */
#ifndef BENCH_RELAY_H
#define BENCH_RELAY_H

/* Draw "ready" and wait for a key. Returns the code to exit with. */
int relay_ready(void);

/* Between the terminal and a connected socket: each key is sent and then drawn;
 * received bytes are drawn. Runs until one of the two ends. Returns the exit status. */
int relay_run(int socket);

#endif
