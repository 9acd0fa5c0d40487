/*
 * options.h - the options of a command as a table: read arguments, print --help.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { OPTIONS_ERROR_SIZE = 512 };

enum option_kind {
    OPTION_CALL,   /* set() reads the value */
    OPTION_FLAG,   /* a bool becomes true */
    OPTION_TEXT,   /* a const char * points to the value */
    OPTION_NUMBER, /* an int becomes the value, 1 to number */
    OPTION_CHOICE, /* an enum becomes number */
    OPTION_BOOK,   /* a const struct rulebook * becomes the book of that name */
    OPTION_HELP,   /* options_read() returns OPTIONS_HELP */
};

struct option_row {
    int letter;        /* 0: the option has only a name */
    const char *name;  /* without "--" */
    const char *value; /* the value's name in --help, or NULL: it takes no value */
    const char *help;  /* of an OPTION_BOOK: the text behind the names of the books */
    enum option_kind kind;
    bool (*set)(void *to, const char *value); /* false: the value is wrong */
    size_t at;          /* offset in *to of the member that the option sets */
    int number;         /* largest OPTION_NUMBER; value of an OPTION_CHOICE */
    const char *remedy; /* the values allowed, as a remedy; NULL: any text, a book */
    unsigned programs;  /* bits of the programs that have the option; 0: all */
    const char *value_if_last; /* for an option that ends the arguments, or NULL */
};

/* Four members of a row: kind, set, at and number. */
#define OPTION_BY(function) OPTION_CALL, function, 0, 0
#define OPTION_SETS(type, member) OPTION_FLAG, NULL, offsetof(type, member), 0
#define OPTION_KEEPS(type, member) OPTION_TEXT, NULL, offsetof(type, member), 0
#define OPTION_COUNTS(type, member, most)                                              \
    OPTION_NUMBER, NULL, offsetof(type, member), most
#define OPTION_CHOOSES(type, member, choice)                                           \
    OPTION_CHOICE, NULL, offsetof(type, member), choice
#define OPTION_FINDS_BOOK(type, member) OPTION_BOOK, NULL, offsetof(type, member), 0
#define OPTION_ASKS_HELP OPTION_HELP, NULL, 0, 0

struct options {
    const char *command; /* "judge", "referee tally" */
    const char *use;     /* arguments, in the usage line */
    const char *about;   /* lines below the usage line */
    const struct option_row *rows;
    size_t count;
    unsigned program; /* bit of the program in the rows */
    bool in_order;    /* options end at the first argument, as for env(1) */
};

enum options_result { OPTIONS_RUN, OPTIONS_HELP, OPTIONS_BAD };

/*
 * Read the options in argv[1..argc-1] into *to, the struct that the rows set; "--" ends
 * them. Arguments move behind the options, and *first becomes the index of the first
 * argument. Pointers in *to then point into argv.
 * Returns OPTIONS_RUN; OPTIONS_HELP; or OPTIONS_BAD with one line in error[] that ends
 * with the remedy, *to and *first being undefined.
 */
enum options_result options_read(const struct options *options, void *to, int argc,
    char **argv, int *first, char error[static OPTIONS_ERROR_SIZE]);

/* Print --help. */
void options_help(const struct options *options, FILE *stream);

/* Read a decimal number of at most 9 digits from least to most; false for any other
 * text, *number being unchanged. */
bool options_number(const char *text, long least, long most, long *number);

#endif
