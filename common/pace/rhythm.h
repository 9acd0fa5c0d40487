/*
 * rhythm.h - a model of a typist: the gap before each key, and the time to read a turn,
 * think and write the answer. Pure; the same seed gives the same times.
 *
 * Persons' and programs' stations use the same model, which depends on the characters
 * only. The sources of its tables are in rhythm.c; doc/blindness.md measures it.
 */
#ifndef RHYTHM_H
#define RHYTHM_H

#include <stddef.h>
#include <stdint.h>

struct rhythm {
    uint64_t state;
};

/* Start the random sequence of a seed. */
void rhythm_init(struct rhythm *r, uint64_t seed);

/* Draw the milliseconds between two keys; before is 0 for the first key of a turn. */
int64_t rhythm_gap(struct rhythm *r, uint32_t before, uint32_t key);

/*
 * Draw the milliseconds from the end of the judge's turn of `read` characters to the
 * first key of a reply of `keys` keys, which is written whole before it is sent.
 */
int64_t rhythm_wait(struct rhythm *r, size_t read, size_t keys);

#endif
