/*
 * Any datagram: what is read as a message has exactly the spelling that was read; what
 * is not changes nothing. A list that such answers fill stays sorted and in bounds, and
 * so does the mark that keys move in it.
 */
#include <string.h>

#include "choice.h"
#include "fuzz.h"
#include "keyboard.h"

/* Bytes of each datagram: '\n' ends one, and is part of it. */
static size_t next_length(const uint8_t *data, size_t size)
{
    const uint8_t *end = memchr(data, '\n', size);

    return end != NULL ? (size_t)(end - data) + 1 : size;
}

static void check_list(const struct found *f)
{
    check(f->count >= 0 && f->count <= FOUND_MAX);
    for (int i = 0; i < f->count; i++) {
        check(found_at(f, &f->all[i].is) == i);
        check(f->all[i].count >= 1 && f->all[i].count <= FOUND_WAYS);
    }
}

static void check_choice(struct choice *c, const struct found *f, uint32_t code)
{
    int rows = 1 + (int)(code % 5);

    choice_press(c, f, rows, code % 3 == 0 ? COMMAND_FIRST + code % 12 : code % 128);
    choice_follow(c, f, rows);
    check(c->at >= 0 && (f->count == 0 ? c->at == 0 : c->at < f->count));
    check(c->top >= 0 && c->top <= c->at && c->at < c->top + rows);
    check(c->marked == (f->count > 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct found f;
    struct choice c = {0};
    int64_t tick = 0;

    f = (struct found){0};
    while (size > 0) {
        size_t length = next_length(data, size);
        char line[FINDING_LINE_MAX + 1];
        struct finding_message m, before;

        memset(&m, 'x', sizeof(m));
        before = m;
        if (finding_read((const char *)data, length, &m) == 0) {
            check(finding_write(&m, line) == length && memcmp(line, data, length) == 0);
            if (m.kind == FINDING_HERE)
                found_add(&f, &m.here, &m.nonce[31], 1, tick);
        } else {
            check(memcmp(&m, &before, sizeof(m)) == 0);
        }
        check_choice(&c, &f, data[0]);
        tick += data[0] * 8;
        found_expire(&f, tick);
        check_list(&f);
        check(found_due(&f) > tick);
        data += length;
        size -= length;
    }
    return 0;
}
