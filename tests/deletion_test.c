/*
 * Phrases that are not to be published: how they may have been typed, and what is left.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "deletion.h"
#include "helper.h"

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

/* Type keys, and write what is left of them, a mark as '*'. */
static void leave(struct deletion *d, const struct typing *typing, char *left)
{
    size_t length = strlen(typing->keys);

    for (size_t i = 0; i < length; i++) {
        struct record record = key_of(typing, i);
        assert_int_equal(deletion_find(d, i + 1, &reader, &record), 0);
    }
    assert_int_equal(deletion_settle(d), 0);
    for (size_t i = 0; i < length; i++) {
        const struct deletion_edit *edit = deletion_edit_of(d, i + 1);

        if (edit == NULL)
            *left++ = typing->keys[i];
        else if (edit->put)
            *left++ = '*';
        assert_null(edit != NULL ? deletion_edit_of(d, i + 1) : NULL);
    }
    *left = '\0';
}

struct row {
    const char *phrase, *other, *keys, *left;
};

static void phrases_are_found_however_they_were_typed(void **state)
{
    static const struct row rows[] = {
        /* Straight, in either case, more than once, at a line's beginning and end. */
        {"damn", NULL, "well damn it\n", "well * it\n"},
        {"damn", NULL, "DaMn\n", "*\n"},
        {"DAMN", NULL, "damn, damn\n", "*, *\n"},
        {"damn", NULL, "damndamn!\n", "*!\n"},
        {"damn", NULL, "damn", "*"},
        {"damn", NULL, "nothing here\n", "nothing here\n"},
        /* With corrections in between, which go with it. */
        {"damn", NULL, "dax<mn it\n", "* it\n"},
        {"damn", NULL, "oh damm<n\n", "oh *\n"},
        {"damn", NULL, "teh<<he dxx<<amn\n", "the *\n"},
        /* Shown, and erased again: nothing is left of it. */
        {"damn", NULL, "damn<<<<darn\n", "darn\n"},
        {"damn", NULL, "damn<p\n", "damp\n"},
        {"damn", NULL, "damn<n\n", "*\n"},
        {"damn", NULL, "a damn<<<<<b\n", "ab\n"},
        /* Never shown: corrections stay. */
        {"damn", NULL, "dam<rn\n", "dam<rn\n"},
        {"damn", NULL, "da\nmn\n", "da\nmn\n"},
        {"damn", NULL, "dam<\n<mn\n", "dam<\n<mn\n"},
        /* A blank of the phrase: any blanks, and the end of a line. */
        {"bad word", NULL, "a bad   word!\n", "a *!\n"},
        {"bad word", NULL, "a bad\tword!\n", "a *!\n"},
        {"bad word", NULL, "a bad\nword!\n", "a *\n!\n"},
        {"  bad   word ", NULL, "a bad \n\n word\n", "a *\n\n\n"},
        {"bad word", NULL, "a bx<ad\nword!\n", "a *\n!\n"},
        {"bad word", NULL, "a bad\nworx<d!\n", "a *\n!\n"},
        {"bad word", NULL, "badword\n", "badword\n"},
        /* Two phrases: apart, over each other's end, one in the other. */
        {"ab", "xy", "ab xy ab\n", "* * *\n"},
        {"abc", "cd", "abcd\n", "*\n"},
        {"abc", "cd", "abcd<e\n", "*e\n"},
        {"b", "abc", "abc\n", "*\n"},
        {"b", "abc", "abc<d\n", "a*d\n"},
        {"b", "x", "abcxe\n", "a*c*e\n"},
        /* Beyond ASCII nothing is folded; a phrase may hold its own beginning. */
        {"aab", NULL, "aaab\n", "a*\n"},
        {"aa", NULL, "aaa\n", "*\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct deletion d;
        char left[64];
        struct typing typing = {rows[i].keys, SIDE_OTHER, PANE_RIGHT};

        deletion_init(&d);
        assert_int_equal(deletion_add(&d, rows[i].phrase), 0);
        if (rows[i].other != NULL)
            assert_int_equal(deletion_add(&d, rows[i].other), 0);
        leave(&d, &typing, left);
        if (strcmp(left, rows[i].left) != 0)
            fail_msg(
                "\"%s\" in \"%s\" leaves \"%s\"", rows[i].phrase, rows[i].keys, left);
        deletion_free(&d);
    }
}

static void assert_left(const struct row *row)
{
    struct deletion d;
    char left[64];
    struct typing typing = {row->keys, SIDE_OTHER, PANE_LEFT};

    deletion_init(&d);
    assert_int_equal(deletion_add(&d, row->phrase), 0);
    leave(&d, &typing, left);
    if (strcmp(left, row->left) != 0)
        fail_msg("\"%s\" in \"%s\" leaves \"%s\"", row->phrase, row->keys, left);
    deletion_free(&d);
}

/* A letter that the book refuses is on nobody's screen. */
static void refused_letters_part_no_phrase(void **state)
{
    static const struct row rows[] = {
        {"damn", NULL, "oh da\xe9mn it\n", "oh * it\n"},
        {"damn", NULL,
            "\xe9"
            "damn\xe9\n",
            "\xe9*\xe9\n"},
        {"bad word", NULL, "a bad\xe9 \xe9word!\n", "a *!\n"},
        /* A BackSpace takes away what stands there. */
        {"damn", NULL, "da\xe9<amn\n", "*\n"},
        {"damn", NULL, "da\xe9mn\xe9<<<<ark\n", "ark\n"},
        {"damn", NULL, "da\xe9<mn\n", "da\xe9<mn\n"},
        /* What was typed is a phrase too, and one that was parted is none. */
        {"d\xc3\xa9mn", NULL, "oh d\xe9mn\n", "oh *\n"},
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
    assert_left(&(struct row){"damn", NULL, "a dxx<<amn!\n", "a *!\n"});
    reader.book[0] = '\0';
}

/* Ours have room for so many characters in a line; what earlier ones had nobody knows.
 */
static void what_has_no_room_is_no_part_of_a_line(void **state)
{
    char keys[PROMPT_LINE_MAX + 16], left[sizeof(keys)];
    struct typing typing = {keys, SIDE_JUDGE, PANE_LEFT};
    struct deletion d;

    (void)state;
    memset(keys, 'x', PROMPT_LINE_MAX - 2);
    strcpy(keys + PROMPT_LINE_MAX - 2, "day<mn");
    for (reader.form = RECORD_OURS; reader.form <= RECORD_2007; reader.form++) {
        bool ours = reader.form == RECORD_OURS;

        deletion_init(&d);
        assert_int_equal(deletion_add(&d, ours ? "dm" : "damn"), 0);
        leave(&d, &typing, left);
        assert_string_equal(left + PROMPT_LINE_MAX - 2, ours ? "*n" : "*");
        deletion_free(&d);
    }
    reader.form = RECORD_2012;
}

/* What others type in between is no part of it. */
static void voices_do_not_mix(void **state)
{
    static const char keys[] = "ddaammnn";
    struct deletion d;
    size_t cut = 0;

    (void)state;
    deletion_init(&d);
    assert_int_equal(deletion_add(&d, "damn"), 0);
    for (size_t i = 0; keys[i] != '\0'; i++) {
        struct typing typing = {keys, i % 2 == 0 ? SIDE_JUDGE : SIDE_OTHER, PANE_LEFT};
        struct record record = key_of(&typing, i);

        /* On the right it is never whole: every second letter is the other's. */
        assert_int_equal(deletion_find(&d, i + 1, &reader, &record), 0);
    }
    assert_int_equal(deletion_settle(&d), 0);
    for (size_t i = 0; keys[i] != '\0'; i++)
        cut += deletion_edit_of(&d, i + 1) != NULL ? 1 : 0;
    assert_int_equal(cut, 8);
    deletion_free(&d);
}

static void a_mark_takes_the_time_of_its_phrase(void **state)
{
    struct typing typing = {"a damn!\n", SIDE_JUDGE, PANE_LEFT};
    const struct deletion_edit *edit;
    struct deletion d;

    (void)state;
    deletion_init(&d);
    assert_int_equal(deletion_add(&d, "damn"), 0);
    for (size_t i = 0; typing.keys[i] != '\0'; i++) {
        struct record record = key_of(&typing, i);
        assert_int_equal(deletion_find(&d, i + 1, &reader, &record), 0);
    }
    assert_int_equal(deletion_settle(&d), 0);
    edit = deletion_edit_of(&d, 3);
    assert_non_null(edit);
    assert_true(edit->put);
    assert_int_equal(edit->posted, 1050);
    deletion_free(&d);
}

/* Any typing over few letters, one of which is refused ('e' with an accent): what is
 * left spells no phrase, read key by key as a screen shows it, nor at any moment in
 * between; and what never showed one is whole. */
static bool shows(const char *keys, const char *phrase)
{
    char line[256];
    size_t length = 0;

    for (; *keys != '\0'; keys++) {
        if (*keys == '<')
            length -= length > 0 ? 1 : 0;
        else if (*keys == '\n')
            length = 0;
        else if (*keys != '\xe9')
            line[length++] = *keys;
        line[length] = '\0';
        if (strstr(line, phrase) != NULL)
            return true;
    }
    return false;
}

/* The lines as they are finished. */
static void finish(const char *keys, char *text)
{
    char *line = text;

    for (; *keys != '\0'; keys++) {
        if (*keys == '<')
            text -= text > line ? 1 : 0;
        else if (*keys != '\xe9')
            *text++ = *keys;
        if (*keys == '\n')
            line = text;
    }
    *text = '\0';
}

static void replace(const char *text, const char *phrase, char *out)
{
    bool marked = false;

    while (*text != '\0') {
        if (strncmp(text, phrase, strlen(phrase)) == 0) {
            if (!marked)
                *out++ = '*';
            marked = true;
            text += strlen(phrase);
            continue;
        }
        marked = false;
        *out++ = *text++;
    }
    *out = '\0';
}

static void nothing_is_left_of_a_phrase(void **state)
{
    static const char letters[] = "aabb<<cc\xe9\n";
    struct dice dice = {20031017};

    (void)state;
    for (int round = 0; round < 20000; round++) {
        char keys[65], left[65], finished[65], wanted[65], got[65];
        struct typing typing = {keys, SIDE_JUDGE, PANE_LEFT};
        size_t length = 1 + dice_roll(&dice, sizeof(keys) - 1);
        struct deletion d;

        for (size_t i = 0; i < length; i++)
            keys[i] = letters[dice_roll(&dice, sizeof(letters) - 1)];
        keys[length] = '\0';
        deletion_init(&d);
        assert_int_equal(deletion_add(&d, "abc"), 0);
        leave(&d, &typing, left);
        deletion_free(&d);
        if (shows(left, "abc"))
            fail_msg("\"%s\" leaves \"%s\"", keys, left);
        if (!shows(keys, "abc"))
            assert_string_equal(left, keys);
        /* What was finished is as it was, but for the phrase. */
        finish(keys, finished);
        replace(finished, "abc", wanted);
        finish(left, got);
        assert_string_equal(got, wanted);
    }
}

static void lines_of_a_transcript_are_cut_too(void **state)
{
    static const char *const lines[] = {"You are a BAD", "word, and \xc3\xa9 bad word"};
    struct deletion d;
    size_t puts = 0, cut = 0;

    (void)state;
    deletion_init(&d);
    assert_int_equal(deletion_add(&d, "bad word"), 0);
    for (size_t i = 0; i < COUNT(lines); i++) {
        struct record record = {.kind = RECORD_LINE,
            .line = {TRANSCRIPT_LINE, SIDE_OTHER, .text = lines[i],
                .length = strlen(lines[i])}};
        assert_int_equal(deletion_find(&d, i + 1, &reader, &record), 0);
    }
    assert_int_equal(deletion_settle(&d), 0);
    for (uint64_t number = 1; number <= COUNT(lines); number++) {
        const struct deletion_edit *edit;

        while ((edit = deletion_edit_of(&d, number)) != NULL) {
            assert_true(edit->offset + edit->size <= strlen(lines[number - 1]));
            if (puts == 0)
                assert_int_equal(edit->offset, 10);
            puts += edit->put ? 1 : 0;
            cut += edit->size;
        }
    }
    assert_int_equal(puts, 2);
    assert_int_equal(cut, 3 + 4 + 8);
    deletion_free(&d);
}

static void headings_are_cut_too(void **state)
{
    static const char heading[] = "[The Bad  Word] [bad words]";
    struct deletion d;
    char out[64];
    size_t length;

    (void)state;
    deletion_init(&d);
    assert_int_equal(deletion_add(&d, "bad word"), 0);
    length = deletion_copy(&d, heading, strlen(heading), out, sizeof(out));
    out[length] = '\0';
    assert_string_equal(out, "[The " DELETION_MARK "] [" DELETION_MARK "s]");
    /* Room is kept to. */
    assert_int_equal(deletion_copy(&d, heading, strlen(heading), out, 20), 5);
    deletion_free(&d);
}

static void phrases_that_cannot_be_are_refused(void **state)
{
    struct deletion d;
    char longer[PHRASE_MAX + 2];

    (void)state;
    deletion_init(&d);
    assert_int_equal(deletion_add(&d, ""), -1);
    assert_int_equal(errno, EINVAL);
    assert_int_equal(deletion_add(&d, " \t "), -1);
    assert_int_equal(errno, EINVAL);
    assert_int_equal(deletion_add(&d, "e d"), -1);
    assert_int_equal(errno, EEXIST);
    memset(longer, 'x', sizeof(longer) - 1);
    longer[sizeof(longer) - 1] = '\0';
    assert_int_equal(deletion_add(&d, longer), -1);
    assert_int_equal(errno, E2BIG);
    assert_int_equal(d.count, 0);
    assert_int_equal(deletion_add(&d, longer + 1), 0);
    for (int i = 1; i < DELETION_PHRASES; i++)
        assert_int_equal(deletion_add(&d, "another"), 0);
    assert_int_equal(deletion_add(&d, "one more"), -1);
    assert_int_equal(errno, E2BIG);
    deletion_free(&d);
}

/* A program that never sends Return, for longer than is looked back at. */
static void an_endless_line_takes_no_more_memory(void **state)
{
    struct deletion d;
    size_t puts = 0;

    (void)state;
    deletion_init(&d);
    assert_int_equal(deletion_add(&d, "damn"), 0);
    for (uint64_t i = 0; i < 300000; i++) {
        static const char keys[] = "oh damn it ";
        struct typing typing = {keys, SIDE_OTHER, PANE_LEFT};
        struct record record = key_of(&typing, i % (sizeof(keys) - 1));

        assert_int_equal(deletion_find(&d, i + 1, &reader, &record), 0);
    }
    assert_int_equal(deletion_settle(&d), 0);
    for (uint64_t i = 0; i < 300000; i++) {
        const struct deletion_edit *edit = deletion_edit_of(&d, i + 1);
        puts += edit != NULL && edit->put ? 1 : 0;
    }
    assert_int_equal(puts, 300000 / 11 + (300000 % 11 > 6 ? 1 : 0));
    deletion_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phrases_are_found_however_they_were_typed),
        cmocka_unit_test(refused_letters_part_no_phrase),
        cmocka_unit_test(what_has_no_room_is_no_part_of_a_line),
        cmocka_unit_test(voices_do_not_mix),
        cmocka_unit_test(a_mark_takes_the_time_of_its_phrase),
        cmocka_unit_test(nothing_is_left_of_a_phrase),
        cmocka_unit_test(lines_of_a_transcript_are_cut_too),
        cmocka_unit_test(headings_are_cut_too),
        cmocka_unit_test(phrases_that_cannot_be_are_refused),
        cmocka_unit_test(an_endless_line_takes_no_more_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
