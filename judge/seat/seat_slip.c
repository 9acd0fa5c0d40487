#include "judge/seat/seat_slip.h"

#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "common/program/program.h"
#include "judge/contest/inifile.h"
#include "judge/contest/slip.h"

static bool is_file(const char *name)
{
    struct stat st;

    return stat(name, &st) == 0 && S_ISREG(st.st_mode);
}

/* A name that is neither a host nor a directory of programs can only mean a slip. */
static bool is_path(const char *name)
{
    static const char ending[] = ".ini", scheme[] = "lpp:";
    size_t length = strlen(name), tail = sizeof(ending) - 1;

    if (strncmp(name, scheme, sizeof(scheme) - 1) == 0)
        return false;
    return strchr(name, '/') != NULL ||
           (length > tail && strcmp(name + length - tail, ending) == 0);
}

/* Refuse a path that is no slip. */
static int refuse_path(const struct settings *s, const char *name)
{
    struct stat st;

    if (stat(name, &st) < 0)
        return program_fail(s, EX_NOINPUT,
            "%s: no such slip: name a file that 'referee slips' has written", name);
    return program_fail(
        s, EX_NOINPUT, "%s: no slip, but a directory: name one that is in it", name);
}

/* A slip has the minutes of the whole pair. Sides with clocks of their own get half of
 * them each. */
static int minutes_of(const struct slip *slip)
{
    if (slip->minutes == slip->book->minutes)
        return 0;
    return slip->book->minutes_each > 0 ? (slip->minutes + 1) / 2 : slip->minutes;
}

static void apply_slip(struct settings *s, const struct slip *slip)
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

/* Several stations: a slip must be alone. */
static int refuse_slips(const struct settings *s)
{
    for (int i = 0; i < s->station_count; i++)
        if (is_path(s->stations[i]))
            return program_fail(s, EX_USAGE,
                "%s: a slip is a whole round: name it alone", s->stations[i]);
    return PROGRAM_GO;
}

int seat_slip_read(struct settings *settings)
{
    static struct slip slip;
    struct inirow_error error;
    int code;

    if (settings->station_count != 1)
        return refuse_slips(settings);
    if (!is_file(settings->station))
        return is_path(settings->station) ? refuse_path(settings, settings->station)
                                          : PROGRAM_GO;
    code = inifile_read(settings->station, &slip_reader, &slip, &error);
    if (code != 0)
        return program_fail(
            settings, code, "%s: %s", settings->station, inifile_why(&error));
    if (slip.station_count > SETTINGS_STATIONS)
        return program_fail(settings, EX_DATAERR,
            "%s: it has %d stations: a judge can talk to %d at most", settings->station,
            slip.station_count, SETTINGS_STATIONS);
    apply_slip(settings, &slip);
    return PROGRAM_GO;
}
