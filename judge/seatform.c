#include "seatform.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "wrap.h"

enum {
    PANE_LEAST = 3, /* rows that a ballot leaves to the conversations */
    LINE_SIZE = 2 * FORM_NAME_SIZE + FORM_REASON_MAX + FORM_WORDS_SIZE,
    INDENT = 3, /* the column of a field's name: behind the mark */
};

/* The columns from that one to the last but one. */
static int columns_from(int column)
{
    return COLS - 1 - column > 1 ? COLS - 1 - column : 1;
}

static void put(int row, int column, const char *text)
{
    if (column < COLS)
        mvaddnstr(row, column, text, COLS - column);
}

/* Of the first fields. */
static int name_width(const struct form *f, int fields)
{
    int width = 0;

    for (int i = 0; i < fields; i++)
        if (width < (int)strlen(f->field[i].name))
            width = (int)strlen(f->field[i].name);
    return width;
}

/* Of what was typed into a field the part that has room: its end while it is typed, so
 * that nobody writes blindly, and its beginning after that. */
static const char *in_sight(const struct form_field *f, bool marked, int room)
{
    int beyond = f->length + 1 - (room > 1 ? room : 1);

    return marked && beyond > 0 ? f->text + beyond : f->text;
}

/* What does not fit wholly says that it goes on. */
static void put_dots(int row, int column, const char *text)
{
    if (column + (int)strlen(text) > COLS)
        put(row, COLS - 3, "...");
}

/* One field: its name, what was typed, and what that says where there is room for it.
 * Returns where the cursor stands behind it. */
static struct screen_spot draw_field(const struct seat *s, int field, int row)
{
    const struct form_field *f = &s->form.field[field];
    char name[2 * FORM_NAME_SIZE], said[FORM_WORDS_SIZE];
    bool marked = field == s->form.at && s->form.step == FORM_FILLING;
    const char *text;
    int column;

    snprintf(name, sizeof(name), "%c %-*s  ", marked ? '>' : ' ',
        name_width(&s->form, s->form.fields), f->name);
    column = 1 + (int)strlen(name);
    text = in_sight(f, marked, COLS - column);
    attrset(marked ? A_BOLD : A_NORMAL);
    put(row, 1, name);
    put(row, column, text);
    put_dots(row, column, text);
    attrset(A_NORMAL);
    column += (int)strlen(text);
    form_say_value(&s->form, field, said);
    if (column + 2 + (int)strlen(said) <= COLS)
        put(row, column + 2, said);
    return (struct screen_spot){row, column < COLS ? column : COLS - 1};
}

/* A text over as many rows as it takes, but above that one. Returns the row below. */
static int draw_rows(const char *text, int row, int column, int end)
{
    int skip, length;

    for (; *text != '\0' && row < end; text += length + skip, row++) {
        length = wrap_row(text, columns_from(column), &skip);
        mvhline(row, 0, ' ', COLS);
        mvaddnstr(row, column, text, length);
    }
    if (*text != '\0' && end > 0)
        put(end - 1, COLS - 3, "...");
    return row;
}

static int rows_of(const char *text)
{
    return wrap_rows(text, columns_from(1));
}

/* The whole ballot, as it is confirmed. */

static bool is_whole(const struct form *f)
{
    return f->step != FORM_FILLING;
}

/* A field, and what it says unless there is no room for that. */
static void write_field(
    const struct form *f, int field, int names, int room, char text[static LINE_SIZE])
{
    const struct form_field *it = &f->field[field];
    const char *typed = it->text + strspn(it->text, " ");
    char said[FORM_WORDS_SIZE];
    int length = snprintf(text, LINE_SIZE, "%-*s  %s", names, it->name, typed);

    form_say_value(f, field, said);
    if (said[0] != '\0' && length + 2 + (int)strlen(said) <= room)
        snprintf(text + length, LINE_SIZE - (size_t)length, "  %s", said);
}

/* A field for studies, which has as many rows as it takes. */
static void write_study(const struct form *f, int field, char text[static LINE_SIZE])
{
    write_field(f, field, name_width(f, f->fields), LINE_SIZE, text);
}

/* How it is laid out. */
struct plan {
    int scores;  /* the fields that are not for studies: they come first, */
    int study;   /* rows of those that are, */
    int columns; /* of scores: two where there is no room for one, */
    int rows;    /* and rows of them */
};

static struct plan plan_on(const struct form *f, int rows)
{
    struct plan plan = {.columns = 1};
    char text[LINE_SIZE];

    for (int i = 0; i < f->fields; i++)
        if (f->field[i].kind == FORM_VALUE || f->field[i].kind == FORM_WHICH)
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

static void draw_whole(const struct form *f, int top, int end)
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

bool seatform_is_there(const struct seat *s)
{
    return s->round.phase == ROUND_BALLOT || s->round.phase == ROUND_SAVING;
}

int seatform_rows(const struct seat *s, int stage, int complaint)
{
    const struct form *f = &s->form;
    int most = stage - 1 - PANE_LEAST, asked, rows, whole;
    struct plan plan;

    if (!seatform_is_there(s))
        return 0;
    asked = rows_of(form_question(f));
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

/* Where there is not room for all fields those around the mark are drawn. */
static struct screen_spot draw_filling(const struct seat *s, int top, int end)
{
    struct screen_spot cursor = {-1, 0};
    int shown = end - top - rows_of(s->form.complaint);
    int first = s->form.at - shown + 1;

    if (first < 0)
        first = 0;
    for (int i = first; i < first + shown && i < s->form.fields; i++) {
        struct screen_spot spot = draw_field(s, i, top + i - first);
        if (i == s->form.at)
            cursor = spot;
    }
    attrset(A_BOLD);
    draw_rows(s->form.complaint, top + shown, 1, end);
    attrset(A_NORMAL);
    return cursor;
}

struct screen_spot seatform_draw(const struct seat *s, int top, int rows)
{
    int fields;

    for (int row = 0; row < rows; row++)
        mvhline(top + row, 0, ' ', COLS);
    attrset(A_REVERSE);
    fields = draw_rows(form_question(&s->form), top, 1, top + rows);
    attrset(A_NORMAL);
    if (!is_whole(&s->form))
        return draw_filling(s, fields, top + rows);
    draw_whole(&s->form, fields, top + rows);
    return (struct screen_spot){-1, 0};
}
