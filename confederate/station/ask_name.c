#include "confederate/station/ask_name.h"

#include <string.h>
#include <unistd.h>

#include "common/conversation/opening_line.h"

/* Read a line, as much of it as has room; the rest is thrown away. Returns false at the
 * end. */
static bool read_line(char *line, int size)
{
    int c = 0;

    if (fgets(line, size, stdin) == NULL)
        return false;
    if (strchr(line, '\n') == NULL)
        while (c != '\n' && c != EOF)
            c = getchar();
    line[strcspn(line, "\n")] = '\0';
    return true;
}

static bool ask(struct settings *s)
{
    static char
        line[OPENING_LINE_NAME_MAX + 3]; /* one character too many can be seen */

    printf("Under the rules of %s the station says its name to each judge.\n",
        s->book->name);
    do {
        printf("Give a human name, up to %d plain characters, and press Return: ",
            OPENING_LINE_NAME_MAX);
        fflush(stdout);
        if (!read_line(line, sizeof(line))) {
            putchar('\n');
            return false;
        }
    } while (!opening_line_has_name(line));
    s->name = line;
    return true;
}

bool ask_name(struct settings *s)
{
    if (s->program == PROGRAM_JUDGE || s->book->opening_line == NULL ||
        opening_line_has_name(s->name))
        return true;
    return s->name[0] == '\0' && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) &&
           ask(s);
}
