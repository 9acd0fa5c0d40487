/*
 * check_quick.h - the quick way through a key log, for nearly all records of long ones:
 * those that are exactly as they are mostly written, and have nothing wrong. A part of
 * check_keylog.h. Pure.
 */
#ifndef CHECK_QUICK_H
#define CHECK_QUICK_H

#include "check_keylog.h"

/*
 * Take records from bytes on, of which there are length, whole lines. Returns the bytes
 * of those taken, *k then being as check_keylog.c's long way would have left it. The
 * line that comes next is to go that way, where faults are told; nothing of it has been
 * taken.
 */
size_t check_quick_records(struct check_keylog *k, const char *bytes, size_t length);

#endif
