/*
 * lppname.h - names of keys in a 2009 communications directory: TIME.KEY.SIDE. Pure.
 *
 * Names are written strictly: 18 digits and the names of the rules' appendix. Names of
 * earlier contests are read: 1 to 19 digits, and every key name of key_code().
 *
 * Source: rules/2009.txt, 2 and its appendix.
 */
#ifndef LPPNAME_H
#define LPPNAME_H

#include "common/conversation/key.h"

enum {
    LPPNAME_WORD_MAX = 31, /* bytes of the longest key name */
    LPPNAME_SIZE = 64,     /* room for any name that is read, with its NUL */
};

enum lppname_kind {
    LPPNAME_KEY,     /* a key */
    LPPNAME_UNKNOWN, /* a key that the rules do not have, such as Shift_L */
    LPPNAME_FOREIGN, /* not the name of a key */
};

struct lppname {
    uint64_t number; /* TIME as written; it orders the keys of a side */
    enum side side;
    uint32_t code; /* of a LPPNAME_KEY */
};

/*
 * Read the length bytes of a name into *out; members that the kind does not use are
 * undefined. KEY, between the first dot and the last, is a name of the appendix or an
 * earlier form of it, or one printable ASCII character: some programs wrote a blank so.
 */
enum lppname_kind lppname_read(const char *name, size_t length, struct lppname *out);

/*
 * Write the name of a key to name[] and return its length. Returns 0, with name[]
 * empty, for a key that the appendix does not have (Escape, characters beyond ASCII),
 * and for a time of more than 18 digits.
 */
size_t lppname_write(const struct key *key, char name[static KEY_TEXT_SIZE]);

#endif
