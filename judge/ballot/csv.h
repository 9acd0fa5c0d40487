/*
 * csv.h - the fields of a CSV row, written and read. Pure.
 *
 * Source: RFC 4180; csv_take() reads rows of one line only.
 */
#ifndef CSV_H
#define CSV_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes that a field of length bytes may take. */
#define CSV_SIZE(length) (2 * (length) + 2)

/*
 * Write a field of length bytes to out[] of size bytes, without a NUL; in quotes if it
 * has a comma, a quote or a line end in it.
 * Returns the bytes written; or size + 1, out[] being undefined, if size is less than
 * CSV_SIZE(length).
 */
size_t csv_write(const char *field, size_t length, char *out, size_t size);

/*
 * Read the field at *at, without its quotes, into field[] of size bytes with a NUL, and
 * move *at to the comma behind it, or to the end.
 * Returns false, everything being undefined, if its quotes are not closed, if a closing
 * quote has no comma behind it, or if the field does not fit.
 */
bool csv_take(
    const char **at, const char *end, char *field, size_t size, size_t *length);

#endif
