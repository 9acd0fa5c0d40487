/*
 * The faults of `referee check` in files of all forms: each case is a text and its
 * expected faults as LINE (CLAUSE), in order.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/referee/check/check_ballots.h"
#include "judge/referee/check/check_keylog.h"
#include "judge/referee/check/check_transcript.h"

#define HEAD                                                                           \
    "(c)2026 Cambridge Center For Behavioral Studies all rights reserved\n"            \
    "[Program Name] [Contestant Name]\nStart at: [2026/11/20 14:12:20]\n"
#define KEYS_TITLE "notice\nKeystrokes of LP-01.TXT\n"
#define KEYS_OF(book)                                                                  \
    KEYS_TITLE "# session d257196289c82bee16b4b9c626440f0b\n# role judge\n"            \
               "# book " book "\n# station terminal-1950\n# address 10.0.0.2:1950\n"   \
               "# continues -\n"
#define KEYS_HEAD KEYS_OF("1996")
#define KEYS_BEGAN                                                                     \
    KEYS_TITLE "# session d257196289c82bee16b4b9c626440f0b\n# role judge\n"            \
               "# book 1996\n# station t\n# address *:1\n# began "
#define BALLOTS BALLOT_HEADER "\n"
#define SIX "J3 011929736140563399 011929736140562500 "

struct told {
    char text[1024];
};

static void report(
    void *to, const char *path, uint64_t line, const char *what, const char *clause)
{
    struct told *told = to;
    size_t length = strlen(told->text);

    (void)path;
    assert_true(strlen(what) > 0);
    snprintf(told->text + length, sizeof(told->text) - length, "%s%llu (%s)",
        length > 0 ? " " : "", (unsigned long long)line, clause);
}

/* Check a text line by line, each in memory of its exact size. */
static void check_text(const char *text, struct told *told)
{
    struct check check = {.report = report, .to = told};
    enum check_kind kind = check_kind("", text, strlen(text));
    struct check_keylog keys;
    struct check_transcript said;
    struct check_ballots votes;
    const char *newline;

    check_keylog_init(&keys, &check);
    check_transcript_init(&said, &check);
    check_ballots_init(&votes, &check);
    for (; (newline = strchr(text, '\n')) != NULL; text = newline + 1) {
        size_t length = (size_t)(newline - text);
        char *line = exact_copy(text, length);
        if (kind == CHECK_KEYLOG)
            check_keylog_line(&keys, line, length);
        else if (kind == CHECK_BALLOTS)
            assert_int_equal(check_ballots_line(&votes, line, length), 0);
        else
            check_transcript_line(&said, line, length);
        free(line);
    }
    if (kind == CHECK_KEYLOG)
        check_keylog_end(&keys, *text != '\0');
    else if (kind == CHECK_BALLOTS)
        check_ballots_end(&votes, *text != '\0');
    else
        check_transcript_end(&said, *text != '\0');
    check_ballots_free(&votes);
}

struct check_case {
    const char *text, *faults;
};

static void run(const struct check_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct told told = {""};
        check_text(cases[i].text, &told);
        if (strcmp(told.text, cases[i].faults) != 0)
            print_error("case %zu: %s\n", i, cases[i].text);
        assert_string_equal(told.text, cases[i].faults);
    }
}

static void transcripts_of_all_years(void **state)
{
    static const struct check_case cases[] = {
        {HEAD "*** JUDGE04 ***\nPROGRAM[14:12:25]Welcome\nJUDGE04[14:12:32]So\n", ""},
        /* 1998, and 2002 with its blanks, and CRLF. */
        {"(c)1998 C\n[MegaHALv8][Jason Hutchens]\nStart at: [1998/01/10 10:00:00]\n"
         "HAL[10:00:01]Hi\n",
            ""},
        {"(c)2002 the Institute\r\n[P] [C]\r\nStart at: [2002/10/12 09:00:00]\r\n"
         "***JUDGE04***\r\nPROGRAM[09:00:01] Hello\r\nJUDGE04[09:00:09] Hello\r\n",
            ""},
        /* Without the brackets, which may not be meant. */
        {"x\nP C\nStart at: 2026/11/20 14:12:20\nPROGRAM[14:12:25]Hi\n", ""},
        /* Midnight, a leap second, a line that looks like another. */
        {HEAD "PROGRAM[23:59:60]a\nPROGRAM[00:00:01]b\n", ""},
        {HEAD "JUDGE00[14:13:00]*** JUDGE05 ***\n", ""},
        {HEAD, ""},
        /* The header. */
        {"\n[P] [C]\nStart at: [2026/11/20 14:12:20]\n", "1 (1996, 2d)"},
        {"x\nP C\nStart at: [2026/11/20 14:12:20]\n", "2 (1996, 2d)"},
        {"x\n[P] [C]\nStart at: 2026/11/20 14:12:20\n", "3 (1996, 2d)"},
        {"x\n[P C\nStart at: 2026/11/20 14:12:20\n", "2 (1996, 2d) 3 (1996, 2d)"},
        {"x\nP C\nStart at: 2026/11/31 14:12:20\n", "3 (1996, 2d)"},
        {"x\n[P] [C]\nStart at: [2026/13/20 14:12:20]\n", "3 (1996, 2d)"},
        {"x\n[P] [C]\nStart at: [2026/02/29 14:12:20]\n", "3 (1996, 2d)"},
        {"(c)2025 C\n[P] [C]\nStart at: [2026/11/20 14:12:20]\n", "3 (1996, 2d)"},
        {"x\nStart at: [2026/11/20 14:12:20]\n", "2 (1996, 2d) 2 (1996, 2d)"},
        /* The body. */
        {HEAD "Hello\n", "4 (1996, 2e)"},
        {HEAD "PROGRAM[14:12:61]a\n", "4 (1996, 2e)"},
        {HEAD "PROGRAM[14:12:30]\n", "4 (1996, 2e)"},
        {HEAD "PROGRAM[14:12:30]  \n", "4 (1996, 2e)"},
        {HEAD "PROGRAM[14:12:30]a\nPROGRAM[14:12:29]b\n", "5 (1996, 2e)"},
        {HEAD "PROGRAM[14:12:19]a\n", "4 (1996, 2e)"},
        {HEAD "PROGRAM[14:12:30]a\nPROGRAN[14:12:30]b\n", "5 (1996, 2e)"},
        {HEAD "*** JUDGE04 ***\nJUDGE05[14:12:30]a\n", "5 (1996, 2e)"},
        {HEAD "JUDGE04[14:12:30]a\nJUDGE05[14:12:30]a\n", "5 (1996, 2e)"},
        {HEAD "JUDGE4[14:12:30]a\n", "4 (1996, 2e)"},
        {HEAD "*** JUDGE04 ***\n***JUDGE05***\n", "5 (1996, 2e)"},
        {HEAD "PROGRAM[14:12:30]a\nPROGRAM[14:12:", "5 (1996, 2e)"},
        {HEAD "PROGRAM[14:12:30]a\033b\n", "4 (1996, 2c)"},
        {HEAD "PROGRAM[14:12:30]\303\251t\303\251\n", ""},
        {HEAD "PROGRAM[14:12:30]\303\n", "4 (1996, 2c)"},
    };

    (void)state;
    run(cases, COUNT(cases));
}

static void key_logs_of_this_suite(void **state)
{
#define A "J0 000001795183941310 000001795183941310 local left a\n"
#define B "J0 000001795183941410 000001795183941308 remote left b\n"
    static const struct check_case cases[] = {
        {KEYS_HEAD A B "# end\n", ""},
        {KEYS_HEAD A B, ""},
        {KEYS_HEAD "# end\n", ""},
        {KEYS_HEAD "# paused\n" A "# pressed 000001795183941310 a\n"
                   "# resumed 000001795183941310\n# clock review -\n# clock 1500000\n",
            ""},
        /* One's own key, later than it was posted: only as the next after all seen. */
        {KEYS_HEAD "J0 000001795183941310 000001795183941320 remote left a\n"
                   "J0 000001795183941310 000001795183941321 local left a\n",
            ""},
        {KEYS_HEAD "J0 000001795183941310 000001795183941320 remote left a\n"
                   "J0 000001795183941310 000001795183941322 local left a\n",
            "10 (lp-transcript(5))"},
        {KEYS_HEAD A A, "10 (2009, 2)"},
        {KEYS_HEAD "J4 000001795183941310 000001795183941310 local left a\n",
            "9 (1996, 1a)"},
        {KEYS_HEAD A "J4 000001795183941311 000001795183941311 local left a\n",
            "10 (1996, 1a)"},
        /* In a book without @@nn the judge is the same in the whole log. */
        {KEYS_OF("2004") "J4 000001795183941310 000001795183941310 local left a\n"
                         "J5 000001795183941311 000001795183941311 local left a\n",
            "10 (lp-transcript(5))"},
        {KEYS_HEAD "J0 000001795183941310 000001795183941310 local left Return\n"
                   "J0 000001795183941311 000001795183941311 local left Return\n"
                   "J4 000001795183941312 000001795183941312 remote left a\n",
            ""},
        {KEYS_HEAD "J0 000001795183941310 000001795183941310 local left CR\n",
            "9 (lp-transcript(5))"},
        {KEYS_HEAD "J0 000001795183941310 000001795183941310 local left Shift_L\n",
            "9 (lp-transcript(5)) 9 (2009, Appendix)"},
        {KEYS_HEAD "J0 1795183941310 1795183941310 local left a\n",
            "9 (lp-transcript(5))"},
        {KEYS_HEAD "J0 000001795183941310 000001795183941310 local middle a\n",
            "9 (2009, 2)"},
        {KEYS_HEAD "J0 011929736140563399 011929736140563399 local left a\n",
            "9 (2009, 2)"},
        {KEYS_HEAD "J0 000001795183941310 0000017951839413", "9 (lp-transcript(5))"},
        {KEYS_HEAD "J0 000001795183941310 0000017951839413\n", "9 (2009, 2)"},
        {KEYS_HEAD A "# end\n" B, "11 (lp-transcript(5))"},
        {KEYS_HEAD A "# ends\n", "10 (lp-transcript(5))"},
        {KEYS_HEAD A "# pressed 1795183941310 a\n", "10 (lp-transcript(5))"},
        {KEYS_HEAD A "hello\n", "10 (lp-transcript(5))"},
        {KEYS_TITLE "# session d257\n# role judge\n# book 1996\n# station t\n"
                    "# address *:1\n# continues -\n",
            "3 (lp-transcript(5))"},
        {KEYS_BEGAN "000001795183940117\n# continues -\n", ""},
        {KEYS_BEGAN "1795183940117\n# continues -\n", "8 (lp-transcript(5))"},
        {KEYS_BEGAN "now\n# continues -\n", "8 (lp-transcript(5))"},
        {KEYS_TITLE "# role judge\n# book 1996\n# station t\n# address *:1\n"
                    "# continues -\n",
            "3 (lp-transcript(5))"},
        {KEYS_TITLE, "2 (lp-transcript(5)) 2 (lp-transcript(5)) 2 (lp-transcript(5)) "
                     "2 (lp-transcript(5)) 2 (lp-transcript(5)) 2 (lp-transcript(5))"},
    };
#undef A
#undef B

    (void)state;
    run(cases, COUNT(cases));
}

/* Keep the text of the last fault. */
static void keep_words(
    void *to, const char *path, uint64_t line, const char *what, const char *clause)
{
    (void)path, (void)line, (void)clause;
    strcpy(to, what);
}

static void check_log(struct check_keylog *k, const char *log)
{
    for (const char *end; (end = strchr(log, '\n')) != NULL; log = end + 1)
        check_keylog_line(k, log, (size_t)(end - log));
}

static void fields_are_told_apart(void **state)
{
#define ONE "x\nTranscripts of judge 2 program b round 1\nLeft =human \nJ2 "
    static const struct {
        const char *log, *words;
    } rows[] = {
        {ONE "9223372036854775800 judge left H\n", "a time does not have 18 digits"},
        {ONE "013370845270900515 local left H\n",
            "five fields, but local or remote, which need six"},
        {ONE "013370845270900515 013370845270900515 judge left H\n",
            "six fields, but neither local nor remote"},
        {ONE "013370845270900515 judge left H\nJ2 013370845270900516 "
             "013370845270900516 local left H\n",
            "six fields; the records before have five"},
    };
#undef ONE
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char words[CHECK_TEXT_SIZE] = "";
        struct check check = {.report = keep_words, .to = words};
        struct check_keylog k;

        check_keylog_init(&k, &check);
        check_log(&k, rows[i].log);
        assert_string_equal(words, rows[i].words);
    }
}

static void key_logs_of_contests(void **state)
{
#define TITLE "Loebner Prize\nThese transcripts are in the public domain\n"
#define ROUND TITLE "starting round 1 left= Human right = Program 3\n"
#define STARS(judge)                                                                   \
    "*Starting round 1 program P3 human H2 judge " judge " left is P3 right is H\n"    \
    "**Starting subround 1 program P3 human H2 judge J3 other is P3\n"
#define ONE TITLE "Transcripts of judge 2 program b round 1\nLeft =human \n"
    static const struct check_case cases[] = {
        {ROUND SIX "local left H\nJ3 011929736140663399 011929736140662500 remote left "
                   "CR\n",
            ""},
        {TITLE STARS("J3") SIX "local left H \n", ""},
        {TITLE STARS("J3") SIX "local left space \n", ""},
        {TITLE STARS("J2") SIX "local left H \n", "5 (2009, 2)"},
        {ROUND SIX "local left H\nJ4 011929736140663399 011929736140662500 remote left "
                   "CR\n",
            "5 (2009, 2)"},
        {ROUND SIX "local left H\nstarting round 2\nJ4 011929736140663399 "
                   "011929736140662500 remote left CR\n",
            "6 (2009, 2)"},
        {ONE "J2 013370845270900515 judge left H\nJ2 013370845270910515 c right i\n",
            "6 (2009, 2)"},
        {ONE "J1 013370845270900515 judge left H\n", "5 (2009, 2)"},
        {ONE
            "J2 013370845270900515 judge left H\r\nJ2 013370845270910515 b right i\r\n",
            ""},
        {TITLE SIX "local left H\n", "3 (2009, 2)"},
        {ROUND SIX "local left H\n" SIX "local left i\n", "5 (2009, 2)"},
        {ONE "J 013370845270900515 judge left H\n", "5 (2009, 2)"},
        {ONE "J2 013370845270900515 judge left  \n", "5 (2009, Appendix)"},
        {ONE "J2 013370845270900515 judge left H\n" SIX "local left i\n",
            "6 (2009, 2) 6 (2009, 2) 6 (2009, 2)"},
        {ONE "J2 013370845270900515 judge left H\nJ2 0133708452709",
            "6 (lp-transcript(5))"},
        {ONE "J2 013370845279900515 judge left H\n", "5 (2009, 2)"},
        {ONE "J2 13370845270900515 judge left H\n", "5 (2009, 2)"},
        {ONE "J2 9223372036854775800 judge left H\n", "5 (2009, 2)"},
        {ONE "J2 013370845270900515 local left H\n", "5 (2009, 2)"},
        {ONE "what is this\nJ2 013370845270900515 judge left H\n", "5 (2009, 2)"},
    };
#undef TITLE
#undef ROUND
#undef ONE
#undef STARS

    (void)state;
    run(cases, COUNT(cases));
}

static void ballots(void **state)
{
#define AT "2026/11/20 14:30:00,"
#define HEX "00112233445566778899aabbccddee"
#define DRAW ",,,left=a:1 right=b:1," HEX "ff\n"
    static const struct check_case cases[] = {
        {BALLOTS AT "1996,,04,ballot,a:1,A," HEX "00,73,,,,\n", ""},
        {BALLOTS AT "2004,1,04,ballot,a:1 b:1,A B," HEX "00 " HEX "01,51 49" DRAW, ""},
        {BALLOTS AT "2004,1,04,ballot,a [::1],A B," HEX "00 " HEX
                    "01,51 49,,,left=a:1950 right=[::1]:1950," HEX "ff\n",
            ""},
        {BALLOTS AT "2004,1,04,ballot,a:1 b:1,A B," HEX "00 " HEX "01,50 50" DRAW,
            "2 (lp-transcript(5))"},
        {BALLOTS AT "2004,1,04,ballot,a:1 b:1,A B," HEX "00 " HEX "01,51 49,,,,\n",
            "2 (lp-transcript(5))"},
        {BALLOTS AT "2009,1,04,ballot,a:1 b:1,A B," HEX "00 " HEX "01,1 0,,,,\n",
            "2 (2009, 3)"},
        {BALLOTS AT "2004,1,04,ballot,b:1 a:1,A B," HEX "00 " HEX "01,51 49" DRAW,
            "2 (lp-transcript(5))"},
        {BALLOTS AT "2009,1,04,ballot,b:1 a:1,A B," HEX "00 " HEX "01,1 0" DRAW,
            "2 (2009, 3)"},
        {BALLOTS AT "1996,,04,ballot,a:1,A," HEX "00,73,,,,\n" AT
                    "1996,,05,ballot,b:1,A," HEX "00,7,,,,\n",
            "3 (lp-transcript(5))"},
        {BALLOTS AT "1996,,04,ballot,a:1,A," HEX "00,101,,,,\n",
            "2 (lp-transcript(5))"},
        {BALLOTS AT "1996,,04,ballot,a:1,A," HEX "00,73,,", "2 (lp-transcript(5))"},
        {"confirmed,book\n", "1 (lp-transcript(5))"},
    };

    (void)state;
    run(cases, COUNT(cases));
}

/* Several ballots on a session, in any order of lines: each but the first is reported
 * with the line of the first; a ranking counts apart. */
static void second_ballots_are_reported(void **state)
{
    static const struct check_case cases[] = {
        {BALLOTS AT
            "1996,,04,ballot,a:1,A," HEX "01,73,,,,\n" AT "1996,,04,ballot,a:1,A," HEX
            "00,73,,,,\n" AT "1996,,05,ballot,b:1,A," HEX "00,7,,,,\n" AT
            "1996,,06,ballot,b:1,A," HEX "01,7,,,,\n" AT "1996,,07,ballot,b:1,A," HEX
            "00,7,,,,\n",
            "4 (lp-transcript(5)) 6 (lp-transcript(5)) 5 (lp-transcript(5))"},
        {BALLOTS AT "wager,,04,ballot,a:1,A," HEX "00,human,,,,\n" AT
                    "wager,,04,ranks,a:1,A," HEX "00,1,,,,\n" AT
                    "wager,,05,ranks,a:1,A," HEX "00,1,,,,\n",
            "4 (lp-transcript(5))"},
        {BALLOTS AT "1996,,04,ballot,a:1,A,-,73,,,,\n" AT
                    "1996,,05,ballot,b:1,A,-,7,,,,\n",
            ""},
    };
    static const char doubled[] =
        BALLOTS AT "1996,,04,ballot,a:1,A," HEX "00,73,,,,\n" AT
                   "1996,,05,ballot,b:1,A," HEX "00,7,,,,\n";
    char words[CHECK_TEXT_SIZE] = "";
    struct check check = {.report = keep_words, .to = words};
    struct check_ballots votes;

    (void)state;
    run(cases, COUNT(cases));
    check_ballots_init(&votes, &check);
    for (const char *line = doubled, *end; *line != '\0'; line = end + 1) {
        end = strchr(line, '\n');
        assert_int_equal(check_ballots_line(&votes, line, (size_t)(end - line)), 0);
    }
    check_ballots_end(&votes, false);
    assert_string_equal(words, "sessions: " HEX "00 has a ballot in line 2 already");
    assert_int_equal(votes.rows, 2);
    check_ballots_free(&votes);
}

static void kinds(void **state)
{
    static const struct {
        const char *name, *bytes;
        enum check_kind kind;
    } cases[] = {
        {"", "", CHECK_EMPTY},
        {"LP-01.KEY", "", CHECK_EMPTY},
        {"", HEAD, CHECK_TRANSCRIPT},
        {"x.log", HEAD, CHECK_TRANSCRIPT},
        {"", KEYS_TITLE, CHECK_KEYLOG},
        {"logfile.P1.txt", "Loebner\n" SIX "local left H\n", CHECK_KEYLOG},
        {"LP-01.KEY", "spoilt\n", CHECK_KEYLOG},
        {"LP-01.TXT", "spoilt\n", CHECK_TRANSCRIPT},
        {"ballots.csv", "spoilt\n", CHECK_BALLOTS},
        {"", BALLOTS, CHECK_BALLOTS},
        {"", "; ours\n[contest]\ntitle = x\n", CHECK_CONTEST},
        {"", "[round]\nbook = 1996\n", CHECK_SLIP},
        {"", "[rounds]\n1 = J1E1\n", CHECK_CONTEST},
        {"FLAGS.CSV", "flagged,where,session,moment,note\n", CHECK_FLAGS},
        {"LP-01.ERR", "", CHECK_ERRORS},
        {"LP-01.ERR", HEAD, CHECK_ERRORS},
        {"letter", "Dear Sir,\n", CHECK_UNKNOWN},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(
            check_kind(cases[i].name, cases[i].bytes, strlen(cases[i].bytes)),
            cases[i].kind);
    assert_int_equal(check_kind("LP-01.TXT", "a\0b\n", 4), CHECK_BINARY);
}

/* The real logs of 2012 are recognised, with their known faults. */
static void read_real(const char *file)
{
    struct bytes bytes = {0};
    struct told told = {""};
    struct check check = {.report = report, .to = &told};
    struct check_keylog keys;

    assert_int_equal(bytes_read(&bytes, file), 0);
    assert_int_equal(
        check_kind(file, bytes.at, bytes.length < 4096 ? bytes.length : 4096),
        CHECK_KEYLOG);
    check_keylog_init(&keys, &check);
    for (const char *at = bytes.at, *stop = at + bytes.length, *end; at < stop;
         at = end + 1) {
        end = memchr(at, '\n', (size_t)(stop - at));
        if (end == NULL)
            break;
        check_keylog_line(&keys, at, (size_t)(end - at));
    }
    check_keylog_end(&keys, false);
    assert_int_equal(keys.form, CHECK_FORM_ONE_TIME);
    assert_true(keys.log.records > 100);
    assert_true(keys.sides);
    if (strstr(file, "14-28-53") != NULL)
        assert_string_equal(told.text, "");
    if (strstr(file, "13-48-18") != NULL)
        assert_string_equal(told.text, "147 (2009, Appendix)");
    bytes_free(&bytes);
}

static void real_logs(void **state)
{
    (void)state;
    each_real_log(read_real);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transcripts_of_all_years),
        cmocka_unit_test(fields_are_told_apart),
        cmocka_unit_test(key_logs_of_this_suite),
        cmocka_unit_test(key_logs_of_contests),
        cmocka_unit_test(ballots),
        cmocka_unit_test(second_ballots_are_reported),
        cmocka_unit_test(kinds),
        cmocka_unit_test(real_logs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
