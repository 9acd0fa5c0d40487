/*
 * key.h - one name for a key, one name for a moment.
 *
 * A keystroke is {time, code, side}. A conversation is an ordered list of them;
 * everything else is a view of that list. Pure: no clock, socket, file or curses.
 *
 * Sources: rules/2009.txt, 2 (the 18-digit time, TIME.KEY.SIDE) and its appendix
 * (the names of the keys).
 */
#ifndef KEY_H
#define KEY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum side { SIDE_JUDGE, SIDE_OTHER };

/*
 * A key's code is the Unicode number of its character; the keys that have none
 * are known by their ASCII control codes.
 */
enum { K_BACKSPACE = 0x08, K_TAB = 0x09, K_RETURN = 0x0d, K_ESCAPE = 0x1b };

enum {
    KEY_TIME_DIGITS = 18, /* written: milliseconds since the Unix epoch */
    KEY_NAME_SIZE = 16,   /* the longest name and its NUL fit */
    KEY_TEXT_SIZE = 48,   /* TIME.KEY.SIDE and its NUL fit */
};

/* The last moment that 18 digits can name, and the first that stands for seconds and
 * microseconds (see key_time_ms()). */
#define KEY_TIME_MAX UINT64_C(999999999999999999)
#define KEY_TIME_HISTORIC UINT64_C(10000000000000000)

struct key {
    uint64_t time; /* when it was released, milliseconds, by its sender's clock */
    uint32_t code;
    enum side side; /* who made it */
};

/* The other of the two sides. */
enum side side_other(enum side side);

/* "judge" or "other", the third part of a keystroke's text form. */
const char *side_name(enum side side);

/*
 * Write the name of a key to name[] and return its length: the character itself
 * for a letter or a digit, the appendix's name for the rest of ASCII, "Escape",
 * and U with 4 to 6 upper-case hexadecimal digits for all else (U00E9).
 * Returns 0 for a code that names no key (other controls, DEL, surrogates, past
 * U+10FFFF); name[] is then empty.
 * Source: rules/2009.txt, Appendix.
 */
size_t key_spell(uint32_t code, char name[static KEY_NAME_SIZE]);

/*
 * Read the len bytes of a key's name into *code. What earlier contests wrote is
 * read too: CR, tab, quotedble, quotedl, apostrophe, grave.
 * Returns 0; or -1 with errno EINVAL, *code unchanged, for any other name.
 */
int key_code(const char *name, size_t len, uint32_t *code);

/*
 * Read 1 to 19 decimal digits below 2^63 as a time, just as it is written.
 * Returns 0; or -1 with errno EINVAL, *time unchanged.
 */
int key_time(const char *digits, size_t len, uint64_t *time);

/*
 * A time as read, in milliseconds since the Unix epoch: what is KEY_TIME_HISTORIC or
 * more is the historic form, 11 digits of seconds and 7 of microseconds.
 */
uint64_t key_time_ms(uint64_t time);

/*
 * Write a number, zero-filled to so many digits and 20 at most, without a NUL. Returns
 * the byte after it. Each key is written three times on its way, and printf() would
 * take longer than all the rest of it.
 */
char *key_put_number(char *to, uint64_t number, int digits);

/* The same for a text of that many bytes, and for one with a NUL. */
static inline char *key_put(char *to, const char *text, size_t length)
{
    memcpy(to, text, length);
    return to + length;
}

static inline char *key_put_text(char *to, const char *text)
{
    return key_put(to, text, strlen(text));
}

/*
 * Write TIME.KEY.SIDE with exactly 18 digits to text[] and return its length.
 * Returns 0, text[] empty, if the code names no key or the time is past KEY_TIME_MAX.
 */
size_t key_text(const struct key *key, char text[static KEY_TEXT_SIZE]);

/*
 * Read the len bytes of TIME.KEY.SIDE, as forgivingly as key_time() and
 * key_code() do; the time comes out in milliseconds.
 * Returns 0; or -1 with errno EINVAL, *key unchanged.
 */
int key_read(const char *text, size_t len, struct key *key);

#endif
