/*
 * doctor.h - the built-in conversation partner: a "doctor" in the manner of 1966.
 *
 * It finds the highest-ranked keyword in what the judge wrote, takes the sentence
 * apart around it and puts some of the pieces, seen from the other side, into an
 * answer. When it has nothing to say it comes back to something that the judge said
 * about his or her own life. It understands nothing. What it can say is in
 * doctor_script.h.
 *
 * Pure: no clock, socket, file, curses, memory from the heap or randomness; the same
 * turns always get the same answers.
 */
#ifndef DOCTOR_H
#define DOCTOR_H

#include <stddef.h>
#include <stdint.h>

enum {
    DOCTOR_TEXT_MAX = 1000,   /* characters of a turn that are considered */
    DOCTOR_REPLY_SIZE = 1001, /* any reply and its NUL fit */
    DOCTOR_COLUMNS = 64,      /* no line of a reply is longer */
    DOCTOR_RULES_MAX = 192,   /* rules of the script */
    DOCTOR_RECENT = 40,       /* turns in which no answer is used twice, if it can be */
    DOCTOR_MEMORIES = 6,      /* "my ..." statements kept for later */
    DOCTOR_MEMORY_SIZE = 64,  /* one of them and its NUL fit */
    DOCTOR_NAME_SIZE = 21,    /* the judge's name and its NUL fit */
};

/* Something that the judge said, already seen from the other side. */
struct doctor_memory {
    char text[DOCTOR_MEMORY_SIZE];
    unsigned turn;
};

/* One doctor, in conversation with one judge. Holds no pointers; may be copied. */
struct doctor {
    unsigned turns;                 /* answered so far */
    uint8_t next[DOCTOR_RULES_MAX]; /* how far each rule's answers have rotated */
    uint32_t recent[DOCTOR_RECENT]; /* the latest answers, a ring; 0 is none */
    uint32_t heard[DOCTOR_RECENT];  /* the latest turns as fingerprints, a ring */
    struct doctor_memory memory[DOCTOR_MEMORIES]; /* oldest first */
    size_t memories;
    char name[DOCTOR_NAME_SIZE]; /* the judge's, empty until he or she says it */
};

/* Make *d a fresh doctor, who knows nothing about the judge who sits down. */
void doctor_init(struct doctor *d);

/*
 * Answer one turn. text is the judge's lines joined with blanks; bytes that are not
 * printable ASCII, a word that begins with '@', and all past DOCTOR_TEXT_MAX
 * characters are passed over. A first turn without any words (a judge who has only
 * sat down, @@nn) is welcomed.
 * Writes one or more lines to reply[], joined by '\n', each 1 to DOCTOR_COLUMNS
 * printable ASCII characters; at most 200 characters in all.
 */
void doctor_answer(
    struct doctor *d, const char *text, char reply[static DOCTOR_REPLY_SIZE]);

#endif
