#include "found.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

/* The number that text begins with, as far as it goes; *text is moved past it. */
static uint64_t take_number(const char **text)
{
    uint64_t number = 0;

    for (; isdigit((unsigned char)**text); ++*text)
        number = number * 10 + (uint64_t)(**text - '0');
    return number;
}

/* terminal-9 goes before terminal-10. A label has 16 characters at most, so no number
 * in it is too large. */
static int compare_labels(const char *a, const char *b)
{
    while (*a != '\0' && *b != '\0') {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            uint64_t left = take_number(&a), right = take_number(&b);
            if (left != right)
                return left < right ? -1 : 1;
        } else if (*a != *b) {
            return *a < *b ? -1 : 1;
        } else {
            a++;
            b++;
        }
    }
    return (*a != '\0') - (*b != '\0');
}

/* 0 for the same station. */
static int compare(const struct finding_station *a, const struct finding_station *b)
{
    int order = compare_labels(a->label, b->label);

    if (order == 0)
        order = strcmp(a->label, b->label); /* 01 and 1 */
    if (order == 0)
        order = strcmp(a->id, b->id);
    return order != 0 ? order : a->port - b->port;
}

int found_at(const struct found *f, const struct finding_station *is)
{
    for (int i = 0; i < f->count; i++)
        if (compare(&f->all[i].is, is) == 0)
            return i;
    return -1;
}

/* Make room for a station at its place. */
static struct found_station *insert(struct found *f, const struct finding_station *is)
{
    int at = 0;

    while (at < f->count && compare(&f->all[at].is, is) < 0)
        at++;
    memmove(&f->all[at + 1], &f->all[at], (size_t)(f->count - at) * sizeof(f->all[0]));
    f->count++;
    f->all[at] = (struct found_station){.is = *is};
    return &f->all[at];
}

/* A way that is known is renewed; of too many the new one is left out. */
static void add_way(
    struct found_station *s, const void *address, size_t length, int64_t tick)
{
    int at = 0;

    while (at < s->count && (s->ways[at].length != length ||
                                memcmp(s->ways[at].address, address, length) != 0))
        at++;
    if (at == FOUND_WAYS)
        return;
    s->count += at == s->count;
    s->ways[at].length = length;
    memcpy(s->ways[at].address, address, length);
    s->ways[at].heard = tick;
}

int found_add(struct found *f, const struct finding_station *is, const void *address,
    size_t length, int64_t tick)
{
    int at = found_at(f, is);
    struct found_station *s;

    if (length > FOUND_ADDRESS_MAX) {
        errno = EINVAL;
        return -1;
    }
    if (at < 0 && f->count == FOUND_MAX) {
        errno = ENOBUFS;
        return -1;
    }
    s = at < 0 ? insert(f, is) : &f->all[at];
    s->is = *is;
    add_way(s, address, length, tick);
    return 0;
}

static void expire_ways(struct found_station *s, int64_t tick)
{
    int kept = 0;

    for (int i = 0; i < s->count; i++)
        if (tick - s->ways[i].heard < FOUND_GONE_MS)
            s->ways[kept++] = s->ways[i];
    s->count = kept;
}

void found_expire(struct found *f, int64_t tick)
{
    int kept = 0;

    for (int i = 0; i < f->count; i++) {
        expire_ways(&f->all[i], tick);
        if (f->all[i].count > 0 && kept++ != i)
            f->all[kept - 1] = f->all[i];
    }
    f->count = kept;
}

int64_t found_due(const struct found *f)
{
    int64_t due = INT64_MAX;

    for (int i = 0; i < f->count; i++)
        for (int w = 0; w < f->all[i].count; w++)
            if (f->all[i].ways[w].heard + FOUND_GONE_MS < due)
                due = f->all[i].ways[w].heard + FOUND_GONE_MS;
    return due;
}
