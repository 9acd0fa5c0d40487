/*
 * wrap.h - break a text into rows between words. Pure.
 */
#ifndef WRAP_H
#define WRAP_H

/* The number of characters of text that fit on a row of width (1 or more) columns;
 * *skip is the number of blanks after them. A word wider than the row is broken. */
int wrap_row(const char *text, int width, int *skip);

/* The number of rows of a text; 0 for an empty one. */
int wrap_rows(const char *text, int width);

#endif
