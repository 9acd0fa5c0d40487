/*
 * Any bytes typed at both ends: the page and the prompt agree, the transcript's text is
 * printable, and every row at every width lies in its line.
 */
#include "common/conversation/page.h"
#include "common/input/keyboard.h"
#include "common/record/transcript.h"
#include "tests/fuzz/fuzz.h"

/* The written text is printable and unambiguous: no typed line can be taken for another
 * side's, or for a new judge. */
static void record(struct transcript *t, const struct event *event)
{
    static char out[TRANSCRIPT_OUT_SIZE];
    struct tm when = {.tm_year = 126, .tm_hour = 23, .tm_min = 59, .tm_sec = 59};
    size_t length = transcript_feed(t, event, &when, out);

    for (size_t at = 0, end; at < length; at = end + 1) {
        struct transcript_line read;
        for (end = at; end < length && out[end] != '\n'; end++)
            check(out[end] >= ' ' && out[end] <= '~');
        check(end < length && transcript_read(out + at, end - at, &read) == 0);
        check(read.kind == TRANSCRIPT_JUDGE ? event->kind == EV_JUDGE
                                            : read.side == event->side);
        check(read.side == SIDE_OTHER || read.judge == t->judge);
    }
}

static void check_rows(const struct page *page, size_t width)
{
    struct page_place place = page_live(page, width, 5), next;

    for (;; place = next) {
        size_t length, start = page_row(page, place, width, &length);
        check(start + length <= page->lines[place.line].length && length <= width);
        next = page_forward(page, place, 1, width);
        if (!page_is_before(place, next))
            return;
    }
}

static void type(
    struct prompt *p, struct page *page, struct transcript *t, const struct key *key)
{
    struct event events[PROMPT_EVENTS_MAX];
    int count = prompt_feed(p, key, events);

    for (int i = 0; i < count; i++) {
        record(t, &events[i]);
        check(page_feed(page, &events[i]) == 0);
    }
    check(page->lines[page->count - 1].length ==
          p->line[p->turn].length + (p->turn == SIDE_JUDGE));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct transcript t;
    struct keyboard keyboards[2] = {{0}, {0}};
    uint32_t codes[KEYBOARD_OUT_MAX];
    struct prompt p;
    struct page page;

    prompt_init(&p, rulebook_find("1996"));
    transcript_init(&t, rulebook_find("1996"));
    check(page_init(&page, rulebook_find("1996"), SIDE_JUDGE) == 0);
    for (size_t i = 0; i + 1 < size; i += 2) {
        enum side side = data[i] & 1 ? SIDE_OTHER : SIDE_JUDGE;
        int made = keyboard_feed(&keyboards[side], data[i + 1], codes);
        check(made >= 0 && made <= KEYBOARD_OUT_MAX);
        for (int j = 0; j < made; j++)
            type(&p, &page, &t, &(struct key){i, codes[j], side});
    }
    check_rows(&page, size % 81 + 1);
    page_free(&page);
    return 0;
}
