#include "confederate/station/rejected.h"

#include <stdio.h>
#include <string.h>

void rejected_add_fault(struct rejected *s, const char *from, const char *fault)
{
    s->count++;
    snprintf(s->last, sizeof(s->last), "%s", from);
    snprintf(s->words, sizeof(s->words), "%s", fault);
}

void rejected_add(struct rejected *s, const char *from, const char *words)
{
    char quoted[REJECTED_WORDS_MAX + 3];

    snprintf(quoted, sizeof(quoted), "'%.*s'", REJECTED_WORDS_MAX, words);
    rejected_add_fault(s, from, words[0] != '\0' ? quoted : "silent");
}

bool rejected_may_note(const struct rejected *s, const struct console *c)
{
    return c->note[0] == '\0' || strcmp(c->note, s->note) == 0;
}

static bool is_too_early(const struct rejected *s, int64_t tick)
{
    return s->told > 0 && tick - s->told_at < REJECTED_GAP_MS;
}

void rejected_tell(struct rejected *s, struct console *c, int64_t tick)
{
    if (s->count == s->told || is_too_early(s, tick) || !rejected_may_note(s, c))
        return;
    if (s->count == 1)
        console_note(c, false, "A stranger, %s: %s", s->last, s->words);
    else
        console_note(
            c, false, "%lu strangers, last %s: %s", s->count, s->last, s->words);
    snprintf(s->note, sizeof(s->note), "%s", c->note);
    s->told = s->count;
    s->told_at = tick;
}

int64_t rejected_due(const struct rejected *s, int64_t tick)
{
    return s->count > s->told && is_too_early(s, tick) ? s->told_at + REJECTED_GAP_MS
                                                       : INT64_MAX;
}
