/*
 * rota.h - who meets whom, and when: a judge, an entry and a confederate a session, no
 * one in two sessions of a round, in few rounds. Everybody is a number from 0. Pure.
 *
 * A judge meets each entry once. Where the numbers are equal a judge also meets each
 * confederate once, and so does each entry (rules/2004.txt, 15). Where they are not
 * that cannot be; confederates are then spread as evenly as can be: no judge, and no
 * entry, meets one of them twice more than another, and no confederate has two sessions
 * more than another.
 */
#ifndef ROTA_H
#define ROTA_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ROTA_MOST = 30, /* judges, entries or confederates */
    ROTA_ROUNDS_MOST = ROTA_MOST * ROTA_MOST
};

struct rota {
    int judges, entries, confederates; /* 1 to ROTA_MOST */

    /* What is wanted: which judge is to meet which entry, how often each judge and each
     * entry has met each confederate before, and whether who sits beside an entry is
     * settled already: only the rounds are then to be found. */
    bool wanted[ROTA_MOST][ROTA_MOST];
    uint8_t judge_met[ROTA_MOST][ROTA_MOST];
    uint8_t entry_met[ROTA_MOST][ROTA_MOST];
    bool settled;

    /* What was found, by judge and entry. */
    int16_t confederate[ROTA_MOST][ROTA_MOST];
    int16_t round[ROTA_MOST][ROTA_MOST];
    int rounds;
    int busiest; /* the rounds that somebody's sessions take */
    int least;   /* no table that spreads them so has fewer rounds */
    bool even;   /* they are spread so; with earlier meetings it may be impossible */
};

/* A rota for so many people, everybody wanted and nobody met. */
void rota_init(struct rota *r, int judges, int entries, int confederates);

/*
 * Find a confederate and a round for each session that is wanted. It always finds some:
 * squares, cycles and tables that are known to be shortest, else what a search finds;
 * all are bounded by the same number of steps everywhere. The same seed gives the same
 * rota.
 */
void rota_fill(struct rota *r, uint64_t seed);

#endif
