#include "tests/support/seal_ends.h"

#include <cmocka.h>
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "tests/protocol/seal_vectors.h"

#define NEVER "000000000000000000"
#define GREETING "LP1 judge 00 - " NEVER " " NEVER " 1996\n"
#define ANSWER "LP1 other a 0123456789abcdef0123456789abcdef " NEVER " " NEVER " 1996\n"

const char *const seal_to_station[SEAL_LINES] = {
    GREETING, "live\n", "000001763648340121.H.judge\n", "000001763648340122.i.judge\n"};
const char *const seal_to_judge[SEAL_LINES] = {
    ANSWER, "live\n", "000001763648340124.B.other\n", "000001763648340125.y.other\n"};

static const unsigned char *queue[4];
static size_t queued, drawn;

static void draw(void *const buffer, const size_t size)
{
    static unsigned char seed[randombytes_SEEDBYTES];

    if (drawn < queued) {
        memcpy(buffer, queue[drawn++], size);
        return;
    }
    randombytes_buf_deterministic(buffer, size, seed);
    sodium_increment(seed, sizeof(seed));
}

static uint32_t draw_number(void)
{
    abort();
}

static const char *name_numbers(void)
{
    return "the test's";
}

static struct randombytes_implementation numbers = {
    .implementation_name = name_numbers, .random = draw_number, .buf = draw};

void seal_draw_next(size_t count, const unsigned char *const bytes[])
{
    memcpy(queue, bytes, count * sizeof(bytes[0]));
    queued = count;
    drawn = 0;
}

int seal_draw_known(void)
{
    return randombytes_set_implementation(&numbers) < 0 ? -1 : sodium_init();
}

static void say(struct end *e)
{
    char bytes[SEAL_SAY_MAX];

    bytes_add(&e->said, bytes, seal_say(&e->seal, bytes));
}

void end_begin(struct end *e, const struct secret *secret, enum seal_role role)
{
    *e = (struct end){0};
    seal_start(&e->seal, secret, role);
    say(e);
}

void end_type(struct end *e, const char *line)
{
    char record[SEAL_RECORD];

    assert_true(seal_has_room(&e->seal));
    bytes_add(&e->said, record, seal_write(&e->seal, line, strlen(line), record));
}

/* Deliver bytes to an end. */
void end_hear(struct end *e, const char *bytes, size_t count)
{
    while (count > 0 && e->error == 0) {
        char line[WIRE_LINE_MAX];
        size_t length;
        int result = seal_read(&e->seal, &bytes, &count, line, &length);

        say(e);
        if (result > 0)
            bytes_add(&e->heard, line, length);
        if (result < 0)
            e->error = errno;
    }
}

void end_free(struct end *e)
{
    seal_end(&e->seal);
    bytes_free(&e->said);
    bytes_free(&e->heard);
}

/* Take the undelivered bytes of an end. */
void end_carry(struct end *from, struct end *to)
{
    end_hear(to, from->said.at, from->said.length);
    bytes_drop(&from->said, from->said.length);
}

struct secret seal_known_key(void)
{
    struct secret s;

    memcpy(s.key, vector_key, sizeof(s.key));
    return s;
}

void assert_lines(const struct bytes *heard, const char *const lines[], size_t count)
{
    size_t at = 0;

    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(lines[i]);
        assert_true(at + length <= heard->length);
        assert_memory_equal(heard->at + at, lines[i], length);
        at += length;
    }
    assert_int_equal(heard->length, at);
}

void assert_bytes(
    const struct bytes *said, const unsigned char *expected, size_t length)
{
    assert_int_equal(said->length, length);
    assert_memory_equal(said->at, expected, length);
}

void pair_begin(struct pair *p)
{
    end_begin(&p->judge, &p->judges, SEAL_JUDGE);
    end_type(&p->judge, seal_to_station[0]);
    end_begin(&p->station, &p->stations, SEAL_STATION);
}

void pair_free(struct pair *p)
{
    end_free(&p->judge);
    end_free(&p->station);
}

/* Send the lines of an end from a number on, until it is full. */
void end_say_rest(struct end *e, const char *const lines[], size_t from)
{
    for (size_t i = from; i < SEAL_LINES && e->error == 0 && seal_has_room(&e->seal);
         i++)
        end_type(e, lines[i]);
}

/* All that the two ends say to each other, as each says it. */
void pair_record(struct pair *p, struct bytes *up, struct bytes *down)
{
    pair_begin(p);
    bytes_add(up, p->judge.said.at, p->judge.said.length);
    end_carry(&p->judge, &p->station);
    bytes_add(down, p->station.said.at, p->station.said.length);
    end_carry(&p->station, &p->judge);
    end_say_rest(&p->judge, seal_to_station, 1);
    bytes_add(up, p->judge.said.at, p->judge.said.length);
    end_carry(&p->judge, &p->station);
    end_say_rest(&p->station, seal_to_judge, 0);
    bytes_add(down, p->station.said.at, p->station.said.length);
    end_carry(&p->station, &p->judge);
    assert_lines(&p->station.heard, seal_to_station, SEAL_LINES);
    assert_lines(&p->judge.heard, seal_to_judge, SEAL_LINES);
    pair_free(p);
}

/* Begin a conversation that is sealed both ways, with the judge's greeting heard. */
void pair_begin_sealed(struct pair *p)
{
    *p = (struct pair){.judges = seal_known_key(), .stations = seal_known_key()};
    pair_begin(p);
    end_carry(&p->judge, &p->station);
    end_carry(&p->station, &p->judge);
    end_carry(&p->judge, &p->station);
    assert_lines(&p->station.heard, seal_to_station, 1);
}
