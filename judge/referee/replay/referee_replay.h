#ifndef REFEREE_REPLAY_H
#define REFEREE_REPLAY_H

/* referee replay FILE. */
int referee_replay(int argc, char **argv);

#endif
