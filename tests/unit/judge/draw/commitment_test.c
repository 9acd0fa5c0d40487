/*
 * commitment_test.c - the commitment to a draw (commitment.h), compared with
 * sha256sum.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <string.h>

#include "judge/draw/commitment.h"

#define DRAW "left=10.0.0.2:1950 right=10.0.0.3:1950"
#define NONCE "00112233445566778899aabbccddeeff"
/* printf '%s %s' "$draw" "$nonce" | sha256sum */
#define HASH "b769b20e4dee01346f799c092a30ae6bdc718d809e58cf984078725f0bc255ff"

static void the_commitment_is_that_of_sha256sum(void **state)
{
    char digits[COMMITMENT_DIGITS + 1];

    (void)state;
    commitment_make(DRAW, NONCE, digits);
    assert_string_equal(digits, HASH);
}

static void a_commitment_holds_for_one_draw_and_nonce_only(void **state)
{
    char other[] = NONCE;

    (void)state;
    assert_true(commitment_holds(HASH, DRAW, NONCE));
    assert_false(
        commitment_holds(HASH, "left=10.0.0.3:1950 right=10.0.0.2:1950", NONCE));
    assert_false(commitment_holds(HASH, DRAW " ", NONCE));
    assert_false(commitment_holds("", DRAW, NONCE));
    other[0] = '1';
    assert_false(commitment_holds(HASH, DRAW, other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_commitment_is_that_of_sha256sum),
        cmocka_unit_test(a_commitment_holds_for_one_draw_and_nonce_only),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
