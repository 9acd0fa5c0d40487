#include "slip_file.h"

#include <sysexits.h>

#include "inifile.h"

static bool take(void *context, const struct inirow *row, struct inirow_error *error)
{
    return slip_take(context, row, error);
}

int slip_file_read(const char *file, struct slip *s, struct inirow_error *error)
{
    int code;

    slip_init(s);
    code = inifile_read(file, take, s, error);
    if (code != 0)
        return code;
    return slip_settle(s, error) ? 0 : EX_DATAERR;
}

int slip_file_parse(
    const char *text, size_t length, struct slip *s, struct inirow_error *error)
{
    slip_init(s);
    if (inifile_parse(text, length, take, s, error) < 0)
        return -1;
    return slip_settle(s, error) ? 0 : -1;
}
