/* Any text: a keystroke that is read can be written, and is then read the same. */
#include "common/conversation/key.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct key key, again;
    char text[KEY_TEXT_SIZE];
    size_t length;

    if (key_read((const char *)data, size, &key) < 0)
        return 0;
    length = key_text(&key, text);
    if (length == 0 || key_read(text, length, &again) < 0 || again.time != key.time ||
        again.code != key.code || again.side != key.side)
        abort();
    return 0;
}
