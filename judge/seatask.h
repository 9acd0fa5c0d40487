/*
 * seatask.h - a ballot that is asked by lines: what was typed becomes keys of the form.
 *
 * Each field is a question. What is typed takes the place of what was answered before,
 * and Return alone leaves that as it is. What is wrong with an answer is asked again.
 * When all is answered the ballot is shown whole, and after FORM_PAUSE_MS it is asked
 * whether that is it; keys from before that question (a paste) do not answer it. `y`
 * and Return confirm, `n` and Return ask each field once more. Pure.
 */
#ifndef SEATASK_H
#define SEATASK_H

#include "form.h"

enum { SEATASK_WORD_MAX = 8 };

/* Zero it to start. */
struct seatask {
    bool open;  /* it was asked whether that is the ballot: set by who asks */
    bool typed; /* something, since the question was asked */
    char word[SEATASK_WORD_MAX + 1];       /* what is typed to confirm */
    char said[FORM_REASON_MAX + 1];        /* the answer that was given last, */
    unsigned answers;                      /* and how many were */
    char complaint[BALLOT_COMPLAINT_SIZE]; /* what was wrong with it, or empty */
};

/* A key or a command at a tick in milliseconds. Returns what it did, as form_press().
 */
enum form_result seatask_press(
    struct seatask *a, struct form *f, uint32_t code, int64_t tick);

/* What is typed as the present answer; may be empty. */
const char *seatask_answer(const struct seatask *a, const struct form *f);

#endif
