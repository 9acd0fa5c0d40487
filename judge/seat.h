/*
 * seat.h - a judge's seat for a whole round: an opening screen, one conversation, a
 * pair side by side or several one after the other, their clocks, and the ballot.
 *
 * Each side has a console, a caller and a record of its own, so what happens to one
 * disturbs no other. What may be done when is round.h's to say, what a ballot may hold
 * is form.h's; seatscreen.h draws all of it.
 *
 * Sources: rules/1996.txt, 14 and 17; rules/2003.txt, 42 to 46; rules/2004.txt, 3, 4
 * and 15; rules/2009.txt, 3 and 4; rules/wager.txt, II.
 */
#ifndef SEAT_H
#define SEAT_H

#include "caller.h"
#include "commitment.h"
#include "draw.h"
#include "form.h"
#include "front.h"
#include "opening.h"
#include "recovery.h"
#include "round.h"
#include "seatask.h"
#include "seatpipe.h"

enum {
    SEAT_SIDES = SETTINGS_STATIONS,
    SEAT_NAME_SIZE = 24,
    SEAT_PAIR = 2,
    SEAT_RANKED = 4, /* terminals, by the books, and with more entries so many: */
    SEAT_RANKED_MOST = BALLOT_SEATS_MAX,
    SEAT_FORMS = 2
};

/* One station of the round. */
struct seat_side {
    struct settings settings; /* with this station's word */
    struct console console;
    struct caller caller;
    struct recovery past;                /* what was cut short there */
    struct screen *pane;                 /* NULL: there is no place for it */
    char name[SEAT_NAME_SIZE];           /* as the judge knows it: LEFT, TERMINAL 2 */
    char session[WIRE_SESSION_SIZE + 1]; /* of its last conversation */
    bool called;                         /* it is being talked to, or to be called, */
    bool wanted;                         /* or is as soon as it has been left */
    bool met;                            /* there was a link, */
    bool lost;                           /* and now there is none */
    int64_t heard; /* the console's tick of the last sign of life, */
    int64_t life;  /* and the round's clock then */
    int64_t deaf;  /* tick from which on it is not heard, for it was left */
    size_t read;   /* keys of the conversation that were in sight of the judge */
};

enum seat_ask {
    SEAT_ASK_NOTHING,
    SEAT_ASK_LEAVE,
    SEAT_ASK_END,
    SEAT_ASK_WHICH,
    SEAT_ASK_RESUME,
};

/* A terminal that the judge ranks in the end. */
struct seat_ranked {
    struct ballot_seat seat;
    char name[FORM_NAME_SIZE];
};

struct seatlines; /* what was printed, where there is no whole screen */

/* Large, and static. */
struct seat {
    struct settings *settings;
    struct front *front;
    struct seat_side sides[SEAT_SIDES];
    int count, at; /* sides, and the one before the judge; */
    int made;      /* of the sides so many are ready */
    bool pair;     /* left and right; else one at a time */
    struct round round;
    struct seatlines *lines; /* NULL: there is one */
    struct seatpipe pipe;
    struct seatask asking; /* of the form, by lines */
    struct form form;
    struct form
        filled[SEAT_FORMS]; /* those that are confirmed: the ballot, the ranks */
    int confirmed, saved;   /* how many, and how many are safe */
    bool ranks_alone;       /* are left of a round that was voted on before */
    struct seat_ranked rank[SEAT_RANKED_MOST]; /* what is ranked when all is judged, */
    int ranked;                                /* as far as it is known; */
    bool has_ranked;                           /* that was done in an earlier run */
    struct opening opening;
    bool more;  /* of the opening screen is to come, behind what is drawn */
    int opened; /* pages of the opening screen that were read */
    struct draw draw;
    char commitment[COMMITMENT_DIGITS + 1]; /* to the draw; empty: nothing was drawn */
    enum seat_ask ask;
    char note[CONSOLE_TEXT_SIZE];  /* for the eye, until the next key or the judge's
                                    * turn; may be empty */
    bool own_turn;                 /* at the last look, where there are turns */
    unsigned bells, redraws;       /* asked for so far, */
    unsigned rung, redrawn;        /* and done */
    enum round_phase drawn_phase;  /* as the panes were placed for it, */
    int drawn_form;                /* and for a ballot of so many rows, */
    int drawn_at;                  /* and for this side before the judge, */
    bool drawn_closed;             /* that nobody writes to */
    char why[SETTINGS_ERROR_SIZE]; /* there is no round */
    int error;                     /* errno of the last attempt to save the ballot */
    bool resume;                   /* what was cut short is to be gone on with */
    int64_t shut; /* tick before which no key opens the ballot: it was for the talk */
    bool hung_up; /* the person is gone, or the machine goes down */
    bool done;
};

/* Whether what the judge has asked for is a round, and not one quick conversation. */
bool seat_is_wanted(const struct settings *settings);

/*
 * Hold the round. The console of program_start() is closed by it. Returns the code to
 * exit with, what had to be said having been printed.
 */
int seat_run(struct settings *settings, struct console *console, struct front *front);

/* Find out where the stations are, and that no two are one. Returns PROGRAM_GO or the
 * code. */
int seat_find_stations(struct seat *s);

/* The stations of a pair change places. Returns PROGRAM_GO or the code. */
int seat_swap(struct seat *s);

/* The side before the judge. */
struct seat_side *seat_side(struct seat *s);

/* Keep one line that says why there is no round, until the terminal is in order again.
 * Returns the code to exit with. */
int seat_fail(struct seat *s, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Say something, with a bell if it is worth one. */
void seat_note(struct seat *s, bool bell, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
