#include "finding.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS_MAX = 7, PORT_MAX = 65535 };

/* Whether text is so many small hexadecimal digits. */
static bool is_hex(const char *text, size_t digits)
{
    return strlen(text) == digits && strspn(text, "0123456789abcdef") == digits;
}

static bool is_station(const struct finding_station *s)
{
    return is_hex(s->id, FINDING_ID) && wire_is_label(s->label) && s->port >= 1 &&
           s->port <= PORT_MAX;
}

/* Returns the length of the line, or 0. */
static int write_line(const struct finding_message *m, char *line, size_t size)
{
    const struct finding_station *here = &m->here;

    if (m->kind != FINDING_TELL && !is_hex(m->nonce, FINDING_NONCE))
        return 0;
    switch (m->kind) {
    case FINDING_WHO:
        return snprintf(line, size, "LP1 who %s\n", m->nonce);
    case FINDING_HERE:
        return is_station(here) ? snprintf(line, size, "LP1 here %s %s %d %s %s\n",
                                      m->nonce, here->id, here->port,
                                      here->busy ? "busy" : "free", here->label)
                                : 0;
    case FINDING_ASK:
        return is_hex(m->proof, FINDING_PROOF)
                   ? snprintf(line, size, "LP1 ask %s %s\n", m->nonce, m->proof)
                   : 0;
    case FINDING_TELL:
        return is_hex(m->sealed, FINDING_SEALED)
                   ? snprintf(line, size, "LP1 tell %s\n", m->sealed)
                   : 0;
    }
    return 0;
}

size_t finding_write(
    const struct finding_message *message, char line[static FINDING_LINE_MAX + 1])
{
    return (size_t)write_line(message, line, FINDING_LINE_MAX + 1);
}

/* Reading: split loosely, then let what is written again prove the spelling. */

static int split(char *text, char *fields[static FIELDS_MAX])
{
    int count = 0;
    char *rest = NULL;

    for (char *field = strtok_r(text, " \n", &rest);
         field != NULL && count < FIELDS_MAX; field = strtok_r(NULL, " \n", &rest))
        fields[count++] = field;
    return count;
}

static void read_here(struct finding_station *here, char *fields[static 4])
{
    snprintf(here->id, sizeof(here->id), "%s", fields[0]);
    here->port = strlen(fields[1]) <= 5 ? atoi(fields[1]) : 0;
    here->busy = strcmp(fields[2], "busy") == 0;
    snprintf(here->label, sizeof(here->label), "%s", fields[3]);
}

static bool read_fields(
    char *fields[static FIELDS_MAX], int count, struct finding_message *m)
{
    static const char *const words[] = {"who", "here", "ask", "tell"};
    static const int counts[] = {3, 7, 4, 3};
    int kind = 0;

    if (count < 3)
        return false;
    while (kind <= FINDING_TELL && strcmp(fields[1], words[kind]) != 0)
        kind++;
    if (kind > FINDING_TELL || count != counts[kind])
        return false;
    m->kind = (enum finding_kind)kind;
    if (kind == FINDING_TELL) {
        snprintf(m->sealed, sizeof(m->sealed), "%s", fields[2]);
        return true;
    }
    snprintf(m->nonce, sizeof(m->nonce), "%s", fields[2]);
    if (kind == FINDING_ASK)
        snprintf(m->proof, sizeof(m->proof), "%s", fields[3]);
    else if (kind == FINDING_HERE)
        read_here(&m->here, fields + 3);
    return true;
}

int finding_read(const char *bytes, size_t length, struct finding_message *message)
{
    char text[FINDING_LINE_MAX + 1], again[FINDING_LINE_MAX + 1];
    struct finding_message m = {0};
    char *fields[FIELDS_MAX];

    if (length <= FINDING_LINE_MAX) {
        memcpy(text, bytes, length);
        text[length] = '\0';
        if (read_fields(fields, split(text, fields), &m) &&
            finding_write(&m, again) == length && memcmp(again, bytes, length) == 0) {
            *message = m;
            return 0;
        }
    }
    errno = EPROTO;
    return -1;
}
