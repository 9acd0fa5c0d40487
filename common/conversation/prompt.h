/*
 * prompt.h - the 1996 '>' prompt as a state machine: one keystroke in, events out.
 *
 * Both ends feed it the same keystrokes and show the same screen. A message is a burst
 * of keystrokes; alternating messages are turns. In a book without turns each side has
 * its own unfinished line, and the lines of each side are the same at both ends in any
 * order of the keystrokes of the two sides. Pure; a prompt has no pointers and may be
 * copied.
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
    PROMPT_ENDS_MAX = 2,    /* events of prompt_end() */
    PROMPT_JUDGES = 100,    /* judges are 00 to 99 */
};

enum event_kind {
    EV_ECHO,     /* the character code was appended to the unfinished line */
    EV_ERASE,    /* the last character of the line, code, was erased */
    EV_LINE,     /* the line, text and length, was finished */
    EV_NO_JUDGE, /* the finished line begins with @@ but is not @@nn */
    EV_JUDGE,    /* the judge at the terminal has changed */
    EV_TURN,     /* side has ended its turn */
    EV_STOP,     /* the judge asks the station to end its turn */
    EV_REFUSED,  /* the key had no effect, for the reason in why */
};

enum refusal {
    REFUSED_TURN,     /* the other side has the turn, or is to begin */
    REFUSED_FULL,     /* the line has PROMPT_LINE_MAX characters */
    REFUSED_NOTHING,  /* the line is empty: nothing to erase */
    REFUSED_ALPHABET, /* the book does not allow this character */
};

struct event {
    enum event_kind kind;
    enum side side;       /* the typing side */
    uint32_t code;        /* EV_ECHO, EV_ERASE, EV_REFUSED: the key */
    enum refusal why;     /* EV_REFUSED: the reason */
    unsigned judge;       /* EV_JUDGE: number of the new judge */
    const uint32_t *text; /* EV_LINE: the line, valid until the prompt is fed again */
    size_t length;        /* EV_LINE: characters of text */
};

struct prompt_line {
    size_t length;
    uint32_t text[PROMPT_LINE_MAX];
};

struct prompt {
    bool turns; /* the sides alternate */
    enum alphabet alphabet;
    bool judge_lines; /* a judge's line @@nn changes the judge */
    enum side turn;   /* the side that has the turn; without turns: that begins */
    bool begun;       /* a key was taken */
    unsigned judge;   /* number of the judge at the terminal */
    bool returned;    /* the turn has had a Return before the unfinished line */
    int named;        /* judge named by the turn's last finished line, or < 0 */
    bool stop;        /* the judge has asked the station to end this turn */
    struct prompt_line line[2]; /* unfinished line of each side; with turns, the side
                                 * without the turn has an empty one */
};

/* Make *p a new prompt of a book, before the first key, with judge 00. */
void prompt_init(struct prompt *p, const struct rulebook *book);

/* Set the judge at the terminal, in books without @@nn. */
void prompt_set_judge(struct prompt *p, unsigned judge);

/* Whether a side may type: with turns, in its turn; without turns, at any time after
 * the first key of the side that begins. Source: rules/2009.txt, 3. */
bool prompt_may_type(const struct prompt *p, enum side side);

/*
 * Feed one keystroke and write its events to out[], in order.
 * Returns the number of events, 0 to PROMPT_EVENTS_MAX. The judge's Escape has no event
 * in the judge's own turn or without turns. A key that is not allowed gives one
 * EV_REFUSED and leaves *p unchanged. The time of the key is ignored: the caller feeds
 * keys in order.
 * Source: rules/1996.txt, Key entry, a to d.
 */
int prompt_feed(struct prompt *p, const struct key *key,
    struct event out[static PROMPT_EVENTS_MAX]);

/*
 * The conversation is over: write the unfinished lines as EV_LINE to out[], the judge's
 * first. Lines of blanks are dropped. Returns the number of events, 0 to
 * PROMPT_ENDS_MAX.
 */
int prompt_end(struct prompt *p, struct event out[static PROMPT_ENDS_MAX]);

/*
 * Return the number of the judge that a line names: 0 to 99 for @@nn, with or without
 * blanks around it; -1 for another line that begins with @@; -2 for any other text.
 * Source: rules/1996.txt, Key entry, a.
 */
int prompt_names_judge(const uint32_t *text, size_t length);

/* Whether a line is empty or has only blanks; both look the same on a screen. */
bool prompt_is_blank(const uint32_t *text, size_t length);

/* Whether a character may be appended to a line of length characters in this alphabet.
 * Controls and the other characters excluded by glyph.h are never allowed. */
bool prompt_allows(
    enum alphabet alphabet, const uint32_t *line, size_t length, uint32_t code);

#endif
