/*
 * lpp_notes.h - notes about a communications directory for the operator: each once, one
 * at a time, with a pause in which to read it.
 */
#ifndef LPP_NOTES_H
#define LPP_NOTES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    LPP_NOTES_SIZE = 128,
    LPP_NOTES_MS = 3000, /* between two notes */
};

/* Each is reported once; the first three again after lpp_notes_forget(). */
enum lpp_notes_kind {
    LPP_NOTES_CLEARED, /* keys of another conversation were removed */
    LPP_NOTES_GONE,    /* the directory cannot be reached */
    LPP_NOTES_BACK,    /* the directory can be reached again */
    LPP_NOTES_STUCK,   /* a key cannot be removed, and so is not taken */
    LPP_NOTES_FILE,    /* a file or link has the name of a key */
    LPP_NOTES_UNKNOWN, /* a key with an unknown name was removed */
    LPP_NOTES_LATE,    /* a key came after one with a higher number was taken */
    LPP_NOTES_MANY,    /* more keys than one look reads */
    LPP_NOTES_FOREIGN, /* an entry is not a key */
    LPP_NOTES_COUNT,
};

/* Zero it to start. */
struct lpp_notes {
    unsigned reported; /* a bit for each kind that was reported */
    unsigned pending;  /* a bit for each kind that lpp_notes_tell() has not told */
    int64_t next;      /* tick from which the next note may be told */
    char text[LPP_NOTES_COUNT][LPP_NOTES_SIZE]; /* of the pending notes */
};

/* Report a kind, with a detail (a name, a number or an error) or NULL. */
void lpp_notes_report(
    struct lpp_notes *n, enum lpp_notes_kind kind, const char *detail);

/* Let a kind be reported again. */
void lpp_notes_forget(struct lpp_notes *n, enum lpp_notes_kind kind);

/* Write the next note to text[]. Returns false if there is none, or the last one was
 * told less than LPP_NOTES_MS ago. */
bool lpp_notes_tell(
    struct lpp_notes *n, int64_t tick, char text[static LPP_NOTES_SIZE]);

/* The tick of the next note, INT64_MAX for never. */
int64_t lpp_notes_due(const struct lpp_notes *n);

#endif
