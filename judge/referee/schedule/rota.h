/*
 * rota.h - sessions of a judge, an entry and a confederate in rounds. A person has at
 * most one session in a round. People are numbers from 0. Pure.
 *
 * A judge meets each entry once. With equal numbers, each judge and each entry also
 * meets each confederate once (rules/2004.txt, 15). With other numbers, confederates
 * are spread evenly: no judge and no entry meets one confederate two times more than
 * another, and no confederate has two sessions more than another.
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

    /* The task. */
    bool wanted[ROTA_MOST][ROTA_MOST];       /* this judge is to meet this entry */
    uint8_t judge_met[ROTA_MOST][ROTA_MOST]; /* earlier meetings with confederates */
    uint8_t entry_met[ROTA_MOST][ROTA_MOST]; /* earlier meetings with confederates */
    bool fixed; /* confederate[][] is given; only the rounds are to be found */

    /* The result, by judge and entry. */
    int16_t confederate[ROTA_MOST][ROTA_MOST];
    int16_t round[ROTA_MOST][ROTA_MOST];
    int rounds;
    int least; /* lower bound on rounds: the sessions of the busiest person */
    bool even; /* confederates are spread evenly; earlier meetings may prevent it */
};

/* Make a rota for these numbers: all meetings wanted, no earlier meetings. */
void rota_init(struct rota *r, int judges, int entries, int confederates);

/* Whether all meetings are wanted, without earlier meetings or fixed confederates. */
bool rota_is_plain(const struct rota *r);

/* The rounds that the busiest person needs. */
int rota_busiest(const struct rota *r);

#endif
