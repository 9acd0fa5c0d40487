/*
 * view.h - what a referee looks at: a wall of panes or one of them in full, at which
 * moment, and what keys do to that.
 */
#ifndef VIEW_H
#define VIEW_H

#include "lookout.h"

enum { VIEW_TEXT_SIZE = 256, VIEW_STEP_MS = 10000, VIEW_STRIDE_MS = 60000 };

enum view_ask { VIEW_ASKS_NOTHING, VIEW_ASKS_TEXT, VIEW_ASKS_NOTE, VIEW_ASKS_TIME };

/* What is left for the caller to do. */
enum view_result { VIEW_GOES_ON, VIEW_FLAGS, VIEW_REDRAWS, VIEW_LEAVES };

/* All zero: the wall, the first pane marked. */
struct view {
    bool full;
    int at;                  /* the pane that is marked or full, */
    const struct feed *feed; /* and what it shows; NULL: nothing yet */
    bool scrolled;           /* in full: the page stands still, */
    struct page_place place; /* with this row on top */
    enum view_ask ask;
    char text[VIEW_TEXT_SIZE]; /* the answer, as far as it is typed */
    size_t length;
    char sought[VIEW_TEXT_SIZE]; /* what was last looked for, */
    size_t found;                /* and in which line of the page, from 1; 0: in none */
    char note[VIEW_TEXT_SIZE];   /* said in the status line until the next key */
    int columns, rows;           /* of the wall, in panes, as it was last drawn, */
    int width, height;           /* and of the pane in full, in characters */
};

/* How many panes there are, and the one at a place, or NULL. */
int view_count(const struct lookout *r);
struct feed *view_feed(const struct lookout *r, int at);

/* Panes have appeared, perhaps before the one that is marked: it stays the same one. */
void view_settle(struct view *v, const struct lookout *r);

/*
 * A key or a command (key.h, keyboard.h) has come. After VIEW_FLAGS v->text is the note
 * for the pane v->at.
 */
enum view_result view_press(struct view *v, const struct lookout *r, uint32_t code);

/* The row at the top of the pane in full, of v->width and v->height: where the referee
 * has scrolled to, or else the page's end. A page that begins anew, as with a station's
 * next conversation, leaves nobody scrolled. */
struct page_place view_place(struct view *v, const struct page *page);

#endif
