/*
 * Any keys of both sides without turns: each side's lines depend on its own keys alone,
 * in any order with the other's, once the judge has begun; and the page ends with both
 * unfinished lines, at either end.
 */
#include <string.h>

#include "common/conversation/page.h"
#include "tests/fuzz/fuzz.h"

/* One side by itself, as if the other typed nothing: for the other side, whose keys
 * count from the judge's first on. */
struct alone {
    size_t lines;
    uint64_t sum; /* of their contents */
    size_t length;
    uint32_t line[PROMPT_LINE_MAX];
};

static uint64_t add_line(uint64_t sum, const uint32_t *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        sum = sum * 31 + text[i];
    return sum * 31 + '\n';
}

static void type_alone(struct alone *a, uint32_t code)
{
    if (code == K_RETURN) {
        a->sum = add_line(a->sum, a->line, a->length);
        a->lines++;
        a->length = 0;
    } else if (code == K_BACKSPACE)
        a->length -= a->length > 0;
    else if (a->length < PROMPT_LINE_MAX)
        a->line[a->length++] = code;
}

static void check_line(const struct page *page, size_t line, const struct prompt *p)
{
    enum side side = page->lines[line].side;
    size_t mark = side == SIDE_JUDGE;
    const struct prompt_line *unfinished = &p->line[side];

    check(page->lines[line].length == unfinished->length + mark);
    check(memcmp(page_text(page, line) + mark, unfinished->text,
              unfinished->length * sizeof(unfinished->text[0])) == 0);
}

static void check_page(const struct page *page, enum side self, const struct prompt *p)
{
    size_t last = page->count - 1;

    check(page->unfinished == 2 && page->lines[last].side == self &&
          page->lines[last - 1].side == side_other(self));
    check_line(page, last, p);
    check_line(page, last - 1, p);
    check(page->lines[last].start + page->lines[last].length == page->text_length);
    for (size_t line = 0; line < last; line++)
        check(page->lines[line].start + page->lines[line].length ==
              page->lines[line + 1].start);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct prompt p;
    static struct alone alone[2];
    struct alone seen[2] = {{0}, {0}};
    struct page pages[2];
    const struct rulebook *book = rulebook_find("2009");
    bool begun = false;

    memset(alone, 0, sizeof(alone));
    prompt_init(&p, book);
    for (enum side self = SIDE_JUDGE; self <= SIDE_OTHER; self++)
        check(page_init(&pages[self], book, self) == 0);
    for (size_t i = 0; i < size; i++) {
        /* The high bit is the side; BackSpace and Return come often. */
        uint32_t low = data[i] & 0x7f;
        uint32_t code = low < 0x10 ? K_BACKSPACE : low < 0x20 ? K_RETURN : low;
        enum side side = data[i] < 0x80 ? SIDE_JUDGE : SIDE_OTHER;
        struct event events[PROMPT_EVENTS_MAX];
        int count;
        if (code == 0x7f)
            continue;
        count = prompt_feed(&p, &(struct key){i, code, side}, events);
        check(count == 1 && events[0].side == side);
        begun = begun || (side == SIDE_JUDGE && events[0].kind != EV_REFUSED);
        if (begun)
            type_alone(&alone[side], code);
        if (events[0].kind == EV_LINE) {
            seen[side].sum = add_line(seen[side].sum, events[0].text, events[0].length);
            seen[side].lines++;
        }
        for (enum side self = SIDE_JUDGE; self <= SIDE_OTHER; self++) {
            check(page_feed(&pages[self], &events[0]) == 0);
            check_page(&pages[self], self, &p);
        }
    }
    for (enum side side = SIDE_JUDGE; side <= SIDE_OTHER; side++) {
        check(
            seen[side].lines == alone[side].lines && seen[side].sum == alone[side].sum);
        check(p.line[side].length == alone[side].length);
        check(memcmp(p.line[side].text, alone[side].line,
                  alone[side].length * sizeof(alone[side].line[0])) == 0);
        page_free(&pages[side]);
    }
    return 0;
}
