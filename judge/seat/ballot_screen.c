#include "judge/seat/ballot_screen.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "judge/round/wrap.h"

enum {
    PANE_LEAST = 3, /* rows that a ballot leaves to the conversations */
    LINE_SIZE =
        2 * BALLOT_FORM_NAME_SIZE + BALLOT_FORM_REASON_MAX + BALLOT_FORM_WORDS_SIZE,
    INDENT = 3, /* the column of a field's name: behind the mark */
};

/* The columns from that one to the last but one. */
static int columns_from(int column)
{
    return COLS - 1 - column > 1 ? COLS - 1 - column : 1;
}

static void put_text(int row, int column, const char *text)
{
    if (column < COLS)
        mvaddnstr(row, column, text, COLS - column);
}

/* Width of the longest name of the first fields. */
static int name_width(const struct ballot_form *f, int fields)
{
    int width = 0;

    for (int i = 0; i < fields; i++)
        if (width < (int)strlen(f->field[i].name))
            width = (int)strlen(f->field[i].name);
    return width;
}

/* The part of a field's text that fits: its end while the field is marked, so that the
 * typist sees the last characters, else its start. */
static const char *in_sight(const struct ballot_form_field *f, bool marked, int room)
{
    int beyond = f->length + 1 - (room > 1 ? room : 1);

    return marked && beyond > 0 ? f->text + beyond : f->text;
}

/* Mark text that goes beyond the right edge. */
static void put_dots(int row, int column, const char *text)
{
    if (column + (int)strlen(text) > COLS)
        put_text(row, COLS - 3, "...");
}

/* Draw one field: its name, its text, and the meaning of the text where it fits.
 * Returns the cursor's place after the text. */
static struct screen_spot draw_field(const struct ballot_form *f, int field, int row)
{
    const struct ballot_form_field *it = &f->field[field];
    char name[2 * BALLOT_FORM_NAME_SIZE], said[BALLOT_FORM_WORDS_SIZE];
    bool marked = field == f->at && f->step == BALLOT_FORM_FILLING;
    const char *text;
    int column;

    snprintf(name, sizeof(name), "%c %-*s  ", marked ? '>' : ' ',
        name_width(f, f->fields), it->name);
    column = 1 + (int)strlen(name);
    text = in_sight(it, marked, COLS - column);
    attrset(marked ? A_BOLD : A_NORMAL);
    put_text(row, 1, name);
    put_text(row, column, text);
    put_dots(row, column, text);
    attrset(A_NORMAL);
    column += (int)strlen(text);
    ballot_form_say_value(f, field, said);
    if (column + 2 + (int)strlen(said) <= COLS)
        put_text(row, column + 2, said);
    return (struct screen_spot){row, column < COLS ? column : COLS - 1};
}

/* Draw a wrapped text from row to end (not included). Returns the next row. */
static int draw_rows(const char *text, int row, int column, int end)
{
    int skip, length;

    for (; *text != '\0' && row < end; text += length + skip, row++) {
        length = wrap_row(text, columns_from(column), &skip);
        mvhline(row, 0, ' ', COLS);
        mvaddnstr(row, column, text, length);
    }
    if (*text != '\0' && end > 0)
        put_text(end - 1, COLS - 3, "...");
    return row;
}

static int rows_of(const char *text)
{
    return wrap_rows(text, columns_from(1));
}

/* The whole ballot, for confirmation */

static bool is_whole(const struct ballot_form *f)
{
    return f->step != BALLOT_FORM_FILLING;
}

/* Write a field, its text and, if room allows, the meaning of the text. */
static void write_field(const struct ballot_form *f, int field, int names, int room,
    char text[static LINE_SIZE])
{
    const struct ballot_form_field *it = &f->field[field];
    const char *typed = it->text + strspn(it->text, " ");
    char said[BALLOT_FORM_WORDS_SIZE];
    int length = snprintf(text, LINE_SIZE, "%-*s  %s", names, it->name, typed);

    ballot_form_say_value(f, field, said);
    if (said[0] != '\0' && length + 2 + (int)strlen(said) <= room)
        snprintf(text + length, LINE_SIZE - (size_t)length, "  %s", said);
}

/* Write a field for studies, which may take several rows. */
static void write_study(
    const struct ballot_form *f, int field, char text[static LINE_SIZE])
{
    write_field(f, field, name_width(f, f->fields), LINE_SIZE, text);
}

/* Layout of the whole ballot. */
struct plan {
    int scores;  /* number of fields with scores, which come first */
    int study;   /* rows of the fields for studies */
    int columns; /* columns of scores: two if one does not fit */
    int rows;    /* rows of scores */
};

static struct plan plan_on(const struct ballot_form *f, int rows)
{
    struct plan plan = {.columns = 1};
    char text[LINE_SIZE];

    for (int i = 0; i < f->fields; i++)
        if (f->field[i].kind == BALLOT_FORM_VALUE ||
            f->field[i].kind == BALLOT_FORM_WHICH)
            plan.scores++;
        else {
            write_study(f, i, text);
            plan.study += wrap_rows(text, columns_from(INDENT));
        }
    if (plan.scores + plan.study > rows)
        plan.columns = 2;
    plan.rows = (plan.scores + plan.columns - 1) / plan.columns;
    return plan;
}

static void draw_whole(const struct ballot_form *f, int top, int end)
{
    struct plan plan = plan_on(f, end - top);
    int width = COLS / plan.columns, indent = plan.columns == 1 ? INDENT : 1;
    int names = name_width(f, plan.columns == 1 ? f->fields : plan.scores);
    int row = top + plan.rows;
    char text[LINE_SIZE];

    for (int i = 0; i < plan.scores; i++) {
        write_field(f, i, names, width - indent, text);
        if (top + i % plan.rows < end)
            mvaddnstr(top + i % plan.rows, i / plan.rows * width + indent, text,
                width - indent);
    }
    for (int i = plan.scores; i < f->fields && row < end; i++) {
        write_study(f, i, text);
        row = draw_rows(text, row, INDENT, end);
    }
}

int ballot_screen_rows(const struct ballot_form *f, int stage, int complaint)
{
    int most = stage - 1 - PANE_LEAST, asked, rows, whole;
    struct plan plan;

    asked = rows_of(ballot_form_question(f));
    rows = asked + complaint + f->fields;
    if (rows > most)
        rows = most > asked + complaint + 1 ? most : asked + complaint + 1;
    if (!is_whole(f))
        return rows;
    plan = plan_on(f, stage - asked);
    whole = asked + plan.rows + plan.study;
    if (whole > stage)
        whole = stage;
    return whole > rows ? whole : rows;
}

/* Draw the fields around the mark if not all fit. */
static struct screen_spot draw_filling(const struct ballot_form *f, int top, int end)
{
    struct screen_spot cursor = {-1, 0};
    int shown = end - top - rows_of(f->complaint);
    int first = f->at - shown + 1;

    if (first < 0)
        first = 0;
    for (int i = first; i < first + shown && i < f->fields; i++) {
        struct screen_spot spot = draw_field(f, i, top + i - first);
        if (i == f->at)
            cursor = spot;
    }
    attrset(A_BOLD);
    draw_rows(f->complaint, top + shown, 1, end);
    attrset(A_NORMAL);
    return cursor;
}

struct screen_spot ballot_screen_draw(const struct ballot_form *f, int top, int rows)
{
    int fields;

    for (int row = 0; row < rows; row++)
        mvhline(top + row, 0, ' ', COLS);
    attrset(A_REVERSE);
    fields = draw_rows(ballot_form_question(f), top, 1, top + rows);
    attrset(A_NORMAL);
    if (!is_whole(f))
        return draw_filling(f, fields, top + rows);
    draw_whole(f, fields, top + rows);
    return (struct screen_spot){-1, 0};
}
