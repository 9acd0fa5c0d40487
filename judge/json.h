/*
 * json.h - a JSON object, printed to standard output a member at a time. What is not
 * known is null.
 */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>

/* A string, quoted; the text is UTF-8. */
void json_string(const char *text);

/* "name": with the comma before it, unless it is the first of its object. */
void json_key(const char *name, bool first);

/* A number. */
void json_value(double value);

/* A member: a string, null if value is NULL; the others are never the first of their
 * object. A number that is none is null. */
void json_text(const char *name, const char *value, bool first);
void json_number(const char *name, double value);
void json_count(const char *name, long value);
void json_truth(const char *name, bool value);

#endif
