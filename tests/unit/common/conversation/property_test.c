/*
 * property_test.c - random typing at two consoles with a connection that breaks
 * (property_world.h): both ends have the same conversation, and their files agree.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <string.h>

#include "tests/support/property_world.h"

enum { STEPS = 4000 };

static void assert_same_prompt(const struct prompt *a, const struct prompt *b)
{
    assert_int_equal(a->turn, b->turn);
    assert_int_equal(a->judge, b->judge);
    assert_int_equal(a->returned, b->returned);
    assert_int_equal(a->named, b->named);
    assert_int_equal(a->stop, b->stop);
    for (enum side side = SIDE_JUDGE; side <= SIDE_OTHER; side++) {
        const struct prompt_line *line = &a->line[side];
        assert_int_equal(line->length, b->line[side].length);
        if (line->length > 0)
            assert_memory_equal(
                line->text, b->line[side].text, line->length * sizeof(line->text[0]));
    }
}

static void assert_same_page(const struct page *a, const struct page *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->text_length, b->text_length);
    for (size_t line = 0; line < a->count; line++) {
        assert_int_equal(a->lines[line].start, b->lines[line].start);
        assert_int_equal(a->lines[line].length, b->lines[line].length);
        assert_int_equal(a->lines[line].side, b->lines[line].side);
    }
    assert_memory_equal(a->text, b->text, a->text_length * sizeof(a->text[0]));
}

static bool same_key(const struct key *a, const struct key *b)
{
    return a->time == b->time && a->code == b->code && a->side == b->side;
}

/* An end has exactly the keys of a side, in their order. */
static void assert_holds(
    const struct conversation *talk, enum side side, const struct bytes *made)
{
    const char *at = made->at;
    uint64_t last = 0;

    for (size_t i = 0; i < talk->count; i++) {
        struct key key;

        if (talk->keys[i].side != side)
            continue;
        assert_true(at < made->at + made->length);
        memcpy(&key, at, sizeof(key));
        assert_true(same_key(&talk->keys[i], &key));
        assert_true(key.time > last);
        last = key.time;
        at += sizeof(key);
    }
    assert_ptr_equal(at, made->at + made->length);
}

/* Both ends have the same keys in the same order, except Escapes. */
static void assert_same_order(
    const struct conversation *a, const struct conversation *b)
{
    size_t j = 0;

    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        if (a->keys[i].code == K_ESCAPE)
            continue;
        while (b->keys[j].code == K_ESCAPE)
            j++;
        assert_true(same_key(&a->keys[i], &b->keys[j]));
        j++;
    }
}

/* Feed a key log to a new prompt, at the times of posting or of release. */
static void replay(const struct end *end, bool by_release, struct bytes *text)
{
    struct event events[PROMPT_EVENTS_MAX];
    const char *at = end->log.at;
    struct transcript transcript;
    struct prompt prompt;
    struct page page;
    struct key key;
    uint64_t posted;

    prompt_init(&prompt, rulebook_find("1996"));
    assert_int_equal(page_init(&page, rulebook_find("1996"), SIDE_JUDGE), 0);
    transcript_init(&transcript, rulebook_find("1996"));
    while (world_next_record(&at, &key, &posted)) {
        struct tm when = world_wall_clock(by_release ? key.time : posted);
        int count = prompt_feed(&prompt, &key, events);

        for (int i = 0; i < count; i++) {
            page_feed(&page, &events[i]);
            world_tell(&transcript, text, &events[i], &when);
        }
    }
    assert_same_prompt(&prompt, &end->talk.prompt);
    assert_same_page(&page, &end->page);
    world_tell_end(&prompt, &transcript, text);
    page_free(&page);
}

/* The files have the displayed text; with released times both ends have the same. */
static void assert_same_files(struct world *w)
{
    struct bytes released[2] = {{0}, {0}};

    for (enum side side = SIDE_JUDGE; side <= SIDE_OTHER; side++) {
        struct end *end = &w->end[side];
        struct bytes posted = {0};

        replay(end, true, &released[side]);
        replay(end, false, &posted);
        world_tell_end(&end->talk.prompt, &end->transcript, &end->text);
        assert_true(end->text.length > 0);
        assert_string_equal(posted.at, end->text.at);
        bytes_free(&posted);
    }
    assert_string_equal(released[SIDE_JUDGE].at, released[SIDE_OTHER].at);
    bytes_free(&released[SIDE_JUDGE]);
    bytes_free(&released[SIDE_OTHER]);
}

static void assert_same_conversation(struct world *w)
{
    struct end *judge = &w->end[SIDE_JUDGE], *other = &w->end[SIDE_OTHER];

    assert_string_equal(judge->talk.session, other->talk.session);
    for (enum side side = SIDE_JUDGE; side <= SIDE_OTHER; side++) {
        assert_holds(&judge->talk, side, &w->end[side].made);
        assert_holds(&other->talk, side, &w->end[side].made);
    }
    assert_same_order(&judge->talk, &other->talk);
    assert_same_prompt(&judge->talk.prompt, &other->talk.prompt);
    assert_same_page(&judge->page, &other->page);
    assert_same_files(w);
}

static void run(uint64_t seed, uint32_t calm, size_t count[static COUNTS])
{
    static struct world world;

    world_begin(&world, seed, calm);
    for (int i = 0; i < STEPS; i++)
        world_step(&world);
    world_settle(&world);
    assert_same_conversation(&world);
    for (int i = 0; i < COUNTS; i++)
        count[i] += world.count[i];
    world_end(&world);
}

/* Each kind of event must happen often enough. */
static void both_ends_have_the_same_conversation(void **state)
{
    static const char *const names[COUNTS] = {[KEYS] = "keys",
        [TURNS] = "turns",
        [JUDGES] = "judges",
        [STOPS] = "stops",
        [REFUSALS] = "refusals",
        [DROPPED] = "dropped",
        [CUTS] = "cuts",
        [RESTARTS] = "restarts"};
    static const size_t least[COUNTS] = {[KEYS] = 50000,
        [TURNS] = 1000,
        [JUDGES] = 100,
        [STOPS] = 200,
        [REFUSALS] = 1000,
        [CUTS] = 200,
        [RESTARTS] = 100};
    static const uint32_t calm[] = {20, 60, 200, 1000, 100000};
    size_t count[COUNTS] = {0};

    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++)
        run(seed, calm[seed % COUNT(calm)], count);
    for (int i = 0; i < COUNTS; i++) {
        print_message("%zu %s\n", count[i], names[i]);
        assert_true(count[i] >= least[i]);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ends_have_the_same_conversation),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
