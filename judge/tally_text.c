#include <langinfo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "glyph.h"
#include "tally.h"
#include "utf8.h"

/* The width of bars, at most, and of a terminal that does not tell. */
enum {
    BAR_MOST = 40,
    BAR_LEAST = 8,
    WIDTH_USUAL = 80,
    INDENT = 2,
    NUMBER_SIZE = 32,
    MARGIN = 8
};

/* A column of the table: its heading, its width, and what a player has there. */
struct column {
    const char *heading;
    int width;
    void (*write)(
        const struct tally_report *report, int player, char text[static NUMBER_SIZE]);
};

static const struct score_line *line_of(const struct tally_report *report, int player)
{
    return &report->score->lines[player];
}

static void write_place(
    const struct tally_report *report, int player, char text[static NUMBER_SIZE])
{
    int place = line_of(report, player)->place;

    if (report->box->sheet.players[player].disqualified)
        snprintf(text, NUMBER_SIZE, "out");
    else if (place > 0)
        snprintf(text, NUMBER_SIZE, "%d.", place);
}

static void write_taken(
    const struct tally_report *report, int player, char text[static NUMBER_SIZE])
{
    const struct score_line *line = line_of(report, player);

    snprintf(text, NUMBER_SIZE, "%d of %d", line->taken, line->judged);
}

static void write_points(
    const struct tally_report *report, int player, char text[static NUMBER_SIZE])
{
    struct score_mean said = line_of(report, player)->said;

    snprintf(text, NUMBER_SIZE, "%lld", (long long)(said.sum / SHEET_UNIT));
}

static void write_mean(struct score_mean mean, char text[static NUMBER_SIZE])
{
    if (mean.count > 0)
        snprintf(text, NUMBER_SIZE, "%.2f", score_number(mean));
    else
        snprintf(text, NUMBER_SIZE, "-");
}

static void write_rating(
    const struct tally_report *report, int player, char text[static NUMBER_SIZE])
{
    write_mean(line_of(report, player)->said, text);
}

static void write_rank(
    const struct tally_report *report, int player, char text[static NUMBER_SIZE])
{
    write_mean(line_of(report, player)->rank, text);
}

static void write_preliminary(
    const struct tally_report *report, int player, char text[static NUMBER_SIZE])
{
    double preliminary = sheet_preliminary(&report->box->sheet, player);

    if (!isnan(preliminary))
        snprintf(text, NUMBER_SIZE, "%.10g", preliminary);
}

enum { COLUMNS_MOST = 3 };

static const struct column tables[][COLUMNS_MOST + 1] = {
    [TALLY_HIGHEST] = {{"mean rating", 13, write_rating},
        {"above 50", 10, write_taken}},
    [TALLY_MEAN] = {{"mean rating", 13, write_rating}, {"above 3", 10, write_taken}},
    [TALLY_COLUMN] = {{"column", 10, write_taken}, {"points", 8, write_points},
        {"preliminary", 13, write_preliminary}},
    [TALLY_TAKEN] = {{"column", 10, write_taken}, {"mean rank", 11, write_rank}},
    [TALLY_WAGER] = {{"called human", 14, write_taken}, {"mean rank", 11, write_rank}},
};

int tally_width(const char *text)
{
    struct utf8 utf8 = {0};
    uint32_t codes[2];
    int width = 0;

    for (; *text != '\0'; text++) {
        int count = utf8_decode(&utf8, (unsigned char)*text, codes);

        /* Of what our own screens do not show a terminal makes one column. */
        for (int i = 0; i < count; i++)
            width += glyph_is_shown(codes[i]) ? glyph_width(codes[i]) : 1;
    }
    return width;
}

static int widest_name(const struct tally_report *report)
{
    char name[TALLY_NAME_SIZE];
    int widest = 0;

    for (int p = 0; p < roster_players(&report->box->roster); p++) {
        tally_name(report, p, name);
        if (tally_width(name) > widest)
            widest = tally_width(name);
    }
    return widest;
}

/* Bars. */

/* What a player has of all that there is to have. */
static double share_of(const struct tally_report *report, int player)
{
    const struct score_line *line = line_of(report, player);

    if (line->judged == 0)
        return 0;
    switch (report->box->sheet.book->ballot) {
    case BALLOT_HOW_HUMAN:
        return score_number(line->said) / 100;
    case BALLOT_SCALE:
        return score_number(line->said) / 5;
    case BALLOT_POINTS:
    case BALLOT_WHICH:
    case BALLOT_VERDICT:
        break;
    }
    return (double)line->taken / line->judged;
}

/* How wide the widest bar may be beside a table of that width; 0: there is none. */
static int room_for_bars(int table)
{
    struct winsize size = {0};
    int width = WIDTH_USUAL, room;

    if (!isatty(STDOUT_FILENO))
        return 0;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        width = size.ws_col;
    room = width - table - 4;
    if (room < BAR_LEAST)
        return 0;
    return room > BAR_MOST ? BAR_MOST : room;
}

static void draw_bar(double share, int blanks, int room)
{
    const char *mark = strcmp(nl_langinfo(CODESET), "UTF-8") == 0 ? "\u2588" : "#";
    int length = (int)(share * room + 0.5);

    if (length > 0)
        printf("%*s", blanks + 2, "");
    for (int i = 0; i < length; i++)
        fputs(mark, stdout);
}

/* The table. */

/* A column that would be empty is none. */
static bool is_used(const struct tally_report *report, const struct column *column)
{
    for (int p = 0; p < roster_players(&report->box->roster); p++) {
        char text[NUMBER_SIZE] = "";

        column->write(report, p, text);
        if (text[0] != '\0')
            return true;
    }
    return false;
}

static int width_of_table(
    const struct tally_report *report, const struct column *columns, int names)
{
    int width = names + MARGIN;

    for (int i = 0; columns[i].heading != NULL; i++)
        width += is_used(report, &columns[i]) ? columns[i].width : 0;
    return width;
}

static void print_heading(
    const struct tally_report *report, const struct column *columns, int names)
{
    printf("%-*s", names + MARGIN, "");
    for (int i = 0; columns[i].heading != NULL; i++)
        if (is_used(report, &columns[i]))
            printf("%*s", columns[i].width, columns[i].heading);
    printf("\n");
}

static void print_player(const struct tally_report *report,
    const struct column *columns, int player, int names, int room)
{
    char name[TALLY_NAME_SIZE], text[NUMBER_SIZE] = "";
    int blanks = 0; /* that are due before what comes next: no line ends in blanks */

    tally_name(report, player, name);
    write_place(report, player, text);
    printf("  %4s  %s%*s", text, name, names - tally_width(name), "");
    for (int i = 0; columns[i].heading != NULL; i++) {
        text[0] = '\0';
        columns[i].write(report, player, text);
        blanks += is_used(report, &columns[i]) ? columns[i].width : 0;
        if (text[0] == '\0')
            continue;
        printf("%*s", blanks, text);
        blanks = 0;
    }
    if (room > 0)
        draw_bar(share_of(report, player), blanks, room);
    printf("\n");
}

/* Entries and confederates apart, and in each the most human first: by place, or, where
 * none is given, by what bars are drawn from. */
static bool is_before(const struct tally_report *report, int a, int b)
{
    int first = line_of(report, a)->place, second = line_of(report, b)->place;

    if ((first > 0) != (second > 0))
        return first > 0;
    if (first != second)
        return first < second;
    if (first == 0 && share_of(report, a) > share_of(report, b))
        return true;
    if (first == 0 && share_of(report, a) < share_of(report, b))
        return false;
    return a < b;
}

static void print_players(
    const struct tally_report *report, int from, int to, int names)
{
    const struct column *columns = tables[report->box->sheet.book->tally];
    int room = room_for_bars(width_of_table(report, columns, names));
    int order[CONTEST_MOST];

    for (int p = from; p < to; p++) {
        int before = 0;

        for (int q = from; q < to; q++)
            before += q != p && is_before(report, q, p);
        order[before] = p;
    }
    for (int at = 0; at < to - from; at++)
        print_player(report, columns, order[at], names, room);
}

static void print_table(const struct tally_report *report)
{
    const struct sheet *sheet = &report->box->sheet;
    int players = sheet_players(sheet), names = widest_name(report);

    print_heading(report, tables[sheet->book->tally], names);
    print_players(report, 0, sheet->entries, names);
    if (sheet->entries > 0 && players > sheet->entries)
        printf("\n");
    print_players(report, sheet->entries, players, names);
}

static void print_remarks(const struct tally_report *report)
{
    const struct ballotbox *box = report->box;

    printf(
        "PROVISIONAL: ballots are missing, contradict each other or do not count:\n");
    for (size_t i = 0; i < box->remark_count; i++)
        printf("  %s\n", box->remarks[i].text);
    printf("\n");
}

static void print_title(const struct tally_report *report)
{
    const struct contest *contest = report->box->roster.contest;

    printf("%s\n", contest->title[0] != '\0' ? contest->title : "A contest");
    printf(
        "by the rules of %s: judges %d, entries %d, confederates %d, ballots %ld\n\n",
        contest->book->name, contest->counts[ROLE_JUDGE], contest->counts[ROLE_ENTRY],
        contest->counts[ROLE_CONFEDERATE], report->box->rows);
}

/* Sentences. */

/* How many bytes of a line fit, to the last blank that does. A clause that is cited, in
 * brackets, stays in one piece, and so does "30 %". */
static size_t fitting(const char *line, size_t length, int room)
{
    size_t best = 0;
    int width = 0, brackets = 0;

    for (size_t i = 0; i < length; i++) {
        brackets += (line[i] == '(') - (line[i] == ')');
        if (line[i] == ' ' && brackets == 0 && line[i + 1] != '%')
            best = i;
        width += ((unsigned char)line[i] & 0xc0) != 0x80;
        if (width > room && best > 0)
            return best;
    }
    return length;
}

/* Print a line; where it is too long it goes on below, further in. */
static void print_filled(const char *line)
{
    int margin = (int)strspn(line, " "), further = margin + INDENT;

    line += margin;
    for (;;) {
        size_t length = strlen(line);
        size_t fits = fitting(line, length, WIDTH_USUAL - 1 - margin);

        printf("%*s%.*s\n", margin, "", (int)fits, line);
        if (fits == length)
            return;
        line += fits + 1;
        margin = further;
    }
}

/* Without memory to fill the lines in, they are printed as they are. */
void tally_fill(void (*write)(FILE *to, const void *what), const void *what)
{
    char *text = NULL, *rest, *line;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    bool written = to != NULL;

    if (to != NULL) {
        write(to, what);
        written = fclose(to) == 0;
    }
    rest = text;
    while (written && (line = strsep(&rest, "\n")) != NULL && rest != NULL)
        print_filled(line);
    if (!written)
        write(stdout, what);
    free(text);
}

static void write_sentences(FILE *to, const void *report)
{
    tally_text_outcome(to, report);
    fprintf(to, "\n");
    tally_text_bearing(to, report);
}

void tally_text(const struct tally_report *report)
{
    print_title(report);
    if (tally_is_provisional(report))
        print_remarks(report);
    tally_text_sheet(report);
    print_table(report);
    printf("\n");
    tally_fill(write_sentences, report);
}
