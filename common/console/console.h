/*
 * console.h - one end of a conversation: its session, the typing of its own side, the
 * judge's clock, the state of the line, questions and notes.
 *
 * judge, confederate and entry share it. The person's keys and commands come in by
 * console_press(), a program's by console_type(), the far end's by console_pump().
 * screen.c and line_mode.c read the state and change nothing.
 *
 * Only common/console writes members. Other code reads them, and calls console_*(), or
 * session_*() and typing_*() with the member's address.
 */
#ifndef CONSOLE_H
#define CONSOLE_H

#include "common/console/judge_clock.h"
#include "common/console/program_status.h"
#include "common/console/session.h"
#include "common/console/settings.h"
#include "common/console/status_line.h"
#include "common/console/typing.h"
#include "common/input/keyboard.h"
#include "common/link/link.h"
#include "common/system/clock.h"

enum { CONSOLE_TEXT_SIZE = STATUS_LINE_TEXT_SIZE, CONSOLE_WHERE_SIZE = 100 };

enum line_state {
    LINE_WAITING,    /* a station without a judge */
    LINE_CONNECTING, /* a judge's console calls the station */
    LINE_BUSY,       /* the station talks to another judge */
    LINE_UP,
    LINE_LOST,
    LINE_OVER, /* the conversation has ended */
};

/* The yes/no question on the bottom line. */
enum console_question { ASK_NOTHING, ASK_LEAVE, ASK_STOP, ASK_ANEW, ASK_RESUME };

struct console {
    const struct settings *settings;
    enum side self;
    char where[CONSOLE_WHERE_SIZE]; /* the station as shown; at a station its port */
    const char *alias; /* name shown in place of label and address; NULL to show them */

    struct session session;
    struct typing typing;
    struct judge_clock clock;

    enum line_state line;
    int64_t since; /* tick of the line's last change of state */

    size_t unread; /* keys that a far program without a wire does not take, or 0 */
    int unread_s;  /* seconds since it took the last one */

    enum console_question question;
    bool just_asked;              /* an Escape asked it in this turn of the loop */
    char note[CONSOLE_TEXT_SIZE]; /* for the bottom line until the next key; or empty */
    bool trouble;                 /* the note stays when the turn changes */
    unsigned bells;               /* bells asked for so far */
    unsigned redraws;             /* redraws of the whole screen asked for so far */

    const struct program_status *program; /* an entry's program, or NULL */
    bool paused;                          /* F9: no key of this end is typed */

    bool scrolled;         /* the pane shows earlier rows, from top on */
    struct page_place top; /* first row shown while scrolled */
    size_t width, height;  /* of the pane in columns and rows; 0: no pane */

    bool leaving;     /* end when the far end says bye, at leave_by at the latest */
    int64_t leave_by; /* tick */
    bool anew;        /* the judge wants a new conversation: console_take_anew() */
    bool resume;      /* ASK_RESUME was answered with yes */
    bool suspended;   /* the conversation is left unfinished for a later resume */
    bool done;        /* the program ends */
    int error;        /* errno of console_finish(), or 0 */
};

/*
 * Make *c a console without a conversation. settings are borrowed, and *c must stay
 * where it is. console_close() ends it.
 * Returns 0; or -1 with errno ENOMEM, or of getrandom().
 */
int console_init(struct console *c, const struct settings *settings, enum side self);

/* Close the record; console_error() then has its errno. */
void console_close(struct console *c);

/* Set the station's name as shown on the screen. */
void console_set_where(struct console *c, const char *where);

/* Show this name instead of label and address. name is borrowed. */
void console_set_alias(struct console *c, const char *name);

/* Show the state of an entry's program. status is borrowed. */
void console_show_program(struct console *c, const struct program_status *status);

/* Set the size of the pane in columns and rows. */
void console_set_size(struct console *c, size_t width, size_t height);

/*
 * Resume an interrupted conversation: session_restore(), and the line is lost.
 * Returns 0; or -1 with errno of session_restore().
 */
int console_restore(struct console *c, const struct saved_log *past, const char *name,
    struct moment now);

/* Whether the page shows a conversation: present, past or to be resumed. */
bool console_has_page(const struct console *c);

/* Notes and questions */

/* Put a note on the bottom line, formatted as by printf(), with a bell or without. */
void console_note(struct console *c, bool bell, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with a bell, and the note stays until a key is pressed. */
void console_trouble(struct console *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void console_clear_note(struct console *c);

/* Ask a question, or withdraw it with ASK_NOTHING. */
void console_ask(struct console *c, enum console_question question);

/* Keys of this side (console_keys.c) */

/* A key or command (keyboard.h) was pressed. */
void console_press(struct console *c, uint32_t code, struct moment now);

/*
 * A person made a key: draft it, or type it.
 * Returns 0; or -1 if it was refused, with a note and a bell.
 */
int console_enter(struct console *c, uint32_t code, struct moment now);

/* Enter each character of an ASCII text; '\r' is Return. Stops at a refusal. */
void console_enter_text(struct console *c, const char *text, struct moment now);

/* Whether console_enter() would take a key now. */
bool console_may_enter(const struct console *c);

/* Type the keys of the scheduler that are due. Call it once a turn of the loop, before
 * the link is served. */
void console_release(struct console *c, struct moment now);

/* Write the greeting (F2) for the judge at the terminal to text[]. */
void console_greeting(const struct console *c, char text[static CONSOLE_TEXT_SIZE]);

/* Keys of both sides */

/*
 * Type a key of this side at once.
 * Returns 0; or -1 if it was refused, with a note and a bell.
 */
int console_type(struct console *c, uint32_t code, struct moment now);

/*
 * Take a key of the far side. One that is not later than the last of its side is
 * dropped. Returns 0; or -1 with errno of session_take().
 */
int console_take(struct console *c, const struct key *key, struct moment now);

/* Whether this side may type: it has the turn, the far end is back after a crash, the
 * keyboard is not paused, and the judge's clock allows it. */
bool console_may_type(const struct console *c);

/* Set the time left of the judge: milliseconds, or WIRE_LEFT_ (wire.h). */
void console_set_left(struct console *c, int64_t left, struct moment now);

/* The line */

void console_set_line(struct console *c, enum line_state line, struct moment now);

/* The far end has greeted: conversation_link(), and the line is up. */
void console_link(
    struct console *c, const struct wire_message *greeting, struct moment now);

/*
 * Read messages from a linked connection and send those that are due.
 * Returns 0; or -1 with errno if the connection is lost, EPROTO for bytes that are no
 * message.
 */
int console_pump(struct console *c, struct link *l, struct moment now);

/* Show that the far program has not taken this many keys for some seconds. 0 keys
 * clears it. */
void console_set_unread(struct console *c, size_t keys, int seconds);

/* The next key that the far end lacks, for a far end without a wire, or NULL. */
const struct key *console_next_key(struct console *c);

/*
 * The connection is closed: the line is lost; or the conversation is over, when both
 * ends have said bye. Returns whether it is over; console_end() is then due.
 */
bool console_unlink(struct console *c, struct moment now);

/* Resume a restored conversation without a far end that keeps keys. */
void console_resume_alone(struct console *c);

/* The end */

/* End the conversation, if one is open; a console that is leaving is then done. */
void console_end(struct console *c, struct moment now);

/* Leave: say bye, wait for the answer for within_ms at most, then be done. */
void console_leave(struct console *c, struct moment now, int64_t within_ms);

/* Serve the next conversation after one that was left. */
void console_stay(struct console *c);

/*
 * The person is gone, or the machine goes down: leave. Where the far end cannot be
 * reached, and at a station while the judge's clock runs, suspend instead.
 */
void console_hang_up(struct console *c, struct moment now, int64_t within_ms);

/* Be done, and leave the conversation unfinished for a later resume. */
void console_suspend(struct console *c);

/* Be done; error is an errno for the exit status, or 0. */
void console_finish(struct console *c, int error);

/* The errno of console_finish() or of the record, or 0. */
int console_error(const struct console *c);

/* Begin a new conversation with the station, and whether that was asked for since the
 * last call. */
void console_want_anew(struct console *c);
bool console_take_anew(struct console *c);

/* The loop */

/* Watch clock, turn and record: call it at the end of each turn of the loop. */
void console_tick(struct console *c, struct moment now);

/* The tick after tick at which console_release(), console_tick(), console_pump() or the
 * bottom line is next needed; not after tick if console_release() is due. */
int64_t console_due(const struct console *c, int64_t tick);

#endif
