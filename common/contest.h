/*
 * contest.h - a contest as its organisers write it down: who judges, what is judged,
 * where each of them sits, and who meets whom in which round. Pure.
 *
 * Judges are J1, J2, ..., entries E1, ... and confederates C1, ...; judge J4 is judge
 * number 04 at a console. A session is written J1E1C1 in a book with pairs, J1E1 or
 * J1C2 in the others. Source: rules/2004.txt, 15, and rules/2009.txt, 3.
 */
#ifndef CONTEST_H
#define CONTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "inirow.h"
#include "rulebook.h"
#include "sheet.h"

enum {
    CONTEST_MOST = 99,         /* the highest number of a judge, entry, confederate */
    CONTEST_ROUNDS_MOST = 999, /* the highest number of a round */
    CONTEST_SESSIONS_MOST = 2 * CONTEST_MOST * CONTEST_MOST,
    CONTEST_EXCUSES_MOST = 8192,
    CONTEST_TEXT_SIZE = 128,    /* a title or name, in bytes, and a NUL */
    CONTEST_STATION_SIZE = 128, /* a station, as judges name it, and a NUL */
    CONTEST_MINUTES_MOST = 1440,
    CONTEST_NUMBERS_MOST = 32, /* judges of the preliminary round */
    CONTEST_LABEL_SIZE = 4,    /* "E12" and a NUL */
    CONTEST_SESSION_SIZE = 10  /* "J12E34C56" and a NUL */
};

enum role { ROLE_JUDGE, ROLE_ENTRY, ROLE_CONFEDERATE, ROLES };

/* A judge, an entry or a confederate. */
struct contest_label {
    enum role role;
    int number; /* 1 to CONTEST_MOST */
};

/* Who meets whom: numbers by role, 0 for nobody. */
struct contest_session {
    uint8_t who[ROLES];
    uint16_t round; /* 1 to CONTEST_ROUNDS_MOST */
};

/* Somebody who is said to rest in a round: a judge or a confederate. */
struct contest_excuse {
    uint16_t round;
    struct contest_label who;
};

struct contest_person {
    bool listed;
    bool disqualified;
    bool open_source; /* and entered by those who hold the contest */
    bool absent;      /* has not come, or has gone before the last round */
    bool finalist; /* chosen for the final where the preliminary round leaves a tie */
    char name[CONTEST_TEXT_SIZE];       /* may be empty */
    char station[CONTEST_STATION_SIZE]; /* empty: not said, or a judge */
    int station_line;                   /* of the file, 0: not said */
};

/* What the judges of the preliminary round have given an entry: ranks or scores, the
 * k-th judge's at [k]. */
struct contest_numbers {
    int line;  /* of the file, 0: it has none for this entry */
    int count; /* so many stand on it */
    int64_t given[CONTEST_NUMBERS_MOST]; /* in millionths, or SHEET_UNSAID */
};

/* Some hundred kilobytes: not for the stack. */
struct contest {
    char title[CONTEST_TEXT_SIZE];
    const struct rulebook *book;
    int minutes;  /* of a conversation or a pair, the file's or the book's; 0: any */
    int decision; /* the entry that a coin or the judges have chosen, or 0 */
    struct contest_person people[ROLES]
                                [CONTEST_MOST + 1]; /* by number; [0] is unused */
    int counts[ROLES];
    struct contest_numbers preliminary[CONTEST_MOST + 1]; /* by entry */
    /* In the order of the file, and so by round if that is. */
    struct contest_session sessions[CONTEST_SESSIONS_MOST];
    int session_lines[CONTEST_SESSIONS_MOST];
    size_t session_count;
    struct contest_excuse excuses[CONTEST_EXCUSES_MOST];
    size_t excuse_count;
    int excuse_lines[CONTEST_ROUNDS_MOST + 1]; /* by round, 0: nothing is said of it */
    bool minutes_said;
    int disqualified_line, open_source_line, finalists_line, decision_line;
    int absent_line;                     /* the last that names somebody */
    int rounds[CONTEST_ROUNDS_MOST + 1]; /* its line, 0: there is none, -1: no file's */
};

/* Read "J4", "E12" or "C1" at the start of a text. Returns its length, 0 if it is no
 * such label; *label is then unchanged. */
size_t contest_label_read(const char *text, struct contest_label *label);

/* Write "E12". */
void contest_label_write(
    const struct contest_label *label, char text[static CONTEST_LABEL_SIZE]);

/* Read one word: a judge, then an entry, a confederate or both. The round becomes 0.
 * Returns false, *s unchanged, if it is no session. */
bool contest_session_read(const char *word, struct contest_session *s);

/* Write one word; those who are nobody are left out. */
void contest_session_write(
    const struct contest_session *s, char word[static CONTEST_SESSION_SIZE]);

/* Whether it can name a station, its port too: a judge's argument, and one word of a
 * ballot. */
bool contest_is_station(const char *text);

/* The order of two such words, as strcmp() has it: 0 if they name one station. Who
 * names no port means 1950: 10.0.0.2 and 10.0.0.2:1950 are one, and so are an IPv6
 * address and [ADDRESS]:1950. */
int contest_station_order(const char *a, const char *b);

/* Move *word to where it begins without what may be left out, and return how long it
 * is: two words that are alike without it name one station. */
size_t contest_bare_station(const char **word);

/* By role: its letter in a label, and the section that lists it. */
extern const char contest_letters[ROLES];
extern const char *const contest_sections[ROLES];

/* Whether nobody has to meet them: they are absent, or disqualified. */
bool contest_is_out(const struct contest_person *person);

/* Whether its judges compare an entry with a confederate. */
bool contest_has_pairs(const struct rulebook *book);

/*
 * An empty contest, then the rows of its file one by one, then what only the whole can
 * tell: that there is a book, and that who meets anybody or sits anywhere is listed.
 * Both return false, with *error, if it is not so; *c is then of no use any more. They
 * know nothing of whether the rounds are a good table: schedule.h does.
 */
void contest_init(struct contest *c);
bool contest_take(
    struct contest *c, const struct inirow *row, struct inirow_error *error);
bool contest_settle(struct contest *c, struct inirow_error *error);

/*
 * Drop all sessions and what was said of those who rest; or add a session, for tables
 * that no file has, line 0. Returns false if there is no room for it.
 */
void contest_clear(struct contest *c);
bool contest_add(struct contest *c, const struct contest_session *s, int line);

#endif
