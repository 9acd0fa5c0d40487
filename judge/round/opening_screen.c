#include "judge/round/opening_screen.h"

#include <stdarg.h>
#include <stdio.h>

static void add_paragraph(struct opening_screen *o, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_paragraph(struct opening_screen *o, const char *format, ...)
{
    va_list arguments;

    if (o->count == OPENING_SCREEN_LINES)
        return;
    va_start(arguments, format);
    vsnprintf(o->lines[o->count++], OPENING_SCREEN_LINE_SIZE, format, arguments);
    va_end(arguments);
}

static const char *plural(int count)
{
    return count == 1 ? "" : "s";
}

static void add_partners(
    struct opening_screen *o, const struct opening_screen_about *about)
{
    if (about->book->terminals == 2 && about->stations == 2)
        add_paragraph(o,
            "You talk to two partners, LEFT and RIGHT. %s When the time is up, you "
            "decide which of them is the person.",
            about->book->briefing);
    else if (about->stations > 1)
        add_paragraph(o,
            "You talk to partners at %d terminals, one after the other. %s At the end "
            "you judge each of them.",
            about->stations, about->book->briefing);
    else
        add_paragraph(o, "You talk to one partner, whom you cannot see. %s",
            about->book->briefing);
}

static const char *where_time_is(const struct opening_screen_about *about)
{
    if (about->piped)
        return "The time left is announced each minute.";
    return about->plain
               ? "The time left is announced each minute, and when you hold the "
                 "Control key and press L."
               : "The bottom line shows the time left.";
}

static void add_time(struct opening_screen *o, const struct opening_screen_about *about)
{
    int minutes = about->minutes;

    if (minutes == 0)
        return;
    if (about->in_turn)
        add_paragraph(o,
            "You have %d minute%s with LEFT and then %d minute%s with RIGHT, each from "
            "your first key there. %s",
            minutes, plural(minutes), minutes, plural(minutes), where_time_is(about));
    else
        add_paragraph(o, "You have %d minute%s%s, from your first key on. %s", minutes,
            plural(minutes),
            about->book->terminals == 2 ? " for both together"
            : about->stations > 1       ? " for each"
                                        : "",
            where_time_is(about));
}

static void add_typing(
    struct opening_screen *o, const struct opening_screen_about *about)
{
    const struct rulebook *book = about->book;

    add_paragraph(o, "%s",
        about->plain && book->typing_by_lines != NULL ? book->typing_by_lines
                                                      : book->typing);
}

static bool is_shared(const struct opening_screen_about *about)
{
    return about->book->terminals == 2 && !about->in_turn;
}

/* The side at the start of each line, without a screen. */
static const char *line_start(const struct opening_screen_about *about)
{
    if (!about->plain)
        return "";
    return about->book->terminals == 2
               ? " Each line begins with its side, LEFT or RIGHT."
               : " Each line begins with the number of its terminal.";
}

static void add_moving_piped(
    struct opening_screen *o, const struct opening_screen_about *about)
{
    add_paragraph(o, "%s%s",
        is_shared(about)
            ? "Tab goes to the other side and back. Control-D goes on to the ballot."
            : "Control-D goes to the next partner, and after the last one to the "
              "ballot.",
        line_start(about));
}

static void add_moving(
    struct opening_screen *o, const struct opening_screen_about *about)
{
    if (about->stations < 2)
        return;
    if (about->piped)
        add_moving_piped(o, about);
    else if (is_shared(about))
        add_paragraph(o,
            "The Tab key, at the left edge of the keyboard, goes to the other side and "
            "back.%s",
            line_start(about));
    else if (about->book->terminals != 2 && about->plain)
        add_paragraph(o,
            "To change to another partner, press the Tab key, at the left edge of the "
            "keyboard, and then its number.%s",
            line_start(about));
    else if (about->book->terminals != 2)
        add_paragraph(o,
            "The Tab key, at the left edge of the keyboard, shows the list of "
            "terminals, to change to another one.");
    else if (about->plain)
        add_paragraph(o,
            "The right side begins when the time of the left side is up.%s",
            line_start(about));
}

/* Keys to erase, to scroll and to end. */
static void add_keys(struct opening_screen *o, const struct opening_screen_about *about)
{
    const char *page = about->plain ? "" : " Page Up shows earlier lines.";

    if (about->piped)
        add_paragraph(o, "%sYou fill in the ballot line by line.",
            about->stations < 2 ? "Control-D goes on to the ballot. " : "");
    else
        add_paragraph(o, "BackSpace erases a letter.%s%s%s", page,
            about->minutes == 0 ? " F10 ends the talk." : "",
            about->plain ? " At the end you fill in the ballot line by line." : "");
}

void opening_screen_write(
    struct opening_screen *o, const struct opening_screen_about *about)
{
    *o = (struct opening_screen){0};
    if (about->title != NULL)
        add_paragraph(o, "%s", about->title);
    add_partners(o, about);
    add_time(o, about);
    add_typing(o, about);
    add_moving(o, about);
    add_keys(o, about);
    if (!about->piped)
        add_paragraph(o, "Press any key to go on.");
}
