#include "common/input/key_input.h"

#include <errno.h>
#include <unistd.h>

static int read_bytes(
    struct key_input *k, int64_t tick, uint32_t codes[static KEY_INPUT_MAX])
{
    unsigned char bytes[KEY_INPUT_BYTES];
    ssize_t got = read(STDIN_FILENO, bytes, sizeof(bytes));
    int count = 0;

    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    if (got <= 0)
        return -1;
    k->pressed = tick;
    for (ssize_t i = 0; i < got; i++)
        count += keyboard_feed(&k->keyboard, bytes[i], codes + count);
    return count;
}

int key_input_read(struct key_input *k, bool is_ready, int64_t tick,
    uint32_t codes[static KEY_INPUT_MAX])
{
    if (is_ready)
        return read_bytes(k, tick, codes);
    return tick >= key_input_due(k) ? keyboard_silence(&k->keyboard, codes) : 0;
}

int64_t key_input_due(const struct key_input *k)
{
    return keyboard_waiting(&k->keyboard) ? k->pressed + KEYBOARD_SILENCE_MS
                                          : INT64_MAX;
}
