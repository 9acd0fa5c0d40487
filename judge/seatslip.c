#include "seatslip.h"

#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "inifile.h"
#include "program.h"
#include "slip_file.h"

static bool is_file(const char *name)
{
    struct stat st;

    return stat(name, &st) == 0 && S_ISREG(st.st_mode);
}

/* No host has such a name, nor a directory of programs: it is a slip's, or what
 * somebody took for one. */
static bool is_path(const char *name)
{
    static const char ending[] = ".ini", scheme[] = "lpp:";
    size_t length = strlen(name), tail = sizeof(ending) - 1;

    if (strncmp(name, scheme, sizeof(scheme) - 1) == 0)
        return false;
    return strchr(name, '/') != NULL ||
           (length > tail && strcmp(name + length - tail, ending) == 0);
}

/* What was named as a slip, and cannot be one. */
static int refuse(const struct settings *s, const char *name)
{
    struct stat st;

    if (stat(name, &st) < 0)
        return program_fail(s, EX_NOINPUT,
            "%s: no such slip: name a file that 'referee slips' has written", name);
    return program_fail(
        s, EX_NOINPUT, "%s: no slip, but a directory: name one that is in it", name);
}

/* A slip's minutes are those of the whole pair; where one side comes after the other
 * each has its half of them. */
static int minutes_of(const struct slip *slip)
{
    if (slip->minutes == slip->book->minutes)
        return 0;
    return slip->book->minutes_each > 0 ? (slip->minutes + 1) / 2 : slip->minutes;
}

static void take(struct settings *s, const struct slip *slip)
{
    s->book = slip->book;
    s->judge = slip->judge;
    s->round = slip->round;
    s->pairs = slip->pairs;
    s->minutes = minutes_of(slip);
    s->title = slip->title[0] != '\0' ? slip->title : NULL;
    s->ballot = true;
    s->station_count = slip->station_count;
    s->station = slip->stations[0];
    for (int i = 0; i < slip->station_count; i++)
        s->stations[i] = slip->stations[i];
}

/* Several stations are a round by themselves: none of them may be a slip. */
static int look_for_slips(const struct settings *s)
{
    for (int i = 0; i < s->station_count; i++)
        if (is_path(s->stations[i]))
            return program_fail(s, EX_USAGE,
                "%s: a slip is a whole round: name it alone", s->stations[i]);
    return PROGRAM_GO;
}

int seatslip_read(struct settings *settings)
{
    static struct slip slip;
    struct inirow_error error;
    char why[SETTINGS_ERROR_SIZE];
    int code;

    if (settings->station_count != 1)
        return look_for_slips(settings);
    if (!is_file(settings->station))
        return is_path(settings->station) ? refuse(settings, settings->station)
                                          : PROGRAM_GO;
    code = slip_file_read(settings->station, &slip, &error);
    if (code != 0) {
        inifile_why(&error, why, sizeof(why));
        return program_fail(settings, code, "%s: %s", settings->station, why);
    }
    if (slip.station_count > SETTINGS_STATIONS)
        return program_fail(settings, EX_DATAERR,
            "%s: it has %d stations: a judge can talk to %d at most", settings->station,
            slip.station_count, SETTINGS_STATIONS);
    take(settings, &slip);
    return PROGRAM_GO;
}
