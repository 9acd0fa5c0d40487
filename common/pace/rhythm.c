#include "common/pace/rhythm.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "common/conversation/key.h"

/* A log-normal distribution. */
struct spread {
    double median; /* milliseconds */
    double sigma;  /* standard deviation of the logarithm */
};

/* The kind of a gap, by the keys around it. */
enum place {
    COMMON_PAIR, /* between two letters that often follow each other */
    SAME_LETTER, /* between two equal letters */
    OTHER_HAND,  /* between two other letters, typed by both hands */
    SAME_HAND,   /* between two other letters, typed by one hand */
    WORD_END,    /* before a blank */
    WORD_START,  /* after a blank */
    CAPITAL,     /* before a capital letter: Shift goes down */
    STOP,        /* before a punctuation mark */
    AFTER_STOP,  /* after a punctuation mark */
    RETURN,      /* before a Return */
    OTHER_PLACE, /* digits, signs, the first key of a line */
    PLACES
};

/*
 * Gaps. Source: the judges' keys in the published logs of the 2012 contest: medians and
 * quartiles of about 21,000 gaps, rounded.
 */
static const struct spread gaps[PLACES] = {
    [COMMON_PAIR] = {124, 0.60},
    [SAME_LETTER] = {153, 0.20},
    [OTHER_HAND] = {146, 0.57},
    [SAME_HAND] = {183, 0.38},
    [WORD_END] = {160, 0.42},
    [WORD_START] = {222, 0.62},
    [CAPITAL] = {450, 0.70},
    [STOP] = {430, 0.72},
    [AFTER_STOP] = {176, 0.40},
    [RETURN] = {430, 0.80},
    [OTHER_PLACE] = {200, 0.80},
};

/*
 * Typists sometimes think before a word, a capital letter, a mark or a Return, and
 * after a mark. Source: the same logs; with this share the 95th percentile of all gaps
 * is 680 ms.
 */
static const double pause_share = 0.10;
static const struct spread pauses = {1100, 0.60};
static const int64_t least_gap = 20, largest_gap = 6000;

/*
 * From the judge's Return to the first key of a whole reply: time to read each
 * character of the turn, to think, and to type each key of the answer. Source: the
 * human sides of the same logs. The times here are longer: the drawn moment is later
 * than the human's own answer in 98 of 100 of their turns (doc/blindness.md).
 */
static const double reading_ms = 50;
static const struct spread thinking = {40000, 0.50};
static const struct spread typing = {500, 0.30};

/*
 * The most frequent pairs of letters in English. Source: Peter Norvig, English Letter
 * Frequency Counts: Mayzner Revisited (2012).
 */
static const char common_pairs[] =
    "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as "
    "ou io le ve co me de hi ri ro ic ne ea ra ce li ch ll be ma si om ur";

void rhythm_init(struct rhythm *r, uint64_t seed)
{
    r->state = seed;
}

/* SplitMix64 (Steele, Lea and Flood 2014); any seed is good. */
static uint64_t next_number(struct rhythm *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* Draw a number above 0, at most 1. */
static double next_share(struct rhythm *r)
{
    return (double)((next_number(r) >> 11) + 1) / 9007199254740992.0; /* 2^53 */
}

static double draw_from(struct rhythm *r, const struct spread *spread)
{
    static const double turn = 6.283185307179586;
    /* A normal deviate by the method of Box and Muller. */
    double normal = sqrt(-2 * log(next_share(r)));

    normal *= cos(turn * next_share(r));
    return spread->median * exp(spread->sigma * normal);
}

static bool is_stop(uint32_t key)
{
    return key != 0 && key < 0x80 && strchr(".,;:?!", (int)key) != NULL;
}

static bool is_letter(uint32_t key)
{
    return key < 0x80 && isalpha((int)key);
}

static bool is_capital(uint32_t key)
{
    return key < 0x80 && isupper((int)key);
}

static bool is_left(char letter)
{
    return strchr("qwertasdfgzxcvb", letter) != NULL;
}

static enum place between_letters(char first, char second)
{
    const char *pair = common_pairs;

    if (first == second)
        return SAME_LETTER;
    for (; *pair != '\0'; pair += pair[2] == ' ' ? 3 : 2)
        if (pair[0] == first && pair[1] == second)
            return COMMON_PAIR;
    return is_left(first) == is_left(second) ? SAME_HAND : OTHER_HAND;
}

static enum place find_place(uint32_t before, uint32_t key)
{
    if (key == K_RETURN)
        return RETURN;
    if (is_stop(key))
        return STOP;
    if (is_stop(before))
        return AFTER_STOP;
    if (is_capital(key) && !is_capital(before))
        return CAPITAL;
    if (key == ' ')
        return WORD_END;
    if (before == ' ')
        return WORD_START;
    if (is_letter(before) && is_letter(key))
        return between_letters((char)tolower((int)before), (char)tolower((int)key));
    return OTHER_PLACE;
}

static bool may_pause(enum place place)
{
    return place == WORD_START || place == AFTER_STOP || place == CAPITAL ||
           place == STOP || place == RETURN;
}

int64_t rhythm_gap(struct rhythm *r, uint32_t before, uint32_t key)
{
    enum place place = find_place(before, key);
    bool pauses_here = may_pause(place) && next_share(r) < pause_share;
    int64_t gap = (int64_t)draw_from(r, pauses_here ? &pauses : &gaps[place]);

    if (gap < least_gap)
        return least_gap;
    return gap < largest_gap ? gap : largest_gap;
}

int64_t rhythm_wait(struct rhythm *r, size_t read, size_t keys)
{
    double each = draw_from(r, &typing);
    double all =
        (double)read * reading_ms + draw_from(r, &thinking) + (double)keys * each;

    return (int64_t)all;
}
