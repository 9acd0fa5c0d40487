#include "draws.h"

#include <stdio.h>
#include <string.h>

#include "ballot.h"
#include "commitment.h"
#include "record_file.h"

#define SIDES "2009, 3"

static void open_one(const char *path, uint64_t line, const struct ballot_row *row,
    const struct known_file *log, known_tell *tell)
{
    char what[CHECK_TEXT_SIZE];

    if (log->draw[0] == '\0' && !log->judges)
        return;
    if (log->draw[0] == '\0')
        snprintf(what, sizeof(what), "draw: %.100s was committed to none", log->path);
    else if (!commitment_holds(log->draw, row->draw, row->nonce))
        snprintf(what, sizeof(what),
            "draw: not what %.100s was committed to: draw, a blank and nonce have "
            "another SHA-256",
            log->path);
    else
        return;
    tell(path, line, what, SIDES);
}

static void open_row(const struct known *known, const char *path, uint64_t line,
    const struct ballot_row *row, known_tell *tell)
{
    for (int seat = 0; seat < row->seats && row->draw[0] != '\0'; seat++)
        for (size_t i = 0; i < known->count; i++) {
            const struct known_file *log = &known->files[i];
            if (log->session[0] != '\0' &&
                strcmp(log->session, row->seat[seat].session) == 0)
                open_one(path, line, row, log, tell);
        }
}

static int open_all(const struct known *known, const char *path, known_tell *tell)
{
    static struct ballot_row row; /* too large for the stack */
    struct record_file file;
    struct record record;
    char why[RECORD_WHY_SIZE];
    const char *what;
    int code = record_open(&file, path, why), more = 1;

    if (code != 0) {
        tell(path, 0, why, NULL);
        return code;
    }
    while ((more = record_next(&file, &record, &code, why)) > 0)
        if (file.number > 1 &&
            ballot_row_read(record.text, record.length, &row, &what) == 0)
            open_row(known, path, file.number, &row, tell);
    record_close(&file);
    return more < 0 ? code : 0;
}

int draws_open(const struct known *known, known_tell *tell)
{
    char digits[COMMITMENT_DIGITS + 1];
    int code = 0;

    for (size_t i = 0; i < known->count && code == 0; i++) {
        const struct known_file *file = &known->files[i];
        if (file->kind != CHECK_BALLOTS || !file->good)
            continue;
        if (commitment_make("", "", digits) < 0)
            tell(file->path, 0,
                "draws are not opened: this build has no libsodium, so use another",
                SIDES);
        else
            code = open_all(known, file->path, tell);
    }
    return code;
}
