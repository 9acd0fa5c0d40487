/*
 * verdict_test.c - statistics in words (verdict.h).
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <math.h>

#include "judge/referee/tally/statistics.h"
#include "judge/referee/tally/verdict.h"

static const struct {
    int taken, of, judges;
    const char *words;
} shares[] = {
    {2, 4, 4, "four judges cannot tell this from chance, nor from Turing's 30 %"},
    {0, 1, 4, "one judge cannot tell this from chance, nor from Turing's 30 %"},
    /* 0.3 to the fourth power is 0.0081. */
    {4, 4, 4,
        "four judges cannot tell this from chance; it is more often than Turing's 30 "
        "%"},
    /* 2 / 2^6 is 0.03, and 0.7^6 is 0.12. */
    {0, 6, 3,
        "less often than by chance; six judgements cannot tell it from Turing's 30 %"},
    {0, 30, 30, "less often than by chance, and less often than Turing's 30 %"},
    {13, 13, 13, "more often than by chance, and more often than Turing's 30 %"},
    {7, 13, 12, "13 judgements cannot tell this from chance, nor from Turing's 30 %"},
};

static void shares_have_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(shares); i++) {
        char line[VERDICT_SIZE];

        verdict_of_share(shares[i].taken, shares[i].of, shares[i].judges, line);
        assert_string_equal(line, shares[i].words);
    }
}

static void fewer_than_six_judgements_never_differ_from_chance(void **state)
{
    (void)state;
    for (int of = 1; of < VERDICT_FEWEST; of++)
        for (int taken = 0; taken <= of; taken++)
            assert_true(statistics_test(taken, of, VERDICT_CHANCE) >= VERDICT_LIMIT);
    assert_true(statistics_test(0, VERDICT_FEWEST, VERDICT_CHANCE) < VERDICT_LIMIT);
}

static void agreement_has_words(void **state)
{
    (void)state;
    assert_string_equal(verdict_of_agreement(1), "they agree");
    assert_string_equal(verdict_of_agreement(0.8), "they agree");
    assert_string_equal(
        verdict_of_agreement(0.7), "they agree well enough for a tentative conclusion");
    assert_string_equal(
        verdict_of_agreement(0.66), "they agree too little for a conclusion");
    assert_string_equal(verdict_of_agreement(0), "they agree no more than by chance");
    assert_string_equal(
        verdict_of_agreement(NAN), "too few judgements, or no difference between them");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_have_words),
        cmocka_unit_test(fewer_than_six_judgements_never_differ_from_chance),
        cmocka_unit_test(agreement_has_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
