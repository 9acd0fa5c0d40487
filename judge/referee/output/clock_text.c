#include "judge/referee/output/clock_text.h"

#include <stdlib.h>
#include <string.h>

int clock_text_read(const char *text, int parts[static CLOCK_TEXT_PARTS])
{
    for (int count = 0; count < CLOCK_TEXT_PARTS; text++) {
        size_t digits = strspn(text, "0123456789");

        if (digits == 0 || digits > 6)
            return 0;
        parts[count++] = atoi(text);
        text += digits;
        if (*text == '\0')
            return count;
        if (*text != ':')
            return 0;
    }
    return 0;
}
