/*
 * seal_test.c - both ends of a sealed link in one process (seal.h); known answers are
 * another hand's (seal_vectors.py).
 */
#include "helper.h"

#include <cmocka.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seal.h"
#include "seal_vectors.h"

/* Random numbers are those of the vectors, or a stream that repeats itself. */

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

static void draw_next(size_t count, const unsigned char *const bytes[])
{
    memcpy(queue, bytes, count * sizeof(bytes[0]));
    queued = count;
    drawn = 0;
}

/* One end of a link: what it has said, and what it has heard. */

struct end {
    struct seal seal;
    struct bytes said, heard;
    int error;
};

static void say(struct end *e)
{
    char bytes[SEAL_SAY_MAX];

    bytes_add(&e->said, bytes, seal_say(&e->seal, bytes));
}

static void begin(struct end *e, const struct secret *secret, enum seal_role role)
{
    *e = (struct end){0};
    seal_start(&e->seal, secret, role);
    say(e);
}

static void type(struct end *e, const char *line)
{
    char record[SEAL_RECORD];

    assert_true(seal_has_room(&e->seal));
    bytes_add(&e->said, record, seal_write(&e->seal, line, strlen(line), record));
}

/* Give an end so many bytes. */
static void hear(struct end *e, const char *bytes, size_t count)
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

static void done(struct end *e)
{
    seal_end(&e->seal);
    bytes_free(&e->said);
    bytes_free(&e->heard);
}

/* What an end has said, for the other: all of it, once. */
static void carry(struct end *from, struct end *to)
{
    hear(to, from->said.at, from->said.length);
    bytes_drop(&from->said, from->said.length);
}

static struct secret known_key(void)
{
    struct secret s;

    memcpy(s.key, vector_key, sizeof(s.key));
    return s;
}

static void assert_lines(
    const struct bytes *heard, const char *const lines[], size_t count)
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

static void assert_bytes(
    const struct bytes *said, const unsigned char *expected, size_t length)
{
    assert_int_equal(said->length, length);
    assert_memory_equal(said->at, expected, length);
}

/* Known answers */

static void a_judge_says_what_another_hand_says(void **state)
{
    static const unsigned char *const draws[] = {
        vector_judge_private, vector_judge_header};
    struct secret key = known_key();
    struct end judge;

    (void)state;
    draw_next(2, draws);
    begin(&judge, &key, SEAL_JUDGE);
    /* The greeting waits for the station's proof. */
    type(&judge, vector_lines_to_station[0]);
    assert_true(seal_holds_line(&judge.seal));
    assert_false(seal_has_room(&judge.seal));
    hear(&judge, (const char *)vector_to_judge, sizeof(vector_to_judge));
    assert_int_equal(judge.error, 0);
    assert_false(seal_holds_line(&judge.seal));
    for (size_t i = 1; i < COUNT(vector_lines_to_station); i++)
        type(&judge, vector_lines_to_station[i]);
    assert_bytes(&judge.said, vector_to_station, sizeof(vector_to_station));
    assert_lines(&judge.heard, vector_lines_to_judge, COUNT(vector_lines_to_judge));
    done(&judge);
}

/* However the bytes come. */
static void a_station_says_what_another_hand_says(void **state)
{
    static const unsigned char *const draws[] = {
        vector_station_private, vector_station_header};
    struct secret key = known_key();

    (void)state;
    for (size_t step = 1; step <= sizeof(vector_to_station); step += 1 + step / 3) {
        struct end station;

        draw_next(2, draws);
        begin(&station, &key, SEAL_STATION);
        assert_int_equal(station.said.length, 0);
        assert_false(seal_has_room(&station.seal));
        for (size_t i = 0; i < sizeof(vector_to_station); i += step) {
            size_t left = sizeof(vector_to_station) - i;
            hear(&station, (const char *)vector_to_station + i,
                left < step ? left : step);
        }
        assert_int_equal(station.error, 0);
        for (size_t i = 0; i < COUNT(vector_lines_to_judge); i++)
            type(&station, vector_lines_to_judge[i]);
        assert_bytes(&station.said, vector_to_judge, sizeof(vector_to_judge));
        assert_lines(
            &station.heard, vector_lines_to_station, COUNT(vector_lines_to_station));
        done(&station);
    }
}

/* A stream of which one direction only is wanted goes on as it was. */
static void a_listener_hears_the_same(void **state)
{
    static const unsigned char *const draws[] = {
        vector_station_private, vector_station_header};
    struct secret key = known_key();
    struct seal_stream stream, none = {0};
    struct end station;
    char record[SEAL_RECORD];

    (void)state;
    draw_next(2, draws);
    begin(&station, &key, SEAL_STATION);
    hear(&station, (const char *)vector_to_station, sizeof(vector_to_station));
    stream = station.seal.inside.out;
    for (size_t i = 0; i < COUNT(vector_lines_to_judge); i++) {
        const char *line = vector_lines_to_judge[i];
        bytes_add(
            &station.said, record, seal_line(&stream, line, strlen(line), record));
    }
    assert_bytes(&station.said, vector_to_judge, sizeof(vector_to_judge));
    assert_int_equal(seal_line(&none, "live\n", 5, record), 5);
    assert_memory_equal(record, "live\n", 5);
    done(&station);
}

/* A conversation that others meddle with */

static const char *const to_station[] = {"LP1 judge 00 - 000000000000000000 "
                                         "000000000000000000 1996\n",
    "live\n", "000001763648340121.H.judge\n", "000001763648340122.i.judge\n"};
static const char *const to_judge[] = {
    "LP1 other a 0123456789abcdef0123456789abcdef 000000000000000000 "
    "000000000000000000 1996\n",
    "live\n", "000001763648340124.B.other\n", "000001763648340125.y.other\n"};

enum { LINES = COUNT(to_station) };

struct pair {
    struct secret judges, stations;
    struct end judge, station;
};

static void begin_pair(struct pair *p)
{
    begin(&p->judge, &p->judges, SEAL_JUDGE);
    type(&p->judge, to_station[0]);
    begin(&p->station, &p->stations, SEAL_STATION);
}

static void free_pair(struct pair *p)
{
    done(&p->judge);
    done(&p->station);
}

/* Say whatever of its lines an end may say after the first so many. */
static void say_rest(struct end *e, const char *const lines[], size_t from)
{
    for (size_t i = from; i < LINES && e->error == 0 && seal_has_room(&e->seal); i++)
        type(e, lines[i]);
}

/* All that the two ends say to each other, as each says it. */
static void record_conversation(struct pair *p, struct bytes *up, struct bytes *down)
{
    begin_pair(p);
    bytes_add(up, p->judge.said.at, p->judge.said.length);
    carry(&p->judge, &p->station);
    bytes_add(down, p->station.said.at, p->station.said.length);
    carry(&p->station, &p->judge);
    say_rest(&p->judge, to_station, 1);
    bytes_add(up, p->judge.said.at, p->judge.said.length);
    carry(&p->judge, &p->station);
    say_rest(&p->station, to_judge, 0);
    bytes_add(down, p->station.said.at, p->station.said.length);
    carry(&p->station, &p->judge);
    assert_lines(&p->station.heard, to_station, LINES);
    assert_lines(&p->judge.heard, to_judge, LINES);
    free_pair(p);
}

/* What an end has heard must be the beginning of what was said to it. */
static void assert_beginning(const struct end *e, const char *const lines[])
{
    struct bytes all = {0};

    for (size_t i = 0; i < LINES; i++)
        bytes_add(&all, lines[i], strlen(lines[i]));
    assert_true(e->heard.length <= all.length);
    if (e->heard.length > 0)
        assert_memory_equal(e->heard.at, all.at, e->heard.length);
    bytes_free(&all);
}

static bool is_refusal(const struct bytes *heard)
{
    static const char words[] = "LP1 refuse key\n";

    return heard->length == strlen(words) &&
           memcmp(heard->at, words, heard->length) == 0;
}

enum meddling { FLIP, DROP, INSERT, MEDDLINGS };

/* Pass bytes on, meddling at one place of all that goes this way; *at counts. */
static void pass(struct end *from, struct end *to, enum meddling how, size_t place,
    unsigned char mask, size_t *at)
{
    struct bytes bytes = from->said;

    from->said = (struct bytes){0};
    for (size_t i = 0; i < bytes.length; i++, (*at)++) {
        char c = bytes.at[i];
        if (*at == place && how == DROP)
            continue;
        if (*at == place && how == INSERT)
            hear(to, (const char *)&mask, 1);
        if (*at == place && how == FLIP)
            c = (char)((unsigned char)c ^ mask);
        hear(to, &c, 1);
    }
    bytes_free(&bytes);
}

/* Play the conversation with something wrong at one place of one direction. Who hears
 * it hears no line that was not said, and all it hears is in order; then it hangs up,
 * or waits for bytes that never come. Returns whether it has hung up. */
static bool meddle(bool up, enum meddling how, size_t place, unsigned char mask)
{
    struct pair p = {.judges = known_key(), .stations = known_key()};
    size_t at = 0, none = 0;
    struct end *victim = up ? &p.station : &p.judge;
    bool hung_up;

    begin_pair(&p);
    pass(&p.judge, &p.station, how, up ? place : SIZE_MAX, mask, up ? &at : &none);
    pass(&p.station, &p.judge, how, up ? SIZE_MAX : place, mask, up ? &none : &at);
    say_rest(&p.judge, to_station, 1);
    pass(&p.judge, &p.station, how, up ? place : SIZE_MAX, mask, up ? &at : &none);
    if (p.station.seal.inside.out.on)
        say_rest(&p.station, to_judge, 0);
    pass(&p.station, &p.judge, how, up ? SIZE_MAX : place, mask, up ? &none : &at);
    assert_beginning(&p.station, to_station);
    /* But for a refusal in the clear, which no record is. */
    if (p.station.error == 0 || p.judge.seal.inside.in.on)
        assert_beginning(&p.judge, to_judge);
    else
        assert_true(p.judge.heard.length == 0 || is_refusal(&p.judge.heard));
    hung_up = victim->error != 0;
    free_pair(&p);
    return hung_up;
}

static void no_byte_can_be_flipped_dropped_or_inserted(void **state)
{
    enum { UP = 107 + 24 + LINES * SEAL_RECORD, DOWN = UP };
    size_t hung_up[MEDDLINGS] = {0};

    (void)state;
    for (int up = 0; up < 2; up++)
        for (size_t place = 0; place < UP; place++) {
            for (int bit = 0; bit < 8; bit++)
                hung_up[FLIP] += meddle(up, FLIP, place, (unsigned char)(1 << bit));
            hung_up[DROP] += meddle(up, DROP, place, 0);
            hung_up[INSERT] += meddle(up, INSERT, place, (unsigned char)place);
        }
    /* A judge's line whose end was flipped away or dropped has none until the judge,
     * who waits for an answer, says more; its time will be up before that. */
    assert_int_equal(hung_up[FLIP], 2 * UP * 8 - 8);
    /* Nor does the last record come whole when a byte of it is missing. */
    assert_int_equal(hung_up[DROP], 2 * (UP - SEAL_RECORD) - 1);
    assert_int_equal(hung_up[INSERT], 2 * UP);
}

/* Records */

/* Begin a conversation that is sealed both ways, with the judge's greeting heard. */
static void begin_sealed(struct pair *p)
{
    *p = (struct pair){.judges = known_key(), .stations = known_key()};
    begin_pair(p);
    carry(&p->judge, &p->station);
    carry(&p->station, &p->judge);
    carry(&p->judge, &p->station);
    assert_lines(&p->station.heard, to_station, 1);
}

/* Hear records of those that the judge says next, in this order; -1 ends it. */
static void hear_in_order(const int order[], int expected)
{
    struct pair p;

    begin_sealed(&p);
    say_rest(&p.judge, to_station, 1);
    for (size_t i = 0; order[i] >= 0; i++)
        hear(&p.station, p.judge.said.at + order[i] * SEAL_RECORD, SEAL_RECORD);
    assert_lines(&p.station.heard, to_station, 1 + (size_t)expected);
    assert_int_equal(p.station.error, EPROTO);
    free_pair(&p);
}

static void records_cannot_be_swapped_repeated_or_left_out(void **state)
{
    (void)state;
    hear_in_order((const int[]){1, 0, 2, -1}, 0);
    hear_in_order((const int[]){0, 2, 1, -1}, 1);
    hear_in_order((const int[]){0, 0, 1, -1}, 1);
    hear_in_order((const int[]){0, 1, 2, 0, -1}, 3);
    hear_in_order((const int[]){1, 2, -1}, 0);
}

static void a_record_that_was_cut_is_none(void **state)
{
    (void)state;
    for (size_t cut = 0; cut < SEAL_RECORD; cut++) {
        struct pair p;

        begin_sealed(&p);
        type(&p.judge, "live\n");
        hear(&p.station, p.judge.said.at, cut);
        assert_lines(&p.station.heard, to_station, 1);
        assert_int_equal(p.station.error, 0);
        hear(&p.station, p.judge.said.at + SEAL_RECORD - 1, 1);
        assert_int_equal(p.station.heard.length,
            strlen(to_station[0]) + (cut == SEAL_RECORD - 1 ? 5 : 0));
        free_pair(&p);
    }
}

static void what_one_says_is_not_what_it_hears(void **state)
{
    struct pair p;

    (void)state;
    begin_sealed(&p);
    say_rest(&p.judge, to_station, 1);
    hear(&p.judge, p.judge.said.at, p.judge.said.length);
    assert_int_equal(p.judge.error, EPROTO);
    assert_int_equal(p.judge.heard.length, 0);
    free_pair(&p);
}

/* Somebody who has the key, and does not keep to what is written. */
static void hear_oddity(const char plain[static WIRE_LINE_MAX], unsigned char tag)
{
    struct pair p;
    char record[SEAL_RECORD];

    begin_sealed(&p);
    crypto_secretstream_xchacha20poly1305_push(
        (crypto_secretstream_xchacha20poly1305_state *)(void *)
            p.judge.seal.inside.out.state,
        (unsigned char *)record, NULL, (const unsigned char *)plain, WIRE_LINE_MAX,
        NULL, 0, tag);
    hear(&p.station, record, sizeof(record));
    assert_lines(&p.station.heard, to_station, 1);
    assert_int_equal(p.station.error, EPROTO);
    free_pair(&p);
}

static void a_record_is_exactly_one_line(void **state)
{
    const unsigned char message = crypto_secretstream_xchacha20poly1305_TAG_MESSAGE;
    char plain[WIRE_LINE_MAX] = "live\n";

    (void)state;
    hear_oddity(plain, crypto_secretstream_xchacha20poly1305_TAG_PUSH);
    hear_oddity(plain, crypto_secretstream_xchacha20poly1305_TAG_REKEY);
    hear_oddity(plain, crypto_secretstream_xchacha20poly1305_TAG_FINAL);
    plain[WIRE_LINE_MAX - 1] = ' ';
    hear_oddity(plain, message);
    memset(plain, 0, sizeof(plain));
    hear_oddity(plain, message);
    memcpy(plain, "live", 4);
    hear_oddity(plain, message);
    memcpy(plain, "live\nbye\n", 9);
    hear_oddity(plain, message);
    memcpy(plain, "li\0e\n\0\0\0\0", 9);
    hear_oddity(plain, message);
}

/* Others */

/* All that a judge once said is said again to the same station. */
static void a_recording_is_refused(void **state)
{
    struct pair p = {.judges = known_key(), .stations = known_key()};
    struct bytes up = {0}, down = {0};
    struct end again;

    (void)state;
    record_conversation(&p, &up, &down);
    begin(&again, &p.stations, SEAL_STATION);
    hear(&again, up.at, up.length);
    assert_int_equal(again.error, EPROTO);
    assert_int_equal(again.heard.length, 0);
    /* It has answered as it answers anybody with the key, and no more. */
    assert_int_equal(again.said.length, 107 + SEAL_HEADER);
    done(&again);
    begin(&again, &p.judges, SEAL_JUDGE);
    type(&again, to_station[0]);
    hear(&again, down.at, down.length);
    assert_int_equal(again.error, EKEYREJECTED);
    assert_int_equal(again.heard.length, 0);
    done(&again);
    /* Nor is a judge its own station. */
    begin(&again, &p.judges, SEAL_JUDGE);
    carry(&again, &again);
    assert_int_equal(again.error, EKEYREJECTED);
    done(&again);
    bytes_free(&up);
    bytes_free(&down);
}

static void a_key_wrong_by_one_bit_opens_nothing(void **state)
{
    (void)state;
    for (size_t bit = 0; bit < 8 * SECRET_SIZE; bit++) {
        struct pair p = {.judges = known_key(), .stations = known_key()};
        struct bytes up = {0}, down = {0};
        struct end judge;

        p.judges.key[bit / 8] ^= (unsigned char)(1 << bit % 8);
        begin_pair(&p);
        carry(&p.judge, &p.station);
        assert_int_equal(p.station.error, EKEYREJECTED);
        assert_true(is_refusal(&p.station.said));
        carry(&p.station, &p.judge);
        assert_true(is_refusal(&p.judge.heard));
        assert_int_equal(p.station.heard.length, 0);
        free_pair(&p);
        /* A station that pretends to have it proves nothing either. */
        p.judges = known_key();
        record_conversation(&p, &up, &down);
        p.judges.key[bit / 8] ^= (unsigned char)(1 << bit % 8);
        begin(&judge, &p.judges, SEAL_JUDGE);
        hear(&judge, down.at, down.length);
        assert_int_equal(judge.error, EKEYREJECTED);
        assert_int_equal(judge.heard.length, 0);
        done(&judge);
        bytes_free(&up);
        bytes_free(&down);
    }
}

static void hear_in_the_clear(enum seal_role role, const char *words, int error,
    const char *said, const char *heard)
{
    struct secret key = known_key();
    struct end e;

    begin(&e, &key, role);
    bytes_drop(&e.said, e.said.length);
    hear(&e, words, strlen(words));
    assert_int_equal(e.error, error);
    assert_int_equal(e.said.length, strlen(said));
    assert_memory_equal(e.said.at != NULL ? e.said.at : "", said, strlen(said));
    assert_int_equal(e.heard.length, strlen(heard));
    assert_memory_equal(e.heard.at != NULL ? e.heard.at : "", heard, strlen(heard));
    assert_false(seal_has_room(&e.seal) && role == SEAL_STATION);
    done(&e);
}

static void nothing_in_the_clear_is_believed(void **state)
{
    static const char *const messages[] = {"LP1 referee - - 0 0 -\n", "live\n", "bye\n",
        "ping -\n", "000001763648340121.H.judge\n", "LP1 refuse busy\n",
        "LP1 judge 00 - 000000000000000000 000000000000000000 1996\n",
        "LP1 other a - 000000000000000000 000000000000000000 1996\n"};
    static const char *const garbage[] = {"GET / HTTP/1.1\r\n", "\n", "LP1 seal\n"};

    (void)state;
    for (size_t i = 0; i < COUNT(messages); i++) {
        hear_in_the_clear(SEAL_STATION, messages[i], ENOKEY, "LP1 refuse key\n", "");
        hear_in_the_clear(SEAL_JUDGE, messages[i], EPROTO, "", "");
    }
    for (size_t i = 0; i < COUNT(garbage); i++) {
        hear_in_the_clear(SEAL_STATION, garbage[i], EPROTO, "", "");
        hear_in_the_clear(SEAL_JUDGE, garbage[i], EPROTO, "", "");
    }
    hear_in_the_clear(SEAL_JUDGE, "LP1 refuse key\n", 0, "", "LP1 refuse key\n");
    hear_in_the_clear(SEAL_JUDGE, "LP1 refuse open\n", 0, "", "LP1 refuse open\n");
    /* And nothing after it. */
    hear_in_the_clear(
        SEAL_JUDGE, "LP1 refuse open\nlive\n", EPROTO, "", "LP1 refuse open\n");
}

/* Shares of small order, with which D would be zero whatever the other's key is: from
 * somebody who has the shared key, for nobody else gets so far. */
static void a_share_that_leaves_no_choice_is_refused(void **state)
{
    static const unsigned char shares[][SEAL_SHARE] = {{0}, {1},
        {0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1,
            0x9f, 0xc4, 0x6a, 0xda, 0x09, 0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86,
            0x62, 0x05, 0x16, 0x5f, 0x49, 0xb8, 0x00}};
    struct secret key = known_key();

    (void)state;
    for (size_t i = 0; i < COUNT(shares); i++) {
        unsigned char proof[SECRET_PROOF_SIZE];
        char share_hex[WIRE_SHARE_SIZE + 1], proof_hex[WIRE_PROOF_SIZE + 1];
        char line[WIRE_LINE_MAX];

        secret_hash(&key, "LP1 judge", shares[i], SEAL_SHARE, proof, sizeof(proof));
        secret_to_hex(shares[i], SEAL_SHARE, share_hex);
        secret_to_hex(proof, sizeof(proof), proof_hex);
        snprintf(line, sizeof(line), "LP1 seal %s %s\n", share_hex, proof_hex);
        hear_in_the_clear(SEAL_STATION, line, EKEYREJECTED, "LP1 refuse key\n", "");
    }
}

static void nothing_secret_is_left(void **state)
{
    static const struct seal_inside none;
    struct pair p;

    (void)state;
    begin_sealed(&p);
    seal_end(&p.judge.seal);
    assert_memory_equal(&p.judge.seal.inside, &none, sizeof(none));
    assert_false(seal_has_room(&p.judge.seal));
    say_rest(&p.station, to_judge, 0);
    carry(&p.station, &p.judge);
    assert_int_equal(p.judge.error, EPROTO);
    free_pair(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_judge_says_what_another_hand_says),
        cmocka_unit_test(a_station_says_what_another_hand_says),
        cmocka_unit_test(a_listener_hears_the_same),
        cmocka_unit_test(no_byte_can_be_flipped_dropped_or_inserted),
        cmocka_unit_test(records_cannot_be_swapped_repeated_or_left_out),
        cmocka_unit_test(a_record_that_was_cut_is_none),
        cmocka_unit_test(what_one_says_is_not_what_it_hears),
        cmocka_unit_test(a_record_is_exactly_one_line),
        cmocka_unit_test(a_recording_is_refused),
        cmocka_unit_test(a_key_wrong_by_one_bit_opens_nothing),
        cmocka_unit_test(nothing_in_the_clear_is_believed),
        cmocka_unit_test(a_share_that_leaves_no_choice_is_refused),
        cmocka_unit_test(nothing_secret_is_left),
    };

    randombytes_set_implementation(&numbers);
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
