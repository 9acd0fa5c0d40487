/*
 * session.h - the conversation of a console with its page and its record, and the
 * record of the conversation before it.
 *
 * A key goes into the conversation, then into the record, then to the page, then to the
 * listeners. A finished record stays open until the disk has all of it; no key waits
 * for that.
 */
#ifndef SESSION_H
#define SESSION_H

#include <limits.h>

#include "common/console/settings.h"
#include "common/conversation/conversation.h"
#include "common/conversation/page.h"
#include "common/record/recorder.h"
#include "common/record/saved_log.h"
#include "common/system/clock.h"

enum { SESSION_LISTENERS = 3 }; /* typing, the console, the host of a program */

/* Functions that follow a session; they must not type. */
struct session_listener {
    /* An event of either side; or NULL. */
    void (*on_event)(void *owner, const struct event *event);
    void (*on_change)(
        void *owner, bool begins); /* a conversation begins or has ended */
    void *owner;
};

struct session {
    const struct settings *settings;
    char label[WIRE_LABEL_MAX + 1]; /* the station's label; empty: not known yet */
    char address[SAVED_LOG_ADDRESS_MAX + 1]; /* HOST:PORT for the key log */
    const char *pane;                        /* left or right of a pair, or NULL */
    const char *draw;                        /* commitment to the draw, or NULL */
    char abandoned[WIRE_SESSION_SIZE + 1];   /* session that the next key log names as
                                              * given up, or empty */
    struct conversation talk;
    struct page page;
    unsigned conversations;     /* conversations begun so far */
    struct recorder *recorder;  /* NULL: no conversation */
    struct recorder *finishing; /* finished record, not yet on the disk, or NULL */
    bool keeps_open;            /* finished records stay open: session_keep_open() */
    bool in_danger;             /* a record was in danger at the last session_tick() */
    char transcript[PATH_MAX];  /* path of the last transcript, or empty */
    int error;                  /* errno of the first record that failed, or 0 */
    struct session_listener listeners[SESSION_LISTENERS];
    int listener_count;
};

/*
 * Start without a conversation. settings are borrowed.
 * Returns 0; or -1 with errno ENOMEM. session_close() gives everything back.
 */
int session_init(struct session *s, const struct settings *settings, enum side self);

/* End the record, wait some ten seconds at most for the disk, free the memory. */
void session_close(struct session *s);

/* Add a listener, one of SESSION_LISTENERS at most. */
void session_listen(struct session *s, struct session_listener listener);

/* Set the station's label as far as it is known, and its address as HOST:PORT. */
void session_set_label(struct session *s, const char *label);
void session_set_address(struct session *s, const char *address);

/* Set the commitment to the draw of sides and the side (left or right) of the terminal
 * for the next key logs. Both are borrowed. */
void session_set_pane(struct session *s, const char *pane);
void session_set_draw(struct session *s, const char *draw);

/* Name this session in the next key log as given up. */
void session_abandon(struct session *s, const char *id);

/*
 * Create the record of a conversation that is about to begin, under this session id.
 * Returns the recorder for session_begin(); or NULL with errno of recorder_open().
 */
struct recorder *session_prepare(
    const struct session *s, const char *id, struct moment now);

/* Begin a conversation with its record, which is kept; the present one ends. */
void session_begin(struct session *s, struct recorder *recorder, const char *id);

/*
 * End the conversation. Its unfinished lines are recorded, except when it is suspended
 * for a later resume. At a station a conversation without keys leaves no files: there
 * are only 100 names.
 */
void session_end(struct session *s, bool suspended, struct moment now);

/* Keep finished records open for session_note(), so that a crash resumes them, until
 * session_end_records(). */
void session_keep_open(struct session *s);
void session_end_records(struct session *s);

/* Show an interrupted conversation, before it is resumed; without memory, its
 * beginning.
 */
void session_preview(struct session *s, const struct saved_log *past);

/* Clear the page of session_preview(). */
void session_forget(struct session *s);

/*
 * Resume an interrupted conversation; name is that of its key log. No key may be typed
 * before the far end is back (talk.restored).
 * Returns 0; or -1 with errno of recorder_open(), without a conversation.
 */
int session_restore(struct session *s, const struct saved_log *past, const char *name,
    struct moment now);

/* Make room for one more key of either side. Returns 0; or -1 with errno ENOMEM, or
 * EOVERFLOW for a conversation of CONVERSATION_KEYS_MAX. */
int session_reserve(struct session *s);

/*
 * Type a key of this side: record it and show its events. Call session_reserve()
 * first.
 * Returns the number of events in out[], as prompt_feed() does.
 */
int session_type(struct session *s, uint32_t code, struct moment now,
    struct event out[static PROMPT_EVENTS_MAX]);

/*
 * Take a key of the far side, recorded as posted at that time.
 * Returns the number of events in out[], 0 for a key that is held already or refused;
 * or -1 with errno of conversation_take() or session_reserve().
 */
int session_take(struct session *s, const struct key *key, uint64_t posted,
    struct event out[static PROMPT_EVENTS_MAX]);

/* Record that a key was pressed in a draft. */
void session_pressed(struct session *s, uint32_t code, struct moment now);

/* Set the judge's number under a book without @@nn. 0 is no number. */
void session_set_judge(struct session *s, unsigned judge, struct moment now);

/* Write a note to the key log at once, with a time (18 digits) unless it is 0; a record
 * that is kept open takes notes after its end. Without memory the note is missing. */
void session_note(struct session *s, const char *word, uint64_t time);

/* Write the new keys to the log: before they are drawn or sent. */
void session_flush(struct session *s);

/* Ask the recorder's thread for a sync, once a turn of the loop. */
void session_sync(struct session *s);

/*
 * Close a finished record that is on the disk, and look for danger. Returns true if
 * the record went on in new files (transcript), after a danger that is over.
 */
bool session_tick(struct session *s);

/* Whether a record is in danger; *danger says why and since when. */
bool session_danger(const struct session *s, struct recorder_danger *danger);

#endif
