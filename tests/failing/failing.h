/*
 * failing.h - one conversation of two programs, in one of which a system call fails
 * (faulty.c): how it is played, and what has become of its records.
 */
#ifndef FAILING_H
#define FAILING_H

#include <stdbool.h>
#include <stddef.h>

enum { JUDGE, STATION, PLAYERS };

/* What a player has at most to say on standard error, and somebody about it; and the
 * length of the name of a directory. */
enum { FAILING_SAID_SIZE = 8192, FAILING_WHY_SIZE = 512, FAILING_DIRECTORY_SIZE = 512 };

/* A program that has ended. */
struct failing_player {
    const char *name; /* judge or confederate */
    char directory[FAILING_DIRECTORY_SIZE];
    int status; /* as wait() gives it; 0 too for a judge that had nobody to call */
    bool started;
    bool left_behind; /* it did not end when the other had, well; it had to be told */
    bool starved; /* it said that it waits for what does not come; it had to be told */
    char said[FAILING_SAID_SIZE]; /* on standard error */
};

struct failing_play {
    char directory[FAILING_DIRECTORY_SIZE];
    struct failing_player players[PLAYERS];
    bool struck; /* the fault came to pass */
};

/*
 * Play the conversation with the programs of a directory and a rule of faulty.c for
 * the victim. rounds is how often the turns after the greeting are said. waits is what
 * the victim says when it waits for what the rule takes away for good: it is then told
 * to end; NULL if it is never to wait so.
 * Returns 0 if both programs have ended within the time allowed; or -1, why[] then says
 * what went wrong. Either way play->directory holds all files, until
 * failing_clear() takes them away.
 */
int failing_play(struct failing_play *play, const char *programs, int victim,
    const char *rule, const char *waits, int rounds, char why[static FAILING_WHY_SIZE]);
void failing_clear(const struct failing_play *play);

/* What a player's files hold. */
struct failing_record {
    bool begun;    /* there is a key log */
    bool complete; /* one of them has all that was said, and its end */
    size_t keys;   /* in the longest of them */
    int logs;      /* how many there are */
};

/*
 * Read a player's files. torn says whether a last line may be cut short.
 * Returns 0 if every log is the conversation from its start, as far as it goes, each
 * side's times increase, and each transcript has the lines of its log's keys; or -1,
 * why[] then says what is wrong.
 */
int failing_read(struct failing_record *record, const struct failing_player *player,
    int rounds, bool torn, char why[static FAILING_WHY_SIZE]);

/* Whether two players' longest logs have the same keys, times included, as far as both
 * go. */
bool failing_agree(const struct failing_play *play);

/* What the nth turn is, the judge's if n is even; NULL after the last. */
const char *failing_turn(int n, int rounds);

#endif
