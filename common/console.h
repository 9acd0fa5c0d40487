/*
 * console.h - the state of one end of a conversation, as its screen shows it: the
 * conversation, its page and its record, the line to the far end, questions and notes.
 *
 * judge, confederate and entry share it. Keys come in by console_press() (a person's,
 * commands among them) or console_type(); the far end's by console_pump(). What is to
 * be seen is read from it by screen.c and plain.c, which change nothing.
 */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <limits.h>

#include "conversation.h"
#include "keyboard.h"
#include "link.h"
#include "moment.h"
#include "page.h"
#include "recorder.h"
#include "settings.h"

enum { CONSOLE_TEXT_SIZE = 160, CONSOLE_WHERE_SIZE = 100 };

enum line_state {
    LINE_WAITING,    /* a station to which no judge has come */
    LINE_CONNECTING, /* a judge on the way to the station */
    LINE_BUSY,       /* a judge whose station talks to another */
    LINE_UP,
    LINE_LOST,
    LINE_OVER, /* the conversation has ended */
};

enum question { ASK_NOTHING, ASK_LEAVE, ASK_STOP, ASK_ANEW };

struct console {
    const struct settings *settings;
    enum side self;
    char label[WIRE_LABEL_MAX + 1]; /* the station's; empty: not known yet */
    char where[CONSOLE_WHERE_SIZE]; /* the judge: which station; a station: its port */

    struct conversation talk;
    struct page page;
    struct recorder *recorder;  /* NULL: no conversation goes on */
    struct recorder *unwritten; /* of a conversation that is over; NULL: none */
    unsigned conversations;     /* begun so far */
    char transcript[PATH_MAX];  /* path of the last one */
    int64_t retried;            /* tick at which its recorder last was */

    enum line_state line;
    int64_t since; /* tick at which it came to be so */
    enum question question;
    bool just_asked;              /* in this turn of the loop, by Escape */
    char note[CONSOLE_TEXT_SIZE]; /* for the eye, may be empty: until the next key, */
    bool trouble;                 /* and unless it is this, until the turn changes */
    unsigned bells;               /* rung so far */
    unsigned redraws;             /* asked for so far */

    bool scrolled; /* the pane shows earlier rows, from top on */
    struct page_place top;
    size_t width, height; /* of the pane; 0: there is none to scroll */

    bool leaving;     /* the console ends when the far end has said bye, */
    int64_t leave_by; /* or at this tick */
    bool anew;        /* a judge wants a new conversation */
    bool done;
    int error; /* errno of what ended it, or 0 */

    /* Told of each event of either side; it must not type. */
    void (*on_event)(void *owner, const struct event *event);
    void *owner;
};

/*
 * Make *c a console without a conversation. settings are borrowed.
 * Returns 0; or -1 with errno. Give it back with console_close(), which ends the
 * conversation that goes on.
 */
int console_init(struct console *c, const struct settings *settings, enum side self);
void console_close(struct console *c);

/*
 * Begin a conversation with a session and make its files.
 * Returns 0; or -1 with errno as recorder_open() says, the console unchanged.
 */
int console_begin(struct console *c, const char *session, struct moment now);

/* End it: unfinished lines are recorded as they stand and the files are closed. */
void console_end(struct console *c, struct moment now);

/* The errno of what endangers a record, this conversation's or one not yet written; 0
 * while all is well. */
int console_danger(const struct console *c);

/* The line's state has changed. */
void console_set_line(struct console *c, enum line_state line, struct moment now);

/* Put a note on the screen, formatted as by printf(); a bell calls the eye to it. One
 * that tells of trouble stays until somebody presses a key. */
void console_note(struct console *c, bool bell, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void console_trouble(struct console *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * Type a key of this end. Returns 0 if it is part of the conversation; or -1 if it was
 * refused, which a note and a bell have then said.
 */
int console_type(struct console *c, uint32_t code, struct moment now);

/* Type each character of an ASCII text; '\r' is Return. Stops at a refusal. */
void console_type_text(struct console *c, const char *text, struct moment now);

/* Write to text[] what a judge is told who has just sat down. */
void console_greeting(const struct console *c, char text[static CONSOLE_TEXT_SIZE]);

/* A key or command has come from the keyboard. */
void console_press(struct console *c, uint32_t code, struct moment now);

/* Whether it is this end's turn to type, in a conversation that goes on. */
bool console_may_type(const struct console *c);

/* End in order: say bye and wait for its answer for within_ms at most. */
void console_leave(struct console *c, struct moment now, int64_t within_ms);

/*
 * Read what came over a linked connection and send what is due. Returns 0; or -1 with
 * errno if the connection is lost, EPROTO for something that is no message.
 */
int console_pump(struct console *c, struct link *l, struct moment now);

/* Watch the clock: call it once a turn of the loop. */
void console_tick(struct console *c, struct moment now);

/* The tick, later than the present one, at which console_tick(), console_pump() or the
 * status line next has something new, if nothing else happens before. */
int64_t console_due(const struct console *c, int64_t tick);

#endif
