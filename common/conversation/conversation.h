/*
 * conversation.h - one end of a conversation: the prompt, the session, and every
 * keystroke of both sides in order, with what the far end still lacks of them.
 *
 * Whoever owns the socket asks it what to send next and tells it what came; whoever
 * owns the keyboard types into it. Pure: it is handed the time, in milliseconds since
 * the Unix epoch for keystrokes, and in milliseconds of any steady clock (`tick`) for
 * the heartbeat.
 *
 * A connection goes: greeting, answer, then from both ends the keystrokes that the
 * other lacks, `live`, and keystrokes as they are made. Resuming is the same again.
 */
#ifndef CONVERSATION_H
#define CONVERSATION_H

#include <stdbool.h>

#include "common/conversation/prompt.h"
#include "common/conversation/wire.h"

enum {
    CONVERSATION_PING_MS = 1000,    /* with nothing to send, the heartbeat's gap */
    CONVERSATION_LOST_MS = 3000,    /* silence after which a link is lost */
    CONVERSATION_BYE_MS = 60000,    /* an unanswered bye ends it all the same */
    CONVERSATION_KEYS_MAX = 700000, /* days of typing, and no more than fits 64 MB */
};

struct conversation {
    const struct rulebook *book;
    enum side self;
    char session[WIRE_SESSION_SIZE + 1]; /* empty: there is none yet */
    struct prompt prompt;

    struct key *keys; /* all of them, in this end's order */
    size_t count;
    size_t capacity;
    bool restored;    /* rebuilt from a record that may lack keys of either side, until
                       * the far end has sent them: no key is made before that */
    uint64_t held[2]; /* time of the last keystroke held of each side */

    bool linked;      /* greetings have been exchanged on the present line */
    size_t next;      /* the next key to look at for sending */
    uint64_t peer[2]; /* time of the last keystroke that the far end holds */
    bool live_sent;
    bool live_got;
    int64_t spoke; /* tick at which something was last sent, and heard */
    int64_t heard;

    int64_t left;   /* what the judge's pings say: milliseconds, or WIRE_LEFT_ (wire.h);
                     * set by who has the clock, a station's stays WIRE_LEFT_NONE */
    int64_t said;   /* what the last ping on this line said, */
    int64_t pinged; /* and its tick */

    bool leaving;  /* this end wants an orderly end */
    bool bye_sent; /* on the present line */
    bool bye_got;
    bool bye_answered; /* both have said it: the conversation is over */
};

/*
 * Make *c a new conversation of the judge's or the station's end, without a session.
 * Give it back with conversation_free(), also before making it anew.
 */
void conversation_init(
    struct conversation *c, enum side self, const struct rulebook *book);
void conversation_free(struct conversation *c);

/* Make room for one more keystroke, which then needs no memory. Returns 0; or -1 with
 * errno ENOMEM, or EOVERFLOW for a conversation of CONVERSATION_KEYS_MAX. */
int conversation_reserve(struct conversation *c);

/*
 * Make a key of one's own at now_ms: *key is what to record, out[] what it meant, as
 * prompt_feed() says. A refused key is not part of the conversation.
 * Returns the number of events, 0 or more; or -1 with errno as conversation_reserve()
 * says, nothing changed.
 */
int conversation_type(struct conversation *c, uint32_t code, uint64_t now_ms,
    struct key *key, struct event out[static PROMPT_EVENTS_MAX]);

/*
 * Take a keystroke that came over the wire. One that is held already (not later than
 * the last of its side) is dropped: *fresh is then false, and there are no events.
 * A key that the prompt refuses is part of the conversation all the same.
 * Returns the number of events; or -1 with errno as conversation_reserve() says, or
 * EPROTO for a time that leaves none later and for a key of one's own, unless this end
 * is restored; nothing is then changed.
 */
int conversation_take(struct conversation *c, const struct key *key, bool *fresh,
    struct event out[static PROMPT_EVENTS_MAX]);

/* The greeting (judge) or answer (station) of this end. label is the station's own,
 * unused by the judge. */
struct wire_message conversation_greeting(
    const struct conversation *c, const char *label);

/* Whether a greeting or answer can be true: nobody holds keys that this end, unless it
 * is restored, never made. */
bool conversation_believes(
    const struct conversation *c, const struct wire_message *greeting);

/*
 * The far end's greeting or answer has come on a new line, and this end's has gone:
 * what it lacks of the keystrokes is sent from now on. Takes over the session if
 * this end has none.
 */
void conversation_link(
    struct conversation *c, const struct wire_message *greeting, int64_t tick);

/* The line is down. Keys may be typed meanwhile. */
void conversation_unlink(struct conversation *c);

/* Set the session of a new conversation. */
void conversation_name(struct conversation *c, const char *session);

/* The keys come from a record that may lack some: none may be typed before the far end
 * has sent its own. */
void conversation_restore(struct conversation *c);

/* Resume without a far end that keeps keys (a 2009 program): those of the record are
 * all. */
void conversation_resume_alone(struct conversation *c);

/* Ask for an orderly end (`bye`), or cancel that for the next conversation. */
void conversation_leave(struct conversation *c);
void conversation_stay(struct conversation *c);

/* Set the time that a judge's pings tell: milliseconds, or WIRE_LEFT_ (wire.h). */
void conversation_set_left(struct conversation *c, int64_t left);

/*
 * Note a message other than a keystroke or greeting (`live`, `ping`, `bye`), or any
 * message for its time of arrival.
 */
void conversation_hear(
    struct conversation *c, const struct wire_message *message, int64_t tick);

/* The next keystroke that the far end lacks, in this end's order, or NULL; it counts as
 * sent. conversation_say() sends them on a wire, lppline.h to a directory. */
const struct key *conversation_next_key(struct conversation *c);

/*
 * The next message that is due to be sent at tick, in the order of the wire. Where
 * there is a clock (left) a ping goes out every second, whatever else does, and at once
 * when it starts, stops, or the judge goes to the other side. Returns true with
 * *message set; it counts as sent. False if nothing is due.
 */
bool conversation_say(
    struct conversation *c, int64_t tick, struct wire_message *message);

/* The tick at which conversation_say() or conversation_is_lost() will next have
 * something new to say, if nothing else happens before. */
int64_t conversation_due(const struct conversation *c);

/* Whether the far end has been silent for CONVERSATION_LOST_MS. */
bool conversation_is_lost(const struct conversation *c, int64_t tick);

/* What a station says to a judge's greeting. */
enum verdict {
    VERDICT_NEW,
    VERDICT_TAKE_OVER,
    VERDICT_BUSY,
    VERDICT_UNKNOWN,
    VERDICT_BOOK
};

/*
 * Judge a greeting against the conversation of this station: c has no session if
 * there is none going on. lost_ms is for how long its link has been lost (0: it is
 * not), hold_ms how long it is then kept for its judge.
 */
enum verdict conversation_verdict(const struct conversation *c,
    const struct wire_message *greeting, int64_t lost_ms, int64_t hold_ms);

#endif
