/*
 * judge - the judge's console.
 */
#include "common/program/program.h"
#include "judge/seat/seat_run.h"
#include "judge/seat/seat_slip.h"

int main(int argc, char **argv)
{
    struct settings settings;
    static struct console console;
    static struct terminal terminal;
    int code = program_start(&settings, PROGRAM_JUDGE, argc, argv, &console);

    if (code == PROGRAM_GO)
        code = seat_slip_read(&settings);
    if (code == PROGRAM_GO)
        code = seat_run(&settings, &console, &terminal);
    return code;
}
