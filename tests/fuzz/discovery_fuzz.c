/*
 * Any datagram: an accepted message is written with the same bytes; a refused one
 * changes nothing. A list filled by such answers stays sorted and in bounds, and so
 * does the mark that keys move in it.
 */
#include <string.h>

#include "common/input/keyboard.h"
#include "judge/connect/station_choice.h"
#include "tests/fuzz/fuzz.h"

/* Bytes of each datagram: '\n' ends one, and is part of it. */
static size_t next_length(const uint8_t *data, size_t size)
{
    const uint8_t *end = memchr(data, '\n', size);

    return end != NULL ? (size_t)(end - data) + 1 : size;
}

static void check_list(const struct station_list *f)
{
    check(f->count >= 0 && f->count <= STATION_LIST_MAX);
    for (int i = 0; i < f->count; i++) {
        check(station_list_at(f, &f->all[i].is) == i);
        check(f->all[i].count >= 1 && f->all[i].count <= STATION_LIST_WAYS);
    }
}

static void check_choice(
    struct station_choice *c, const struct station_list *f, uint32_t code)
{
    int rows = 1 + (int)(code % 5);
    const struct list *l = &c->list;

    station_choice_press(
        c, f, rows, code % 3 == 0 ? COMMAND_FIRST + code % 12 : code % 128);
    station_choice_follow(c, f, rows);
    check(l->count == (size_t)f->count);
    check(l->count == 0 ? l->marked == 0 : l->marked < l->count);
    check(l->top <= l->marked && l->marked < l->top + (size_t)rows);
    check(c->marked == (f->count > 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct station_list f;
    struct station_choice c = {0};
    int64_t tick = 0;

    f = (struct station_list){0};
    while (size > 0) {
        size_t length = next_length(data, size);
        char line[DISCOVERY_LINE_MAX + 1];
        struct discovery_message m, before;

        memset(&m, 'x', sizeof(m));
        before = m;
        if (discovery_read((const char *)data, length, &m) == 0) {
            check(
                discovery_write(&m, line) == length && memcmp(line, data, length) == 0);
            if (m.kind == DISCOVERY_HERE)
                station_list_add(&f, &m.here, &m.nonce[31], 1, tick);
        } else {
            check(memcmp(&m, &before, sizeof(m)) == 0);
        }
        check_choice(&c, &f, data[0]);
        tick += data[0] * 8;
        station_list_expire(&f, tick);
        check_list(&f);
        check(station_list_due(&f) > tick);
        data += length;
        size -= length;
    }
    return 0;
}
