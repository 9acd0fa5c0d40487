#include "lpp2.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

/* The members that a message is made of. */
struct message {
    const char *id, *to, *secret, *content;
};

struct lpp2 *lpp2_new(void)
{
    return calloc(1, sizeof(struct lpp2));
}

/* Say what is wrong; what is quoted in it may be anything, and is not to move a
 * cursor. */
static bool fail(struct lpp2 *l, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail(struct lpp2 *l, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(l->why, sizeof(l->why), format, arguments);
    va_end(arguments);
    for (char *c = l->why; *c != '\0'; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    return false;
}

/* Names */

static bool begins(const char *name, const char *with)
{
    return strncasecmp(name, with, strlen(with)) == 0;
}

static bool is_judge(const char *name)
{
    return begins(name, "judge");
}

static bool is_name(const char *name)
{
    size_t length = strlen(name);

    for (size_t i = 0; i < length; i++)
        if (name[i] <= ' ' || name[i] > '~')
            return false;
    return length > 0 && length <= RECORD_NAME_MAX;
}

/* Up to four digits behind "judge", and nothing else. */
static int number_of(const char *judge)
{
    const char *digits = judge + strlen("judge");
    size_t length = strlen(digits);

    if (length == 0 || length > 4 || strspn(digits, "0123456789") != length)
        return KEYLOG_NO_JUDGE;
    return atoi(digits);
}

static enum record_seat seat_of(const char *partner)
{
    if (begins(partner, "human"))
        return SEAT_HUMAN;
    return begins(partner, "ai") ? SEAT_PROGRAM : SEAT_UNKNOWN;
}

/* Pairs */

static void tell_round(const struct lpp2 *l, size_t at, struct record_round *round)
{
    const struct lpp2_pair *pair = &l->pairs[at];

    *round = (struct record_round){
        .count = (unsigned)at + 1, .judge = number_of(pair->judge)};
    snprintf(round->number, sizeof(round->number), "%u", round->count);
    for (int i = 0; i < PANES; i++) {
        round->seat[i] = seat_of(pair->partner[i]);
        strcpy(round->name[i], pair->partner[i]);
        if (round->seat[i] == SEAT_HUMAN)
            strcpy(round->human, pair->partner[i]);
        else if (round->seat[i] == SEAT_PROGRAM)
            strcpy(round->program, pair->partner[i]);
    }
}

/* Somebody has come to the last message's pair. */
static void begin_talk(struct lpp2 *l, int pane, const char *partner)
{
    strcpy(l->pairs[l->pair].partner[pane], partner);
    l->talk = l->pairs[l->pair].talk[pane] = l->talks++;
}

/* Find the pair and pane of a judge's conversation with a partner, or begin it. False
 * if there is no room for one more pair. */
static bool find_pair(
    struct lpp2 *l, const char *judge, const char *partner, enum record_pane *pane)
{
    for (l->pair = 0; l->pair < l->count; l->pair++) {
        struct lpp2_pair *pair = &l->pairs[l->pair];

        for (int i = 0; i < PANES && strcmp(pair->judge, judge) == 0; i++) {
            *pane = (enum record_pane)i;
            if (pair->partner[i][0] == '\0')
                begin_talk(l, i, partner);
            l->talk = pair->talk[i];
            if (strcmp(pair->partner[i], partner) == 0)
                return true;
        }
    }
    if (l->count == LPP2_PAIRS_MAX) {
        l->full = true;
        return fail(l, "one more conversation than can be read: %d pairs is the most",
            (int)LPP2_PAIRS_MAX);
    }
    *pane = PANE_LEFT;
    strcpy(l->pairs[l->count++].judge, judge);
    begin_talk(l, PANE_LEFT, partner);
    return true;
}

/* Messages */

static bool take_member(
    struct lpp2 *l, const json_t *object, const char *name, const char **text)
{
    const json_t *member = json_object_get(object, name);

    *text = json_string_value(member);
    if (*text == NULL)
        return fail(
            l, "its \"%s\" is %s", name, member == NULL ? "missing" : "no text");
    return true;
}

static bool take_message(struct lpp2 *l, const json_t *object, struct message *m)
{
    if (!json_is_object(object))
        return fail(l, "JSON, and no object");
    if (!take_member(l, object, "id", &m->id) ||
        !take_member(l, object, "secret", &m->secret) ||
        !take_member(l, object, "content", &m->content) ||
        !take_member(l, object, "to", &m->to))
        return false;
    if (!is_name(m->id) || !is_name(m->to))
        return fail(l,
            "its \"%s\" is no name: up to %d printable characters of ASCII, no blanks",
            is_name(m->id) ? "to" : "id", (int)RECORD_NAME_MAX);
    if (strcmp(m->id, m->to) == 0)
        return fail(l, "%s speaks to itself", m->id);
    if (is_judge(m->id) && is_judge(m->to))
        return fail(l, "a judge speaks to a judge");
    if (!is_judge(m->id) && !is_judge(m->to))
        return fail(l, "neither end is a judge");
    return true;
}

/* Every character takes fewer bytes than it took in JSON, so there is room. Returns the
 * bytes; an end of line is one newline, however it was written. */
static size_t copy_text(const char *from, char *to)
{
    char *at = to;

    for (; *from != '\0'; from++)
        if (*from != '\r')
            *at++ = *from;
        else if (from[1] != '\n')
            *at++ = '\n';
    return (size_t)(at - to);
}

/* False if its pair has no room. */
static bool tell_message(struct lpp2 *l, struct record_reader *reader,
    const struct message *m, struct record *out)
{
    bool from_judge = is_judge(m->id);

    if (!find_pair(
            l, from_judge ? m->id : m->to, from_judge ? m->to : m->id, &out->pane))
        return false;
    tell_round(l, l->pair, &reader->round);
    l->has_secret = m->secret[0] != '\0';
    strcpy(l->who, m->id);
    out->who = l->who;
    out->text = l->text;
    out->length = copy_text(m->content, l->text);
    out->line = (struct transcript_line){TRANSCRIPT_LINE,
        .side = from_judge ? SIDE_JUDGE : SIDE_OTHER,
        .judge = (unsigned)reader->round.judge, .second = TRANSCRIPT_NO_TIME,
        .text = l->text, .length = out->length};
    return true;
}

/* jansson's own words say what is wrong with JSON, and near what. */
static bool read_message(struct lpp2 *l, struct record_reader *reader, const char *line,
    size_t length, struct record *out)
{
    /* Integers of other members, which nobody reads, may be of any size. */
    const size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL;
    json_error_t error;
    json_t *object;
    struct message m = {0};
    bool is_good;

    if (length > RECORD_LINE_MAX)
        return fail(l, "longer than %d bytes", (int)RECORD_LINE_MAX);
    object = json_loadb(line, length, flags, &error);
    if (object == NULL)
        return fail(l, "no JSON: %s", error.text);
    is_good = take_message(l, object, &m) && tell_message(l, reader, &m, out);
    json_decref(object);
    return is_good;
}

void lpp2_read(struct lpp2 *lpp2, struct record_reader *reader, const char *line,
    size_t length, bool whole, struct record *out)
{
    *out = (struct record){
        .kind = RECORD_LINE, .text = line, .length = length, .whole = whole};
    if (whole ? read_message(lpp2, reader, line, length, out)
              : fail(lpp2, "cut short: it has no newline"))
        return;
    out->kind = RECORD_TORN;
}

void lpp2_head(
    struct lpp2 *lpp2, struct record_reader *reader, size_t pair, struct record *out)
{
    const struct lpp2_pair *p = &lpp2->pairs[pair];
    bool both = p->partner[PANE_RIGHT][0] != '\0';

    tell_round(lpp2, pair, &reader->round);
    *out = (struct record){.kind = RECORD_ROUND, .text = lpp2->text, .whole = true};
    out->length = (size_t)snprintf(lpp2->text, sizeof(lpp2->text),
        "-- %s: left %s%s%s --", p->judge, p->partner[PANE_LEFT], both ? " right " : "",
        p->partner[PANE_RIGHT]);
}
