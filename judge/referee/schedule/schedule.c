#include "judge/referee/schedule/schedule.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A table under check. */
struct table_check {
    const struct contest *c;
    schedule_say *say;
    void *context;
    int wrong;
    int met[CONTEST_MOST + 1][CONTEST_MOST + 1];  /* meetings of two people */
    int last[CONTEST_MOST + 1][CONTEST_MOST + 1]; /* line of the last one */
    int slots[CONTEST_SESSIONS_MOST]; /* earlier sessions of its judge in the round */
};

static void complain(struct table_check *k, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void complain(struct table_check *k, int line, const char *format, ...)
{
    char text[INIROW_WHY_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    k->wrong++;
    k->say(k->context, line, text);
}

static bool is_listed(const struct contest *c, enum role role, int number)
{
    return c->people[role][number].listed;
}

static bool is_out(const struct contest *c, enum role role, int number)
{
    return contest_is_out(&c->people[role][number]);
}

/* A round */

static void find_slots(struct table_check *k, int round)
{
    int counts[CONTEST_MOST + 1] = {0};

    for (size_t i = 0; i < k->c->session_count; i++)
        if (k->c->sessions[i].round == round)
            k->slots[i] = counts[k->c->sessions[i].who[ROLE_JUDGE]]++;
}

/* Whether two sessions of a round are held at the same time. */
static bool are_together(const struct table_check *k, size_t a, size_t b)
{
    return rulebook_has_pairs(k->c->book) || k->slots[a] == k->slots[b];
}

/* Complain of each person that is in both sessions of a round. */
static void check_two(struct table_check *k, size_t a, size_t b)
{
    const struct contest_session *first = &k->c->sessions[a],
                                 *second = &k->c->sessions[b];
    char words[2][CONTEST_SESSION_SIZE];

    contest_session_write(first, words[0]);
    contest_session_write(second, words[1]);
    for (int role = 0; role < ROLES; role++)
        if (first->who[role] > 0 && first->who[role] == second->who[role] &&
            are_together(k, a, b))
            complain(k, k->c->session_lines[b],
                "round %d: %c%d is in two places, %s and %s", first->round,
                contest_letters[role], first->who[role], words[0], words[1]);
}

static void check_places(struct table_check *k)
{
    const struct contest *c = k->c;

    for (int round = 1; round <= CONTEST_ROUNDS_MOST; round++)
        if (c->rounds[round] != 0)
            find_slots(k, round);
    for (size_t a = 0; a < c->session_count; a++)
        for (size_t b = a + 1; b < c->session_count; b++)
            if (c->sessions[a].round == c->sessions[b].round)
                check_two(k, a, b);
}

void schedule_mark(
    const struct contest *c, int round, bool busy[static ROLES][CONTEST_MOST + 1])
{
    memset(busy, 0, ROLES * sizeof(busy[0]));
    for (size_t i = 0; i < c->session_count; i++)
        for (int role = 0; role < ROLES && c->sessions[i].round == round; role++)
            busy[role][c->sessions[i].who[role]] = true;
}

static void mark_excused(
    const struct contest *c, int round, bool excused[static ROLES][CONTEST_MOST + 1])
{
    memset(excused, 0, ROLES * sizeof(excused[0]));
    for (size_t i = 0; i < c->excuse_count; i++)
        if (c->excuses[i].round == round)
            excused[c->excuses[i].who.role][c->excuses[i].who.number] = true;
}

static void check_excuse(struct table_check *k, int round,
    const struct contest_label *who, bool excused, bool busy)
{
    char label[CONTEST_LABEL_SIZE];

    contest_label_write(who, label);
    if (excused && busy)
        complain(k, k->c->excuse_lines[round],
            "round %d: %s is listed as excused, and takes part", round, label);
    if (!excused && !busy)
        complain(k, k->c->excuse_lines[round],
            "round %d: %s rests, and is not listed as excused", round, label);
}

static void check_excuses_of(struct table_check *k, int round)
{
    bool busy[ROLES][CONTEST_MOST + 1], excused[ROLES][CONTEST_MOST + 1];

    schedule_mark(k->c, round, busy);
    mark_excused(k->c, round, excused);
    for (int role = 0; role < ROLES; role++)
        for (int i = 1; i <= CONTEST_MOST; i++) {
            struct contest_label who = {(enum role)role, i};
            if (role != ROLE_ENTRY && is_listed(k->c, who.role, i) &&
                (busy[role][i] || !is_out(k->c, who.role, i)))
                check_excuse(k, round, &who, excused[role][i], busy[role][i]);
        }
}

/* A round without a list of excused people is not checked. */
static void check_excuses(struct table_check *k)
{
    for (int round = 1; round <= CONTEST_ROUNDS_MOST; round++)
        if (k->c->excuse_lines[round] > 0)
            check_excuses_of(k, round);
}

/* Meetings */

static const char *times(int number, char text[static 24])
{
    if (number <= 2)
        return number == 0 ? "never" : number == 1 ? "once" : "twice";
    snprintf(text, 24, "%d times", number);
    return text;
}

static void check_meeting(
    struct table_check *k, enum role a, enum role b, int i, int j, int least, int most)
{
    int met = k->met[i][j];
    int line = met > most ? k->last[i][j] : 0; /* a missing meeting has no line */
    char texts[3][24];

    if (met >= least && met <= most)
        return;
    if (most == INT_MAX)
        complain(k, line, "%c%d meets %c%d %s; the book requires at least %s",
            contest_letters[a], i, contest_letters[b], j, times(met, texts[0]),
            times(least, texts[1]));
    else if (least == most)
        complain(k, line, "%c%d meets %c%d %s; the book requires %s",
            contest_letters[a], i, contest_letters[b], j, times(met, texts[0]),
            times(least, texts[1]));
    else
        complain(k, line, "%c%d meets %c%d %s; the book requires %s or %s",
            contest_letters[a], i, contest_letters[b], j, times(met, texts[0]),
            times(least, texts[1]), times(most, texts[2]));
}

/* Count the meetings of two roles. Returns the highest count. */
static int count_meetings(struct table_check *k, enum role a, enum role b)
{
    const struct contest *c = k->c;
    int most = 0;

    memset(k->met, 0, sizeof(k->met));
    for (size_t i = 0; i < c->session_count; i++) {
        const uint8_t *who = c->sessions[i].who;
        int met = ++k->met[who[a]][who[b]];
        k->last[who[a]][who[b]] = c->session_lines[i];
        if (who[a] > 0 && who[b] > 0 && met > most)
            most = met;
    }
    return most;
}

/* Check the number of meetings of each two people of two roles. Absent and disqualified
 * people need no meetings. */
static void check_meetings(
    struct table_check *k, enum role a, enum role b, int least, int most)
{
    const struct contest *c = k->c;

    count_meetings(k, a, b);
    for (int i = 1; i <= CONTEST_MOST; i++)
        for (int j = 1; j <= CONTEST_MOST; j++) {
            bool gone = is_out(c, a, i) || is_out(c, b, j);
            if (is_listed(c, a, i) && is_listed(c, b, j))
                check_meeting(k, a, b, i, j, gone ? 0 : least, most);
        }
}

/* Meetings with confederates are spread evenly, unless a person has left during the
 * contest: sessions that are over stay as they were. */
static void check_pairs(struct table_check *k)
{
    const int *counts = k->c->counts;
    int confederates = counts[ROLE_CONFEDERATE];
    int of_judge = counts[ROLE_ENTRY], of_entry = counts[ROLE_JUDGE];

    check_meetings(k, ROLE_JUDGE, ROLE_ENTRY, 1, 1);
    if (schedule_is_cut(k->c))
        return;
    check_meetings(k, ROLE_JUDGE, ROLE_CONFEDERATE, of_judge / confederates,
        (of_judge + confederates - 1) / confederates);
    check_meetings(k, ROLE_ENTRY, ROLE_CONFEDERATE, of_entry / confederates,
        (of_entry + confederates - 1) / confederates);
}

bool schedule_is_cut(const struct contest *c)
{
    for (int role = 0; role < ROLES; role++)
        for (int i = 1; i <= CONTEST_MOST; i++)
            if (is_out(c, (enum role)role, i))
                return true;
    return false;
}

/* "One or more opportunities" (1996, 14; 2003, 42); "at least three" complete trials
 * (wager, II). */
static void check_each(struct table_check *k)
{
    int least = k->c->book->trials, most = INT_MAX;

    if (least > 1) {
        int entries = count_meetings(k, ROLE_JUDGE, ROLE_ENTRY);
        int foils = count_meetings(k, ROLE_JUDGE, ROLE_CONFEDERATE);
        least = entries > least ? entries : least;
        least = most = foils > least ? foils : least;
    }
    check_meetings(k, ROLE_JUDGE, ROLE_ENTRY, least, most);
    check_meetings(k, ROLE_JUDGE, ROLE_CONFEDERATE, least, most);
}

int schedule_check(const struct contest *c, schedule_say *say, void *context)
{
    struct table_check k = {.c = c, .say = say, .context = context};

    check_places(&k);
    check_excuses(&k);
    if (rulebook_has_pairs(c->book))
        check_pairs(&k);
    else
        check_each(&k);
    return k.wrong;
}

int schedule_check_places(const struct contest *c, schedule_say *say, void *context)
{
    struct table_check k = {.c = c, .say = say, .context = context};

    check_places(&k);
    return k.wrong;
}

int schedule_slots(const struct contest *c, int round)
{
    int counts[CONTEST_MOST + 1] = {0}, most = 0;

    for (size_t i = 0; i < c->session_count; i++) {
        const struct contest_session *s = &c->sessions[i];
        if (s->round == round && ++counts[s->who[ROLE_JUDGE]] > most)
            most = counts[s->who[ROLE_JUDGE]];
    }
    return most;
}

void schedule_check_counts(
    const struct contest *c, schedule_say_count *say, void *context)
{
    const struct rulebook_count *const counts[ROLES] = {
        [ROLE_JUDGE] = &c->book->judges,
        [ROLE_ENTRY] = &c->book->entries,
        [ROLE_CONFEDERATE] = &c->book->confederates,
    };

    for (int role = 0; role < ROLES; role++) {
        const struct rulebook_count *wanted = counts[role];
        char clause[RULEBOOK_CLAUSE_SIZE], text[INIROW_WHY_SIZE];
        int count = c->counts[role];

        if (count >= wanted->least && (count == wanted->least || !wanted->exact))
            continue;
        snprintf(text, sizeof(text), "[%s] lists %d: the book requires %s%d",
            contest_sections[role], count, wanted->exact ? "" : "at least ",
            wanted->least);
        say(context, rulebook_cite(c->book, wanted->clause, clause), text);
    }
}
