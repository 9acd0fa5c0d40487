#include "pairs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

static int rewind_file(struct record_file *file, char *why)
{
    if (record_rewind(file) == 0)
        return 0;
    snprintf(why, RECORD_WHY_SIZE, "%s", strerror(errno));
    return EX_IOERR;
}

int pairs_find(struct record_file *file, char why[static RECORD_WHY_SIZE])
{
    struct record record;
    int got, code;

    do
        got = record_next(file, &record, &code, why);
    while (got == 1);
    if (got < 0)
        return code;
    if (file->lpp2->count > 0 && !file->lpp2->full)
        return rewind_file(file, why);
    if (file->lpp2->full)
        snprintf(why, RECORD_WHY_SIZE,
            "it has more than %d pairs: name a single round's file",
            (int)LPP2_PAIRS_MAX);
    else
        snprintf(why, RECORD_WHY_SIZE,
            "no line of it is a whole message: let check say why");
    return EX_DATAERR;
}

int pairs_rewind(
    struct pairs *pairs, struct record_file *file, char why[static RECORD_WHY_SIZE])
{
    *pairs = (struct pairs){0};
    return rewind_file(file, why);
}

int pairs_next(struct pairs *pairs, struct record_file *file, struct record *out,
    int *code, char why[static RECORD_WHY_SIZE])
{
    const struct lpp2 *lpp2 = file->lpp2;
    int got;

    if (pairs->has_head) {
        while ((got = record_next(file, out, code, why)) == 1)
            if (out->kind == RECORD_TORN ? pairs->at == 0 : lpp2->pair == pairs->at)
                return 1;
        if (got < 0 || pairs->at + 1 == lpp2->count)
            return got;
        *code = rewind_file(file, why);
        if (*code != 0)
            return -1;
        pairs->at++;
    }
    pairs->has_head = true;
    lpp2_head(file->lpp2, &file->reader, pairs->at, out);
    return 1;
}
