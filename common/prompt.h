/*
 * prompt.h - the 1996 '>' prompt as a state machine: one keystroke in, events out.
 *
 * Both ends run it over the same keystrokes and so show the same screen. Pure: no
 * clock, socket, file or curses; a prompt holds no pointers and may be copied.
 *
 * Source: rules/1996.txt, Key entry.
 */
#ifndef PROMPT_H
#define PROMPT_H

#include <stdbool.h>

#include "key.h"
#include "rulebook.h"

enum {
    PROMPT_LINE_MAX = 1000, /* characters in a line */
    PROMPT_EVENTS_MAX = 3,  /* events of one keystroke */
    PROMPT_JUDGES = 100,    /* judges are 00 to 99 */
};

enum event_kind {
    EV_ECHO,     /* code was added to the unfinished line */
    EV_ERASE,    /* its last character, code, was taken away */
    EV_LINE,     /* the unfinished line, text and length, was finished */
    EV_NO_JUDGE, /* that line looks like @@nn and is none: a hint for the judge */
    EV_JUDGE,    /* judge has sat down */
    EV_TURN,     /* side has ended its turn; now it is the other's */
    EV_STOP,     /* the judge wants the station's present turn to end */
    EV_REFUSED,  /* the key did nothing; why says why */
};

enum refusal {
    REFUSED_TURN,     /* it is the other side's turn */
    REFUSED_FULL,     /* the line holds PROMPT_LINE_MAX characters */
    REFUSED_NOTHING,  /* there is nothing to erase */
    REFUSED_ALPHABET, /* the book in force does not allow this character */
};

struct event {
    enum event_kind kind;
    enum side side; /* whose key it was */
    uint32_t code;
    enum refusal why;
    unsigned judge;
    const uint32_t *text; /* in the prompt, until it is fed again */
    size_t length;
};

struct prompt {
    enum alphabet alphabet;
    bool judge_lines; /* @@nn is obeyed */
    enum side turn;   /* whose turn it is */
    unsigned judge;   /* who sits at the terminal; 0 until someone says so */
    bool returned;    /* the key before this line was a Return of the same turn */
    int named;        /* the judge that the line before this one named, or < 0 */
    bool stop;        /* the judge has asked the present turn to end */
    size_t length;    /* of the unfinished line */
    uint32_t line[PROMPT_LINE_MAX];
};

/*
 * Make *p a new prompt under a book: nobody has typed, judge 00 sits there.
 * Returns 0; or -1 with errno ENOTSUP, *p unchanged, for a book without turns.
 */
int prompt_init(struct prompt *p, const struct rulebook *book);

/*
 * Feed one keystroke and write what it meant to out[], oldest first.
 * Returns the number of events, 0 to PROMPT_EVENTS_MAX (an Escape in the judge's
 * own turn means nothing). A key that cannot be taken gives a single EV_REFUSED
 * and leaves *p as it was. The key's time plays no part: who feeds the keys keeps
 * them in order.
 * Source: rules/1996.txt, Key entry, a to d.
 */
int prompt_feed(struct prompt *p, const struct key *key,
    struct event out[static PROMPT_EVENTS_MAX]);

/*
 * The conversation is over: write the unfinished line as EV_LINE to *out.
 * Returns 1, or 0 if there is nothing but blanks on it.
 */
int prompt_end(struct prompt *p, struct event *out);

/*
 * The judge that a line of text names: 0 to 99 if it is @@nn, blanks around it
 * allowed; -1 if it begins like one and is none; -2 if it is any other text.
 * Source: rules/1996.txt, Key entry, a.
 */
int prompt_names_judge(const uint32_t *text, size_t length);

/* Whether a line is empty, or nothing but blanks: nobody can see the difference. */
bool prompt_is_blank(const uint32_t *text, size_t length);

/* Whether a book's alphabet has this character (never a control). */
bool prompt_allows(enum alphabet alphabet, uint32_t code);

#endif
