/* Any bytes: what is read as a message has exactly the spelling that was read. */
#include <stdlib.h>
#include <string.h>

#include "wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data, *start = bytes;
    struct wire_reader reader = {0};
    struct wire_message m;
    char line[WIRE_LINE_MAX];

    while (wire_read(&reader, &bytes, &size, &m) > 0) {
        size_t length = wire_encode(&m, line);
        if (length != (size_t)(bytes - start) || memcmp(line, start, length) != 0)
            abort();
        start = bytes;
    }
    return 0;
}
