/*
 * judge - the judge's console.
 */
#include "common/program/program.h"
#include "judge/seat/seat_run.h"
#include "judge/seat/seat_slip.h"

int main(int argc, char **argv)
{
    struct settings settings;
    int code = program_start(&settings, PROGRAM_JUDGE, argc, argv);

    if (code == PROGRAM_GO)
        code = seat_slip_read(&settings);
    if (code == PROGRAM_GO)
        code = seat_run(&settings);
    return code;
}
