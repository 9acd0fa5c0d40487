/*
 * rhythm.h - one model of how people type: the gap before each key, and the time until
 * somebody who has read a turn and thought has written the answer.
 *
 * Both stations draw from it, the person's and the program's, and it knows nothing but
 * the characters and the numbers that it is handed. Pure; the same seed gives the same
 * times.
 *
 * Sources of the tables are in rhythm.c; doc/blindness.md measures them.
 */
#ifndef RHYTHM_H
#define RHYTHM_H

#include <stddef.h>
#include <stdint.h>

struct rhythm {
    uint64_t state;
};

/* Make *r a rhythm of its own for each seed. */
void rhythm_init(struct rhythm *r, uint64_t seed);

/* Milliseconds from the key before (0: there was none in this turn) to a key. */
int64_t rhythm_gap(struct rhythm *r, uint32_t before, uint32_t key);

/*
 * Milliseconds from the last Return of a turn of so many characters, read, to the first
 * key of a reply of so many keys that its maker has written out before.
 */
int64_t rhythm_wait(struct rhythm *r, size_t read, size_t keys);

#endif
