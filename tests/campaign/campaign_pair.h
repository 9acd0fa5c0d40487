/*
 * campaign_pair.h - two consoles joined by a relay, or by a cable between two network
 * namespaces: how they begin, talk and end.
 */
#ifndef CAMPAIGN_PAIR_H
#define CAMPAIGN_PAIR_H

#include "tests/campaign/campaign_cable.h"
#include "tests/campaign/campaign_seat.h"
#include "tests/stage/relay.h"

enum { PAIR_FDS = RELAY_FDS + 2, PAIR_WHY_SIZE = 2048 };

enum pair_state {
    PAIR_STATION_STARTS,
    PAIR_JUDGE_STARTS,
    PAIR_TALKS,
    PAIR_JUDGE_IS_ASKED, /* whether it wants to leave, */
    PAIR_JUDGE_LEAVES,
    PAIR_STATION_ENDS,
    PAIR_STATION_IS_ASKED, /* and the station the same */
    PAIR_STATION_LEAVES,
    PAIR_IS_OVER,
};

/* Shared by all pairs of a run. */
struct pair_options {
    const char *bin;  /* where the programs are */
    const char *root; /* a directory for everything */
    bool entry;       /* the station is entry --doctor */
    bool cable;       /* they are joined by a cable, not by a relay */
    const char *key;  /* a file that seals their links, or NULL */
    bool tries_again; /* a judge whose link breaks before the first answer retries */
    double patience;  /* the factor of every wait */
};

struct pair {
    const struct pair_options *options;
    int number;
    struct relay *relay; /* NULL: there is a cable instead */
    struct cable cable;
    struct seat judge, station;
    char host[RELAY_HOST_SIZE], port[8], address[32]; /* address: host and port */

    enum pair_state state;
    int64_t since; /* tick at which it came to be so */
    int tried;     /* judges started before one was answered */
    bool down[2];  /* a seat that was killed, and is to be so for a while */
    bool failed;
    char why[PAIR_WHY_SIZE];
};

/* Milliseconds on a clock that is never set. */
int64_t pair_now(void);

/* The environment's STAGE_PATIENCE, the factor of all waits; 1 by default. */
double pair_patience(void);

/* Make a new directory for a run, under TMPDIR. Returns false with errno. */
bool pair_make_root(const char *name, char root[static PATH_MAX]);

/* Make a key for the consoles, in root. Returns false with errno. */
bool pair_make_key(const char *root, char key[static PATH_MAX]);

/* Set the environment of the consoles: terminal, sanitizers' log. */
void pair_environment(const char *root);

/* Begin pair number n of a run, with files in root/n. Returns false with why[]. */
bool pair_open(struct pair *p, const struct pair_options *options, int number);
void record_files_close(struct pair *p);

/* Wait at most ms milliseconds, and serve every pair. A pair with an error is then
 * failed, with its reason. */
void pairs_step(struct pair *const pairs[], size_t count, int ms);

bool pair_fail(struct pair *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether both logs hold all that was typed, and both consoles are well. */
bool pair_is_level(const struct pair *p);

/* End in order: the judge leaves, then the station. */
void pair_leave(struct pair *p);

/* Kill one console, or start it again. Both return false with why[]. */
bool pair_kill(struct pair *p, enum side side);
bool pair_revive(struct pair *p, enum side side);

/* Show the screens. */
void pair_show(const struct pair *p, FILE *to);

/* Print the reports of sanitizers in files under root. Returns the number of files. */
size_t pair_stains(const char *root);

#endif
