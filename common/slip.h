/*
 * slip.h - what a judge is handed for one round: which contest and book, who the judge
 * is, how long, and the stations to talk to, in an order that tells nothing. Who sits
 * there it does not say. Pure.
 *
 *   [round]
 *   title = Turing test, Newcastle
 *   book = 2004
 *   judge = 04
 *   round = 1
 *   minutes = 25
 *   station = 10.19.96.2:1950
 *   station = 10.19.96.3:1950
 */
#ifndef SLIP_H
#define SLIP_H

#include <stdbool.h>
#include <stddef.h>

#include "contest.h"
#include "inirow.h"
#include "rulebook.h"

enum {
    SLIP_STATIONS_MOST = 32,
    SLIP_SIZE = 1024 + SLIP_STATIONS_MOST * (CONTEST_STATION_SIZE + 16) /* as text */
};

struct slip {
    char title[CONTEST_TEXT_SIZE];
    const struct rulebook *book;
    int judge;   /* 1 to 99 */
    int round;   /* 1 to CONTEST_ROUNDS_MOST */
    int minutes; /* of a conversation or a pair of them; 0: no limit */
    /* 2009: that the judge compares in all rounds, and then ranks one of each; 0: as
     * many as the book has. Others have no such number. */
    int pairs;
    int station_count;
    char stations[SLIP_STATIONS_MOST][CONTEST_STATION_SIZE];
    bool minutes_said;
};

/*
 * An empty slip, then the rows of its file one by one, then what only the whole can
 * tell: that nothing is missing, and that a book with pairs has two stations. Both
 * return false, with *error, if it is not so. Without minutes it has the book's.
 */
void slip_init(struct slip *s);
bool slip_take(struct slip *s, const struct inirow *row, struct inirow_error *error);
bool slip_settle(struct slip *s, struct inirow_error *error);

/* Write a slip that slip_settle() would call good. Returns its length, without the NUL
 * behind it. */
size_t slip_write(const struct slip *s, char out[static SLIP_SIZE]);

#endif
