/*
 * confederate - the human confederate's console in the hidden room.
 */
#include "front.h"
#include "lppline.h"
#include "program.h"
#include "station.h"
#include "typing.h"

static void loop(struct console *c, struct front *f, struct station *s)
{
    struct moment now = moment_now();
    struct pollfd fds[1 + STATION_FDS];

    while (!c->done) {
        int64_t until = moment_earlier(station_due(s), typing_due(c));

        station_fds(s, fds + 1);
        now = program_turn(c, f, fds, 1 + STATION_FDS, until, now);
        typing_step(c, now);
        station_step(s, c, fds + 1, now);
        console_tick(c, now);
    }
}

int main(int argc, char **argv)
{
    struct settings settings;
    static struct console console;
    static struct front front;
    static struct station station;
    static struct recovery past;
    int code = program_start(&settings, PROGRAM_CONFEDERATE, argc, argv, &console);

    if (code != PROGRAM_GO)
        return code;
    if (settings.lpp != NULL)
        return lppline_run(&settings, &console);
    code = program_open_station(&settings, &station, &console, &front, &past);
    if (code != PROGRAM_GO)
        return code;
    loop(&console, &front, &station);
    station_close(&station);
    return program_end(&settings, &console, &front);
}
