/*
 * doctor_script.h - the tables of the doctor: keywords, patterns and answers.
 *
 * A pattern is a list of elements with blanks between them, matched against all words
 * of one clause. Numbered elements keep the words that they match as $1, $2, ...:
 *
 *     word      this word
 *     a|b|c     one of these words
 *     *         any number of words, as few as possible (numbered)
 *     +         one or more words, as few as possible (numbered)
 *     =class    a word of this class (numbered)
 *     ~ing      a word that ends with "ing" (numbered)
 *     #         a number, in digits or as a small number word (numbered)
 *     ?         no word; the clause must be a question
 *
 * Words are in lower case, after doctor_spellings has written out contractions and
 * misspellings. A turn without words, or a repeated turn, becomes a single word that
 * cannot be typed:
 *
 *     (start)     the first turn, without words
 *     (nothing)   a later turn without words
 *     (puzzled)   question marks alone
 *     (again)     the same as the last turn
 *     (before)    the same as an earlier turn
 *
 * In an answer these are replaced; an answer without a replacement, or with one that is
 * too long, is not used:
 *
 *     $1 to $8   the words of the element, with "my" and "your" exchanged
 *     $m         an earlier statement of the judge's, used once
 *     $n         the judge's name
 *     $s         the result of the sum $2 $3 $4
 */
#ifndef DOCTOR_SCRIPT_H
#define DOCTOR_SCRIPT_H

enum {
    DOCTOR_RULES_MAX = 192,
    DOCTOR_ANSWERS_MAX = 8,  /* of a rule */
    DOCTOR_ANSWER_MAX = 200, /* characters */
    DOCTOR_RANK_MAX = 10,
};

/* Answers are used in turn; unused members are NULL. */
struct doctor_rule {
    unsigned rank; /* 0 to DOCTOR_RANK_MAX; the highest wins, and the first of equals */
    const char *pattern;
    const char *answers[DOCTOR_ANSWERS_MAX];
};

/* `to` replaces `from`; either may be several words. */
struct doctor_pair {
    const char *from;
    const char *to;
};

/* The words of a class, with blanks between them. */
struct doctor_class {
    const char *name;
    const char *words;
};

/* Each table ends with an entry of NULLs. */

/* The last rules match every clause, so there is always an answer. */
extern const struct doctor_rule doctor_rules[];

/* A typed word, or a sign after a number, and the words that it means. */
extern const struct doctor_pair doctor_spellings[];

/* Words of one side as the other side says them; longer ones come first. */
extern const struct doctor_pair doctor_reflections[];

/*
 * Classes for patterns, and for the engine itself: asking (a clause that begins with
 * one is a question), joint (begins a clause), pronoun (begins a clause after "and"),
 * filler (ignored at the beginning of a clause), toward (a "you" after it is "me"),
 * number (in order from zero), noname (not a name).
 */
extern const struct doctor_class doctor_classes[];

/* Patterns with the judge's name as the first word of the last element. */
extern const char *const doctor_names[];

/* Patterns of statements to return to. */
extern const char *const doctor_memorable[];

#endif
