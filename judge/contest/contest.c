#include "judge/contest/contest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "common/link/address.h"

const char contest_letters[ROLES] = {'J', 'E', 'C'};

const char *const contest_sections[ROLES] = {"judges", "entries", "confederates"};

/* Labels and sessions */

size_t contest_label_read(const char *text, struct contest_label *label)
{
    const char *at = memchr(contest_letters, text[0], ROLES);
    int number = 0;
    size_t length = 1;

    if (at == NULL || text[0] == '\0' || text[1] == '0')
        return 0;
    for (; isdigit((unsigned char)text[length]) && length < 4; length++)
        number = 10 * number + (text[length] - '0');
    if (number < 1 || number > CONTEST_MOST)
        return 0;
    *label = (struct contest_label){(enum role)(at - contest_letters), number};
    return length;
}

void contest_label_write(
    const struct contest_label *label, char text[static CONTEST_LABEL_SIZE])
{
    unsigned number = (unsigned)label->number % 100;

    snprintf(text, CONTEST_LABEL_SIZE, "%c%u", contest_letters[label->role], number);
}

void contest_name_write(const struct contest *c, const struct contest_label *label,
    char text[static CONTEST_NAME_SIZE])
{
    const char *name = c->people[label->role][label->number].name;
    char letters[CONTEST_LABEL_SIZE];

    contest_label_write(label, letters);
    snprintf(
        text, CONTEST_NAME_SIZE, "%s%s%s", letters, name[0] != '\0' ? " " : "", name);
}

bool contest_session_read(const char *word, struct contest_session *s)
{
    struct contest_session read = {0};
    int last = -1;

    while (*word != '\0') {
        struct contest_label label;
        size_t length = contest_label_read(word, &label);
        if (length == 0 || (int)label.role <= last)
            return false;
        last = (int)label.role;
        read.who[label.role] = (uint8_t)label.number;
        word += length;
    }
    if (read.who[ROLE_JUDGE] == 0 ||
        (read.who[ROLE_ENTRY] == 0 && read.who[ROLE_CONFEDERATE] == 0))
        return false;
    *s = read;
    return true;
}

void contest_session_write(
    const struct contest_session *s, char word[static CONTEST_SESSION_SIZE])
{
    size_t length = 0;

    word[0] = '\0';
    for (int role = 0; role < ROLES; role++)
        if (s->who[role] > 0)
            length += (size_t)snprintf(word + length, CONTEST_SESSION_SIZE - length,
                "%c%u", contest_letters[role], s->who[role] % 100u);
}

bool contest_is_station(const char *text)
{
    char host[ADDRESS_HOST_SIZE];
    int port;

    if (text[0] == '\0' || text[0] == '-' || strlen(text) >= CONTEST_STATION_SIZE)
        return false;
    for (const char *c = text; *c != '\0'; c++)
        if (*c <= ' ' || *c > '~')
            return false;
    return strncmp(text, "lpp:", 4) == 0 || address_read(text, host, &port) == 0;
}

/* The port 1950 is optional, and so are brackets without a port. An IPv6 address
 * without brackets has colons and no port. */
size_t contest_bare_station(const char **word)
{
    static const char usual[] = ":1950";
    size_t length = strlen(*word), skip = sizeof(usual) - 1;
    bool bracketed = (*word)[0] == '[';
    const char *port = *word + (length > skip ? length - skip : 0);

    if (length >= skip && memcmp(port, usual, skip) == 0 &&
        (bracketed ? port[-1] == ']' : strchr(*word, ':') == port))
        length -= skip;
    if (length > 2 && bracketed && (*word)[length - 1] == ']') {
        ++*word;
        length -= 2;
    }
    return length;
}

int contest_station_order(const char *a, const char *b)
{
    size_t x = contest_bare_station(&a), y = contest_bare_station(&b);
    int order = memcmp(a, b, x < y ? x : y);
    return order != 0 ? order : (x > y) - (x < y);
}

bool contest_is_out(const struct contest_person *person)
{
    return person->marks[CONTEST_ABSENT] || person->marks[CONTEST_DISQUALIFIED];
}

void contest_init(struct contest *c)
{
    memset(c, 0, sizeof(*c));
}

/* Checks of the whole */

/* An earlier person at the same station, or NULL. */
static const struct contest_person *find_neighbour(
    const struct contest *c, const struct contest_person *p)
{
    for (int role = ROLE_ENTRY; role < ROLES; role++)
        for (int i = 1; i <= CONTEST_MOST; i++) {
            const struct contest_person *other = &c->people[role][i];
            if (other != p && other->station_line > 0 &&
                other->station_line < p->station_line &&
                contest_station_order(other->station, p->station) == 0)
                return other;
        }
    return NULL;
}

static bool refuse_unlisted(
    enum role role, int number, int line, struct inirow_error *error)
{
    struct contest_label label = {role, number};
    char who[CONTEST_LABEL_SIZE];

    contest_label_write(&label, who);
    return inirow_refuse(
        error, line, "%s is not listed: give it a line in its own section", who);
}

static bool check_station(const struct contest *c, const struct contest_label *label,
    struct inirow_error *error)
{
    const struct contest_person *p = &c->people[label->role][label->number];
    char who[CONTEST_LABEL_SIZE];

    if (p->station_line == 0 || find_neighbour(c, p) == NULL)
        return true;
    contest_label_write(label, who);
    return inirow_refuse(error, p->station_line,
        "%s has the same station as another: give each its own", who);
}

/* A row that names a person who is not listed is a mistake. */
static bool check_person(const struct contest *c, const struct contest_label *label,
    struct inirow_error *error)
{
    const struct contest_person *p = &c->people[label->role][label->number];
    int line = p->station_line;

    if (p->listed)
        return check_station(c, label, error);
    for (int mark = 0; mark < CONTEST_MARKS && line == 0; mark++)
        if (p->marks[mark])
            line = c->mark_lines[mark];
    if (label->role == ROLE_ENTRY && line == 0)
        line = c->preliminary[label->number].line;
    return line == 0 || refuse_unlisted(label->role, label->number, line, error);
}

static bool check_session(
    const struct contest *c, size_t at, struct inirow_error *error)
{
    const struct contest_session *s = &c->sessions[at];
    bool pair = s->who[ROLE_ENTRY] > 0 && s->who[ROLE_CONFEDERATE] > 0;
    char word[CONTEST_SESSION_SIZE];

    contest_session_write(s, word);
    if (pair != rulebook_has_pairs(c->book))
        return inirow_refuse(error, c->session_lines[at],
            pair ? "%s: in this book a judge meets one at a time: write J1E1 or J1C1"
                 : "%s: this book compares pairs: write J1E1C1",
            word);
    for (enum role role = 0; role < ROLES; role++)
        if (s->who[role] > 0 && !c->people[role][s->who[role]].listed)
            return refuse_unlisted(role, s->who[role], c->session_lines[at], error);
    return true;
}

static bool check_people(const struct contest *c, struct inirow_error *error)
{
    for (int role = 0; role < ROLES; role++) {
        if (c->counts[role] == 0)
            return inirow_refuse(
                error, 0, "[%s] is empty: list at least one", contest_sections[role]);
        for (int i = 1; i <= CONTEST_MOST; i++) {
            struct contest_label label = {(enum role)role, i};
            if (!check_person(c, &label, error))
                return false;
        }
    }
    return true;
}

/* Each list of excused people belongs to a round. */
static bool check_excuses(const struct contest *c, struct inirow_error *error)
{
    for (size_t i = 0; i < c->excuse_count; i++) {
        const struct contest_excuse *excuse = &c->excuses[i];
        int line = c->excuse_lines[excuse->round];
        if (!c->people[excuse->who.role][excuse->who.number].listed)
            return refuse_unlisted(excuse->who.role, excuse->who.number, line, error);
        if (c->rounds[excuse->round] == 0)
            return inirow_refuse(error, line,
                "round %d is not in [rounds]: leave the line out", excuse->round);
    }
    return true;
}

static bool finish_contest(void *to, struct inirow_error *error)
{
    struct contest *c = to;

    if (c->title[0] == '\0')
        return inirow_refuse(error, 0, "[contest] has no title: add title = NAME");
    if (c->book == NULL)
        return inirow_refuse(
            error, 0, "[contest] has no book: add book = 2004 or similar");
    if (c->minutes == 0)
        c->minutes = c->book->minutes;
    if (!check_people(c, error))
        return false;
    if (c->decision > 0 && !c->people[ROLE_ENTRY][c->decision].listed)
        return refuse_unlisted(ROLE_ENTRY, c->decision, c->decision_line, error);
    for (size_t i = 0; i < c->session_count; i++)
        if (!check_session(c, i, error))
            return false;
    return check_excuses(c, error);
}

static void init_contest(void *to)
{
    contest_init(to);
}

const struct inirow_reader contest_reader = {
    init_contest, contest_take, finish_contest};

void contest_clear(struct contest *c)
{
    c->session_count = c->excuse_count = 0;
    memset(c->rounds, 0, sizeof(c->rounds));
    memset(c->excuse_lines, 0, sizeof(c->excuse_lines));
}

bool contest_add(struct contest *c, const struct contest_session *s, int line)
{
    if (c->session_count == CONTEST_SESSIONS_MOST)
        return false;
    c->sessions[c->session_count] = *s;
    if (c->rounds[s->round] == 0)
        c->rounds[s->round] = line > 0 ? line : -1;
    c->session_lines[c->session_count++] = line;
    return true;
}
