/*
 * doctor_test.c - conversations with the doctor, and its tables.
 *
 * Most tests are tables of turns in order: the judge's text, and a piece of the
 * doctor's answer ("" for any answer, "!" before a piece that must be absent).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "confederate/doctor/doctor.h"
#include "confederate/doctor/doctor_script.h"

enum { SENTENCES = 60, REPEATS_MAX = 3, RANDOM_TURNS = 200, RANDOM_TALKS = 25 };

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

struct exchange {
    const char *said;
    const char *answer;
};

/* Fail unless a reply keeps the promises of doctor.h. */
static void check_reply(const char *reply)
{
    size_t column = 0;

    assert_in_range(strlen(reply), 1, DOCTOR_ANSWER_MAX);
    for (const char *c = reply; *c != '\0'; c++) {
        if (*c == '\n') {
            assert_true(column > 0);
            column = 0;
        } else {
            assert_in_range(*c, 0x20, 0x7e);
            assert_true(++column <= DOCTOR_COLUMNS);
        }
    }
    assert_true(column > 0);
}

/* One turn; the reply comes back on a single line. */
static void talk(struct doctor *d, const char *said, char *reply)
{
    char lines[DOCTOR_REPLY_SIZE];

    memset(lines, 0x7f, sizeof(lines));
    doctor_answer(d, said, lines);
    assert_non_null(memchr(lines, '\0', sizeof(lines)));
    check_reply(lines);
    strcpy(reply, lines);
    for (char *c = reply; *c != '\0'; c++)
        if (*c == '\n')
            *c = ' ';
}

static void hold(const struct exchange *exchanges, size_t count)
{
    struct doctor d;
    char reply[DOCTOR_REPLY_SIZE];

    doctor_init(&d);
    for (size_t i = 0; i < count; i++) {
        const char *piece = exchanges[i].answer;
        bool absent = *piece == '!';
        talk(&d, exchanges[i].said, reply);
        if ((strstr(reply, piece + absent) == NULL) != absent)
            fail_msg("\"%s\": \"%s\", not \"%s\"", exchanges[i].said, reply, piece);
    }
}

static void test_welcomes(void **state)
{
    static const struct exchange silent[] = {{"", "welcome"}, {"", "!welcome"}};
    static const struct exchange named[] = {{"@@04", "welcome"}, {"Hello!", "Hello."}};
    static const struct exchange direct[] = {
        {"Hello, what is your name?", "Hello. They did not put a name"},
        {"Hello, how old are you?", "!Hello"}};

    (void)state;
    hold(silent, COUNT(silent));
    hold(named, COUNT(named));
    hold(direct, COUNT(direct));
}

static void test_reflects(void **state)
{
    static const struct exchange turns[] = {
        {"I am proud of my garden.", ""},
        {"i am not like you are", "Would you like to be?"},
        {"I feel that you hate me", "What came just before that?"},
        {"I feel odd without my old hats and your help.",
            "you feel odd without your old hats and my help"},
        {"You are afraid of me", ""},
        {"I am older than you", "to be older than me?"},
        {"I'm sure that i was right and you were wrong",
            "call you sure that you were right"},
        {"are you thinking about me and my friends?", ""},
        {"Are you laughing at my hat?", "whether I am laughing at your hat?"},
        {"I AM FROM LEEDS", "best side of being from leeds?"},
        {"I want to give you mine", "once you could give me yours?"},
    };

    (void)state;
    hold(turns, COUNT(turns));
}

static void test_ranks_keywords(void **state)
{
    static const struct exchange turns[] = {
        /* my mother (6) over because (3), I think (4) and the weather (5) */
        {"I think my mother hates rain because she is old", "your mother"},
        /* a dream (6) over work (5), wherever it stands */
        {"I dream of my job", "wake up"},
        {"At work I told them a dream.", "anyone in it"},
        /* a question outweighs a statement that ranks a little higher */
        {"My dog is ill. How old are you?", "How old do I sound?"},
        {"How old are you? My dog is ill.", "Does age matter"},
        /* in a question, the same holds for the whole sentence */
        {"What is your name, my friend?", "side. Choose one"},
        /* of equals, the last clause */
        {"I dislike cheese. I play chess.", "Is it the winning"},
    };

    (void)state;
    hold(turns, COUNT(turns));
}

static void test_finds_its_way(void **state)
{
    static const struct exchange turns[] = {
        {"what's 2+2?", "4, "},
        {"and 12 times twelve", "144"},
        {"100 - 250", "-150"},
        {"what is 34,957 plus 70,764", "sums behind"},
        {"Are you human?", "letters on a screen"},
        {"R U A COMPUTER", "expect a machine to say"},
        {"you're a robot", "mechanical"},
        {"what is my name?", "not told me yet"},
        {"My name is maria, by the way.", "Hello, Maria."},
        {"Do you remember my name?", "Maria, you said."},
        {"My name is not important", "!Not"},
        {"Tea or coffee?", "then coffee"},
        {"you are an idiot", "unkind"},
        {"Thanks.", "welcome"},
        {"i'm sorry", "No harm done"},
        {"Do you like my boat?", "I like your boat"},
        {"Everybody lies", "not one who is different"},
        {"It's snowing", "outside"},
        {"No.", "No?"},
        {"bye", "Goodbye, Maria."},
    };

    (void)state;
    hold(turns, COUNT(turns));
}

static void test_rotates(void **state)
{
    struct doctor d;
    char reply[DOCTOR_REPLY_SIZE];
    char earlier[12][DOCTOR_REPLY_SIZE];

    (void)state;
    doctor_init(&d);
    for (size_t i = 0; i < COUNT(earlier); i++) {
        talk(&d, "yes", reply);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(reply, earlier[k]);
        strcpy(earlier[i], reply);
    }
}

static void test_remembers(void **state)
{
    static const struct exchange turns[] = {
        {"My uncle restores old clocks.", "uncle"},
        {"I like to visit my uncle in Kent.", ""},
        {"wubble flonk", "your uncle restores old clocks"},
        {"zork quux", "you like to visit your uncle in Kent"},
        {"blip blop", "!uncle"},
        {"My name is Ann, my dog can swim a mile.", ""},
        {"frob nicate", "!dog"}, /* too soon */
        {"grue plugh", "your dog can swim a mile"},
        {"Is my dog able to fly like that?", ""},
        {"xyzzy", "!fly"},
        {"foo bar", "!fly"},
    };

    (void)state;
    hold(turns, COUNT(turns));
}

static void test_notices_repeats(void **state)
{
    static const struct exchange turns[] = {
        {"Where were you born?", ""},
        {"where were you born ?!", "You asked me that just now."},
        {"Where were you born", "same question again"},
        {"I collect stamps", ""},
        {"I collect stamps.", "You have just said that."},
        {"Where were you born?", "We have been here before"},
        {"Yes", "!just said"},
        {"Yes", "!just said"},
    };

    (void)state;
    hold(turns, COUNT(turns));
}

static void test_nothing_said(void **state)
{
    static const struct exchange turns[] = {
        {"Hello", ""},
        {"", "still here"},
        {"   ", "An empty line"},
        {"...", "gone quiet"},
        {"?", "puzzled"},
        {"\t\x01\x1b\x7f", "Shall I begin"},
        {"\xc3\xa9\xff", "I can wait"},
        {"@@99", ""},
        {"a", ""},
        {"?!", "question mark"},
    };

    (void)state;
    hold(turns, COUNT(turns));
}

static void test_very_long(void **state)
{
    static const char *const bricks[] = {"my ", "x", "i want you to ", "1+", "u ", "? ",
        "and i ", "no, ", "you are or ", "-", "my dog is my cat ", "12*12 "};
    static char text[100001];
    struct doctor d;
    char reply[DOCTOR_REPLY_SIZE];

    (void)state;
    doctor_init(&d);
    for (size_t i = 0; i < COUNT(bricks); i++) {
        size_t brick = strlen(bricks[i]);
        for (size_t at = 0; at < sizeof(text); at++)
            text[at] = bricks[i][at % brick];
        text[sizeof(text) - 1] = '\0';
        talk(&d, text, reply);
        text[DOCTOR_TEXT_MAX] = '\0';
        talk(&d, text, reply);
    }
}

/* Characters past DOCTOR_TEXT_MAX make no difference. */
static void test_considers_the_beginning(void **state)
{
    char text[DOCTOR_TEXT_MAX + 32];
    char reply[DOCTOR_REPLY_SIZE], other[DOCTOR_REPLY_SIZE];
    struct doctor d, copy;

    (void)state;
    doctor_init(&d);
    copy = d;
    memset(text, ' ', sizeof(text));
    strcpy(text + DOCTOR_TEXT_MAX, "Are you human?");
    talk(&d, text, reply);
    text[DOCTOR_TEXT_MAX] = '\0';
    talk(&copy, text, other);
    assert_string_equal(reply, other);
}

static void test_odd_bytes_stay_out(void **state)
{
    static const struct exchange turns[] = {
        {"I feel \x80\xfe very\x07 odd \xe2\x80\x99 \x1b[2J today", ""},
        {"My caf\xc3\xa9 is \x01 full of \xff mice", ""},
        {"Are you\n\nreally\r\nthere\t?", ""},
        {"My name is \x1b", ""},
        {"My name is J\xc3\xbcrgen", ""},
        {"what is my name", ""},
        {"$1 $m $n $s %s %n", ""},
        {"=kin * + # ~ing (nothing)", ""},
    };

    (void)state;
    hold(turns, COUNT(turns));
}

/* The same turns get the same answers; a copy goes its own way from there. */
static void test_copies_are_alike(void **state)
{
    static const char *const said[] = {"Hello", "My aunt lives by the sea.", "yes",
        "blub", "blub blub", "What is love?", ""};
    struct doctor d, copy;
    char reply[DOCTOR_REPLY_SIZE], other[DOCTOR_REPLY_SIZE];

    (void)state;
    doctor_init(&d);
    for (size_t i = 0; i < COUNT(said); i++) {
        copy = d;
        talk(&d, said[i], reply);
        talk(&copy, said[i], other);
        assert_string_equal(reply, other);
        assert_memory_equal(&d, &copy, sizeof(d));
    }
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * UINT32_C(1664525) + UINT32_C(1013904223);
    return *seed >> 8;
}

/* A turn of words that mean something to the doctor, words that do not, and bytes. */
static void make_turn(uint32_t *seed, char *text, size_t size)
{
    static const char *const words[] = {"I", "am", "you", "are", "my", "mother",
        "because", "feel", "like", "what", "why", "?", ".", ",", "dream", "not", "do",
        "name is", "Zaphod", "12", "plus", "7", "computer", "always", "never", "or",
        "and", "to", "want", "-", "me", "the", "old", "\x9c\xff", "\x1b[A", "!",
        "hello", "your", "supercalifragilisticexpialidocious-and-even-longer-than-that",
        "(again)", "$m"};
    uint32_t count = next_random(seed) % 24;
    size_t length = 0;

    text[0] = '\0';
    for (uint32_t i = 0; i < count && length < size; i++) {
        const char *word = words[next_random(seed) % COUNT(words)];
        length += (size_t)snprintf(text + length, size - length, "%s ", word);
    }
}

static void test_random_talks(void **state)
{
    char text[DOCTOR_TEXT_MAX];
    char reply[DOCTOR_REPLY_SIZE];
    struct doctor d;

    (void)state;
    for (uint32_t seed = 1, i = 0; i < RANDOM_TALKS; i++) {
        doctor_init(&d);
        for (int turn = 0; turn < RANDOM_TURNS; turn++) {
            make_turn(&seed, text, sizeof(text));
            talk(&d, text, reply);
        }
    }
}

static const char *const sentences[SENTENCES] = {
    "Hello, how are you?",
    "I am fine. Where are you from?",
    "I come from Lyon.",
    "What do you do for a living?",
    "I am a baker.",
    "Yes, I get up at three.",
    "I like the quiet of the night.",
    "Do you like bread?",
    "What did you eat today?",
    "My wife says I work too much.",
    "She is a teacher.",
    "We met at school.",
    "Yes.",
    "What about you?",
    "Do you have a family?",
    "That is not an answer.",
    "Are you a computer?",
    "I think you are.",
    "Prove that you are human.",
    "What is 7 times 8?",
    "What is the capital of Spain?",
    "Who wrote Hamlet?",
    "Why do you not know that?",
    "Do you read books?",
    "I read in the train.",
    "What is your favourite book?",
    "I never finish one.",
    "I fall asleep.",
    "No.",
    "Sometimes I dream about my ovens.",
    "They are cold and I cannot light them.",
    "I feel worried.",
    "It is always the same dream.",
    "Maybe.",
    "What does it mean?",
    "You are not very helpful.",
    "Sorry.",
    "How is the weather?",
    "It rains here.",
    "I want to move to the south.",
    "My son does not want to.",
    "He is twelve.",
    "He plays football all day.",
    "Do you play anything?",
    "Would you like to?",
    "Everybody can learn it.",
    "Can you swim?",
    "When did you learn it?",
    "OK",
    "Do you believe in God?",
    "I do not know.",
    "My father did.",
    "He died two years ago.",
    "Thank you.",
    "Are you sad sometimes?",
    "Why?",
    "Tell me a joke.",
    "Ha, not bad.",
    "I have to go now.",
    "Goodbye!",
};

/* A judge of the ordinary kind hears hardly anything twice. */
static void test_seldom_repeats_itself(void **state)
{
    static char replies[SENTENCES][DOCTOR_REPLY_SIZE];
    struct doctor d;
    int repeats = 0;

    (void)state;
    doctor_init(&d);
    for (size_t i = 0; i < SENTENCES; i++) {
        bool repeated = false;
        talk(&d, sentences[i], replies[i]);
        for (size_t k = 0; k < i; k++)
            repeated = repeated || strcmp(replies[i], replies[k]) == 0;
        repeats += repeated;
    }
    assert_in_range(repeats, 0, REPEATS_MAX);
}

static char catches_in(const char *pattern)
{
    char count = '0';

    for (const char *c = pattern; *c != '\0'; c++)
        if (strchr("*+=~#", *c) != NULL && (c == pattern || c[-1] == ' '))
            count++;
    return count;
}

static void check_answer(const struct doctor_rule *rule, const char *answer)
{
    char plain[DOCTOR_REPLY_SIZE];

    snprintf(plain, sizeof(plain), "%s", answer);
    assert_int_equal(strlen(plain), strlen(answer));
    assert_in_range(strlen(answer), 1, DOCTOR_ANSWER_MAX);
    for (const char *c = answer; *c != '\0'; c++) {
        assert_in_range(*c, 0x20, 0x7e);
        if (*c == '$' && strchr("mns", c[1]) == NULL)
            assert_in_range(c[1], '1', catches_in(rule->pattern));
    }
    assert_true(answer[strlen(answer) - 1] != ' ');
    assert_null(strstr(answer, "  "));
}

static void test_script_is_sound(void **state)
{
    size_t rules = 0, answers = 0;

    (void)state;
    for (const struct doctor_rule *r = doctor_rules; r->pattern != NULL; r++, rules++) {
        assert_in_range(r->rank, 0, DOCTOR_RANK_MAX);
        assert_non_null(r->answers[0]);
        for (size_t i = 0; i < DOCTOR_ANSWERS_MAX && r->answers[i] != NULL; i++) {
            check_answer(r, r->answers[i]);
            answers++;
            for (const struct doctor_rule *o = doctor_rules; o < r; o++)
                for (size_t k = 0; k < DOCTOR_ANSWERS_MAX && o->answers[k]; k++)
                    assert_string_not_equal(r->answers[i], o->answers[k]);
        }
    }
    assert_in_range(rules, 60, DOCTOR_RULES_MAX);
    assert_true(answers > 400);
}

/* Every class that a pattern names is there. */
static void test_classes_exist(void **state)
{
    (void)state;
    for (const struct doctor_rule *r = doctor_rules; r->pattern != NULL; r++)
        for (const char *c = strchr(r->pattern, '='); c != NULL;
             c = strchr(c + 1, '=')) {
            const struct doctor_class *class = doctor_classes;
            size_t length = strcspn(c + 1, " ");
            while (class->name != NULL && (strncmp(class->name, c + 1, length) != 0 ||
                                              class->name[length] != '\0'))
                class ++;
            if (class->name == NULL)
                fail_msg("no class in \"%s\"", r->pattern);
        }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_welcomes),
        cmocka_unit_test(test_reflects),
        cmocka_unit_test(test_ranks_keywords),
        cmocka_unit_test(test_finds_its_way),
        cmocka_unit_test(test_rotates),
        cmocka_unit_test(test_remembers),
        cmocka_unit_test(test_notices_repeats),
        cmocka_unit_test(test_nothing_said),
        cmocka_unit_test(test_very_long),
        cmocka_unit_test(test_considers_the_beginning),
        cmocka_unit_test(test_odd_bytes_stay_out),
        cmocka_unit_test(test_copies_are_alike),
        cmocka_unit_test(test_random_talks),
        cmocka_unit_test(test_seldom_repeats_itself),
        cmocka_unit_test(test_script_is_sound),
        cmocka_unit_test(test_classes_exist),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
