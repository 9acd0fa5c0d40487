/*
 * check.h - what breaks the rules in a file of a contest: what kind of file it is, and
 * where each fault is told. The checks themselves are check_keylog.h and its siblings.
 * Pure.
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHECK_TEXT_SIZE = 256 };

/* Where faults go. */
struct check {
    /* Called for each fault: the line, from 1 (0: the file as a whole), what is wrong,
     * and the clause that says so, such as "1996, 2d". */
    void (*tell)(void *to, uint64_t line, const char *what, const char *clause);
    void *to;
    uint64_t faults;
};

/* Tell one fault. */
void check_tell(struct check *c, uint64_t line, const char *clause, const char *format,
    ...) __attribute__((format(printf, 4, 5)));

enum check_kind {
    CHECK_UNKNOWN,
    CHECK_BINARY, /* there is a NUL: no file of a contest has one */
    CHECK_EMPTY,
    CHECK_TRANSCRIPT,
    CHECK_KEYLOG,
    CHECK_LPP2,
    CHECK_BALLOTS,
    CHECK_CONTEST,
    CHECK_SLIP,
    CHECK_FLAGS,      /* of `referee watch`: no rule is about them */
    CHECK_COMPLAINTS, /* LP-nn.ERR: whatever a program wrote to standard error */
};

/*
 * What a file is, by its first bytes (a few kilobytes do), and where these say nothing,
 * by the ending of its name; complaints, which may say anything, by that alone.
 */
enum check_kind check_kind(const char *name, const char *bytes, size_t length);

/* Whether a line begins with a text. */
bool check_begins(const char *line, size_t length, const char *with);

/* Copy length bytes to to[], which has room for size of them, with a NUL; what has no
 * room is left out. */
void check_keep(char *to, size_t size, const char *from, size_t length);

/* Copy a line to text[] to be shown: what is not printable ASCII as '?', cut to fit. */
void check_show(const char *line, size_t length, char text[static CHECK_TEXT_SIZE / 2]);

#endif
