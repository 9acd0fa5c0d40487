/*
 * array.h - growable arrays. Pure.
 */
#ifndef ARRAY_H
#define ARRAY_H

#include <stddef.h>

/*
 * Make room for `more` items behind the `count` items of `size` bytes each of an array
 * from malloc(), or of NULL. *capacity is the number of items that fit; it at least
 * doubles when it grows.
 * Returns the array, which may have moved; or NULL with errno ENOMEM, the array and
 * *capacity being unchanged.
 */
void *array_reserve(
    void *items, size_t *capacity, size_t count, size_t more, size_t size);

#endif
