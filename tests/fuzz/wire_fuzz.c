/*
 * Any bytes: an accepted message is written with the same bytes, in any division of the
 * input; after an invalid message no more is read.
 */
#include <string.h>

#include "common/conversation/wire.h"
#include "tests/fuzz/fuzz.h"

/* Messages are read from pieces of this number of bytes. */
struct stream {
    struct wire_reader reader;
    const char *bytes;
    size_t left;
    size_t piece;
};

static int next(struct stream *s, struct wire_message *m)
{
    int result = 0;

    while (result == 0 && s->left > 0) {
        size_t count = s->piece < s->left ? s->piece : s->left;
        size_t unread = count;
        result = wire_read(&s->reader, &s->bytes, &unread, m);
        s->left -= count - unread;
    }
    return result;
}

static void check_spelling(const struct wire_message *m, const char *start, size_t size)
{
    char line[WIRE_LINE_MAX];

    check(wire_encode(m, line) == size && memcmp(line, start, size) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data, *start = bytes;
    struct stream whole = {.bytes = bytes, .left = size, .piece = SIZE_MAX};
    struct stream pieces = {.bytes = bytes, .left = size, .piece = size % 7 + 1};
    struct wire_message m, again;
    int result;

    while ((result = next(&whole, &m)) > 0) {
        check_spelling(&m, start, (size_t)(whole.bytes - start));
        check(next(&pieces, &again) > 0 && pieces.bytes == whole.bytes);
        check_spelling(&again, start, (size_t)(pieces.bytes - start));
        start = whole.bytes;
    }
    check(next(&pieces, &again) == result && pieces.bytes == whole.bytes);
    check(result == 0 ? whole.left == 0 : next(&whole, &m) < 0 || whole.left == 0);
    return 0;
}
