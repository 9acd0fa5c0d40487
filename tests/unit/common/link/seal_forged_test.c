/*
 * seal_forged_test.c - attacks on a sealed link: every byte altered, dropped and
 * inserted; replays; keys with one wrong bit; lines in the clear.
 */
#include "tests/support/seal_ends.h"

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The received lines must be a prefix of the sent ones. */
static void assert_beginning(const struct end *e, const char *const lines[])
{
    struct bytes all = {0};

    for (size_t i = 0; i < SEAL_LINES; i++)
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

/* Deliver bytes, with an error at one place of this direction; *at counts bytes. */
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
            end_hear(to, (const char *)&mask, 1);
        if (*at == place && how == FLIP)
            c = (char)((unsigned char)c ^ mask);
        end_hear(to, &c, 1);
    }
    bytes_free(&bytes);
}

/* Play the conversation with an error at one place of one direction. The receiver gets
 * only sent lines, in order, then hangs up or waits for missing bytes. Returns whether
 * it has hung up. */
static bool meddle(bool up, enum meddling how, size_t place, unsigned char mask)
{
    struct pair p = {.judges = seal_known_key(), .stations = seal_known_key()};
    size_t at = 0, none = 0;
    struct end *victim = up ? &p.station : &p.judge;
    bool hung_up;

    pair_begin(&p);
    pass(&p.judge, &p.station, how, up ? place : SIZE_MAX, mask, up ? &at : &none);
    pass(&p.station, &p.judge, how, up ? SIZE_MAX : place, mask, up ? &none : &at);
    end_say_rest(&p.judge, seal_to_station, 1);
    pass(&p.judge, &p.station, how, up ? place : SIZE_MAX, mask, up ? &at : &none);
    if (p.station.seal.inside.out.on)
        end_say_rest(&p.station, seal_to_judge, 0);
    pass(&p.station, &p.judge, how, up ? SIZE_MAX : place, mask, up ? &none : &at);
    assert_beginning(&p.station, seal_to_station);
    /* Except a refusal in the clear. */
    if (p.station.error == 0 || p.judge.seal.inside.in.on)
        assert_beginning(&p.judge, seal_to_judge);
    else
        assert_true(p.judge.heard.length == 0 || is_refusal(&p.judge.heard));
    hung_up = victim->error != 0;
    pair_free(&p);
    return hung_up;
}

static void no_byte_can_be_flipped_dropped_or_inserted(void **state)
{
    enum { UP = 107 + 24 + SEAL_LINES * SEAL_RECORD, DOWN = UP };
    size_t hung_up[MEDDLINGS] = {0};

    (void)state;
    for (int up = 0; up < 2; up++)
        for (size_t place = 0; place < UP; place++) {
            for (int bit = 0; bit < 8; bit++)
                hung_up[FLIP] += meddle(up, FLIP, place, (unsigned char)(1 << bit));
            hung_up[DROP] += meddle(up, DROP, place, 0);
            hung_up[INSERT] += meddle(up, INSERT, place, (unsigned char)place);
        }
    /* A judge's line whose end was flipped away or dropped has no end until the judge,
     * who waits for an answer, says more; its time will be up before that. */
    assert_int_equal(hung_up[FLIP], 2 * UP * 8 - 8);
    /* The last record is incomplete when a byte of it is missing. */
    assert_int_equal(hung_up[DROP], 2 * (UP - SEAL_RECORD) - 1);
    assert_int_equal(hung_up[INSERT], 2 * UP);
}

/* Attacks */

/* Replay all bytes of a judge to the same station. */
static void a_replay_is_refused(void **state)
{
    struct pair p = {.judges = seal_known_key(), .stations = seal_known_key()};
    struct bytes up = {0}, down = {0};
    struct end again;

    (void)state;
    pair_record(&p, &up, &down);
    end_begin(&again, &p.stations, SEAL_STATION);
    end_hear(&again, up.at, up.length);
    assert_int_equal(again.error, EPROTO);
    assert_int_equal(again.heard.length, 0);
    /* It has answered the share, and nothing more. */
    assert_int_equal(again.said.length, 107 + SEAL_HEADER);
    end_free(&again);
    end_begin(&again, &p.judges, SEAL_JUDGE);
    end_type(&again, seal_to_station[0]);
    end_hear(&again, down.at, down.length);
    assert_int_equal(again.error, EKEYREJECTED);
    assert_int_equal(again.heard.length, 0);
    end_free(&again);
    /* A judge refuses its own bytes as a station's. */
    end_begin(&again, &p.judges, SEAL_JUDGE);
    end_carry(&again, &again);
    assert_int_equal(again.error, EKEYREJECTED);
    end_free(&again);
    bytes_free(&up);
    bytes_free(&down);
}

static void a_key_wrong_by_one_bit_opens_nothing(void **state)
{
    (void)state;
    for (size_t bit = 0; bit < 8 * SECRET_SIZE; bit++) {
        struct pair p = {.judges = seal_known_key(), .stations = seal_known_key()};
        struct bytes up = {0}, down = {0};
        struct end judge;

        p.judges.key[bit / 8] ^= (unsigned char)(1 << bit % 8);
        pair_begin(&p);
        end_carry(&p.judge, &p.station);
        assert_int_equal(p.station.error, EKEYREJECTED);
        assert_true(is_refusal(&p.station.said));
        end_carry(&p.station, &p.judge);
        assert_true(is_refusal(&p.judge.heard));
        assert_int_equal(p.station.heard.length, 0);
        pair_free(&p);
        /* The judge refuses a station with such a key. */
        p.judges = seal_known_key();
        pair_record(&p, &up, &down);
        p.judges.key[bit / 8] ^= (unsigned char)(1 << bit % 8);
        end_begin(&judge, &p.judges, SEAL_JUDGE);
        end_hear(&judge, down.at, down.length);
        assert_int_equal(judge.error, EKEYREJECTED);
        assert_int_equal(judge.heard.length, 0);
        end_free(&judge);
        bytes_free(&up);
        bytes_free(&down);
    }
}

static void hear_in_the_clear(enum seal_role role, const char *words, int error,
    const char *said, const char *heard)
{
    struct secret key = seal_known_key();
    struct end e;

    end_begin(&e, &key, role);
    bytes_drop(&e.said, e.said.length);
    end_hear(&e, words, strlen(words));
    assert_int_equal(e.error, error);
    assert_int_equal(e.said.length, strlen(said));
    assert_memory_equal(e.said.at != NULL ? e.said.at : "", said, strlen(said));
    assert_int_equal(e.heard.length, strlen(heard));
    assert_memory_equal(e.heard.at != NULL ? e.heard.at : "", heard, strlen(heard));
    assert_false(seal_has_room(&e.seal) && role == SEAL_STATION);
    end_free(&e);
}

static void lines_in_the_clear_are_refused(void **state)
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
    /* All later bytes are refused. */
    hear_in_the_clear(
        SEAL_JUDGE, "LP1 refuse open\nlive\n", EPROTO, "", "LP1 refuse open\n");
}

/* Shares of small order, with which D is zero for every key. Only an end with the
 * shared key can send one. */
static void a_share_of_small_order_is_refused(void **state)
{
    static const unsigned char shares[][SEAL_SHARE] = {{0}, {1},
        {0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1,
            0x9f, 0xc4, 0x6a, 0xda, 0x09, 0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86,
            0x62, 0x05, 0x16, 0x5f, 0x49, 0xb8, 0x00}};
    struct secret key = seal_known_key();

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_byte_can_be_flipped_dropped_or_inserted),
        cmocka_unit_test(a_replay_is_refused),
        cmocka_unit_test(a_key_wrong_by_one_bit_opens_nothing),
        cmocka_unit_test(lines_in_the_clear_are_refused),
        cmocka_unit_test(a_share_of_small_order_is_refused),
    };

    return seal_draw_known() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
