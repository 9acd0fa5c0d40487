/*
 * settings.h - the options of all programs of the suite, in one table.
 */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "pace.h"
#include "recorder.h"
#include "rulebook.h"
#include "secret.h"

enum { SETTINGS_STATIONS = 9 }; /* that a judge can name */

enum program { PROGRAM_JUDGE, PROGRAM_CONFEDERATE, PROGRAM_ENTRY };

/* What becomes of a conversation that was cut short. */
enum resume { RESUME_ASK, RESUME_YES, RESUME_NO };

struct settings {
    enum program program;
    const char *program_name;
    const struct rulebook *book;
    struct recorder_place place;
    const char *notice; /* NULL: the book's */
    bool plain;
    bool version; /* is asked for, */
    bool verbose; /* with all there is to say */
    enum resume resume;
    const char *key_file;  /* NULL: the link is not sealed */
    struct secret *secret; /* what is in it, once program_start() has read it */

    int judge;           /* -j: 0 to 99, or -1 */
    const char *station; /* the judge's argument; NULL: one is picked */
    const char *stations[SETTINGS_STATIONS]; /* all of them, the first one again, */
    int station_count;                       /* and how many */
    int minutes;                             /* -t; 0: the book's */
    bool ballot;                             /* is asked for of a lone conversation, */
    bool study;                              /* with confidence and a reason */
    int round;                               /* by the slip; 0: there was none */
    int pairs;                               /* the same of those to be ranked */
    const char *title;                       /* the same of the contest; or NULL */

    /* A communications directory; empty: it is to be chosen; NULL: none. */
    const char *lpp;

    const char *name;        /* who sits there */
    const char *contestant;  /* whose program it is */
    const char *label;       /* what judges see; NULL: terminal-PORT */
    const char *bind;        /* NULL: every address */
    bool open;               /* not its own wire only */
    int port;                /* 0: the first free one from LINK_PORT */
    int64_t hold_ms;         /* how long a lost judge keeps the station */
    const char *greeting;    /* %d is the new judge's number */
    struct pace_policy pace; /* how a station's keys are released */

    bool doctor;
    char **command;     /* NULL-terminated, or NULL */
    bool line_turns;    /* --turn=line */
    const char *prompt; /* the program's own, or NULL */
    int64_t idle_ms;
    bool skip_banner; /* what it prints before its first turn is not for the judge */
    bool pty;
    bool isolated; /* it gets no network */
};

enum settings_result { SETTINGS_RUN, SETTINGS_HELP, SETTINGS_VERSION, SETTINGS_BAD };

enum { SETTINGS_ERROR_SIZE = 512 };

/*
 * Read the arguments of a program into *s. Returns what is to be done; after
 * SETTINGS_BAD error[] has one line that says what to do instead.
 * What *s then points to lies in argv or is constant.
 */
enum settings_result settings_read(struct settings *s, enum program program, int argc,
    char **argv, char error[static SETTINGS_ERROR_SIZE]);

/* Whether the far end is a 2009 program in a directory: no wire leads to it. */
bool settings_is_direct(const struct settings *s);

/* Print what --help says, and what --version says. */
void settings_help(FILE *to, enum program program);
void settings_version(FILE *to, enum program program);

#endif
