/*
 * ballot_prompt.h - the ballot asked line by line: an answer becomes keys of the form.
 * Pure.
 *
 * Each field is one question. Typed text replaces the earlier answer; Return alone
 * keeps it. A wrong answer is asked again. After the last field the ballot is printed
 * whole, and BALLOT_FORM_PAUSE_MS later comes the question for confirmation; keys
 * before that question (a paste) do not answer it. `y` and Return confirm; `n` and
 * Return ask all fields again.
 */
#ifndef BALLOT_PROMPT_H
#define BALLOT_PROMPT_H

#include "judge/round/ballot_form.h"

enum { BALLOT_PROMPT_WORD_MAX = 8 };

/* Zero it to start. */
struct ballot_prompt {
    bool open;             /* the question for confirmation is on the screen */
    bool typed;            /* the present answer has been typed at */
    struct line_edit word; /* answer to the question for confirmation */
    char typed_word[BALLOT_PROMPT_WORD_MAX + 1]; /* text of word */
    char said[BALLOT_FORM_REASON_MAX + 1];       /* the last complete answer */
    unsigned answers;                            /* number of complete answers */
    char complaint[BALLOT_COMPLAINT_SIZE]; /* fault of the last answer; may be empty */
};

/* The question for confirmation is on the screen, or no longer. */
void ballot_prompt_ask(struct ballot_prompt *a, bool open);

/* Feed a key or a command; tick is in milliseconds. Returns its effect, as
 * ballot_form_press(). */
enum ballot_form_result ballot_prompt_press(
    struct ballot_prompt *a, struct ballot_form *f, uint32_t code, int64_t tick);

/* The text typed so far for the present answer; may be empty. */
const char *ballot_prompt_answer(
    const struct ballot_prompt *a, const struct ballot_form *f);

#endif
