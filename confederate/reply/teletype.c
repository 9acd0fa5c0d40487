#include "confederate/reply/teletype.h"

#include <string.h>

#include "common/text/glyph.h"
#include "confederate/reply/ascii.h"

enum state {
    TEXT,
    ESCAPED, /* ESC */
    SHORT,   /* ESC and some of ' ' to '/', or ESC N or O: one more character */
    CSI,     /* ESC [ */
    TITLE,   /* ESC ], up to BEL or ESC \, or the line's end */
    STRING,  /* ESC P and its like, up to BEL or ESC \ */
    TITLE_ESCAPED,
    STRING_ESCAPED,
};

enum { ESC = 0x1b, TAB_COLUMNS = 8, NUMBER_MAX = 1000 };

/* Cursor and text */

/* Place of column 0 of the cursor's line. */
static size_t find_origin(const struct teletype *t)
{
    return t->line > t->floor ? t->line : t->floor;
}

static void append_character(struct teletype *t, uint32_t c)
{
    if (t->length < TELETYPE_MAX)
        t->text[t->length++] = c;
    else
        t->full = true;
}

static void put_character(struct teletype *t, uint32_t c)
{
    while (t->length < t->cursor && !t->full)
        append_character(t, ' ');
    if (t->cursor < t->length)
        t->text[t->cursor] = c;
    else
        append_character(t, c);
    if (!t->full)
        t->cursor++;
}

static void begin_line(struct teletype *t)
{
    append_character(t, '\n');
    t->line = t->cursor = t->length;
    t->saved = 0;
}

/*
 * A CR without LF moves the cursor to the beginning of the line. But a program that has
 * never printed a LF may end its lines with CR: its lines are kept apart for now, as
 * loose lines. The first LF shows that each was to overwrite the one before.
 */
static void return_carriage(struct teletype *t)
{
    if (t->has_newlines) {
        t->cursor = find_origin(t);
        return;
    }
    if (t->loose == 0)
        t->loose = find_origin(t) + 1;
    begin_line(t);
}

/* Let each loose line overwrite the one before. */
static void join_loose_lines(struct teletype *t)
{
    size_t first = t->loose - 1, end = t->length, column = 0, widest = 0;

    for (size_t i = first; i < end; i++) {
        if (t->text[i] == '\n') {
            column = 0;
            continue;
        }
        t->text[first + column++] = t->text[i];
        if (column > widest)
            widest = column;
    }
    t->line = first;
    t->length = t->cursor = first + widest;
    t->loose = t->saved = 0;
}

static void feed_newline(struct teletype *t)
{
    t->has_newlines = true;
    if (t->loose != 0)
        join_loose_lines(t);
    begin_line(t);
}

/* Stop at the right edge of a terminal. A cursor beyond it stays. */
static void move_right(struct teletype *t, size_t columns)
{
    size_t edge = find_origin(t) + TELETYPE_COLUMNS - 1;
    size_t to = t->cursor + columns;

    if (t->cursor < edge)
        t->cursor = to < edge ? to : edge;
}

static void move_left(struct teletype *t, size_t columns)
{
    size_t room = t->cursor - find_origin(t);

    t->cursor -= columns < room ? columns : room;
}

static void move_to(struct teletype *t, size_t column)
{
    t->cursor = find_origin(t);
    move_right(t, column);
}

static void move_to_tab(struct teletype *t)
{
    size_t column = t->cursor - find_origin(t);

    if (t->cursor < TELETYPE_MAX)
        t->cursor += TAB_COLUMNS - column % TAB_COLUMNS;
}

static void save_cursor(struct teletype *t)
{
    t->saved = t->cursor - find_origin(t) + 1;
}

static void restore_cursor(struct teletype *t)
{
    if (t->saved != 0)
        t->cursor = find_origin(t) + t->saved - 1;
}

static void blank_out(struct teletype *t, size_t from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        t->text[from + i] = ' ';
}

static void move_text(struct teletype *t, size_t to, size_t from, size_t count)
{
    memmove(t->text + to, t->text + from, count * sizeof(t->text[0]));
}

/* Number of characters from the cursor on, at most count. */
static size_t count_from_cursor(const struct teletype *t, size_t count)
{
    size_t left = t->cursor < t->length ? t->length - t->cursor : 0;

    return count < left ? count : left;
}

/* Place behind the character at the cursor, or the end of the text. */
static size_t find_cursor_end(const struct teletype *t)
{
    return t->cursor < t->length ? t->cursor + 1 : t->length;
}

static void erase_in_line(struct teletype *t, int how)
{
    size_t first = find_origin(t);

    if (how == 0 && t->cursor < t->length)
        t->length = t->cursor;
    else if (how == 1)
        blank_out(t, first, find_cursor_end(t) - first);
    else if (how == 2)
        t->length = first;
}

static void delete_characters(struct teletype *t, size_t count)
{
    size_t gone = count_from_cursor(t, count);

    if (gone == 0)
        return;
    move_text(t, t->cursor, t->cursor + gone, t->length - t->cursor - gone);
    t->length -= gone;
}

static void insert_blanks(struct teletype *t, size_t count)
{
    size_t moved = count_from_cursor(t, TELETYPE_MAX);

    if (moved == 0)
        return;
    for (size_t i = 0; i < count; i++)
        append_character(t, ' ');
    count = t->length - t->cursor - moved; /* the blanks that had room */
    move_text(t, t->cursor + count, t->cursor, moved);
    blank_out(t, t->cursor, count);
}

/* Controls and sequences */

static void finish_return(struct teletype *t)
{
    if (t->after_cr)
        return_carriage(t);
    t->after_cr = false;
}

static void feed_control(struct teletype *t, unsigned char byte)
{
    if (byte == '\n') {
        t->after_cr = false;
        feed_newline(t);
        return;
    }
    finish_return(t);
    if (byte == '\r')
        t->after_cr = true;
    else if (byte == '\t')
        move_to_tab(t);
    else if (byte == '\b')
        move_left(t, 1);
    else if (byte == ESC)
        t->state = ESCAPED;
}

static void run_sequence(struct teletype *t, unsigned char final)
{
    size_t count = t->number > 0 ? (size_t)t->number : 1;

    switch (final) {
    case 'C':
    case 'a':
        move_right(t, count);
        break;
    case 'D':
        move_left(t, count);
        break;
    case 'G':
    case '`':
        move_to(t, count - 1);
        break;
    case 'J': /* to the end of the screen; only this line of it is kept */
        if (t->number == 0)
            erase_in_line(t, 0);
        break;
    case 'K':
        erase_in_line(t, t->number);
        break;
    case 'P':
        delete_characters(t, count);
        break;
    case 'X':
        if (count_from_cursor(t, count) > 0)
            blank_out(t, t->cursor, count_from_cursor(t, count));
        break;
    case '@':
        insert_blanks(t, count);
        break;
    case 's':
        save_cursor(t);
        break;
    case 'u':
        restore_cursor(t);
        break;
    default:
        break;
    }
}

/* Only the first parameter counts; a sequence with more than two is ignored. */
static void feed_number(struct teletype *t, unsigned char byte)
{
    if (byte == ';') {
        t->foreign = t->foreign || t->second;
        t->second = true;
    } else if (byte < '0' || byte > '9')
        t->foreign = true;
    else if (!t->second && t->number < NUMBER_MAX)
        t->number = t->number * 10 + byte - '0';
}

static void feed_text(struct teletype *t, unsigned char byte);

static void feed_csi(struct teletype *t, unsigned char byte)
{
    if (byte >= ' ' && byte < '@') {
        feed_number(t, byte);
        return;
    }
    t->state = TEXT;
    if (byte < ' ' || byte > '~')
        feed_text(t, byte);
    else if (!t->foreign)
        run_sequence(t, byte);
}

static void feed_escaped(struct teletype *t, unsigned char byte)
{
    t->state = TEXT;
    t->number = 0;
    t->second = t->foreign = false;
    if (byte == '[')
        t->state = CSI;
    else if (byte == ']')
        t->state = TITLE;
    else if (byte != '\0' && strchr("PX^_", byte) != NULL)
        t->state = STRING;
    else if ((byte >= ' ' && byte <= '/') || byte == 'N' || byte == 'O')
        t->state = SHORT;
    else if (byte == '7')
        save_cursor(t);
    else if (byte == '8')
        restore_cursor(t);
    else if (byte < ' ' || byte > '~')
        feed_text(t, byte);
}

static void feed_short(struct teletype *t, unsigned char byte)
{
    if (byte >= ' ' && byte <= '/')
        return;
    t->state = TEXT;
    if (byte < ' ' || byte > '~')
        feed_text(t, byte);
}

/* A title has one line: an unfinished one must not swallow the text behind it. */
static void feed_string(struct teletype *t, unsigned char byte)
{
    bool escaped = t->state == TITLE_ESCAPED || t->state == STRING_ESCAPED;
    bool title = t->state == TITLE || t->state == TITLE_ESCAPED;

    if (byte == '\a' || (escaped && byte == '\\'))
        t->state = TEXT;
    else if (title && byte == '\n') {
        t->state = TEXT;
        feed_text(t, byte);
    } else if (byte == ESC)
        t->state = title ? TITLE_ESCAPED : STRING_ESCAPED;
    else
        t->state = title ? TITLE : STRING;
}

/* Characters */

static void feed_character(struct teletype *t, uint32_t code)
{
    const char *typed;

    if (code < ' ') {
        feed_control(t, (unsigned char)code);
        return;
    }
    finish_return(t);
    if (code <= '~' || (t->unicode && glyph_is_shown(code)))
        put_character(t, code);
    else
        for (typed = ascii_typed(code); *typed != '\0'; typed++)
            put_character(t, (unsigned char)*typed);
}

/* A byte that is not part of a UTF-8 character is a Latin-1 character; two or more
 * bytes of an unfinished character are one broken character. */
static void feed_text(struct teletype *t, unsigned char byte)
{
    uint32_t codes[2];
    int had = t->utf8.missing > 0 ? t->bytes : 0;
    int count = utf8_decode(&t->utf8, byte, codes);

    if (count > 0 && codes[0] == UTF8_BROKEN && had < 2)
        codes[0] = ascii_of_latin1(had == 1 ? t->lead : byte);
    if (count > 1 && codes[1] == UTF8_BROKEN)
        codes[1] = ascii_of_latin1(byte);
    if (had == 0 || count > 0)
        t->lead = byte;
    t->bytes = had == 0 || count > 0 ? 1 : had + 1;
    for (int i = 0; i < count; i++)
        feed_character(t, codes[i]);
}

void teletype_feed(struct teletype *t, unsigned char byte)
{
    switch ((enum state)t->state) {
    case TEXT:
        feed_text(t, byte);
        break;
    case ESCAPED:
        feed_escaped(t, byte);
        break;
    case SHORT:
        feed_short(t, byte);
        break;
    case CSI:
        feed_csi(t, byte);
        break;
    case TITLE:
    case STRING:
    case TITLE_ESCAPED:
    case STRING_ESCAPED:
        feed_string(t, byte);
        break;
    }
}

void teletype_settle(struct teletype *t)
{
    if (t->utf8.missing == 0)
        return;
    t->utf8.missing = 0;
    feed_character(t, t->bytes == 1 ? ascii_of_latin1(t->lead) : UTF8_BROKEN);
}

void teletype_part(struct teletype *t)
{
    t->state = TEXT;
    t->utf8.missing = 0;
    t->floor = t->cursor = t->length;
    t->loose = t->saved = 0;
    t->full = false;
}

/* The place, after the removal, of a character that stood at place before. */
static size_t find_moved(size_t place, size_t at, size_t count)
{
    if (place <= at)
        return place;
    return place > at + count ? place - count : at;
}

void teletype_remove(struct teletype *t, size_t at, size_t count)
{
    t->length -= count;
    move_text(t, at, at + count, t->length - at);
    t->line = find_moved(t->line, at, count);
    t->cursor = find_moved(t->cursor, at, count);
    t->floor = find_moved(t->floor, at, count);
    t->loose = t->saved = 0;
}
