/*
 * place.h - a file that is followed by its name.
 *
 * Logs that are brought from other machines are often copied anew each time: the copy
 * takes the name of the one before, or is written over it. One that begins with all
 * that was read goes on where that ended; any other is another file.
 */
#ifndef PLACE_H
#define PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

enum {
    PLACE_LOOK_MS = 1000, /* from one look at the name to the next */
    PLACE_STILL_MS = 3000 /* a copy that is too short, and grows no more: it is whole */
};

struct place {
    dev_t device;
    ino_t inode;
    uint64_t taken, hash; /* bytes that were read from the beginning on, and theirs */
    int64_t looked;       /* tick of the last look */
    bool is_short;        /* it was shorter than that then, */
    off_t size;           /* so many bytes, */
    int64_t since;        /* from this tick on */
};

/* Begin with a file that is open, and not read yet. */
void place_begin(struct place *p, int fd);

/* So many bytes more were read. */
void place_take(struct place *p, const char *bytes, size_t length);

/*
 * Look whether the name still leads to the file that *fd is of. A copy takes its place
 * in *fd, and is to be read from where the file before was left. True if it is another
 * file: *fd is then at its beginning. A name that leads nowhere changes nothing.
 */
bool place_look(struct place *p, const char *name, int *fd, int64_t tick);

/* Whether it is that file. */
bool place_is(const struct place *p, const struct stat *about);

#endif
