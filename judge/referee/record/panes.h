/*
 * panes.h - one or two panes of a conversation on a grid: keystrokes in, characters
 * out. `referee replay` and an exported cast show the same grid. Pure.
 *
 *    left                         | right
 *   >Hello.                       |>Hi
 *   Hello, judge.                 |
 *
 * The first row has the panes' titles. A single pane is as wide as the grid.
 */
#ifndef PANES_H
#define PANES_H

#include "common/conversation/page.h"
#include "judge/referee/record/grid.h"
#include "judge/referee/record/record_player.h"

enum { PANES_TITLE_MAX = 120 };

struct panes {
    struct record_player player;
    struct page page[PANES];
    bool shown[PANES];     /* the pane has a place on the grid */
    enum record_pane last; /* pane of the last key: the cursor is there */
    char title[PANES][PANES_TITLE_MAX];
};

/*
 * Make empty panes for keys under a book. shown[] is the caller's to set; while it is
 * all false the left pane is drawn. Returns 0; or -1 with errno ENOMEM, nothing to
 * free.
 */
int panes_init(struct panes *panes, const struct rulebook *book);
void panes_free(struct panes *panes);

/* Empty the panes for a new round. */
void panes_clear(struct panes *panes);

/* Show a key in a pane. Returns 0; or -1 with errno ENOMEM, nothing changed. */
int panes_feed(struct panes *panes, enum record_pane pane, const struct key *key);

/* Draw the panes on a grid. */
void panes_draw(const struct panes *panes, struct grid *grid);

#endif
