/*
 * conversation.h - one end of a conversation: the session, the prompt, all keystrokes
 * of both sides in order, and the keystrokes that the far end does not have yet.
 *
 * The owner of the keyboard calls conversation_type(). The owner of the socket sends
 * the messages of conversation_say() and passes received ones to conversation_take()
 * and conversation_hear(). Pure: times of keystrokes (now_ms) are milliseconds since
 * the Unix epoch; `tick` is milliseconds of a monotonic clock.
 *
 * A connection begins with a greeting and an answer. Then each end sends the keystrokes
 * that the other end does not have, `live`, and new keystrokes as they are typed. To
 * resume a conversation, both ends repeat this on a new connection.
 */
#ifndef CONVERSATION_H
#define CONVERSATION_H

#include <stdbool.h>

#include "common/conversation/prompt.h"
#include "common/conversation/wire.h"

enum {
    CONVERSATION_PING_MS = 1000,    /* interval of pings while nothing else is sent */
    CONVERSATION_LOST_MS = 3000,    /* silence after which a link is lost */
    CONVERSATION_BYE_MS = 60000,    /* longest wait for the answer to `bye` */
    CONVERSATION_KEYS_MAX = 700000, /* days of typing; the log stays below 64 MB */
};

struct conversation {
    const struct rulebook *book;
    enum side self;
    char session[WIRE_SESSION_SIZE + 1]; /* empty: no conversation yet */
    struct prompt prompt;

    struct key *keys; /* keystrokes of both sides, in the order of this end */
    size_t count;
    size_t capacity;
    bool restored;    /* rebuilt from a record that may lack keys of either side; false
                       * after the far end's `live` */
    uint64_t held[2]; /* time of the last keystroke of each side at this end */

    bool linked;      /* greetings were exchanged on the present connection */
    size_t next;      /* index of the next key to examine for sending */
    uint64_t peer[2]; /* time of the last keystroke of each side at the far end */
    bool live_sent;   /* on the present connection */
    bool live_got;    /* on the present connection */
    int64_t spoke;    /* tick of the last message sent */
    int64_t heard;    /* tick of the last message received */

    int64_t left;   /* judge's clock for pings: milliseconds left, or WIRE_LEFT_
                     * (wire.h); always WIRE_LEFT_NONE at a station */
    int64_t said;   /* value of `left` in the last ping on this connection */
    int64_t pinged; /* tick of the last ping on this connection */

    bool leaving;      /* this end wants an orderly end */
    bool bye_sent;     /* on the present connection */
    bool bye_got;      /* on the present connection */
    bool bye_answered; /* both ends have sent `bye`: the conversation is over */
};

/*
 * Make *c a new conversation without a session; self is the side of this end. Free it
 * with conversation_free(), also before another conversation_init().
 */
void conversation_init(
    struct conversation *c, enum side self, const struct rulebook *book);
void conversation_free(struct conversation *c);

/* Reserve memory for one more keystroke. Returns 0; or -1 with errno ENOMEM, or
 * EOVERFLOW at CONVERSATION_KEYS_MAX keystrokes; nothing changed. */
int conversation_reserve(struct conversation *c);

/*
 * Type a key on this side at now_ms. *key becomes the keystroke to record, out[] its
 * events (prompt_feed()). A keystroke without an event or with EV_REFUSED is not added.
 * Returns the number of events, 0 or more; or -1 with errno of conversation_reserve(),
 * nothing changed except *key.
 */
int conversation_type(struct conversation *c, uint32_t code, uint64_t now_ms,
    struct key *key, struct event out[static PROMPT_EVENTS_MAX]);

/*
 * Add a received keystroke. *fresh is false for a duplicate (not later than the last
 * keystroke of its side), which is dropped without events. A keystroke that the prompt
 * refuses is added.
 * Returns the number of events; or -1 with errno, the conversation unchanged: those of
 * conversation_reserve(), or EPROTO for a time less than a day before
 * KEY_TIME_HISTORIC and for a key of this side, unless the conversation is restored.
 */
int conversation_take(struct conversation *c, const struct key *key, bool *fresh,
    struct event out[static PROMPT_EVENTS_MAX]);

/* Return the greeting (judge) or the answer (station) of this end. label is the
 * station's; NULL at the judge's end. */
struct wire_message conversation_greeting(
    const struct conversation *c, const char *label);

/* Whether a greeting or answer is plausible: without a session it has no keystrokes;
 * the far end cannot have keystrokes that this end never made, unless it is restored.
 */
bool conversation_believes(
    const struct conversation *c, const struct wire_message *greeting);

/*
 * Both greetings were exchanged on a new connection: send the keystrokes that the far
 * end does not have. A conversation without a session gets that of the greeting.
 */
void conversation_link(
    struct conversation *c, const struct wire_message *greeting, int64_t tick);

/* The connection is lost. Keys may still be typed. */
void conversation_unlink(struct conversation *c);

/* Set the session of a new conversation. */
void conversation_name(struct conversation *c, const char *session);

/* The keys come from a record that may lack some: the caller lets no key be typed while
 * `restored` is true. */
void conversation_restore(struct conversation *c);

/* Resume with a far end that keeps no keys (a 2009 program): the keys of the record are
 * complete. */
void conversation_resume_alone(struct conversation *c);

/* Ask for an orderly end (`bye`), or withdraw that. */
void conversation_leave(struct conversation *c);
void conversation_stay(struct conversation *c);

/* Set the judge's clock for pings: milliseconds left, or WIRE_LEFT_ (wire.h). */
void conversation_set_left(struct conversation *c, int64_t left);

/*
 * Note the arrival of any message; `live` and `bye` also change the state.
 */
void conversation_hear(
    struct conversation *c, const struct wire_message *message, int64_t tick);

/* Take the next keystroke that the far end does not have, in the order of this end, or
 * NULL. It then counts as sent. conversation_say() sends it over a link,
 * lpp_session_step() to a directory. */
const struct key *conversation_next_key(struct conversation *c);

/*
 * Take the next message to send at tick: keystrokes, `live`, `bye`, pings, in this
 * order. While the judge has a clock (`left`) a ping is due every second, also between
 * keystrokes, and at once when the clock starts, stops or is locked.
 * Returns true with *message, which then counts as sent; or false if no message is due.
 */
bool conversation_say(
    struct conversation *c, int64_t tick, struct wire_message *message);

/* The tick at which a ping is due or the link counts as lost, if no message comes or
 * goes before; INT64_MAX without a link. */
int64_t conversation_due(const struct conversation *c);

/* Whether the far end has been silent for CONVERSATION_LOST_MS. */
bool conversation_is_lost(const struct conversation *c, int64_t tick);

/* A station's decision about a judge's greeting. */
enum verdict {
    VERDICT_NEW,       /* begin a new conversation */
    VERDICT_TAKE_OVER, /* resume the present conversation on this connection */
    VERDICT_BUSY,      /* refuse: another conversation is in progress */
    VERDICT_UNKNOWN,   /* refuse: no record of this session */
    VERDICT_BOOK       /* refuse: another rule book */
};

/*
 * Decide about a greeting; c is the present conversation, without a session if none is
 * in progress. lost_ms is the time since its link was lost (0: linked). A lost
 * conversation gives way to a new one after hold_ms, or at once if it has no
 * keystrokes.
 */
enum verdict conversation_verdict(const struct conversation *c,
    const struct wire_message *greeting, int64_t lost_ms, int64_t hold_ms);

#endif
