/*
 * stage_play.h - a play in progress.
 */
#ifndef STAGE_PLAY_H
#define STAGE_PLAY_H

#include <limits.h>
#include <stdbool.h>

#include "tests/stage/stage_actor.h"
#include "tests/stage/stage_script.h"

struct play {
    const char *path;
    double patience; /* by which every wait is multiplied */
    struct script script;
    struct names names;
    struct cast cast;
    struct actor *actor; /* the actor of the present line, or NULL */
    struct text why;     /* the present line does not hold */
    bool hopeless;       /* and never will */
    bool skipped;        /* the play is not for this machine */
    bool stained;        /* a sanitizer has reported something */
    char dir[PATH_MAX];
};

/* Perform a line. Returns false, with the reason in play->why, if that fails. */
bool play_line(struct play *play, const struct line *line);

/* The present line cannot come true: say why. Returns false. */
bool play_give_up(struct play *play, const char *why);

/* Read a number from low to high to *number; or give up. */
bool play_number(
    struct play *play, const char *digits, long low, long high, int *number);

/* Note whether a sanitizer has reported something through this actor. */
void play_inspect(struct play *play, const struct actor *actor);

/* Conditions, one function a verb. Returns whether it holds now; play->why may have
 * the reason if not. */
bool seen_text(struct play *play, const struct line *line);
bool seen_no_text(struct play *play, const struct line *line);
bool seen_err_text(struct play *play, const struct line *line);
bool seen_bell(struct play *play, const struct line *line);
bool seen_row(struct play *play, const struct line *line);
bool seen_screen(struct play *play, const struct line *line);
bool seen_screen_all(struct play *play, const struct line *line);
bool seen_picture(struct play *play, const struct line *line);
bool seen_cursor(struct play *play, const struct line *line);
bool seen_exit(struct play *play, const struct line *line);
bool seen_restored(struct play *play, const struct line *line);
bool seen_out(struct play *play, const struct line *line);
bool seen_err(struct play *play, const struct line *line);
bool seen_err_lines(struct play *play, const struct line *line);
bool seen_file_text(struct play *play, const struct line *line);
bool seen_file(struct play *play, const struct line *line);
bool seen_no_file(struct play *play, const struct line *line);
bool seen_clean(struct play *play, const struct line *line);
bool seen_same(struct play *play, const struct line *line);

#endif
