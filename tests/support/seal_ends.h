/*
 * seal_ends.h - both ends of a sealed link in one process, for the tests of seal.h.
 */
#ifndef SEAL_ENDS_H
#define SEAL_ENDS_H

#include "tests/support/helper.h"

#include "common/link/seal.h"

/* One end of a link: its undelivered bytes, and the lines that it has received. */
struct end {
    struct seal seal;
    struct bytes said, heard;
    int error; /* errno of the read that ended it, or 0 */
};

/* From now on random numbers are the test's: a stream that repeats itself, but for the
 * ones that it names. Call it once, before libsodium is used. Returns 0 or -1. */
int seal_draw_known(void);

/* The next count draws are these. */
void seal_draw_next(size_t count, const unsigned char *const bytes[]);

/* The key of the vectors. */
struct secret seal_known_key(void);

void end_begin(struct end *e, const struct secret *secret, enum seal_role role);
void end_free(struct end *e);

/* Say a line. */
void end_type(struct end *e, const char *line);

/* Deliver count bytes, until it stops reading. */
void end_hear(struct end *e, const char *bytes, size_t count);

/* Deliver the undelivered bytes of one end to the other. */
void end_carry(struct end *from, struct end *to);

/* That these lines are all that was heard; that these bytes were said. */
void assert_lines(const struct bytes *heard, const char *const lines[], size_t count);
void assert_bytes(
    const struct bytes *said, const unsigned char *expected, size_t length);

/* A judge and a station, and SEAL_LINES lines of each. */

enum { SEAL_LINES = 4 };

extern const char *const seal_to_station[SEAL_LINES];
extern const char *const seal_to_judge[SEAL_LINES];

struct pair {
    struct secret judges, stations;
    struct end judge, station;
};

/* Both have begun with their keys, the judge's greeting waits, and nothing was heard.
 */
void pair_begin(struct pair *p);

/* The same, with both keys known, and the greeting has been heard. */
void pair_begin_sealed(struct pair *p);
void pair_free(struct pair *p);

/* Send the lines of an end from a number on, until it is full. */
void end_say_rest(struct end *e, const char *const lines[], size_t from);

/* The whole exchange of the two, added to the bytes up to the station and down to the
 * judge; the pair is then free again, its keys unchanged. */
void pair_record(struct pair *p, struct bytes *up, struct bytes *down);

#endif
