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

#include "aside.h"
#include "conversation.h"
#include "countdown.h"
#include "draft.h"
#include "keyboard.h"
#include "link.h"
#include "moment.h"
#include "pace.h"
#include "page.h"
#include "past.h"
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

enum question { ASK_NOTHING, ASK_LEAVE, ASK_STOP, ASK_ANEW, ASK_RESUME };

struct console {
    const struct settings *settings;
    enum side self;
    char label[WIRE_LABEL_MAX + 1]; /* the station's; empty: not known yet */
    char where[CONSOLE_WHERE_SIZE]; /* the judge: which station; a station: its port */
    char address[PAST_ADDRESS_MAX + 1]; /* the same as HOST:PORT, for the key log */
    const char *alias; /* what the eye is told in place of both; NULL: nothing else */
    const char *pane;  /* left or right, of a pair; NULL: there is but one */
    const char *draw;  /* what commits to who is which; NULL: nothing was drawn */

    struct conversation talk;
    struct page page;
    struct recorder *recorder; /* NULL: no conversation goes on */
    struct recorder *ending;   /* of one that is over, not yet safe; NULL: none */
    bool in_danger;            /* one of them was, at the last look */
    bool
        owed; /* a record whose conversation is over stays as it is, and open, until
               * console_settle(): more is to come, and a crash is to be gone on from */
    unsigned conversations;               /* begun so far */
    char transcript[PATH_MAX];            /* path of the last one */
    char abandons[WIRE_SESSION_SIZE + 1]; /* the next one's log is to say so */

    enum line_state line;
    int64_t since; /* tick at which it came to be so */
    enum question question;
    bool just_asked;              /* in this turn of the loop, by Escape */
    char note[CONSOLE_TEXT_SIZE]; /* for the eye, may be empty: until the next key, */
    bool trouble;                 /* and unless it is this, until the turn changes */
    unsigned bells;               /* rung so far */
    unsigned redraws;             /* asked for so far */

    const struct aside *aside; /* of an entry's program; NULL: there is none */
    bool paused;               /* F9: no key of this end is typed */

    struct countdown clock; /* the judge's: clockface.h. At the last look */
    int64_t left_ms;        /* so much of it was left, */
    int64_t clock_due;      /* which changes at this tick, */
    bool clock_stops;       /* and no key could be made for its sake */

    struct pace pace;   /* releases this end's keys, where they are not raw: typing.h */
    struct draft draft; /* of a person whose keys are paced */
    bool own_turn;      /* it was, at the last look */
    bool stopped;       /* the judge has stopped this turn, and that was seen to */
    bool judge_ended;   /* the judge has ended a line since */
    size_t judge_wrote; /* characters of the judge's turn; where there are none, since
                         * this side's last line */

    bool scrolled; /* the pane shows earlier rows, from top on */
    struct page_place top;
    size_t width, height; /* of the pane; 0: there is none to scroll */

    bool leaving;     /* the console ends when the far end has said bye, */
    int64_t leave_by; /* or at this tick */
    bool anew;        /* a judge wants a new conversation */
    bool resume;      /* and a person the one that was cut short */
    bool suspended;   /* it is left unfinished, to be resumed another time */
    bool done;
    int error; /* errno of what ended it, or 0 */

    /* Told of each event of either side, and that a conversation begins or has ended;
     * they must not type. */
    void (*on_event)(void *owner, const struct event *event);
    void (*on_change)(void *owner, bool begins);
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
 * Make the files of a conversation that is to begin. Returns their recorder, for
 * console_adopt(); or NULL with errno as recorder_open() says.
 */
struct recorder *console_prepare(
    const struct console *c, const char *session, struct moment now);

/* Begin it, with its record; the one that went on is closed. */
void console_adopt(struct console *c, struct recorder *recorder, const char *session);

/* Show what is known of a conversation that was cut short, before it is gone on with.
 * Returns 0; or -1 with errno ENOMEM. */
int console_preview(struct console *c, const struct past *past);

/* It is not gone on with: the page is empty again. */
void console_forget(struct console *c);

/*
 * Go on with it: its line is lost, and no key is made before the far end is back. name
 * is that of its key log.
 * Returns 0; or -1 with errno as recorder_open() says, the console without a
 * conversation.
 */
int console_restore(
    struct console *c, const struct past *past, const char *name, struct moment now);

/* End it: unfinished lines are recorded as they stand and the files are closed. At a
 * station one in which no key was made leaves none. */
void console_end(struct console *c, struct moment now);

/* Nothing more is owed: the record of a conversation that is over is ended. */
void console_settle(struct console *c);

/* Record a note of this conversation, or of the one that is over and owed, if there is
 * one: as recorder_note(). Where there is no memory for it, there soon is none for a
 * key either, and that is said. */
void console_record(struct console *c, const char *word);

/* Whether a record is in danger, this conversation's or that of the one before:
 * *danger then says why. */
bool console_danger(const struct console *c, struct recorder_danger *danger);

/* Whether there is a conversation to be seen, present or past. */
bool console_has_page(const struct console *c);

/* The line's state has changed. */
void console_set_line(struct console *c, enum line_state line, struct moment now);

/* Put a note on the screen, formatted as by printf(); a bell calls the eye to it. One
 * that tells of trouble stays until somebody presses a key. */
void console_note(struct console *c, bool bell, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void console_trouble(struct console *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * Type a key of this end, at once (typing.h paces them). Returns 0 if it is part of the
 * conversation; or -1 if it was refused, which a note and a bell have then said.
 */
int console_type(struct console *c, uint32_t code, struct moment now);

/* Type each character of an ASCII text as a person would; '\r' is Return. Stops at a
 * refusal. */
void console_type_text(struct console *c, const char *text, struct moment now);

/*
 * Make room in memory for one more key of either side and all that it may mean. Returns
 * 0; or -1 with errno ENOMEM.
 */
int console_reserve(struct console *c);

/*
 * Take a keystroke of the far end that came by another way than a wire; one that is not
 * later than the last of its side is dropped. Returns 0; or -1 with errno as
 * conversation_take() says.
 */
int console_take(struct console *c, const struct key *key, struct moment now);

/* Say which judge sits at the terminal, under a book without @@nn: the greeting has it.
 * 00 is nobody in particular, and nothing is said. */
void console_seat(struct console *c, unsigned judge, struct moment now);

/* Write to text[] what a judge is told who has just sat down. */
void console_greeting(const struct console *c, char text[static CONSOLE_TEXT_SIZE]);

/* The keyboard of this end is closed, or open again, by a referee's word. */
void console_pause(struct console *c, bool paused, struct moment now);

/* A key or command has come from the keyboard (console_keys.c). */
void console_press(struct console *c, uint32_t code, struct moment now);

/* Whether it is for this end to type, in a conversation that goes on; after a crash not
 * before the far end is back. */
bool console_has_turn(const struct console *c);

/* Whether it may: its keyboard is not paused, and the judge's clock lets it. */
bool console_may_type(const struct console *c);

/* End in order: say bye and wait for its answer for within_ms at most. */
void console_leave(struct console *c, struct moment now, int64_t within_ms);

/* The person is gone, or the machine goes down: as console_leave(). But where the far
 * end cannot be told, and at a station in mid round, whose judge would lose the time that
 * is left, the conversation is left unfinished, to be resumed another time. */
void console_hang_up(struct console *c, struct moment now, int64_t within_ms);

/*
 * Read what came over a linked connection and send what is due. Returns 0; or -1 with
 * errno if the connection is lost, EPROTO for something that is no message.
 */
int console_pump(struct console *c, struct link *l, struct moment now);

/* Write what is new to the record, before it is drawn: what was seen on a screen, or
 * went over the wire, is in the log. */
void console_flush(struct console *c);

/* Have it synced in time: to be called when it is drawn, once a turn of the loop. */
void console_call(struct console *c);

/* Watch the clock: call it once a turn of the loop. */
void console_tick(struct console *c, struct moment now);

/* The tick, later than the present one, at which console_tick(), console_pump() or the
 * status line next has something new, if nothing else happens before. */
int64_t console_due(const struct console *c, int64_t tick);

#endif
