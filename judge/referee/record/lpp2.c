#include "judge/referee/record/lpp2.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <jansson.h>

/* The members of a message. */
struct message {
    const char *id, *to, *secret, *content;
};

/* Set why[]; '?' replaces bytes of quoted text that are not printable ASCII. */
static bool refuse_message(struct lpp2 *l, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool refuse_message(struct lpp2 *l, const char *format, ...)
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

static bool is_judge(const char *name)
{
    return strncasecmp(name, "judge", 5) == 0;
}

static bool is_name(const char *name)
{
    size_t length = strlen(name);

    for (size_t i = 0; i < length; i++)
        if (name[i] <= ' ' || name[i] > '~')
            return false;
    return length > 0 && length <= LPP2_NAME_MAX;
}

int lpp2_judge_number(const char *judge)
{
    const char *digits = judge + strlen("judge");
    size_t length = strlen(digits);

    if (length == 0 || length > 4 || strspn(digits, "0123456789") != length)
        return -1;
    return atoi(digits);
}

/* Pairs */

/* Start a conversation in the last message's pair. */
static void begin_talk(struct lpp2 *l, int partner, const char *name)
{
    strcpy(l->pairs[l->pair].partner[partner], name);
    l->pairs[l->pair].talk[partner] = l->talks++;
}

/* Set pair, partner and talk for a judge and a partner, starting a conversation if they
 * have none. Returns false if that needs one pair too many. */
static bool find_pair(struct lpp2 *l, const char *judge, const char *partner)
{
    for (l->pair = 0; l->pair < l->count; l->pair++) {
        struct lpp2_pair *pair = &l->pairs[l->pair];

        if (strcmp(pair->judge, judge) != 0)
            continue;
        for (l->partner = 0; l->partner < LPP2_PARTNERS; l->partner++) {
            if (pair->partner[l->partner][0] == '\0')
                begin_talk(l, l->partner, partner);
            l->talk = pair->talk[l->partner];
            if (strcmp(pair->partner[l->partner], partner) == 0)
                return true;
        }
    }
    if (l->count == LPP2_PAIRS_MAX) {
        l->full = true;
        return refuse_message(
            l, "one conversation too many: %d pairs is the most", (int)LPP2_PAIRS_MAX);
    }
    strcpy(l->pairs[l->count++].judge, judge);
    begin_talk(l, 0, partner);
    l->partner = 0;
    l->talk = l->pairs[l->pair].talk[0];
    return true;
}

/* Messages */

static bool take_member(
    struct lpp2 *l, const json_t *object, const char *name, const char **text)
{
    const json_t *member = json_object_get(object, name);

    *text = json_string_value(member);
    if (*text == NULL)
        return refuse_message(
            l, "\"%s\" is %s", name, member == NULL ? "missing" : "not a string");
    return true;
}

static bool take_message(struct lpp2 *l, const json_t *object, struct message *m)
{
    if (!json_is_object(object))
        return refuse_message(l, "JSON, but not an object");
    if (!take_member(l, object, "id", &m->id) ||
        !take_member(l, object, "secret", &m->secret) ||
        !take_member(l, object, "content", &m->content) ||
        !take_member(l, object, "to", &m->to))
        return false;
    if (!is_name(m->id) || !is_name(m->to))
        return refuse_message(l,
            "\"%s\" is not a name: 1 to %d printable ASCII characters, no blanks",
            is_name(m->id) ? "to" : "id", (int)LPP2_NAME_MAX);
    if (strcmp(m->id, m->to) == 0)
        return refuse_message(l, "%s speaks to itself", m->id);
    if (is_judge(m->id) && is_judge(m->to))
        return refuse_message(l, "a judge speaks to a judge");
    if (!is_judge(m->id) && !is_judge(m->to))
        return refuse_message(l, "neither end is a judge");
    return true;
}

/* Copy content with each end of line as one '\n'. It fits: a character takes no more
 * bytes than in JSON. Returns the bytes. */
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

/* Set the members of the last message. */
static bool keep_message(struct lpp2 *l, const struct message *m)
{
    const struct lpp2_pair *pair;

    l->from_judge = is_judge(m->id);
    if (!find_pair(l, l->from_judge ? m->id : m->to, l->from_judge ? m->to : m->id))
        return false;
    pair = &l->pairs[l->pair];
    l->who = l->from_judge ? pair->judge : pair->partner[l->partner];
    l->has_secret = m->secret[0] != '\0';
    l->length = copy_text(m->content, l->text);
    return true;
}

bool lpp2_read(struct lpp2 *l, const char *line, size_t length, bool whole)
{
    /* Integers of other members may have any size. */
    const size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL;
    json_error_t error;
    json_t *object;
    struct message m = {0};
    bool is_good;

    if (!whole)
        return refuse_message(l, "incomplete: it has no newline");
    if (length > LPP2_LINE_MAX)
        return refuse_message(l, "longer than %d bytes", (int)LPP2_LINE_MAX);
    object = json_loadb(line, length, flags, &error);
    if (object == NULL)
        return refuse_message(l, "not JSON: %s", error.text);
    is_good = take_message(l, object, &m) && keep_message(l, &m);
    json_decref(object);
    return is_good;
}
