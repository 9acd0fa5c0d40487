#include "judge/referee/replay/replay_state.h"

#include <errno.h>

#include "common/input/keyboard.h"

enum { SKIP_US = 5000000 }; /* of an arrow key */

/* After a jump, which has returned `result`: the playback follows; where there is no
 * such place the status line says so. */
static enum replay_result end_jump(
    struct replay_state *s, int result, int64_t tick, const char *note)
{
    if (result == 0)
        playback_follow(&s->playback, tick);
    else if (errno == ENOENT)
        s->note = note;
    else
        return REPLAY_FAILED;
    return REPLAY_CONTINUES;
}

/* Jump to `count` keys, which is TIMELINE_NOWHERE where there is no such place. */
static enum replay_result jump_to(
    struct replay_state *s, size_t count, int64_t tick, const char *note)
{
    if (count == TIMELINE_NOWHERE) {
        s->note = note;
        return REPLAY_CONTINUES;
    }
    return end_jump(s, timeline_show(s->playback.timeline, count), tick, note);
}

static enum replay_result seek_position(
    struct replay_state *s, uint64_t position, int64_t tick)
{
    return playback_seek(&s->playback, position, tick) < 0 ? REPLAY_FAILED
                                                           : REPLAY_CONTINUES;
}

static enum replay_result skip_time(struct replay_state *s, int64_t us, int64_t tick)
{
    uint64_t position = playback_position(&s->playback, tick);

    if (us < 0 && position < (uint64_t)-us)
        return seek_position(s, 0, tick);
    return seek_position(s, position + (uint64_t)us, tick);
}

/* Go one key forward or back, and pause. */
static enum replay_result step_key(struct replay_state *s, int by, int64_t tick)
{
    const struct timeline *t = s->playback.timeline;
    bool is_last = by > 0 ? t->shown == t->count : t->shown == 0;

    if (!is_last)
        playback_run(&s->playback, false, tick);
    return jump_to(s, is_last ? TIMELINE_NOWHERE : t->shown + (size_t)by, tick,
        by > 0 ? "That was the last key" : "That was the first key");
}

static enum replay_result find_text(struct replay_state *s, int direction, int64_t tick)
{
    if (s->wanted.length == 0) {
        s->note = "/ finds a text";
        return REPLAY_CONTINUES;
    }
    return end_jump(s,
        timeline_show_text(
            s->playback.timeline, s->wanted.text, s->wanted.length, direction),
        tick, direction > 0 ? "Not found after this" : "Not found before this");
}

/* Seconds, M:SS or H:MM:SS as microseconds; false for other texts. */
static bool read_time(const struct line_edit *answer, uint64_t *us)
{
    uint64_t seconds = 0, part = 0;
    int digits = 0, colons = 0;

    for (size_t i = 0; i < answer->length; i++) {
        uint32_t code = answer->text[i];

        if (code == ':' && digits > 0 && colons < 2) {
            seconds = (seconds + part) * 60;
            part = 0;
            digits = 0;
            colons++;
        } else if (code >= '0' && code <= '9' && digits < 6) {
            part = part * 10 + (uint64_t)(code - '0');
            digits++;
        } else
            return false;
    }
    *us = (seconds + part) * 1000000;
    return digits > 0;
}

static void ask_question(struct replay_state *s, enum replay_question question)
{
    s->question = question;
    line_edit_init(&s->answer, TIMELINE_FIND_MAX, NULL);
}

static enum replay_result take_answer(struct replay_state *s, int64_t tick)
{
    enum replay_question question = s->question;
    uint64_t us;

    s->question = REPLAY_ASKS_NOTHING;
    if (s->answer.length == 0)
        return REPLAY_CONTINUES;
    if (question == REPLAY_ASKS_TEXT) {
        s->wanted = s->answer;
        return find_text(s, 1, tick);
    }
    if (read_time(&s->answer, &us))
        return seek_position(s, us, tick);
    s->note = "A time is 90, 1:30 or 1:02:30";
    return REPLAY_CONTINUES;
}

static enum replay_result press_at_question(
    struct replay_state *s, uint32_t code, int64_t tick)
{
    switch (line_edit_press(&s->answer, code)) {
    case LINE_EDIT_DONE:
        return take_answer(s, tick);
    case LINE_EDIT_CANCELLED:
        s->question = REPLAY_ASKS_NOTHING;
        break;
    case LINE_EDIT_PASSED:
        if (code == COMMAND_LEAVE)
            s->question = REPLAY_ASKS_NOTHING;
        break;
    default:
        break;
    }
    return REPLAY_CONTINUES;
}

/* Keys that go to another place. */
static enum replay_result press_jump(
    struct replay_state *s, uint32_t code, int64_t tick)
{
    const struct timeline *t = s->playback.timeline;

    switch (code) {
    case '.':
        return step_key(s, 1, tick);
    case ',':
        return step_key(s, -1, tick);
    case COMMAND_RIGHT:
        return skip_time(s, SKIP_US, tick);
    case COMMAND_LEFT:
        return skip_time(s, -SKIP_US, tick);
    case COMMAND_LINE_DOWN:
        return jump_to(s, timeline_turn(t, 1), tick, "That was the last turn");
    case COMMAND_LINE_UP:
        return jump_to(s, timeline_turn(t, -1), tick, "That was the first turn");
    case '}':
        return jump_to(s, timeline_round_start(t, 1), tick, "That was the last round");
    case '{':
        return jump_to(
            s, timeline_round_start(t, -1), tick, "That was the first round");
    case COMMAND_OLDEST:
        playback_run(&s->playback, false, tick);
        return jump_to(s, 0, tick, NULL);
    case COMMAND_NEWEST:
        return jump_to(s, t->count, tick, NULL);
    case 'n':
        return find_text(s, 1, tick);
    case 'N':
        return find_text(s, -1, tick);
    default:
        return REPLAY_CONTINUES;
    }
}

static unsigned half_of(unsigned speed)
{
    if (speed == PLAYBACK_ALL)
        return PLAYBACK_SPEED_MAX;
    return speed / 2 > PLAYBACK_SPEED_MIN ? speed / 2 : PLAYBACK_SPEED_MIN;
}

enum replay_result replay_state_press(
    struct replay_state *s, uint32_t code, int64_t tick)
{
    struct playback *p = &s->playback;

    s->note = NULL;
    if (s->question != REPLAY_ASKS_NOTHING)
        return press_at_question(s, code, tick);
    if (s->shows_help && code != COMMAND_LEAVE) {
        s->shows_help = false;
        return REPLAY_CONTINUES;
    }
    switch (code) {
    case 'q':
    case COMMAND_LEAVE:
        return REPLAY_LEAVES;
    case COMMAND_REDRAW:
        return REPLAY_REDRAWS;
    case ' ':
        playback_run(p, !p->running, tick);
        break;
    case '+':
        playback_set_speed(p, p->speed * 2, tick);
        break;
    case '-':
        playback_set_speed(p, half_of(p->speed), tick);
        break;
    case '=':
        playback_set_speed(p, PLAYBACK_SPEED_NORMAL, tick);
        break;
    case 'g':
        ask_question(s, REPLAY_ASKS_TIME);
        break;
    case '/':
        ask_question(s, REPLAY_ASKS_TEXT);
        break;
    case 'w':
        s->shows_seats = !s->shows_seats;
        break;
    case '?':
        s->shows_help = true;
        break;
    default:
        return press_jump(s, code, tick);
    }
    return REPLAY_CONTINUES;
}
