/*
 * bench_terminal.h - a pseudo-terminal with a program in it, watched to the
 * microsecond: when did this character leave it, when did its screen show that?
 *
 * Without a pseudo-terminal or a process the bench ends with an error.
 */
#ifndef BENCH_TERMINAL_H
#define BENCH_TERMINAL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <vterm.h>

enum {
    TERMINAL_ROWS = 24,
    TERMINAL_COLUMNS = 80,
    TERMINAL_PATH = 64,
    TERMINAL_PATIENCE_MS = 20000, /* nothing that works takes longer */
};

struct terminal {
    int fd;    /* our end; -1: it is not open */
    int other; /* the program's end, kept open without a program; or -1 */
    pid_t pid; /* of the program, or 0 */
    bool gone; /* no process has it open any more */
    int64_t started;
    char path[TERMINAL_PATH];
    VTerm *emulator;
    uint32_t awaited; /* a character that was not yet drawn, or 0 */
};

/* SIGINT, SIGTERM or SIGHUP has come: nothing is waited for any more. */
extern volatile sig_atomic_t terminal_stopped;

/* Catch these. */
void terminal_signals(void);

/* Nanoseconds on a clock that is never set. */
int64_t terminal_now(void);

/* Make *t a terminal that is not open. */
void terminal_init(struct terminal *t);

/* Open one without a program, in raw mode. Other processes write to path. */
void terminal_open_raw(struct terminal *t);

/*
 * Open one and run a program in it, found as execvp(3) does; t->started is when. The
 * descriptor kept, if it is not -1, stays open in the program.
 */
void terminal_run(struct terminal *t, const char *const argv[], int kept);

/* End the program, SIGTERM first, and close. One that is not open is left alone. */
void terminal_close(struct terminal *t);

/* Type a text of at most 4 kB. */
void terminal_type(struct terminal *t, const char *text);

/* Read all output so far. */
void terminal_drain(struct terminal *t);

/*
 * Write one key into a terminal, and wait until its character is drawn by the other.
 * Returns the nanoseconds between the two; or -1 if it does not come.
 */
int64_t terminal_key(struct terminal *from, struct terminal *to, char key);

/* The same for much text, its last character drawn only when all has arrived. Both
 * ends are read meanwhile. */
int64_t terminal_paste(
    struct terminal *from, struct terminal *to, const char *text, size_t length);

/* Type a key at one end, again and again, until its character comes out of the other.
 * Returns false if it never does. */
bool terminal_join(struct terminal *from, struct terminal *to, char key);

/*
 * Wait until some row of the screen contains the text.
 * Returns the time at which the last of it was read; or -1 if it does not come.
 */
int64_t terminal_wait(struct terminal *t, const char *text);

/* Start a program without a terminal; its input and output are descriptors, or -1 for
 * /dev/null. */
pid_t terminal_spawn(const char *const argv[], int input, int output);

/* End such a program; 0 is ignored. */
void terminal_end(pid_t pid);

/* Print an error and exit; running programs end too. */
_Noreturn void terminal_give_up(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

#endif
