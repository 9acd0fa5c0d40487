#include "console.h"

#include "typing.h"

static void greet(struct console *c, struct moment now)
{
    char greeting[CONSOLE_TEXT_SIZE];
    size_t length;

    if (c->self == SIDE_JUDGE)
        return;
    typing_line(c, &length);
    if (length > 0) {
        console_note(c, true, "F2 greets on an empty line only");
        return;
    }
    console_greeting(c, greeting);
    console_type_text(c, greeting, now);
    if (typing_may_enter(c))
        typing_enter(c, K_RETURN, now);
}

static void erase(struct console *c, size_t count, struct moment now)
{
    if (count == 0)
        typing_enter(c, K_BACKSPACE, now); /* says what is wrong */
    while (count-- > 0 && typing_enter(c, K_BACKSPACE, now) == 0)
        continue;
}

static void erase_line(struct console *c, struct moment now)
{
    size_t length;

    typing_line(c, &length);
    erase(c, length, now);
}

/* The blanks at the end, and the word before them. */
static void erase_word(struct console *c, struct moment now)
{
    size_t all, left;
    const uint32_t *line = typing_line(c, &all);

    left = all;
    while (left > 0 && line[left - 1] == ' ')
        left--;
    while (left > 0 && line[left - 1] != ' ')
        left--;
    erase(c, all - left, now);
}

static struct page_place top_of_pane(const struct console *c)
{
    return c->scrolled ? c->top : page_live(&c->page, c->width, c->height);
}

static void scroll_back(struct console *c, size_t rows)
{
    struct page_place from = top_of_pane(c);

    c->top = page_back(&c->page, from, rows, c->width);
    c->scrolled = c->scrolled || page_is_before(c->top, from);
}

static void scroll_forward(struct console *c, size_t rows)
{
    struct page_place live = page_live(&c->page, c->width, c->height);

    c->top = page_forward(&c->page, top_of_pane(c), rows, c->width);
    c->scrolled = page_is_before(c->top, live);
}

/* Whether a reply is being made, which the judge may ask to end. */
static bool can_stop(const struct console *c)
{
    const struct prompt *p = &c->talk.prompt;

    return c->self == SIDE_JUDGE && p->turns && p->turn != c->self;
}

static void ask_to_stop(struct console *c)
{
    c->question = ASK_STOP;
    c->just_asked = true;
}

static void ask_to_leave(struct console *c, struct moment now)
{
    if (c->recorder == NULL && c->self == SIDE_JUDGE && !c->in_danger)
        c->done = true;
    else if (c->leaving)
        console_leave(c, now, 0);
    else
        c->question = ASK_LEAVE;
}

/* A referee limits what a confederate says, or no longer does (rules/1996.txt 15,
 * 2003.txt 51 and 53). The judge is not told. */
static void pause_or_go_on(struct console *c, struct moment now)
{
    if (c->settings->program != PROGRAM_CONFEDERATE)
        return;
    console_pause(c, !c->paused, now);
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
        return true; /* there is but one pane */
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

static void answer(struct console *c, uint32_t code, struct moment now)
{
    enum question question = c->question;
    bool yes = code == 'y' || code == 'Y';

    if (code == COMMAND_REDRAW) {
        c->redraws++;
        return;
    }
    /* A conversation is not given up by a key that often means nothing. */
    if (!yes && code != 'n' && code != 'N' &&
        (code != K_ESCAPE || question == ASK_RESUME)) {
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
    c->note[0] = '\0';
    if (c->question != ASK_NOTHING && !c->just_asked) {
        answer(c, code, now);
        return;
    }
    if (c->just_asked)
        return; /* what came together with the Escape, as from Alt, is no answer */
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
        if (can_stop(c) && c->recorder != NULL && !c->leaving)
            ask_to_stop(c);
        return;
    default:
        typing_enter(c, code, now);
    }
}
