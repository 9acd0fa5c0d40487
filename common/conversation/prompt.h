/*
 * prompt.h - the 1996 '>' prompt as a state machine: one keystroke in, events out.
 *
 * Both ends run it over the same keystrokes and so show the same screen. Messages are
 * keystrokes, too, released in one burst; where they alternate they are turns. Under a
 * book without turns each side has an unfinished line of its own, and each
 * side's lines are the same at both ends, whatever came between. Pure: no clock,
 * socket, file or curses; a prompt holds no pointers and may be copied.
 *
 * Sources: rules/1996.txt, Key entry; rules/2003.txt, 7 and 29; rules/2009.txt, 2 and
 * 3; rules/wager.txt, II.
 */
#ifndef PROMPT_H
#define PROMPT_H

#include <stdbool.h>

#include "common/conversation/key.h"
#include "common/conversation/rulebook.h"

enum {
    PROMPT_LINE_MAX = 1000, /* characters in a line */
    PROMPT_EVENTS_MAX = 3,  /* events of one keystroke */
    PROMPT_ENDS_MAX = 2,    /* events of the end */
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
    REFUSED_TURN,     /* it is the other side's turn, or for the other to begin */
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

struct prompt_line {
    size_t length;
    uint32_t text[PROMPT_LINE_MAX];
};

struct prompt {
    bool turns; /* the sides alternate */
    enum alphabet alphabet;
    bool judge_lines; /* @@nn is obeyed */
    enum side turn;   /* whose turn it is; without turns: who is to begin */
    bool begun;       /* somebody has typed */
    unsigned judge;   /* who sits at the terminal; 0 until someone says so */
    bool returned;    /* the key before this line was a Return of the same turn */
    int named;        /* the judge that the line before this one named, or < 0 */
    bool stop;        /* the judge has asked the present turn to end */
    struct prompt_line line[2]; /* the unfinished line of each side; where there are
                                 * turns, that of whose turn it is not is empty */
};

/* Make *p a new prompt under a book: nobody has typed, judge 00 sits there. */
void prompt_init(struct prompt *p, const struct rulebook *book);

/* Set the judge at the terminal where no @@nn says so. */
void prompt_set_judge(struct prompt *p, unsigned judge);

/* Whether it is for this side to type: in its turn; without turns at any time, once
 * the side that is to begin has begun. Source: rules/2009.txt, 3. */
bool prompt_may_type(const struct prompt *p, enum side side);

/*
 * Feed one keystroke and write what it meant to out[], oldest first.
 * Returns the number of events, 0 to PROMPT_EVENTS_MAX (an Escape in the judge's
 * own turn, or where there are no turns, means nothing). A key that cannot be taken
 * gives a single EV_REFUSED and leaves *p as it was. The key's time plays no part: who
 * feeds the keys keeps them in order.
 * Source: rules/1996.txt, Key entry, a to d.
 */
int prompt_feed(struct prompt *p, const struct key *key,
    struct event out[static PROMPT_EVENTS_MAX]);

/*
 * The conversation is over: write each unfinished line as EV_LINE to out[], the judge's
 * first. Returns how many, 0 to PROMPT_ENDS_MAX: one of nothing but blanks is none.
 */
int prompt_end(struct prompt *p, struct event out[static PROMPT_ENDS_MAX]);

/*
 * The judge that a line of text names: 0 to 99 if it is @@nn, blanks around it
 * allowed; -1 if it begins like one and is none; -2 if it is any other text.
 * Source: rules/1996.txt, Key entry, a.
 */
int prompt_names_judge(const uint32_t *text, size_t length);

/* Whether a line is empty, or nothing but blanks: nobody can see the difference. */
bool prompt_is_blank(const uint32_t *text, size_t length);

/* Whether a book's alphabet lets this character stand behind the length characters of a
 * line: never a control, nor what hides or turns text round (glyph.h). */
bool prompt_allows(
    enum alphabet alphabet, const uint32_t *line, size_t length, uint32_t code);

#endif
