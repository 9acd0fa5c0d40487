#include "judge/referee/output/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

enum {
    FIRST_MS = 500, /* from the start to the first line */
    EVERY_MS = 250, /* from one line to the next */
};

static int64_t monotonic_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void progress_begin(struct progress *p, bool is_wanted)
{
    *p = (struct progress){.due_ms = is_wanted ? monotonic_ms() + FIRST_MS : 0};
}

void progress_tell(struct progress *p, int at, int count, const char *path,
    uint64_t done, uint64_t size)
{
    if (p->due_ms == 0 || monotonic_ms() < p->due_ms)
        return;
    progress_clear(p);
    if (count > 0)
        fprintf(stderr, "%d of %d: ", at, count);
    fprintf(stderr, "%.50s: %" PRIu64 " %%", path, size > 0 ? done * 100 / size : 100);
    fflush(stderr);
    p->is_shown = true;
    p->due_ms = monotonic_ms() + EVERY_MS;
}

void progress_clear(struct progress *p)
{
    if (p->is_shown)
        fputs("\r\033[K", stderr);
    p->is_shown = false;
}
