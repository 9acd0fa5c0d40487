/*
 * csv.h - the fields of a line of RFC 4180's CSV, written and read. A line is a line:
 * quotes hide commas, and no line's end. Pure.
 */
#ifndef CSV_H
#define CSV_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Write a field of length bytes to out[] of size bytes, in quotes if it has a comma or
 * a quote in it, and without a NUL. Returns the bytes written; or size + 1, out[]
 * undefined, if there is no room.
 */
size_t csv_write(const char *field, size_t length, char *out, size_t size);

/*
 * Take the field at *at, its quotes off, into field[] of size bytes with a NUL; *at is
 * moved to the comma behind it, or to the end. Returns whether it was one: its quotes
 * are closed, nothing but a comma is behind them, and it fits; if not all is undefined.
 */
bool csv_take(
    const char **at, const char *end, char *field, size_t size, size_t *length);

#endif
