/*
 * Any bytes from a terminal: every code is a key or a command known to a console, never
 * a control; text passes unchanged; after a silence no sequence is open.
 */
#include "common/input/keyboard.h"
#include "tests/fuzz/fuzz.h"

static void check_code(uint32_t code)
{
    bool control = code < ' ' || (code >= 0x7f && code < 0xa0);

    check(code <= COMMAND_RIGHT);
    check(code == K_RETURN || code == K_BACKSPACE || code == K_TAB ||
          code == K_ESCAPE || !control || code >= 0x80);
    check(code < 0xd800 || code > 0xdfff);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct keyboard keyboard = {0};
    uint32_t codes[KEYBOARD_OUT_MAX];

    for (size_t i = 0; i < size; i++) {
        bool in_text = !keyboard_waiting(&keyboard) && keyboard.utf8.missing == 0;
        int count = keyboard_feed(&keyboard, data[i], codes);

        check(count >= 0 && count <= KEYBOARD_OUT_MAX);
        for (int j = 0; j < count; j++)
            check_code(codes[j]);
        if (in_text && data[i] >= ' ' && data[i] <= '~')
            check(count == 1 && codes[0] == data[i]);
        if (in_text && data[i] == '\r')
            check(count == 1 && codes[0] == K_RETURN);
    }
    if (keyboard_waiting(&keyboard)) {
        int count = keyboard_silence(&keyboard, codes);
        check(count >= 0 && count <= 1);
    }
    check(!keyboard_waiting(&keyboard));
    return 0;
}
