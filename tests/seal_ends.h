/*
 * seal_ends.h - both ends of a sealed link in one process, for the tests of seal.h.
 */
#ifndef SEAL_ENDS_H
#define SEAL_ENDS_H

#include "helper.h"

#include "seal.h"

/* One end of a link: what it has said and nobody has been given, and what it has heard.
 */
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

/* Give it so many bytes, as far as it reads them. */
void end_hear(struct end *e, const char *bytes, size_t count);

/* What one has said is heard by the other: all of it, once. */
void end_carry(struct end *from, struct end *to);

/* That these lines are all that was heard; that these bytes were said. */
void assert_lines(const struct bytes *heard, const char *const lines[], size_t count);
void assert_bytes(
    const struct bytes *said, const unsigned char *expected, size_t length);

/* A judge and a station, and a conversation of theirs: so many lines from each. */

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

/* Say what an end may say of its lines after the first so many. */
void end_say_rest(struct end *e, const char *const lines[], size_t from);

/* All that the two say to each other, added to what goes up to the station and down to
 * the judge; the pair is then free again, its keys as they were. */
void pair_record(struct pair *p, struct bytes *up, struct bytes *down);

#endif
