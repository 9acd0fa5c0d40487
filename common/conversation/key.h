/*
 * key.h - a keystroke: the name of a key, a time, a side, and the text form
 * TIME.KEY.SIDE.
 *
 * A conversation is an ordered list of keystrokes {time, code, side}; the screen, the
 * transcript, the key log and the wire are views of that list. Pure: no clock, socket,
 * file or curses.
 *
 * Sources: rules/2009.txt, 2 (the 18-digit time, TIME.KEY.SIDE) and Appendix (the
 * names of the keys).
 */
#ifndef KEY_H
#define KEY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum side { SIDE_JUDGE, SIDE_OTHER };

/* The code of a key is the Unicode number of its character. Keys without a character
 * have their ASCII control code. */
enum { K_BACKSPACE = 0x08, K_TAB = 0x09, K_RETURN = 0x0d, K_ESCAPE = 0x1b };

enum {
    KEY_TIME_DIGITS = 18, /* digits of a written time */
    KEY_NAME_SIZE = 16,   /* the longest name of a key and its NUL */
    KEY_TEXT_SIZE = 48,   /* TIME.KEY.SIDE and its NUL */
};

/* The latest time that fits 18 digits. */
#define KEY_TIME_MAX UINT64_C(999999999999999999)

/* Times from here on are in the historic form, see key_time_ms(). */
#define KEY_TIME_HISTORIC UINT64_C(10000000000000000)

struct key {
    uint64_t time; /* release, ms since the Unix epoch, by the typing side's clock */
    uint32_t code;
    enum side side; /* the typing side */
};

/* Return the opposite side. */
enum side side_other(enum side side);

/* Return "judge" or "other", the third part of the text form. */
const char *side_name(enum side side);

/*
 * Write the name of a key to name[] and return its length: the character itself for a
 * letter or a digit, the name of the Appendix for the rest of ASCII, "Escape", and U
 * with 4 to 6 upper-case hexadecimal digits for other characters (U00E9).
 * Returns 0, name[] empty, for a code without a name: other controls, DEL, surrogates,
 * codes above U+10FFFF.
 * Source: rules/2009.txt, Appendix.
 */
size_t key_spell(uint32_t code, char name[static KEY_NAME_SIZE]);

/*
 * Read the name of a key, len bytes, into *code. The spellings of earlier contests are
 * accepted: CR, tab, quotedble, quotedl, apostrophe, grave.
 * Returns 0; or -1 with errno EINVAL, *code unchanged, for any other name.
 */
int key_code(const char *name, size_t len, uint32_t *code);

/*
 * Read 1 to 19 decimal digits below 2^63 as a time, without conversion.
 * Returns 0; or -1 with errno EINVAL, *time unchanged.
 */
int key_time(const char *digits, size_t len, uint64_t *time);

/*
 * Convert a time as read to milliseconds since the Unix epoch. A time of
 * KEY_TIME_HISTORIC or more is in the historic form: 11 digits of seconds and 7 of
 * microseconds.
 */
uint64_t key_time_ms(uint64_t time);

/*
 * Write TIME.KEY.SIDE with exactly 18 digits to text[] and return its length.
 * Returns 0, text[] empty, if the code has no name or the time is above KEY_TIME_MAX.
 */
size_t key_text(const struct key *key, char text[static KEY_TEXT_SIZE]);

/*
 * Read TIME.KEY.SIDE, len bytes, with the forms that key_time() and key_code() accept;
 * the time is converted to milliseconds.
 * Returns 0; or -1 with errno EINVAL, *key unchanged.
 */
int key_read(const char *text, size_t len, struct key *key);

#endif
