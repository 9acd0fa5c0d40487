/*
 * ask_name.h - the question for the name that a station says to each judge, where -n
 * has not given it. It is asked before judges can connect: they must not wait for it.
 *
 * The caller owns the terminal and the loop: it passes keys on and draws.
 *
 * Source: rules/2004.txt, 3.
 */
#ifndef ASK_NAME_H
#define ASK_NAME_H

#include "common/console/terminal.h"
#include "common/input/line_edit.h"

enum ask_name_result { ASK_NAME_OPEN, ASK_NAME_GIVEN, ASK_NAME_LEFT };

struct ask_name {
    struct line_edit line;
    bool explained;                 /* in line mode: the question is on the terminal */
    bool bell;                      /* the next draw rings the bell */
    char name[LINE_EDIT_UTF8_SIZE]; /* the name given */
    enum ask_name_result result;
};

/* Whether the book has an opening line, and the settings no name that it can hold. */
bool ask_name_is_needed(const struct settings *settings);

/* Whether a person can be asked: -n is absent, and standard input and output are a
 * terminal. */
bool ask_name_is_possible(const struct settings *settings);

/* Ask for the name. */
void ask_name_open(struct ask_name *a);

/* Press a key or a command (keyboard.h): Return gives the name, ^D leaves. */
void ask_name_press(struct ask_name *a, uint32_t code);

/* Draw the question and the name so far. */
void ask_name_draw(
    struct ask_name *a, const struct settings *settings, struct terminal *terminal);

#endif
