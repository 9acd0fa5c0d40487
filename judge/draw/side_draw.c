#include "judge/draw/side_draw.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/conversation/wire.h"

static int draw_error(int error)
{
    errno = error;
    return -1;
}

/* Whether a word has no blank and no control character. */
static bool is_word(const char *word)
{
    for (const char *c = word; *c != '\0'; c++)
        if ((unsigned char)*c <= ' ' || *c == 0x7f)
            return false;
    return word[0] != '\0';
}

/* The lowest bit of a hexadecimal digit. */
static bool is_odd(char digit)
{
    return strchr("13579bdf", digit) != NULL;
}

int side_draw_sides(
    struct side_draw *d, const char *first, const char *second, const char *chance)
{
    bool swapped;

    if (!is_word(first) || !is_word(second) ||
        !wire_is_hex(chance, SIDE_DRAW_CHANCE_DIGITS))
        return draw_error(EINVAL);
    if (strlen(first) > SIDE_DRAW_STATION_MAX || strlen(second) > SIDE_DRAW_STATION_MAX)
        return draw_error(ENAMETOOLONG);
    if (strcmp(first, second) == 0)
        return draw_error(EEXIST);
    swapped = is_odd(chance[SIDE_DRAW_CHANCE_DIGITS - 1]);
    d->swapped = swapped;
    snprintf(d->text, sizeof(d->text), "left=%s right=%s", swapped ? second : first,
        swapped ? first : second);
    memcpy(d->nonce, chance, SIDE_DRAW_NONCE_DIGITS);
    d->nonce[SIDE_DRAW_NONCE_DIGITS] = '\0';
    return 0;
}

int side_draw_recall(
    struct side_draw *d, const char *left, const char *right, const char *nonce)
{
    struct side_draw recalled = {.swapped = false};
    int length =
        snprintf(recalled.text, sizeof(recalled.text), "left=%s right=%s", left, right);

    if (length >= (int)sizeof(recalled.text) || strlen(nonce) > SIDE_DRAW_NONCE_DIGITS)
        return draw_error(ENAMETOOLONG);
    snprintf(recalled.nonce, sizeof(recalled.nonce), "%s", nonce);
    *d = recalled;
    return 0;
}

/* Copy the word after a prefix, up to a blank or the end. Returns the text after the
 * word, or NULL. */
static const char *read_station(
    const char *at, const char *prefix, char word[static SIDE_DRAW_STATION_MAX + 1])
{
    size_t length;

    if (strncmp(at, prefix, strlen(prefix)) != 0)
        return NULL;
    at += strlen(prefix);
    length = strcspn(at, " ");
    if (length > SIDE_DRAW_STATION_MAX)
        return NULL;
    memcpy(word, at, length);
    word[length] = '\0';
    return is_word(word) ? at + length : NULL;
}

int side_draw_read(const char *text, char left[static SIDE_DRAW_STATION_MAX + 1],
    char right[static SIDE_DRAW_STATION_MAX + 1])
{
    const char *at = read_station(text, "left=", left);

    if (at != NULL)
        at = read_station(at, " right=", right);
    if (at == NULL || *at != '\0' || strcmp(left, right) == 0)
        return draw_error(EINVAL);
    return 0;
}
