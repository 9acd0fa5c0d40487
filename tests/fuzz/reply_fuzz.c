/* Any output of a program: its typed part is lines that the prompt accepts. */
#include "common/conversation/prompt.h"
#include "confederate/reply/reply.h"
#include "tests/fuzz/fuzz.h"

static void check_keys(const char *keys, size_t count)
{
    size_t line = 0;

    for (size_t i = 0; i < count; i++) {
        if (keys[i] != '\r' && (keys[i] < ' ' || keys[i] > '~'))
            abort();
        if (keys[i] == '\r' && line == 0)
            abort();
        line = keys[i] == '\r' ? 0 : line + 1;
        if (line > PROMPT_LINE_MAX)
            abort();
    }
    if (line != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct reply r;
    static char keys[REPLY_KEYS_SIZE];
    size_t before = size > 0 ? data[0] % size : 0;

    reply_init(&r, (struct reply_manner){.prompt = size % 2 ? "> " : NULL,
                       .idle_ms = 700,
                       .skip_banner = size % 3 == 0,
                       .terminal = size % 5 < 3});
    reply_feed(&r, (const char *)data, before, 1);
    reply_begin(&r, "a\nb\n\n", 5, 2);
    reply_expect_echo(&r, size % 5 == 0);
    reply_feed(&r, (const char *)data + before, size - before, 3);
    (void)reply_state(&r, (int64_t)size);
    check_keys(keys, reply_take(&r, keys));
    check_keys(keys, reply_take(&r, keys));
    return 0;
}
