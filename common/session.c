#include "session.h"

#include <stdio.h>
#include <sys/random.h>

int session_draw(char session[static WIRE_SESSION_SIZE + 1])
{
    unsigned char bytes[WIRE_SESSION_SIZE / 2];

    if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes))
        return -1;
    for (size_t i = 0; i < sizeof(bytes); i++)
        snprintf(session + 2 * i, 3, "%02x", bytes[i]);
    return 0;
}
