#include "seatranks.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "ballots.h"

static void add(
    struct seat *s, const struct ballot_seat *seat, const char *format, int number)
{
    struct seat_ranked *next = &s->rank[s->ranked];

    if (s->ranked == SEAT_RANKED)
        return;
    next->seat = *seat;
    snprintf(next->name, sizeof(next->name), "%s", format);
    if (number > 0)
        snprintf(next->name, sizeof(next->name), "%s of round %d", format, number);
    s->ranked++;
}

/* Of a pair the one that was not taken for the human. */
static void add_other(struct seat *s, const struct ballot_row *row)
{
    for (int i = 0; i < row->seats; i++)
        if (row->seat[i].score == 0)
            add(s, &row->seat[i], i == 0 ? "LEFT" : "RIGHT",
                row->round > 0 ? row->round : s->ranked + 1);
}

void seatranks_add(struct seat *s, const struct ballot_row *row)
{
    if (s->settings->book->ballot == BALLOT_WHICH)
        add_other(s, row);
    else if (s->settings->book->ballot == BALLOT_VERDICT)
        for (int i = 0; i < row->seats; i++)
            add(s, &row->seat[i], s->sides[i].name, 0);
}

bool seatranks_are_due(const struct seat *s)
{
    return s->ranked == SEAT_RANKED && !s->has_ranked;
}

/* Take one line of the file: a ballot of this judge's in an earlier round. */
static void take(struct seat *s, const char *line, size_t length)
{
    static struct ballot_row row;
    const char *why;
    unsigned judge = s->settings->judge < 0 ? 0 : (unsigned)s->settings->judge;

    if (ballot_row_read(line, length, &row, &why) < 0 ||
        row.book != s->settings->book || row.judge != judge)
        return;
    if (row.kind == BALLOT_KIND_RANKS)
        s->has_ranked = true;
    else
        add_other(s, &row);
}

int seatranks_read(struct seat *s)
{
    static char line[BALLOT_ROW_SIZE];
    char path[PATH_MAX];
    FILE *file;
    int error = 0;

    if (s->settings->book->ballot != BALLOT_WHICH)
        return 0;
    if (snprintf(path, sizeof(path), "%s/" BALLOTS_NAME,
            s->settings->place.directory) >= (int)sizeof(path)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    file = fopen(path, "re");
    if (file == NULL)
        return errno == ENOENT ? 0 : -1;
    while (fgets(line, sizeof(line), file) != NULL)
        take(s, line, strcspn(line, "\n"));
    if (ferror(file))
        error = errno;
    fclose(file);
    errno = error;
    return error == 0 ? 0 : -1;
}
