#include "roster.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = CONTEST_ROUNDS_MOST + 1 };

int roster_players(const struct roster *roster)
{
    return roster->entries + roster->confederates;
}

static size_t pairs_of(const struct roster *roster)
{
    return (size_t)roster->judges * (size_t)roster_players(roster);
}

/* Who is there. */

static int list(struct roster *roster, enum role role)
{
    int count = 0;

    for (int n = 1; n <= CONTEST_MOST; n++) {
        roster->indices[role][n] = ROSTER_NOBODY;
        if (!roster->contest->people[role][n].listed)
            continue;
        roster->numbers[role][count] = (uint8_t)n;
        roster->indices[role][n] = (int8_t)count++;
    }
    return count;
}

static enum role role_of(const struct roster *roster, int player)
{
    return player < roster->entries ? ROLE_ENTRY : ROLE_CONFEDERATE;
}

static int number_of(const struct roster *roster, int player)
{
    enum role role = role_of(roster, player);

    return roster
        ->numbers[role][role == ROLE_ENTRY ? player : player - roster->entries];
}

const struct contest_person *roster_person(const struct roster *roster, int player)
{
    return &roster->contest->people[role_of(roster, player)][number_of(roster, player)];
}

int roster_judge(const struct roster *roster, unsigned number)
{
    return number == 0 || number > CONTEST_MOST ? ROSTER_NOBODY
                                                : roster->indices[ROLE_JUDGE][number];
}

/* The player of a role in a session; ROSTER_NOBODY if there is none. */
static int player_of(
    const struct roster *roster, const struct contest_session *session, enum role role)
{
    int index;

    if (session->who[role] == 0)
        return ROSTER_NOBODY;
    index = roster->indices[role][session->who[role]];
    return role == ROLE_ENTRY ? index : roster->entries + index;
}

/* Where they sit. */

static struct roster_station bare_station(const char *word, int player)
{
    struct roster_station station = {.bare = word, .player = player};

    station.length = contest_bare_station(&station.bare);
    return station;
}

static int by_word(const void *a, const void *b)
{
    const struct roster_station *x = a, *y = b;
    int order = memcmp(x->bare, y->bare, x->length < y->length ? x->length : y->length);

    return order != 0 ? order : (x->length > y->length) - (x->length < y->length);
}

static int seat(struct roster *roster)
{
    roster->stations =
        calloc((size_t)roster_players(roster) + 1, sizeof(*roster->stations));
    if (roster->stations == NULL)
        return -1;
    for (int p = 0; p < roster_players(roster); p++)
        if (roster_person(roster, p)->station[0] != '\0')
            roster->stations[roster->station_count++] =
                bare_station(roster_person(roster, p)->station, p);
    qsort(roster->stations, roster->station_count, sizeof(*roster->stations), by_word);
    return 0;
}

int roster_station(const struct roster *roster, const char *word)
{
    struct roster_station key = bare_station(word, ROSTER_NOBODY);
    const struct roster_station *found = bsearch(&key, roster->stations,
        roster->station_count, sizeof(*roster->stations), by_word);

    return found == NULL ? ROSTER_NOBODY : found->player;
}

/* Who meets whom. */

struct roster_meeting *roster_meeting(
    const struct roster *roster, int trial, int judge, int player)
{
    size_t row = (size_t)trial * (size_t)roster->judges + (size_t)judge;

    return &roster->meetings[row * (size_t)roster_players(roster) + (size_t)player];
}

static uint8_t *trial_of(const struct roster *roster, int judge, int round)
{
    return &roster->trial_of[(size_t)judge * ROUNDS + (size_t)round];
}

int roster_trial(const struct roster *roster, int judge, int round)
{
    if (roster->trials == 1)
        return 0;
    return (int)*trial_of(roster, judge, round) - 1;
}

static bool has_trials(const struct roster *roster)
{
    return roster->contest->book->tally == TALLY_WAGER;
}

/* Number a round's sessions by how often judge and player have met before. */
static int number_round(struct roster *roster, int round, int *met)
{
    const struct contest *contest = roster->contest;

    for (size_t i = 0; i < contest->session_count; i++) {
        const struct contest_session *session = &contest->sessions[i];
        int judge = roster->indices[ROLE_JUDGE][session->who[ROLE_JUDGE]];

        if (session->round != round)
            continue;
        for (enum role role = ROLE_ENTRY; role < ROLES; role++) {
            int player = player_of(roster, session, role);
            int trial;

            if (player == ROSTER_NOBODY)
                continue;
            trial = ++met[judge * roster_players(roster) + player];
            if (trial > ROSTER_TRIALS_MOST) {
                errno = EOVERFLOW;
                return -1;
            }
            *trial_of(roster, judge, round) = (uint8_t)trial;
            if (trial > roster->trials)
                roster->trials = trial;
        }
    }
    return 0;
}

static int number_trials(struct roster *roster)
{
    int *met = calloc(pairs_of(roster) + 1, sizeof(*met));
    int result = 0;

    roster->trial_of = calloc((size_t)roster->judges + 1, ROUNDS);
    if (met == NULL || roster->trial_of == NULL)
        result = -1;
    for (int round = 1; result == 0 && round < ROUNDS; round++)
        if (roster->contest->rounds[round] > 0)
            result = number_round(roster, round, met);
    free(met);
    return result;
}

/* What is disqualified need not be judged: in a pair neither side. */
static void expect(struct roster *roster, int trial, int judge, int player, int against,
    uint16_t round)
{
    struct roster_meeting *meeting = roster_meeting(roster, trial, judge, player);

    *meeting = (struct roster_meeting){
        .due =
            !roster_person(roster, player)->disqualified &&
            (against == ROSTER_NOBODY || !roster_person(roster, against)->disqualified),
        .against = against,
        .round = round};
}

static void expect_session(struct roster *roster, const struct contest_session *session)
{
    int judge = roster->indices[ROLE_JUDGE][session->who[ROLE_JUDGE]];
    int entry = player_of(roster, session, ROLE_ENTRY);
    int confederate = player_of(roster, session, ROLE_CONFEDERATE);
    int trial = has_trials(roster) ? roster_trial(roster, judge, session->round) : 0;

    if (entry != ROSTER_NOBODY)
        expect(roster, trial, judge, entry, confederate, session->round);
    if (confederate != ROSTER_NOBODY)
        expect(roster, trial, judge, confederate, entry, session->round);
}

static void expect_all(struct roster *roster)
{
    int players = roster->has_pairs ? roster->entries : roster_players(roster);

    for (int j = 0; j < roster->judges; j++)
        for (int p = 0; p < players; p++)
            expect(roster, 0, j, p, ROSTER_NOBODY, 0);
}

static int draw_up(struct roster *roster)
{
    size_t count = (size_t)roster->trials * pairs_of(roster);

    roster->meetings = calloc(count + 1, sizeof(*roster->meetings));
    if (roster->meetings == NULL)
        return -1;
    for (size_t i = 0; i < count; i++)
        roster->meetings[i].against = ROSTER_NOBODY;
    for (size_t i = 0; i < roster->contest->session_count; i++)
        expect_session(roster, &roster->contest->sessions[i]);
    if (!roster->has_table)
        expect_all(roster);
    return 0;
}

int roster_make(struct roster *roster, const struct contest *contest)
{
    *roster = (struct roster){.contest = contest, .trials = 1};
    roster->has_pairs = contest_has_pairs(contest->book);
    roster->has_table = contest->session_count > 0;
    roster->judges = list(roster, ROLE_JUDGE);
    roster->entries = list(roster, ROLE_ENTRY);
    roster->confederates = list(roster, ROLE_CONFEDERATE);
    if (seat(roster) < 0 || (has_trials(roster) && number_trials(roster) < 0))
        return -1;
    return draw_up(roster);
}

void roster_free(struct roster *roster)
{
    free(roster->stations);
    free(roster->trial_of);
    free(roster->meetings);
    *roster = (struct roster){0};
}

/* Their names. */

void roster_label(
    const struct roster *roster, int player, char text[static CONTEST_LABEL_SIZE])
{
    struct contest_label label = {role_of(roster, player), number_of(roster, player)};

    contest_label_write(&label, text);
}

void roster_word(const struct roster *roster, int trial, int judge, int player,
    char word[static ROSTER_WORD_SIZE])
{
    int against = roster_meeting(roster, trial, judge, player)->against;
    struct contest_session session = {
        .who[ROLE_JUDGE] = roster->numbers[ROLE_JUDGE][judge]};
    char text[CONTEST_SESSION_SIZE];

    session.who[role_of(roster, player)] = (uint8_t)number_of(roster, player);
    if (against != ROSTER_NOBODY)
        session.who[role_of(roster, against)] = (uint8_t)number_of(roster, against);
    contest_session_write(&session, text);
    if (roster->trials > 1)
        snprintf(
            word, ROSTER_WORD_SIZE, "%s, trial %d", text, (unsigned)(trial + 1) % 100);
    else
        snprintf(word, ROSTER_WORD_SIZE, "%s", text);
}
