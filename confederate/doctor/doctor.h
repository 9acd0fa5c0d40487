/*
 * doctor.h - the built-in conversation partner: a "doctor" in the manner of 1966. Pure.
 *
 * It finds the highest-ranked pattern that matches a clause of the turn, and puts
 * pieces of the clause, with "my" and "your" exchanged, into an answer of
 * doctor_script.h. Where no keyword matches it returns to an earlier statement of the
 * judge's. It understands nothing. The same turns always get the same answers.
 */
#ifndef DOCTOR_H
#define DOCTOR_H

#include <stddef.h>
#include <stdint.h>

#include "confederate/doctor/doctor_script.h"

enum {
    DOCTOR_TEXT_MAX = 1000,   /* characters of a turn that are read */
    DOCTOR_REPLY_SIZE = 1001, /* room for any reply, with its NUL */
    DOCTOR_COLUMNS = 64,      /* characters of the longest line of a reply */
    DOCTOR_RECENT = 40,       /* turns before an answer is used again, if possible */
    DOCTOR_MEMORIES = 6,      /* "my ..." statements kept for later */
    DOCTOR_MEMORY_SIZE = 64,  /* room for one of them, with its NUL */
    DOCTOR_NAME_SIZE = 21,    /* room for the judge's name, with its NUL */
};

/* A statement of the judge's, with "my" and "your" exchanged. */
struct doctor_memory {
    char text[DOCTOR_MEMORY_SIZE];
    unsigned turn; /* number of the turn that had it */
};

/* A doctor in conversation with one judge. Has no pointers, so it may be copied. */
struct doctor {
    unsigned turns; /* answered so far */
    /* The turn, from 1, in which each answer was last used; 0: not used yet. */
    unsigned used[DOCTOR_RULES_MAX][DOCTOR_ANSWERS_MAX];
    uint32_t heard[DOCTOR_RECENT]; /* ring of fingerprints of the latest turns */
    struct doctor_memory memory[DOCTOR_MEMORIES]; /* oldest first */
    size_t memories;
    char name[DOCTOR_NAME_SIZE]; /* the judge's; empty: not known */
};

/* Make *d a fresh doctor for a new judge. */
void doctor_init(struct doctor *d);

/*
 * Answer one turn: the judge's lines, with blanks or '\n' between them. Bytes that are
 * not printable ASCII, words that begin with '@', and characters past DOCTOR_TEXT_MAX
 * are ignored. A first turn without words gets a welcome. Writes lines to reply[],
 * joined by '\n', each of 1 to DOCTOR_COLUMNS printable ASCII characters; at most 200
 * characters in all.
 */
void doctor_answer(
    struct doctor *d, const char *text, char reply[static DOCTOR_REPLY_SIZE]);

#endif
