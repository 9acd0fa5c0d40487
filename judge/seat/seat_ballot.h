/*
 * seat_ballot.h - the ballot of a round, from the empty form to BALLOTS.CSV. Where the
 * book ranks terminals after the last round, a second form asks for the ranks: the four
 * terminals of the round (wager), or one terminal of each of the judge's rounds, the
 * one not taken for the human (2009).
 *
 * Sources: rules/2009.txt, 3 and 4; rules/wager.txt, II.
 */
#ifndef SEAT_BALLOT_H
#define SEAT_BALLOT_H

#include "judge/draw/side_draw.h"
#include "judge/round/ballot_form.h"
#include "judge/round/ballot_prompt.h"
#include "judge/seat/seat_side.h"

enum {
    SEAT_RANKED_MOST = BALLOT_SEATS_MAX,
    SEAT_FORMS = 2, /* the ballot and the ranks */
};

/* A terminal to rank. */
struct seat_ranked {
    struct ballot_seat seat;
    char name[BALLOT_FORM_NAME_SIZE];
};

/* Large. Members are written by seat_ballot.c only. */
struct seat_ballot {
    const struct settings *settings;
    const struct seat_side *sides;
    int count;                                 /* sides */
    const struct side_draw *draw;              /* NULL: sides are not drawn */
    struct ballot_form form;                   /* the form on the screen */
    struct ballot_prompt prompt;               /* the same form, asked line by line */
    struct ballot_form filled[SEAT_FORMS];     /* confirmed forms */
    int confirmed;                             /* number of confirmed forms */
    int saved;                                 /* number of forms in BALLOTS.CSV */
    int error;                                 /* errno of the last append, or 0 */
    struct seat_ranked rank[SEAT_RANKED_MOST]; /* terminals to rank, if known */
    int ranked;                                /* entries of rank[] */
    bool ranks_only;                           /* this run asks for the ranks alone */
    bool has_ranked; /* BALLOTS.CSV has this judge's ranks already */
};

/* Make *b an empty ballot. All arguments are borrowed; draw may be NULL. */
void seat_ballot_init(struct seat_ballot *b, const struct settings *settings,
    const struct seat_side *sides, int count, const struct side_draw *draw);

/* Read this judge's earlier rounds from BALLOTS.CSV, before the sandbox closes it.
 * Returns 0; or -1 with errno. */
int seat_ballot_read(struct seat_ballot *b);

/* Whether all terminals to rank are known and no ranks were given yet. */
bool seat_ballot_ranks_are_due(const struct seat_ballot *b);

/* Whether BALLOTS.CSV has the ballot of this session. */
bool seat_ballot_has(const struct seat_ballot *b, const char *session);

/* Whether it has the ballot of this session and the ranks that go with it. */
bool seat_ballot_is_complete(const struct seat_ballot *b, const char *session);

/* The ballot is in BALLOTS.CSV already: ask for the ranks. ranks_only: the round itself
 * is over since an earlier run. */
void seat_ballot_skip(struct seat_ballot *b, bool ranks_only);

/* Make the form that is next: the ballot, or the ranks. */
void seat_ballot_start(struct seat_ballot *b);

/* A key for the form, on a screen or line by line (by_lines). */
enum ballot_form_result seat_ballot_press(
    struct seat_ballot *b, bool by_lines, uint32_t code, int64_t tick);

/* The question for confirmation is shown, or not (line by line): keys before it do not
 * answer it. */
void seat_ballot_ask(struct seat_ballot *b, bool open);

/*
 * The form was confirmed. Returns true if that was the last one. False: the ballot was
 * appended (error says if that failed) and the form of the ranks is next.
 */
bool seat_ballot_confirm(struct seat_ballot *b, struct moment now);

/* Append confirmed forms to BALLOTS.CSV. Returns whether all are safe; if not, error is
 * set and the call can be repeated. */
bool seat_ballot_append(struct seat_ballot *b, struct moment now);

#endif
