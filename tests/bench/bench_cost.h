/*
 * bench_cost.h - the cost of a running program, as the kernel counts it.
 */
#ifndef BENCH_COST_H
#define BENCH_COST_H

#include <sys/types.h>

/* Processor time that all threads of a process have had, in nanoseconds; NAN if the
 * process is gone. */
double cost_processor(pid_t pid);

/* Memory that is its own and no other process's, in kB; NAN if it cannot be read. */
double cost_memory(pid_t pid);

/* How often its threads have waited and been woken: the first, and all others. */
struct wakes {
    double loop;
    double others;
};

struct wakes cost_wakes(pid_t pid);

#endif
