/*
 * Any bytes: each check reads lines in memory of their exact size, and reports faults
 * with a text and a clause. The same lines give the same faults again.
 */
#include <stdlib.h>
#include <string.h>

#include "judge/referee/check/check_ballots.h"
#include "judge/referee/check/check_keylog.h"
#include "judge/referee/check/check_transcript.h"
#include "tests/fuzz/fuzz.h"

/* Add a fault to a hash of all faults. */
static void report(
    void *to, const char *path, uint64_t line, const char *what, const char *clause)
{
    uint64_t *sum = to;

    (void)path;
    check(what[0] != '\0' && clause[0] != '\0');
    *sum = (*sum ^ line) * 1099511628211u;
    for (; *what != '\0'; what++)
        *sum = (*sum ^ (unsigned char)*what) * 1099511628211u;
}

struct checkers {
    struct check_keylog keys;
    struct check_transcript lines;
    struct check_ballots votes;
    struct check_messages messages;
};

static void check_line(struct checkers *c, const char *line, size_t length)
{
    char *exact = malloc(length + (length == 0));

    check(exact != NULL);
    memcpy(exact, line, length);
    check_keylog_line(&c->keys, exact, length);
    check_transcript_line(&c->lines, exact, length);
    check(check_ballots_line(&c->votes, exact, length) == 0);
    check_messages_line(&c->messages, exact, length);
    free(exact);
}

static uint64_t check_bytes(const char *bytes, size_t size)
{
    static struct checkers c;
    uint64_t sum = 0;
    struct check sink = {.report = report, .to = &sum};
    const char *at = bytes, *end = bytes + size, *newline;

    check_keylog_init(&c.keys, &sink);
    check_transcript_init(&c.lines, &sink);
    check_ballots_init(&c.votes, &sink);
    check(check_messages_init(&c.messages, &sink) == 0);
    for (; (newline = memchr(at, '\n', (size_t)(end - at))) != NULL; at = newline + 1)
        check_line(&c, at, (size_t)(newline - at));
    check_keylog_end(&c.keys, at < end);
    check_transcript_end(&c.lines, at < end);
    check_ballots_end(&c.votes, at < end);
    check_messages_end(&c.messages, at < end);
    check(c.votes.count <= c.votes.rows * BALLOT_SEATS_MAX);
    check_ballots_free(&c.votes);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;

    check_kind("", bytes, size);
    check(check_bytes(bytes, size) == check_bytes(bytes, size));
    return 0;
}
