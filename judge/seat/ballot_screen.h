/*
 * ballot_screen.h - the ballot under curses: the question, the fields, the complaint.
 */
#ifndef BALLOT_SCREEN_H
#define BALLOT_SCREEN_H

#include "common/console/screen.h"
#include "judge/round/ballot_form.h"

/* The height of a ballot on a stage of that many rows, with complaint rows for a
 * complaint. While the form is filled in, part of the conversation stays visible; for
 * confirmation the ballot takes all the rows it needs. */
int ballot_screen_rows(const struct ballot_form *f, int stage, int complaint);

/* Draw it from row top on. Returns the cursor's place; row -1 for no cursor. */
struct screen_spot ballot_screen_draw(const struct ballot_form *f, int top, int rows);

#endif
