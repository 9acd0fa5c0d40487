/*
 * wrap.h - a text over rows of some width, broken between words. Pure.
 */
#ifndef WRAP_H
#define WRAP_H

/* The characters of a text that go on a row of so many, at least 1, and in *skip the
 * blanks behind them. A word that is wider than the row is broken. */
int wrap_row(const char *text, int width, int *skip);

/* The rows that a text takes; none if it is empty. */
int wrap_rows(const char *text, int width);

#endif
