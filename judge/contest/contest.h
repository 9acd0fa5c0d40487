/*
 * contest.h - a contest as its file describes it: people, stations, and the sessions of
 * each round. Pure.
 *
 * Judges are J1, J2, ..., entries E1, ... and confederates C1, ...; judge J4 is judge
 * number 04 at a console. A session is J1E1C1 in a book with pairs, J1E1 or J1C2 in the
 * others. Source: rules/2004.txt, 15, and rules/2009.txt, 3.
 */
#ifndef CONTEST_H
#define CONTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/conversation/rulebook.h"
#include "judge/ballot/ballot.h"
#include "judge/contest/inirow.h"

enum {
    CONTEST_MOST = 99,         /* highest number of a judge, entry or confederate */
    CONTEST_ROUNDS_MOST = 999, /* highest number of a round */
    CONTEST_SESSIONS_MOST = 2 * CONTEST_MOST * CONTEST_MOST,
    CONTEST_EXCUSES_MOST = 8192,
    CONTEST_TEXT_SIZE = 128,    /* bytes of a title or name, and a NUL */
    CONTEST_STATION_SIZE = 128, /* bytes of a station's address, and a NUL */
    CONTEST_MINUTES_MOST = 1440,
    CONTEST_NUMBERS_MOST = 32, /* judges of the preliminary round */
    CONTEST_LABEL_SIZE = 4,    /* "E12" and a NUL */
    CONTEST_NAME_SIZE = CONTEST_LABEL_SIZE + CONTEST_TEXT_SIZE, /* "E12 Jabber" */
    CONTEST_SESSION_SIZE = 10 /* "J12E34C56" and a NUL */
};

enum role { ROLE_JUDGE, ROLE_ENTRY, ROLE_CONFEDERATE, ROLES };

/* A judge, an entry or a confederate. */
struct contest_label {
    enum role role;
    int number; /* 1 to CONTEST_MOST */
};

/* A session: a number for each role, 0 for none. */
struct contest_session {
    uint8_t who[ROLES];
    uint16_t round; /* 1 to CONTEST_ROUNDS_MOST */
};

/* A judge or confederate listed as excused from a round. */
struct contest_excuse {
    uint16_t round;
    struct contest_label who;
};

/* The rows of [contest] that name people. */
enum contest_mark {
    CONTEST_DISQUALIFIED,
    CONTEST_ABSENT,      /* from the start, or from some round on */
    CONTEST_OPEN_SOURCE, /* an open source program entered by the organisers */
    CONTEST_FINALIST,    /* chosen for the final after a tie in the preliminary round */
    CONTEST_MARKS
};

struct contest_person {
    bool listed;
    bool marks[CONTEST_MARKS];
    char name[CONTEST_TEXT_SIZE];       /* may be empty */
    char station[CONTEST_STATION_SIZE]; /* empty: unknown, or a judge */
    int station_line;                   /* line of the file; 0: none */
};

/* The ranks or scores of an entry in the preliminary round. */
struct contest_numbers {
    int line;                            /* line of the file; 0: none */
    int count;                           /* judges of the preliminary round */
    int64_t given[CONTEST_NUMBERS_MOST]; /* by judge: millionths, or BALLOT_UNSAID */
};

/* A contest: some hundred kilobytes, too large for the stack. */
struct contest {
    char title[CONTEST_TEXT_SIZE];
    const struct rulebook *book;
    int minutes;  /* of a conversation or pair, by file or book; 0: no limit */
    int decision; /* entry chosen by a coin or the judges, or 0 */
    struct contest_person people[ROLES][CONTEST_MOST + 1]; /* by number, from 1 */
    int counts[ROLES];
    struct contest_numbers preliminary[CONTEST_MOST + 1];   /* by entry */
    struct contest_session sessions[CONTEST_SESSIONS_MOST]; /* in the file's order */
    int session_lines[CONTEST_SESSIONS_MOST];
    size_t session_count;
    struct contest_excuse excuses[CONTEST_EXCUSES_MOST];
    size_t excuse_count;
    int excuse_lines[CONTEST_ROUNDS_MOST + 1]; /* line by round; 0: none */
    int mark_lines[CONTEST_MARKS]; /* line of each mark, the last one; 0: none */
    int decision_line;
    int rounds[CONTEST_ROUNDS_MOST + 1]; /* line by round; 0: no round; -1: no line */
};

/* Read "J4", "E12" or "C1" at the start of a text. Returns the length; or 0, *label
 * unchanged, for any other text. */
size_t contest_label_read(const char *text, struct contest_label *label);

/* Write "E12". */
void contest_label_write(
    const struct contest_label *label, char text[static CONTEST_LABEL_SIZE]);

/* Write "E12 Jabber", or "E12" for a person without a name. */
void contest_name_write(const struct contest *c, const struct contest_label *label,
    char text[static CONTEST_NAME_SIZE]);

/*
 * Set a member by a row of a contest file or a slip: a title, a book, a number from 1
 * to most. The member is empty, NULL or 0 before. Returns false, with *error, for any
 * other value, and for a second row.
 */
bool contest_set_title(char title[static CONTEST_TEXT_SIZE], const struct inirow *row,
    struct inirow_error *error);
bool contest_set_book(
    const struct rulebook **book, const struct inirow *row, struct inirow_error *error);
bool contest_set_number(
    int *number, int most, const struct inirow *row, struct inirow_error *error);

/* Read one word: a judge, then an entry, a confederate or both. The round becomes 0.
 * Returns false, *s unchanged, for any other word. */
bool contest_session_read(const char *word, struct contest_session *s);

/* Write one word without the roles that are 0. */
void contest_session_write(
    const struct contest_session *s, char word[static CONTEST_SESSION_SIZE]);

/* Whether a text can be a station's address, a judge's argument and a ballot's word. */
bool contest_is_station(const char *text);

/* Compare two addresses as strcmp() does; 0 if they name the same station. The default
 * port is 1950: 10.0.0.2 and 10.0.0.2:1950 are the same, and so are an IPv6 address and
 * [ADDRESS]:1950. */
int contest_station_order(const char *a, const char *b);

/* Skip the optional parts of an address, brackets and port 1950: move *word to its
 * start and return its length. Two addresses with equal rests name the same station. */
size_t contest_bare_station(const char **word);

/* The letter in a label, and the section of the file, by role. */
extern const char contest_letters[ROLES];
extern const char *const contest_sections[ROLES];

/* Whether a person is absent or disqualified: no session is required. */
bool contest_is_out(const struct contest_person *person);

/* The reader of contest files: rows, then checks of the whole: a book, and all people
 * listed. It does not check the table of rounds (schedule.h). */
extern const struct inirow_reader contest_reader;

/* Make an empty contest. */
void contest_init(struct contest *c);

/* Take one row of a struct contest, as struct inirow_reader says. For contest_reader.
 */
bool contest_take(void *contest, const struct inirow *row, struct inirow_error *error);

/* Remove all sessions and excuses; add a session, line 0 for one that is not in the
 * file. Returns false if there is no room. */
void contest_clear(struct contest *c);
bool contest_add(struct contest *c, const struct contest_session *s, int line);

#endif
