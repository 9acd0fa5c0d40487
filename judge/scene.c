#include "scene.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"
#include "utf8.h"

/* Whatever comes, from whichever side, in any order. */
static const struct rulebook any = {
    .name = "", .manner = MANNER_FREE, .alphabet = ALPHABET_UNICODE, .terminals = 1};

enum { FIRST_CAPACITY = 256 };

static void reset_prompt(const struct scene *s, struct prompt *p)
{
    prompt_init(p, s->book);
    p->begun = p->begun || !p->turns; /* a record is shown as it is */
}

/* Where there are no turns anything may come from either side at any time, of the
 * characters that the book allows. */
static const struct rulebook *page_book(struct scene *s, const struct rulebook *book)
{
    if (book != NULL && book->manner == MANNER_TURNS)
        return book;
    s->own = any;
    if (book != NULL) {
        s->own.name = book->name;
        s->own.alphabet = book->alphabet;
    }
    return &s->own;
}

int scene_begin(
    struct scene *s, const struct rulebook *book, const struct scene_news *news)
{
    scene_free(s);
    s->book = page_book(s, book);
    s->news = *news;
    s->live = true;
    s->seated = s->book->judge_lines;
    reset_prompt(s, &s->prompt);
    s->now = s->prompt;
    s->begun = page_init(&s->page, s->book, SIDE_JUDGE) == 0;
    return s->begun ? 0 : -1;
}

void scene_free(struct scene *s)
{
    if (s->begun)
        page_free(&s->page);
    free(s->keys);
    *s = (struct scene){0};
}

static int reserve(struct scene *s)
{
    size_t larger = s->capacity == 0 ? FIRST_CAPACITY : 2 * s->capacity;
    struct scene_key *moved;

    if (s->count < s->capacity)
        return 0;
    moved = realloc(s->keys, larger * sizeof(moved[0]));
    if (moved == NULL)
        return -1;
    s->keys = moved;
    s->capacity = larger;
    return 0;
}

static void clear_page(struct scene *s)
{
    page_clear(&s->page, s->book, SIDE_JUDGE);
    reset_prompt(s, &s->prompt);
}

static void show_key(struct scene *s, const struct key *key)
{
    struct event events[PROMPT_EVENTS_MAX];
    int count = prompt_feed(&s->prompt, key, events);

    for (int i = 0; i < count; i++)
        page_feed(&s->page, &events[i]);
}

static int show_next(struct scene *s)
{
    const struct scene_key *k = &s->keys[s->shown];
    struct key key = {k->ms, k->code, (enum side)k->side};

    if (page_reserve(&s->page) < 0)
        return -1;
    if (k->fresh)
        clear_page(s);
    if (!s->book->judge_lines)
        s->prompt.judge = k->judge;
    if (record_breaks(s->book, &s->prompt, &key)) {
        show_key(s, &(struct key){key.time, K_RETURN, key.side});
        if (page_reserve(&s->page) < 0)
            return -1;
    }
    s->shown++;
    show_key(s, &key);
    return 0;
}

static void tell_key(struct scene *s, const struct key *key)
{
    struct event events[PROMPT_EVENTS_MAX];
    int count = prompt_feed(&s->now, key, events);

    for (int i = 0; i < count; i++)
        if (events[i].kind == EV_LINE || events[i].kind == EV_JUDGE ||
            events[i].kind == EV_TURN)
            s->news.tell(s->news.to, &events[i], key->time);
}

/* What has just come, for who waits for lines. */
static void tell(struct scene *s, const struct scene_key *k)
{
    struct key key = {k->ms, k->code, (enum side)k->side};

    if (record_breaks(s->book, &s->now, &key))
        tell_key(s, &(struct key){key.time, K_RETURN, key.side});
    tell_key(s, &key);
}

int scene_add(struct scene *s, uint64_t ms, uint32_t code, enum side side)
{
    if (reserve(s) < 0)
        return -1;
    s->keys[s->count++] =
        (struct scene_key){ms, code, (uint8_t)side, s->fresh, (uint16_t)s->now.judge};
    if (s->live && show_next(s) < 0) {
        s->count--;
        return -1;
    }
    s->fresh = false;
    tell(s, &s->keys[s->count - 1]);
    return 0;
}

void scene_seat(struct scene *s, unsigned judge, uint64_t ms)
{
    struct event event = {EV_JUDGE, .side = SIDE_JUDGE, .judge = judge};

    s->seated = true;
    if (s->now.judge_lines || s->now.judge == judge)
        return;
    s->now.judge = judge;
    if (s->live)
        s->prompt.judge = judge;
    s->news.tell(s->news.to, &event, ms);
}

void scene_end(struct scene *s)
{
    struct event lines[PROMPT_ENDS_MAX];
    struct event turn = {EV_TURN, .side = s->now.turn};
    int count = prompt_end(&s->now, lines);

    for (int i = 0; i < count; i++)
        s->news.tell(s->news.to, &lines[i], scene_last(s));
    s->news.tell(s->news.to, &turn, scene_last(s));
}

void scene_round(struct scene *s)
{
    unsigned judge = s->now.judge;

    scene_end(s);
    reset_prompt(s, &s->now);
    s->now.judge = judge;
    s->fresh = true;
}

static int show_up_to(struct scene *s, size_t count)
{
    if (count < s->shown) {
        clear_page(s);
        s->shown = 0;
    }
    while (s->shown < count)
        if (show_next(s) < 0)
            return -1;
    return 0;
}

int scene_seek(struct scene *s, uint64_t ms)
{
    size_t count = 0;

    /* Each side's own clock has made these times: they need not be in order. */
    while (count < s->count && s->keys[count].ms <= ms)
        count++;
    s->live = false;
    return show_up_to(s, count);
}

int scene_go_live(struct scene *s)
{
    s->live = true;
    if (show_up_to(s, s->count) < 0)
        return -1;
    s->prompt.judge = s->now.judge;
    return 0;
}

uint64_t scene_moment(const struct scene *s)
{
    return s->shown > 0 ? s->keys[s->shown - 1].ms : 0;
}

uint64_t scene_last(const struct scene *s)
{
    return s->count > 0 ? s->keys[s->count - 1].ms : 0;
}

/* What somebody looks for. */
struct wanted {
    uint32_t text[SCENE_FIND_MAX];
    size_t length;
};

static void read_wanted(struct wanted *wanted, const char *text)
{
    struct utf8 utf8 = {0};
    uint32_t codes[2];

    wanted->length = 0;
    for (; *text != '\0'; text++) {
        int count = utf8_decode(&utf8, (unsigned char)*text, codes);

        for (int i = 0; i < count && wanted->length < SCENE_FIND_MAX; i++)
            wanted->text[wanted->length++] = codes[i];
    }
}

static uint32_t fold(uint32_t code)
{
    return code < 0x80 ? (uint32_t)tolower((int)code) : code;
}

static bool has_text(const uint32_t *line, size_t length, const struct wanted *wanted)
{
    size_t size = wanted->length;

    for (size_t at = 0; at + size <= length; at++) {
        size_t same = 0;
        while (same < size && fold(line[at + same]) == fold(wanted->text[same]))
            same++;
        if (same == size)
            return true;
    }
    return false;
}

size_t scene_find(const struct scene *s, const char *text, size_t from, bool older)
{
    struct wanted wanted;
    size_t line = from;

    read_wanted(&wanted, text);
    while (older ? line > 0 : line + 1 < s->page.count) {
        line += older ? (size_t)-1 : 1;
        if (line < s->page.count &&
            has_text(page_text(&s->page, line), s->page.lines[line].length, &wanted))
            return line;
    }
    return s->page.count;
}
