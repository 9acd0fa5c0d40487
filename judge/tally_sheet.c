/*
 * tally_sheet.c - what each judge has said of whom, as the books draw it: entries down,
 * judges across, and in each field beside whom.
 */
#include <stdio.h>

#include "tally.h"

/* More judges than these have no room beside each other. */
enum { JUDGES_MOST = 8, FIELD_SIZE = 32, FIELD_WIDTH = 10 };

static const struct ballotbox_saying *said_of(
    const struct tally_report *report, int judge, int player)
{
    const struct roster *roster = &report->box->roster;

    return &report->box
                ->said[roster_meeting(roster, 0, judge, player) - roster->meetings];
}

static void write_value(const struct sheet *sheet, const struct sheet_cell *cell,
    char text[static FIELD_SIZE])
{
    double value = (double)cell->said / SHEET_UNIT;

    if (sheet->book->ballot != BALLOT_VERDICT)
        snprintf(text, FIELD_SIZE, "%g", value);
    else if (cell->rank == SHEET_UNSAID)
        snprintf(text, FIELD_SIZE, "%s", value > 0 ? "human" : "machine");
    else
        snprintf(text, FIELD_SIZE, "%s %d", value > 0 ? "human" : "machine",
            (int)(cell->rank / SHEET_UNIT));
}

/* "51 C1": what is said of an entry, and beside which confederate; "?" for what is
 * contradicted, "-" for what is missing. */
static void write_field(const struct tally_report *report, int judge, int player,
    char text[static FIELD_SIZE])
{
    const struct sheet *sheet = &report->box->sheet;
    const struct sheet_cell *cell = sheet_cell(sheet, 0, judge, player);
    const struct ballotbox_saying *said = said_of(report, judge, player);
    char value[FIELD_SIZE], label[CONTEST_LABEL_SIZE] = "";

    if (cell->said == SHEET_UNSAID) {
        snprintf(text, FIELD_SIZE, "%s", said->other.line > 0 ? "?" : "-");
        return;
    }
    write_value(sheet, cell, value);
    if (said->against != ROSTER_NOBODY)
        roster_label(&report->box->roster, said->against, label);
    snprintf(text, FIELD_SIZE, "%.16s%s%s", value, label[0] != '\0' ? " " : "", label);
}

void tally_text_sheet(const struct tally_report *report)
{
    const struct roster *roster = &report->box->roster;
    int players = roster->has_pairs ? roster->entries : roster_players(roster);

    if (roster->judges > JUDGES_MOST || roster->trials > 1)
        return;
    printf("     ");
    for (int j = 0; j < roster->judges; j++) {
        char text[FIELD_SIZE];

        snprintf(text, sizeof(text), "J%d", roster->numbers[ROLE_JUDGE][j]);
        printf("%*s", FIELD_WIDTH, text);
    }
    printf("\n");
    for (int p = 0; p < players; p++) {
        char label[CONTEST_LABEL_SIZE];

        roster_label(roster, p, label);
        printf("  %-3s", label);
        for (int j = 0; j < roster->judges; j++) {
            char text[FIELD_SIZE];

            write_field(report, j, p, text);
            printf("%*s", FIELD_WIDTH, text);
        }
        printf("\n");
    }
    printf("\n");
}
