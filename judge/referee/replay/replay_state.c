#include "judge/referee/replay/replay_state.h"

#include <errno.h>

#include "common/input/keyboard.h"
#include "judge/referee/output/clock_text.h"

enum { SKIP_US = 5000000 }; /* of an arrow key */

static const char time_question[] = "Go to a time: ";

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

/* Go to a time after the first key: seconds, M:SS or H:MM:SS. */
static enum replay_result go_to_time(struct replay_state *s, int64_t tick)
{
    char text[LINE_EDIT_UTF8_SIZE];
    int parts[CLOCK_TEXT_PARTS], count;
    uint64_t seconds = 0;

    line_edit_utf8(&s->question.answer, text);
    count = clock_text_read(text, parts);
    if (count == 0) {
        s->note = "A time is 90, 1:30 or 1:02:30";
        return REPLAY_CONTINUES;
    }
    for (int i = 0; i < count; i++)
        seconds = seconds * 60 + (uint64_t)parts[i];
    return seek_position(s, seconds * 1000000, tick);
}

static enum replay_result press_at_question(
    struct replay_state *s, uint32_t code, int64_t tick)
{
    bool asked_time = s->question.text == time_question;

    if (!text_question_press(&s->question, code))
        return REPLAY_CONTINUES;
    if (asked_time)
        return go_to_time(s, tick);
    s->wanted = s->question.answer;
    return find_text(s, 1, tick);
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
    if (s->question.text != NULL)
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
        text_question_ask(&s->question, time_question, TIMELINE_FIND_MAX);
        break;
    case '/':
        text_question_ask(&s->question, "Find: ", TIMELINE_FIND_MAX);
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
