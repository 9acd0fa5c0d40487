/*
 * phrase.h - a phrase that is looked for in what people have typed: letters of ASCII
 * match in either case, and a blank matches any blanks, Tabs and ends of lines. Pure.
 */
#ifndef PHRASE_H
#define PHRASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PHRASE_MAX = 200 }; /* characters */

struct phrase {
    size_t length;
    uint32_t text[PHRASE_MAX]; /* folded */
};

/*
 * Read a phrase; blanks around it are let go, and those in it are one.
 * Returns 0; or -1 with errno EINVAL for one of nothing but blanks, and E2BIG for one
 * of more than PHRASE_MAX characters.
 */
int phrase_read(struct phrase *phrase, const char *text);

/* A character as phrases are compared: small letters, and blanks for what looks so. */
uint32_t phrase_fold(uint32_t code);

/* The bytes at the beginning of text, length bytes of UTF-8, that are the phrase; 0 if
 * it does not stand there. */
size_t phrase_match(const struct phrase *phrase, const char *text, size_t length);

#endif
