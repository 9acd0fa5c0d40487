/*
 * seat.h - a judge's round in memory: its sides, round, ballot, draw and notes, and the
 * rules that connect them. A link that comes or goes changes the round; a clock at zero
 * ends a conversation. seat_run.h has the loop, seat_keys.h the keys; seat_screen.h and
 * seat_lines.h draw it.
 *
 * Sources: rules/1996.txt, 14 and 17; rules/2003.txt, 42 to 46; rules/2004.txt, 3, 4
 * and 15; rules/2009.txt, 3 and 4; rules/wager.txt, II.
 */
#ifndef SEAT_H
#define SEAT_H

#include "common/console/terminal.h"
#include "judge/draw/commitment.h"
#include "judge/draw/side_draw.h"
#include "judge/round/opening_screen.h"
#include "judge/round/round.h"
#include "judge/seat/seat_ballot.h"
#include "judge/seat/seat_side.h"

enum { SEAT_PAIR = 2 };

/* The question on the status line. */
enum seat_ask {
    SEAT_ASK_NOTHING,
    SEAT_ASK_LEAVE,
    SEAT_ASK_END,
    SEAT_ASK_WHICH,
    SEAT_ASK_RESUME,
};

struct seat_pipe; /* seat_pipe.h */

/* Large, and static. Members are written by seat.c only, except those of the embedded
 * structs, which have modules of their own. */
struct seat {
    struct settings *settings;
    struct terminal *terminal;
    const struct seat_pipe *pipe; /* NULL: a person types */
    struct seat_side sides[SEAT_SIDES];
    int count; /* sides */
    bool lone; /* one conversation without clock and ballot: its console asks and
                * answers by itself */
    int at;    /* index of the side before the judge */
    bool pair; /* two sides, LEFT and RIGHT; else one terminal at a time */
    struct round round;
    struct seat_ballot ballot;
    struct opening_screen opening;
    int page;                               /* page of the opening screen, from 0 */
    int last_page;                          /* last page at the present size */
    struct side_draw draw;                  /* of a pair */
    char commitment[COMMITMENT_DIGITS + 1]; /* to the draw; empty: nothing drawn */
    enum seat_ask ask;
    char note[CONSOLE_TEXT_SIZE]; /* shown until the next key or the judge's turn */
    bool own_turn;                /* value at the last tick, to detect a change */
    unsigned bells;               /* number of bells requested */
    unsigned redraws;             /* number of full redraws requested */
    int64_t shut; /* tick before which Return does not open the ballot */
    bool resume;  /* the judge resumes an unfinished round */
    bool hung_up; /* the terminal is closed, or the system shuts down */
    bool done;    /* the loop ends */
};

/* Setup. An exit code comes after a line on standard error. */

/* Make *s, which must be all zero, a round without consoles: a side takes memory only
 * when it is used. Arguments are borrowed. */
void seat_init(struct seat *s, struct settings *settings, struct terminal *terminal);

/* Make the sides' consoles. Returns PROGRAM_GO or the exit code. */
int seat_open_sides(struct seat *s);

/* Resolve the stations' addresses; no two may be equal. Returns PROGRAM_GO or the exit
 * code. */
int seat_find_stations(struct seat *s);

/* Exchange the stations of a pair. Returns PROGRAM_GO or the exit code. */
int seat_swap(struct seat *s);

/* Draw the sides of a pair, unless an unfinished round has its draw, and commit to the
 * draw. Returns PROGRAM_GO or the exit code. */
int seat_draw(struct seat *s, bool drawn);

/* Take over the draw of an unfinished round. Returns false if it is not the draw of
 * that commitment. */
bool seat_recall_draw(struct seat *s, const char *nonce, const char *commitment);

/* Start the round at its opening screen. */
void seat_start(struct seat *s);

/* Write the opening screen. */
void seat_write_opening(struct seat *s);

/* A pipe types in the place of a person. */
void seat_set_pipe(struct seat *s, const struct seat_pipe *pipe);

/* State */

/* The caller of a station that could not be reached, or NULL. */
const struct caller *seat_failed_caller(const struct seat *s);

/* The number of bells requested so far, by the seat and its consoles. */
unsigned seat_bells(const struct seat *s);

/* The side before the judge. */
struct seat_side *seat_current(struct seat *s);

/* Whether the sides have an unfinished conversation to resume. */
bool seat_has_past(const struct seat *s);

/* Show a note, with a bell if it must not be missed; or clear it. */
void seat_note(struct seat *s, bool bell, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void seat_clear_note(struct seat *s);

void seat_ring(struct seat *s);
void seat_redraw(struct seat *s);

/* Ask a question, or withdraw it. */
void seat_ask(struct seat *s, enum seat_ask ask);

/* The answer to SEAT_ASK_RESUME. */
void seat_answer_resume(struct seat *s, bool yes);

/* Outside a round the console takes the answer: look for it. Once a turn of the loop.
 */
void seat_follow_question(struct seat *s);

/* Turn to the next page of the opening screen. Returns false on the last page. */
bool seat_turn_page(struct seat *s);

/* The opening screen has pages 0 to last at the present size of the terminal. */
void seat_set_last_page(struct seat *s, int last);

/* Which side is before the judge when the round resumes; a round that is no pair talks
 * to that side. */
void seat_resume_at(struct seat *s, int at, struct moment now);

/* The round */

/* Connect links, clocks and round. Once a turn of the loop, after the sides. */
void seat_follow(struct seat *s, struct moment now);

/* The judge goes to another side. One side of a pair stays connected; else this
 * conversation ends in order and the other station is called. */
void seat_move(struct seat *s, int to, struct moment now);

/* A judge without a clock ends all conversations; the ballot is next. */
void seat_end_talk(struct seat *s, struct moment now);

/* The form was confirmed: save it, or show the form of the ranks. */
void seat_confirm(struct seat *s, struct moment now);

/* Write the confirmed ballot to disk; after an error this can be repeated. */
void seat_save(struct seat *s, struct moment now);

/* The judge leaves: in order if the ballot is safe or nothing was said, else the round
 * stays unfinished. */
void seat_leave(struct seat *s, struct moment now);

/* The terminal is closed, or the system shuts down. */
void seat_hang_up(struct seat *s, struct moment now);

#endif
