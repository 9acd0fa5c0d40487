/*
 * doctor_script.h - what the doctor knows: keywords, patterns and answers, as tables.
 *
 * A pattern is a list of elements with blanks between them, matched against all the
 * words of one clause; the numbered ones catch what they match, from $1 on:
 *
 *     word      this word
 *     a|b|c     one of these words
 *     *         any number of words, as few as will do (numbered)
 *     +         one or more words, as few as will do (numbered)
 *     =class    a word of this class (numbered)
 *     ~ing      a word that ends so (numbered)
 *     #         a number, in digits or as a small number word (numbered)
 *     ?         stands for no word; the clause must be a question
 *
 * Words are in lower case; contractions and slips of spelling have been written out
 * by doctor_spellings by then. A turn that says nothing, or nothing new, is instead a
 * single word that nobody can type:
 *
 *     (start)     nothing, and nobody has said anything yet
 *     (nothing)   nothing
 *     (puzzled)   question marks alone
 *     (again)     what the turn before said
 *     (before)    what an earlier turn said
 *
 * In an answer, these are replaced; an answer for which there is nothing to put in, or
 * too much, is passed over:
 *
 *     $1 to $8   what the element caught, "my" and "your" exchanged
 *     $m         an earlier statement of the judge's, which is then used up
 *     $n         the judge's name
 *     $s         the result of the sum that $2 $3 $4 make
 */
#ifndef DOCTOR_SCRIPT_H
#define DOCTOR_SCRIPT_H

enum { DOCTOR_ANSWERS_MAX = 8, DOCTOR_ANSWER_MAX = 200, DOCTOR_RANK_MAX = 10 };

/* Answers are used in turn; those not needed are NULL. */
struct doctor_rule {
    unsigned rank; /* 0 to DOCTOR_RANK_MAX; the highest answers, the first of equals */
    const char *pattern;
    const char *answers[DOCTOR_ANSWERS_MAX];
};

/* What is written as from is understood as to; either may be several words. */
struct doctor_pair {
    const char *from;
    const char *to;
};

/* The words of a class, with blanks between them. */
struct doctor_class {
    const char *name;
    const char *words;
};

/* Each table ends with one entry of NULLs. */

/* The last rules match every clause, so that there is always an answer. */
extern const struct doctor_rule doctor_rules[];

/* One typed word, or a sign after a number, and the words that it stands for. */
extern const struct doctor_pair doctor_spellings[];

/* The same thing as the other side says it; the longer ones come first. */
extern const struct doctor_pair doctor_reflections[];

/*
 * Besides those that patterns name, the engine itself uses: asking (a clause that
 * begins so is a question), joint (begins a clause), pronoun (begins a clause after
 * "and"), filler (means nothing at the head of a clause), toward (a "you" after it is
 * "me"), number (in order from zero), noname (can be no name).
 */
extern const struct doctor_class doctor_classes[];

/* Clauses whose last catch begins with the judge's name. */
extern const char *const doctor_names[];

/* Clauses worth coming back to. */
extern const char *const doctor_memorable[];

#endif
