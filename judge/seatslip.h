/*
 * seatslip.h - the slip that a judge is handed for a round (slip.h), as settings.
 */
#ifndef SEATSLIP_H
#define SEATSLIP_H

#include "settings.h"

/*
 * If the only station that is named is a file, read it as a slip, and settle the round
 * as it says: book, judge, stations, minutes. What is then pointed to is static.
 * Returns PROGRAM_GO; or the code to exit with, what had to be said having been
 * printed.
 */
int seatslip_read(struct settings *settings);

#endif
