/*
 * seat_keys.h - the meaning of a judge's key in each phase of a round.
 */
#ifndef SEAT_KEYS_H
#define SEAT_KEYS_H

#include "judge/seat/seat.h"

/* Feed a key or a command of the keyboard (key.h, keyboard.h). */
void seat_keys_press(struct seat *s, uint32_t code, struct moment now);

/* The owner that passes a terminal's keys to seat_keys_press(). */
struct terminal_owner seat_keys_owner(struct seat *s);

#endif
