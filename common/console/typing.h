/*
 * typing.h - the keys of a console's own side before they are typed: a person's draft,
 * a program's reply, and the scheduler that releases both key by key.
 *
 * A key that needs no draft goes past this module (console_enter()). The console types
 * each released key: `while (typing_due(t) <= tick) type(typing_next(t, tick))`.
 */
#ifndef TYPING_H
#define TYPING_H

#include "common/console/settings.h"
#include "common/conversation/conversation.h"
#include "common/pace/draft.h"
#include "common/pace/pace.h"

/* Large. */
struct typing {
    const struct settings *settings;
    const struct conversation *talk;
    struct pace pace;   /* keys handed over, each with the tick of its release */
    struct draft draft; /* text of a person, not handed over yet */
    bool own_turn;    /* value of the last typing_watch(), to detect a change of turn */
    bool stopped;     /* the judge stopped this turn, and typing_stop() was called */
    bool judge_ended; /* the judge ended a line since the last typing_watch() */
    size_t judge_wrote; /* characters of the judge's turn; without turns, characters
                         * since this side's last line */
};

/*
 * Start with an empty draft and an empty scheduler, as the settings say. settings and
 * talk are borrowed; talk is only read.
 * Returns 0; or -1 with errno of getrandom().
 */
int typing_init(
    struct typing *t, const struct settings *settings, const struct conversation *talk);

/* Forget the draft and all keys that wait: a conversation begins or ends. */
void typing_forget(struct typing *t);

/* Whether a person writes drafts, invisible to the far side until handed over: the keys
 * are paced, messages go out whole, or replies have a delay. */
bool typing_is_drafted(const struct typing *t);

/* Whether the draft takes keys: the turn is not handed over, and the scheduler has room
 * for the draft and one more line. */
bool typing_has_room(const struct typing *t);

/*
 * Press a key in the draft; a Return that ends the draft hands it over at tick.
 * Returns the result of draft_press().
 */
enum draft_result typing_press(struct typing *t, uint32_t code, int64_t tick);

/* The unfinished line that BackSpace takes from, of *length characters: the draft's, or
 * the prompt's. */
const uint32_t *typing_line(const struct typing *t, size_t *length);

/* Hand over a whole reply: UTF-8 lines, each ended by '\r'. With turns, its end is the
 * end of the turn. */
void typing_hand_turn(struct typing *t, const char *text, size_t length, int64_t tick);

/* End this side's turn early, as the judge asked: finish the line that is partly out,
 * drop the rest. */
void typing_stop(struct typing *t, int64_t tick);

/* Whether the judge asked to stop a person's turn and typing_stop() is due. (The host
 * stops a program's turn.) */
bool typing_is_to_stop(const struct typing *t);

/* Without turns: end the line that is partly out. */
void typing_end_line(struct typing *t, int64_t tick);

/* Take note of an event of either side. owner is the struct typing: session_listen().
 */
void typing_event(void *owner, const struct event *event);

/*
 * Take note of the turn: own if this side may type. Call it once a turn of the loop.
 * Returns whether the own turn ended by itself, not stopped by the judge.
 */
bool typing_watch(struct typing *t, bool own, int64_t tick);

/* The tick of the next release, INT64_MAX if nothing waits. */
int64_t typing_due(const struct typing *t);

/* Release the key that is due. */
uint32_t typing_next(struct typing *t, int64_t tick);

/* Release the next key at tick or later: memory for it is missing now. */
void typing_put_off(struct typing *t, int64_t tick);

/* Whether keys of a person wait to be released or handed over. */
bool typing_is_pending(const struct typing *t);

/* The note for a character that the book does not allow. */
const char *typing_alphabet(const struct typing *t);

#endif
