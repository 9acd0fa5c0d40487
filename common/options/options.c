#include "common/options/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "common/conversation/rulebook.h"

enum {
    ROWS_MAX = 64,
    FIRST_LONG = 256, /* getopt_long() returns this and the row for a name */
};

static bool is_of(const struct options *options, const struct option_row *row)
{
    return row->programs == 0 || (row->programs & options->program) != 0;
}

/* Make the tables of getopt_long(); a name gives FIRST_LONG and the index of its row.
 */
static void make_tables(const struct options *options,
    struct option names[static ROWS_MAX + 1], char letters[static 2 * ROWS_MAX + 3])
{
    if (options->in_order)
        *letters++ = '+';
    *letters++ = ':';
    for (size_t i = 0; i < options->count; i++) {
        const struct option_row *row = &options->rows[i];
        bool has_value = row->value != NULL;

        if (!is_of(options, row))
            continue;
        *names++ = (struct option){row->name,
            has_value ? required_argument : no_argument, NULL, FIRST_LONG + (int)i};
        if (row->letter == 0)
            continue;
        *letters++ = (char)row->letter;
        if (has_value)
            *letters++ = ':';
    }
    *names = (struct option){0};
    *letters = '\0';
}

static const struct option_row *find_row(const struct options *options, int option)
{
    if (option >= FIRST_LONG)
        return &options->rows[option - FIRST_LONG];
    for (size_t i = 0; i < options->count; i++)
        if (is_of(options, &options->rows[i]) && options->rows[i].letter == option)
            return &options->rows[i];
    return NULL;
}

static bool set_number(int *member, int most, const char *value)
{
    long number = 0;
    bool is_good = options_number(value, 1, most, &number);

    *member = (int)number;
    return is_good;
}

static bool set_book(const struct rulebook **member, const char *value)
{
    *member = rulebook_find(value);
    return *member != NULL;
}

static bool set_row(const struct option_row *row, void *to, const char *value)
{
    void *member = (char *)to + row->at;

    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)member = true;
        return true;
    case OPTION_TEXT:
        *(const char **)member = value;
        return value[0] != '\0' || row->remedy == NULL;
    case OPTION_NUMBER:
        return set_number(member, row->number, value);
    case OPTION_BOOK:
        return set_book(member, value);
    case OPTION_CHOICE:
        *(int *)member = row->number;
        return true;
    default:
        return row->set(to, value);
    }
}

/* Refuse an option of getopt_long(): name the letter, or the whole argument. */
static enum options_result refuse_option(
    const struct options *options, int result, char **argv, char *error)
{
    const char *why = result == ':' ? "needs a value" : "is not an option";
    bool is_letter = optopt > 0 && optopt < FIRST_LONG;
    char letter[] = {'-', (char)optopt, '\0'};

    snprintf(error, OPTIONS_ERROR_SIZE, "%s %s: '%s --help' lists the options",
        is_letter ? letter : argv[optind - 1], why, options->command);
    return OPTIONS_BAD;
}

static enum options_result refuse_value(
    const struct option_row *row, const char *value, char *error)
{
    char names[RULEBOOK_NAMES_SIZE];

    if (row->kind == OPTION_BOOK)
        snprintf(error, OPTIONS_ERROR_SIZE, "--%s %s: the books are %s", row->name,
            value, rulebook_names(names));
    else
        snprintf(
            error, OPTIONS_ERROR_SIZE, "--%s %s: %s", row->name, value, row->remedy);
    return OPTIONS_BAD;
}

enum options_result options_read(const struct options *options, void *to, int argc,
    char **argv, int *first, char error[static OPTIONS_ERROR_SIZE])
{
    struct option names[ROWS_MAX + 1];
    char letters[2 * ROWS_MAX + 3];
    int option;

    make_tables(options, names, letters);
    optind = 0; /* glibc starts anew, with its own flags */
    opterr = 0;
    while ((option = getopt_long(argc, argv, letters, names, NULL)) != -1) {
        const struct option_row *row =
            find_row(options, option == ':' ? optopt : option);
        const char *value = optarg;

        if (option == ':' && row != NULL)
            value = row->value_if_last;
        if (option == '?' || (option == ':' && value == NULL))
            return refuse_option(options, option, argv, error);
        if (row->kind == OPTION_HELP)
            return OPTIONS_HELP;
        if (!set_row(row, to, value))
            return refuse_value(row, value, error);
    }
    *first = optind;
    return OPTIONS_RUN;
}

void options_help(const struct options *options, FILE *stream)
{
    fprintf(
        stream, "usage: %s %s\n%s\n\n", options->command, options->use, options->about);
    for (size_t i = 0; i < options->count; i++) {
        const struct option_row *row = &options->rows[i];
        char text[64], names[RULEBOOK_NAMES_SIZE];

        if (!is_of(options, row))
            continue;
        snprintf(text, sizeof(text), "--%s%s%s", row->name,
            row->value != NULL ? " " : "", row->value != NULL ? row->value : "");
        fprintf(stream, row->letter != 0 ? "  -%c, " : "      ", row->letter);
        fprintf(stream, "%-20s %s%s\n", text,
            row->kind == OPTION_BOOK ? rulebook_names(names) : "", row->help);
    }
}

bool options_number(const char *text, long least, long most, long *number)
{
    size_t digits = strspn(text, "0123456789");
    long value;

    if (digits == 0 || digits > 9 || text[digits] != '\0')
        return false;
    value = strtol(text, NULL, 10);
    if (value < least || value > most)
        return false;
    *number = value;
    return true;
}
