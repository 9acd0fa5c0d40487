/*
 * watch_state.h - the state of a referee's screen, a wall of panes or one pane in full,
 * and its keys.
 */
#ifndef WATCH_STATE_H
#define WATCH_STATE_H

#include "common/input/line_edit.h"
#include "judge/referee/watch/watch_set.h"

enum {
    WATCH_STATE_STEP_MS = 10000,   /* , and . */
    WATCH_STATE_STRIDE_MS = 60000, /* < and > */
    WATCH_STATE_NOTE_SIZE = 256,
};

enum watch_result {
    WATCH_CONTINUES,
    WATCH_FLAGS,   /* set a flag at the marked pane, the answer being its note */
    WATCH_REDRAWS, /* draw the whole terminal again */
    WATCH_LEAVES
};

/* All zero: the wall, its first pane marked. */
struct watch_state {
    bool full;                        /* the marked pane is shown in full */
    int at;                           /* number of the marked pane */
    const struct feed *feed;          /* feed of the marked pane; NULL: none yet */
    bool scrolled;                    /* the page in full does not follow its end */
    struct page_place top;            /* its first row then */
    struct line_question question;    /* in the status line */
    struct line_edit wanted;          /* text of the last search */
    size_t found;                     /* number of the line found, from 1; 0: no line */
    char note[WATCH_STATE_NOTE_SIZE]; /* in the status line until the next key */
    int columns, rows;                /* panes across and down the wall */
    int width, height;                /* characters of the pane in full */
};

/* The feed of a pane, or NULL. */
struct feed *watch_state_feed(const struct watch_set *set, int at);

/* After panes were added: mark the same feed as before. */
void watch_state_update(struct watch_state *s, const struct watch_set *set);

/* Press a key or a command (key.h, keyboard.h). */
enum watch_result watch_state_press(
    struct watch_state *s, const struct watch_set *set, uint32_t code);

/* The first row of the page in full. A page that has become shorter than the place
 * scrolled to, as a new conversation's, follows its end again. */
struct page_place watch_state_top(struct watch_state *s, const struct page *page);

/* The page of a feed. */
const struct page *watch_state_page(const struct feed *f);

#endif
