#include <curses.h>
#include <errno.h>
#include <sysexits.h>
#include <time.h>

#include "replay.h"
#include "utf8.h"

enum { SKIP_US = 5000000 }; /* what an arrow skips */

int64_t replay_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

uint64_t replay_position(const struct replay *replay)
{
    const struct tape *tape = replay->tape;
    int64_t passed = replay_now() - tape->tick;

    if (!tape->running || passed < 0)
        return tape->position;
    return tape->position + (uint64_t)passed * tape->speed / 100;
}

/* What a jump has come to. */
static void jumped(struct replay *s, int result, const char *nothing)
{
    if (result == 0)
        return;
    if (errno == ENOENT) {
        s->news = nothing;
        return;
    }
    s->code = EX_OSERR;
    s->ends = true;
}

static void look_for(struct replay *s, int direction)
{
    if (s->wanted_length == 0)
        s->news = "/ looks for a text";
    else
        jumped(s,
            tape_find(s->tape, s->wanted, s->wanted_length, direction, replay_now()),
            direction > 0 ? "Not found from here on" : "Not found before this");
}

/* Seconds, M:SS or H:MM:SS; false for anything else. */
static bool read_time(const char *text, uint64_t *us)
{
    uint64_t seconds = 0, part = 0;
    int digits = 0, colons = 0;

    for (; *text != '\0'; text++) {
        if (*text == ':' && digits > 0 && colons < 2) {
            seconds = (seconds + part) * 60;
            part = 0;
            digits = 0;
            colons++;
        } else if (*text >= '0' && *text <= '9' && digits < 6) {
            part = part * 10 + (uint64_t)(*text - '0');
            digits++;
        } else
            return false;
    }
    *us = (seconds + part) * 1000000;
    return digits > 0;
}

static void keep_wanted(struct replay *s)
{
    struct utf8 utf8 = {0};
    uint32_t codes[2];

    s->wanted_length = 0;
    for (size_t i = 0; i < s->answer_length; i++) {
        int count = utf8_decode(&utf8, (unsigned char)s->answer[i], codes);

        for (int c = 0; c < count && s->wanted_length < TAPE_FIND_MAX; c++)
            s->wanted[s->wanted_length++] = codes[c];
    }
}

static void answer(struct replay *s)
{
    enum asking asking = s->asking;
    uint64_t us;

    s->asking = ASKS_NOTHING;
    if (s->answer_length == 0)
        return;
    if (asking == ASKS_TEXT) {
        keep_wanted(s);
        look_for(s, 1);
    } else if (read_time(s->answer, &us))
        jumped(s, tape_seek(s->tape, us, replay_now()), "");
    else
        s->news = "A time is 90, 1:30 or 1:02:30";
}

static void ask(struct replay *s, enum asking asking)
{
    s->asking = asking;
    s->answer_length = 0;
    s->answer[0] = '\0';
}

/* A key while the status line asks for something. */
static void type_answer(struct replay *s, int key)
{
    if (key == '\r' || key == '\n' || key == KEY_ENTER)
        answer(s);
    else if (key == 0x1b || key == 0x03)
        s->asking = ASKS_NOTHING;
    else if ((key == KEY_BACKSPACE || key == 0x7f || key == '\b') &&
             s->answer_length > 0)
        s->answer[--s->answer_length] = '\0';
    else if (key >= ' ' && key < 0x100 && key != 0x7f &&
             s->answer_length < sizeof(s->answer) - 1) {
        s->answer[s->answer_length++] = (char)key;
        s->answer[s->answer_length] = '\0';
    }
}

static void skip(struct replay *s, int64_t us)
{
    uint64_t position = replay_position(s);
    uint64_t to = us < 0 && position < (uint64_t)-us ? 0 : position + (uint64_t)us;

    jumped(s, tape_seek(s->tape, to, replay_now()), "");
}

static void change_speed(struct replay *s, unsigned speed)
{
    tape_set_speed(s->tape, speed, replay_now());
}

static void jump(struct replay *s, int key)
{
    struct tape *tape = s->tape;
    int64_t now = replay_now();

    switch (key) {
    case '.':
        jumped(s, tape_step(tape, 1, now), "That was the last key");
        break;
    case ',':
        jumped(s, tape_step(tape, -1, now), "That was the first key");
        break;
    case KEY_RIGHT:
        skip(s, SKIP_US);
        break;
    case KEY_LEFT:
        skip(s, -SKIP_US);
        break;
    case KEY_DOWN:
        jumped(s, tape_seek_turn(tape, 1, now), "That was the last turn");
        break;
    case KEY_UP:
        jumped(s, tape_seek_turn(tape, -1, now), "That was the first turn");
        break;
    case '}':
        jumped(s, tape_seek_round(tape, 1, now), "That was the last round");
        break;
    case '{':
        jumped(s, tape_seek_round(tape, -1, now), "That was the first round");
        break;
    case KEY_HOME:
        jumped(s, tape_step(tape, -(int)tape->next, now), "");
        break;
    case KEY_END:
        jumped(s, tape_seek(tape, tape_length(tape), now), "");
        break;
    default:
        break;
    }
}

void replay_press(struct replay *replay, int key)
{
    struct replay *s = replay;
    struct tape *tape = s->tape;

    s->news = NULL;
    if (s->asking != ASKS_NOTHING) {
        type_answer(s, key);
        return;
    }
    if (s->helps) {
        s->helps = false;
        return;
    }
    switch (key) {
    case 'q':
    case 0x03:
        s->ends = true;
        break;
    case ' ':
        tape_run(tape, !tape->running, replay_now());
        break;
    case '+':
        change_speed(s, tape->speed * 2);
        break;
    case '-':
        change_speed(s, tape->speed / 2);
        break;
    case '=':
        change_speed(s, TAPE_SPEED_NORMAL);
        break;
    case 'g':
        ask(s, ASKS_TIME);
        break;
    case '/':
        ask(s, ASKS_TEXT);
        break;
    case 'n':
        look_for(s, 1);
        break;
    case 'N':
        look_for(s, -1);
        break;
    case 'w':
        s->reveals = !s->reveals;
        break;
    case '?':
        s->helps = true;
        break;
    default:
        jump(s, key);
    }
}
