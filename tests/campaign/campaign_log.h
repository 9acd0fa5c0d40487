/*
 * campaign_log.h - the key log of one console, followed while it grows and over every
 * restart of the console.
 *
 * Each record is checked at once: it is whole, its side's time is later than the last,
 * the prompt accepts it, the judge's number is right; and a log that resumes another
 * begins with every record ever read in the logs before it.
 */
#ifndef CAMPAIGN_LOG_H
#define CAMPAIGN_LOG_H

#include <limits.h>
#include <stdbool.h>

#include "common/conversation/prompt.h"

enum { LOG_WHY_SIZE = 512, LOG_TAIL_SIZE = 256 };

struct log_record {
    uint64_t posted, released;
    uint32_t code;
    enum side side;
    int judge;
};

struct log {
    const char *directory;
    int number; /* of LP-nn.KEY; 0: no log yet */
    int fd;
    bool resumed;             /* this file names the log that it continues */
    bool ended;               /* and has its last line */
    char tail[LOG_TAIL_SIZE]; /* of a line that has not come whole */
    size_t tail_length;

    struct log_record *records; /* of all files together */
    size_t count, capacity;
    size_t at; /* how many of them this file has, so far */
    uint64_t last[2];
    struct prompt prompt; /* after all of them */
    char why[LOG_WHY_SIZE];
};

/* Follow the logs of a directory; its name is borrowed. */
void log_open(struct log *log, const char *directory);
void log_close(struct log *log);

/* Read the new records. Returns false with the error in why[]. */
bool log_follow(struct log *log);

/* Whether the present file has all that those before it had. */
bool log_is_whole(const struct log *log);

/* Name a file of the present log, with this ending. */
void log_path(const struct log *log, const char *ending, char path[static PATH_MAX]);

#endif
