/*
 * recovery.h - find the conversation that a crash or a power cut interrupted.
 *
 * A directory may hold the logs of many conversations and consoles. A conversation is
 * unfinished if none of its logs has the last line, none is locked by a running
 * console, and no later log abandons it. Of its logs the one with the most records is
 * used.
 */
#ifndef RECOVERY_H
#define RECOVERY_H

#include "common/record/recorder.h"
#include "common/record/saved_log.h"

/* The conversation to find. */
struct recovery_wanted {
    const char *role;    /* role of the console */
    const char *book;    /* rule book of the console */
    const char *address; /* HOST:PORT; NULL: any */
    int port;            /* 0: any */
};

struct recovery {
    struct saved_log past;             /* content of the key log */
    char name[RECORD_FILES_NAME_SIZE]; /* name of the key log */
    int lock;                          /* descriptor that holds the lock; -1: none */
};

/*
 * Search the key logs of a place for an unfinished conversation; of several, the one
 * with the latest key. Its log stays locked until recovery_close(): keep it locked
 * while the console runs, because another console may have found it too.
 * Returns 1 with *r set; 0 if no log fits; or -1 with errno (ENOMEM, EIO, ...).
 */
int recovery_find(struct recovery *r, const struct recorder_place *place,
    const struct recovery_wanted *wanted);

/* Unlock the log and free the memory. */
void recovery_close(struct recovery *r);

#endif
