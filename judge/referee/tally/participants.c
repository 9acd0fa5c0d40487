#include "judge/referee/tally/participants.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = CONTEST_ROUNDS_MOST + 1 };

int participants_players(const struct participants *roster)
{
    return roster->entries + roster->confederates;
}

static size_t pairs_of(const struct participants *roster)
{
    return (size_t)roster->judges * (size_t)participants_players(roster);
}

/* People. */

static int list(struct participants *roster, enum role role)
{
    int count = 0;

    for (int n = 1; n <= CONTEST_MOST; n++) {
        roster->indices[role][n] = PARTICIPANTS_NOBODY;
        if (!roster->contest->people[role][n].listed)
            continue;
        roster->numbers[role][count] = (uint8_t)n;
        roster->indices[role][n] = (int8_t)count++;
    }
    return count;
}

static enum role role_of(const struct participants *roster, int player)
{
    return player < roster->entries ? ROLE_ENTRY : ROLE_CONFEDERATE;
}

static int number_of(const struct participants *roster, int player)
{
    enum role role = role_of(roster, player);

    return roster
        ->numbers[role][role == ROLE_ENTRY ? player : player - roster->entries];
}

const struct contest_person *participants_person(
    const struct participants *roster, int player)
{
    return &roster->contest->people[role_of(roster, player)][number_of(roster, player)];
}

int participants_judge(const struct participants *roster, unsigned number)
{
    return number == 0 || number > CONTEST_MOST ? PARTICIPANTS_NOBODY
                                                : roster->indices[ROLE_JUDGE][number];
}

/* The player of a role in a session; PARTICIPANTS_NOBODY without one. */
static int player_of(const struct participants *roster,
    const struct contest_session *session, enum role role)
{
    int index;

    if (session->who[role] == 0)
        return PARTICIPANTS_NOBODY;
    index = roster->indices[role][session->who[role]];
    return role == ROLE_ENTRY ? index : roster->entries + index;
}

/* Stations. */

static struct participants_station bare_station(const char *word, int player)
{
    struct participants_station station = {.bare = word, .player = player};

    station.length = contest_bare_station(&station.bare);
    return station;
}

static int by_word(const void *a, const void *b)
{
    const struct participants_station *x = a, *y = b;
    int order = memcmp(x->bare, y->bare, x->length < y->length ? x->length : y->length);

    return order != 0 ? order : (x->length > y->length) - (x->length < y->length);
}

static int seat(struct participants *roster)
{
    roster->stations =
        calloc((size_t)participants_players(roster) + 1, sizeof(*roster->stations));
    if (roster->stations == NULL)
        return -1;
    for (int p = 0; p < participants_players(roster); p++)
        if (participants_person(roster, p)->station[0] != '\0')
            roster->stations[roster->station_count++] =
                bare_station(participants_person(roster, p)->station, p);
    qsort(roster->stations, roster->station_count, sizeof(*roster->stations), by_word);
    return 0;
}

int participants_station(const struct participants *roster, const char *word)
{
    struct participants_station key = bare_station(word, PARTICIPANTS_NOBODY);
    const struct participants_station *found = bsearch(&key, roster->stations,
        roster->station_count, sizeof(*roster->stations), by_word);

    return found == NULL ? PARTICIPANTS_NOBODY : found->player;
}

/* Meetings. */

struct participants_meeting *participants_meeting(
    const struct participants *roster, int trial, int judge, int player)
{
    size_t row = (size_t)trial * (size_t)roster->judges + (size_t)judge;

    return &roster
                ->meetings[row * (size_t)participants_players(roster) + (size_t)player];
}

static uint8_t *trial_of(const struct participants *roster, int judge, int round)
{
    return &roster->trial_of[(size_t)judge * ROUNDS + (size_t)round];
}

int participants_trial(const struct participants *roster, int judge, int round)
{
    if (roster->trials == 1)
        return 0;
    return (int)*trial_of(roster, judge, round) - 1;
}

static bool has_trials(const struct participants *roster)
{
    return roster->contest->book->trials > 1;
}

/* Give each session of a round its trial: the count of its judge's and player's
 * meetings. */
static int number_round(struct participants *roster, int round, int *met)
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

            if (player == PARTICIPANTS_NOBODY)
                continue;
            trial = ++met[judge * participants_players(roster) + player];
            if (trial > PARTICIPANTS_TRIALS_MOST) {
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

static int number_trials(struct participants *roster)
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

/* A session with a disqualified player needs no ballot. */
static void expect(struct participants *roster, int trial, int judge, int player,
    int against, uint16_t round)
{
    struct participants_meeting *meeting =
        participants_meeting(roster, trial, judge, player);

    *meeting = (struct participants_meeting){
        .due = !participants_person(roster, player)->marks[CONTEST_DISQUALIFIED] &&
               (against == PARTICIPANTS_NOBODY ||
                   !participants_person(roster, against)->marks[CONTEST_DISQUALIFIED]),
        .against = against,
        .round = round};
}

static void expect_session(
    struct participants *roster, const struct contest_session *session)
{
    int judge = roster->indices[ROLE_JUDGE][session->who[ROLE_JUDGE]];
    int entry = player_of(roster, session, ROLE_ENTRY);
    int confederate = player_of(roster, session, ROLE_CONFEDERATE);
    int trial =
        has_trials(roster) ? participants_trial(roster, judge, session->round) : 0;

    if (entry != PARTICIPANTS_NOBODY)
        expect(roster, trial, judge, entry, confederate, session->round);
    if (confederate != PARTICIPANTS_NOBODY)
        expect(roster, trial, judge, confederate, entry, session->round);
}

static void expect_all(struct participants *roster)
{
    int players = roster->has_pairs ? roster->entries : participants_players(roster);

    for (int j = 0; j < roster->judges; j++)
        for (int p = 0; p < players; p++)
            expect(roster, 0, j, p, PARTICIPANTS_NOBODY, 0);
}

static int draw_up(struct participants *roster)
{
    size_t count = (size_t)roster->trials * pairs_of(roster);

    roster->meetings = calloc(count + 1, sizeof(*roster->meetings));
    if (roster->meetings == NULL)
        return -1;
    for (size_t i = 0; i < count; i++)
        roster->meetings[i].against = PARTICIPANTS_NOBODY;
    for (size_t i = 0; i < roster->contest->session_count; i++)
        expect_session(roster, &roster->contest->sessions[i]);
    if (!roster->has_table)
        expect_all(roster);
    return 0;
}

int participants_make(struct participants *roster, const struct contest *contest)
{
    *roster = (struct participants){.contest = contest, .trials = 1};
    roster->has_pairs = rulebook_has_pairs(contest->book);
    roster->has_table = contest->session_count > 0;
    roster->judges = list(roster, ROLE_JUDGE);
    roster->entries = list(roster, ROLE_ENTRY);
    roster->confederates = list(roster, ROLE_CONFEDERATE);
    if (seat(roster) < 0 || (has_trials(roster) && number_trials(roster) < 0))
        return -1;
    return draw_up(roster);
}

void participants_free(struct participants *roster)
{
    free(roster->stations);
    free(roster->trial_of);
    free(roster->meetings);
    *roster = (struct participants){0};
}

/* Names. */

void participants_label(
    const struct participants *roster, int player, char text[static CONTEST_LABEL_SIZE])
{
    struct contest_label label = {role_of(roster, player), number_of(roster, player)};

    contest_label_write(&label, text);
}

void participants_word(const struct participants *roster, int trial, int judge,
    int player, char word[static PARTICIPANTS_WORD_SIZE])
{
    int against = participants_meeting(roster, trial, judge, player)->against;
    struct contest_session session = {
        .who[ROLE_JUDGE] = roster->numbers[ROLE_JUDGE][judge]};
    char text[CONTEST_SESSION_SIZE];

    session.who[role_of(roster, player)] = (uint8_t)number_of(roster, player);
    if (against != PARTICIPANTS_NOBODY)
        session.who[role_of(roster, against)] = (uint8_t)number_of(roster, against);
    contest_session_write(&session, text);
    if (roster->trials > 1)
        snprintf(word, PARTICIPANTS_WORD_SIZE, "%s, trial %d", text,
            (unsigned)(trial + 1) % 100);
    else
        snprintf(word, PARTICIPANTS_WORD_SIZE, "%s", text);
}
