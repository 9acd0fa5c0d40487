/*
 * referee.h - the verbs of the program referee. Each prints what it has to say, and
 * returns the code of <sysexits.h> to exit with. What it has printed need not be
 * flushed: that is done for all of them, and EX_IOERR told, unless the verb has.
 */
#ifndef REFEREE_H
#define REFEREE_H

#include <stdbool.h>

/* referee key FILE: argv[0] is the verb. */
int referee_key(int argc, char **argv);

/* referee check [-q] FILE... */
int referee_check(int argc, char **argv);

/* referee watch [--plain] [--bell=REGEX] [--flags=FILE] [--key=FILE] [PATH|STATION]...
 */
int referee_watch(int argc, char **argv);

/* referee export --to=FORM FILE: export.h. */
int referee_export(int argc, char **argv);

/* referee replay FILE. */
int referee_replay(int argc, char **argv);

/* referee schedule [OPTION...] [FILE.ini]: argv[0] is the verb. */
int referee_schedule(int argc, char **argv);

/* referee slips FILE.ini DIR: argv[0] is the verb. */
int referee_slips(int argc, char **argv);

/* referee tally [OPTION...] FILE.ini [BALLOTS.CSV...]:
 * EX_TEMPFAIL for a result that is provisional. */
int referee_tally(int argc, char **argv);

#endif
