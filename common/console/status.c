#include "common/console/status.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "common/input/question.h"

static const char *question_text(const struct console *c)
{
    static const char *const texts[] = {
        [ASK_NOTHING] = "",
        [ASK_LEAVE] = "End the conversation?" QUESTION_KEYS,
        [ASK_STOP] = "Stop this reply?" QUESTION_KEYS,
        [ASK_ANEW] = "No record there. Start a new one?" QUESTION_KEYS,
        [ASK_RESUME] = "Unfinished. Resume it?" QUESTION_KEYS,
    };

    if (c->question == ASK_LEAVE && c->session.in_danger)
        return "RECORD IN DANGER: end now?" QUESTION_KEYS;
    if (c->question == ASK_LEAVE && c->self == SIDE_OTHER)
        return "Close this station?" QUESTION_KEYS;
    return texts[c->question];
}

/* Hint while a message is sent. (A judge's drafts are always messages.) */
static const char *sending_text(const struct console *c)
{
    return c->self == SIDE_JUDGE ? "Being sent to the other; type on"
                                 : "Being sent to the judge; type on";
}

/* Hint for a draft under a book without turns. */
static const char *free_draft_text(const struct console *c)
{
    bool message = c->typing.pace.manner.whole;

    if (c->typing.draft.length == 0 && c->typing.pace.going)
        return message ? sending_text(c) : "Being typed to the judge; type on";
    return message ? "Your message: Return sends it" : "Draft: Return sends this line";
}

/* Hint under a book without turns. */
static const char *free_text(const struct console *c)
{
    bool drafted = typing_is_drafted(&c->typing);

    if (c->settings->program == PROGRAM_ENTRY)
        return c->typing.pace.going ? "The program is replying"
                                    : "The program is listening";
    if (!prompt_may_type(&c->session.talk.prompt, c->self))
        return c->self == SIDE_JUDGE ? "The other begins" : "The judge begins";
    if (!c->session.talk.prompt.begun && c->typing.draft.length == 0 &&
        !c->typing.pace.going)
        return drafted && c->typing.pace.manner.whole
                   ? "You begin: Return sends your message"
                   : "You begin: Return ends a line";
    if (drafted)
        return free_draft_text(c);
    /* A clock leaves less room for the hint. */
    return c->clock.countdown.state == COUNTDOWN_NONE
               ? "Type when you like: Return ends a line"
               : "Type on: Return ends a line";
}

/* Hint for a draft in the own turn. */
static const char *draft_text(const struct console *c)
{
    bool going = c->typing.pace.going, message = c->typing.pace.manner.whole;

    if (c->typing.pace.closing && message)
        return c->self == SIDE_JUDGE ? "Done: it will be sent to the other"
                                     : "Done: it will be sent to the judge";
    if (c->typing.pace.closing)
        return c->typing.pace.before == 0 ? "Done: it will be typed to the judge"
                                          : "Being typed to the judge";
    if (draft_may_end(&c->typing.draft) && !going)
        return "Return again to send";
    if (c->typing.draft.length == 0 && going)
        return "Being typed to the judge; type on";
    if (message)
        return "Your message: Return twice sends it";
    return c->typing.draft.whole ? "Draft: Return twice sends it all"
                                 : "Draft: Return sends this line";
}

static const char *turn_text(const struct console *c)
{
    const struct prompt *p = &c->session.talk.prompt;

    if (c->session.talk.restored)
        return c->self == SIDE_JUDGE ? "Resuming: calling the station"
                                     : "Resuming: the judge is awaited";
    if (judge_clock_refusal(&c->clock, c->self) != NULL)
        return judge_clock_refusal(&c->clock, c->self);
    if (!p->turns)
        return free_text(c);
    if (p->turn != c->self && c->self == SIDE_OTHER)
        return "The judge is typing";
    if (c->settings->program == PROGRAM_ENTRY)
        return "The program is replying";
    if (p->turn == c->self && typing_is_drafted(&c->typing))
        return draft_text(c);
    if (p->turn != c->self)
        return p->stop ? "The other was asked to stop" : "The other is replying";
    if (p->stop)
        return "The judge asks: end this turn now";
    if (p->returned && prompt_is_blank(p->line[c->self].text, p->line[c->self].length))
        return "Return again to send";
    return "Your turn: Return twice sends";
}

/* Hint on the line's state; false if the conversation can go on. */
static bool line_text(const struct console *c, char *text)
{
    switch (c->line) {
    case LINE_WAITING:
        snprintf(text, CONSOLE_TEXT_SIZE, "Waiting for a judge on %s", c->where);
        return true;
    case LINE_CONNECTING:
        snprintf(text, CONSOLE_TEXT_SIZE, "Connecting to %s",
            c->alias != NULL ? c->alias : c->where);
        return true;
    case LINE_BUSY:
        snprintf(text, CONSOLE_TEXT_SIZE, "Busy with another judge: waiting");
        return true;
    case LINE_OVER:
        snprintf(text, CONSOLE_TEXT_SIZE, "The conversation has ended: ^D leaves");
        return true;
    default:
        return false;
    }
}

const char *status_error(int error)
{
    switch (error) {
    case 0:
        return "slow disk";
    case ENOSPC:
    case EDQUOT:
        return "disk full";
    case EFBIG:
        return "too large";
    case EROFS:
        return "read-only";
    case EIO:
        return "disk error";
    case ENOENT:
    case ENODEV:
    case ENXIO:
        return "disk gone";
    case EEXIST:
        return "no free name";
    default:
        return strerror(error);
    }
}

/* Hint on a record in danger: its fault and time; false if the record is safe. */
static bool danger_text(const struct console *c, char *text)
{
    struct recorder_danger danger;
    struct tm since;

    if (!session_danger(&c->session, &danger))
        return false;
    localtime_r(&danger.since, &since);
    /* Without seconds a full disk fits 40 columns, and 80 beside the longest label. */
    snprintf(text, CONSOLE_TEXT_SIZE, "RECORD IN DANGER: %s since %02d:%02d",
        status_error(danger.error), since.tm_hour, since.tm_min);
    return true;
}

/* Hint that goes before all others; false without one. */
static bool urgent_text(const struct console *c, char *text)
{
    if (c->question != ASK_NOTHING)
        snprintf(text, CONSOLE_TEXT_SIZE, "%s", question_text(c));
    else if (danger_text(c, text))
        return true;
    else if (c->paused)
        snprintf(text, CONSOLE_TEXT_SIZE, "PAUSED: no key is typed until F9");
    else if (c->scrolled)
        snprintf(text, CONSOLE_TEXT_SIZE, "Earlier lines: any key comes back");
    else if (c->note[0] != '\0')
        snprintf(text, CONSOLE_TEXT_SIZE, "%s", c->note);
    else
        return false;
    return true;
}

/* Hint on keys that the far program does not take; false if it takes them. */
static bool unread_text(const struct console *c, char *text)
{
    if (c->unread == 0 || c->line != LINE_UP)
        return false;
    snprintf(text, CONSOLE_TEXT_SIZE,
        "Far program does not read: %zu keys wait for %d s", c->unread, c->unread_s);
    return true;
}

void status_hint(const struct console *c, char text[static CONSOLE_TEXT_SIZE])
{
    if (c->leaving && !c->session.in_danger)
        snprintf(text, CONSOLE_TEXT_SIZE, "Ending: ^D leaves at once");
    else if (!urgent_text(c, text) && !unread_text(c, text) && !line_text(c, text))
        snprintf(text, CONSOLE_TEXT_SIZE, "%s", turn_text(c));
}

void status_message(const struct console *c, char text[static CONSOLE_TEXT_SIZE])
{
    bool is_lost = c->line == LINE_LOST && c->question == ASK_NOTHING &&
                   !c->session.in_danger && !c->trouble;

    text[0] = '\0';
    if (is_lost && c->session.talk.restored)
        snprintf(text, CONSOLE_TEXT_SIZE, "%s", turn_text(c));
    else if (is_lost)
        snprintf(text, CONSOLE_TEXT_SIZE, "The link is lost: waiting for it");
    else if (urgent_text(c, text))
        return;
    else if (c->line == LINE_WAITING || c->line == LINE_BUSY ||
             (c->line == LINE_OVER && !c->leaving))
        line_text(c, text);
    else if (c->line == LINE_UP && c->unread > 0) /* once, without the seconds */
        snprintf(text, CONSOLE_TEXT_SIZE, "The far program does not read your keys");
}

void status_bare_link(const struct console *c, int64_t tick, char *text, size_t size)
{
    static const char *const texts[] = {
        [LINE_WAITING] = "no judge",
        [LINE_CONNECTING] = "no link yet",
        [LINE_BUSY] = "no link yet",
        [LINE_UP] = "open link",
        [LINE_OVER] = "ended",
    };

    if (c->line == LINE_LOST)
        snprintf(text, size, "LINK LOST %d s", (int)((tick - c->since) / 1000));
    else if (c->line == LINE_UP && c->unread > 0)
        snprintf(text, size, "NOT READ");
    else if (c->line == LINE_UP && settings_is_direct(c->settings))
        snprintf(text, size, "link ok");
    else if (c->line == LINE_UP && c->settings->secret != NULL)
        snprintf(text, size, "sealed");
    else
        snprintf(text, size, "%s", texts[c->line]);
}

/* Write the judge's clock, if it runs, and the state of the link at tick. */
static void clock_and_link(
    const struct console *c, int64_t tick, char text[static CONSOLE_TEXT_SIZE])
{
    size_t length;

    judge_clock_text(&c->clock, text);
    length = strlen(text);
    if (length > 0)
        length += (size_t)snprintf(text + length, CONSOLE_TEXT_SIZE - length, "  ");
    status_bare_link(c, tick, text + length, CONSOLE_TEXT_SIZE - length);
}

bool status_is_alarming(const struct console *c)
{
    return c->line == LINE_LOST || c->session.in_danger || c->paused || c->unread > 0;
}

void status_read(const struct console *c, int64_t tick, struct status_line *line)
{
    const struct session *s = &c->session;

    snprintf(line->left, sizeof(line->left), "Judge %02u  %s",
        s->talk.prompt.judge % PROMPT_JUDGES,
        s->label[0] != '\0' ? s->label : c->where);
    status_hint(c, line->hint);
    clock_and_link(c, tick, line->right);
    line->alarming = status_is_alarming(c);
}
