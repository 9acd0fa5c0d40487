#include "check_lpp2.h"

#include <stdlib.h>
#include <string.h>

#define FORM "referee(1)"

int check_lpp2_init(struct check_lpp2 *c, struct check *check)
{
    *c = (struct check_lpp2){.check = check, .lpp2 = lpp2_new()};
    record_init(&c->reader, RECORD_LPP2);
    return c->lpp2 != NULL ? 0 : -1;
}

static void check_line(struct check_lpp2 *c, const char *line, size_t length)
{
    struct record record;

    c->line++;
    lpp2_read(c->lpp2, &c->reader, line, length, true, &record);
    if (record.kind != RECORD_LINE) {
        check_tell(c->check, c->line, FORM, "%s", c->lpp2->why);
        return;
    }
    c->messages++;
    if (c->lpp2->has_secret)
        check_tell(c->check, c->line, FORM,
            "its \"secret\" is not empty: whoever reads it can register by it");
}

void check_lpp2_lines(struct check_lpp2 *c, const char *bytes, size_t length)
{
    const char *at = bytes, *end = bytes + length;

    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        check_line(c, at, (size_t)(newline - at));
        at = newline + 1;
    }
}

void check_lpp2_end(struct check_lpp2 *c, bool torn)
{
    if (torn)
        check_tell(c->check, c->line + 1, FORM,
            "the last line is cut short: it has no newline");
    free(c->lpp2);
    c->lpp2 = NULL;
}
