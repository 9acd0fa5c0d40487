/*
 * inirow.h - one line of an INI file, as inifile.c hands it to the pure readers of
 * contest files and slips, and where they say what is wrong with it. Pure.
 */
#ifndef INIROW_H
#define INIROW_H

#include <stdbool.h>

struct inirow {
    int line;            /* 1 is the first of the file */
    const char *section; /* empty before the first heading */
    const char *name;
    const char *value;
    bool continues; /* it began with a blank: it goes on with the line before */
};

enum { INIROW_WHY_SIZE = 320 };

/* What is wrong with a file: which line, 0 if it is none of them, and one line of text
 * that says what to do. */
struct inirow_error {
    int line;
    char why[INIROW_WHY_SIZE];
};

/* Say what is wrong, and return false. */
bool inirow_refuse(struct inirow_error *error, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
