#include "tests/support/reply_turn.h"

#include <cmocka.h>
#include <string.h>

struct reply turn_reply;
char turn_keys[REPLY_KEYS_SIZE];

void turn_start(void)
{
    reply_init(&turn_reply, (struct reply_manner){.idle_ms = TURN_IDLE});
    reply_begin(&turn_reply, "", 0, TURN_START);
}

void turn_feed(const char *text, int64_t tick)
{
    reply_feed(&turn_reply, text, strlen(text), tick);
}

void turn_end(void)
{
    assert_int_equal(reply_state(&turn_reply, reply_due(&turn_reply)), REPLY_DONE);
}

const char *turn_take(void)
{
    static char taken[REPLY_KEYS_SIZE + 1];
    size_t length = reply_take(&turn_reply, turn_keys);

    assert_true(length <= sizeof(turn_keys));
    memcpy(taken, turn_keys, length);
    taken[length] = '\0';
    return taken;
}
