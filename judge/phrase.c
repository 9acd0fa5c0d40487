#include "phrase.h"

#include <errno.h>
#include <string.h>

#include "key.h"
#include "utf8.h"

uint32_t phrase_fold(uint32_t code)
{
    if (code >= 'A' && code <= 'Z')
        return code - 'A' + 'a';
    return code == K_TAB || code == K_RETURN || code == '\n' ? ' ' : code;
}

/* Add a character of a phrase; blanks at its beginning, and after a blank, are none. */
static int add_character(struct phrase *phrase, uint32_t code)
{
    if (code == ' ' && (phrase->length == 0 || phrase->text[phrase->length - 1] == ' '))
        return 0;
    if (phrase->length == PHRASE_MAX) {
        errno = E2BIG;
        return -1;
    }
    phrase->text[phrase->length++] = code;
    return 0;
}

int phrase_read(struct phrase *phrase, const char *text)
{
    struct utf8 utf8 = {0};
    uint32_t codes[2];

    phrase->length = 0;
    for (; *text != '\0'; text++) {
        int count = utf8_decode(&utf8, (unsigned char)*text, codes);

        for (int i = 0; i < count; i++)
            if (add_character(phrase, phrase_fold(codes[i])) < 0)
                return -1;
    }
    if (phrase->length > 0 && phrase->text[phrase->length - 1] == ' ')
        phrase->length--;
    if (phrase->length > 0)
        return 0;
    errno = EINVAL;
    return -1;
}

/* The bytes of a run of blanks. */
static size_t blanks(const char *text, size_t length)
{
    size_t count = 0;

    while (count < length && phrase_fold((unsigned char)text[count]) == ' ')
        count++;
    return count;
}

/* The bytes of one character of a phrase; 0 for another. */
static size_t match_one(uint32_t code, const char *text, size_t length)
{
    char spelled[UTF8_MAX];
    size_t size = utf8_encode(code, spelled);

    if (code == ' ')
        return blanks(text, length);
    if (size == 1)
        return length > 0 && phrase_fold((unsigned char)text[0]) == code ? 1 : 0;
    return length >= size && memcmp(text, spelled, size) == 0 ? size : 0;
}

size_t phrase_match(const struct phrase *phrase, const char *text, size_t length)
{
    size_t at = 0;

    for (size_t i = 0; i < phrase->length; i++) {
        size_t size = match_one(phrase->text[i], text + at, length - at);

        if (size == 0)
            return 0;
        at += size;
    }
    return at;
}
