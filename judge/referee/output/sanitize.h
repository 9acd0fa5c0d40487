/*
 * sanitize.h - names and other people's text for a terminal: control characters are
 * replaced, so that no text moves the cursor or starts a line.
 */
#ifndef SANITIZE_H
#define SANITIZE_H

#include <stdio.h>

/* Replace each byte of a control character, also of a C1 control in UTF-8, by '?'. */
void sanitize_clean(char *text);

/* Write a text to a stream, with control characters replaced. Write errors stay in the
 * stream. */
void sanitize_put(FILE *to, const char *text);

#endif
