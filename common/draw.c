#include "draw.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int fails(int error)
{
    errno = error;
    return -1;
}

/* Whether a word can stand in a draw's text: the blank ends it there. */
static bool is_word(const char *word)
{
    for (const char *c = word; *c != '\0'; c++)
        if ((unsigned char)*c <= ' ' || *c == 0x7f)
            return false;
    return word[0] != '\0';
}

static bool is_chance(const char *chance)
{
    return strlen(chance) == DRAW_CHANCE_DIGITS &&
           strspn(chance, "0123456789abcdef") == DRAW_CHANCE_DIGITS;
}

/* The lowest bit of a hexadecimal digit. */
static bool is_odd(char digit)
{
    return strchr("13579bdf", digit) != NULL;
}

int draw_sides(
    struct draw *d, const char *first, const char *second, const char *chance)
{
    bool swapped;

    if (!is_word(first) || !is_word(second) || !is_chance(chance))
        return fails(EINVAL);
    if (strlen(first) > DRAW_STATION_MAX || strlen(second) > DRAW_STATION_MAX)
        return fails(ENAMETOOLONG);
    if (strcmp(first, second) == 0)
        return fails(EEXIST);
    swapped = is_odd(chance[DRAW_CHANCE_DIGITS - 1]);
    d->swapped = swapped;
    snprintf(d->text, sizeof(d->text), "left=%s right=%s", swapped ? second : first,
        swapped ? first : second);
    memcpy(d->nonce, chance, DRAW_NONCE_DIGITS);
    d->nonce[DRAW_NONCE_DIGITS] = '\0';
    return 0;
}

/* Copy the word behind a prefix, up to the blank or the end. Returns what is behind it,
 * or NULL. */
static const char *take_word(
    const char *at, const char *prefix, char word[static DRAW_STATION_MAX + 1])
{
    size_t length;

    if (strncmp(at, prefix, strlen(prefix)) != 0)
        return NULL;
    at += strlen(prefix);
    length = strcspn(at, " ");
    if (length > DRAW_STATION_MAX)
        return NULL;
    memcpy(word, at, length);
    word[length] = '\0';
    return is_word(word) ? at + length : NULL;
}

int draw_read(const char *text, char left[static DRAW_STATION_MAX + 1],
    char right[static DRAW_STATION_MAX + 1])
{
    const char *at = take_word(text, "left=", left);

    if (at != NULL)
        at = take_word(at, " right=", right);
    if (at == NULL || *at != '\0' || strcmp(left, right) == 0)
        return fails(EINVAL);
    return 0;
}
