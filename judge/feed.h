/*
 * feed.h - where a conversation that is followed comes from: a file that grows, or a
 * station that tells its listeners. Whatever happens here, nothing is written: files
 * are opened for reading only, and to a station nothing is said but a referee's
 * greeting.
 */
#ifndef FEED_H
#define FEED_H

#include <poll.h>
#include <regex.h>

#include "link.h"
#include "lpp2.h"
#include "place.h"
#include "record.h"
#include "scene.h"

enum {
    FEED_NAME_SIZE = 4096,
    FEED_LINE_SIZE = 8192, /* a line of a transcript, and more */
    FEED_HEAD_SIZE = 4096, /* by which a file's form is known */
    FEED_NOTE_SIZE = 96,
    FEED_STILL_MS = 3000, /* a heading is written at once: one that is not whole by then
                             may never be */
    FEED_WHERE_SIZE = RECORD_NAME_MAX + 16,
};

struct feed;

/* Told of each line as a transcript has it, '\n' included, and whether it matches the
 * pattern. */
struct feed_news {
    void (*line)(
        void *to, struct feed *feed, const char *line, size_t length, bool rings);
    void *to;
};

struct feed {
    char name[FEED_NAME_SIZE]; /* the file, or HOST:PORT */
    bool is_station;
    bool hidden; /* the same conversation is followed from its key log */
    bool ended;
    bool unread; /* something has come since it was last drawn */
    bool rang;   /* a line has matched the pattern since somebody looked */
    unsigned flags;
    char note[FEED_NOTE_SIZE]; /* why nothing comes, or empty, */
    bool note_is_new;          /* and nobody has been told */
    char session[WIRE_SESSION_SIZE + 1];
    struct scene scene;
    struct transcript lines;
    struct feed_news news;
    const regex_t *bell; /* or NULL */

    /* Of a file. */
    int fd;
    struct place place;
    bool known;    /* its form is, and its lines are read */
    ssize_t head;  /* until then: its bytes at the last look, */
    int64_t since; /* tick: and since when there are so many */
    struct record_reader reader;
    bool has_pane;         /* a key has come: a feed follows one pane of its file, */
    enum record_pane pane; /* this one */
    bool splits;           /* the file has keys of the other, which nobody follows */
    bool has_twin;         /* somebody does */
    struct lpp2 *lpp2;     /* of an LPP v2, what it has said so far, */
    size_t talk;           /* and its conversation that is followed, in that order */
    char where[FEED_WHERE_SIZE]; /* its name: " judge0 left"; empty: nothing has come */
    uint64_t day;                /* of a transcript: its midnight, milliseconds */
    int second;                  /* of that day, of the last line */
    uint64_t last[2];            /* released, of each side */
    size_t length, cut;          /* of the line that is not whole yet */
    char line[FEED_LINE_SIZE];

    /* Of a station. */
    struct link *link;
    struct link_address *places;
    int count, at;
    int64_t due, heard; /* ticks: of the next attempt, of the last message */
    const struct secret *secret;
};

/* Follow a file, by its name: of a key log the pane that its first key is in. A copy
 * that takes its place is read on; another file from its beginning, and what came
 * before is forgotten. Returns it; or NULL with errno: EISDIR, EINVAL (no regular file,
 * or no text), ENOMEM, or that of open(). */
struct feed *feed_open_file(
    const char *path, const regex_t *bell, const struct feed_news *news);

/* Follow the other pane of the same file, or the next conversation of an LPP v2, as
 * soon as splits says that there is one. Returns it, or NULL as feed_open_file(). */
struct feed *feed_open_twin(struct feed *s);

/* " left" or " right" for a file that has both sides of a judge's pair, as those of
 * 2007 to 2013 have; " judge0 left" and the like for an LPP v2; or nothing. */
const char *feed_pane(const struct feed *s);

/* Follow a station, as judges name it. Returns it; or NULL with errno: EINVAL, ENOENT
 * (no such host), ENOMEM. secret may be NULL, and must outlive it. */
struct feed *feed_open_station(const char *name, const struct secret *secret,
    const regex_t *bell, const struct feed_news *news);
void feed_close(struct feed *s);

/* What to wait for; -1 for nothing: files tell nobody that they grow. */
struct pollfd feed_fd(const struct feed *s);

/* Take in what there is. */
void feed_step(struct feed *s, short revents, int64_t tick);

/* The tick at which feed_step() is next needed, INT64_MAX for never. */
int64_t feed_due(const struct feed *s);

#endif
