#include "judge/seat/seat_status.h"

#include <stdio.h>
#include <string.h>

#include "common/console/status.h"
#include "common/input/question.h"
#include "judge/seat/seat_pipe.h"

enum { TIME_SIZE = ROUND_SPELL_SIZE };

/* Time left of a side's clock; empty without a clock. */
static void spell_clock(const struct seat *s, int side, char *text, size_t size)
{
    int64_t left = round_shown(&s->round, side);
    char spelled[TIME_SIZE];

    text[0] = '\0';
    if (left == ROUND_LOCKED)
        snprintf(text, size, "locked");
    else if (left != ROUND_NO_CLOCK) {
        round_spell(left, spelled);
        snprintf(text, size, "%s left", spelled);
    }
}

/* State of a side of a pair during the talk. */
static const char *talk_word(const struct seat *s, int side)
{
    switch (round_may_press(&s->round, side)) {
    case ROUND_KEY_OVER:
        return "over";
    case ROUND_KEY_LOCKED:
        return "not yet";
    default:
        break;
    }
    if (side == s->at)
        return "you type here";
    return seat_side_has_news(&s->sides[side]) ? "NEWS, Tab goes there"
                                               : "Tab goes there";
}

/* State of a side after the talk. */
static const char *review_word(const struct seat *s, int side)
{
    if (s->pair)
        return side == s->at ? ": you read here" : ": arrows go there";
    return s->count > 1 ? ": arrows show the others" : "";
}

void seat_status_title(const struct seat *s, int side, struct moment now,
    char text[static CONSOLE_TEXT_SIZE])
{
    const struct seat_side *it = &s->sides[side];
    bool talking = s->round.phase == ROUND_TALKING || s->round.phase == ROUND_OPENING;
    char link[CONSOLE_TEXT_SIZE];

    if (s->ask == SEAT_ASK_RESUME) /* no key goes anywhere yet */
        snprintf(text, CONSOLE_TEXT_SIZE, "%s", it->name);
    else if (talking && it->console.line == LINE_LOST) {
        status_bare_link(&it->console, now.tick, link, sizeof(link));
        snprintf(text, CONSOLE_TEXT_SIZE, "%s: %.20s", it->name, link);
    } else if (talking && s->pair)
        snprintf(text, CONSOLE_TEXT_SIZE, "%s: %s", it->name, talk_word(s, side));
    else if (talking)
        snprintf(text, CONSOLE_TEXT_SIZE, "%s of %d: Tab shows the list", it->name,
            s->count);
    else
        snprintf(text, CONSOLE_TEXT_SIZE, "%s%s", it->name, review_word(s, side));
}

void seat_status_left(const struct seat *s, char text[static CONSOLE_TEXT_SIZE])
{
    const struct console *c = &s->sides[s->at].console;
    unsigned judge = s->settings->judge >= 0 ? (unsigned)s->settings->judge
                                             : c->session.talk.prompt.judge;
    char clock[2 * TIME_SIZE], spelled[TIME_SIZE];
    int64_t left = ROUND_NO_CLOCK;

    spell_clock(s, s->at, clock, sizeof(clock));
    if (s->ask == SEAT_ASK_RESUME)
        clock[0] = '\0'; /* not known before it resumes */
    if (s->round.phase > ROUND_TALKING) {
        clock[0] = '\0';
        left = s->round.phase == ROUND_THANKS ? round_change_left(&s->round)
                                              : round_review_left(&s->round);
    }
    if (left != ROUND_NO_CLOCK) {
        round_spell(left, spelled);
        snprintf(clock, sizeof(clock), "%s %s", spelled,
            s->round.phase == ROUND_THANKS ? "to change places" : "left");
    }
    snprintf(text, CONSOLE_TEXT_SIZE, "Judge %02u%s%s", judge % PROMPT_JUDGES,
        clock[0] != '\0' ? "  " : "", clock);
}

/* Hint during the talk: of the round, else of the console by console_hint(). */
static void talking_hint(const struct seat *s, char *text,
    void (*console_hint)(const struct console *c, char *text))
{
    const struct console *c = &s->sides[s->at].console;

    if (round_may_go_on(&s->round, s->at))
        snprintf(text, CONSOLE_TEXT_SIZE, "No link: Return goes on without it");
    else if (round_may_press(&s->round, s->at) == ROUND_KEY_LOCKED)
        snprintf(text, CONSOLE_TEXT_SIZE, "%s", round_refusal(ROUND_KEY_LOCKED));
    else if (s->pair && round_may_press(&s->round, s->at) == ROUND_KEY_OVER)
        snprintf(text, CONSOLE_TEXT_SIZE, "This side is over: Tab to the other");
    else if (!s->pair && s->count > 1 && c->line == LINE_OVER)
        snprintf(text, CONSOLE_TEXT_SIZE, "%s",
            s->round.clock_ms > 0 ? "Over here: Tab, then another number"
                                  : "Ended. Tab: next one, F10: ballot");
    else
        console_hint(c, text);
}

/* Name a terminal that was not visited: the ballot leads to no terminal. */
static void ask_to_end(const struct seat *s, char *text)
{
    for (int i = 0; i < s->count; i++)
        if (i != s->at && s->sides[i].session[0] == '\0') {
            snprintf(text, CONSOLE_TEXT_SIZE, "%s unvisited. End it?" QUESTION_KEYS,
                s->sides[i].name);
            return;
        }
    snprintf(text, CONSOLE_TEXT_SIZE, "End it, fill in the ballot?" QUESTION_KEYS);
}

static void ask_text(const struct seat *s, char *text)
{
    static const char *const texts[] = {
        [SEAT_ASK_NOTHING] = "",
        [SEAT_ASK_LEAVE] = "Leave? You can come back." QUESTION_KEYS,
        [SEAT_ASK_END] = "",
        [SEAT_ASK_WHICH] = "Which one? Type its number",
        [SEAT_ASK_RESUME] = "Unfinished. Resume it?" QUESTION_KEYS,
    };

    if (s->ask == SEAT_ASK_END)
        ask_to_end(s, text);
    else
        snprintf(text, CONSOLE_TEXT_SIZE, "%s", texts[s->ask]);
}

/* The question for confirmation goes before all notes of clocks. */
static bool is_confirming(const struct seat *s)
{
    return s->round.phase == ROUND_BALLOT &&
           s->ballot.form.step == BALLOT_FORM_CONFIRMING;
}

int64_t seat_status_due(const struct seat *s)
{
    if (s->round.phase == ROUND_REVIEW)
        return s->shut;
    return is_confirming(s) ? s->ballot.form.shown + BALLOT_FORM_PAUSE_MS : INT64_MAX;
}

static void write_hint(const struct seat *s, struct moment now, char *text)
{
    const struct console *c = &s->sides[s->at].console;

    text[0] = '\0';
    if (s->ask != SEAT_ASK_NOTHING)
        ask_text(s, text);
    else if (s->round.phase == ROUND_SAVING)
        snprintf(text, CONSOLE_TEXT_SIZE, "NOT SAVED, %s: Return tries again",
            status_error(s->ballot.error));
    else if (is_confirming(s))
        snprintf(text, CONSOLE_TEXT_SIZE, "%s",
            now.tick < seat_status_due(s) ? "" : ballot_form_hint(&s->ballot.form));
    else if (s->note[0] != '\0' && !c->session.in_danger && !c->session.talk.restored)
        snprintf(text, CONSOLE_TEXT_SIZE, "%s", s->note);
    else if (s->round.phase == ROUND_TALKING)
        talking_hint(s, text, status_hint);
    else if (s->round.phase > ROUND_TALKING && (c->scrolled || c->session.in_danger))
        status_hint(c, text);
    else if (s->round.phase == ROUND_REVIEW)
        snprintf(text, CONSOLE_TEXT_SIZE, "%s",
            now.tick < s->shut ? "The talk is over"
                               : "Read on; Return opens the ballot");
    else if (s->round.phase == ROUND_BALLOT)
        snprintf(text, CONSOLE_TEXT_SIZE, "%s", ballot_form_hint(&s->ballot.form));
    else
        snprintf(text, CONSOLE_TEXT_SIZE, "%s",
            s->round.phase > ROUND_THANKS    ? "Leaving: the stations are told"
            : s->round.phase == ROUND_THANKS ? "Press any key to leave"
            : s->page < s->last_page         ? "More text: press any key"
                                             : "Press any key to go on");
}

/* Keys after the talk, line by line. */
static const char *review_message(const struct seat *s)
{
    if (s->pipe != NULL)
        return seat_pipe_is_ending(s->pipe) ? "" : "^D goes to the ballot";
    return s->count > 1 ? "Return goes to the ballot, Tab reads another side again"
                        : "Return goes to the ballot, Control-L reads all again";
}

void seat_status_message(
    const struct seat *s, struct moment now, char text[static CONSOLE_TEXT_SIZE])
{
    const struct console *c = &s->sides[s->at].console;
    const char *words = "";

    text[0] = '\0';
    if (s->ask != SEAT_ASK_NOTHING || s->round.phase == ROUND_SAVING)
        write_hint(s, now, text);
    else if (c->session.in_danger || c->session.talk.restored)
        status_message(c, text);
    else if (s->note[0] != '\0')
        words = s->note;
    else if (s->round.phase == ROUND_TALKING)
        talking_hint(s, text, status_message);
    else if (s->round.phase == ROUND_REVIEW && now.tick >= s->shut)
        words = review_message(s);
    else if (s->round.phase == ROUND_THANKS && s->pipe == NULL)
        words = "Press any key to leave";
    if (words[0] != '\0')
        snprintf(text, CONSOLE_TEXT_SIZE, "%s", words);
}

void seat_status_read(const struct seat *s, struct moment now, struct status_line *line)
{
    const struct console *c = &s->sides[s->at].console;

    *line = (struct status_line){.alarming = s->round.phase == ROUND_SAVING};
    seat_status_left(s, line->left);
    write_hint(s, now, line->hint);
    /* The end of the conversation is shown elsewhere. */
    if (s->round.phase <= ROUND_TALKING || c->line != LINE_OVER)
        status_bare_link(c, now.tick, line->right, sizeof(line->right));
    for (int i = 0; i < s->count; i++)
        line->alarming = line->alarming || status_is_alarming(&s->sides[i].console);
}

bool seat_status_thanks(
    const struct seat *s, int line, char text[static CONSOLE_TEXT_SIZE])
{
    text[0] = '\0';
    if (line == 0)
        snprintf(text, CONSOLE_TEXT_SIZE, "Thank you. Your ballot is safe.");
    else if (line >= 2 && line < 2 + s->count && round_may_reveal(&s->round))
        snprintf(text, CONSOLE_TEXT_SIZE, "%s was %s.", s->sides[line - 2].name,
            s->sides[line - 2].console.session.label[0] != '\0'
                ? s->sides[line - 2].console.session.label
                : "never reached");
    return line < (s->ballot.ranks_only ? 1 : 2 + s->count);
}
