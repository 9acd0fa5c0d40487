/*
 * bench_talk.h - two people at talk(1), on a machine without logged-in users.
 */
#ifndef BENCH_TALK_H
#define BENCH_TALK_H

struct peer;

/*
 * Join the ends of the peer by talk: client and server are the paths of talk and of
 * its daemon, work the current directory. Where that cannot be, the peer is skipped.
 *
 * The daemon has a port that is root's, and finds people in the list of those who are
 * logged in. So all of it runs in a network of its own and before a /run of its own,
 * which takes root; nothing of the machine is changed.
 */
void talk_open(
    struct peer *peer, const char *client, const char *server, const char *work);

#endif
