/*
 * check.h - the kind of a contest file, and the reporting of faults in it. One module
 * for each kind of file does the checks: check_keylog.h, check_transcript.h,
 * check_ballots.h. Pure.
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHECK_TEXT_SIZE = 256 };

/* Receiver of faults. */
struct check {
    /* Called for each fault: path of the file, line number from 1 (0: the whole file),
     * text of the fault, and the clause of the rule, such as "1996, 2d" (NULL: none).
     */
    void (*report)(void *to, const char *path, uint64_t line, const char *fault,
        const char *clause);
    void *to; /* first argument of report() */
    const char *path;
};

/* Report one fault. */
void check_fault(const struct check *c, uint64_t line, const char *clause,
    const char *format, ...) __attribute__((format(printf, 4, 5)));

enum check_kind {
    CHECK_UNKNOWN,
    CHECK_BINARY, /* has a NUL, which no contest file has */
    CHECK_EMPTY,
    CHECK_TRANSCRIPT,
    CHECK_KEYLOG,
    CHECK_LPP2,
    CHECK_BALLOTS,
    CHECK_CONTEST,
    CHECK_SLIP,
    CHECK_FLAGS,  /* of `referee watch`; no rule applies */
    CHECK_ERRORS, /* LP-nn.ERR: standard error of a program; no rule applies */
};

/*
 * Determine the kind of a file by its first bytes (some kilobytes are enough), or by
 * the ending of its name if the bytes fit several kinds. CHECK_ERRORS depends on the
 * name alone, since such a file may have any content.
 */
enum check_kind check_kind(const char *name, const char *bytes, size_t length);

/* Whether a line begins with a text. */
bool check_begins(const char *line, size_t length, const char *with);

/* Copy length bytes with a NUL to to[] of size bytes, truncated to fit. */
void check_copy(char *to, size_t size, const char *from, size_t length);

/* Copy a line to text[] for a message: '?' replaces each byte that is not printable
 * ASCII; the copy is truncated to fit. */
void check_quote(
    const char *line, size_t length, char text[static CHECK_TEXT_SIZE / 2]);

#endif
