#ifndef REFEREE_CHECK_H
#define REFEREE_CHECK_H

/* referee check [-q] FILE... */
int referee_check(int argc, char **argv);

#endif
