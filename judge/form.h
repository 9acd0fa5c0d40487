/*
 * form.h - the ballot as a form that is being filled in: fields, a mark, and what keys
 * do to them. Pure: who draws it asks for the fields' texts.
 *
 * Fields are free text until the mark leaves them; what is wrong with one is said in
 * one line then. Return in the last field shows the whole ballot, and `y` confirms it;
 * anything else goes back. Keys that come together with those that led there (a paste)
 * confirm nothing. Nothing that was typed is ever lost but by typing.
 */
#ifndef FORM_H
#define FORM_H

#include <stdbool.h>
#include <stdint.h>

#include "ballot.h"

enum {
    FORM_FIELDS_MAX = BALLOT_SEATS_MAX + 2, /* and confidence and reason */
    FORM_VALUE_MAX = 12,                    /* characters of a value */
    FORM_REASON_MAX = 240,                  /* and of a reason */
    FORM_NAME_SIZE = 32,                    /* a field's name, and its NUL */
    FORM_WORDS_SIZE = 64,                   /* what a value says, and its NUL */
    FORM_PAUSE_MS = 300, /* before which a `y` is part of what came before */
};

enum form_field_kind { FORM_VALUE, FORM_WHICH, FORM_CONFIDENCE, FORM_REASON };

enum form_step { FORM_FILLING, FORM_CONFIRMING, FORM_CONFIRMED };

/* What a key did. */
enum form_result {
    FORM_TAKEN,
    FORM_REFUSED, /* a bell */
    FORM_PASSED,  /* no business of the form's: scrolling, panes, leaving */
    FORM_ASIDE,   /* Escape: back to the conversations, all kept as it is */
    FORM_DONE,    /* confirmed, just now */
};

struct form_field {
    enum form_field_kind kind;
    char name[FORM_NAME_SIZE];
    char text[FORM_REASON_MAX + 1];
    int length;
};

struct form {
    enum ballot_ask ask;
    enum form_step step;
    int seats;
    int fields;
    int at;
    int64_t shown; /* when the confirm step came, or a key was thrown away there */
    char complaint[BALLOT_COMPLAINT_SIZE]; /* one line, or empty */
    struct form_field field[FORM_FIELDS_MAX];
};

/*
 * Begin a form: so many terminals, named as the judge knows them (`Left`,
 * `Terminal 2`; longer names are cut). study adds the fields for confidence and a
 * reason, which may stay empty.
 */
void form_start(struct form *f, enum ballot_ask ask, const char *const names[],
    int seats, bool study);

/* A key or a command (key.h, keyboard.h) at a tick in milliseconds. */
enum form_result form_press(struct form *f, uint32_t code, int64_t tick);

/* What is asked, in one line; and the hint for the bottom line, which has room in 40
 * columns. */
const char *form_question(const struct form *f);
const char *form_hint(const struct form *f);

/* What a field's text says, in words, for the confirm step and beside the field: `51
 * points`, `Probably a human`; empty for what says nothing more than itself. */
void form_say_value(
    const struct form *f, int field, char words[static FORM_WORDS_SIZE]);

/* Put a confirmed form's values into a row: kind and seats of the row are set already.
 * Returns whether it was confirmed; if not the row is unchanged. */
bool form_fill(const struct form *f, struct ballot_row *row);

#endif
