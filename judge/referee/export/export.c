#include "judge/referee/export/export.h"

#include <stdio.h>

bool export_is_said(const struct record *record)
{
    return record->kind == RECORD_KEY || record->kind == RECORD_LINE;
}

void export_clock(unsigned second, char text[static EXPORT_CLOCK_SIZE])
{
    snprintf(text, EXPORT_CLOCK_SIZE, "%02u:%02u:%02u", second / 3600 % 24,
        second / 60 % 60, second % 60);
}

size_t export_key_name(
    const struct record *record, char spelled[static KEY_NAME_SIZE], const char **name)
{
    size_t length = 0;

    *name = spelled;
    if (record->key.code != KEYLOG_NO_CODE)
        length = key_spell(record->key.code, spelled);
    if (length == 0)
        *name = record_key_name(record, &length);
    return length;
}
