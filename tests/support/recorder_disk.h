/*
 * recorder_disk.h - a disk, memory and threads that fail or block on demand of a test
 * of the recorder. The test is linked with the __wrap_ functions of recorder_disk.c.
 */
#ifndef RECORDER_DISK_H
#define RECORDER_DISK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { DISK_FDS = 1024, DISK_UNLIMITED = -1 };

struct disk {
    atomic_long room;        /* bytes that fit, or DISK_UNLIMITED */
    atomic_int write_error;  /* errno of every write to the files of number 01, or 0 */
    atomic_int sync_error;   /* errno of a failing sync */
    atomic_int syncs_good;   /* syncs that succeed first */
    atomic_int syncs_bad;    /* syncs that fail then */
    atomic_int create_error; /* errno of creating a file with create_name in its name */
    const char *_Atomic create_name;
    atomic_int directory_error;  /* errno of syncing a directory */
    atomic_int thread_error;     /* error of starting a thread */
    atomic_int memory;           /* allocations that succeed, or DISK_UNLIMITED */
    atomic_bool impatient;       /* waiting for a thread times out at once */
    atomic_bool first[DISK_FDS]; /* files of number 01 */

    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool held;   /* syncs block */
    int waiting; /* number of blocked syncs */
};

extern struct disk disk;

/* Make everything succeed again. */
void disk_mend(void);

/* Let the next `good` syncs succeed and then `bad` ones fail with an error. */
void disk_break_syncs(int error, int good, int bad);

/* Block syncs; release them; wait until one is blocked. */
void disk_hold_syncs(bool held);
void disk_await_held_sync(void);

#endif
