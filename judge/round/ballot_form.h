/*
 * ballot_form.h - the ballot as a form: fields, a mark, and the keys that change them.
 * Pure; ballot_screen.h draws it.
 *
 * A field is checked when the mark leaves it; the complaint is one line. Return in the
 * last field shows the whole ballot, and `y` confirms it; any other key goes back. Keys
 * of one paste confirm nothing.
 */
#ifndef BALLOT_FORM_H
#define BALLOT_FORM_H

#include <stdbool.h>
#include <stdint.h>

#include "judge/ballot/ballot.h"
#include "judge/edit/line_edit.h"

enum {
    BALLOT_FORM_FIELDS_MAX = BALLOT_SEATS_MAX + 2, /* with confidence and reason */
    BALLOT_FORM_VALUE_MAX = 12,                    /* characters of a value */
    BALLOT_FORM_REASON_MAX = 240,                  /* characters of a reason */
    BALLOT_FORM_NAME_SIZE = 32,                    /* a field's name and its NUL */
    BALLOT_FORM_WORDS_SIZE = 64,                   /* a value's meaning and its NUL */
    BALLOT_FORM_PAUSE_MS = 300, /* an earlier `y` is part of a paste */
};

enum ballot_form_field_kind {
    BALLOT_FORM_VALUE,
    BALLOT_FORM_WHICH,
    BALLOT_FORM_CONFIDENCE,
    BALLOT_FORM_REASON
};

enum ballot_form_step {
    BALLOT_FORM_FILLING,
    BALLOT_FORM_CONFIRMING,
    BALLOT_FORM_CONFIRMED
};

/* The effect of a key. */
enum ballot_form_result {
    BALLOT_FORM_TAKEN,
    BALLOT_FORM_REFUSED, /* ring the bell */
    BALLOT_FORM_PASSED,  /* not for the form: scrolling, panes, leaving */
    BALLOT_FORM_ASIDE,   /* Escape: back to the conversations; the form stays */
    BALLOT_FORM_DONE,    /* confirmed */
};

struct ballot_form_field {
    enum ballot_form_field_kind kind;
    char name[BALLOT_FORM_NAME_SIZE];
    struct line_edit edit;
    char text[BALLOT_FORM_REASON_MAX + 1]; /* ASCII text of edit */
    int length;                            /* characters of text */
};

struct ballot_form {
    enum ballot_ask ask;
    enum ballot_form_step step;
    int seats;     /* terminals */
    int fields;    /* entries of field[] */
    int at;        /* index of the marked field */
    int64_t shown; /* tick of the confirm step, or of the last key dropped there */
    char complaint[BALLOT_COMPLAINT_SIZE]; /* one line, or empty */
    struct ballot_form_field field[BALLOT_FORM_FIELDS_MAX];
};

/*
 * Start an empty form for that many terminals. names are those that the judge knows
 * (`LEFT`, `TERMINAL 2`); longer ones are cut. study adds fields for confidence and a
 * reason, which may stay empty.
 */
void ballot_form_start(struct ballot_form *f, enum ballot_ask ask,
    const char *const names[], int seats, bool study);

/* Feed a key or a command (key.h, keyboard.h); tick is in milliseconds. */
enum ballot_form_result ballot_form_press(
    struct ballot_form *f, uint32_t code, int64_t tick);

/* The question in one line; the hint for the status line, 40 columns at most. */
const char *ballot_form_question(const struct ballot_form *f);
const char *ballot_form_hint(const struct ballot_form *f);

/* Write the meaning of a field's text: `points`, `a human`; empty if the text needs no
 * explanation. */
void ballot_form_say_value(
    const struct ballot_form *f, int field, char words[static BALLOT_FORM_WORDS_SIZE]);

/* Write the values of a confirmed form into a row, whose kind and seats are set.
 * Returns false, the row unchanged, if the form is not confirmed. */
bool ballot_form_fill(const struct ballot_form *f, struct ballot_row *row);

#endif
