/*
 * tally.h - the parts of `referee tally`: ballots are read, and the result is printed
 * as text, as CSV or as JSON.
 */
#ifndef TALLY_H
#define TALLY_H

#include <stdbool.h>
#include <stdio.h>

#include "ballotbox.h"
#include "preliminary.h"
#include "prize.h"
#include "progress.h"
#include "score.h"

enum { TALLY_WHY_SIZE = 512 };

/*
 * Put all rows of a file into a box. A row that cannot be read is the box's to name.
 * How far it is goes to progress.
 * Returns 0; or a code of <sysexits.h>, and why[] is one line that says what to do:
 * EX_NOINPUT if it is not there or no file, EX_NOPERM, EX_IOERR, or EX_DATAERR if it
 * does not begin as BALLOTS.CSV does. An empty file has no rows.
 */
int tally_read(struct ballotbox *box, const char *file, struct progress *progress,
    char why[static TALLY_WHY_SIZE]);

/* A result and all that it comes from. */
struct tally_report {
    const struct ballotbox *box; /* settled; its roster has the contest */
    const struct score *score;
    bool tossed; /* the coin has just been tossed */
};

/* Whether ballots are missing, or contradict each other, or could not be counted. */
bool tally_is_provisional(const struct tally_report *report);

/* Whom something is about, as "E3 Jabber". */
enum { TALLY_NAME_SIZE = CONTEST_LABEL_SIZE + CONTEST_TEXT_SIZE };
void tally_name(
    const struct tally_report *report, int player, char name[static TALLY_NAME_SIZE]);

/* The words for an outcome and a medal, for programs: "won", "silver". */
const char *tally_outcome_name(enum score_outcome outcome);
const char *tally_medal_name(enum score_medal medal);

/* Print it to standard output, whose errors are the caller's to see. Text is for
 * people, with bars where they sit at a terminal. */
void tally_text(const struct tally_report *report);
void tally_csv(const struct tally_report *report);
void tally_json(const struct tally_report *report);

/* The finalists in the same three ways, from the preliminary round alone. */
void tally_preliminary_text(const struct preliminary *p);
void tally_preliminary_csv(const struct preliminary *p);
void tally_preliminary_json(const struct preliminary *p);

/* What these share. Sentences are printed to lines of 79 columns: where one is longer
 * it goes on below, further in. The width of a text is in columns of a terminal. A
 * field of CSV has a comma behind it, and is empty where there is nothing to say. */
void tally_fill(void (*write)(FILE *to, const void *what), const void *what);
int tally_width(const char *text);
void tally_csv_text(const char *text);
void tally_csv_number(double number);
void tally_csv_count(int count);
void tally_json_remarks(const struct ballotbox_remark *remarks, size_t count);

/* Write a number with four places at most, and without zeros at its end. */
enum { TALLY_NUMBER_SIZE = 32 };
void tally_number(double number, char text[static TALLY_NUMBER_SIZE]);

/* The parts of the text: what each judge has said, if there is room for it; who has
 * won; and what the numbers can bear. */
void tally_text_sheet(const struct tally_report *report);
void tally_text_outcome(FILE *to, const struct tally_report *report);
void tally_text_bearing(FILE *to, const struct tally_report *report);

#endif
