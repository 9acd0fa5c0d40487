/*
 * seat_side.h - one station of a judge's round: its console, its caller, its record and
 * the state of its link. Each side has its own, so a fault at one station leaves the
 * others alone.
 */
#ifndef SEAT_SIDE_H
#define SEAT_SIDE_H

#include <poll.h>

#include "common/program/lpp_session.h"
#include "common/program/program.h"
#include "judge/connect/caller.h"
#include "judge/connect/station_picker.h"

enum {
    SEAT_SIDES = SETTINGS_STATIONS,
    SEAT_NAME_SIZE = 24,
    SEAT_BYE_MS = 2000, /* limit for the far end's goodbye while the judge waits */
};

/* Large. Members are written by seat_side.c only, those of embedded structs by their
 * modules. */
struct seat_side {
    struct settings settings; /* the judge's settings with this station's address */
    struct console console;
    struct caller caller;      /* link to a station */
    struct lpp_session lpp;    /* link by a 2009 directory, if settings.lpp names one */
    struct recovery past;      /* unfinished conversation on disk; lock -1: no such */
    char name[SEAT_NAME_SIZE]; /* shown to the judge: LEFT, TERMINAL 2 */
    char session[WIRE_SESSION_SIZE + 1]; /* of the last conversation; empty: not met */
    bool open;                           /* seat_side_open() has made the console */
    bool called;   /* the caller is at work: it calls, or it talks */
    bool wanted;   /* call the station as soon as it is free */
    bool met;      /* there has been a link */
    bool lost;     /* the link is down now */
    int64_t heard; /* console's tick of the last sign of life */
    int64_t life;  /* round's clock at the last sign of life */
    int64_t deaf;  /* tick at which a far end that does not say goodbye is dropped */
    size_t read;   /* lines of the page that the judge has had in view */
};

/* Change of a side's link since the last call of seat_side_follow(). */
enum seat_side_change {
    SEAT_SIDE_SAME,
    SEAT_SIDE_BACK, /* the link is up, for the first time or again */
    SEAT_SIDE_LOST,
    SEAT_SIDE_OVER, /* the station has ended the conversation or has no record of it */
};

/*
 * Make the console of a side. settings and station are borrowed; station is NULL until
 * one is picked. name is copied; NULL outside a round: the console then shows
 * the station and closes its record at once. pane is "left" or "right" for a
 * pair, else NULL.
 * Returns PROGRAM_GO; or the exit code, after a line on standard error.
 * seat_side_close() frees it.
 */
int seat_side_open(struct seat_side *side, const struct settings *settings,
    const char *station, const char *name, const char *pane);

/* Close the link. Allowed twice. */
void seat_side_hang_up(struct seat_side *side);

/* Close the link, end the record and free the console. Allowed twice. */
void seat_side_close(struct seat_side *side);

/* Resolve the station's address, or that of the directory. Returns 0; or -1 with
 * caller.exit_code and caller.error set. */
int seat_side_find(struct seat_side *side);

/* Whether the judge has named a station, or the directory of a 2009 program. */
bool seat_side_is_named(const struct seat_side *side);

/* Name the station; borrowed. seat_side_find() must follow. */
void seat_side_set_station(struct seat_side *side, const char *station);

/* Name the directory of a 2009 program; the same. */
void seat_side_set_directory(struct seat_side *side, const char *directory);

/* Exchange the stations of two sides, and the unfinished conversations found there.
 * seat_side_find() must follow for each. */
void seat_side_swap(struct seat_side *a, struct seat_side *b);

/* Start calling the station, or let it be; before the loop only. */
void seat_side_call(struct seat_side *side, bool called);

/* The descriptor and events to poll for this side; fd -1 for nothing. */
struct pollfd seat_side_poll(const struct seat_side *side);

/* The tick at which seat_side_step() is next needed; INT64_MAX for never. */
int64_t seat_side_due(const struct seat_side *side, int64_t tick);

/* Type keys that are due and serve the socket. A patient caller keeps trying a station
 * that does not answer. Once a turn of the loop. */
void seat_side_step(
    struct seat_side *side, short revents, bool patient, struct moment now);

/* Compare the link with the last call. Once a turn of the loop, after
 * seat_side_step(). */
enum seat_side_change seat_side_follow(struct seat_side *side, struct moment now);

/* True once for each conversation that has begun on this side. */
bool seat_side_has_begun(struct seat_side *side);

/* End the conversation in order; the goodbye may take within_ms. */
void seat_side_leave(struct seat_side *side, int64_t within_ms, struct moment now);

/* The judge comes to this side (wanted) or leaves it. */
void seat_side_want(struct seat_side *side, bool wanted);

/* Finish a conversation that this end has left, then call a wanted station. A far end
 * that keeps sending is dropped after 3 s. Once a turn of the loop. */
void seat_side_finish(struct seat_side *side, struct moment now);

/* Whether there is no more to say there: the station has ended the conversation and no
 * other one is on the way. */
bool seat_side_is_over(const struct seat_side *side);

/* The page was drawn: all its lines count as read. Scrolled panes do not count. */
void seat_side_see(struct seat_side *side);
bool seat_side_has_news(const struct seat_side *side);

/* Recovery */

/* Show the unfinished conversation for the question about it; clear the page again. */
void seat_side_preview(struct seat_side *side);
void seat_side_end_preview(struct seat_side *side);

/* Give the unfinished conversation up: the next key log names it as abandoned. */
void seat_side_abandon(struct seat_side *side);

/*
 * Resume the unfinished conversation; one that the judge had left is ended at once.
 * With keeps_session the session counts as begun. Returns PROGRAM_GO; or the exit code,
 * after a line on standard error.
 */
int seat_side_resume(struct seat_side *side, struct terminal *terminal,
    bool keeps_session, struct moment now);

#endif
