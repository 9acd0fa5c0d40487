#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "judge/contest/contest.h"

/* Values that slips have too. */

static bool set_text(
    char *out, size_t size, const struct inirow *row, struct inirow_error *error)
{
    size_t length = strlen(row->value);

    if (length >= size)
        return inirow_refuse(error, row->line, "%s is too long: the limit is %zu bytes",
            row->name, size - 1);
    memcpy(out, row->value, length + 1);
    return true;
}

bool contest_set_title(char title[static CONTEST_TEXT_SIZE], const struct inirow *row,
    struct inirow_error *error)
{
    if (title[0] != '\0')
        return inirow_refuse_twice(row, error);
    if (row->value[0] == '\0')
        return inirow_refuse(error, row->line, "title is empty: name the contest");
    return set_text(title, CONTEST_TEXT_SIZE, row, error);
}

bool contest_set_book(
    const struct rulebook **book, const struct inirow *row, struct inirow_error *error)
{
    char names[RULEBOOK_NAMES_SIZE];

    if (*book != NULL)
        return inirow_refuse_twice(row, error);
    *book = rulebook_find(row->value);
    if (*book != NULL)
        return true;
    return inirow_refuse(error, row->line, "book = %s: the books are %s", row->value,
        rulebook_names(names));
}

/* Read a number without sign or leading zeros, 1 to most; 0 for any other text. */
static int read_number(const char *text, int most)
{
    int number = 0;

    if (text[0] == '0')
        return 0;
    for (; isdigit((unsigned char)*text); text++) {
        number = 10 * number + (*text - '0');
        if (number > most)
            return 0;
    }
    return *text == '\0' ? number : 0;
}

bool contest_set_number(
    int *number, int most, const struct inirow *row, struct inirow_error *error)
{
    if (*number > 0)
        return inirow_refuse_twice(row, error);
    *number = read_number(row->value, most);
    return *number > 0 || inirow_refuse(error, row->line, "%s = %s: say 1 to %d",
                              row->name, row->value, most);
}

/* Words */

enum { WORD_SIZE = 256 }; /* lines of a file are shorter */

/* Copy the next word of *text to word[] and move *text behind it; false at the end. */
static bool next_word(const char **text, char word[static WORD_SIZE])
{
    const char *start = *text + strspn(*text, " \t");
    size_t length = strcspn(start, " \t");

    snprintf(word, WORD_SIZE, "%.*s", (int)length, start);
    *text = start + length;
    return length > 0;
}

static bool read_label(const char *word, struct contest_label *label)
{
    size_t length = contest_label_read(word, label);

    return length > 0 && word[length] == '\0';
}

/* [contest] */

static bool set_decision(
    struct contest *c, const struct inirow *row, struct inirow_error *error)
{
    struct contest_label label;

    if (c->decision > 0)
        return inirow_refuse_twice(row, error);
    if (!read_label(row->value, &label) || label.role != ROLE_ENTRY)
        return inirow_refuse(
            error, row->line, "decision = %s: name the entry, such as E3", row->value);
    c->decision = label.number;
    c->decision_line = row->line;
    return true;
}

/* Mark each person that a row names: absent people, on any number of lines, or entries,
 * on one line. */
static bool mark_people(struct contest *c, enum contest_mark mark,
    const struct inirow *row, struct inirow_error *error)
{
    bool absent = mark == CONTEST_ABSENT;
    const char *rest = row->value;
    char word[WORD_SIZE];

    if (!absent && c->mark_lines[mark] > 0)
        return inirow_refuse(
            error, row->line, "%s is here twice: write one line, E2 E4", row->name);
    c->mark_lines[mark] = row->line;
    while (next_word(&rest, word)) {
        struct contest_label label;
        if (!read_label(word, &label) || (!absent && label.role != ROLE_ENTRY))
            return inirow_refuse(error, row->line,
                absent ? "%s: %s is not a label: write J2 C3 or similar"
                       : "%s: %s is not an entry: write E2 E4 or similar",
                row->name, word);
        c->people[label.role][label.number].marks[mark] = true;
    }
    return true;
}

static bool take_contest(
    struct contest *c, const struct inirow *row, struct inirow_error *error)
{
    static const char *const marks[CONTEST_MARKS] = {
        [CONTEST_DISQUALIFIED] = "disqualified",
        [CONTEST_ABSENT] = "absent",
        [CONTEST_OPEN_SOURCE] = "open-source",
        [CONTEST_FINALIST] = "finalists",
    };

    if (strcmp(row->name, "title") == 0)
        return contest_set_title(c->title, row, error);
    if (strcmp(row->name, "book") == 0)
        return contest_set_book(&c->book, row, error);
    if (strcmp(row->name, "minutes") == 0)
        return contest_set_number(&c->minutes, CONTEST_MINUTES_MOST, row, error);
    if (strcmp(row->name, "decision") == 0)
        return set_decision(c, row, error);
    for (enum contest_mark mark = 0; mark < CONTEST_MARKS; mark++)
        if (strcmp(row->name, marks[mark]) == 0)
            return mark_people(c, mark, row, error);
    return inirow_refuse(error, row->line,
        "%s is unknown in [contest]: write title, book, minutes, decision, "
        "disqualified, absent, open-source or finalists",
        row->name);
}

/* The other sections */

/* The person that the name of a row labels. */
static struct contest_person *find_person(struct contest *c, const struct inirow *row,
    struct contest_label *label, struct inirow_error *error)
{
    if (read_label(row->name, label))
        return &c->people[label->role][label->number];
    inirow_refuse(error, row->line,
        "%s is not a label: people are J1, E1, C1 and so on, up to %d", row->name,
        CONTEST_MOST);
    return NULL;
}

static bool take_person(struct contest *c, enum role role, const struct inirow *row,
    struct inirow_error *error)
{
    struct contest_label label;
    struct contest_person *p = find_person(c, row, &label, error);

    if (p == NULL)
        return false;
    if (label.role != role)
        return inirow_refuse(error, row->line,
            "%s does not belong in [%s]: write %c1 and so on here", row->name,
            row->section, contest_letters[role]);
    if (p->listed)
        return inirow_refuse_twice(row, error);
    p->listed = true;
    c->counts[role]++;
    return set_text(p->name, sizeof(p->name), row, error);
}

static bool take_station(
    struct contest *c, const struct inirow *row, struct inirow_error *error)
{
    struct contest_label label;
    struct contest_person *p = find_person(c, row, &label, error);

    if (p == NULL)
        return false;
    if (label.role == ROLE_JUDGE)
        return inirow_refuse(
            error, row->line, "%s has no station: leave judges out", row->name);
    if (p->station_line > 0)
        return inirow_refuse_twice(row, error);
    if (!contest_is_station(row->value))
        return inirow_refuse(error, row->line,
            "%s = %s: name its station, such as 10.19.96.1:1950", row->name,
            row->value);
    p->station_line = row->line;
    return set_text(p->station, sizeof(p->station), row, error);
}

/* Read digits, optionally with a point and more digits, as millionths, rounded; at most
 * a thousand million. Independent of the locale. */
static bool read_given(const char *text, int64_t *given)
{
    const double most = 1e9;
    double number = 0, unit = 1;
    bool fraction = false;
    size_t digits = 0;

    for (; *text != '\0'; text++) {
        if (*text == '.' && !fraction && digits > 0 && text[1] != '\0') {
            fraction = true;
        } else if (isdigit((unsigned char)*text) && ++digits <= 15) {
            number = 10 * number + (*text - '0');
            unit *= fraction ? 10 : 1;
        } else {
            return false;
        }
    }
    number /= unit;
    *given = (int64_t)((number < most ? number : most) * BALLOT_UNIT + 0.5);
    return digits > 0;
}

/* "62.5", or "3 - 1": the numbers of the judges of the preliminary round, in order. */
static bool take_numbers(struct contest_numbers *numbers, const struct inirow *row,
    struct inirow_error *error)
{
    const char *rest = row->value;
    char word[WORD_SIZE];

    while (next_word(&rest, word)) {
        int64_t given = BALLOT_UNSAID;
        if (numbers->count == CONTEST_NUMBERS_MOST)
            return inirow_refuse(error, row->line,
                "%s: the limit is %d judges of the preliminary round", row->name,
                CONTEST_NUMBERS_MOST);
        if (strcmp(word, "-") != 0 && !read_given(word, &given))
            return inirow_refuse(error, row->line,
                "%s = %s: give each judge's number, such as 62.5, or - for none",
                row->name, word);
        numbers->given[numbers->count++] = given;
    }
    if (numbers->count == 0)
        return inirow_refuse(error, row->line,
            "%s is empty: give each judge's number, or leave the line out", row->name);
    return true;
}

static bool take_preliminary(
    struct contest *c, const struct inirow *row, struct inirow_error *error)
{
    struct contest_label label;
    struct contest_numbers *numbers;

    if (find_person(c, row, &label, error) == NULL)
        return false;
    if (label.role != ROLE_ENTRY)
        return inirow_refuse(error, row->line,
            "%s has no preliminary score: only entries have", row->name);
    numbers = &c->preliminary[label.number];
    if (numbers->line > 0)
        return inirow_refuse_twice(row, error);
    numbers->line = row->line;
    return take_numbers(numbers, row, error);
}

static bool take_session(struct contest *c, int round, const char *word,
    const struct inirow *row, struct inirow_error *error)
{
    struct contest_session s;

    if (!contest_session_read(word, &s))
        return inirow_refuse(error, row->line,
            "round %d: %s is not a session: write J1E1C1, or J1E1 or J1C1", round,
            word);
    s.round = (uint16_t)round;
    if (!contest_add(c, &s, row->line))
        return inirow_refuse(error, row->line,
            "round %d: the limit of a contest is %d sessions", round,
            CONTEST_SESSIONS_MOST);
    return true;
}

static bool take_excuse(struct contest *c, int round, const char *word,
    const struct inirow *row, struct inirow_error *error)
{
    struct contest_label label;

    if (!read_label(word, &label) || label.role == ROLE_ENTRY)
        return inirow_refuse(error, row->line,
            "round %d: %s cannot be excused: write judges and confederates, J4 C3",
            round, word);
    if (c->excuse_count == CONTEST_EXCUSES_MOST)
        return inirow_refuse(error, row->line,
            "the limit of a contest is %d words here", CONTEST_EXCUSES_MOST);
    c->excuses[c->excuse_count++] = (struct contest_excuse){(uint16_t)round, label};
    return true;
}

/* Read the number of a round. lines[] has the earlier line of each round, 0 for none:
 * only a line that continues may follow one. Returns 0 for a mistake. */
static int read_round(
    const int *lines, const struct inirow *row, struct inirow_error *error)
{
    int round = read_number(row->name, CONTEST_ROUNDS_MOST);

    if (round == 0)
        inirow_refuse(
            error, row->line, "%s is not a round: write 1, 2, 3 and so on", row->name);
    else if (row->continues && lines[round] == 0)
        inirow_refuse(error, row->line,
            "the line begins with a blank: begin it with the number of its round");
    else if (!row->continues && lines[round] != 0)
        inirow_refuse(error, row->line,
            "round %d is here twice: begin a line with a blank to continue it", round);
    else
        return round;
    return 0;
}

/* Take each word of a round's line; lines[] has the last line of each round. */
static bool take_words(struct contest *c, int *lines,
    bool (*take)(struct contest *, int round, const char *word, const struct inirow *,
        struct inirow_error *),
    const struct inirow *row, struct inirow_error *error)
{
    int round = read_round(lines, row, error);
    const char *rest = row->value;
    char word[WORD_SIZE];

    if (round == 0)
        return false;
    lines[round] = row->line;
    while (next_word(&rest, word))
        if (!take(c, round, word, row, error))
            return false;
    return true;
}

bool contest_take(void *contest, const struct inirow *row, struct inirow_error *error)
{
    struct contest *c = contest;

    if (strcmp(row->section, "rounds") == 0)
        return take_words(c, c->rounds, take_session, row, error);
    if (strcmp(row->section, "excused") == 0)
        return take_words(c, c->excuse_lines, take_excuse, row, error);
    if (row->continues)
        return inirow_refuse(
            error, row->line, "the line begins with a blank: begin it with its name");
    if (strcmp(row->section, "contest") == 0)
        return take_contest(c, row, error);
    if (strcmp(row->section, "stations") == 0)
        return take_station(c, row, error);
    if (strcmp(row->section, "preliminary") == 0)
        return take_preliminary(c, row, error);
    for (int role = 0; role < ROLES; role++)
        if (strcmp(row->section, contest_sections[role]) == 0)
            return take_person(c, (enum role)role, row, error);
    if (row->section[0] == '\0')
        return inirow_refuse(error, row->line,
            "%s is before any section: begin with [contest]", row->name);
    return inirow_refuse(error, row->line,
        "[%s] is unknown: the sections are contest, judges, entries, confederates, "
        "stations, rounds, excused and preliminary",
        row->section);
}
