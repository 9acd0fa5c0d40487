/* Any lines: a record that is read names a pane that fits and someone in the line. */
#include <stdlib.h>
#include <string.h>

#include "keylog.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *line = (const char *)data, *end = line + size;

    while (line < end) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((newline != NULL ? newline : end) - line);
        enum keylog_kind kind;
        struct keylog_record r;
        if (keylog_read(line, length, &kind, &r) == 0 && kind == KEYLOG_KEY &&
            (r.who < line || r.who + r.who_length > line + length ||
                strlen(r.pane) > KEYLOG_PANE_MAX || r.posted > INT64_MAX))
            abort();
        line += length + 1;
    }
    return 0;
}
