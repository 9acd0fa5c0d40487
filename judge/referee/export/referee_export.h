#ifndef REFEREE_EXPORT_H
#define REFEREE_EXPORT_H

/* referee export: argv[0] is the verb. Returns a code of <sysexits.h>. */
int referee_export(int argc, char **argv);

#endif
