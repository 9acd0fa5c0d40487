#include "draws.h"

#include <stdio.h>
#include <string.h>

#include "ballot.h"
#include "check_ballots.h"
#include "commitment.h"
#include "record_file.h"

#define COLUMNS "lp-transcript(5)"

/* A row, and whom its faults are told to. */
struct opening {
    const char *path;
    uint64_t line;
    const struct ballot_row *row;
    char draw[COMMITMENT_DIGITS + 1]; /* what its logs are committed to, or empty */
    known_tell *tell;
};

static void open_draw(const struct opening *o, const struct known_file *log)
{
    char what[CHECK_TEXT_SIZE];

    if (log->draw[0] == '\0')
        snprintf(what, sizeof(what), "draw: %.100s was committed to none", log->path);
    else if (!commitment_holds(log->draw, o->row->draw, o->row->nonce))
        snprintf(what, sizeof(what),
            "draw: not what %.100s was committed to: draw, a blank and nonce have "
            "another SHA-256",
            log->path);
    else
        return;
    o->tell(o->path, o->line, what, check_sides_clause(o->row->book));
}

static void tell_other(
    const struct opening *o, const char *not_here, const struct known_file *log)
{
    char what[CHECK_TEXT_SIZE];

    snprintf(what, sizeof(what), "%s that %.100s has", not_here, log->path);
    o->tell(o->path, o->line, what, COLUMNS);
}

/* A row was voted under the log's book, by its judge (where the judge is not said in
 * the conversation), on its station. */
static void compare(const struct opening *o, int seat, const struct known_file *log)
{
    const struct ballot_row *row = o->row;
    const char *label = row->seat[seat].label;

    if (log->book != row->book)
        tell_other(o, "book: not the one", log);
    if (log->records > 0 && log->judge != (int)row->judge &&
        !(log->book != NULL && log->book->judge_lines))
        tell_other(o, "judge: not the one", log);
    if (label[0] != '\0' && strcmp(label, log->station) != 0)
        tell_other(o, "labels: not the one", log);
    if (o->draw[0] == '\0' || (!log->is_judges && log->draw[0] == '\0'))
        return; /* the hidden room knows of no sides */
    if (log->is_judges && strcmp(log->pane, seat == 0 ? "left" : "right") != 0)
        tell_other(o, "sessions: not the side", log);
    if (log->nonce[0] != '\0' && strcmp(log->nonce, row->nonce) != 0)
        tell_other(o, "nonce: not the one", log);
    open_draw(o, log);
}

/* Logs of the row's sessions; and those of its draw, which are to be of its sessions.
 */
static void open_row(const struct known *known, const struct opening *o)
{
    const struct ballot_row *row = o->row;

    for (size_t i = 0; i < known->count; i++) {
        const struct known_file *log = &known->files[i];
        int seat = 0;

        if (log->session[0] == '\0')
            continue;
        while (seat < row->seats && strcmp(log->session, row->seat[seat].session) != 0)
            seat++;
        if (seat < row->seats)
            compare(o, seat, log);
        else if (o->draw[0] != '\0' && strcmp(log->draw, o->draw) == 0)
            tell_other(o, "sessions: of this draw, but not here, is the one", log);
    }
}

static int open_all(const struct known *known, const char *path, known_tell *tell)
{
    static struct ballot_row row; /* too large for the stack */
    struct opening o = {.path = path, .row = &row, .tell = tell};
    struct record_file file;
    struct record record;
    char why[RECORD_WHY_SIZE];
    const char *what;
    int code = record_open(&file, path, why), more = 1;

    if (code != 0) {
        tell(path, 0, why, NULL);
        return code;
    }
    while ((more = record_next(&file, &record, &code, why)) > 0) {
        if (file.number == 1 ||
            ballot_row_read(record.text, record.length, &row, &what) < 0)
            continue;
        o.line = file.number;
        o.draw[0] = '\0';
        if (row.draw[0] == '\0' || commitment_make(row.draw, row.nonce, o.draw) == 0)
            open_row(known, &o);
    }
    record_close(&file);
    return more < 0 ? code : 0;
}

static bool has_logs(const struct known *known)
{
    for (size_t i = 0; i < known->count; i++)
        if (known->files[i].session[0] != '\0')
            return true;
    return false;
}

int draws_open(const struct known *known, known_tell *tell)
{
    char digits[COMMITMENT_DIGITS + 1];
    int code = 0;

    if (!has_logs(known))
        return 0; /* the ballots need not be read again */
    for (size_t i = 0; i < known->count && code == 0; i++) {
        const struct known_file *file = &known->files[i];
        if (file->kind != CHECK_BALLOTS || !file->good)
            continue;
        if (commitment_make("", "", digits) < 0)
            tell(file->path, 0,
                "draws are not opened: this build has no libsodium, so use another",
                COLUMNS);
        else
            code = open_all(known, file->path, tell);
    }
    return code;
}
