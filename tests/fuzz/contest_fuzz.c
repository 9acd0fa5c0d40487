/*
 * Any text as a contest file: a refused one has one error line; an accepted one keeps
 * the promises of contest.h, its rounds and finalists can be computed, and its sessions
 * are the same after a write and a read.
 */
#include <string.h>

#include "judge/contest/contest.h"
#include "judge/contest/inifile.h"
#include "judge/referee/schedule/schedule.h"
#include "judge/referee/tally/preliminary.h"
#include "tests/fuzz/fuzz.h"

static struct contest contest;

static void count_complaint(void *context, int line, const char *text)
{
    int *count = context;

    check(line >= 0 && text[0] != '\0' && strchr(text, '\n') == NULL);
    ++*count;
}

static void check_session(const struct contest_session *s)
{
    struct contest_session again;
    char word[CONTEST_SESSION_SIZE];

    contest_session_write(s, word);
    check(contest_session_read(word, &again));
    check(memcmp(again.who, s->who, sizeof(s->who)) == 0);
    check(s->round >= 1 && s->round <= CONTEST_ROUNDS_MOST && contest.rounds[s->round]);
    for (int role = 0; role < ROLES; role++)
        check(s->who[role] == 0 || contest.people[role][s->who[role]].listed);
    check(rulebook_has_pairs(contest.book) ==
          (s->who[ROLE_ENTRY] > 0 && s->who[ROLE_CONFEDERATE] > 0));
}

/* Every entry that is not disqualified has a standing, and the finalists fit in their
 * places. */
static void check_preliminary(void)
{
    static struct preliminary p;
    int finalists = 0, tied = 0;

    if (contest.book->preliminary.people != NULL)
        return;
    preliminary_count(&p, &contest);
    check(p.line_count == contest.counts[ROLE_ENTRY] && p.entries <= p.line_count);
    check(p.remark_count <= PRELIMINARY_REMARKS_MOST);
    for (int i = 0; i < p.line_count; i++) {
        finalists += p.lines[i].standing == PRELIMINARY_FINALIST;
        tied += p.lines[i].standing == PRELIMINARY_TIED;
        check(i == 0 || p.lines[i].place == 0 ||
              p.lines[i].place >= p.lines[i - 1].place);
    }
    check(finalists + p.open <= contest.book->preliminary.finalists);
    check(p.open == 0 ? tied == 0 : tied > p.open);
    check(p.held || finalists == p.entries);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct inirow_error error = {0};
    int complaints = 0;

    if (inifile_parse((const char *)data, size, &contest_reader, &contest, &error) <
        0) {
        check(error.why[0] != '\0' && strchr(inifile_why(&error), '\n') == NULL);
        return 0;
    }
    check(contest.book != NULL && contest.title[0] != '\0');
    for (size_t i = 0; i < contest.session_count; i++)
        check_session(&contest.sessions[i]);
    check_preliminary();
    check(schedule_check(&contest, count_complaint, &complaints) == complaints);
    return 0;
}
