/*
 * feed.h - one conversation that a referee follows. It comes from a file (feed_file.h)
 * or over the wire (feed_station.h), which add keys as they come; the feed keeps them
 * on a timeline and reports finished lines.
 *
 * Nothing is written: files are opened for reading only, and stations receive a
 * referee's greeting and no more.
 */
#ifndef FEED_H
#define FEED_H

#include <poll.h>
#include <regex.h>

#include "judge/referee/record/timeline.h"

enum {
    FEED_NAME_SIZE = 4096,
    FEED_NOTE_SIZE = 96,
    FEED_WHERE_SIZE = RECORD_NAME_MAX + 16,
    FEED_SESSION_SIZE = 33,
    FEED_TIME_SIZE = 32,
};

struct feed;

/* Receives each finished line in the form of a transcript, with its '\n'; rings: the
 * line matches the pattern. */
struct feed_listener {
    void (*line)(
        void *to, struct feed *feed, const char *line, size_t length, bool rings);
    void *to;
};

/* The operations of a source; a file, which poll(2) cannot watch, lacks fd and due. */
struct feed_operations {
    struct pollfd (*fd)(const void *source); /* fd -1: nothing to wait for */
    void (*step)(
        struct feed *feed, short revents, int64_t tick); /* read all there is */
    int64_t (*due)(const void *source);                  /* tick of the next step */
    void (*close)(void *source);
};

struct feed {
    const struct feed_operations *operations; /* of the source */
    void *source;                /* struct feed_file or struct feed_station */
    char name[FEED_NAME_SIZE];   /* path, or HOST:PORT */
    char where[FEED_WHERE_SIZE]; /* conversation in a file of several: " left"; or empty
                                  */
    char session[FEED_SESSION_SIZE]; /* session of the wire; empty: not known */
    char note[FEED_NOTE_SIZE];       /* why no keys come; empty: they do */
    bool note_is_new;                /* the note has not been printed */
    bool ended;                      /* the conversation is over */
    bool unread;                     /* drawn again at the next drawing */
    bool rang;                       /* a line matched since the pane was last opened */
    unsigned flags;                  /* flags set by the referee */
    struct timeline timeline;
    struct record_player player; /* at the newest key */
    struct transcript lines;     /* writes the player's lines */
    uint64_t ms;                 /* time of the last event, since the Unix epoch */
    bool is_timeless;            /* the record has no times: lines have "--:--:--" */
    bool says_lines;     /* the player's lines are reported; false: the file's own */
    const regex_t *bell; /* pattern that rings; NULL: no pattern */
    struct feed_listener listener;
};

/*
 * Make a feed of a source, which feed_close() closes; bell may be NULL and must outlive
 * it. Returns it; or NULL with errno ENOMEM, the source being closed.
 */
struct feed *feed_open(const struct feed_operations *operations, void *source,
    const char *name, const regex_t *bell, const struct feed_listener *listener);
void feed_close(struct feed *f);

/* The descriptor to wait for, of a station's feed; fd -1: none. */
struct pollfd feed_fd(const struct feed *f);

/* Read all there is, after poll(2) with these revents, or 0 for a file. */
void feed_step(struct feed *f, short revents, int64_t tick);

/* The tick at which feed_step() is next needed; INT64_MAX for a file. */
int64_t feed_due(const struct feed *f);

/* The judge at the moment shown, 0 to 99, or KEYLOG_NO_JUDGE. */
int feed_judge(const struct feed *f);

/* Write a time, in milliseconds since the Unix epoch, as local time in a format of
 * strftime(); an empty text for 0. */
void feed_time(uint64_t ms, const char *format, char text[static FEED_TIME_SIZE]);

/* For sources. */

/* Note why no keys come. */
void feed_note(struct feed *f, const char *why);

/* Start a conversation under a book, with its first round; the one before is forgotten.
 * Returns 0, or -1 with a note. */
int feed_begin(
    struct feed *f, const struct rulebook *book, const struct record_round *round);

/* Forget the conversation. */
void feed_reset(struct feed *f);

/* Add a key of a conversation that has begun; without one nothing happens. */
void feed_key(struct feed *f, const struct key *key);

/* The judge of the next keys, where no @@nn says it; ms is since the Unix epoch. */
void feed_seat(struct feed *f, int judge, uint64_t ms);

/* Start a round with the next key. */
void feed_round(struct feed *f, const struct record_round *round);

/* End the conversation: unfinished lines are reported as they stand. */
void feed_end(struct feed *f);

/* Report a line, with its '\n'. */
void feed_say(struct feed *f, const char *line, size_t length);

#endif
