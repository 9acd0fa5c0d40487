#include "judge/referee/schedule/schedule_table.h"

#include <string.h>

#include "judge/referee/schedule/schedule.h"

enum {
    WORDS_SIZE = CONTEST_MOST * CONTEST_SESSION_SIZE * 2,
    DAY = 24 * 60, /* minutes */
    CLOCK_SIZE = 16,
    HEADING_WIDTH = 13, /* "Participating" */
    LINE_WIDTH = 72     /* in bytes, of a contest file */
};

/* One round as text. */
struct row {
    int round;
    char begins[CLOCK_SIZE], ends[CLOCK_SIZE]; /* or empty */
    char sessions[WORDS_SIZE], excused[WORDS_SIZE];
};

int schedule_table_minutes(const struct contest *c, int round)
{
    const struct rulebook *book = c->book;

    if (c->minutes == 0)
        return 0;
    return schedule_slots(c, round) * c->minutes + book->minutes_review +
           book->minutes_change;
}

/* A time of day; after midnight with the number of days, "00:30+1". */
static void print_clock(int minutes, char text[static CLOCK_SIZE])
{
    int day = minutes / DAY % 1000, minute = minutes % DAY;

    if (day == 0)
        snprintf(text, CLOCK_SIZE, "%02d:%02d", minute / 60, minute % 60);
    else
        snprintf(text, CLOCK_SIZE, "%02d:%02d+%d", minute / 60, minute % 60, day);
}

static void add_word(char words[static WORDS_SIZE], const char *word)
{
    size_t length = strlen(words);

    snprintf(words + length, WORDS_SIZE - length, "%s%s", length > 0 ? " " : "", word);
}

static void add_excused(const struct schedule_table *t, enum role role, struct row *row)
{
    bool busy[ROLES][CONTEST_MOST + 1];

    schedule_mark(t->c, row->round, busy);
    for (int i = 1; i <= CONTEST_MOST; i++) {
        struct contest_label who = {role, i};
        char label[CONTEST_LABEL_SIZE];
        if (!t->c->people[role][i].listed ||
            t->c->people[role][i].marks[CONTEST_ABSENT] || busy[role][i])
            continue;
        contest_label_write(&who, label);
        add_word(row->excused, label);
    }
}

static void make_row(
    const struct schedule_table *t, int round, int begins, struct row *row)
{
    *row = (struct row){.round = round};
    if (t->start >= 0) {
        print_clock(begins, row->begins);
        print_clock(begins + schedule_table_minutes(t->c, round), row->ends);
    }
    for (size_t i = 0; i < t->c->session_count; i++) {
        char word[CONTEST_SESSION_SIZE];
        if (t->c->sessions[i].round != round)
            continue;
        contest_session_write(&t->c->sessions[i], word);
        add_word(row->sessions, word);
    }
    add_excused(t, ROLE_JUDGE, row);
    add_excused(t, ROLE_CONFEDERATE, row);
}

/* Break a long line of a contest file: the next line begins with a blank. */
static void print_words(const char *words, int width, FILE *to)
{
    for (const char *end; *words != '\0'; words = end + (*end == ' ')) {
        int length;
        end = strchrnul(words, ' ');
        length = (int)(end - words);
        if (width + 1 + length > LINE_WIDTH) {
            fprintf(to, "\n   ");
            width = 3;
        }
        fprintf(to, " %.*s", length, words);
        width += 1 + length;
    }
    fputc('\n', to);
}

static void print_row(const struct schedule_table *t, const struct row *row,
    enum schedule_table_form form, int width, FILE *to)
{
    switch (form) {
    case SCHEDULE_TABLE_TEXT:
        fprintf(to, "%5d  ", row->round);
        if (t->start >= 0)
            fprintf(to, "%-7s  %-7s  ", row->begins, row->ends);
        if (row->excused[0] != '\0')
            fprintf(to, "%-*s  %s\n", width, row->sessions, row->excused);
        else
            fprintf(to, "%s\n", row->sessions);
        break;
    case SCHEDULE_TABLE_CSV:
        fprintf(to, "%d,%s,%s,%.0d,%s,%s\n", row->round, row->begins, row->ends,
            t->c->minutes, row->sessions, row->excused);
        break;
    case SCHEDULE_TABLE_INI:
        print_words(row->sessions, fprintf(to, "%d =", row->round), to);
        break;
    }
}

/* Print the rounds; nothing if `to` is NULL. Returns the greatest width of sessions. */
static int print_rows(
    const struct schedule_table *t, enum schedule_table_form form, int width, FILE *to)
{
    int begins = t->start, widest = 0;

    for (int round = t->first; round <= CONTEST_ROUNDS_MOST; round++) {
        struct row row;
        if (t->c->rounds[round] == 0)
            continue;
        make_row(t, round, begins, &row);
        begins += schedule_table_minutes(t->c, round);
        if ((int)strlen(row.sessions) > widest)
            widest = (int)strlen(row.sessions);
        if (to != NULL)
            print_row(t, &row, form, width, to);
    }
    return widest;
}

/* Absent people are not excused: they have their own line in [contest]. */
static void print_absent(const struct schedule_table *t, FILE *to)
{
    bool any = false;

    for (int role = 0; role < ROLES; role++)
        for (int i = 1; i <= CONTEST_MOST; i++)
            if (t->c->people[role][i].marks[CONTEST_ABSENT]) {
                fprintf(to, "%s %c%d",
                    any ? "" : "[contest]\nabsent =", contest_letters[role], i);
                any = true;
            }
    if (any)
        fprintf(to, "\n\n");
}

static void print_excused(const struct schedule_table *t, FILE *to)
{
    fprintf(to, "\n[excused]\n");
    for (int round = t->first; round <= CONTEST_ROUNDS_MOST; round++) {
        struct row row;
        if (t->c->rounds[round] == 0)
            continue;
        make_row(t, round, 0, &row);
        if (row.excused[0] != '\0')
            print_words(row.excused, fprintf(to, "%d =", round), to);
    }
}

void schedule_table_print(
    const struct schedule_table *t, enum schedule_table_form form, FILE *to)
{
    int width = print_rows(t, form, 0, NULL);

    if (width < HEADING_WIDTH)
        width = HEADING_WIDTH;
    if (form == SCHEDULE_TABLE_TEXT)
        fprintf(to, "Round  %s%-*s  Excused\n",
            t->start >= 0 ? "Begins   Ends     " : "", width, "Participating");
    if (form == SCHEDULE_TABLE_CSV)
        fprintf(to, "round,begins,ends,minutes,sessions,excused\n");
    if (form == SCHEDULE_TABLE_INI)
        print_absent(t, to);
    if (form == SCHEDULE_TABLE_INI)
        fprintf(to, "[rounds]\n");
    print_rows(t, form, width, to);
    if (form == SCHEDULE_TABLE_INI && rulebook_has_pairs(t->c->book))
        print_excused(t, to);
}
