#include "judge/referee/schedule/schedule.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/referee/schedule/rota_fill.h"

/* Sessions that are over, and absent people */

enum { WORD_SIZE = 32 };

/* Take the next word of a list with commas; false at its end. */
static bool next_word(const char **text, char word[static WORD_SIZE])
{
    size_t length = strcspn(*text, ",");

    if (**text == '\0')
        return false;
    snprintf(word, WORD_SIZE, "%.*s",
        (int)(length < WORD_SIZE ? length : WORD_SIZE - 1), *text);
    *text += length + ((*text)[length] == ',');
    return true;
}

/* "5" or "1-3". */
static bool read_rounds(const char *word, int *first, int *last)
{
    char *end;

    if (!isdigit((unsigned char)word[0]) || strlen(word) > 7)
        return false;
    *first = *last = (int)strtol(word, &end, 10);
    if (end[0] == '-' && isdigit((unsigned char)end[1]))
        *last = (int)strtol(end + 1, &end, 10);
    return *end == '\0' && *first >= 1 && *last >= *first;
}

static bool mark_rounds(const struct contest *c, int first, int last,
    struct schedule_wish *wish, struct inirow_error *error)
{
    if (last > CONTEST_ROUNDS_MOST || c->rounds[last] == 0 || c->rounds[first] == 0)
        return inirow_refuse(error, 0,
            "--done: round %d is not in the file: name rounds of the file",
            last > CONTEST_ROUNDS_MOST || c->rounds[last] == 0 ? last : first);
    for (size_t i = 0; i < c->session_count; i++)
        if (c->sessions[i].round >= first && c->sessions[i].round <= last)
            wish->done[i] = true;
    return true;
}

static bool mark_session(const struct contest *c, const char *word,
    struct schedule_wish *wish, struct inirow_error *error)
{
    struct contest_session s;

    if (!contest_session_read(word, &s))
        return inirow_refuse(error, 0,
            "--done: %s is neither a round nor a session: write 1-3,J2E1C4 or similar",
            word);
    for (size_t i = 0; i < c->session_count; i++)
        if (memcmp(c->sessions[i].who, s.who, sizeof(s.who)) == 0) {
            wish->done[i] = true;
            return true;
        }
    return inirow_refuse(
        error, 0, "--done: %s is not in the file: name sessions of the file", word);
}

bool schedule_read_done(const struct contest *c, const char *text,
    struct schedule_wish *wish, struct inirow_error *error)
{
    char word[WORD_SIZE];
    int first, last;

    while (next_word(&text, word))
        if (read_rounds(word, &first, &last) ? !mark_rounds(c, first, last, wish, error)
                                             : !mark_session(c, word, wish, error))
            return false;
    return true;
}

bool schedule_read_absent(
    struct contest *c, const char *text, struct inirow_error *error)
{
    char word[WORD_SIZE];

    while (next_word(&text, word)) {
        struct contest_label who;
        size_t length = contest_label_read(word, &who);
        if (length == 0 || word[length] != '\0' ||
            !c->people[who.role][who.number].listed)
            return inirow_refuse(error, 0,
                "--absent: %s is not in this contest: write J2,C3 or similar", word);
        c->people[who.role][who.number].marks[CONTEST_ABSENT] = true;
    }
    return true;
}

/* A contest as a rota, and back */

/* The people present, as indices of a rota. In a book without pairs, all players are
 * entries of the rota, and each judge is also its own confederate there: so only judge
 * and player restrict a session. */
struct cast {
    struct contest_label who[ROLES][2 * CONTEST_MOST];
    int counts[ROLES];
    int index[ROLES][CONTEST_MOST + 1]; /* in who[]; -1: absent */
    bool pairs;
};

static void add_role(
    const struct contest *c, struct cast *cast, enum role role, enum role place)
{
    for (int i = 1; i <= CONTEST_MOST; i++) {
        cast->index[role][i] = -1;
        if (!c->people[role][i].listed || contest_is_out(&c->people[role][i]))
            continue;
        cast->index[role][i] = cast->counts[place];
        cast->who[place][cast->counts[place]++] = (struct contest_label){role, i};
    }
}

/* Shuffle the people by a seed; 0 keeps the order of numbers. */
static void shuffle(struct cast *cast, enum role place, uint64_t seed)
{
    uint64_t dice = seed;

    for (int left = cast->counts[place]; left > 1 && seed != 0; left--) {
        struct contest_label kept = cast->who[place][left - 1];
        int other;
        dice = dice * 6364136223846793005u + 1442695040888963407u;
        other = (int)((dice >> 33) % (uint64_t)left);
        cast->who[place][left - 1] = cast->who[place][other];
        cast->who[place][other] = kept;
    }
    for (int i = 0; i < cast->counts[place]; i++) {
        struct contest_label who = cast->who[place][i];
        cast->index[who.role][who.number] = i;
    }
}

static bool make_cast(const struct contest *c, uint64_t seed, struct cast *cast,
    struct inirow_error *error)
{
    memset(cast, 0, sizeof(*cast));
    cast->pairs = rulebook_has_pairs(c->book);
    add_role(c, cast, ROLE_JUDGE, ROLE_JUDGE);
    add_role(c, cast, ROLE_ENTRY, ROLE_ENTRY);
    add_role(c, cast, ROLE_CONFEDERATE, cast->pairs ? ROLE_CONFEDERATE : ROLE_ENTRY);
    for (int role = 0; role < ROLES; role++) {
        if (cast->counts[role] > ROTA_MOST)
            return inirow_refuse(error, 0,
                "too many people for a table: the limit is %d judges and %d players",
                ROTA_MOST, ROTA_MOST);
        if (cast->counts[role] == 0 && (cast->pairs || role != ROLE_CONFEDERATE))
            return inirow_refuse(error, 0,
                "all people in [%s] are absent or disqualified: list another",
                contest_sections[role]);
        shuffle(cast, (enum role)role, seed == 0 ? 0 : ROLES * seed + (uint64_t)role);
    }
    return true;
}

/* The index in the rota of a session's player, or of its confederate; -1: absent. */
static int find_index(
    const struct cast *cast, const struct contest_session *s, bool pair)
{
    enum role role = s->who[ROLE_ENTRY] > 0 ? ROLE_ENTRY : ROLE_CONFEDERATE;

    return cast
        ->index[pair ? ROLE_CONFEDERATE : role][s->who[pair ? ROLE_CONFEDERATE : role]];
}

/* A session that is over counts as an earlier meeting. */
static void note_done(struct rota *r, const struct cast *cast,
    const struct contest_session *s, bool pairs)
{
    int j = cast->index[ROLE_JUDGE][s->who[ROLE_JUDGE]];
    int e = find_index(cast, s, false);
    int c = pairs ? find_index(cast, s, true) : -1;

    if (j >= 0 && e >= 0)
        r->wanted[j][e] = false;
    if (j >= 0 && c >= 0)
        r->judge_met[j][c]++;
    if (e >= 0 && c >= 0)
        r->entry_met[e][c]++;
}

/* Each judge is its own confederate. */
static void fix_judges(struct rota *r)
{
    r->fixed = true;
    for (int j = 0; j < r->judges; j++)
        for (int e = 0; e < r->entries; e++)
            r->confederate[j][e] = (int16_t)j;
}

static void make_rota(const struct contest *c, const struct schedule_wish *wish,
    const struct cast *cast, struct rota *r)
{
    int judges = cast->counts[ROLE_JUDGE];

    rota_init(r, judges, cast->counts[ROLE_ENTRY],
        cast->pairs ? cast->counts[ROLE_CONFEDERATE] : judges);
    for (size_t i = 0; i < c->session_count; i++)
        if (wish->done[i])
            note_done(r, cast, &c->sessions[i], cast->pairs);
    if (!cast->pairs)
        fix_judges(r);
}

/* Fix the file's sessions that are not over. */
static bool fix_sessions(const struct contest *c, const struct schedule_wish *wish,
    const struct cast *cast, struct rota *r, struct inirow_error *error)
{
    memset(r->wanted, 0, sizeof(r->wanted));
    r->fixed = true;
    for (size_t i = 0; i < c->session_count; i++) {
        const struct contest_session *s = &c->sessions[i];
        int j = cast->index[ROLE_JUDGE][s->who[ROLE_JUDGE]];
        int e = find_index(cast, s, false);
        int beside = cast->pairs ? find_index(cast, s, true) : j;
        if (wish->done[i] || j < 0 || e < 0 || beside < 0)
            continue;
        if (r->wanted[j][e])
            return inirow_refuse(error, c->session_lines[i],
                "J%d meets the same player twice: --repack needs a table with one "
                "meeting",
                s->who[ROLE_JUDGE]);
        r->wanted[j][e] = true;
        r->confederate[j][e] = (int16_t)beside;
    }
    return true;
}

/* The table */

static int find_last_done(const struct contest *c, const struct schedule_wish *wish)
{
    int last = 0;

    for (size_t i = 0; i < c->session_count; i++)
        if (wish->done[i] && c->sessions[i].round > last)
            last = c->sessions[i].round;
    return last;
}

/* Remove all sessions that are not over. */
static void keep_done(struct contest *c, const struct schedule_wish *wish)
{
    size_t count = c->session_count;

    contest_clear(c);
    for (size_t i = 0; i < count; i++) {
        struct contest_session s = c->sessions[i];
        if (wish->done[i])
            contest_add(c, &s, c->session_lines[i]);
    }
}

static void add_session(struct contest *c, const struct rota *r,
    const struct cast *cast, int j, int e, int round)
{
    struct contest_label who = cast->who[ROLE_ENTRY][e];
    struct contest_session s = {.round = (uint16_t)round};

    s.who[ROLE_JUDGE] = (uint8_t)cast->who[ROLE_JUDGE][j].number;
    s.who[who.role] = (uint8_t)who.number;
    if (cast->pairs) {
        who = cast->who[ROLE_CONFEDERATE][r->confederate[j][e]];
        s.who[ROLE_CONFEDERATE] = (uint8_t)who.number;
    }
    contest_add(c, &s, 0);
}

/* Add the session of a judge in one round of the rota, if there is one. */
static void add_sessions(struct contest *c, const struct rota *r,
    const struct cast *cast, int judge, int from, int round)
{
    int j = cast->index[ROLE_JUDGE][judge];

    for (int e = 0; j >= 0 && e < r->entries; e++)
        if (r->wanted[j][e] && r->round[j][e] == from)
            add_session(c, r, cast, j, e, round);
}

/* Add each round of the rota as a round, judges by number. */
static void add_rounds(
    struct contest *c, const struct rota *r, const struct cast *cast, int first)
{
    for (int i = 0; i < r->rounds; i++)
        for (int judge = 1; judge <= CONTEST_MOST; judge++)
            add_sessions(c, r, cast, judge, i, first + i);
}

/* Add the rota as one round: each judge has one session after another. */
static void add_trial(
    struct contest *c, const struct rota *r, const struct cast *cast, int round)
{
    for (int judge = 1; judge <= CONTEST_MOST; judge++)
        for (int i = 0; i < r->rounds; i++)
            add_sessions(c, r, cast, judge, i, round);
}

static bool has_room(const struct contest *c, int rounds, size_t sessions,
    const struct schedule_result *result, struct inirow_error *error)
{
    if (result->first + rounds - 1 > CONTEST_ROUNDS_MOST)
        return inirow_refuse(error, 0,
            "the table needs more than %d rounds: leave people out",
            CONTEST_ROUNDS_MOST);
    if (c->session_count + sessions > CONTEST_SESSIONS_MOST)
        return inirow_refuse(error, 0,
            "the table needs more than %d sessions: leave people out",
            CONTEST_SESSIONS_MOST);
    return true;
}

/* A table with each meeting once. */
static bool make_once(struct contest *c, const struct schedule_wish *wish,
    struct schedule_result *result, struct inirow_error *error)
{
    struct cast cast;
    struct rota r;

    if (!make_cast(c, wish->repack ? 0 : wish->seed, &cast, error))
        return false;
    make_rota(c, wish, &cast, &r);
    if (wish->repack && !fix_sessions(c, wish, &cast, &r, error))
        return false;
    rota_fill(&r, wish->seed);
    if (!has_room(c, r.rounds, ROTA_MOST * ROTA_MOST, result, error))
        return false;
    result->rounds = r.rounds;
    result->least = r.least;
    result->even = r.even;
    keep_done(c, wish);
    add_rounds(c, &r, &cast, result->first);
    return true;
}

/* The number of complete trials that are over. */
static int count_trials(
    const struct contest *c, const struct schedule_wish *wish, const struct cast *cast)
{
    int met[ROTA_MOST][ROTA_MOST] = {{0}}, least = c->book->trials;

    for (size_t i = 0; i < c->session_count; i++) {
        int j = cast->index[ROLE_JUDGE][c->sessions[i].who[ROLE_JUDGE]];
        int e = find_index(cast, &c->sessions[i], false);
        if (wish->done[i] && j >= 0 && e >= 0)
            met[j][e]++;
    }
    for (int j = 0; j < cast->counts[ROLE_JUDGE]; j++)
        for (int e = 0; e < cast->counts[ROLE_ENTRY]; e++)
            if (met[j][e] < least)
                least = met[j][e];
    return least;
}

/*
 * A table of trials: each trial is a round. With more judges than players, some judges
 * rest between sessions; a round of several sessions cannot express this, and each
 * round of the rota becomes a round.
 */
static bool make_trials(struct contest *c, const struct schedule_wish *wish,
    struct schedule_result *result, struct inirow_error *error)
{
    int trials = c->book->trials, over;
    struct cast cast;
    struct rota r;
    bool whole;

    if (wish->repack)
        return inirow_refuse(
            error, 0, "a trial is already one round: leave --repack out");
    if (!make_cast(c, 0, &cast, error))
        return false;
    whole = cast.counts[ROLE_JUDGE] <= cast.counts[ROLE_ENTRY];
    over = count_trials(c, wish, &cast);
    if (!has_room(c, trials * ROTA_MOST, (size_t)trials * ROTA_MOST * ROTA_MOST, result,
            error))
        return false;
    result->even = true;
    keep_done(c, wish);
    for (int trial = over; trial < trials; trial++) {
        int first = result->first + result->rounds;
        make_cast(c, (uint64_t)trials * wish->seed + (uint64_t)trial, &cast, error);
        rota_init(&r, cast.counts[ROLE_JUDGE], cast.counts[ROLE_ENTRY],
            cast.counts[ROLE_JUDGE]);
        fix_judges(&r);
        rota_fill(&r, wish->seed);
        if (whole)
            add_trial(c, &r, &cast, first);
        else
            add_rounds(c, &r, &cast, first);
        result->rounds += whole ? 1 : r.rounds;
        result->least += whole ? 1 : r.least;
    }
    return true;
}

bool schedule_make(struct contest *c, const struct schedule_wish *wish,
    struct schedule_result *result, struct inirow_error *error)
{
    *result = (struct schedule_result){.first = find_last_done(c, wish) + 1};
    return c->book->trials > 1 ? make_trials(c, wish, result, error)
                               : make_once(c, wish, result, error);
}
