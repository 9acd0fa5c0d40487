#ifndef REFEREE_KEY_H
#define REFEREE_KEY_H

/* referee key: argv[0] is the verb. Returns a code of <sysexits.h>. */
int referee_key(int argc, char **argv);

#endif
