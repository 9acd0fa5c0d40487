#include "judge/referee/output/json_value.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text/utf8.h"

/* Copy a text; each malformed sequence becomes U+FFFD, at most three bytes for one.
 * Returns NULL if memory is short. */
static char *repair_text(const char *text, size_t length, size_t *repaired)
{
    struct utf8 utf8 = {0};
    uint32_t codes[2];
    char *copy = malloc(3 * length + UTF8_MAX);

    *repaired = 0;
    for (size_t i = 0; copy != NULL && i < length; i++) {
        int count = utf8_decode(&utf8, (unsigned char)text[i], codes);

        for (int c = 0; c < count; c++)
            *repaired += utf8_encode(codes[c], copy + *repaired);
    }
    if (copy != NULL && utf8.missing > 0)
        *repaired += utf8_encode(UTF8_BROKEN, copy + *repaired);
    return copy;
}

json_t *json_value_text(const char *text, size_t length)
{
    json_t *value = json_stringn(text, length);
    size_t repaired;
    char *copy;

    if (value != NULL)
        return value;
    copy = repair_text(text, length, &repaired);
    if (copy != NULL)
        value = json_stringn(copy, repaired);
    free(copy);
    return value;
}

json_t *json_value_string(const char *text)
{
    return text != NULL ? json_value_text(text, strlen(text)) : json_null();
}

json_t *json_value_number(double number)
{
    return isnan(number) ? json_null() : json_real(number);
}

int json_value_print(json_t *value, size_t flags)
{
    if (value == NULL) {
        errno = ENOMEM;
        return -1;
    }
    json_dumpf(value, stdout, JSON_ENCODE_ANY | flags);
    json_decref(value);
    return 0;
}
