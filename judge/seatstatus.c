#include "seatstatus.h"

#include <stdio.h>
#include <string.h>

#include "status.h"

enum { TIME_SIZE = ROUND_SPELL_SIZE };

/* What is left of a side's time, in words. */
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

/* Lines of a side that the judge has not had before him. */
static bool has_news(const struct seat_side *side)
{
    return side->console.page.count > side->read;
}

/* What matters of a side while there is talk, most of all first. */
static const char *talk_word(const struct seat *s, int side)
{
    const struct seat_side *it = &s->sides[side];

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
    return has_news(it) ? "NEWS, Tab goes there" : "Tab goes there";
}

/* What there is to know when there is nothing left to do but read. */
static const char *review_word(const struct seat *s, int side)
{
    if (s->pair)
        return side == s->at ? ": you read here" : ": arrows go there";
    return s->count > 1 ? ": arrows show the others" : "";
}

void seatstatus_title(const struct seat *s, int side, struct moment now,
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

void seatstatus_left(const struct seat *s, char text[static CONSOLE_TEXT_SIZE])
{
    const struct console *c = &s->sides[s->at].console;
    unsigned judge =
        s->settings->judge >= 0 ? (unsigned)s->settings->judge : c->talk.prompt.judge;
    char clock[2 * TIME_SIZE], spelled[TIME_SIZE];
    int64_t left = ROUND_NO_CLOCK;

    spell_clock(s, s->at, clock, sizeof(clock));
    if (s->ask == SEAT_ASK_RESUME)
        clock[0] = '\0'; /* what is left is known when it goes on */
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

/* Where there is nothing special about the round, what the console has to say. */
static void talking_hint(const struct seat *s, char *text,
    void (*ordinary)(const struct console *c, char *text))
{
    const struct console *c = &s->sides[s->at].console;

    if (round_may_go_on(&s->round, s->at))
        snprintf(text, CONSOLE_TEXT_SIZE, "It stays away: Return goes on");
    else if (round_may_press(&s->round, s->at) == ROUND_KEY_LOCKED)
        snprintf(text, CONSOLE_TEXT_SIZE, "%s", round_refusal(ROUND_KEY_LOCKED));
    else if (s->pair && round_may_press(&s->round, s->at) == ROUND_KEY_OVER)
        snprintf(text, CONSOLE_TEXT_SIZE, "Over here: Tab goes to the other side");
    else if (!s->pair && s->count > 1 && c->line == LINE_OVER)
        snprintf(text, CONSOLE_TEXT_SIZE, "%s",
            s->round.clock_ms > 0 ? "It is over here: Tab, and its number"
                                  : "Ended: Tab goes on, F10 to the ballot");
    else
        ordinary(c, text);
}

/* A terminal that was not visited is named: from the ballot no way leads back to it. */
static void ask_to_end(const struct seat *s, char *text)
{
    for (int i = 0; i < s->count; i++)
        if (i != s->at && s->sides[i].session[0] == '\0') {
            snprintf(text, CONSOLE_TEXT_SIZE, "%s unvisited: end it? y or n",
                s->sides[i].name);
            return;
        }
    snprintf(text, CONSOLE_TEXT_SIZE, "End it, fill in the ballot? y or n");
}

static void ask_text(const struct seat *s, char *text)
{
    static const char *const texts[] = {
        [SEAT_ASK_NOTHING] = "",
        [SEAT_ASK_LEAVE] = "Leave? You can come back. y or n",
        [SEAT_ASK_END] = "",
        [SEAT_ASK_WHICH] = "Which one? Type its number",
        [SEAT_ASK_RESUME] = "Unfinished: go on with it? y or n",
    };

    if (s->ask == SEAT_ASK_END)
        ask_to_end(s, text);
    else
        snprintf(text, CONSOLE_TEXT_SIZE, "%s", texts[s->ask]);
}

/* What is asked then goes before all that a clock has to say. */
static bool is_confirming(const struct seat *s)
{
    return s->round.phase == ROUND_BALLOT && s->form.step == FORM_CONFIRMING;
}

int64_t seatstatus_due(const struct seat *s)
{
    if (s->round.phase == ROUND_REVIEW)
        return s->shut;
    return is_confirming(s) ? s->form.shown + FORM_PAUSE_MS : INT64_MAX;
}

void seatstatus_hint(
    const struct seat *s, struct moment now, char text[static CONSOLE_TEXT_SIZE])
{
    const struct console *c = &s->sides[s->at].console;

    text[0] = '\0';
    if (s->ask != SEAT_ASK_NOTHING)
        ask_text(s, text);
    else if (s->round.phase == ROUND_SAVING)
        snprintf(text, CONSOLE_TEXT_SIZE, "NOT SAVED, %s: Return tries again",
            status_error(s->error));
    else if (is_confirming(s))
        snprintf(text, CONSOLE_TEXT_SIZE, "%s",
            now.tick < seatstatus_due(s) ? "" : form_hint(&s->form));
    else if (s->note[0] != '\0' && !c->in_danger && !c->talk.restored)
        snprintf(text, CONSOLE_TEXT_SIZE, "%s", s->note);
    else if (s->round.phase == ROUND_TALKING)
        talking_hint(s, text, status_hint);
    else if (s->round.phase > ROUND_TALKING && (c->scrolled || c->in_danger))
        status_hint(c, text);
    else if (s->round.phase == ROUND_REVIEW)
        snprintf(text, CONSOLE_TEXT_SIZE, "%s",
            now.tick < s->shut ? "The talk is over"
                               : "Read on, or Return: to the ballot");
    else if (s->round.phase == ROUND_BALLOT)
        snprintf(text, CONSOLE_TEXT_SIZE, "%s", form_hint(&s->form));
    else
        snprintf(text, CONSOLE_TEXT_SIZE, "%s",
            s->round.phase != ROUND_OPENING ? "Any key leaves"
            : s->more                       ? "There is more: any key shows it"
                                            : "Any key goes on");
}

/* What may be done when all is said, where there is nothing to scroll. */
static const char *review_message(const struct seat *s)
{
    if (s->front->from_pipe)
        return s->pipe.ending ? "" : "^D goes to the ballot";
    return s->count > 1 ? "Return goes to the ballot, Tab reads another side again"
                        : "Return goes to the ballot, Control-L reads all again";
}

void seatstatus_message(
    const struct seat *s, struct moment now, char text[static CONSOLE_TEXT_SIZE])
{
    const struct console *c = &s->sides[s->at].console;
    const char *words = "";

    text[0] = '\0';
    if (s->ask != SEAT_ASK_NOTHING || s->round.phase == ROUND_SAVING)
        seatstatus_hint(s, now, text);
    else if (c->in_danger || c->talk.restored)
        status_message(c, text);
    else if (s->note[0] != '\0')
        words = s->note;
    else if (s->round.phase == ROUND_TALKING)
        talking_hint(s, text, status_message);
    else if (s->round.phase == ROUND_REVIEW && now.tick >= s->shut)
        words = review_message(s);
    else if (s->round.phase == ROUND_THANKS && !s->front->from_pipe)
        words = "Any key leaves";
    if (words[0] != '\0')
        snprintf(text, CONSOLE_TEXT_SIZE, "%s", words);
}

void seatstatus_link(
    const struct seat *s, struct moment now, char text[static CONSOLE_TEXT_SIZE])
{
    const struct console *c = &s->sides[s->at].console;

    /* That all has ended is said in other places. */
    text[0] = '\0';
    if (s->round.phase <= ROUND_TALKING || c->line != LINE_OVER)
        status_bare_link(c, now.tick, text, CONSOLE_TEXT_SIZE);
}

bool seatstatus_is_alarming(const struct seat *s)
{
    bool alarming = s->round.phase == ROUND_SAVING;

    for (int i = 0; i < s->count; i++)
        alarming = alarming || status_is_alarming(&s->sides[i].console);
    return alarming;
}

bool seatstatus_thanks(
    const struct seat *s, int line, char text[static CONSOLE_TEXT_SIZE])
{
    text[0] = '\0';
    if (line == 0)
        snprintf(text, CONSOLE_TEXT_SIZE, "Thank you. Your ballot is safe.");
    else if (line >= 2 && line < 2 + s->count && round_may_reveal(&s->round))
        snprintf(text, CONSOLE_TEXT_SIZE, "%s was %s.", s->sides[line - 2].name,
            s->sides[line - 2].console.label[0] != '\0'
                ? s->sides[line - 2].console.label
                : "never reached");
    return line < (s->ranks_alone ? 1 : 2 + s->count);
}
