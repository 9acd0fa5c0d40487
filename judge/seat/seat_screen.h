/*
 * seat_screen.h - a round under curses: the opening screen; the panes, side by side
 * from 80 columns on, else one at a time; the ballot below them; the thanks.
 */
#ifndef SEAT_SCREEN_H
#define SEAT_SCREEN_H

#include "judge/seat/seat.h"

/* Members are written by seat_screen.c only. */
struct seat_screen {
    struct seat *seat;
    struct screen *pane[SEAT_SIDES];
    enum round_phase phase; /* phase for which the panes were placed */
    int form_rows;          /* rows of the ballot then */
    int at;                 /* side before the judge then */
    bool closed;            /* no key could be typed there then */
};

/* Make the panes on the terminal that terminal_open() has taken over. seat is borrowed.
 * Returns 0; or -1 with errno ENOMEM. */
int seat_screen_open(struct seat_screen *v, struct seat *seat);
void seat_screen_close(struct seat_screen *v);

/* Place the panes at the present size of the terminal. */
void seat_screen_fit(struct seat_screen *v);

void seat_screen_draw(struct seat_screen *v, struct moment now);

#endif
