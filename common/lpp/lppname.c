#include "common/lpp/lppname.h"

#include <stdbool.h>
#include <string.h>

/* Whether the rules have a key: letters, digits, and their special characters. */
static bool is_of_the_rules(uint32_t code)
{
    return (code >= ' ' && code <= '~') || code == K_TAB || code == K_RETURN ||
           code == K_BACKSPACE;
}

static bool read_side(const char *text, size_t length, enum side *side)
{
    for (enum side s = SIDE_JUDGE; s <= SIDE_OTHER; s++)
        if (strlen(side_name(s)) == length && memcmp(side_name(s), text, length) == 0) {
            *side = s;
            return true;
        }
    return false;
}

static bool read_word(const char *word, size_t length, uint32_t *code)
{
    if (key_code(word, length, code) == 0)
        return is_of_the_rules(*code);
    *code = (unsigned char)word[0];
    return length == 1 && *code >= ' ' && *code <= '~';
}

enum lppname_kind lppname_read(const char *name, size_t length, struct lppname *out)
{
    const char *end = name + length;
    const char *first = memchr(name, '.', length);
    const char *last = memrchr(name, '.', length);
    size_t word;

    /* Fewer than two dots, or nothing between them. */
    if (first == last || last == first + 1)
        return LPPNAME_FOREIGN;
    word = (size_t)(last - first - 1);
    if (word > LPPNAME_WORD_MAX ||
        key_time(name, (size_t)(first - name), &out->number) < 0 ||
        !read_side(last + 1, (size_t)(end - last - 1), &out->side))
        return LPPNAME_FOREIGN;
    return read_word(first + 1, word, &out->code) ? LPPNAME_KEY : LPPNAME_UNKNOWN;
}

size_t lppname_write(const struct key *key, char name[static KEY_TEXT_SIZE])
{
    name[0] = '\0';
    return is_of_the_rules(key->code) ? key_text(key, name) : 0;
}
