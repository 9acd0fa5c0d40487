/*
 * edit_row.h - a line that is edited, on the last row of a terminal under curses.
 */
#ifndef EDIT_ROW_H
#define EDIT_ROW_H

#include "judge/edit/line_edit.h"

/* Draw a question and the part of its answer that fits, and put the cursor there,
 * without refreshing the terminal. */
void edit_row_draw(const char *question, const struct line_edit *answer);

#endif
