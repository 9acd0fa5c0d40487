#include "common/conversation/key.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { UNICODE_MAX = 0x10ffff };

struct named_key {
    const char *name;
    uint32_t code;
};

/* The names of rules/2009.txt, Appendix, and Escape, which is an extension. Frequent
 * keys come first. */
static const struct named_key written[] = {
    {"space", ' '},
    {"Return", K_RETURN},
    {"BackSpace", K_BACKSPACE},
    {"period", '.'},
    {"comma", ','},
    {"question", '?'},
    {"quoteright", '\''},
    {"braceleft", '{'},
    {"braceright", '}'},
    {"bracketleft", '['},
    {"bracketright", ']'},
    {"parenleft", '('},
    {"parenright", ')'},
    {"greater", '>'},
    {"less", '<'},
    {"slash", '/'},
    {"backslash", '\\'},
    {"bar", '|'},
    {"quotedbl", '"'},
    {"Tab", K_TAB},
    {"equal", '='},
    {"underscore", '_'},
    {"plus", '+'},
    {"minus", '-'},
    {"exclam", '!'},
    {"at", '@'},
    {"numbersign", '#'},
    {"dollar", '$'},
    {"percent", '%'},
    {"asterisk", '*'},
    {"asciicircum", '^'},
    {"asciitilde", '~'},
    {"quoteleft", '`'},
    {"ampersand", '&'},
    {"colon", ':'},
    {"semicolon", ';'},
    {"Escape", K_ESCAPE},
};

/* Other spellings in the logs of earlier contests. */
static const struct named_key only_read[] = {
    {"CR", K_RETURN},
    {"tab", K_TAB},
    {"quotedble", '"'},
    {"quotedl", '"'},
    {"apostrophe", '\''},
    {"grave", '`'},
};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

enum side side_other(enum side side)
{
    return side == SIDE_JUDGE ? SIDE_OTHER : SIDE_JUDGE;
}

const char *side_name(enum side side)
{
    return side == SIDE_JUDGE ? "judge" : "other";
}

static bool is_letter_or_digit(uint32_t code)
{
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') ||
           (code >= '0' && code <= '9');
}

static bool is_beyond_ascii(uint32_t code)
{
    bool surrogate = code >= 0xd800 && code <= 0xdfff;

    return code >= 0x80 && code <= UNICODE_MAX && !surrogate;
}

size_t key_spell(uint32_t code, char name[static KEY_NAME_SIZE])
{
    name[0] = '\0';
    if (is_letter_or_digit(code)) {
        name[0] = (char)code;
        name[1] = '\0';
        return 1;
    }
    if (is_beyond_ascii(code))
        return (size_t)snprintf(name, KEY_NAME_SIZE, "U%04" PRIX32, code);
    for (size_t i = 0; i < COUNT(written); i++)
        if (written[i].code == code)
            return (size_t)(stpcpy(name, written[i].name) - name);
    return 0;
}

static const struct named_key *find_name(
    const struct named_key *table, size_t count, const char *name, size_t len)
{
    for (size_t i = 0; i < count && len > 0; i++)
        if (table[i].name[0] == name[0] && strlen(table[i].name) == len &&
            memcmp(table[i].name, name, len) == 0)
            return &table[i];
    return NULL;
}

/* Read U and 4 to 6 upper-case hexadecimal digits; 0 for any other name. */
static uint32_t read_unicode(const char *name, size_t len)
{
    uint32_t code = 0;

    if (len < 5 || len > 7 || name[0] != 'U')
        return 0;
    for (size_t i = 1; i < len; i++) {
        char c = name[i];
        if (c >= '0' && c <= '9')
            code = code * 16 + (uint32_t)(c - '0');
        else if (c >= 'A' && c <= 'F')
            code = code * 16 + (uint32_t)(c - 'A' + 10);
        else
            return 0;
    }
    return is_beyond_ascii(code) ? code : 0;
}

int key_code(const char *name, size_t len, uint32_t *code)
{
    const struct named_key *row;
    uint32_t unicode;

    if (len == 1 && is_letter_or_digit((unsigned char)name[0])) {
        *code = (unsigned char)name[0];
        return 0;
    }
    row = find_name(written, COUNT(written), name, len);
    if (row == NULL)
        row = find_name(only_read, COUNT(only_read), name, len);
    if (row != NULL) {
        *code = row->code;
        return 0;
    }
    unicode = read_unicode(name, len);
    if (unicode == 0) {
        errno = EINVAL;
        return -1;
    }
    *code = unicode;
    return 0;
}

int key_time(const char *digits, size_t len, uint64_t *time)
{
    uint64_t value = 0;

    if (len < 1 || len > 19)
        goto invalid;
    for (size_t i = 0; i < len; i++) {
        if (digits[i] < '0' || digits[i] > '9')
            goto invalid;
        value = value * 10 + (uint64_t)(digits[i] - '0');
    }
    if (value > INT64_MAX)
        goto invalid;
    *time = value;
    return 0;
invalid:
    errno = EINVAL;
    return -1;
}

uint64_t key_time_ms(uint64_t time)
{
    if (time < KEY_TIME_HISTORIC)
        return time;
    return time / 10000000 * 1000 + time % 10000000 / 1000;
}

size_t key_text(const struct key *key, char text[static KEY_TEXT_SIZE])
{
    char name[KEY_NAME_SIZE];

    text[0] = '\0';
    if (key->time > KEY_TIME_MAX || key_spell(key->code, name) == 0)
        return 0;
    return (size_t)snprintf(text, KEY_TEXT_SIZE, "%018" PRIu64 ".%s.%s", key->time,
        name, side_name(key->side));
}

static int read_side(const char *text, size_t len, enum side *side)
{
    for (enum side s = SIDE_JUDGE; s <= SIDE_OTHER; s++)
        if (strlen(side_name(s)) == len && memcmp(side_name(s), text, len) == 0) {
            *side = s;
            return 0;
        }
    errno = EINVAL;
    return -1;
}

int key_read(const char *text, size_t len, struct key *key)
{
    const char *end = text + len;
    const char *first = memchr(text, '.', len);
    const char *second =
        first != NULL ? memchr(first + 1, '.', (size_t)(end - first - 1)) : NULL;
    struct key read;

    if (second == NULL) {
        errno = EINVAL;
        return -1;
    }
    if (key_time(text, (size_t)(first - text), &read.time) < 0 ||
        key_code(first + 1, (size_t)(second - first - 1), &read.code) < 0 ||
        read_side(second + 1, (size_t)(end - second - 1), &read.side) < 0)
        return -1;
    read.time = key_time_ms(read.time);
    *key = read;
    return 0;
}
