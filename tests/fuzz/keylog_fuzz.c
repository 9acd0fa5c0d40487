/*
 * Any lines: a record that is read names a pane that fits and someone in the line; what
 * can be written of it reads the same again; what can be skipped can be read.
 */
#include <string.h>

#include "fuzz.h"
#include "keylog.h"

/* A record that has all that ours have is written, and read once more. */
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

/* What is skipped are lines that are records by the long way too. */
static void check_skimmed(const char *bytes, size_t length)
{
    uint64_t records;
    size_t skipped = keylog_skim(bytes, length, &records);
    const char *line = bytes, *end = bytes + skipped;

    check(skipped <= length && (skipped == 0 || end[-1] == '\n'));
    for (; line < end; records--) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        enum keylog_kind kind;
        struct keylog_record r;

        check(keylog_read(line, (size_t)(newline - line), &kind, &r) == 0 &&
              kind == KEYLOG_KEY);
        line = newline + 1;
    }
    check(records == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *line = (const char *)data, *end = line + size;

    check_skimmed(line, size);
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
