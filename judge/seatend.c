#include "seatend.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "program.h"
#include "seatface.h"
#include "status.h"

/* What kept the round from being held, if it was that. */
static const struct caller *failed(const struct seat *s)
{
    for (int i = 0; i < s->made; i++)
        if (s->sides[i].caller.exit_code != 0)
            return &s->sides[i].caller;
    return NULL;
}

static void close_side(struct seat_side *side)
{
    caller_close(&side->caller);
    console_end(&side->console, moment_now());
    console_close(&side->console);
    recovery_close(&side->past);
}

/* What became of a round whose judge was a pipe that has ended. */
static int tell_cut(const struct seat *s)
{
    if (s->round.phase == ROUND_SAVING)
        return program_fail(s->settings, EX_IOERR,
            "the ballot is NOT SAVED (%s): make room, and give it again with --resume",
            status_error(s->error));
    if (s->round.phase == ROUND_LEFT)
        return program_fail(s->settings, EX_TEMPFAIL,
            "the input has ended and no ballot was confirmed: go on with --resume");
    return program_fail(s->settings, EX_TEMPFAIL,
        "the input has ended before anything was said: give it what the judge says");
}

/* Where the records are, to a person at a terminal. */
static void tell_records(const struct seat *s)
{
    if (s->front->plain.name != NULL) {
        if (s->round.phase == ROUND_LEFT)
            fprintf(stderr, "%s: the round is not over: start again to go on\n",
                s->settings->program_name);
        return;
    }
    for (int i = 0; i < s->made; i++)
        if (s->sides[i].console.transcript[0] != '\0')
            printf("The transcript of %s is %s\n", s->sides[i].name,
                s->sides[i].console.transcript);
    if (s->round.phase == ROUND_LEFT)
        printf("The round is not over: start again in the same way to go on\n");
}

int seatend_close(struct seat *s, int code)
{
    const struct caller *caller = failed(s);
    int error = 0;

    seatface_close(s);
    front_close(s->front);
    for (int i = 0; i < s->made; i++) {
        if (caller != NULL && s->round.phase == ROUND_OPENING) /* nothing was said */
            console_settle(&s->sides[i].console);
        close_side(&s->sides[i]);
        if (error == 0)
            error = s->sides[i].console.error;
    }
    secret_free(s->settings->secret);
    if (code != PROGRAM_GO)
        return program_fail(s->settings, code, "%s", s->why);
    if (caller != NULL)
        return program_fail(s->settings, caller->exit_code, "%s", caller->error);
    if (s->pipe.cut && error == 0)
        return tell_cut(s);
    tell_records(s);
    if (error == 0)
        return EX_OK;
    return program_fail(s->settings, EX_IOERR,
        "%s: a transcript or its .KEY may lack its end: keep the record of the other "
        "side",
        error == ETIMEDOUT ? "the disk does not answer" : strerror(error));
}
