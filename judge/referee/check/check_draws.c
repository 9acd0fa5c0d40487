#include "judge/referee/check/check_draws.h"

#include <string.h>

#include "judge/ballot/ballot.h"
#include "judge/draw/commitment.h"
#include "judge/referee/check/check_ballots.h"
#include "judge/referee/record/record_file.h"

#define COLUMNS "lp-transcript(5)"

/* One row of BALLOTS.CSV. */
struct draw_check {
    struct check check; /* faults of the file */
    uint64_t line;
    const struct ballot_row *row;
    char draw[COMMITMENT_DIGITS + 1]; /* commitment of the row's draw, or empty */
};

static void check_draw(const struct draw_check *d, const struct check_pairs_file *log)
{
    char clause[RULEBOOK_CLAUSE_SIZE];

    check_sides_clause(d->row->book, clause);
    if (log->keys.draw[0] == '\0')
        check_fault(
            &d->check, d->line, clause, "draw: %.100s has no commitment", log->path);
    else if (!commitment_holds(log->keys.draw, d->row->draw, d->row->nonce))
        check_fault(&d->check, d->line, clause,
            "draw: not the draw to which %.100s is committed: the SHA-256 of draw, a "
            "blank and nonce differs",
            log->path);
}

static void report_other(const struct draw_check *d, const char *not_here,
    const struct check_pairs_file *log)
{
    check_fault(&d->check, d->line, COLUMNS, "%s of %.100s", not_here, log->path);
}

/* A row must have the log's book, station, and judge (unless the conversation changes
 * judges). */
static void compare_log(
    const struct draw_check *d, int seat, const struct check_pairs_file *log)
{
    const struct ballot_row *row = d->row;
    const char *label = row->seat[seat].label;

    if (log->keys.book != row->book)
        report_other(d, "book: not that", log);
    if (log->keys.records > 0 && log->keys.judge != (int)row->judge &&
        !(log->keys.book != NULL && log->keys.book->judge_lines))
        report_other(d, "judge: not that", log);
    if (label[0] != '\0' && strcmp(label, log->keys.station) != 0)
        report_other(d, "labels: not that", log);
    if (d->draw[0] == '\0' ||
        (log->keys.own != SIDE_JUDGE && log->keys.draw[0] == '\0'))
        return; /* logs of the hidden room have no sides */
    if (log->keys.own == SIDE_JUDGE &&
        strcmp(log->keys.pane, seat == 0 ? "left" : "right") != 0)
        report_other(d, "sessions: not the side", log);
    if (log->keys.nonce[0] != '\0' && strcmp(log->keys.nonce, row->nonce) != 0)
        report_other(d, "nonce: not that", log);
    check_draw(d, log);
}

/* Compare a row with the logs of its sessions, and check that logs with its draw have
 * its sessions. */
static void check_row(const struct check_pairs *pairs, const struct draw_check *d)
{
    const struct ballot_row *row = d->row;

    for (size_t i = 0; i < pairs->count; i++) {
        const struct check_pairs_file *log = &pairs->files[i];
        int seat = 0;

        if (log->keys.session[0] == '\0')
            continue;
        while (seat < row->seats &&
               strcmp(log->keys.session, row->seat[seat].session) != 0)
            seat++;
        if (seat < row->seats)
            compare_log(d, seat, log);
        else if (d->draw[0] != '\0' && strcmp(log->keys.draw, d->draw) == 0)
            report_other(d, "sessions: has this draw, but not the session", log);
    }
}

static int check_rows(const struct check_pairs *pairs, const char *path)
{
    struct ballot_row row;
    struct draw_check d = {.check = check_pairs_receiver(pairs, path), .row = &row};
    struct record_file file;
    struct record record;
    const char *fault;
    int more;

    if (record_open(&file, path) != 0) {
        check_fault(&d.check, 0, NULL, "%s", file.why);
        return file.code;
    }
    while ((more = record_next(&file, &record)) > 0) {
        if (file.number == 1 ||
            ballot_row_read(record.text, record.length, &row, &fault) < 0)
            continue;
        d.line = file.number;
        d.draw[0] = '\0';
        if (row.draw[0] != '\0')
            commitment_make(row.draw, row.nonce, d.draw);
        check_row(pairs, &d);
    }
    record_close(&file);
    return more < 0 ? file.code : 0;
}

static bool has_logs(const struct check_pairs *pairs)
{
    for (size_t i = 0; i < pairs->count; i++)
        if (pairs->files[i].keys.session[0] != '\0')
            return true;
    return false;
}

int check_draws(const struct check_pairs *pairs)
{
    int code = 0;

    if (!has_logs(pairs))
        return 0;
    for (size_t i = 0; i < pairs->count && code == 0; i++)
        if (pairs->files[i].kind == CHECK_BALLOTS && pairs->files[i].good)
            code = check_rows(pairs, pairs->files[i].path);
    return code;
}
