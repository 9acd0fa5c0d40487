/*
 * lpp_session.h - the conversation of a console with a 2009 program, in a
 * communications directory.
 *
 * The directory has no greetings and no heartbeat: the conversation begins and ends
 * with the console. Keys of this end are logged before they are made in the directory.
 * The far program keeps no keys: after a crash of the console, keys that are not in the
 * log or not in the directory are lost.
 *
 * Sources: rules/2009.txt, 2 and 3.
 */
#ifndef LPP_SESSION_H
#define LPP_SESSION_H

#include "common/console/console.h"
#include "common/lpp/lppdir.h"

enum {
    LPP_SESSION_PAUSE_MS = 1000,     /* from a key without memory to the next try */
    LPP_SESSION_AGAIN_MS = 200,      /* from a key that failed to the next try */
    LPP_SESSION_LEFTOVER_MS = 60000, /* age of keys of an earlier conversation */
    LPP_SESSION_UNREAD_MS = 5000,    /* time after which untaken keys are shown */
    LPP_SESSION_DAY_MS = 86400000,   /* a far clock further ahead is ignored */
};

struct lpp_session {
    struct lppdir dir;
    struct key key; /* key of this end that could not be made; see waits */
    bool waits;     /* key waits for the next try */
    int64_t again;  /* tick of the next try */
    int64_t pause;  /* tick before which no key is taken: memory was missing */
};

/*
 * Open the settings' directory and set its name in the console.
 * Returns 0; or -1 with errno of lppdir_open().
 */
int lpp_session_open(struct lpp_session *l, struct console *c, struct moment now);
void lpp_session_close(struct lpp_session *l);

/*
 * Begin a conversation, or resume a restored one. A new conversation removes the keys
 * of earlier ones from the directory: a judge's console all keys, because the judge
 * begins; a station's keys older than LPP_SESSION_LEFTOVER_MS. Returns 0; or -1 with
 * errno of recorder_open().
 */
int lpp_session_begin(struct lpp_session *l, struct console *c, struct moment now);

/* The descriptor to poll, or -1; and the tick at which lpp_session_step() is next
 * needed. */
int lpp_session_fd(const struct lpp_session *l);
int64_t lpp_session_due(const struct lpp_session *l);

/* Take the far end's keys, make the keys of this end, and end the conversation when the
 * console leaves. Call it once a turn of the loop. */
void lpp_session_step(struct lpp_session *l, struct console *c, struct moment now);

#endif
