/*
 * lppname.h - the names of the sub-directories by which a 2009 program and we tell each
 * other keys: TIME.KEY.SIDE.
 *
 * Ours are strict: 18 digits, the appendix's names, nothing else. What earlier contests
 * wrote is read: 1 to 19 digits, and every name that key_code() knows. Pure.
 *
 * Source: rules/2009.txt, 2 and its appendix.
 */
#ifndef LPPNAME_H
#define LPPNAME_H

#include "key.h"

enum {
    LPPNAME_WORD_MAX = 31, /* bytes of a key's name that may still be one */
    LPPNAME_SIZE = 64,     /* any name that is read and its NUL fit */
};

enum lppname_kind {
    LPPNAME_KEY,     /* a key */
    LPPNAME_UNKNOWN, /* a key by a name that the rules do not have: Shift_L */
    LPPNAME_FOREIGN, /* no name of the protocol's: none of anybody's keys */
};

struct lppname {
    uint64_t number; /* as written: what orders the keys of a side */
    enum side side;
    uint32_t code; /* of a LPPNAME_KEY */
};

/*
 * Read the length bytes of a name into *out; what a kind has no use for is undefined.
 * Between the first dot and the last stands the key: a name of the appendix or what was
 * written for it, a letter, a digit, or any other printable ASCII character for itself,
 * as some programs wrote the blank.
 */
enum lppname_kind lppname_read(const char *name, size_t length, struct lppname *out);

/*
 * Write the name of a key to name[] and return its length. Returns 0, name[] empty, for
 * a key that the appendix does not have (Escape, and all beyond ASCII), or a time of
 * more than 18 digits.
 */
size_t lppname_write(const struct key *key, char name[static KEY_TEXT_SIZE]);

#endif
