/*
 * Any keys of both sides: the unfinished line is the echoed text without the erased,
 * and EV_LINE and the page have the same text; a turn ends by two Returns in a row, and
 * only by these; the judge is the one named by the line before them; a refused key
 * changes nothing.
 */
#include <string.h>

#include "common/conversation/page.h"
#include "tests/fuzz/fuzz.h"

/* The state derived from the events alone. */
struct told {
    enum side turn;
    unsigned judge;
    uint32_t line[PROMPT_LINE_MAX];
    size_t length;
    bool returned; /* the last line ended in this turn */
    int named;     /* by that line, or none */
};

static void tell_line(struct told *t, const struct event *e, bool ends)
{
    bool blank = prompt_is_blank(t->line, t->length);

    check(e->side == t->turn && e->length == t->length);
    check(memcmp(e->text, t->line, t->length * sizeof(t->line[0])) == 0);
    check(ends == (blank && t->returned));
    if (!blank)
        t->named = prompt_names_judge(t->line, t->length);
    t->returned = true;
    t->length = 0;
}

static void tell_turn(struct told *t, const struct event *e)
{
    check(e->side == t->turn);
    t->turn = side_other(t->turn);
    t->returned = false;
    t->named = -1;
}

static void tell(struct told *t, const struct event *e, bool ends)
{
    switch (e->kind) {
    case EV_ECHO:
        check(t->length < PROMPT_LINE_MAX && e->code >= ' ' && e->code != 0x7f);
        t->line[t->length++] = e->code;
        break;
    case EV_ERASE:
        check(t->length > 0 && t->line[--t->length] == e->code);
        break;
    case EV_LINE:
        tell_line(t, e, ends);
        break;
    case EV_JUDGE:
        check(ends && t->turn == SIDE_JUDGE && e->judge < PROMPT_JUDGES &&
              (int)e->judge == t->named);
        t->judge = e->judge;
        break;
    case EV_TURN:
        tell_turn(t, e);
        break;
    case EV_STOP:
        check(e->side == SIDE_JUDGE && t->turn == SIDE_OTHER);
        break;
    case EV_NO_JUDGE:
        check(t->turn == SIDE_JUDGE && t->named == -1);
        break;
    case EV_REFUSED:
        break;
    }
}

/* The prompt, its events and the page agree. */
static void check_same(
    const struct prompt *p, const struct told *t, const struct page *page)
{
    size_t mark = t->turn == SIDE_JUDGE;
    const struct page_line *last = &page->lines[page->count - 1];
    const uint32_t *shown = page_text(page, page->count - 1);

    check(p->turn == t->turn && p->judge == t->judge);
    check(p->line[t->turn].length == t->length && p->line[!t->turn].length == 0);
    check(memcmp(p->line[t->turn].text, t->line, t->length * sizeof(t->line[0])) == 0);
    check(last->length == t->length + mark && (mark == 0 || shown[0] == '>'));
    check(memcmp(shown + mark, t->line, t->length * sizeof(t->line[0])) == 0);
}

/* Returns whether the key was accepted. */
static bool type(
    struct prompt *p, struct told *t, struct page *page, const struct key *key)
{
    struct event events[PROMPT_EVENTS_MAX];
    struct prompt before;
    int count;

    memcpy(&before, p, sizeof(before));
    count = prompt_feed(p, key, events);
    check(count >= 0 && count <= PROMPT_EVENTS_MAX);
    if (count == 0 || events[0].kind == EV_REFUSED) {
        check(count <= 1 && memcmp(&before, p, sizeof(before)) == 0);
        return false;
    }
    for (int i = 0; i < count; i++) {
        tell(t, &events[i], events[count - 1].kind == EV_TURN);
        check(page_feed(page, &events[i]) == 0);
    }
    check_same(p, t, page);
    return true;
}

/* A line comes to be full. */
static void fill(
    struct prompt *p, struct told *t, struct page *page, const struct key *key)
{
    while (type(p, t, page, key))
        continue;
}

/* Keys that people press, and impossible ones. */
static uint32_t read_code(uint8_t byte)
{
    static const uint32_t strange[] = {K_ESCAPE, K_TAB, 0, 1, 0x7f, 0x85, 0xe9, 0x202e,
        0xd800, 0x1f600, 0x10ffff, 0x110000, UINT32_MAX};

    if (byte >= ' ' && byte <= '~')
        return byte;
    if (byte == '\n')
        return K_RETURN;
    if (byte < 0x80)
        return K_BACKSPACE;
    return strange[byte % (sizeof(strange) / sizeof(strange[0]))];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct prompt p;
    static struct told t;
    enum side side = SIDE_JUDGE;
    struct page page;

    prompt_init(&p, rulebook_find("1996"));
    t = (struct told){.turn = SIDE_JUDGE, .named = -1};
    check(page_init(&page, rulebook_find("1996"), SIDE_JUDGE) == 0);
    for (size_t i = 0; i < size; i++) {
        struct key key = {i, read_code(data[i]), side};
        if (data[i] == '\r') /* now the other's keys */
            side = side_other(side);
        else
            type(&p, &t, &page, &key);
    }
    if (size % 16 == 0)
        fill(&p, &t, &page, &(struct key){size, 'x', p.turn});
    page_free(&page);
    return 0;
}
