/*
 * judge - the judge's console.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "caller.h"
#include "front.h"
#include "lppline.h"
#include "picker.h"
#include "program.h"
#include "seat.h"
#include "seatslip.h"
#include "typing.h"

static void loop(struct console *c, struct front *f, struct caller *w)
{
    struct moment now = moment_now();

    while (!c->done) {
        struct pollfd fds[2] = {
            [1] = {.fd = caller_fd(w), .events = caller_events(w)}};
        int64_t until = moment_earlier(caller_due(w), typing_due(c));

        now = program_turn(c, f, fds, 2, until, now);
        typing_step(c, now);
        caller_step(w, c, fds[1].revents, now);
        console_tick(c, now);
        if (f->from_pipe && !c->leaving &&
            (c->line == LINE_OVER || c->question == ASK_ANEW))
            caller_cut_short(w, c);
    }
}

/* Call the station that was named, or one that is picked from those that are found. */
static int call(const struct settings *settings, struct console *console,
    struct front *front, struct caller *caller)
{
    if (settings->station == NULL)
        return picker_run(caller, console, front);
    if (caller_open(caller, console, moment_now()) == 0)
        return PROGRAM_GO;
    front_close(front);
    return program_fail(settings, caller->exit_code, "%s", caller->error);
}

int main(int argc, char **argv)
{
    struct settings settings;
    static struct console console;
    static struct front front;
    static struct caller caller;
    static struct recovery past;
    int code = program_start(&settings, PROGRAM_JUDGE, argc, argv, &console);

    if (code != PROGRAM_GO)
        return code;
    if (settings.lpp != NULL)
        return lppline_run(&settings, &console);
    code = seatslip_read(&settings);
    if (code != PROGRAM_GO)
        return code;
    if (seat_is_wanted(&settings))
        return seat_run(&settings, &console, &front);
    code = program_settle(&settings, &console, &front, &past);
    if (code != PROGRAM_GO)
        return code;
    code = call(&settings, &console, &front, &caller);
    if (code != PROGRAM_GO)
        return code;
    code = program_resume(&settings, &console, &front, &past);
    if (code != PROGRAM_GO)
        return code;
    loop(&console, &front, &caller);
    caller_close(&caller);
    code = program_end(&settings, &console, &front);
    if (caller.exit_code != 0)
        return program_fail(&settings, caller.exit_code, "%s", caller.error);
    return code;
}
