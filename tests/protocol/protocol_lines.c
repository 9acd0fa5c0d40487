/*
 * protocol_lines.c - the programs' reading of the lines of a document, for protocol.py.
 *
 *   protocol_lines          for each line of standard input: "good" if it is a line of
 *                           the wire, "bad" if not
 *   protocol_lines names    the name and code of each key of ASCII that has another
 * name than itself
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "common/conversation/wire.h"

static bool is_message(const char *line, size_t length)
{
    struct wire_reader reader = {0};
    struct wire_message message;

    return wire_read(&reader, &line, &length, &message) == 1 && length == 0;
}

static void judge_lines(void)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t length;

    while ((length = getline(&line, &size, stdin)) > 0)
        puts(is_message(line, (size_t)length) ? "good" : "bad");
    free(line);
}

static void list_names(void)
{
    char name[KEY_NAME_SIZE];

    for (uint32_t code = 0; code < 0x80; code++)
        if (key_spell(code, name) > 1)
            printf("%s %02x\n", name, (unsigned)code);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "names") == 0)
        list_names();
    else
        judge_lines();
    return 0;
}
