/*
 * inirow.h - a row of an INI file for the pure readers of contest files and slips, and
 * their error message. Pure.
 */
#ifndef INIROW_H
#define INIROW_H

#include <stdbool.h>

struct inirow {
    int line;            /* from 1 */
    const char *section; /* empty before the first section */
    const char *name;
    const char *value;
    bool continues; /* the line begins with a blank: it continues the previous row */
};

enum { INIROW_WHY_SIZE = 320 };

/* The first mistake in a file. */
struct inirow_error {
    int line;                  /* 0: no particular line */
    char why[INIROW_WHY_SIZE]; /* one line of text that ends with the remedy */
};

/* The reader of one kind of file. take() and finish() return false, with *error, for a
 * mistake; *to is then undefined. */
struct inirow_reader {
    void (*init)(void *to);
    bool (*take)(void *to, const struct inirow *row, struct inirow_error *error);
    bool (*finish)(void *to, struct inirow_error *error); /* after the last row */
};

/* Write an error. Returns false. */
bool inirow_refuse(struct inirow_error *error, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Refuse a row whose name may be on one line only. Returns false. */
bool inirow_refuse_twice(const struct inirow *row, struct inirow_error *error);

#endif
