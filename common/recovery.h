/*
 * recovery.h - find the conversation that a crash or a power cut has left unfinished.
 *
 * A log directory may hold the logs of many conversations, and of more than one
 * console. Unfinished is a conversation none of whose logs has its last line, none of
 * which is locked (its console lives), and which nobody has given up since. Of its
 * logs the one with the most whole records counts.
 */
#ifndef RECOVERY_H
#define RECOVERY_H

#include "past.h"
#include "recorder.h"

/* What is looked for. */
struct recovery_wanted {
    const char *role;
    const char *book;
    const char *address; /* HOST:PORT; NULL: any */
    int port;            /* 0: any */
};

struct recovery {
    struct past past;
    char name[PAIR_NAME_SIZE];       /* of the key log */
    char host[PAST_ADDRESS_MAX + 1]; /* of its address, without brackets */
    int port;
    int lock; /* keeps others from resuming it */
};

/*
 * Look through the key logs of a place; of several conversations the one with the
 * latest key is found. It stays locked until recovery_close(), and is to be while the
 * console lives, for others may have found it just before.
 * Returns 1 with *r filled, 0 if there is none; or -1 with errno (ENOMEM, EIO, ...).
 */
int recovery_find(struct recovery *r, const struct recorder_place *place,
    const struct recovery_wanted *wanted);

void recovery_close(struct recovery *r);

#endif
