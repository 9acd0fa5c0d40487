#include "common/input/line_edit.h"

#include <string.h>

#include "common/input/keyboard.h"
#include "common/text/glyph.h"

void line_edit_init(struct line_edit *e, size_t most, bool (*is_allowed)(uint32_t code))
{
    *e = (struct line_edit){
        .most = most, .is_allowed = is_allowed != NULL ? is_allowed : glyph_is_shown};
}

bool line_edit_is_ascii(uint32_t code)
{
    return code >= ' ' && code <= '~';
}

static bool is_mark(const struct line_edit *e, size_t at)
{
    return at < e->length && glyph_width(e->text[at]) == 0;
}

/* Where the character before the cursor starts, its marks being part of it. */
static size_t previous_character(const struct line_edit *e)
{
    size_t at = e->cursor;

    if (at > 0)
        at--;
    while (at > 0 && is_mark(e, at))
        at--;
    return at;
}

/* Where the character behind the cursor ends. */
static size_t next_character(const struct line_edit *e)
{
    size_t at = e->cursor < e->length ? e->cursor + 1 : e->length;

    while (is_mark(e, at))
        at++;
    return at;
}

/* Where the word before the cursor starts; blanks behind it are part of it. */
static size_t previous_word(const struct line_edit *e)
{
    size_t at = e->cursor;

    while (at > 0 && e->text[at - 1] == ' ')
        at--;
    while (at > 0 && e->text[at - 1] != ' ')
        at--;
    return at;
}

static enum line_edit_result move_cursor(struct line_edit *e, size_t to)
{
    if (to == e->cursor)
        return LINE_EDIT_UNCHANGED;
    e->cursor = to;
    return LINE_EDIT_CHANGED;
}

/* Erase the characters from `from` to the cursor. */
static enum line_edit_result erase_back(struct line_edit *e, size_t from)
{
    if (from == e->cursor)
        return LINE_EDIT_UNCHANGED;
    memmove(e->text + from, e->text + e->cursor,
        (e->length - e->cursor) * sizeof(e->text[0]));
    e->length -= e->cursor - from;
    e->cursor = from;
    return LINE_EDIT_CHANGED;
}

static enum line_edit_result insert_character(struct line_edit *e, uint32_t code)
{
    if (!e->is_allowed(code) || !glyph_may_follow(e->text, e->cursor, code))
        return LINE_EDIT_REFUSED;
    if (e->length == e->most)
        return LINE_EDIT_FULL;
    memmove(e->text + e->cursor + 1, e->text + e->cursor,
        (e->length - e->cursor) * sizeof(e->text[0]));
    e->text[e->cursor++] = code;
    e->length++;
    return LINE_EDIT_CHANGED;
}

enum line_edit_result line_edit_press(struct line_edit *e, uint32_t code)
{
    switch (code) {
    case K_RETURN:
        return LINE_EDIT_DONE;
    case K_ESCAPE:
        return LINE_EDIT_CANCELLED;
    case K_BACKSPACE:
        return erase_back(e, previous_character(e));
    case COMMAND_ERASE_WORD:
        return erase_back(e, previous_word(e));
    case COMMAND_ERASE_LINE:
        e->cursor = e->length;
        return erase_back(e, 0);
    case COMMAND_LEFT:
        return move_cursor(e, previous_character(e));
    case COMMAND_RIGHT:
        return move_cursor(e, next_character(e));
    case COMMAND_OLDEST: /* Home */
        return move_cursor(e, 0);
    case COMMAND_NEWEST: /* End */
        return move_cursor(e, e->length);
    default:
        return code < ' ' || code >= COMMAND_FIRST ? LINE_EDIT_PASSED
                                                   : insert_character(e, code);
    }
}

void line_edit_clear(struct line_edit *e)
{
    e->length = e->cursor = 0;
}

size_t line_edit_utf8(const struct line_edit *e, char out[static LINE_EDIT_UTF8_SIZE])
{
    size_t length = utf8_encode_all(e->text, e->length, out);

    out[length] = '\0';
    return length;
}

struct line_edit_window line_edit_window(const struct line_edit *e, size_t width)
{
    struct line_edit_window window = {0};
    size_t columns;

    window.column = glyph_columns(e->text, e->cursor);
    while (window.column >= width || (window.start > 0 && is_mark(e, window.start)))
        window.column -= (size_t)glyph_width(e->text[window.start++]);
    columns = 0;
    for (size_t at = window.start; at < e->length; at++) {
        columns += (size_t)glyph_width(e->text[at]);
        if (columns > width)
            break;
        window.length++;
    }
    return window;
}

void line_question_ask(struct line_question *q, const char *text, size_t most)
{
    q->text = text;
    line_edit_init(&q->answer, most, NULL);
}

bool line_question_press(struct line_question *q, uint32_t code)
{
    enum line_edit_result result = line_edit_press(&q->answer, code);

    if (result == LINE_EDIT_DONE || result == LINE_EDIT_CANCELLED ||
        code == COMMAND_LEAVE)
        q->text = NULL;
    return result == LINE_EDIT_DONE && q->answer.length > 0;
}
