/*
 * seal_test.c - both ends of a sealed link in one process. Known answers come from an
 * independent implementation (seal_vectors.py).
 */
#include "tests/support/seal_ends.h"

#include <cmocka.h>
#include <errno.h>
#include <sodium.h>
#include <string.h>

#include "tests/protocol/seal_vectors.h"

/* Known answers */

static void a_judge_agrees_with_the_vectors(void **state)
{
    static const unsigned char *const draws[] = {
        vector_judge_private, vector_judge_header};
    struct secret key = seal_known_key();
    struct end judge;

    (void)state;
    seal_draw_next(2, draws);
    end_begin(&judge, &key, SEAL_JUDGE);
    /* The greeting waits for the station's proof. */
    end_type(&judge, vector_lines_to_station[0]);
    assert_true(seal_holds_line(&judge.seal));
    assert_false(seal_has_room(&judge.seal));
    end_hear(&judge, (const char *)vector_to_judge, sizeof(vector_to_judge));
    assert_int_equal(judge.error, 0);
    assert_false(seal_holds_line(&judge.seal));
    for (size_t i = 1; i < COUNT(vector_lines_to_station); i++)
        end_type(&judge, vector_lines_to_station[i]);
    assert_bytes(&judge.said, vector_to_station, sizeof(vector_to_station));
    assert_lines(&judge.heard, vector_lines_to_judge, COUNT(vector_lines_to_judge));
    end_free(&judge);
}

/* In pieces of all sizes. */
static void a_station_agrees_with_the_vectors(void **state)
{
    static const unsigned char *const draws[] = {
        vector_station_private, vector_station_header};
    struct secret key = seal_known_key();

    (void)state;
    for (size_t step = 1; step <= sizeof(vector_to_station); step += 1 + step / 3) {
        struct end station;

        seal_draw_next(2, draws);
        end_begin(&station, &key, SEAL_STATION);
        assert_int_equal(station.said.length, 0);
        assert_false(seal_has_room(&station.seal));
        for (size_t i = 0; i < sizeof(vector_to_station); i += step) {
            size_t left = sizeof(vector_to_station) - i;
            end_hear(&station, (const char *)vector_to_station + i,
                left < step ? left : step);
        }
        assert_int_equal(station.error, 0);
        for (size_t i = 0; i < COUNT(vector_lines_to_judge); i++)
            end_type(&station, vector_lines_to_judge[i]);
        assert_bytes(&station.said, vector_to_judge, sizeof(vector_to_judge));
        assert_lines(
            &station.heard, vector_lines_to_station, COUNT(vector_lines_to_station));
        end_free(&station);
    }
}

/* Records */

/* Deliver the judge's next records in this order; -1 ends the list. */
static void hear_in_order(const int order[], int expected)
{
    struct pair p;

    pair_begin_sealed(&p);
    end_say_rest(&p.judge, seal_to_station, 1);
    for (size_t i = 0; order[i] >= 0; i++)
        end_hear(&p.station, p.judge.said.at + order[i] * SEAL_RECORD, SEAL_RECORD);
    assert_lines(&p.station.heard, seal_to_station, 1 + (size_t)expected);
    assert_int_equal(p.station.error, EPROTO);
    pair_free(&p);
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

static void a_truncated_record_is_refused(void **state)
{
    (void)state;
    for (size_t cut = 0; cut < SEAL_RECORD; cut++) {
        struct pair p;

        pair_begin_sealed(&p);
        end_type(&p.judge, "live\n");
        end_hear(&p.station, p.judge.said.at, cut);
        assert_lines(&p.station.heard, seal_to_station, 1);
        assert_int_equal(p.station.error, 0);
        end_hear(&p.station, p.judge.said.at + SEAL_RECORD - 1, 1);
        assert_int_equal(p.station.heard.length,
            strlen(seal_to_station[0]) + (cut == SEAL_RECORD - 1 ? 5 : 0));
        pair_free(&p);
    }
}

static void own_records_are_refused(void **state)
{
    struct pair p;

    (void)state;
    pair_begin_sealed(&p);
    end_say_rest(&p.judge, seal_to_station, 1);
    end_hear(&p.judge, p.judge.said.at, p.judge.said.length);
    assert_int_equal(p.judge.error, EPROTO);
    assert_int_equal(p.judge.heard.length, 0);
    pair_free(&p);
}

/* An end with the key that violates the protocol. */
static void hear_oddity(const char plain[static WIRE_LINE_MAX], unsigned char tag)
{
    struct pair p;
    char record[SEAL_RECORD];

    pair_begin_sealed(&p);
    crypto_secretstream_xchacha20poly1305_push(
        (crypto_secretstream_xchacha20poly1305_state *)(void *)
            p.judge.seal.inside.out.state,
        (unsigned char *)record, NULL, (const unsigned char *)plain, WIRE_LINE_MAX,
        NULL, 0, tag);
    end_hear(&p.station, record, sizeof(record));
    assert_lines(&p.station.heard, seal_to_station, 1);
    assert_int_equal(p.station.error, EPROTO);
    pair_free(&p);
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

static void nothing_secret_is_left(void **state)
{
    static const struct seal_inside none;
    struct pair p;

    (void)state;
    pair_begin_sealed(&p);
    seal_end(&p.judge.seal);
    assert_memory_equal(&p.judge.seal.inside, &none, sizeof(none));
    assert_false(seal_has_room(&p.judge.seal));
    end_say_rest(&p.station, seal_to_judge, 0);
    end_carry(&p.station, &p.judge);
    assert_int_equal(p.judge.error, EPROTO);
    pair_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_judge_agrees_with_the_vectors),
        cmocka_unit_test(a_station_agrees_with_the_vectors),
        cmocka_unit_test(records_cannot_be_swapped_repeated_or_left_out),
        cmocka_unit_test(a_truncated_record_is_refused),
        cmocka_unit_test(own_records_are_refused),
        cmocka_unit_test(a_record_is_exactly_one_line),
        cmocka_unit_test(nothing_secret_is_left),
    };

    return seal_draw_known() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
