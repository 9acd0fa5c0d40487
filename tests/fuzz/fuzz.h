/*
 * fuzz.h - shared by all fuzzers: the function that libFuzzer calls with any bytes, and
 * a check that ends the run. Each file states its invariants in its first lines.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void check(bool holds)
{
    if (!holds)
        abort();
}

#endif
