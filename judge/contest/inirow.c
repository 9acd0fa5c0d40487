#include "judge/contest/inirow.h"

#include <stdarg.h>
#include <stdio.h>

bool inirow_refuse(struct inirow_error *error, int line, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    error->line = line;
    vsnprintf(error->why, sizeof(error->why), format, arguments);
    va_end(arguments);
    return false;
}

bool inirow_refuse_twice(const struct inirow *row, struct inirow_error *error)
{
    return inirow_refuse(
        error, row->line, "%s is here twice: leave one out", row->name);
}
