/*
 * check_quick.h - the quick way through a key log, for nearly all records of long ones:
 * those that are exactly as they are mostly written, and have nothing wrong. A part of
 * check_keylog.h. Pure.
 */
#ifndef CHECK_QUICK_H
#define CHECK_QUICK_H

#include "check_keylog.h"

/*
 * Take the record that begins at line, where room bytes are left, the last of them a
 * '\n'. Returns its bytes, '\n' included, *k then being as check_keylog.c's long way
 * would have left it; or 0, nothing changed, for whatever is to go that way, where
 * faults are told.
 */
size_t check_quick_record(struct check_keylog *k, const char *line, size_t room);

#endif
