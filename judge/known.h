/*
 * known.h - what `referee check` has seen of each file, for what can only be told of
 * two of them: a key log and its transcript, both ends' logs of one conversation, and
 * a ballot and the key logs of what was voted on.
 */
#ifndef KNOWN_H
#define KNOWN_H

#include "check_keylog.h"

struct known_file {
    const char *path;
    enum check_kind kind;
    bool good;
    /* Of a key log of ours, and else zeros: */
    char session[WIRE_SESSION_SIZE + 1];
    char draw[CHECK_DRAW_SIZE + 1];
    char nonce[CHECK_NONCE_SIZE];
    char station[WIRE_LABEL_MAX + 1];
    char pane[KEYLOG_PANE_MAX + 1];
    bool is_judges; /* written at the judge's console */
    int judge;      /* of its last record, or KEYLOG_NO_JUDGE */
    char *notice;
    uint64_t began; /* milliseconds; 0: not said */
    const struct rulebook *book;
    bool ended;
    uint64_t records;
};

struct known {
    struct known_file *files; /* in the order of the arguments, and then by path */
    size_t count;
};

/* Room for so many files. Returns 0, or -1 with errno ENOMEM. */
int known_init(struct known *known, size_t most);
void known_free(struct known *known);

/* One more of them; keys may be NULL. Returns 0, or -1 with errno ENOMEM. */
int known_add(struct known *known, const char *path, enum check_kind kind, bool good,
    const struct check_keylog *keys);

/* Tells a fault: of the file at path, in a line (0: as a whole). */
typedef void known_tell(
    const char *path, uint64_t line, const char *what, const char *clause);

/* All of them together. Key logs and transcripts that are not good by themselves are
 * passed over. Returns 0; or a code of <sysexits.h> for a file that has gone. */
int known_compare(struct known *known, known_tell *tell);

#endif
