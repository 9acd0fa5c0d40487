/*
 * slip.h - a judge's paper for one round: contest, book, judge, minutes, and the
 * stations in random order, without the people there. Pure.
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

#include "common/conversation/rulebook.h"
#include "judge/contest/contest.h"
#include "judge/contest/inirow.h"

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
    int pairs;   /* pairs of this judge in all rounds, for the ranking; 0: the book's */
    int station_count;
    char stations[SLIP_STATIONS_MOST][CONTEST_STATION_SIZE];
};

/* The reader of slips: rows, then checks of the whole: nothing is missing, a book with
 * pairs has two stations. Minutes are by default the book's. */
extern const struct inirow_reader slip_reader;

/* Make an empty slip. */
void slip_init(struct slip *s);

/* Write a complete slip. Returns its length without the NUL. */
size_t slip_write(const struct slip *s, char out[static SLIP_SIZE]);

#endif
