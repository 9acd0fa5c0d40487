#include "contest_file.h"

#include <sysexits.h>

#include "inifile.h"

static bool take(void *context, const struct inirow *row, struct inirow_error *error)
{
    return contest_take(context, row, error);
}

int contest_file_read(const char *file, struct contest *c, struct inirow_error *error)
{
    int code;

    contest_init(c);
    code = inifile_read(file, take, c, error);
    if (code != 0)
        return code;
    return contest_settle(c, error) ? 0 : EX_DATAERR;
}

int contest_file_parse(
    const char *text, size_t length, struct contest *c, struct inirow_error *error)
{
    contest_init(c);
    if (inifile_parse(text, length, take, c, error) < 0)
        return -1;
    return contest_settle(c, error) ? 0 : -1;
}
