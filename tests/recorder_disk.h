/*
 * recorder_disk.h - a disk, a memory and threads that fail, or make who calls wait,
 * when a test of the recorder says so. The calls of its program that are named in
 * recorder_disk.c are to go to their __wrap_ functions.
 */
#ifndef RECORDER_DISK_H
#define RECORDER_DISK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { DISK_FDS = 1024, DISK_UNLIMITED = -1 };

struct disk {
    atomic_long room;        /* bytes that still fit, or DISK_UNLIMITED */
    atomic_int write_error;  /* errno of every write to the files of number 01, or 0 */
    atomic_int sync_error;   /* errno of a sync, */
    atomic_int syncs_good;   /* after so many that go well, */
    atomic_int syncs_bad;    /* for so many */
    atomic_int create_error; /* errno of making a file whose name has create_name */
    const char *_Atomic create_name;
    atomic_int directory_error;  /* errno of syncing a directory */
    atomic_int thread_error;     /* of starting a thread */
    atomic_int memory;           /* allocations that still go well, or DISK_UNLIMITED */
    atomic_bool impatient;       /* nobody waits for a thread's end */
    atomic_bool first[DISK_FDS]; /* files of number 01 */

    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool held;   /* syncs wait */
    int waiting; /* so many do */
};

extern struct disk disk;

/* Nothing fails any more. */
void disk_mend(void);

/* The next syncs fail with an error: bad ones after good ones. */
void disk_break_syncs(int error, int good, int bad);

/* Syncs wait, or go on; wait until one does. */
void disk_hold_syncs(bool held);
void disk_await_held_sync(void);

#endif
