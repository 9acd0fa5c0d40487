/*
 * typing.h - how the keys of a console's own side become part of the conversation: as
 * they are pressed, or drafted, handed to the scheduler and released in its time.
 *
 * confederate and entry share it: a draft and a program's reply take the same way.
 */
#ifndef TYPING_H
#define TYPING_H

#include "console.h"

/*
 * Make the console's scheduler and draft as its settings say. Returns 0; or -1 with
 * errno if the system has no random numbers.
 */
int typing_init(struct console *c);

/* Whether a person writes drafts here, of which the far side sees nothing yet: where
 * keys are paced, messages go out whole, or a reply has to wait. */
bool typing_is_drafted(const struct console *c);

/* Whether a key of the person's would be taken now: console_may_type(), and what was
 * handed over leaves room and has not ended the turn. */
bool typing_may_enter(const struct console *c);

/*
 * A person has made a key. Returns 0 if it was typed or has changed the draft; or -1 if
 * it was refused, which a note and a bell have then said.
 */
int typing_enter(struct console *c, uint32_t code, struct moment now);

/* The unfinished line that BackSpace takes from, *length characters of it. */
const uint32_t *typing_line(const struct console *c, size_t *length);

/* A reply is whole: lines of what the book allows, in UTF-8, each ended by '\r'. It is
 * released, and the turn, where there is one, is ended. */
void typing_hand_turn(
    struct console *c, const char *text, size_t length, struct moment now);

/* The judge wants this turn to end: what is not out of the line begun is all that is
 * still released. */
void typing_stop(struct console *c, struct moment now);

/* Where there are no turns: end the line of which the judge has seen the beginning. */
void typing_end_line(struct console *c, struct moment now);

/* What a person is told who has made a character that the book has not. */
const char *typing_alphabet(const struct console *c);

/* Release the keys that are due. Call it once a turn of the loop, before the station is
 * served. */
void typing_step(struct console *c, struct moment now);

/* The conversation is over, or another one begins: nothing waits. */
void typing_forget(struct console *c);

/* An event of the conversation, of either side. */
void typing_event(struct console *c, const struct event *event);

/* Take note of whose turn it is. Called by console_tick(). */
void typing_watch(struct console *c, struct moment now);

/* The tick at which typing_step() is next needed, INT64_MAX for never. */
int64_t typing_due(const struct console *c);

/* Whether some of what a person has made is still to be released or handed over. */
bool typing_is_owed(const struct console *c);

#endif
