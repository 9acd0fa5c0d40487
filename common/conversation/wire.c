#include "common/conversation/wire.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LETTERS "abcdefghijklmnopqrstuvwxyz"
#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

/* Whether text is 1 to max characters, all of them in the set. */
static bool is_made_of(const char *text, const char *set, size_t max)
{
    size_t length = strlen(text);

    return length >= 1 && length <= max && strspn(text, set) == length;
}

bool wire_is_label(const char *text)
{
    return is_made_of(text, LETTERS CAPITALS DIGITS "-", WIRE_LABEL_MAX);
}

bool wire_is_hex(const char *text, size_t digits)
{
    return strlen(text) == digits && strspn(text, DIGITS "abcdef") == digits;
}

bool wire_is_session(const char *text)
{
    return wire_is_hex(text, WIRE_SESSION_SIZE);
}

static bool is_book(const char *text)
{
    return is_made_of(text, LETTERS DIGITS, WIRE_BOOK_MAX);
}

static bool is_word(const char *text)
{
    return is_made_of(text, LETTERS, WIRE_WORD_MAX);
}

/* Writing */

static int write_greeting(const struct wire_message *m, const char *who, char *line)
{
    if ((m->session[0] != '\0' && !wire_is_session(m->session)) || !is_book(m->book) ||
        m->got > KEY_TIME_MAX || m->made > KEY_TIME_MAX)
        return 0;
    return snprintf(line, WIRE_LINE_MAX, "LP1 %s %s %018" PRIu64 " %018" PRIu64 " %s",
        who, m->session[0] != '\0' ? m->session : "-", m->got, m->made, m->book);
}

static int write_judge(const struct wire_message *m, char *line)
{
    char who[16];

    if (m->judge > 99)
        return 0;
    snprintf(who, sizeof(who), "judge %02u", m->judge);
    return write_greeting(m, who, line);
}

static int write_other(const struct wire_message *m, char *line)
{
    char who[8 + WIRE_LABEL_MAX];

    if (!wire_is_label(m->label))
        return 0;
    snprintf(who, sizeof(who), "other %s", m->label);
    return write_greeting(m, who, line);
}

static int write_seal(const struct wire_message *m, char *line)
{
    if (!wire_is_hex(m->share, WIRE_SHARE_SIZE) ||
        !wire_is_hex(m->proof, WIRE_PROOF_SIZE))
        return 0;
    return snprintf(line, WIRE_LINE_MAX, "LP1 seal %s %s", m->share, m->proof);
}

static int write_key(const struct wire_message *m, char *line)
{
    return m->key.time < KEY_TIME_HISTORIC ? (int)key_text(&m->key, line) : 0;
}

static int write_ping(const struct wire_message *m, char *line)
{
    if (m->left == WIRE_LEFT_NONE)
        return snprintf(line, WIRE_LINE_MAX, "ping -");
    if (m->left == WIRE_LEFT_LOCKED)
        return snprintf(line, WIRE_LINE_MAX, "ping locked");
    if (m->left < 0)
        return 0;
    return snprintf(line, WIRE_LINE_MAX, "ping %" PRId64, m->left);
}

static int write_line(const struct wire_message *m, char *line)
{
    switch (m->kind) {
    case WIRE_JUDGE:
        return write_judge(m, line);
    case WIRE_REFEREE:
        return snprintf(line, WIRE_LINE_MAX, "LP1 referee - - 0 0 -");
    case WIRE_OTHER:
        return write_other(m, line);
    case WIRE_REFUSE:
        return is_word(m->word)
                   ? snprintf(line, WIRE_LINE_MAX, "LP1 refuse %s", m->word)
                   : 0;
    case WIRE_SEAL:
        return write_seal(m, line);
    case WIRE_KEY:
        return write_key(m, line);
    case WIRE_LIVE:
        return snprintf(line, WIRE_LINE_MAX, "live");
    case WIRE_PING:
        return write_ping(m, line);
    case WIRE_BYE:
        return snprintf(line, WIRE_LINE_MAX, "bye");
    }
    return 0;
}

size_t wire_encode(const struct wire_message *message, char line[static WIRE_LINE_MAX])
{
    int length = write_line(message, line);

    if (length <= 0 || length >= WIRE_LINE_MAX)
        return 0;
    line[length] = '\n';
    return (size_t)length + 1;
}

/* Decoding: split loosely, then encode again and compare: one spelling only. */

size_t wire_split(char *line, char *fields[static WIRE_FIELDS_MAX])
{
    size_t count = 0;
    char *rest = NULL;

    for (char *field = strtok_r(line, " \n", &rest);
         field != NULL && count < WIRE_FIELDS_MAX; field = strtok_r(NULL, " \n", &rest))
        fields[count++] = field;
    return count;
}

static void copy_field(char *to, size_t size, const char *field)
{
    snprintf(to, size, "%s", field);
}

/* SESSION GOT MADE BOOK */
static bool read_rest_of_greeting(char *fields[static 4], struct wire_message *m)
{
    if (strcmp(fields[0], "-") != 0)
        copy_field(m->session, sizeof(m->session), fields[0]);
    copy_field(m->book, sizeof(m->book), fields[3]);
    return key_time(fields[1], strlen(fields[1]), &m->got) == 0 &&
           key_time(fields[2], strlen(fields[2]), &m->made) == 0;
}

static bool read_greeting(
    char *fields[static WIRE_FIELDS_MAX], size_t count, struct wire_message *m)
{
    const char *who = count > 1 ? fields[1] : "";

    if (count == 3 && strcmp(who, "refuse") == 0) {
        m->kind = WIRE_REFUSE;
        copy_field(m->word, sizeof(m->word), fields[2]);
        return true;
    }
    if (count == 4 && strcmp(who, "seal") == 0) {
        m->kind = WIRE_SEAL;
        copy_field(m->share, sizeof(m->share), fields[2]);
        copy_field(m->proof, sizeof(m->proof), fields[3]);
        return true;
    }
    if (count != WIRE_FIELDS_MAX)
        return false;
    if (strcmp(who, "judge") == 0) {
        m->kind = WIRE_JUDGE;
        m->judge = (unsigned)(fields[2][0] - '0') * 10 + (unsigned)(fields[2][1] - '0');
        return read_rest_of_greeting(fields + 3, m);
    }
    if (strcmp(who, "other") == 0) {
        m->kind = WIRE_OTHER;
        copy_field(m->label, sizeof(m->label), fields[2]);
        return read_rest_of_greeting(fields + 3, m);
    }
    m->kind = WIRE_REFEREE;
    return true;
}

static bool read_ping(const char *left, struct wire_message *m)
{
    uint64_t ms;

    m->kind = WIRE_PING;
    m->left = strcmp(left, "-") == 0 ? WIRE_LEFT_NONE : WIRE_LEFT_LOCKED;
    if (key_time(left, strlen(left), &ms) == 0)
        m->left = (int64_t)ms;
    return true;
}

/* Only a key begins with a digit. */
static bool read_key(const char *text, struct wire_message *m)
{
    m->kind = WIRE_KEY;
    return key_read(text, strlen(text), &m->key) == 0;
}

static bool read_fields(char *text, struct wire_message *m)
{
    char *fields[WIRE_FIELDS_MAX] = {NULL};
    size_t count = wire_split(text, fields);

    if (count == 0)
        return false;
    if (strcmp(fields[0], "LP1") == 0)
        return read_greeting(fields, count, m);
    if (count == 2 && strcmp(fields[0], "ping") == 0)
        return read_ping(fields[1], m);
    if (strcmp(fields[0], "live") == 0)
        m->kind = WIRE_LIVE;
    else if (strcmp(fields[0], "bye") == 0)
        m->kind = WIRE_BYE;
    else
        return false;
    return true;
}

static bool read_line(const char *line, size_t length, struct wire_message *message)
{
    struct wire_message read = {0};
    char text[WIRE_LINE_MAX];
    char again[WIRE_LINE_MAX];

    if (memchr(line, '\0', length) != NULL)
        return false;
    memcpy(text, line, length - 1);
    text[length - 1] = '\0';
    if (!(isdigit((unsigned char)text[0]) ? read_key(text, &read)
                                          : read_fields(text, &read)) ||
        wire_encode(&read, again) != length || memcmp(again, line, length) != 0)
        return false;
    *message = read;
    return true;
}

int wire_read(struct wire_reader *reader, const char **bytes, size_t *count,
    struct wire_message *message)
{
    while (*count > 0 && !reader->broken) {
        char c = *(*bytes)++;

        (*count)--;
        reader->line[reader->length++] = c;
        if (c == '\n') {
            reader->broken = !read_line(reader->line, reader->length, message);
            if (!reader->broken) {
                reader->length = 0;
                return 1;
            }
        }
        if (reader->length == WIRE_LINE_MAX)
            reader->broken = true;
    }
    if (!reader->broken)
        return 0;
    errno = EPROTO;
    return -1;
}
