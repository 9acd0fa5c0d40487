/*
 * Phrases that are not to be published: ways to type them, and the keys that are left.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "judge/referee/record/redaction.h"
#include "tests/support/helper.h"

#include <cmocka.h>

/* What is typed: a byte a key, '<' a BackSpace; '1' to '4' before it change the voice:
 * the judge and the other on the left, and on the right. */
struct typing {
    const char *keys;
    enum side side;
    enum record_pane pane;
};

/* Read up to the first key: of no book, and so of ASCII. */
static struct record_reader reader = {.form = RECORD_2012};

static struct record key_of(const struct typing *typing, size_t at)
{
    struct record record = {.kind = RECORD_KEY, .whole = true};

    record.key.code = typing->keys[at] == '<'    ? K_BACKSPACE
                      : typing->keys[at] == '\n' ? K_RETURN
                                                 : (unsigned char)typing->keys[at];
    record.key.side = typing->side;
    record.key.posted = record.key.released = 1000 + 10 * at;
    strcpy(record.key.pane, record_pane_name(typing->pane));
    return record;
}

static void feed_all(struct redaction *d, const struct typing *typing)
{
    for (size_t i = 0; typing->keys[i] != '\0'; i++) {
        struct record record = key_of(typing, i);
        assert_int_equal(redaction_feed(d, i + 1, &reader, &record), 0);
    }
    redaction_end(d);
}

/* Type keys, and write the published ones to left[], a mark as '*'. */
static void leave(struct redaction *d, const struct typing *typing, char *left)
{
    feed_all(d, typing);
    for (size_t i = 0; typing->keys[i] != '\0'; i++) {
        struct record record = key_of(typing, i);

        switch (redaction_next(d, i + 1, &record)) {
        case REDACTION_KEEP:
            *left++ = typing->keys[i];
            break;
        case REDACTION_REPLACE:
            *left++ = '*';
            break;
        case REDACTION_REMOVE:
            break;
        }
    }
    *left = '\0';
}

struct row {
    const char *phrase, *other, *keys, *left;
};

static void phrases_are_found_however_they_were_typed(void **state)
{
    static const struct row rows[] = {
        /* Straight, in either case, at a line's start and end, without an end. */
        {"damn", NULL, "oh\nwell damn it\nso\n", "oh\n*\nso\n"},
        {"damn", NULL, "DaMn\n", "*\n"},
        {"DAMN", NULL, "damn, damn\n", "*\n"},
        {"damn", NULL, "damn", "*"},
        {"damn", NULL, "nothing here\n", "nothing here\n"},
        /* With corrections in between. */
        {"damn", NULL, "dax<mn it\n", "*\n"},
        {"damn", NULL, "oh damm<n\nx<y\n", "*\nx<y\n"},
        /* Shown and erased again; an empty line stays empty. */
        {"damn", NULL, "damn<<<<darn\n", "*\n"},
        {"damn", NULL, "damn<p\n", "*\n"},
        {"damn", NULL, "damn<<<<\n\n", "\n\n"},
        {"damn", NULL, "damn<<<<", ""},
        /* Never shown. */
        {"damn", NULL, "dam<rn\n", "dam<rn\n"},
        {"damn", NULL, "da\nmn\n", "da\nmn\n"},
        {"damn", NULL, "dam<\n<mn\n", "dam<\n<mn\n"},
        /* A blank of the phrase: any blanks, and line ends. */
        {"bad word", NULL, "a bad   word!\n", "*\n"},
        {"bad word", NULL, "a bad\tword!\n", "*\n"},
        {"bad word", NULL, "ok\na bad\nword!\nok\n", "ok\n*\n*\nok\n"},
        {"  bad   word ", NULL, "a bad \n\n word\n", "*\n\n*\n"},
        {"bad word", NULL, "a bad\nworx<d!\n", "*\n*\n"},
        {"bad word", NULL, "badword\n", "badword\n"},
        /* Two phrases. */
        {"ab", "xy", "ab\nc\nxy\n", "*\nc\n*\n"},
        {"abc", "cd", "abcd<e\n", "*\n"},
        {"aab", NULL, "aaab\n", "*\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct redaction d = {0};
        char left[64];
        struct typing typing = {rows[i].keys, SIDE_OTHER, PANE_RIGHT};

        assert_int_equal(redaction_add(&d, rows[i].phrase), 0);
        if (rows[i].other != NULL)
            assert_int_equal(redaction_add(&d, rows[i].other), 0);
        leave(&d, &typing, left);
        if (strcmp(left, rows[i].left) != 0)
            fail_msg(
                "\"%s\" in \"%s\" leaves \"%s\"", rows[i].phrase, rows[i].keys, left);
        redaction_free(&d);
    }
}

static void assert_left(const struct row *row)
{
    struct redaction d = {0};
    char left[64];
    struct typing typing = {row->keys, SIDE_OTHER, PANE_LEFT};

    assert_int_equal(redaction_add(&d, row->phrase), 0);
    leave(&d, &typing, left);
    if (strcmp(left, row->left) != 0)
        fail_msg("\"%s\" in \"%s\" leaves \"%s\"", row->phrase, row->keys, left);
    redaction_free(&d);
}

/* A letter that the book refuses is on no screen. */
static void refused_letters_part_no_phrase(void **state)
{
    static const struct row rows[] = {
        {"damn", NULL, "oh da\xe9mn it\n", "*\n"},
        {"damn", NULL,
            "\xe9"
            "damn\xe9\n",
            "*\n"},
        {"bad word", NULL, "a bad\xe9 \xe9word!\n", "*\n"},
        /* A BackSpace erases the character on the screen. */
        {"damn", NULL, "da\xe9<amn\n", "*\n"},
        {"damn", NULL, "da\xe9mn\xe9<<<<ark\n", "*\n"},
        {"damn", NULL, "da\xe9<xmn\n", "da\xe9<xmn\n"},
        /* All keys without a screen are a phrase too, and one that was parted is none.
         */
        {"damn", NULL, "da\xe9<mn\n", "*\n"},
        {"d\xc3\xa9mn", NULL, "oh d\xe9mn\n", "*\n"},
        {"damn", NULL, "dazmn d\xe9 a\n", "dazmn d\xe9 a\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_left(&rows[i]);
    /* By this book it stands there. */
    strcpy(reader.book, "wager");
    assert_left(&(struct row){"damn", NULL, "da\xe9mn\n", "da\xe9mn\n"});
    /* By this one the other waits for the judge to begin: nothing stands there. */
    strcpy(reader.book, "1996");
    assert_left(&(struct row){"damn", NULL, "a dxx<<amn!\n", ""});
    reader.book[0] = '\0';
}

/* A key past PROMPT_LINE_MAX is refused in our logs; other logs have no longest line.
 */
static void keys_without_room_are_in_no_line(void **state)
{
    char keys[PROMPT_LINE_MAX + 16], left[sizeof(keys)];
    struct typing typing = {keys, SIDE_JUDGE, PANE_LEFT};
    struct redaction d = {0};

    (void)state;
    memset(keys, 'x', PROMPT_LINE_MAX - 2);
    strcpy(keys + PROMPT_LINE_MAX - 2, "day<mn");
    for (reader.form = RECORD_OURS; reader.form <= RECORD_2007; reader.form++) {
        bool ours = reader.form == RECORD_OURS;

        strcpy(reader.book, ours ? "2009" : ""); /* only our logs name one */
        assert_int_equal(redaction_add(&d, ours ? "dm" : "damn"), 0);
        leave(&d, &typing, left);
        assert_string_equal(left, "*");
        redaction_free(&d);
    }
    reader.form = RECORD_2012;
}

/* Keys of the other side in between are no part of a line, and stay. */
static void voices_do_not_mix(void **state)
{
    static const char keys[] = "ddaxmxnx";
    struct redaction d = {0};

    (void)state;
    assert_int_equal(redaction_add(&d, "damn"), 0);
    for (int reading = 0; reading < 2; reading++) {
        for (size_t i = 0; keys[i] != '\0'; i++) {
            struct typing typing = {
                keys, i % 2 == 0 ? SIDE_JUDGE : SIDE_OTHER, PANE_LEFT};
            struct record record = key_of(&typing, i);

            if (reading == 0)
                assert_int_equal(redaction_feed(&d, i + 1, &reader, &record), 0);
            else
                assert_int_equal(
                    redaction_next(&d, i + 1, &record), i == 0       ? REDACTION_REPLACE
                                                        : i % 2 == 0 ? REDACTION_REMOVE
                                                                     : REDACTION_KEEP);
        }
        redaction_end(&d);
    }
    redaction_free(&d);
}

/* A round starts in the middle of a line: its rest is another line, and both are
 * redacted. */
static void a_phrase_may_run_over_the_start_of_a_round(void **state)
{
    struct typing typing = {"oh da|mn it\n", SIDE_JUDGE, PANE_LEFT};
    struct redaction d = {0};
    char left[32], *to = left;

    (void)state;
    assert_int_equal(redaction_add(&d, "damn"), 0);
    for (int reading = 0; reading < 2; reading++) {
        for (size_t i = 0; typing.keys[i] != '\0'; i++) {
            struct record record = key_of(&typing, i);
            enum redaction_fate fate = REDACTION_KEEP;

            if (typing.keys[i] == '|')
                record.kind = RECORD_ROUND;
            if (reading == 0)
                assert_int_equal(redaction_feed(&d, i + 1, &reader, &record), 0);
            else if (record.kind == RECORD_KEY)
                fate = redaction_next(&d, i + 1, &record);
            if (reading == 1 && fate != REDACTION_REMOVE)
                *to++ = fate == REDACTION_REPLACE ? '*' : typing.keys[i];
        }
        redaction_end(&d);
    }
    *to = '\0';
    assert_string_equal(left, "*|*\n");
    redaction_free(&d);
}

/* Whether the screen has the phrase at any moment while keys are typed; refused keys,
 * 'e' with an accent, are left out, or, without a screen, typed like others. */
static bool has(const char *keys, const char *phrase, bool on_screen)
{
    char line[256];
    size_t length = 0;

    for (; *keys != '\0'; keys++) {
        if (*keys == '<')
            length -= length > 0 ? 1 : 0;
        else if (*keys == '\n')
            length = 0;
        else if (!on_screen || *keys != '\xe9')
            line[length++] = *keys;
        line[length] = '\0';
        if (strstr(line, phrase) != NULL)
            return true;
    }
    return false;
}

static bool shows(const char *keys, const char *phrase)
{
    return has(keys, phrase, true) || has(keys, phrase, false);
}

/* Write the lines as they are finished; the redacted ones, which show the phrase at
 * some moment, as '*', or blank if nothing stands in them. */
static void finish_lines(const char *keys, const char *phrase, char *text)
{
    while (*keys != '\0') {
        size_t length = strcspn(keys, "\n");
        char typed[65], *line = text;

        memcpy(typed, keys, length);
        typed[length] = '\0';
        for (size_t i = 0; i < length; i++)
            if (typed[i] == '<')
                text -= text > line ? 1 : 0;
            else if (typed[i] != '\xe9')
                *text++ = typed[i];
        if (text > line && shows(typed, phrase)) {
            text = line;
            *text++ = '*';
        }
        keys += length;
        if (*keys == '\n')
            *text++ = *keys++;
    }
    *text = '\0';
}

/* Any typing over few letters: the published keys show the phrase at no moment, all
 * lines without it are unchanged, and the others are marks. */
static void nothing_is_left_of_a_phrase(void **state)
{
    static const char letters[] = "aabb<<cc\xe9\n";
    struct dice dice = {20031017};

    (void)state;
    for (int round = 0; round < 20000; round++) {
        char keys[65], left[65], wanted[65], got[65];
        struct typing typing = {keys, SIDE_JUDGE, PANE_LEFT};
        size_t length = 1 + dice_roll(&dice, sizeof(keys) - 1);
        struct redaction d = {0};

        for (size_t i = 0; i < length; i++)
            keys[i] = letters[dice_roll(&dice, sizeof(letters) - 1)];
        keys[length] = '\0';
        assert_int_equal(redaction_add(&d, "abc"), 0);
        leave(&d, &typing, left);
        redaction_free(&d);
        if (shows(left, "abc"))
            fail_msg("\"%s\" leaves \"%s\"", keys, left);
        if (!shows(keys, "abc"))
            assert_string_equal(left, keys);
        finish_lines(keys, "abc", wanted);
        finish_lines(left, "abc", got);
        assert_string_equal(got, wanted);
    }
}

static void lines_of_a_transcript_are_replaced(void **state)
{
    static const char *const lines[] = {
        "Well", "You are a BAD", "word, and", "\xc3\xa9 bad word", "Yes"};
    static const enum redaction_fate fates[] = {REDACTION_KEEP, REDACTION_REPLACE,
        REDACTION_REPLACE, REDACTION_REPLACE, REDACTION_KEEP};
    struct redaction d = {0};

    (void)state;
    assert_int_equal(redaction_add(&d, "bad word"), 0);
    for (int reading = 0; reading < 2; reading++) {
        for (size_t i = 0; i < COUNT(lines); i++) {
            struct record record = {.kind = RECORD_LINE,
                .line = {TRANSCRIPT_LINE, SIDE_OTHER, .text = lines[i],
                    .length = strlen(lines[i])}};

            if (reading == 0)
                assert_int_equal(redaction_feed(&d, i + 1, &reader, &record), 0);
            else
                assert_int_equal(redaction_next(&d, i + 1, &record), fates[i]);
        }
        redaction_end(&d);
    }
    redaction_free(&d);
}

static void phrases_are_found_in_headings(void **state)
{
    static const char heading[] = "[The Bad  Word] [bad words]";
    struct redaction d = {0};

    (void)state;
    assert_int_equal(redaction_add(&d, "bad word"), 0);
    assert_true(redaction_has(&d, heading, strlen(heading)));
    assert_false(redaction_has(&d, heading, 13));
    redaction_free(&d);
}

static void invalid_phrases_are_refused(void **state)
{
    struct redaction d = {0};
    char longer[REDACTION_PHRASE_MAX + 2];

    (void)state;
    assert_int_equal(redaction_add(&d, ""), -1);
    assert_int_equal(errno, EINVAL);
    assert_int_equal(redaction_add(&d, " \t "), -1);
    assert_int_equal(errno, EINVAL);
    assert_int_equal(redaction_add(&d, "e d"), -1);
    assert_int_equal(errno, EEXIST);
    memset(longer, 'x', sizeof(longer) - 1);
    longer[sizeof(longer) - 1] = '\0';
    assert_int_equal(redaction_add(&d, longer), -1);
    assert_int_equal(errno, E2BIG);
    assert_int_equal(d.count, 0);
    assert_int_equal(redaction_add(&d, longer + 1), 0);
    for (int i = 1; i < REDACTION_PHRASES; i++)
        assert_int_equal(redaction_add(&d, "another"), 0);
    assert_int_equal(redaction_add(&d, "one more"), -1);
    assert_int_equal(errno, E2BIG);
    redaction_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phrases_are_found_however_they_were_typed),
        cmocka_unit_test(refused_letters_part_no_phrase),
        cmocka_unit_test(keys_without_room_are_in_no_line),
        cmocka_unit_test(voices_do_not_mix),
        cmocka_unit_test(a_phrase_may_run_over_the_start_of_a_round),
        cmocka_unit_test(nothing_is_left_of_a_phrase),
        cmocka_unit_test(lines_of_a_transcript_are_replaced),
        cmocka_unit_test(phrases_are_found_in_headings),
        cmocka_unit_test(invalid_phrases_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
