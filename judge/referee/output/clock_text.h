/*
 * clock_text.h - times that people type, such as 14:05 or 1:02:30. Pure.
 */
#ifndef CLOCK_TEXT_H
#define CLOCK_TEXT_H

enum { CLOCK_TEXT_PARTS = 3 };

/* Read one to three numbers of up to six digits with a colon between them. Returns the
 * count of numbers; 0 for other texts. */
int clock_text_read(const char *text, int parts[static CLOCK_TEXT_PARTS]);

#endif
