/*
 * record_player.h - plays a record: keystrokes in, events of the prompt out. Pure.
 *
 * A record is played as it stands. It may start with either side, and a line longer
 * than a prompt holds, which logs of other programs have, continues on the next line.
 */
#ifndef RECORD_PLAYER_H
#define RECORD_PLAYER_H

#include "common/conversation/prompt.h"
#include "judge/referee/record/record.h"

enum { RECORD_PLAYER_EVENTS_MAX = 1 + PROMPT_EVENTS_MAX }; /* events of one keystroke */

struct record_player {
    const struct rulebook *book;
    struct prompt prompt[PANES];
    uint32_t
        full[PROMPT_LINE_MAX]; /* text of a line that was ended because it was full */
};

/* Start a conversation or a round under a book, such as record_book() returns. */
void record_player_start(struct record_player *p, const struct rulebook *book);

/*
 * Play a keystroke in a pane. Writes its events to events[], oldest first, and returns
 * their number; KEYLOG_NO_CODE has none. Their texts are valid until the next call.
 */
int record_player_feed(struct record_player *p, enum record_pane pane,
    const struct key *key, struct event events[static RECORD_PLAYER_EVENTS_MAX]);

/* End the conversation in a pane: as prompt_end(). */
int record_player_end(struct record_player *p, enum record_pane pane,
    struct event events[static PROMPT_ENDS_MAX]);

#endif
