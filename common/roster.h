/*
 * roster.h - a contest's judges and players in a row, for a tally: which of them sits
 * at a station, and who is to judge whom, when, beside whom. Pure.
 *
 * Judges are 0, 1, ... in the order of their numbers; players are the entries in that
 * order, then the confederates. These are the indices of a sheet (sheet.h).
 */
#ifndef ROSTER_H
#define ROSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contest.h"

enum {
    ROSTER_NOBODY = -1,
    ROSTER_TRIALS_MOST = 32, /* of the wager, which has "at least three" */
    ROSTER_WORD_SIZE = CONTEST_SESSION_SIZE + 16 /* "J1E1, trial 2" and a NUL */
};

/* That a judge meets a player. */
struct roster_meeting {
    bool due;       /* it is to be, and the result needs it */
    int against;    /* the other player of the pair, or ROSTER_NOBODY */
    uint16_t round; /* 0: the contest file does not say */
};

struct roster_station {
    const char *bare; /* contest_bare_station() */
    size_t length;
    int player;
};

struct roster {
    const struct contest *contest; /* borrowed */
    int judges, entries, confederates;
    int trials;                /* of the wager's session; 1 under every other book */
    bool has_pairs, has_table; /* entries meet confederates; the file has rounds */
    uint8_t numbers[ROLES][CONTEST_MOST];    /* of each judge, entry and confederate */
    int8_t indices[ROLES][CONTEST_MOST + 1]; /* the other way, or ROSTER_NOBODY */
    struct roster_station *stations;         /* sorted */
    size_t station_count;
    uint8_t *trial_of;               /* judges x rounds; 1 is the first, 0: none */
    struct roster_meeting *meetings; /* trials x judges x players */
};

/*
 * Make the roster of a contest that is settled. Of a contest without rounds each judge
 * is to meet each entry and, unless in pairs, each confederate. The k-th time that a
 * judge of the wager meets a candidate is the k-th trial.
 * Returns 0; or -1 with errno ENOMEM, or EOVERFLOW for more trials than
 * ROSTER_TRIALS_MOST. roster_free() takes it in any case.
 */
int roster_make(struct roster *roster, const struct contest *contest);
void roster_free(struct roster *roster);

/* How many entries and confederates there are. */
int roster_players(const struct roster *roster);

/* Which judge has that number, which player sits at that station; or ROSTER_NOBODY. */
int roster_judge(const struct roster *roster, unsigned number);
int roster_station(const struct roster *roster, const char *word);

/* Which trial a judge's round belongs to, 0 being the first; or ROSTER_NOBODY. Round 0
 * is one that is not known. */
int roster_trial(const struct roster *roster, int judge, int round);

struct roster_meeting *roster_meeting(
    const struct roster *roster, int trial, int judge, int player);

/* The player as he is in the contest file. */
const struct contest_person *roster_person(const struct roster *roster, int player);

/* Write "E3", or "J1E1C1", "J1E1" or "J1E1, trial 2" for a meeting. */
void roster_label(
    const struct roster *roster, int player, char text[static CONTEST_LABEL_SIZE]);
void roster_word(const struct roster *roster, int trial, int judge, int player,
    char word[static ROSTER_WORD_SIZE]);

#endif
