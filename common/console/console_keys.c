#include "common/console/console.h"

#include <stdio.h>
#include <string.h>

#include "common/input/question.h"

void console_greeting(const struct console *c, char text[static CONSOLE_TEXT_SIZE])
{
    const char *greeting = c->settings->greeting;
    const char *mark = strstr(greeting, "%d");

    if (mark == NULL)
        snprintf(text, CONSOLE_TEXT_SIZE, "%s", greeting);
    else
        snprintf(text, CONSOLE_TEXT_SIZE, "%.*s%u%s", (int)(mark - greeting), greeting,
            c->session.talk.prompt.judge, mark + 2);
}

static void greet(struct console *c, struct moment now)
{
    char greeting[CONSOLE_TEXT_SIZE];
    size_t length;

    if (c->self == SIDE_JUDGE)
        return;
    typing_line(&c->typing, &length);
    if (length > 0) {
        console_note(c, true, "F2 greets on an empty line only");
        return;
    }
    console_greeting(c, greeting);
    console_enter_text(c, greeting, now);
    if (console_may_enter(c))
        console_enter(c, K_RETURN, now);
}

static void erase(struct console *c, size_t count, struct moment now)
{
    if (count == 0)
        console_enter(c, K_BACKSPACE, now); /* for its refusal note */
    while (count-- > 0 && console_enter(c, K_BACKSPACE, now) == 0)
        continue;
}

static void erase_line(struct console *c, struct moment now)
{
    size_t length;

    typing_line(&c->typing, &length);
    erase(c, length, now);
}

/* The blanks at the end, and the word before them. */
static void erase_word(struct console *c, struct moment now)
{
    size_t all, left;
    const uint32_t *line = typing_line(&c->typing, &all);

    left = all;
    while (left > 0 && line[left - 1] == ' ')
        left--;
    while (left > 0 && line[left - 1] != ' ')
        left--;
    erase(c, all - left, now);
}

static struct page_place top_of_pane(const struct console *c)
{
    return c->scrolled ? c->top : page_live(&c->session.page, c->width, c->height);
}

static void scroll_back(struct console *c, size_t rows)
{
    struct page_place from = top_of_pane(c);

    c->top = page_back(&c->session.page, from, rows, c->width);
    c->scrolled = c->scrolled || page_is_before(c->top, from);
}

static void scroll_forward(struct console *c, size_t rows)
{
    struct page_place live = page_live(&c->session.page, c->width, c->height);

    c->top = page_forward(&c->session.page, top_of_pane(c), rows, c->width);
    c->scrolled = page_is_before(c->top, live);
}

/* Whether a reply is being made, which the judge may ask to end. */
static bool can_stop(const struct console *c)
{
    const struct prompt *p = &c->session.talk.prompt;

    return c->self == SIDE_JUDGE && p->turns && p->turn != c->self;
}

static void ask_to_stop(struct console *c)
{
    c->question = ASK_STOP;
    c->just_asked = true;
}

static void ask_to_leave(struct console *c, struct moment now)
{
    if (c->session.recorder == NULL && c->self == SIDE_JUDGE && !c->session.in_danger)
        c->done = true;
    else if (c->leaving)
        console_leave(c, now, 0);
    else
        c->question = ASK_LEAVE;
}

/* A referee limits a confederate's words, or lifts the limit (rules/1996.txt 15,
 * 2003.txt 51 and 53). The judge is not notified. */
static void pause_or_go_on(struct console *c, struct moment now)
{
    if (c->settings->program != PROGRAM_CONFEDERATE)
        return;
    c->paused = !c->paused;
    session_note(&c->session, c->paused ? "paused" : "resumed", now.wall);
    if (!c->paused)
        console_note(c, false, "Keys are typed again");
}

/* Returns false if the code is no command. */
static bool obey(struct console *c, uint32_t code, struct moment now)
{
    size_t page = c->height > 1 ? c->height - 1 : 1;
    bool can_scroll = c->width > 0 && c->height > 0;

    switch (code) {
    case COMMAND_PAGE_UP:
    case COMMAND_LINE_UP:
    case COMMAND_OLDEST:
        if (can_scroll)
            scroll_back(c, code == COMMAND_PAGE_UP   ? page
                           : code == COMMAND_LINE_UP ? 1
                                                     : SIZE_MAX / 2);
        return true;
    case COMMAND_PAGE_DOWN:
    case COMMAND_LINE_DOWN:
        if (can_scroll && c->scrolled)
            scroll_forward(c, code == COMMAND_PAGE_DOWN ? page : 1);
        return true;
    case COMMAND_NEWEST:
        c->scrolled = false;
        return true;
    case COMMAND_LEFT:
    case COMMAND_RIGHT:
        return true; /* a console has one pane */
    case COMMAND_REDRAW:
        c->redraws++;
        return true;
    case COMMAND_PAUSE:
        pause_or_go_on(c, now);
        return true;
    case COMMAND_LEAVE:
        ask_to_leave(c, now);
        return true;
    default:
        return false;
    }
}

static void answer_question(struct console *c, uint32_t code, struct moment now)
{
    enum console_question question = c->question;
    /* Escape is pressed by habit: it does not give up a conversation. */
    enum question_answer answer = question_press(code, question != ASK_RESUME);
    bool yes = answer == QUESTION_YES;

    if (code == COMMAND_REDRAW) {
        c->redraws++;
        return;
    }
    if (answer == QUESTION_OPEN) {
        c->bells++;
        return;
    }
    c->question = ASK_NOTHING;
    if (question == ASK_LEAVE && yes)
        console_leave(c, now, CONVERSATION_BYE_MS);
    else if (question == ASK_STOP && yes && can_stop(c))
        console_type(c, K_ESCAPE, now);
    else if (question == ASK_ANEW) {
        c->anew = yes;
        c->done = !yes;
    } else if (question == ASK_RESUME)
        c->resume = yes;
}

void console_press(struct console *c, uint32_t code, struct moment now)
{
    console_clear_note(c);
    if (c->question != ASK_NOTHING && !c->just_asked) {
        answer_question(c, code, now);
        return;
    }
    if (c->just_asked)
        return; /* a key in the same turn as the Escape, as from Alt, is no answer */
    if (obey(c, code, now))
        return;
    if (c->scrolled) {
        /* The key that returns to the live end is not typed. */
        c->scrolled = false;
        return;
    }
    if (c->settings->program == PROGRAM_ENTRY) {
        console_note(c, true, "The program types here; ^D leaves");
        return;
    }
    if (c->paused) {
        c->bells++;
        return;
    }
    switch (code) {
    case COMMAND_GREET:
        greet(c, now);
        return;
    case COMMAND_ERASE_WORD:
        erase_word(c, now);
        return;
    case COMMAND_ERASE_LINE:
        erase_line(c, now);
        return;
    case K_ESCAPE:
        if (can_stop(c) && c->session.recorder != NULL && !c->leaving)
            ask_to_stop(c);
        return;
    default:
        console_enter(c, code, now);
    }
}
