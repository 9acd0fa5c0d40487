/*
 * campaign_seat.h - one end: a console on a pseudo-terminal, the keys typed at it, and
 * their records in its key log.
 *
 * Every key that it must accept is expected (owed[]) until it is the next of its side
 * in the log; any other key there is a failure. Keys still expected when it is killed
 * are lost with it, and only then.
 */
#ifndef CAMPAIGN_SEAT_H
#define CAMPAIGN_SEAT_H

#include <poll.h>
#include <stdio.h>
#include <sys/types.h>
#include <vterm.h>

#include "tests/campaign/campaign_log.h"

enum {
    SEAT_ARGUMENTS = 16,
    SEAT_TEXT_SIZE = 512,
    SEAT_OWED_MOST = 4096,
    SEAT_COLUMNS = 80,
    SEAT_ROWS = 24,
};

struct seat {
    enum side side;
    const char *name; /* of the program */
    bool by_hand;     /* a person types there, and its log has the typed keys */
    bool resumes;     /* resumes after a kill by --resume, not by itself */
    char directory[PATH_MAX];
    char program[PATH_MAX];
    int network;                /* the namespace that it is in, or -1 for ours */
    char *argv[SEAT_ARGUMENTS]; /* --resume is put behind them */
    int argc;

    pid_t pid; /* 0: it is down */
    int fd;
    int status; /* of the last that ended, as of waitpid(2) */
    int64_t started;
    VTerm *terminal;
    unsigned bells;
    bool again;  /* it was started to go on with a conversation */
    bool linked; /* its screen has said so since it started */
    int64_t linked_at;
    bool asked;      /* its screen has been cleared of notes since, */
    bool takes_keys; /* and says no longer that it waits for the far end */

    char typed[2 * SEAT_OWED_MOST]; /* not yet taken by the terminal */
    size_t typed_length;

    struct log log;
    size_t seen;                   /* records of the log matched with owed[] */
    struct prompt ahead;           /* the prompt after all keys of owed[] */
    uint32_t owed[SEAT_OWED_MOST]; /* a ring */
    size_t owed_first, owed_count;

    uint64_t accepted, lost; /* keys of all that were typed */
    char why[LOG_WHY_SIZE + SEAT_TEXT_SIZE];
};

/* Make *s a seat for a program in a directory; add arguments with seat_argument(),
 * which borrows them. */
void seat_init(struct seat *s, enum side side, const char *bin, const char *name,
    const char *directory);
void seat_argument(struct seat *s, const char *argument);
void seat_free(struct seat *s);

/* Start the program; again is whether it is to go on. Returns false with why[]. */
bool seat_start(struct seat *s, bool again, int64_t now);

/* Kill it with SIGKILL, reap it and read its last output. As above. */
bool seat_kill(struct seat *s);

/* The condition of a wait. */
struct pollfd seat_fd(const struct seat *s);

/*
 * Read its terminal, pass on the typed keys, follow its log and compare. Reaps it if it
 * has ended. Returns false with why[] if the log is wrong.
 */
bool seat_step(struct seat *s, int64_t now);

/* The last row of its screen. */
const char *seat_status(const struct seat *s, char text[static SEAT_TEXT_SIZE]);
bool seat_says(const struct seat *s, const char *text);

/* Whether its screen says that the link is there, sealed or not. */
bool seat_says_link(const struct seat *s);

/* Append all rows of its screen to a stream. */
void seat_show(const struct seat *s, FILE *to);

/* Whether it is there, linked, and has all of its log. */
bool seat_is_ready(const struct seat *s);

/* Whether all that was typed is in its log. */
bool seat_is_settled(const struct seat *s);

/* Whether it is its turn after all that was typed, and there is room for more. */
bool seat_may_type(const struct seat *s);

/* Type a key that it must accept: one that its prompt accepts after all of owed[]. */
void seat_type(struct seat *s, uint32_t code);

/* Pass the typed keys to the terminal, until it is full. */
void seat_flush(struct seat *s);

/* Type bytes that make no key of the conversation. */
void seat_press(struct seat *s, const char *bytes);

/* The input makes this key at some time, without a check by a prompt. */
void seat_owe(struct seat *s, uint32_t code);

#endif
