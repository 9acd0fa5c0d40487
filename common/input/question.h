/*
 * question.h - a yes/no question on the bottom line: its keys and its answer. Pure.
 *
 * The text ends in QUESTION_KEYS: "End the conversation?" QUESTION_KEYS.
 */
#ifndef QUESTION_H
#define QUESTION_H

#include <stdbool.h>
#include <stdint.h>

#define QUESTION_KEYS " (y/n)"

enum question_answer {
    QUESTION_OPEN, /* the key is no answer: ring the bell and keep the question */
    QUESTION_YES,
    QUESTION_NO,
};

/* The answer of a key (key.h): y or Y is yes; n, N or, where escape_is_no, Escape is
 * no. */
enum question_answer question_press(uint32_t code, bool escape_is_no);

#endif
