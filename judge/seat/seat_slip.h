/*
 * seat_slip.h - read the slip of a judge (slip.h) into the settings.
 */
#ifndef SEAT_SLIP_H
#define SEAT_SLIP_H

#include "common/console/settings.h"

/*
 * If the only station argument is a file, read it as a slip: book, judge, stations,
 * minutes. The settings then point to static memory. Returns PROGRAM_GO; or the exit
 * code, the message printed.
 */
int seat_slip_read(struct settings *settings);

#endif
