#ifndef REFEREE_SLIPS_H
#define REFEREE_SLIPS_H

/* referee slips FILE.ini DIR: argv[0] is the verb. */
int referee_slips(int argc, char **argv);

#endif
