/*
 * altered_test.c - alter or insert every byte of a conversation, with every value: a
 * byte sequence that is not a message ends the connection, and no key of it or after it
 * becomes part of the conversation. Sequences that happen to be another message are
 * accepted; their share is printed. On a plain line only the checksum of TCP protects
 * against them.
 */
#include "tests/support/helper.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/talk.h"

#include <cmocka.h>

enum { STREAM_MAX = 2048, KEYS_MAX = 64 };

struct stream {
    char bytes[STREAM_MAX + 1];
    size_t length;
};

/* The far end after a stream. */
struct outcome {
    size_t messages; /* accepted */
    bool broken;     /* then hung up */
    size_t count;
    struct key keys[KEYS_MAX];
};

struct share {
    unsigned long all, broken, taken;
};

static void add_message(struct stream *s, const struct wire_message *m)
{
    size_t length;

    assert_true(STREAM_MAX - s->length >= WIRE_LINE_MAX);
    length = wire_encode(m, s->bytes + s->length);
    assert_true(length > 0);
    s->length += length;
}

/* A short conversation as a judge sends it, from the greeting to `bye`. */
static void record(struct stream *s)
{
    static const char text[] = "Is it past ~[5] o'clock?\b\b.\r\r";
    struct wire_message m = {.kind = WIRE_BYE, .left = WIRE_LEFT_NONE};
    struct conversation c;

    *s = (struct stream){0};
    talk_begin(&c, SIDE_JUDGE);
    m = conversation_greeting(&c, NULL);
    add_message(s, &m);
    talk_greet(&c, 0, 0, 0);
    for (size_t i = 0; text[i] != '\0'; i++) {
        talk_type(&c, (unsigned char)text[i], UINT64_C(1763648340121) + 130 * i);
        while (conversation_say(&c, (int64_t)i * 100, &m))
            add_message(s, &m);
    }
    assert_int_equal(c.count, sizeof(text) - 1);
    talk_hear(&c, WIRE_LIVE, 0);
    c.leaving = true;
    while (conversation_say(&c, 5000, &m) && m.kind != WIRE_BYE)
        add_message(s, &m);
    add_message(s, &m);
    conversation_free(&c);
}

/* Accept a message as greet_judge() and hear() of a station do. */
static bool take(
    struct conversation *c, const struct wire_message *m, struct outcome *out)
{
    struct event events[PROMPT_EVENTS_MAX];
    bool fresh, first = out->messages == 0;

    if (first)
        return m->kind == WIRE_JUDGE && conversation_believes(c, m) &&
               conversation_verdict(c, m, 0, 0) == VERDICT_NEW;
    if (m->kind < WIRE_KEY || (m->kind == WIRE_LIVE && c->live_got))
        return false;
    conversation_hear(c, m, 0);
    if (m->kind != WIRE_KEY)
        return true;
    if (conversation_take(c, &m->key, &fresh, events) < 0)
        return false;
    if (fresh)
        out->keys[out->count++] = m->key;
    return true;
}

static void hear_stream(const char *bytes, size_t length, struct outcome *out)
{
    struct wire_reader reader = {0};
    struct wire_message m;
    struct conversation c;
    int result;

    *out = (struct outcome){0};
    conversation_init(&c, SIDE_OTHER, talk_book());
    while ((result = wire_read(&reader, &bytes, &length, &m)) > 0 && take(&c, &m, out))
        out->messages++;
    out->broken = result != 0;
    conversation_free(&c);
}

/* The number of whole lines before a place. */
static size_t lines_before(const struct stream *s, size_t place)
{
    size_t lines = 0;

    for (size_t i = 0; i < place; i++)
        lines += s->bytes[i] == '\n';
    return lines;
}

/* Whether the bytes from a line's start on are the spelling of a message. */
static bool is_message(const char *line, size_t length)
{
    struct wire_reader reader = {0};
    struct wire_message m;

    return wire_read(&reader, &line, &length, &m) > 0;
}

static void check(const struct stream *s, size_t place, const char *bytes,
    size_t length, const struct outcome *honest, struct share *share)
{
    size_t whole = lines_before(s, place), start = place;
    struct outcome out;

    while (start > 0 && s->bytes[start - 1] != '\n')
        start--;
    hear_stream(bytes, length, &out);
    share->all++;
    /* Earlier messages are accepted. */
    assert_true(out.messages >= whole);
    if (!is_message(bytes + start, length - start)) {
        assert_true(out.broken || place + 1 >= s->length);
        assert_int_equal(out.messages, whole);
        assert_true(out.count <= honest->count);
        assert_memory_equal(out.keys, honest->keys, out.count * sizeof(out.keys[0]));
    }
    if (out.messages == whole)
        share->broken++;
    else
        share->taken++;
}

static void report(const char *what, const struct share *t)
{
    print_message(
        "%s: %lu, hung up on at once %.2f %%, read as another message %.2f %%\n", what,
        t->all, 100.0 * (double)t->broken / (double)t->all,
        100.0 * (double)t->taken / (double)t->all);
    /* Some altered keys are keys; most are not. */
    assert_true(t->broken > t->taken && t->taken > 0);
}

static void no_altered_byte_is_shown_unless_it_makes_a_message(void **state)
{
    struct share share = {0};
    struct outcome honest;
    struct stream s;

    (void)state;
    record(&s);
    hear_stream(s.bytes, s.length, &honest);
    assert_false(honest.broken);
    for (size_t i = 0; i < s.length; i++) {
        char was = s.bytes[i];
        for (int value = 0; value < 256; value++) {
            struct stream altered = s;
            if ((char)value == was)
                continue;
            altered.bytes[i] = (char)value;
            check(&s, i, altered.bytes, s.length, &honest, &share);
        }
    }
    report("altered bytes", &share);
}

static void no_inserted_byte_is_shown_unless_it_makes_a_message(void **state)
{
    struct share share = {0};
    struct outcome honest;
    struct stream s;

    (void)state;
    record(&s);
    hear_stream(s.bytes, s.length, &honest);
    for (size_t i = 0; i < s.length; i++) {
        for (int value = 0; value < 256; value++) {
            struct stream longer = {.length = s.length + 1};
            memcpy(longer.bytes, s.bytes, i);
            longer.bytes[i] = (char)value;
            memcpy(longer.bytes + i + 1, s.bytes + i, s.length - i);
            check(&s, i, longer.bytes, longer.length, &honest, &share);
        }
    }
    report("inserted bytes", &share);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_altered_byte_is_shown_unless_it_makes_a_message),
        cmocka_unit_test(no_inserted_byte_is_shown_unless_it_makes_a_message),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
