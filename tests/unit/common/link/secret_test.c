/*
 * secret_test.c - the shared key, its file, and its proofs and sealed answers
 * (secret.h, secret_file.h). Known answers come from an independent implementation
 * (seal_vectors.py).
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/link/secret_file.h"
#include "tests/protocol/seal_vectors.h"

#define DIGITS "404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f"

static struct secret known_key(void)
{
    struct secret s;

    memcpy(s.key, vector_key, sizeof(s.key));
    return s;
}

/* Files */

static int enter_directory(void **state)
{
    static char name[] = "/tmp/secret-XXXXXX";

    *state = name;
    return mkdtemp(name) == NULL || chdir(name) < 0 ? -1 : 0;
}

static int leave_directory(void **state)
{
    char command[64];

    snprintf(command, sizeof(command), "rm -r %s", (char *)*state);
    return chdir("/") < 0 ? -1 : system(command);
}

static void write_file(const char *name, const char *bytes, size_t length, mode_t mode)
{
    FILE *file = fopen(name, "w");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(name, mode), 0);
}

static void assert_refused(const char *name, int error, const char *words)
{
    char why[SECRET_FILE_WHY_SIZE];

    errno = 0;
    assert_null(secret_file_read(name));
    assert_int_equal(errno, error);
    secret_file_why(error, why);
    assert_non_null(strstr(why, words));
    assert_null(strchr(why, '\n'));
}

static void a_key_that_was_made_is_read(void **state)
{
    struct secret *s, *again;
    char text[256];
    struct stat st;
    FILE *file;

    (void)state;
    umask(0);
    assert_int_equal(secret_file_make("made"), 0);
    assert_int_equal(stat("made", &st), 0);
    assert_int_equal(st.st_mode, S_IFREG | 0600);
    assert_int_equal(st.st_size, SECRET_DIGITS + 1);
    assert_int_equal(secret_file_is_private("made"), 1);
    s = secret_file_read("made");
    assert_non_null(s);
    file = fopen("made", "r");
    assert_non_null(fgets(text, sizeof(text), file));
    fclose(file);
    assert_int_equal(strspn(text, "0123456789abcdef"), SECRET_DIGITS);
    secret_to_hex(s->key, sizeof(s->key), text + 100);
    assert_memory_equal(text, text + 100, SECRET_DIGITS);
    assert_int_equal(secret_file_make("./other"), 0);
    again = secret_file_read("other");
    assert_non_null(again);
    assert_memory_not_equal(s->key, again->key, sizeof(s->key));
    assert_int_equal(prctl(PR_GET_DUMPABLE), 0);
    secret_free(s);
    secret_free(again);
}

static void no_file_is_overwritten_or_reached_through_a_link(void **state)
{
    char text[8] = "";
    FILE *file;

    (void)state;
    write_file("taken", "mine", 4, 0600);
    assert_int_equal(symlink("nowhere", "dangling"), 0);
    assert_int_equal(symlink("taken", "link"), 0);
    for (int i = 0; i < 4; i++) {
        static const char *const names[] = {"taken", "dangling", "link", "."};
        assert_int_equal(secret_file_make(names[i]), -1);
        assert_int_equal(errno, EEXIST);
    }
    assert_int_equal(access("nowhere", F_OK), -1);
    file = fopen("taken", "r");
    assert_int_equal(fread(text, 1, sizeof(text), file), 4);
    fclose(file);
    assert_string_equal(text, "mine");
    assert_int_equal(secret_file_make("no/where"), -1);
    assert_int_equal(errno, ENOENT);
}

static void a_key_has_one_spelling(void **state)
{
    static const struct {
        const char *bytes;
        size_t length;
        bool good;
    } files[] = {
        {DIGITS "\n", 65, true},
        {DIGITS, 64, true},
        {DIGITS "\r\n", 66, true},
        {DIGITS "\r", 65, true},
        {"", 0, false},
        {"\n", 1, false},
        {"\0", 1, false},
        {DIGITS "\n\n", 66, false},
        {DIGITS "\n\r", 66, false},
        {DIGITS "\r\n\n", 67, false},
        {DIGITS " \n", 66, false},
        {" " DIGITS, 65, false},
        {DIGITS "0\n", 66, false},
        {DIGITS "\0", 65, false},
        {DIGITS "\n" DIGITS "\n", 130, false},
        {DIGITS, 63, false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(files); i++) {
        struct secret *s;

        write_file("spelt", files[i].bytes, files[i].length, 0600);
        if (!files[i].good) {
            assert_refused("spelt", EBADMSG, "64 digits");
            continue;
        }
        s = secret_file_read("spelt");
        assert_non_null(s);
        assert_memory_equal(s->key, vector_key, sizeof(s->key));
        secret_free(s);
    }
}

static void every_letter_but_a_small_digit_is_refused(void **state)
{
    char line[] = DIGITS "\n";

    (void)state;
    for (int c = 0; c < 256; c++) {
        struct secret *s;
        bool good = c != 0 && strchr("0123456789abcdef", c) != NULL;

        line[c % SECRET_DIGITS] = (char)c;
        write_file("letter", line, sizeof(line) - 1, 0600);
        s = secret_file_read("letter");
        assert_int_equal(s != NULL, good);
        secret_free(s);
        memcpy(line, DIGITS, SECRET_DIGITS);
    }
}

static void a_key_that_others_can_reach_is_refused(void **state)
{
    (void)state;
    for (mode_t mode = 01; mode <= 077; mode++) {
        write_file("open", DIGITS "\n", 65, 0600 | mode);
        assert_refused("open", EPERM, "chmod 600");
        assert_int_equal(secret_file_is_private("open"), 0);
    }
}

static void only_a_file_is_a_key(void **state)
{
    (void)state;
    write_file("plain", DIGITS "\n", 65, 0600);
    assert_int_equal(symlink("plain", "way"), 0);
    assert_int_equal(mkdir("directory", 0700), 0);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_refused("way", ELOOP, "link");
    assert_refused("directory", EINVAL, "not a regular file");
    assert_refused("pipe", EINVAL, "not a regular file");
    assert_refused("/dev/zero", EINVAL, "not a regular file");
    assert_refused("absent", ENOENT, "no such file");
    assert_refused("", ENOENT, "no such file");
    assert_int_equal(secret_file_is_private("absent"), -1);
}

/* Known answers */

static const unsigned char *drawn;

static void draw_known(void *const buffer, const size_t size)
{
    memcpy(buffer, drawn, size);
}

static uint32_t draw_none(void)
{
    abort();
}

static const char *name_known(void)
{
    return "known";
}

static struct randombytes_implementation known_numbers = {
    .implementation_name = name_known, .random = draw_none, .buf = draw_known};

static void a_question_is_proved(void **state)
{
    struct secret s = known_key();
    char proof[SECRET_PROOF_DIGITS + 1];
    char other[] = "00000000000000000000000000000000";

    (void)state;
    assert_int_equal(secret_ask(&s, vector_nonce, proof), 0);
    assert_string_equal(proof, vector_ask_proof);
    assert_true(secret_is_asked(&s, vector_nonce, proof));
    assert_false(secret_is_asked(&s, other, proof));
    assert_false(secret_is_asked(&s, vector_nonce, ""));
    for (size_t i = 0; i < SECRET_PROOF_DIGITS; i++) {
        char was = proof[i];
        proof[i] = was == '0' ? '1' : '0';
        assert_false(secret_is_asked(&s, vector_nonce, proof));
        proof[i] = was;
    }
    assert_int_equal(secret_ask(&s, "0123", proof), -1);
    assert_int_equal(errno, EINVAL);
    other[5] = 'A';
    assert_int_equal(secret_ask(&s, other, proof), -1);
}

static void an_answer_is_sealed_and_opened(void **state)
{
    struct secret s = known_key();
    char hex[SECRET_TELL_DIGITS + 1], expected[SECRET_TELL_DIGITS + 1];
    char line[SECRET_ANSWER_SIZE + 1];

    (void)state;
    drawn = vector_answer_nonce;
    assert_int_equal(secret_tell(&s, vector_nonce, vector_answer, hex), 0);
    secret_to_hex(vector_tell, sizeof(vector_tell), expected);
    assert_string_equal(hex, expected);
    assert_int_equal(secret_untell(&s, vector_nonce, hex, line), 0);
    assert_string_equal(line, vector_answer);
    /* Not the answer to another question. */
    assert_int_equal(
        secret_untell(&s, "00000000000000000000000000000000", hex, line), -1);
    assert_int_equal(errno, EBADMSG);
}

static void an_invalid_line_is_not_sealed(void **state)
{
    struct secret s = known_key();
    char hex[SECRET_TELL_DIGITS + 1], line[SECRET_ANSWER_SIZE + 1], back[sizeof(line)];

    (void)state;
    drawn = vector_answer_nonce;
    memset(line, 'x', sizeof(line));
    line[SECRET_ANSWER_SIZE - 1] = '\n';
    line[SECRET_ANSWER_SIZE] = '\0';
    assert_int_equal(secret_tell(&s, vector_nonce, line, hex), 0);
    assert_int_equal(secret_untell(&s, vector_nonce, hex, back), 0);
    assert_string_equal(back, line);
    assert_int_equal(secret_tell(&s, vector_nonce, "no end", hex), -1);
    assert_int_equal(secret_tell(&s, vector_nonce, "two\nlines\n", hex), -1);
    assert_int_equal(secret_tell(&s, vector_nonce, "", hex), -1);
    assert_int_equal(secret_tell(&s, "none", "line\n", hex), -1);
    assert_int_equal(errno, EINVAL);
}

static void an_altered_answer_is_refused(void **state)
{
    struct secret s = known_key();
    char hex[SECRET_TELL_DIGITS + 2], line[SECRET_ANSWER_SIZE + 1];

    (void)state;
    secret_to_hex(vector_tell, sizeof(vector_tell), hex);
    for (size_t i = 0; i < SECRET_TELL_DIGITS; i++) {
        char was = hex[i];
        hex[i] = was == '0' ? '1' : '0';
        assert_int_equal(secret_untell(&s, vector_nonce, hex, line), -1);
        hex[i] = was;
    }
    hex[SECRET_TELL_DIGITS] = '0';
    hex[SECRET_TELL_DIGITS + 1] = '\0';
    assert_int_equal(secret_untell(&s, vector_nonce, hex, line), -1);
    hex[SECRET_TELL_DIGITS - 1] = '\0';
    assert_int_equal(secret_untell(&s, vector_nonce, hex, line), -1);
}

static void a_key_wrong_by_one_bit_is_another(void **state)
{
    char hex[SECRET_TELL_DIGITS + 1], line[SECRET_ANSWER_SIZE + 1];

    (void)state;
    secret_to_hex(vector_tell, sizeof(vector_tell), hex);
    for (size_t bit = 0; bit < 8 * SECRET_SIZE; bit++) {
        struct secret s = known_key();

        s.key[bit / 8] ^= (unsigned char)(1 << bit % 8);
        assert_false(secret_is_asked(&s, vector_nonce, vector_ask_proof));
        assert_int_equal(secret_untell(&s, vector_nonce, hex, line), -1);
    }
}

static void padding_is_one_line_and_zeros(void **state)
{
    char plain[8];

    (void)state;
    assert_int_equal(secret_pad("live\n", 5, plain, sizeof(plain)), 0);
    assert_memory_equal(plain, "live\n\0\0\0", 8);
    assert_int_equal(secret_unpad(plain, sizeof(plain)), 5);
    assert_int_equal(secret_pad("exactly\n", 8, plain, sizeof(plain)), 0);
    assert_int_equal(secret_unpad(plain, sizeof(plain)), 8);
    assert_int_equal(secret_pad("too long\n", 9, plain, sizeof(plain)), -1);
    assert_int_equal(secret_pad("a\0b\n", 4, plain, sizeof(plain)), -1);
    assert_int_equal(secret_unpad("\n\0\0\0\0\0\0\0", 8), 1);
    assert_int_equal(secret_unpad("a\0b\n\0\0\0\0", 8), 0);
    assert_int_equal(secret_unpad("ab\n\0\0\0\0c", 8), 0);
    assert_int_equal(secret_unpad("a\nb\n\0\0\0\0", 8), 0);
    assert_int_equal(secret_unpad("abcdefgh", 8), 0);
    assert_int_equal(secret_unpad("\0\0\0\0\0\0\0\0", 8), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_that_was_made_is_read),
        cmocka_unit_test(no_file_is_overwritten_or_reached_through_a_link),
        cmocka_unit_test(a_key_has_one_spelling),
        cmocka_unit_test(every_letter_but_a_small_digit_is_refused),
        cmocka_unit_test(a_key_that_others_can_reach_is_refused),
        cmocka_unit_test(only_a_file_is_a_key),
    };
    const struct CMUnitTest known[] = {
        cmocka_unit_test(a_question_is_proved),
        cmocka_unit_test(an_answer_is_sealed_and_opened),
        cmocka_unit_test(an_invalid_line_is_not_sealed),
        cmocka_unit_test(an_altered_answer_is_refused),
        cmocka_unit_test(a_key_wrong_by_one_bit_is_another),
        cmocka_unit_test(padding_is_one_line_and_zeros),
    };
    int failed =
        cmocka_run_group_tests_name("files", tests, enter_directory, leave_directory);

    /* Later random numbers are the test's. */
    randombytes_set_implementation(&known_numbers);
    return failed + cmocka_run_group_tests_name("known answers", known, NULL, NULL);
}
