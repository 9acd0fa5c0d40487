#include "judge/connect/station_list.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

/* Read the number at the start of *text, and advance *text. */
static uint64_t read_number(const char **text)
{
    uint64_t number = 0;

    for (; isdigit((unsigned char)**text); ++*text)
        number = number * 10 + (uint64_t)(**text - '0');
    return number;
}

/* terminal-9 comes before terminal-10. No number overflows: a label has 16 characters
 * at most. */
static int compare_labels(const char *a, const char *b)
{
    while (*a != '\0' && *b != '\0') {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            uint64_t left = read_number(&a), right = read_number(&b);
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

/* Order of stations; 0 for the same station. */
static int compare_stations(
    const struct discovery_station *a, const struct discovery_station *b)
{
    int order = compare_labels(a->label, b->label);

    if (order == 0)
        order = strcmp(a->label, b->label); /* 01 and 1 */
    if (order == 0)
        order = strcmp(a->id, b->id);
    return order != 0 ? order : a->port - b->port;
}

int station_list_at(const struct station_list *f, const struct discovery_station *is)
{
    for (int i = 0; i < f->count; i++)
        if (compare_stations(&f->all[i].is, is) == 0)
            return i;
    return -1;
}

/* Insert a station in order. */
static struct listed_station *insert_station(
    struct station_list *f, const struct discovery_station *is)
{
    int at = 0;

    while (at < f->count && compare_stations(&f->all[at].is, is) < 0)
        at++;
    memmove(&f->all[at + 1], &f->all[at], (size_t)(f->count - at) * sizeof(f->all[0]));
    f->count++;
    f->all[at] = (struct listed_station){.is = *is};
    return &f->all[at];
}

/* Renew a known way; drop a new one of a full list. */
static void add_way(
    struct listed_station *s, const void *address, size_t length, int64_t tick)
{
    int at = 0;

    while (at < s->count && (s->ways[at].length != length ||
                                memcmp(s->ways[at].address, address, length) != 0))
        at++;
    if (at == STATION_LIST_WAYS)
        return;
    s->count += at == s->count;
    s->ways[at].length = length;
    memcpy(s->ways[at].address, address, length);
    s->ways[at].heard = tick;
}

int station_list_add(struct station_list *f, const struct discovery_station *is,
    const void *address, size_t length, int64_t tick)
{
    int at = station_list_at(f, is);
    struct listed_station *s;

    if (length > STATION_LIST_ADDRESS_MAX) {
        errno = EINVAL;
        return -1;
    }
    if (at < 0 && f->count == STATION_LIST_MAX) {
        errno = ENOBUFS;
        return -1;
    }
    s = at < 0 ? insert_station(f, is) : &f->all[at];
    s->is = *is;
    add_way(s, address, length, tick);
    return 0;
}

static void expire_ways(struct listed_station *s, int64_t tick)
{
    int kept = 0;

    for (int i = 0; i < s->count; i++)
        if (tick - s->ways[i].heard < STATION_LIST_GONE_MS)
            s->ways[kept++] = s->ways[i];
    s->count = kept;
}

void station_list_expire(struct station_list *f, int64_t tick)
{
    int kept = 0;

    for (int i = 0; i < f->count; i++) {
        expire_ways(&f->all[i], tick);
        if (f->all[i].count > 0 && kept++ != i)
            f->all[kept - 1] = f->all[i];
    }
    f->count = kept;
}

int64_t station_list_due(const struct station_list *f)
{
    int64_t due = INT64_MAX;

    for (int i = 0; i < f->count; i++)
        for (int w = 0; w < f->all[i].count; w++)
            if (f->all[i].ways[w].heard + STATION_LIST_GONE_MS < due)
                due = f->all[i].ways[w].heard + STATION_LIST_GONE_MS;
    return due;
}
