/*
 * station_choice.h - the marked row of a live list of stations. The mark stays on its
 * station while others come and go. Pure.
 */
#ifndef STATION_CHOICE_H
#define STATION_CHOICE_H

#include "common/input/list.h"
#include "judge/connect/station_list.h"

enum station_choice_result {
    STATION_CHOICE_GOES_ON,
    STATION_CHOICE_MADE, /* the station is picked */
    STATION_CHOICE_LEFT, /* the judge leaves */
};

/* All zero: the first row. */
struct station_choice {
    struct list list;
    bool marked;                      /* the list has a marked row */
    struct discovery_station station; /* the station of that row */
};

/* Follow the list; rows (1 or more) of it are shown. */
void station_choice_follow(
    struct station_choice *c, const struct station_list *f, int rows);

/*
 * Press a key or a command: the keys of list_press() move the mark, Return picks its
 * station, COMMAND_LEAVE leaves.
 */
enum station_choice_result station_choice_press(
    struct station_choice *c, const struct station_list *f, int rows, uint32_t code);

#endif
