/*
 * partner.h - a conversation partner of an entry, as a table of operations: a program,
 * the doctor or a 2009 entry. host.c drives it.
 */
#ifndef PARTNER_H
#define PARTNER_H

#include <poll.h>

#include "common/console/console.h"
#include "confederate/reply/reply.h"

enum { PARTNER_FDS = 4 }; /* descriptors for poll() of any partner */

enum partner_change {
    PARTNER_BEGINS,    /* a conversation begins, or is resumed after a crash */
    PARTNER_ENDS,      /* the conversation has ended */
    PARTNER_NEW_JUDGE, /* another judge sits down in the same conversation */
    PARTNER_STOPPED,   /* the judge has stopped the answer */
};

/* In books without turns each finished line of the judge counts as a turn; lines that
 * come before the answer is typed are the next turn. */
enum partner_state {
    PARTNER_LISTENING, /* to the judge, or there is no conversation */
    PARTNER_ASKED,     /* for the answer to a turn */
    PARTNER_TYPED,     /* the host types an answer */
};

struct partner;

/* Members marked as optional may be NULL. */
struct partner_operations {
    /* An event of the judge's. Optional. */
    void (*hear)(struct partner *p, const struct event *event);

    /* Ask for the answer to a turn: length bytes of lines, each ended by '\n', and a
     * NUL. The turn is borrowed until the answer, the next turn or PARTNER_STOPPED. */
    void (*ask)(struct partner *p, const char *turn, size_t length, struct moment now);

    /* Forget the conversation, the judge or the answer. The state is still that of
     * before. */
    void (*forget)(struct partner *p, enum partner_change change, int64_t tick);

    /* Serve the descriptors and the clock, once a turn of the loop. Returns whether an
     * answer to the turn is complete: partner.keys. */
    bool (*step)(struct partner *p, const struct pollfd fds[static PARTNER_FDS],
        struct moment now);

    /* Fill in the entries for poll() that are used; the others ignore. Optional. */
    void (*fds)(
        const struct partner *p, int64_t tick, struct pollfd fds[static PARTNER_FDS]);

    /* The tick at which step() is next needed, INT64_MAX for never. Optional. */
    int64_t (*due)(const struct partner *p, int64_t tick);

    /* Give everything back. Optional. */
    void (*close)(struct partner *p);
};

/* The first member of each partner. The host sets `present` and `state`. Large. */
struct partner {
    const struct partner_operations *operations;
    struct console *console; /* for its settings, and for notes to the operator */
    bool present;            /* there is a conversation */
    enum partner_state state;
    size_t length;              /* bytes of the answer */
    char keys[REPLY_KEYS_SIZE]; /* the answer: lines in UTF-8, each ended by '\r' */
};

#endif
