#ifndef REFEREE_TALLY_H
#define REFEREE_TALLY_H

/* referee tally [OPTION...] FILE.ini [BALLOTS.CSV...]:
 * EX_TEMPFAIL for a result that is provisional. */
int referee_tally(int argc, char **argv);

#endif
