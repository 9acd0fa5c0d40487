#include "judge/referee/tally/participants.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = CONTEST_ROUNDS_MOST + 1 };

static size_t pairs_of(const struct participants *roster)
{
    return (size_t)roster->judges * (size_t)roster->count;
}

/* People. */

static void list_judges(struct participants *roster)
{
    for (int n = 1; n <= CONTEST_MOST; n++) {
        roster->indices[ROLE_JUDGE][n] = PARTICIPANTS_NOBODY;
        if (!roster->contest->people[ROLE_JUDGE][n].listed)
            continue;
        roster->judge_numbers[roster->judges] = (uint8_t)n;
        roster->indices[ROLE_JUDGE][n] = (int16_t)roster->judges++;
    }
}

static void list_players(struct participants *roster, enum role role)
{
    for (int n = 1; n <= CONTEST_MOST; n++) {
        const struct contest_person *person = &roster->contest->people[role][n];
        struct participants_player *player = &roster->players[roster->count];

        roster->indices[role][n] = PARTICIPANTS_NOBODY;
        if (!person->listed)
            continue;
        *player = (struct participants_player){
            .person = person, .who = {role, n}, .bare = person->station};
        player->bare_length = contest_bare_station(&player->bare);
        contest_label_write(&player->who, player->label);
        contest_name_write(roster->contest, &player->who, player->name);
        roster->indices[role][n] = (int16_t)roster->count++;
    }
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
    return session->who[role] == 0 ? PARTICIPANTS_NOBODY
                                   : roster->indices[role][session->who[role]];
}

int participants_station(const struct participants *roster, const char *word)
{
    size_t length = contest_bare_station(&word);

    for (int p = 0; p < roster->count; p++)
        if (roster->players[p].bare_length == length && length > 0 &&
            memcmp(roster->players[p].bare, word, length) == 0)
            return p;
    return PARTICIPANTS_NOBODY;
}

/* Meetings. */

size_t participants_index(
    const struct participants *roster, int trial, int judge, int player)
{
    size_t row = (size_t)trial * (size_t)roster->judges + (size_t)judge;

    return row * (size_t)roster->count + (size_t)player;
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
            trial = ++met[judge * roster->count + player];
            if (trial > SCORE_SHEET_TRIALS_MOST) {
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
    roster->meetings[participants_index(roster, trial, judge, player)] =
        (struct participants_meeting){
            .due = !roster->players[player].person->marks[CONTEST_DISQUALIFIED] &&
                   (against == PARTICIPANTS_NOBODY ||
                       !roster->players[against].person->marks[CONTEST_DISQUALIFIED]),
            .against = against,
            .round = round};
}

static void expect_session(
    struct participants *roster, const struct contest_session *session)
{
    int judge = roster->indices[ROLE_JUDGE][session->who[ROLE_JUDGE]];
    int entry = player_of(roster, session, ROLE_ENTRY);
    int confederate = player_of(roster, session, ROLE_CONFEDERATE);
    int trial = participants_trial(roster, judge, session->round);

    if (entry != PARTICIPANTS_NOBODY)
        expect(roster, trial, judge, entry, confederate, session->round);
    if (confederate != PARTICIPANTS_NOBODY)
        expect(roster, trial, judge, confederate, entry, session->round);
}

static void expect_all(struct participants *roster)
{
    int players = roster->has_pairs ? roster->entries : roster->count;

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
    list_judges(roster);
    list_players(roster, ROLE_ENTRY);
    roster->entries = roster->count;
    list_players(roster, ROLE_CONFEDERATE);
    if (contest->book->trials > 1 && number_trials(roster) < 0)
        return -1;
    return draw_up(roster);
}

void participants_free(struct participants *roster)
{
    free(roster->trial_of);
    free(roster->meetings);
    *roster = (struct participants){0};
}

/* Names. */

static void add_player(
    const struct participants *roster, int player, struct contest_session *session)
{
    const struct contest_label *who = &roster->players[player].who;

    session->who[who->role] = (uint8_t)who->number;
}

void participants_word(const struct participants *roster, int trial, int judge,
    int player, char word[static PARTICIPANTS_WORD_SIZE])
{
    struct contest_session session = {.who[ROLE_JUDGE] = roster->judge_numbers[judge]};
    char text[CONTEST_SESSION_SIZE];

    if (player != PARTICIPANTS_NOBODY) {
        size_t at = participants_index(roster, trial, judge, player);

        add_player(roster, player, &session);
        if (roster->meetings[at].against != PARTICIPANTS_NOBODY)
            add_player(roster, roster->meetings[at].against, &session);
    }
    contest_session_write(&session, text);
    if (roster->trials > 1)
        snprintf(word, PARTICIPANTS_WORD_SIZE, "%s, trial %u", text,
            (unsigned)(trial + 1) % 100);
    else
        snprintf(word, PARTICIPANTS_WORD_SIZE, "%s", text);
}
