/*
 * reply_test.c - when a computer entry's reply is over, and that nothing of it is lost
 * between turns (reply.h).
 */
#include "tests/support/reply_turn.h"

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

enum { STEPS = 12, SILENT = TURN_IDLE + 1 };

static struct dice dice = {1950};

/* Scripts: when a reply ends */

struct step {
    char act; /* b turn begun, p printed, s state, r ready or not, d due, t taken,
                k the banner is skipped, e the program has a terminal, E and edits lines
              */
    int64_t tick;
    const char *text; /* of the turn; printed or taken; the state: w d h f */
    int64_t due;
};

struct script {
    const char *name, *prompt;
    struct step steps[STEPS + 1];
};

static const struct script scripts[] = {
    {"an empty line ends a reply", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "One.\nTwo.\n", 0}, {'s', 10, "w", 0},
            {'p', 11, "\n", 0}, {'s', 11, "d", 0}, {'t', 0, "One.\rTwo.\r", 0}}},
    {"so does a line of blanks", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "One.\n \t \n", 0}, {'s', 10, "d", 0},
            {'t', 0, "One.\r", 0}}},
    {"an empty line before any text does not", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "\n\nOne.\n", 0}, {'s', 10, "w", 0},
            {'p', 11, "\n", 0}, {'s', 11, "d", 0}, {'t', 0, "One.\r", 0}}},
    {"silence ends a reply, to the millisecond", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "One.\n", 0}, {'d', 0, NULL, 10 + TURN_IDLE},
            {'s', 9 + TURN_IDLE, "w", 0}, {'s', 10 + TURN_IDLE, "d", 0},
            {'t', 0, "One.\r", 0}}},
    {"every byte begins the silence anew", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "O", 0}, {'p', 600, "ne", 0},
            {'s', 10 + TURN_IDLE, "w", 0}, {'d', 0, NULL, 600 + TURN_IDLE},
            {'s', 600 + TURN_IDLE, "d", 0}, {'t', 0, "One\r", 0}}},
    {"nothing for a minute is a hung program", NULL,
        {{'b', 5, NULL, 0}, {'d', 0, NULL, 5 + REPLY_HUNG_MS},
            {'s', 4 + REPLY_HUNG_MS, "w", 0}, {'s', 5 + REPLY_HUNG_MS, "h", 0}}},
    {"what was printed before the turn is at its head and ends nothing", NULL,
        {{'p', 0, "ELIZA\n\nTell me.\n\n", 0}, {'b', 10, NULL, 0}, {'s', 10, "w", 0},
            {'s', 10 + TURN_IDLE, "w", 0}, {'p', 20, "Go on.\n\n", 0},
            {'s', 20, "d", 0}, {'t', 0, "ELIZA\rTell me.\rGo on.\r", 0}}},
    {"an empty line before the text, after a head, ends nothing", NULL,
        {{'p', 0, "ELIZA\n", 0}, {'b', 10, NULL, 0}, {'p', 20, "\nGo on.\n", 0},
            {'s', 20, "w", 0}, {'p', 21, "\n", 0}, {'s', 21, "d", 0},
            {'t', 0, "ELIZA\rGo on.\r", 0}}},
    {"silence counts from the turn, not from the head", NULL,
        {{'p', 0, "ELIZA\n", 0}, {'b', 5000, NULL, 0}, {'s', 5000 + TURN_IDLE, "w", 0},
            {'s', 5000 + REPLY_HUNG_MS, "h", 0}}},
    {"what comes after the end waits for the next turn", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "One.\n\nLate.\n", 0}, {'s', 10, "d", 0},
            {'t', 0, "One.\r", 0}, {'p', 15, "Later.\n\n", 0}, {'b', 20, NULL, 0},
            {'s', 20, "w", 0}, {'p', 30, "Two.\n\n", 0}, {'s', 30, "d", 0},
            {'t', 0, "Late.\rLater.\rTwo.\r", 0}}},
    {"what is taken before the end is all there is", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "One.\nTw", 0}, {'s', 10, "w", 0},
            {'t', 0, "One.\rTw\r", 0}, {'b', 20, NULL, 0}, {'p', 30, "o.\n\n", 0},
            {'t', 0, "o.\r", 0}}},
    {"an empty reply is one", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "\n", 0}, {'s', 10, "w", 0},
            {'s', 10 + TURN_IDLE, "d", 0}, {'t', 0, "", 0}}},
    {"a line that only looked blank", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "One.\n  ", 0}, {'p', 11, "more\n", 0},
            {'s', 11, "w", 0}, {'p', 12, "\n", 0}, {'s', 12, "d", 0},
            {'t', 0, "One.\r  more\r", 0}}},
    {"without a prompt a program is always ready", NULL,
        {{'r', 0, "yes", 0}, {'p', 0, "Busy", 0}, {'r', 0, "yes", 0}}},
    {"a prompt says that it is", "> ",
        {{'r', 0, "no", 0}, {'p', 0, "ELIZA\n>", 0}, {'r', 0, "no", 0},
            {'p', 1, " ", 0}, {'r', 0, "yes", 0}}},
    {"a prompt ends a reply, and empty lines and silence do not", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, NULL, 0}, {'p', 10, "One.\n\nTwo.\n", 0},
            {'s', 10 + TURN_IDLE, "w", 0}, {'d', 0, NULL, 10 + REPLY_HUNG_MS},
            {'p', 900, "> ", 0}, {'s', 900, "d", 0}, {'t', 0, "One.\rTwo.\r", 0}}},
    {"a prompt in pieces", "you> ",
        {{'p', 0, "you> ", 0}, {'b', 5, NULL, 0}, {'p', 10, "One.\nyo", 0},
            {'s', 10, "w", 0}, {'p', 11, "u>", 0}, {'s', 11, "w", 0}, {'p', 12, " ", 0},
            {'s', 12, "d", 0}, {'t', 0, "One.\r", 0}}},
    {"a prompt within a line is text", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, NULL, 0}, {'p', 10, "2 > ", 0}, {'s', 10, "w", 0},
            {'p', 11, "1\n", 0}, {'s', 11, "w", 0}, {'p', 12, "> ", 0},
            {'s', 12, "d", 0}, {'t', 0, "2 > 1\r", 0}}},
    {"a prompt before more of the line is text", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, NULL, 0}, {'p', 10, "> quoted\n> ", 0},
            {'s', 10, "d", 0}, {'t', 0, "> quoted\r", 0}}},
    {"a prompt at once is an empty reply", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, NULL, 0}, {'p', 10, "> ", 0}, {'s', 10, "d", 0},
            {'t', 0, "", 0}}},
    {"a prompt before the turn ends nothing", "> ",
        {{'p', 0, "ELIZA\n> ", 0}, {'b', 5, NULL, 0}, {'s', 5, "w", 0},
            {'p', 10, "One.\n> ", 0}, {'s', 10, "d", 0}, {'t', 0, "ELIZA\rOne.\r", 0}}},
    {"after its prompt a program is ready for the next turn", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, NULL, 0}, {'p', 10, "One.\n> ", 0},
            {'t', 0, "One.\r", 0}, {'r', 0, "yes", 0}, {'b', 20, NULL, 0},
            {'p', 30, "Two.\n> ", 0}, {'s', 30, "d", 0}, {'t', 0, "Two.\r", 0}}},
    {"and its next reply, if it begins with an empty line, is no prompt", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, NULL, 0}, {'p', 10, "\nOne.\n\n> ", 0},
            {'s', 10, "d", 0}, {'t', 0, "One.\r", 0}}},
    {"a banner that is skipped is waited for, until it is over", NULL,
        {{'k', 0, NULL, 0}, {'r', 5000, "no", 0}, {'p', 6000, "ELIZA\n\n", 0},
            {'r', 6001, "no", 0}, {'r', 5999 + TURN_IDLE, "no", 0},
            {'r', 6000 + TURN_IDLE, "yes", 0}, {'b', 7000, NULL, 0},
            {'p', 7010, "Go on.\n\n", 0}, {'s', 7010, "d", 0}, {'t', 0, "Go on.\r", 0},
            {'r', 7011, "yes", 0}}},
    {"only the first one is", NULL,
        {{'k', 0, NULL, 0}, {'p', 0, "ELIZA\n", 0}, {'b', 1000, NULL, 0},
            {'p', 1010, "One.\n\nLate", 0}, {'t', 0, "One.\r", 0},
            {'r', 1011, "yes", 0}, {'b', 2000, NULL, 0}, {'p', 2010, ".\nTwo.\n\n", 0},
            {'t', 0, "Late.\rTwo.\r", 0}}},
    {"with a prompt the banner goes as far as that", "> ",
        {{'k', 0, NULL, 0}, {'p', 0, "ELIZA\n", 0}, {'r', 5000, "no", 0},
            {'p', 6000, "> ", 0}, {'r', 6000, "yes", 0}, {'b', 6001, NULL, 0},
            {'p', 6010, "One.\n> ", 0}, {'s', 6010, "d", 0}, {'t', 0, "One.\r", 0}}},
    {"a prompt for each line of a turn neither ends nor begins the reply", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, "a\nb\n\n", 0}, {'p', 10, "> ", 0},
            {'s', 10, "w", 0}, {'p', 11, "> ", 0}, {'s', 11, "w", 0},
            {'s', 11 + TURN_IDLE, "w", 0}, {'p', 900, "One.\n> ", 0},
            {'s', 900, "d", 0}, {'t', 0, "One.\r", 0}, {'r', 901, "yes", 0}}},
    {"in one piece too", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, "a\nb\n\n", 0}, {'p', 10, "> > One.\n> ", 0},
            {'s', 10, "d", 0}, {'t', 0, "One.\r", 0}}},
    {"one prompt more than these ends the reply", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, "a\nb\n\n", 0}, {'p', 10, "> > ", 0},
            {'s', 10, "w", 0}, {'p', 11, "> ", 0}, {'s', 11, "d", 0}, {'t', 0, "", 0},
            {'r', 12, "yes", 0}}},
    {"prompts and nothing for a minute are an empty reply", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, "a\n\n", 0}, {'p', 10, "> ", 0},
            {'s', 9 + REPLY_HUNG_MS, "w", 0}, {'s', 10 + REPLY_HUNG_MS, "d", 0},
            {'t', 0, "", 0}, {'r', 12 + REPLY_HUNG_MS, "yes", 0}}},
    {"a turn of one line without an empty one has no such prompts", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, "a\n", 0}, {'p', 10, "> ", 0}, {'s', 10, "d", 0},
            {'t', 0, "", 0}}},
    {"the prompts come behind the head", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, "a\n\n", 0}, {'p', 10, "> One.\n> Late.\n", 0},
            {'s', 10, "w", 0}, {'p', 11, "> ", 0}, {'s', 11, "d", 0},
            {'t', 0, "One.\r> Late.\r", 0}}},
    {"an echo is no part of the reply", NULL,
        {{'e', 0, NULL, 0}, {'b', 5, "What?\n", 0}, {'p', 10, "What?\r\nOne.\n\n", 0},
            {'s', 10, "d", 0}, {'t', 0, "One.\r", 0}}},
    {"without a terminal it is text", NULL,
        {{'b', 5, "What?\n", 0}, {'p', 10, "What?\nOne.\n\n", 0}, {'s', 10, "d", 0},
            {'t', 0, "What?\rOne.\r", 0}}},
    {"nor the end of a reply", NULL,
        {{'E', 0, NULL, 0}, {'b', 5, "a\nb\n\n", 0}, {'p', 10, "a\r\nb\r\n\r\n", 0},
            {'s', 10 + TURN_IDLE, "w", 0}, {'s', 10 + REPLY_HUNG_MS, "h", 0},
            {'p', 900, "One.\n", 0}, {'s', 900, "w", 0}, {'s', 900 + TURN_IDLE, "d", 0},
            {'t', 0, "One.\r", 0}}},
    {"nor what a program says that has left its terminal alone", NULL,
        {{'e', 0, NULL, 0}, {'b', 5, "What?\n", 0}, {'p', 10, "What?\r\n", 0},
            {'s', 10 + TURN_IDLE, "d", 0}, {'t', 0, "What?\r", 0}}},
    {"echoes with a prompt for each line", "> ",
        {{'E', 0, NULL, 0}, {'p', 0, "> ", 0}, {'b', 5, "a\nb\n\n", 0},
            {'p', 10, "a\r\n> ", 0}, {'s', 10, "w", 0}, {'p', 11, "b\r\n> \r\n", 0},
            {'s', 11, "w", 0}, {'p', 12, "One.\r\n> ", 0}, {'s', 12, "d", 0},
            {'t', 0, "One.\r", 0}}},
    {"an echo that is drawn again with its prompt", "> ",
        {{'E', 0, NULL, 0}, {'p', 0, "> ", 0}, {'b', 5, "ab\n", 0},
            {'p', 10, "a\033[1G\033[0J> ab\033[5G\r\nOne.\r\n> ", 0}, {'s', 10, "d", 0},
            {'t', 0, "One.\r", 0}}},
    {"an echo behind a move of the cursor that came late", "> ",
        {{'E', 0, NULL, 0}, {'p', 0, "> ", 0}, {'b', 5, "ab\n", 0},
            {'p', 10, "\033[3Gab\r\nOne.\r\n> ", 0}, {'s', 10, "d", 0},
            {'t', 0, "One.\r", 0}}},
    {"a prompt that never comes is a hung program", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, NULL, 0}, {'s', 5 + REPLY_HUNG_MS, "h", 0}}},
};

static enum reply_state state_named(char letter)
{
    static const char letters[] = {[REPLY_WAITING] = 'w',
        [REPLY_DONE] = 'd',
        [REPLY_HUNG] = 'h',
        [REPLY_FLOOD] = 'f'};
    int state = REPLY_WAITING;

    while (letters[state] != letter)
        state++;
    return (enum reply_state)state;
}

/* Returns false if the program did not do as the step says. */
static bool play_step(const struct step *step)
{
    switch (step->act) {
    case 'b':
        reply_begin(&turn_reply, step->text != NULL ? step->text : "",
            step->text != NULL ? strlen(step->text) : 0, TURN_START + step->tick);
        return true;
    case 'p':
        turn_feed(step->text, TURN_START + step->tick);
        return true;
    case 's':
        return reply_state(&turn_reply, TURN_START + step->tick) ==
               state_named(*step->text);
    case 'k':
        turn_reply.manner.skip_banner = true;
        return true;
    case 'e':
    case 'E':
        turn_reply.manner.terminal = true;
        reply_expect_echo(&turn_reply, step->act == 'E');
        return true;
    case 'r':
        return reply_is_ready(&turn_reply, TURN_START + step->tick) ==
               (strcmp(step->text, "yes") == 0);
    case 'd':
        return reply_due(&turn_reply) == TURN_START + step->due;
    default:
        return strcmp(turn_take(), step->text) == 0;
    }
}

static void plays_scripts(void **state)
{
    int failures = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(scripts); i++) {
        const struct script *script = &scripts[i];
        bool good = true;
        reply_init(&turn_reply,
            (struct reply_manner){.prompt = script->prompt, .idle_ms = TURN_IDLE});
        for (int at = 0; good && script->steps[at].act != '\0'; at++) {
            good = play_step(&script->steps[at]);
            if (!good)
                print_error("%s: step %d\n", script->name, at + 1);
        }
        failures += !good;
    }
    assert_int_equal(failures, 0);
}

/* Floods */

static void calls_a_flood_one(void **state)
{
    static char much[REPLY_MAX + 1];

    (void)state;
    memset(much, 'x', REPLY_MAX);
    turn_start();
    turn_feed(much, TURN_START);
    assert_int_equal(reply_state(&turn_reply, TURN_START), REPLY_WAITING);
    turn_feed("x", TURN_START);
    assert_int_equal(reply_state(&turn_reply, TURN_START), REPLY_FLOOD);
    assert_int_equal(reply_state(&turn_reply, TURN_START + SILENT), REPLY_FLOOD);
}

/* Nothing that can be typed, but without end: it must not look alive for ever. */
static void calls_an_invisible_flood_one(void **state)
{
    static const char *const pieces[] = {"\x01", "\x1b[0m", "\a", "x\b"};
    enum { TIMES = 4 * REPLY_MAX };

    (void)state;
    for (size_t i = 0; i < COUNT(pieces); i++) {
        turn_start();
        for (int n = 0; n < TIMES; n++)
            turn_feed(pieces[i], TURN_START);
        if (reply_state(&turn_reply, TURN_START) != REPLY_FLOOD)
            print_error("piece %zu\n", i);
        assert_int_equal(reply_state(&turn_reply, TURN_START), REPLY_FLOOD);
    }
}

static void takes_the_largest_reply_whole(void **state)
{
    static char much[REPLY_MAX + 1];

    (void)state;
    for (size_t i = 0; i < REPLY_MAX; i += 2)
        memcpy(much + i, "x\n", 2);
    turn_start();
    turn_feed(much, TURN_START);
    turn_end();
    assert_int_equal(reply_take(&turn_reply, turn_keys), REPLY_MAX);
    assert_int_equal(reply_take(&turn_reply, turn_keys), 0);
}

/* A flood in one turn does not count for the next program. */
static void is_dry_after_a_flood(void **state)
{
    (void)state;
    calls_a_flood_one(NULL);
    turn_start();
    turn_feed("One.\n\n", TURN_START);
    assert_int_equal(reply_state(&turn_reply, TURN_START), REPLY_DONE);
    assert_string_equal(turn_take(), "One.\r");
}

/* However it is cut into replies, nothing is lost, doubled or out of order. */
static void loses_nothing_between_replies(void **state)
{
    static char text[64 * 1024], joined[REPLY_KEYS_SIZE];
    size_t length = 0, made = 0, at = 0;

    (void)state;
    for (int line = 0; line < 2000; line++)
        length += (size_t)sprintf(
            text + length, dice_roll(&dice, 4) ? "line %d\n" : "line %d\n\n", line);
    turn_start();
    while (at < length || turn_reply.paper.length > 0) {
        size_t piece = dice_roll(&dice, 200);
        if (piece > length - at)
            piece = length - at;
        reply_feed(&turn_reply, text + at, piece, TURN_START);
        at += piece;
        if (at < length && reply_state(&turn_reply, TURN_START) != REPLY_DONE)
            continue;
        made += reply_take(&turn_reply, joined + made);
        reply_begin(&turn_reply, "", 0, TURN_START);
    }
    for (int line = 0, i = 0; line < 2000; line++) {
        char expected[32];
        int size = snprintf(expected, sizeof(expected), "line %d\r", line);
        assert_memory_equal(joined + i, expected, (size_t)size);
        i += size;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_scripts),
        cmocka_unit_test(calls_a_flood_one),
        cmocka_unit_test(calls_an_invisible_flood_one),
        cmocka_unit_test(takes_the_largest_reply_whole),
        cmocka_unit_test(is_dry_after_a_flood),
        cmocka_unit_test(loses_nothing_between_replies),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
