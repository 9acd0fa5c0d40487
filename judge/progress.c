#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

enum { PATIENCE_MS = 500, EVERY_MS = 250 };

static int64_t milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void progress_begin(struct progress *p, bool wanted)
{
    *p = (struct progress){.again = wanted ? milliseconds() + PATIENCE_MS : 0};
}

void progress_tell(struct progress *p, int at, int count, const char *path,
    uint64_t done, uint64_t size)
{
    if (p->again == 0 || milliseconds() < p->again)
        return;
    progress_clear(p);
    if (count > 0)
        fprintf(stderr, "%d of %d: ", at, count);
    fprintf(stderr, "%.50s: %" PRIu64 " %%", path, size > 0 ? done * 100 / size : 100);
    fflush(stderr);
    p->told = true;
    p->again = milliseconds() + EVERY_MS;
}

void progress_clear(struct progress *p)
{
    if (p->told)
        fputs("\r\033[K", stderr);
    p->told = false;
}
