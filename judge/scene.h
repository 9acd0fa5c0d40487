/*
 * scene.h - a conversation that somebody follows: all its keys, and the page that they
 * make up to now or up to an earlier moment. Pure.
 *
 * Lines of a transcript are keys too: each character, and a Return, all at one moment.
 */
#ifndef SCENE_H
#define SCENE_H

#include "page.h"

enum { SCENE_FIND_MAX = 256 }; /* characters that are looked for; no more count */

struct scene_key {
    uint64_t ms; /* since the Unix epoch */
    uint32_t code;
    uint8_t side;   /* enum side */
    bool fresh;     /* a round begins with it: on an empty page */
    uint16_t judge; /* who sat there, where no @@nn says it */
};

/* Told of each line that was finished, and of each judge who has sat down, as they
 * come; not again when somebody looks back. */
struct scene_news {
    void (*tell)(void *to, const struct event *event, uint64_t ms);
    void *to;
};

struct scene {
    const struct rulebook *book;
    struct rulebook own; /* that, where there are no turns */
    struct scene_news news;
    struct scene_key *keys;
    size_t count, capacity;
    size_t shown; /* so many of the keys have made the page */
    bool live;    /* and it goes on with each new one */
    struct prompt prompt;
    struct page page;
    struct prompt now; /* after all keys, whatever is shown */
    bool begun;        /* there is a page */
    bool seated;       /* who judges is known */
    bool fresh;        /* the next key begins a round */
};

/*
 * Begin anew under a book, or NULL where lines come as they come; what there was is
 * forgotten. Zero *s before the first time. Returns 0; or -1 with errno ENOMEM, the
 * scene empty.
 */
int scene_begin(
    struct scene *s, const struct rulebook *book, const struct scene_news *news);
void scene_free(struct scene *s);

/* One more key. Returns 0; or -1 with errno ENOMEM, nothing changed. */
int scene_add(struct scene *s, uint64_t ms, uint32_t code, enum side side);

/* Who judges, where no @@nn says it: before that nobody knows. */
void scene_seat(struct scene *s, unsigned judge, uint64_t ms);

/* The conversation is over: unfinished lines are told as they stand. */
void scene_end(struct scene *s);

/* The same, and another round begins with the next key. */
void scene_round(struct scene *s);

/* Show what there was at a moment: every key that was made by then. Returns 0 or -1 as
 * scene_add(); the page is then empty. */
int scene_seek(struct scene *s, uint64_t ms);

/* Show everything, and go on with what comes. */
int scene_go_live(struct scene *s);

/* The moment of the last key that is shown, of the last of all; 0: there is none. */
uint64_t scene_moment(const struct scene *s);
uint64_t scene_last(const struct scene *s);

/*
 * Look for a text of UTF-8, letters of ASCII in either case alike, in the page, from
 * the line before (or with older false, behind) `from` on. Returns the line, or
 * page.count for none.
 */
size_t scene_find(const struct scene *s, const char *text, size_t from, bool older);

#endif
