/*
 * key_input.h - keys and commands from a terminal: read(2) and keyboard.h in one.
 */
#ifndef KEY_INPUT_H
#define KEY_INPUT_H

#include "common/input/keyboard.h"

enum {
    KEY_INPUT_BYTES = 1024,                             /* of one read */
    KEY_INPUT_MAX = KEY_INPUT_BYTES * KEYBOARD_OUT_MAX, /* keys of one read */
};

/* Zero it to start. */
struct key_input {
    struct keyboard keyboard;
    int64_t pressed; /* tick of the last byte, in milliseconds */
};

/*
 * Read standard input once if it is ready, and end an escape sequence after
 * KEYBOARD_SILENCE_MS without a byte. Writes the keys to codes[].
 * Returns their number, or -1 at the end of the input or when it fails.
 */
int key_input_read(struct key_input *k, bool is_ready, int64_t tick,
    uint32_t codes[static KEY_INPUT_MAX]);

/* The tick at which key_input_read() is next needed without input; INT64_MAX: never. */
int64_t key_input_due(const struct key_input *k);

#endif
