#include "common/system/random.h"

#include <limits.h>
#include <stdio.h>
#include <sys/random.h>

enum { BYTES_MAX = 32 };

int random_hex(char *hex, size_t digits)
{
    unsigned char bytes[BYTES_MAX];
    size_t count = digits / 2;

    if (getrandom(bytes, count, 0) != (ssize_t)count)
        return -1;
    for (size_t i = 0; i < count; i++)
        snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    return 0;
}

/* Numbers above the last whole multiple of sides are drawn again. */
int random_below(unsigned sides)
{
    unsigned drawn;

    do
        if (getrandom(&drawn, sizeof(drawn), 0) != (ssize_t)sizeof(drawn))
            return -1;
    while (drawn >= UINT_MAX - UINT_MAX % sides);
    return (int)(drawn % sides);
}
