/*
 * bench_cost.c - the cost of a running program, as the kernel counts it.
 */
#include "tests/bench/bench_cost.h"

#include <dirent.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PATH_SIZE = 320, LINE_SIZE = 256 };

double cost_processor(pid_t pid)
{
    struct timespec used;
    clockid_t clock;

    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) < 0)
        return NAN;
    return (double)used.tv_sec * 1e9 + (double)used.tv_nsec;
}

/* The sum of the numbers behind each "NAME...: " of a file of /proc. */
static double sum_of(const char *path, const char *name)
{
    FILE *file = fopen(path, "r");
    char line[LINE_SIZE];
    double sum = 0;

    if (file == NULL)
        return NAN;
    while (fgets(line, sizeof(line), file) != NULL) {
        const char *colon = strchr(line, ':');
        if (colon != NULL && strncmp(line, name, strlen(name)) == 0)
            sum += strtod(colon + 1, NULL);
    }
    fclose(file);
    return sum;
}

double cost_memory(pid_t pid)
{
    char path[PATH_SIZE];

    snprintf(path, sizeof(path), "/proc/%d/smaps_rollup", (int)pid);
    return sum_of(path, "Private_");
}

struct wakes cost_wakes(pid_t pid)
{
    struct wakes wakes = {0, 0};
    struct dirent *thread;
    char path[PATH_SIZE];
    DIR *threads;

    snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
    threads = opendir(path);
    if (threads == NULL)
        return (struct wakes){NAN, NAN};
    while ((thread = readdir(threads)) != NULL) {
        bool first = atoi(thread->d_name) == (int)pid;
        if (thread->d_name[0] == '.')
            continue;
        snprintf(
            path, sizeof(path), "/proc/%d/task/%s/status", (int)pid, thread->d_name);
        *(first ? &wakes.loop : &wakes.others) +=
            sum_of(path, "voluntary_ctxt_switches");
    }
    closedir(threads);
    return wakes;
}
