/*
 * caller.h - the judge's end of the link: connect to a station, greet it, and reconnect
 * whenever the link is lost.
 *
 * Before its first answer a station is tried once at each of its addresses; a patient
 * caller repeats that as long as no address answers. Afterwards it is tried without
 * limit, at the address that answered ("home"): at once, then after 50, 100, 200, 400,
 * 800 ms, then every second, and between these attempts at the other addresses by
 * turns. After an answer that no station sends the interval at that address grows. All
 * limits together find a restored link within two seconds. Source: doc/protocol.md, 7.
 */
#ifndef CALLER_H
#define CALLER_H

#include "common/console/console.h"

enum {
    CALLER_CONNECT_MS = 10000, /* first attempt: limit to connect to one address */
    CALLER_GREET_MS = 10000,   /* first attempt: limit to answer, from a slow medium */
    CALLER_AGAIN_MS = 1000,    /* later attempts at home: limit to connect */
    CALLER_GREET_AGAIN_MS = 1500, /* later attempts at home: limit to answer */
    CALLER_ELSEWHERE_MS = 300,    /* attempts elsewhere: limit to connect and answer */
    CALLER_RETRY_MS = 1000,  /* interval of attempts, after a series of short ones */
    CALLER_STEADY_MS = 1000, /* age of a link that restarts the series */
    CALLER_RETRY_MOST_MS = 30000, /* longest interval after unexpected answers */
    CALLER_ERROR_SIZE = 512,
};

enum caller_state {
    CALLER_IDLE,
    CALLER_CONNECTING,
    CALLER_GREETING,
    CALLER_LINKED,
    CALLER_STOPPED
};

struct caller_address {
    struct link_address address;
    int64_t due; /* tick of the next attempt */
    int64_t gap; /* ms from an unexpected answer to the next attempt */
};

struct caller {
    struct link link;
    struct caller_address addresses[LINK_ADDRESSES];
    int count;     /* number of addresses */
    int at;        /* index of the present address */
    int home;      /* index of the address that last answered */
    int elsewhere; /* index of the other address that was last tried */
    int tries;     /* attempts at home since the link was last steady */
    enum caller_state state;
    int64_t until;  /* tick at which the state times out; idle: of the next attempt */
    int64_t begun;  /* tick of the last attempt */
    int64_t linked; /* tick of the last answer that made a link */
    bool met;       /* the station has answered before */
    bool patient;   /* repeat the first attempts (see above) */
    bool reported;  /* the console's note reports that the station does not answer */
    int exit_code;  /* code of <sysexits.h> for error[] */
    char error[CALLER_ERROR_SIZE];
};

/*
 * Look up the station of the settings, for a conversation of the console. Returns 0; or
 * -1 with exit_code and error[] set.
 */
int caller_open(struct caller *caller, struct console *c, struct moment now);

/* Use a station found by discovery, at count addresses (1 to LINK_ADDRESSES). The key
 * log has the text address; the screen shows the label. */
void caller_open_found(struct caller *caller, struct console *c, const char *label,
    const char *address, const struct link_address *addresses, int count,
    struct moment now);
void caller_close(struct caller *caller);

/* Repeat the first attempts until an address answers, or stop doing so. */
void caller_set_patient(struct caller *caller, bool patient);

/* The descriptor and events for poll(); -1 without a socket. */
int caller_fd(const struct caller *caller);
short caller_events(const struct caller *caller);

/*
 * Handle the events of the socket and the clock; call it once a turn of the loop. After
 * an error without remedy the console is done, and exit_code and error[] are set.
 */
void caller_step(
    struct caller *caller, struct console *c, short revents, struct moment now);

/* End the console of a script, without a question: the station has lost or ended the
 * conversation before the end of the script. Sets error[]. */
void caller_cut_short(struct caller *caller, struct console *c);

/* The tick of the next caller_step(), INT64_MAX for never. */
int64_t caller_due(const struct caller *caller);

#endif
