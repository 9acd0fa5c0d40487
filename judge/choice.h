/*
 * choice.h - which station of a live list is marked, which rows of it are to be seen,
 * and what keys do to that. The mark stays on its station while others come and go.
 * Pure.
 */
#ifndef CHOICE_H
#define CHOICE_H

#include "found.h"

enum choice_result { CHOICE_GOES_ON, CHOICE_MADE, CHOICE_LEFT };

/* All zero: the first row. */
struct choice {
    int at;                         /* the marked row, */
    bool marked;                    /* if there is one, */
    struct finding_station station; /* and who stood there */
    int top;                        /* the first row to be seen */
};

/* The list may have changed, and rows of it (1 or more) are to be seen. */
void choice_follow(struct choice *c, const struct found *f, int rows);

/*
 * A key or a command (key.h, keyboard.h) has come: arrows, j and k, Home, End and the
 * page keys move the mark, a digit puts it on that row, Return takes it.
 */
enum choice_result choice_press(
    struct choice *c, const struct found *f, int rows, uint32_t code);

#endif
