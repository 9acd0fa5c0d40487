#ifndef REFEREE_WATCH_H
#define REFEREE_WATCH_H

/* referee watch [--plain] [--bell=REGEX] [--flags=FILE] [--key=FILE] [PATH|STATION]...
 */
int referee_watch(int argc, char **argv);

#endif
