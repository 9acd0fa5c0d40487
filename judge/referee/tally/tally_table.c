/*
 * tally_table.c - see tally_table.h.
 */
#include "judge/referee/tally/tally_table.h"

#include <langinfo.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "common/text/glyph.h"
#include "common/text/utf8.h"
#include "judge/referee/tally/tally.h"

enum {
    BAR_MOST = 40,
    BAR_LEAST = 8,
    WIDTH_USUAL = 80, /* of a terminal of unknown size */
    INDENT = 2,       /* blanks before a column */
    MARGIN = 8,       /* blanks and place before a name */
    COLUMNS_MOST = 16,
    ROWS_MOST = 2 * CONTEST_MOST, /* entries and confederates */
    TEXT_SIZE = 64
};

struct row {
    const json_t *value;
    int place;    /* 0: no place */
    double share; /* length of its bar, 0 to 1 */
    bool is_confederate;
    char name[CONTEST_NAME_SIZE]; /* "E3 Jabber" */
};

struct table {
    struct row rows[ROWS_MOST];
    int row_count;
    int names; /* width of the longest name */
    const struct tally_column *columns[COLUMNS_MOST];
    int column_count;
};

static int width_of(const char *text)
{
    struct utf8 utf8 = {0};
    uint32_t codes[2];
    int width = 0;

    for (; *text != '\0'; text++) {
        int count = utf8_decode(&utf8, (unsigned char)*text, codes);

        /* Other characters take one column on a terminal. */
        for (int i = 0; i < count; i++)
            width += glyph_is_shown(codes[i]) ? glyph_width(codes[i]) : 1;
    }
    return width;
}

/* Numbers. */

static double number_of(const json_t *row, const char *member, int index)
{
    const json_t *value = json_object_get(row, member);

    if (json_is_array(value))
        value = json_array_get(value, (size_t)index);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static const char *string_of(const json_t *row, const char *member)
{
    const char *text = json_string_value(json_object_get(row, member));

    return text != NULL ? text : "";
}

void tally_number(double number, char text[static TALLY_NUMBER_SIZE])
{
    int length = snprintf(text, TALLY_NUMBER_SIZE, "%.4f", number);

    if (length < 0 || length >= TALLY_NUMBER_SIZE)
        return;
    while (text[length - 1] == '0')
        text[--length] = '\0';
    if (text[length - 1] == '.')
        text[length - 1] = '\0';
}

static void write_field(
    const json_t *row, const struct tally_column *column, char text[static TEXT_SIZE])
{
    double number = number_of(row, column->member, column->index);

    if (column->of != NULL)
        snprintf(
            text, TEXT_SIZE, "%.0f of %.0f", number, number_of(row, column->of, 0));
    else if (isnan(number))
        snprintf(text, TEXT_SIZE, "%s", column->unknown);
    else if (column->places == TALLY_PLACES_NEEDED)
        tally_number(number, text);
    else
        snprintf(text, TEXT_SIZE, "%.*f", column->places, number);
}

/* Bars. */

/* The greatest width of a bar beside a table of that width; 0: no room. */
static int room_for_bars(int table)
{
    struct winsize size = {0};
    int width = WIDTH_USUAL, room;

    if (!isatty(STDOUT_FILENO))
        return 0;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        width = size.ws_col;
    room = width - table - 4;
    if (room < BAR_LEAST)
        return 0;
    return room > BAR_MOST ? BAR_MOST : room;
}

static void draw_bar(double share, int blanks, int room)
{
    const char *mark = strcmp(nl_langinfo(CODESET), "UTF-8") == 0 ? "\u2588" : "#";
    int length = (int)(share * room + 0.5);

    if (length > 0)
        printf("%*s", blanks + 2, "");
    for (int i = 0; i < length; i++)
        fputs(mark, stdout);
}

/* Rows. */

static struct row make_row(const json_t *value, int rating_most)
{
    double taken = number_of(value, "taken", 0), judged = number_of(value, "judged", 0);
    const char *name = string_of(value, "name");
    struct row row = {.value = value,
        .place = (int)json_integer_value(json_object_get(value, "place")),
        .is_confederate = strcmp(string_of(value, "role"), "confederate") == 0};

    if (judged > 0)
        row.share = rating_most > 0 ? number_of(value, "mean", 0) / rating_most
                                    : taken / judged;
    snprintf(row.name, sizeof(row.name), "%s%s%s", string_of(value, "player"),
        name[0] != '\0' ? " " : "", name);
    return row;
}

static void add_rows(struct table *table, json_t *rows, int rating_most)
{
    const json_t *value;
    size_t i;

    json_array_foreach(rows, i, value)
    {
        struct row *row = &table->rows[table->row_count++];

        *row = make_row(value, rating_most);
        if (width_of(row->name) > table->names)
            table->names = width_of(row->name);
    }
}

/* Entries before confederates, then by place, then by bar. */
static bool is_before(const struct row *a, const struct row *b)
{
    if (a->is_confederate != b->is_confederate)
        return b->is_confederate;
    if ((a->place > 0) != (b->place > 0))
        return a->place > 0;
    if (a->place != b->place)
        return a->place < b->place;
    return a->place == 0 && a->share > b->share;
}

/* Insertion sort: tied rows stay in their order. */
static void sort_rows(struct table *table)
{
    for (int i = 1; i < table->row_count; i++) {
        struct row row = table->rows[i];
        int at = i;

        for (; at > 0 && is_before(&row, &table->rows[at - 1]); at--)
            table->rows[at] = table->rows[at - 1];
        table->rows[at] = row;
    }
}

/* The table. */

/* Add a column, unless it is empty in all rows. */
static void add_column(struct table *table, const struct tally_column *column)
{
    char text[TEXT_SIZE] = "";

    for (int i = 0; i < table->row_count && text[0] == '\0'; i++)
        write_field(table->rows[i].value, column, text);
    if (text[0] != '\0' && table->column_count < COLUMNS_MOST)
        table->columns[table->column_count++] = column;
}

static int width_of_column(const struct tally_column *column)
{
    int heading = (int)strlen(column->heading) + INDENT;

    return heading > column->width ? heading : column->width;
}

static int width_of_table(const struct table *table)
{
    int width = table->names + MARGIN;

    for (int i = 0; i < table->column_count; i++)
        width += width_of_column(table->columns[i]);
    return width;
}

static void print_heading(const struct table *table)
{
    printf("%-*s", table->names + MARGIN, "");
    for (int i = 0; i < table->column_count; i++)
        printf("%*s", width_of_column(table->columns[i]), table->columns[i]->heading);
    printf("\n");
}

/* Print the standing of an entry in the preliminary round, but not "out". */
static void print_standing(const struct row *row)
{
    const char *standing = string_of(row->value, "standing");

    if (standing[0] != '\0' && strcmp(standing, "out") != 0)
        printf("  %s", standing);
}

static void print_row(const struct table *table, const struct row *row, int room)
{
    bool out = json_is_true(json_object_get(row->value, "disqualified")) ||
               strcmp(string_of(row->value, "standing"), "disqualified") == 0;
    char text[TEXT_SIZE] = "";
    int blanks = 0; /* before the next text; no line ends in blanks */

    if (out)
        snprintf(text, sizeof(text), "out");
    else if (row->place > 0)
        snprintf(text, sizeof(text), "%d.", row->place);
    printf("  %4s  %s%*s", text, row->name, table->names - width_of(row->name), "");
    for (int i = 0; i < table->column_count; i++) {
        write_field(row->value, table->columns[i], text);
        blanks += width_of_column(table->columns[i]);
        if (text[0] == '\0')
            continue;
        printf("%*s", blanks, text);
        blanks = 0;
    }
    print_standing(row);
    if (room > 0)
        draw_bar(row->share, blanks, room);
    printf("\n");
}

/* Print the rows, with a blank line between entries and confederates. */
static void print_rows(const struct table *table, int room)
{
    const struct row *rows = table->rows;

    for (int i = 0; i < table->row_count; i++) {
        if (i > 0 && rows[i].is_confederate != rows[i - 1].is_confederate)
            printf("\n");
        print_row(table, &rows[i], room);
    }
}

void tally_table_print(
    json_t *rows, const struct tally_column *columns, int count, int rating_most)
{
    struct table table = {0};

    add_rows(&table, rows, rating_most);
    sort_rows(&table);
    for (int i = 0; i < count; i++)
        add_column(&table, &columns[i]);
    print_heading(&table);
    print_rows(&table, rating_most < 0 ? 0 : room_for_bars(width_of_table(&table)));
    printf("\n");
    json_decref(rows);
}
