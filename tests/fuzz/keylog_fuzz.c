/*
 * Any lines: an accepted record has a pane that fits and a name inside the line, and
 * reads back the same when it is written again.
 */
#include <string.h>

#include "common/record/keylog.h"
#include "tests/fuzz/fuzz.h"

/* Write a complete record and read it once more. */
static void check_again(const struct keylog_record *r)
{
    struct key key = {r->released, r->code, r->side};
    char line[KEYLOG_LINE_SIZE];
    enum keylog_kind kind;
    struct keylog_record again;
    size_t length;

    if (r->judge == KEYLOG_NO_JUDGE || r->code == KEYLOG_NO_CODE)
        return;
    length = keylog_write((unsigned)r->judge, r->posted, &key, r->pane, line);
    check(length > 0 && length < sizeof(line) && line[length - 1] == '\n');
    check(keylog_read(line, length - 1, &kind, &again) == 0 && kind == KEYLOG_KEY);
    check(again.judge == r->judge && again.posted == r->posted &&
          again.released == r->released && again.side == r->side &&
          again.code == r->code && strcmp(again.pane, r->pane) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *line = (const char *)data, *end = line + size;

    while (line < end) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((newline != NULL ? newline : end) - line);
        enum keylog_kind kind;
        struct keylog_record r;

        if (keylog_read(line, length, &kind, &r) == 0 && kind == KEYLOG_KEY) {
            check(r.who >= line && r.who + r.who_length <= line + length &&
                  memchr(r.pane, '\0', sizeof(r.pane)) != NULL &&
                  r.posted <= INT64_MAX && r.released <= INT64_MAX);
            check_again(&r);
        }
        line += length + 1;
    }
    return 0;
}
