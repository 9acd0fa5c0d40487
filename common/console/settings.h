/*
 * settings.h - the options of judge, confederate and entry.
 */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "common/conversation/rulebook.h"
#include "common/link/secret.h"
#include "common/options/options.h"
#include "common/pace/pace.h"
#include "common/record/recorder.h"

enum { SETTINGS_STATIONS = 9 }; /* at most, for a judge */

enum program { PROGRAM_JUDGE, PROGRAM_CONFEDERATE, PROGRAM_ENTRY };

/* The fate of an interrupted conversation. */
enum resume { RESUME_ASK, RESUME_YES, RESUME_NO };

struct settings {
    enum program program;
    const char *program_name;
    const struct rulebook *book;
    struct recorder_place place;
    const char *notice; /* NULL: the book's */
    bool plain;         /* --plain: line mode */
    bool version;       /* --version */
    bool verbose;       /* --verbose */
    enum resume resume;
    const char *key_file;  /* --key; NULL: the link is not sealed */
    struct secret *secret; /* the key in key_file, once program_start() has read it */

    int judge;                               /* --judge: 0 to 99, or -1 */
    const char *station;                     /* the first station, or NULL */
    const char *stations[SETTINGS_STATIONS]; /* all stations */
    int station_count;
    int minutes;       /* --time; 0: the book's time */
    bool ballot;       /* --ballot: a ballot after a lone conversation */
    bool study;        /* --study: the ballot asks for confidence and a reason */
    int round;         /* number on the slip; 0: no slip */
    int pairs;         /* number of pairs to rank, on the slip; 0: no slip */
    const char *title; /* contest on the slip, or NULL */

    /* --lpp: a communications directory, "" to choose one, or NULL. */
    const char *lpp;

    const char *name;        /* --name: the person at the station */
    const char *contestant;  /* --contestant: the owner of the program */
    const char *label;       /* --label; NULL: terminal-PORT */
    const char *bind;        /* --bind; NULL: every address */
    bool open;               /* --open: serve other networks too */
    int port;                /* --port; 0: the first free one from LINK_PORT */
    int hold_s;              /* --hold: time that a lost judge keeps the station */
    const char *greeting;    /* --greeting; %d is the new judge's number */
    struct pace_policy pace; /* --pace: the release of a station's keys */

    bool doctor;        /* --doctor: the built-in partner */
    char **command;     /* the program and its arguments up to a NULL, or NULL */
    bool line_turns;    /* --turn=line */
    const char *prompt; /* --prompt: the program's own, or NULL */
    int idle_ms;        /* --idle: silence that ends a reply */
    bool skip_banner;   /* --skip-banner: drop output before the first turn */
    bool pty;           /* --pty: the program has a terminal */
    bool isolated;      /* --isolated: the program has no network */
};

enum settings_result { SETTINGS_RUN, SETTINGS_HELP, SETTINGS_VERSION, SETTINGS_BAD };

enum { SETTINGS_ERROR_SIZE = OPTIONS_ERROR_SIZE };

/*
 * Read the arguments of a program into *s. Its pointers then point into argv or to
 * constants. Returns the next step; SETTINGS_BAD with one line in error[] that ends
 * with the remedy.
 */
enum settings_result settings_read(struct settings *s, enum program program, int argc,
    char **argv, char error[static SETTINGS_ERROR_SIZE]);

/* Whether the far end is a 2009 program in a directory, without a network link. */
bool settings_is_direct(const struct settings *s);

/* Print --help. */
void settings_help(FILE *to, enum program program);

/* Print --version. */
void settings_version(FILE *to, enum program program);

#endif
