/*
 * failing.h - one conversation of two programs, in one of which a system call fails
 * (faulty.c): its performance and its records.
 */
#ifndef FAILING_H
#define FAILING_H

#include <stdbool.h>
#include <stddef.h>

enum { JUDGE, STATION, PLAYERS };

/* Sizes of a player's text on standard error, of an error line, and of the name of a
 * directory. */
enum { FAILING_SAID_SIZE = 8192, FAILING_WHY_SIZE = 512, FAILING_DIRECTORY_SIZE = 512 };

/* A program that has ended. */
struct failing_player {
    const char *name; /* judge or confederate */
    char directory[FAILING_DIRECTORY_SIZE];
    int status; /* as wait() gives it; 0 too for a judge without a station */
    bool started;
    bool left_behind; /* it stayed after the other had ended well, and got a signal */
    bool starved;     /* it reported an endless wait, and got a signal */
    char said[FAILING_SAID_SIZE]; /* on standard error */
};

struct failing_play {
    char directory[FAILING_DIRECTORY_SIZE];
    struct failing_player players[PLAYERS];
    bool struck; /* the fault occurred */
};

/*
 * Play the conversation with the programs of a directory and a rule of faulty.c for the
 * victim. rounds is the number of repetitions of the turns after the greeting. waits is
 * the victim's line when it waits for a resource that the rule removes for good: it
 * then gets a signal; NULL if it must never wait so. Returns 0 if both programs have
 * ended within the time allowed; or -1 with the error in why[]. In both cases
 * play->directory holds all files, until failing_clear() removes them.
 */
int failing_play(struct failing_play *play, const char *programs, int victim,
    const char *rule, const char *waits, int rounds, char why[static FAILING_WHY_SIZE]);
void failing_clear(const struct failing_play *play);

/* The content of a player's files. */
struct failing_record {
    bool begun;    /* there is a key log */
    bool complete; /* one of them has the whole conversation, and its end */
    size_t keys;   /* in the longest of them */
    int logs;      /* their number */
};

/*
 * Read a player's files. torn allows a truncated last line. Returns 0 if every log is a
 * beginning of the conversation, each side's times increase, and each transcript has
 * the lines of its log's keys; or -1 with the error in why[].
 */
int failing_read(struct failing_record *record, const struct failing_player *player,
    int rounds, bool torn, char why[static FAILING_WHY_SIZE]);

/* Whether two players' longest logs have the same keys, times included, up to the end
 * of the shorter one. */
bool failing_agree(const struct failing_play *play);

/* The nth turn, the judge's if n is even; NULL after the last. */
const char *failing_turn(int n, int rounds);

#endif
