/*
 * Any bytes: what is wrong with them does not hang on how they are handed over. All at
 * once key logs go the quick way, which looks at many bytes together; line by line they
 * go the long way. Both tell the same faults of the same lines.
 */
#include <stdlib.h>
#include <string.h>

#include "check_ballots.h"
#include "check_keylog.h"
#include "check_lpp2.h"
#include "check_transcript.h"
#include "fuzz.h"

/* The faults so far, as one number. */
static void tell(void *to, uint64_t line, const char *what, const char *clause)
{
    uint64_t *sum = to;

    check(what[0] != '\0' && clause[0] != '\0');
    *sum = (*sum ^ line) * 1099511628211u;
    for (; *what != '\0'; what++)
        *sum = (*sum ^ (unsigned char)*what) * 1099511628211u;
}

static uint64_t read_keys(const char *bytes, size_t length, bool at_once)
{
    uint64_t sum = 0;
    struct check sink = {.tell = tell, .to = &sum};
    struct check_keylog k;
    const char *at = bytes, *end = bytes + length;

    check_keylog_init(&k, &sink);
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t size = at_once ? length : (size_t)(newline + 1 - at);
        char *piece = malloc(size);
        check(piece != NULL);
        memcpy(piece, at, size);
        check_keylog_lines(&k, piece, size);
        free(piece);
        at += size;
    }
    check_keylog_end(&k, false);
    return (sum ^ k.records) * 31 + k.line + k.last[0] + k.last[1];
}

/* How many faults ballots have, so few sessions being looked at in a reading. */
static uint64_t count_votes(const char *bytes, size_t length, size_t most)
{
    uint64_t sum = 0;
    struct check sink = {.tell = tell, .to = &sum};
    struct check_ballots b;

    check_ballots_init(&b, &sink);
    b.most = most;
    do
        check_ballots_lines(&b, bytes, length);
    while (check_ballots_end(&b, false));
    check_ballots_free(&b);
    return sink.faults;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data, *last = memrchr(bytes, '\n', size);
    size_t length = last != NULL ? (size_t)(last + 1 - bytes) : 0;
    uint64_t sum = 0;
    struct check sink = {.tell = tell, .to = &sum};
    struct check_transcript t;
    struct check_lpp2 m;

    check_kind("", bytes, size);
    check(read_keys(bytes, length, true) == read_keys(bytes, length, false));
    check_transcript_init(&t, &sink);
    check_transcript_lines(&t, bytes, length);
    check_transcript_end(&t, length < size);
    check(count_votes(bytes, length, CHECK_VOTES_MOST) ==
          count_votes(bytes, length, 2 + size % 8));
    check(check_lpp2_init(&m, &sink) == 0);
    check_lpp2_lines(&m, bytes, length);
    check_lpp2_end(&m, length < size);
    return 0;
}
