/*
 * participants.h - judges and players of a contest by index, with stations and
 * meetings. Pure.
 *
 * Judges are 0, 1, ... in the order of their numbers; players are the entries in that
 * order, then the confederates. A score sheet has the same indices (score_sheet.h).
 */
#ifndef PARTICIPANTS_H
#define PARTICIPANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "judge/contest/contest.h"
#include "judge/referee/tally/score_sheet.h"

enum {
    PARTICIPANTS_NOBODY = -1,
    PARTICIPANTS_WORD_SIZE = CONTEST_SESSION_SIZE + 16 /* "J1E1, trial 2" and a NUL */
};

/* A meeting of a judge and a player. */
struct participants_meeting {
    bool due;       /* the result needs its ballot */
    int against;    /* the other player of the pair, or PARTICIPANTS_NOBODY */
    uint16_t round; /* 0: unknown */
};

/* An entry or a confederate. */
struct participants_player {
    const struct contest_person *person;
    struct contest_label who;
    char label[CONTEST_LABEL_SIZE]; /* "E3" */
    char name[CONTEST_NAME_SIZE];   /* "E3 Jabber" */
    const char *bare;               /* its station, by contest_bare_station() */
    size_t bare_length;             /* 0: no station */
};

struct participants {
    const struct contest *contest; /* borrowed */
    int judges, entries;
    int count;      /* of players: entries and confederates */
    int trials;     /* of a session; 1 in books without trials */
    bool has_pairs; /* each session has an entry and a confederate */
    bool has_table; /* the contest file has rounds */
    uint8_t judge_numbers[CONTEST_MOST]; /* in the contest, by index */
    struct participants_player players[SCORE_SHEET_PLAYERS_MOST];
    int16_t indices[ROLES][CONTEST_MOST + 1]; /* by number; PARTICIPANTS_NOBODY */
    uint8_t *trial_of; /* judges x rounds; 1 is the first, 0: none */
    struct participants_meeting *meetings; /* by participants_index() */
};

/*
 * Make the roster of a complete contest. Without rounds, each judge meets each entry
 * and, in books without pairs, each confederate. The k-th meeting of a judge and a
 * candidate of the wager belongs to trial k.
 * Returns 0; or -1 with errno ENOMEM, or EOVERFLOW for more trials than
 * SCORE_SHEET_TRIALS_MOST. Call participants_free() in either case.
 */
int participants_make(struct participants *roster, const struct contest *contest);
void participants_free(struct participants *roster);

/* The judge with this number, and the player at this station, or
 * PARTICIPANTS_NOBODY. */
int participants_judge(const struct participants *roster, unsigned number);
int participants_station(const struct participants *roster, const char *word);

/* The trial of a judge's round, from 0, or PARTICIPANTS_NOBODY. Round 0: unknown. */
int participants_trial(const struct participants *roster, int judge, int round);

/* The index of a meeting, its score and its rank: trials x judges x players. */
size_t participants_index(
    const struct participants *roster, int trial, int judge, int player);

/* Write "J1E1C1", "J1E1" or "J1E1, trial 2" for a meeting; without the players if
 * player is PARTICIPANTS_NOBODY. */
void participants_word(const struct participants *roster, int trial, int judge,
    int player, char word[static PARTICIPANTS_WORD_SIZE]);

#endif
