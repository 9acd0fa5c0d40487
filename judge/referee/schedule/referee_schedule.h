#ifndef REFEREE_SCHEDULE_H
#define REFEREE_SCHEDULE_H

/* referee schedule [OPTION...] [FILE.ini]: argv[0] is the verb. */
int referee_schedule(int argc, char **argv);

#endif
