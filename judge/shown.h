/*
 * shown.h - names and other people's words on their way to a terminal: nothing in them
 * moves its cursor, and nothing begins a line of its own.
 */
#ifndef SHOWN_H
#define SHOWN_H

#include <stdio.h>

/* Each control character in a text, C1 in UTF-8 too, becomes '?' for each of its bytes.
 */
void shown_clean(char *text);

/* Write a text so to a stream, whose errors stay to be looked at. */
void shown_put(FILE *to, const char *text);

#endif
