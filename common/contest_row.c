#include <ctype.h>
#include <string.h>

#include "contest.h"

static bool set_text(
    char *out, size_t size, const struct inirow *row, struct inirow_error *error)
{
    size_t length = strlen(row->value);

    if (length >= size)
        return inirow_refuse(error, row->line,
            "%s is too long: %zu bytes are what it holds", row->name, size - 1);
    memcpy(out, row->value, length + 1);
    return true;
}

static bool set_title(
    struct contest *c, const struct inirow *row, struct inirow_error *error)
{
    if (c->title[0] != '\0')
        return inirow_refuse(
            error, row->line, "title stands here twice: leave one out");
    if (row->value[0] == '\0')
        return inirow_refuse(
            error, row->line, "title is empty: say what the contest is called");
    return set_text(c->title, sizeof(c->title), row, error);
}

static bool set_book(
    struct contest *c, const struct inirow *row, struct inirow_error *error)
{
    if (c->book != NULL)
        return inirow_refuse(error, row->line, "book stands here twice: leave one out");
    c->book = rulebook_find(row->value);
    if (c->book == NULL)
        return inirow_refuse(error, row->line,
            "book = %s: the books are 1996, 2003, 2004, 2009 and wager", row->value);
    return true;
}

/* A number without sign or leading zeros, from 1 to most; 0 if it is none. */
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

static bool set_minutes(
    struct contest *c, const struct inirow *row, struct inirow_error *error)
{
    if (c->minutes_said)
        return inirow_refuse(
            error, row->line, "minutes stands here twice: leave one out");
    c->minutes_said = true;
    c->minutes = read_number(row->value, CONTEST_MINUTES_MOST);
    if (c->minutes == 0)
        return inirow_refuse(error, row->line, "minutes = %s: say 1 to %d", row->value,
            CONTEST_MINUTES_MOST);
    return true;
}

static bool set_decision(
    struct contest *c, const struct inirow *row, struct inirow_error *error)
{
    struct contest_label label;
    size_t length = contest_label_read(row->value, &label);

    if (c->decision > 0)
        return inirow_refuse(
            error, row->line, "decision stands here twice: leave one out");
    if (length == 0 || row->value[length] != '\0' || label.role != ROLE_ENTRY)
        return inirow_refuse(
            error, row->line, "decision = %s: name the entry, such as E3", row->value);
    c->decision = label.number;
    c->decision_line = row->line;
    return true;
}

/* The next word of *text, cut off at its end; NULL if there is none. */
static char *next_word(char **text)
{
    char *word = *text + strspn(*text, " \t");
    size_t length = strcspn(word, " \t");

    if (length == 0)
        return NULL;
    *text = word + length + (word[length] != '\0');
    word[length] = '\0';
    return word;
}

enum { VALUE_SIZE = 256 };

/* Values are taken apart in a copy; no line of a file is as long. */
static bool copy_value(
    char copy[static VALUE_SIZE], const struct inirow *row, struct inirow_error *error)
{
    if (strlen(row->value) >= VALUE_SIZE)
        return inirow_refuse(
            error, row->line, "the line is too long: write less on it");
    strcpy(copy, row->value);
    return true;
}

static void disqualify(struct contest_person *entry)
{
    entry->disqualified = true;
}

static void declare_open_source(struct contest_person *entry)
{
    entry->open_source = true;
}

static void choose(struct contest_person *entry)
{
    entry->finalist = true;
}

/* A row that names entries: each of them is marked. */
static bool mark_entries(struct contest *c, const struct inirow *row, int *line,
    void (*mark)(struct contest_person *entry), struct inirow_error *error)
{
    char copy[VALUE_SIZE], *rest = copy, *word;

    if (*line > 0)
        return inirow_refuse(
            error, row->line, "%s stands here twice: write one line, E2 E4", row->name);
    *line = row->line;
    if (!copy_value(copy, row, error))
        return false;
    while ((word = next_word(&rest)) != NULL) {
        struct contest_label label;
        size_t length = contest_label_read(word, &label);
        if (length == 0 || word[length] != '\0' || label.role != ROLE_ENTRY)
            return inirow_refuse(error, row->line,
                "%s: %s is no entry: write E2 E4 or so", row->name, word);
        mark(&c->people[ROLE_ENTRY][label.number]);
    }
    return true;
}

static bool set_disqualified(
    struct contest *c, const struct inirow *row, struct inirow_error *error)
{
    return mark_entries(c, row, &c->disqualified_line, disqualify, error);
}

static bool set_open_source(
    struct contest *c, const struct inirow *row, struct inirow_error *error)
{
    return mark_entries(c, row, &c->open_source_line, declare_open_source, error);
}

static bool set_finalists(
    struct contest *c, const struct inirow *row, struct inirow_error *error)
{
    return mark_entries(c, row, &c->finalists_line, choose, error);
}

/* Each who goes is added: there may be several lines, as people go one after another.
 */
static bool set_absent(
    struct contest *c, const struct inirow *row, struct inirow_error *error)
{
    char copy[VALUE_SIZE], *rest = copy, *word;

    c->absent_line = row->line;
    if (!copy_value(copy, row, error))
        return false;
    while ((word = next_word(&rest)) != NULL) {
        struct contest_label label;
        size_t length = contest_label_read(word, &label);
        if (length == 0 || word[length] != '\0')
            return inirow_refuse(
                error, row->line, "absent: %s is nobody: write J2 C3 or so", word);
        c->people[label.role][label.number].absent = true;
    }
    return true;
}

static bool take_contest(
    struct contest *c, const struct inirow *row, struct inirow_error *error)
{
    static const struct {
        const char *name;
        bool (*set)(struct contest *, const struct inirow *, struct inirow_error *);
    } names[] = {
        {"title", set_title},
        {"book", set_book},
        {"minutes", set_minutes},
        {"decision", set_decision},
        {"disqualified", set_disqualified},
        {"open-source", set_open_source},
        {"finalists", set_finalists},
        {"absent", set_absent},
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(row->name, names[i].name) == 0)
            return names[i].set(c, row, error);
    return inirow_refuse(error, row->line,
        "%s is unknown in [contest]: title, book, minutes, decision, disqualified, "
        "absent, open-source and finalists are not",
        row->name);
}

/* Who a row is about: its name is a label, and nothing more. */
static struct contest_person *find_person(struct contest *c, const struct inirow *row,
    struct contest_label *label, struct inirow_error *error)
{
    size_t length = contest_label_read(row->name, label);

    if (length > 0 && row->name[length] == '\0')
        return &c->people[label->role][label->number];
    inirow_refuse(error, row->line,
        "%s is nobody: people are J1, E1, C1 and so on, up to %d", row->name,
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
        return inirow_refuse(
            error, row->line, "%s stands here twice: leave one out", row->name);
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
        return inirow_refuse(error, row->line,
            "%s has no station: judges come to those of others", row->name);
    if (p->station_line > 0)
        return inirow_refuse(
            error, row->line, "%s stands here twice: leave one out", row->name);
    if (!contest_is_station(row->value))
        return inirow_refuse(error, row->line,
            "%s = %s: name its station, such as 10.19.96.1:1950", row->name,
            row->value);
    p->station_line = row->line;
    return set_text(p->station, sizeof(p->station), row, error);
}

/* Digits, and perhaps a point and digits: a number in every locale, as millionths,
 * rounded. Nobody is given more than a thousand million. */
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
    *given = (int64_t)((number < most ? number : most) * SHEET_UNIT + 0.5);
    return digits > 0;
}

/* "62.5", or "3 - 1": what each judge of the preliminary round has given, in their
 * order. */
static bool take_numbers(struct contest_numbers *numbers, const struct inirow *row,
    struct inirow_error *error)
{
    char copy[VALUE_SIZE], *rest = copy, *word;

    if (!copy_value(copy, row, error))
        return false;
    while ((word = next_word(&rest)) != NULL) {
        int64_t given = SHEET_UNSAID;
        if (numbers->count == CONTEST_NUMBERS_MOST)
            return inirow_refuse(error, row->line,
                "%s: no preliminary round has more than %d judges", row->name,
                CONTEST_NUMBERS_MOST);
        if (strcmp(word, "-") != 0 && !read_given(word, &given))
            return inirow_refuse(error, row->line,
                "%s = %s: give each judge's number, such as 62.5, or - for none",
                row->name, word);
        numbers->given[numbers->count++] = given;
    }
    if (numbers->count == 0)
        return inirow_refuse(error, row->line,
            "%s has nothing: give each judge's number, or leave the line out",
            row->name);
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
        return inirow_refuse(
            error, row->line, "%s stands here twice: leave one out", row->name);
    numbers->line = row->line;
    return take_numbers(numbers, row, error);
}

static bool take_session(struct contest *c, int round, const char *word,
    const struct inirow *row, struct inirow_error *error)
{
    struct contest_session s;

    if (!contest_session_read(word, &s))
        return inirow_refuse(error, row->line,
            "round %d: %s is no session: write J1E1C1, or J1E1 or J1C1", round, word);
    s.round = (uint16_t)round;
    if (!contest_add(c, &s, row->line))
        return inirow_refuse(error, row->line,
            "round %d: no contest has more than %d sessions", round,
            CONTEST_SESSIONS_MOST);
    return true;
}

static bool take_excuse(struct contest *c, int round, const char *word,
    const struct inirow *row, struct inirow_error *error)
{
    struct contest_label label;
    size_t length = contest_label_read(word, &label);

    if (length == 0 || word[length] != '\0' || label.role == ROLE_ENTRY)
        return inirow_refuse(error, row->line,
            "round %d: %s does not rest: write judges and confederates, J4 C3", round,
            word);
    if (c->excuse_count == CONTEST_EXCUSES_MOST)
        return inirow_refuse(error, row->line, "no contest has more than %d words here",
            CONTEST_EXCUSES_MOST);
    c->excuses[c->excuse_count++] = (struct contest_excuse){(uint16_t)round, label};
    return true;
}

/* The round that a line of words is about, and the words. Its earlier line, 0 if there
 * is none, says whether it may go on with one. */
static int begin_round(const int *lines, const struct inirow *row,
    char copy[static VALUE_SIZE], struct inirow_error *error)
{
    int round = read_number(row->name, CONTEST_ROUNDS_MOST);

    if (round == 0)
        inirow_refuse(
            error, row->line, "%s is no round: write 1, 2, 3 and so on", row->name);
    else if (row->continues && lines[round] == 0)
        inirow_refuse(error, row->line,
            "the line begins with a blank: begin it with the number of its round");
    else if (!row->continues && lines[round] != 0)
        inirow_refuse(error, row->line,
            "round %d stands here twice: begin a line with a blank to go on with it",
            round);
    else if (copy_value(copy, row, error))
        return round;
    return 0;
}

/* Each word of the line of a round; lines[] has where each round stood last. */
static bool take_words(struct contest *c, int *lines,
    bool (*take)(struct contest *, int round, const char *word, const struct inirow *,
        struct inirow_error *),
    const struct inirow *row, struct inirow_error *error)
{
    char copy[VALUE_SIZE], *rest = copy, *word;
    int round = begin_round(lines, row, copy, error);

    if (round == 0)
        return false;
    lines[round] = row->line;
    while ((word = next_word(&rest)) != NULL)
        if (!take(c, round, word, row, error))
            return false;
    return true;
}

bool contest_take(
    struct contest *c, const struct inirow *row, struct inirow_error *error)
{
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
            "%s stands before any section: begin with [contest]", row->name);
    return inirow_refuse(error, row->line,
        "[%s] is unknown: the sections are contest, judges, entries, confederates, "
        "stations, rounds, excused and preliminary",
        row->section);
}
