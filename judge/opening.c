#include "opening.h"

#include <stdarg.h>
#include <stdio.h>

static void add(struct opening *o, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(struct opening *o, const char *format, ...)
{
    va_list arguments;

    if (o->count == OPENING_LINES)
        return;
    va_start(arguments, format);
    vsnprintf(o->lines[o->count++], OPENING_LINE_SIZE, format, arguments);
    va_end(arguments);
}

static const char *plural(int count)
{
    return count == 1 ? "" : "s";
}

static void add_who(struct opening *o, const struct opening_about *about)
{
    if (about->book->terminals == 2 && about->stations == 2)
        add(o,
            "You talk to two others, LEFT and RIGHT. %s When the time is up you say "
            "which of them seemed to be the person.",
            about->book->told);
    else if (about->stations > 1)
        add(o,
            "You talk to %d others, one after the other. %s In the end you are asked "
            "what you think of each.",
            about->stations, about->book->told);
    else
        add(o, "You talk to somebody whom you do not see. %s", about->book->told);
}

static const char *where_time_is(const struct opening_about *about)
{
    if (about->piped)
        return "The time left is said each minute.";
    return about->plain
               ? "The time left is said each minute, and whenever you hold the "
                 "Control key and press L."
               : "The time left stands in the bottom line.";
}

static void add_time(struct opening *o, const struct opening_about *about)
{
    int minutes = about->minutes;

    if (minutes == 0)
        return;
    if (about->in_turn)
        add(o,
            "You have %d minute%s with LEFT and then %d minute%s with RIGHT, each from "
            "your first key there. %s",
            minutes, plural(minutes), minutes, plural(minutes), where_time_is(about));
    else
        add(o, "You have %d minute%s%s, from your first key on. %s", minutes,
            plural(minutes),
            about->book->terminals == 2 ? " for both together"
            : about->stations > 1       ? " for each"
                                        : "",
            where_time_is(about));
}

/* How to say something, as the book has it. */
static void add_typing(struct opening *o, const struct opening_about *about)
{
    switch (about->book->manner) {
    case MANNER_TURNS:
        add(o, "Type a question, and then press the Return key (Enter) twice in a "
               "row: now it is the other's turn. When the answer ends in a new '>', "
               "it is yours again.");
        break;
    case MANNER_MESSAGES:
        add(o,
            "Type a message, and then press the Return key (Enter)%s: it is sent. "
            "Nobody sees it before.",
            about->book->returns_to_send == 2 ? " twice in a row" : "");
        break;
    case MANNER_FREE:
        add(o,
            "Type when you like; the Return key (Enter) ends a line. Each letter is "
            "seen "
            "by the other as you type it, and %s.",
            about->plain ? "you see a line of theirs when it is ended"
                         : "each of theirs by you");
        break;
    }
}

static bool is_shared(const struct opening_about *about)
{
    return about->book->terminals == 2 && !about->in_turn;
}

/* By lines each of them says whose it is. */
static const char *whose(const struct opening_about *about)
{
    if (!about->plain)
        return "";
    return about->book->terminals == 2
               ? " Each line begins with the side whose it is, LEFT or RIGHT."
               : " Each line begins with the number of the one whose it is.";
}

static void add_moving_piped(struct opening *o, const struct opening_about *about)
{
    add(o, "%s%s",
        is_shared(about)
            ? "Tab goes to the other side and back. Control-D goes on to the ballot."
            : "Control-D goes on to the next one, and in the end to the ballot.",
        whose(about));
}

static void add_moving(struct opening *o, const struct opening_about *about)
{
    if (about->stations < 2)
        return;
    if (about->piped)
        add_moving_piped(o, about);
    else if (is_shared(about))
        add(o,
            "The Tab key, at the left edge of the keyboard, goes to the other side and "
            "back.%s",
            whose(about));
    else if (about->book->terminals != 2 && about->plain)
        add(o,
            "To go on with another one press the Tab key, at the left edge of the "
            "keyboard, and then its number.%s",
            whose(about));
    else if (about->book->terminals != 2)
        add(o, "The Tab key, at the left edge of the keyboard, shows the list of the "
               "others, to go on with another one.");
    else if (about->plain)
        add(o, "You begin at the right side when the time at the left one is up.%s",
            whose(about));
}

/* How to take back, to read again, and to end. */
static void add_keys(struct opening *o, const struct opening_about *about)
{
    const char *page = about->plain ? "" : " Page Up shows earlier lines.";

    if (about->piped)
        add(o, "The ballot is asked for line by line.%s",
            about->stations < 2 ? " Control-D goes on to it." : "");
    else
        add(o, "BackSpace takes a letter back.%s%s%s", page,
            about->minutes == 0 ? " F10 ends it." : "",
            about->plain ? " In the end the ballot is asked for line by line." : "");
}

void opening_write(struct opening *o, const struct opening_about *about)
{
    *o = (struct opening){0};
    if (about->title != NULL)
        add(o, "%s", about->title);
    add_who(o, about);
    add_time(o, about);
    add_typing(o, about);
    add_moving(o, about);
    add_keys(o, about);
    if (!about->piped)
        add(o, "Press any key to go on.");
}
