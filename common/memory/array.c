#include "common/memory/array.h"

#include <errno.h>
#include <stdlib.h>

enum { ARRAY_FIRST = 16 }; /* items of the first allocation */

void *array_reserve(
    void *items, size_t *capacity, size_t count, size_t more, size_t size)
{
    size_t wanted = *capacity > 0 ? *capacity : ARRAY_FIRST;
    void *moved;

    if (more <= *capacity - count && items != NULL)
        return items;
    while (wanted - count < more || wanted < count)
        if (__builtin_mul_overflow(wanted, 2, &wanted)) {
            errno = ENOMEM;
            return NULL;
        }
    moved = reallocarray(items, wanted, size);
    if (moved != NULL)
        *capacity = wanted;
    return moved;
}
