/*
 * bench_cut.h - the time from a broken link to the next key on the far screen.
 */
#ifndef BENCH_CUT_H
#define BENCH_CUT_H

/*
 * Join two consoles of the suite by a relay (its path is given), break the link once,
 * and twice at once, and print a table of the times of the next key. Each break comes
 * after a second of unbroken link.
 */
void cut_print(const char *programs, const char *relay, int times);

#endif
