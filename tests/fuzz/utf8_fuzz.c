/*
 * Any bytes: text that decodes without a broken character has exactly the bytes that
 * were read; no character is a surrogate or past the last one.
 */
#include <string.h>

#include "common/text/utf8.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct utf8 u = {0};
    size_t begun = 0;

    for (size_t i = 0; i < size; i++) {
        uint32_t codes[2];
        char bytes[UTF8_MAX];
        int count = utf8_decode(&u, data[i], codes);

        check(count >= 0 && count <= 2);
        check(count > 0 || u.missing > 0);
        for (int j = 0; j < count; j++)
            check(codes[j] <= 0x10ffff && (codes[j] < 0xd800 || codes[j] > 0xdfff));
        if (count == 1 && codes[0] != UTF8_BROKEN)
            check(utf8_encode(codes[0], bytes) == i + 1 - begun &&
                  memcmp(bytes, data + begun, i + 1 - begun) == 0);
        if (count > 0)
            begun = u.missing > 0 ? i : i + 1;
    }
    return 0;
}
