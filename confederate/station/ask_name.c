#include "confederate/station/ask_name.h"

#include <curses.h>
#include <stdio.h>
#include <unistd.h>

#include "common/conversation/opening_line.h"

enum { TEXT_COLUMN = 2 };

static const char question[] = "Name: ";

bool ask_name_is_needed(const struct settings *s)
{
    return s->book->opening_line != NULL && !opening_line_has_name(s->name);
}

bool ask_name_is_possible(const struct settings *s)
{
    return s->name[0] == '\0' && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

void ask_name_open(struct ask_name *a)
{
    a->explained = a->bell = false;
    a->result = ASK_NAME_OPEN;
    line_edit_init(&a->line, OPENING_LINE_NAME_MAX, line_edit_is_ascii);
}

static void take_name(struct ask_name *a)
{
    line_edit_utf8(&a->line, a->name);
    if (opening_line_has_name(a->name))
        a->result = ASK_NAME_GIVEN;
    else
        a->bell = true;
}

void ask_name_press(struct ask_name *a, uint32_t code)
{
    enum line_edit_result result = line_edit_press(&a->line, code);

    if (code == COMMAND_LEAVE)
        a->result = ASK_NAME_LEFT;
    else if (result == LINE_EDIT_DONE)
        take_name(a);
    else
        a->bell = result != LINE_EDIT_CHANGED;
}

static void draw_screen(
    const struct ask_name *a, const struct screen *screen, const char *explanation)
{
    static const struct status_line empty = {.alarming = false};

    erase();
    mvaddnstr(0, TEXT_COLUMN, explanation, COLS - TEXT_COLUMN);
    mvaddnstr(1, TEXT_COLUMN, "Type a human name and press Return. ^D leaves.",
        COLS - TEXT_COLUMN);
    screen_draw_status(screen, &empty, 1);
    screen_draw_question(question, &a->line);
    refresh();
    if (a->bell)
        beep();
}

static void draw_line(
    const struct ask_name *a, struct line_mode *plain, const char *explanation)
{
    uint32_t row[sizeof(question) + LINE_EDIT_MAX];
    size_t length = 0;

    if (!a->explained) {
        line_mode_say(plain, explanation);
        line_mode_say(plain, "Type a human name and press Return");
    }
    while (question[length] != '\0') {
        row[length] = (unsigned char)question[length];
        length++;
    }
    for (size_t i = 0; i < a->line.length; i++)
        row[length++] = a->line.text[i];
    line_mode_show(plain, row, length);
    if (a->bell)
        fputc('\a', stdout);
    fflush(stdout);
}

void ask_name_draw(
    struct ask_name *a, const struct settings *settings, struct terminal *terminal)
{
    char explanation[128];

    if (!terminal_may_draw(terminal))
        return;
    snprintf(explanation, sizeof(explanation),
        "Under the rules of %s the station says its name to each judge.",
        settings->book->name);
    if (terminal->screen != NULL)
        draw_screen(a, terminal->screen, explanation);
    else
        draw_line(a, &terminal->plain, explanation);
    a->explained = true;
    a->bell = false;
    terminal_has_drawn(terminal);
}
