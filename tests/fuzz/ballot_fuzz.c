/*
 * Any lines: a row that is accepted has values that its book allows, and reads back the
 * same when it is written again.
 */
#include <string.h>

#include "judge/ballot/ballot.h"
#include "tests/fuzz/fuzz.h"

static void check_seats(const struct ballot_row *a, const struct ballot_row *b)
{
    check(a->seats == b->seats && a->seats >= 1 && a->seats <= BALLOT_SEATS_MAX);
    for (int i = 0; i < a->seats; i++)
        check(strcmp(a->seat[i].station, b->seat[i].station) == 0 &&
              strcmp(a->seat[i].label, b->seat[i].label) == 0 &&
              strcmp(a->seat[i].session, b->seat[i].session) == 0 &&
              a->seat[i].score == b->seat[i].score);
}

static void check_alike(const struct ballot_row *a, const struct ballot_row *b)
{
    check(strcmp(a->confirmed, b->confirmed) == 0 && a->book == b->book &&
          a->round == b->round && a->judge == b->judge && a->kind == b->kind &&
          a->confidence == b->confidence && strcmp(a->reason, b->reason) == 0 &&
          strcmp(a->draw, b->draw) == 0 && strcmp(a->nonce, b->nonce) == 0);
    check_seats(a, b);
}

static void check_values(const struct ballot_row *row)
{
    int values[BALLOT_SEATS_MAX];

    for (int i = 0; i < row->seats; i++)
        values[i] = row->seat[i].score;
    check(ballot_check(ballot_asks(row->book, row->kind), values, row->seats) ==
          BALLOT_GOOD);
    check(row->judge < BALLOT_JUDGES && row->confidence >= BALLOT_NO_CONFIDENCE &&
          row->confidence <= 100 && (row->draw[0] != '\0') == (row->nonce[0] != '\0'));
}

static void check_again(const struct ballot_row *row)
{
    static char line[BALLOT_ROW_SIZE];
    struct ballot_row again;
    const char *why;
    size_t length = ballot_row_write(row, line);

    check(length > 0 && line[length - 1] == '\n' &&
          memchr(line, '\n', length) == line + length - 1);
    check(ballot_row_read(line, length - 1, &again, &why) == 0);
    check_alike(row, &again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *line = (const char *)data, *end = line + size;

    while (line < end) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((newline != NULL ? newline : end) - line);
        struct ballot_row row;
        const char *why = NULL;

        if (ballot_row_read(line, length, &row, &why) == 0) {
            check_values(&row);
            check_again(&row);
        } else {
            check(why != NULL && why[0] != '\0');
        }
        line += length + 1;
    }
    return 0;
}
