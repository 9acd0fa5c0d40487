/*
 * draws.h - the draw of sides, opened: the text and nonce of a ballot against what the
 * key logs of its sessions were committed to before the first key.
 */
#ifndef DRAWS_H
#define DRAWS_H

#include "known.h"

/* Every good BALLOTS.CSV of *known against its key logs, as far as they are there.
 * Returns 0; or a code of <sysexits.h>. */
int draws_open(const struct known *known, known_tell *tell);

#endif
