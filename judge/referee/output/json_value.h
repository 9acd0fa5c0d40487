/*
 * json_value.h - JSON values for jansson, and their way to standard output. RFC 8259.
 */
#ifndef JSON_VALUE_H
#define JSON_VALUE_H

#include <jansson.h>
#include <stddef.h>

/*
 * A string of length bytes; each malformed UTF-8 sequence becomes U+FFFD.
 * Returns a new reference, or NULL if memory is short.
 */
json_t *json_value_text(const char *text, size_t length);

/* A string, or null if text is NULL; returns as json_value_text(). */
json_t *json_value_string(const char *text);

/* A number, or null for NAN; returns as json_value_text(). */
json_t *json_value_number(double number);

/*
 * Write a value to standard output, with these flags of json_dumps(), and release it.
 * Returns 0; or -1 with errno ENOMEM if value is NULL. A write error stays in the
 * stream.
 */
int json_value_print(json_t *value, size_t flags);

#endif
