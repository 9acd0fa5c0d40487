/*
 * confederate - the human confederate's console in the hidden room.
 */
#include "confederate/station/station_program.h"

int main(int argc, char **argv)
{
    return station_program_run(PROGRAM_CONFEDERATE, argc, argv, NULL);
}
