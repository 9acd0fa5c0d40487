/*
 * question.h - questions on the bottom line, answered by y or n or by a text: their
 * keys and their answers. Pure.
 *
 * A yes/no question ends in QUESTION_KEYS: "End the conversation?" QUESTION_KEYS.
 */
#ifndef QUESTION_H
#define QUESTION_H

#include <stdbool.h>
#include <stdint.h>

#include "common/input/line_edit.h"

#define QUESTION_KEYS " (y/n)"

enum question_answer {
    QUESTION_OPEN, /* the key is no answer: ring the bell and keep the question */
    QUESTION_YES,
    QUESTION_NO,
};

/* The answer of a key (key.h): y or Y is yes; n, N or, where escape_is_no, Escape is
 * no. */
enum question_answer question_press(uint32_t code, bool escape_is_no);

/* A question that a text answers. Zero it to start. */
struct text_question {
    const char *text; /* NULL: nothing is asked */
    struct line_edit answer;
};

/* Ask for a text of at most `most` characters, 1 to LINE_EDIT_MAX. */
void text_question_ask(struct text_question *q, const char *text, size_t most);

/* Press a key or a command (key.h, keyboard.h). Return, Escape and COMMAND_LEAVE end
 * the question. Returns whether Return ended it and the answer is not empty. */
bool text_question_press(struct text_question *q, uint32_t code);

#endif
