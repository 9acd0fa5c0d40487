/*
 * station_picker.h - pick one of the stations that answer, for a judge who has named
 * none: from a live list under curses, by number on a terminal without a screen, or the
 * only free one for a script.
 *
 * The picker has no loop: the program polls its sockets and feeds its keys.
 */
#ifndef STATION_PICKER_H
#define STATION_PICKER_H

#include "common/console/terminal.h"
#include "judge/connect/finder.h"
#include "judge/connect/station_choice.h"
#include "judge/edit/line_edit.h"

enum { STATION_PICKER_DIGITS = 2, STATION_PICKER_ERROR_SIZE = 1024 };

/* Large. Members are written by station_picker.c only. */
struct station_picker {
    struct finder finder;
    struct station_choice choice;
    const struct settings *settings;
    const struct terminal *terminal;
    enum station_choice_result result;
    int64_t opened;            /* tick of station_picker_open() */
    bool pressed;              /* a key has come */
    bool redraw;               /* draw the whole screen again */
    struct station_list shown; /* without a screen: the list as it was printed */
    bool listed;               /* the list has been printed */
    struct line_edit number;   /* typed so far, without a screen */
    int exit_code;             /* for a script: 0, or why none is free */
    char error[STATION_PICKER_ERROR_SIZE]; /* message for exit_code */
};

/* The way to a station that was picked. */
struct station_picked {
    char address[SAVED_LOG_ADDRESS_MAX + 1]; /* of places[0], HOST:PORT */
    struct link_address places[LINK_ADDRESSES];
    int count; /* places; 0: the station has just gone */
};

/*
 * Start looking for stations. settings and the open terminal are borrowed. Returns 0;
 * or -1 with errno if there is no socket. station_picker_close() ends it.
 */
int station_picker_open(struct station_picker *p, const struct settings *settings,
    const struct terminal *terminal, struct moment now);
void station_picker_close(struct station_picker *p);

/* The descriptors to poll: FINDER_FDS entries. */
void station_picker_fds(
    const struct station_picker *p, struct pollfd fds[static FINDER_FDS]);

/* Take answers and send questions. result may change, for a script exit_code too. Once
 * a turn of the loop. */
void station_picker_step(struct station_picker *p,
    const struct pollfd fds[static FINDER_FDS], struct moment now);

/* The tick at which station_picker_step() is next needed. */
int64_t station_picker_due(const struct station_picker *p);

/* The owner that feeds a terminal's keys; they may change result. Keys after that are
 * dropped, and a pipe's keys wait for the conversation. */
struct terminal_owner station_picker_owner(struct station_picker *p);

/* Draw the list under curses; nothing on a terminal without a screen. */
void station_picker_draw(struct station_picker *p);

/* The label of the station that was picked, and the way to it. */
const char *station_picker_label(const struct station_picker *p);
void station_picker_way(const struct station_picker *p, struct station_picked *picked);

#endif
