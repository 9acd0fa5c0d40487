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

struct record_player {
    const struct rulebook *book;
    struct prompt prompt[PANES];
    int judge; /* at the terminal now; KEYLOG_NO_JUDGE: not known */
};

/* Receives an event; the text of the event is valid until the return. */
typedef void record_player_listener(
    void *to, enum record_pane pane, const struct event *event);

/* Start a conversation under a book, such as record_book() returns. */
void record_player_start(struct record_player *p, const struct rulebook *book);

/* Start another round: lines are empty, the judge stays. */
void record_player_round(struct record_player *p);

/* Play a keystroke in a pane and pass each of its events to the listener, oldest first.
 * KEYLOG_NO_CODE has no events. */
void record_player_feed(struct record_player *p, enum record_pane pane,
    const struct key *key, record_player_listener *listener, void *to);

/* The judge of the next keys, by the record's own numbers: an EV_JUDGE in the left pane
 * at a change of judges. Under a book with @@nn lines nothing happens. */
void record_player_seat(
    struct record_player *p, int judge, record_player_listener *listener, void *to);

/* End the conversation: each unfinished line is an EV_LINE, the left pane's first. */
void record_player_end(
    struct record_player *p, record_player_listener *listener, void *to);

#endif
