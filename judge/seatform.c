#include "seatform.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "wrap.h"

enum { PANE_LEAST = 3 }; /* rows that a ballot leaves to the conversations */

/* The columns between one at the left edge and one at the right. */
static int inner_columns(void)
{
    return COLS - 2 > 1 ? COLS - 2 : 1;
}

static void put(int row, int column, const char *text)
{
    if (column < COLS)
        mvaddnstr(row, column, text, COLS - column);
}

static int name_width(const struct seat *s)
{
    int width = 0;

    for (int i = 0; i < s->form.fields; i++)
        if (width < (int)strlen(s->form.field[i].name))
            width = (int)strlen(s->form.field[i].name);
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

    snprintf(
        name, sizeof(name), "%c %-*s  ", marked ? '>' : ' ', name_width(s), f->name);
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

/* A text over as many rows as it takes. */
static void draw_rows(const char *text, int row)
{
    int skip, length;

    for (; *text != '\0'; text += length + skip, row++) {
        length = wrap_row(text, inner_columns(), &skip);
        mvhline(row, 0, ' ', COLS);
        mvaddnstr(row, 1, text, length);
    }
}

bool seatform_is_there(const struct seat *s)
{
    return s->round.phase == ROUND_BALLOT || s->round.phase == ROUND_SAVING;
}

int seatform_rows(const struct seat *s, int stage, int complaint)
{
    int most = stage - 1 - PANE_LEAST, around;

    if (!seatform_is_there(s))
        return 0;
    around = wrap_rows(form_question(&s->form), inner_columns()) + complaint;
    if (most < around + 1)
        most = around + 1;
    return around + s->form.fields < most ? around + s->form.fields : most;
}

/* Where there is not room for all fields those around the mark are drawn. */
struct screen_spot seatform_draw(const struct seat *s, int top, int rows)
{
    struct screen_spot cursor = {-1, 0};
    const char *question = form_question(&s->form);
    int asked = wrap_rows(question, inner_columns());
    int shown = rows - asked - wrap_rows(s->form.complaint, inner_columns());
    int first = s->form.at - shown + 1;

    if (first < 0)
        first = 0;
    for (int row = 0; row < rows; row++)
        mvhline(top + row, 0, ' ', COLS);
    attrset(A_REVERSE);
    draw_rows(question, top);
    attrset(A_NORMAL);
    for (int i = 0; i < shown && first + i < s->form.fields; i++) {
        struct screen_spot spot = draw_field(s, first + i, top + asked + i);
        if (first + i == s->form.at)
            cursor = spot;
    }
    attrset(A_BOLD);
    draw_rows(
        s->form.complaint, top + rows - wrap_rows(s->form.complaint, inner_columns()));
    attrset(A_NORMAL);
    return s->form.step == FORM_FILLING ? cursor : (struct screen_spot){-1, 0};
}
