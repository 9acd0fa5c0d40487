#include "judge/referee/replay/replay_state.h"

#include "common/input/keyboard.h"
#include "judge/referee/output/clock_text.h"

enum { SKIP_US = 5000000 }; /* of an arrow key */

static const char time_question[] = "Go to a time: ";

/* Jump to `count` keys; where there is no such place, TIMELINE_NOWHERE, the status line
 * says so. */
static void jump_to(
    struct replay_state *s, size_t count, int64_t tick, const char *note)
{
    if (count == TIMELINE_NOWHERE) {
        s->note = note;
        return;
    }
    timeline_show(s->playback.timeline, count);
    playback_follow(&s->playback, tick);
}

static void skip_time(struct replay_state *s, int64_t us, int64_t tick)
{
    uint64_t position = playback_position(&s->playback, tick);
    bool is_start = us < 0 && position < (uint64_t)-us;

    playback_seek(&s->playback, is_start ? 0 : position + (uint64_t)us, tick);
}

/* Go one key forward or back, and pause. */
static void step_key(struct replay_state *s, int by, int64_t tick)
{
    const struct timeline *t = s->playback.timeline;
    bool is_last = by > 0 ? t->shown == t->count : t->shown == 0;

    if (!is_last)
        playback_run(&s->playback, false, tick);
    jump_to(s, is_last ? TIMELINE_NOWHERE : t->shown + (size_t)by, tick,
        by > 0 ? "That was the last key" : "That was the first key");
}

static void find_text(struct replay_state *s, int direction, int64_t tick)
{
    if (s->wanted.length == 0)
        s->note = "/ finds a text";
    else if (timeline_show_text(
                 s->playback.timeline, s->wanted.text, s->wanted.length, direction))
        playback_follow(&s->playback, tick);
    else
        s->note = direction > 0 ? "Not found after this" : "Not found before this";
}

/* Go to a time after the first key: seconds, M:SS or H:MM:SS. */
static void go_to_time(struct replay_state *s, int64_t tick)
{
    char text[LINE_EDIT_UTF8_SIZE];
    int parts[CLOCK_TEXT_PARTS], count;
    uint64_t seconds = 0;

    line_edit_utf8(&s->question.answer, text);
    count = clock_text_read(text, parts);
    if (count == 0) {
        s->note = "A time is 90, 1:30 or 1:02:30";
        return;
    }
    for (int i = 0; i < count; i++)
        seconds = seconds * 60 + (uint64_t)parts[i];
    playback_seek(&s->playback, seconds * 1000000, tick);
}

static void press_at_question(struct replay_state *s, uint32_t code, int64_t tick)
{
    bool asked_time = s->question.text == time_question;

    if (!line_question_press(&s->question, code))
        return;
    if (asked_time) {
        go_to_time(s, tick);
        return;
    }
    s->wanted = s->question.answer;
    find_text(s, 1, tick);
}

/* Keys that go to another place. */
static void press_jump(struct replay_state *s, uint32_t code, int64_t tick)
{
    const struct timeline *t = s->playback.timeline;

    switch (code) {
    case '.':
        step_key(s, 1, tick);
        break;
    case ',':
        step_key(s, -1, tick);
        break;
    case COMMAND_RIGHT:
        skip_time(s, SKIP_US, tick);
        break;
    case COMMAND_LEFT:
        skip_time(s, -SKIP_US, tick);
        break;
    case COMMAND_LINE_DOWN:
        jump_to(s, timeline_turn(t, 1), tick, "That was the last turn");
        break;
    case COMMAND_LINE_UP:
        jump_to(s, timeline_turn(t, -1), tick, "That was the first turn");
        break;
    case '}':
        jump_to(s, timeline_round_start(t, 1), tick, "That was the last round");
        break;
    case '{':
        jump_to(s, timeline_round_start(t, -1), tick, "That was the first round");
        break;
    case COMMAND_OLDEST:
        playback_run(&s->playback, false, tick);
        jump_to(s, 0, tick, NULL);
        break;
    case COMMAND_NEWEST:
        jump_to(s, t->count, tick, NULL);
        break;
    case 'n':
        find_text(s, 1, tick);
        break;
    case 'N':
        find_text(s, -1, tick);
        break;
    default:
        break;
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
    if (s->question.text != NULL) {
        press_at_question(s, code, tick);
        return REPLAY_CONTINUES;
    }
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
        line_question_ask(&s->question, time_question, TIMELINE_FIND_MAX);
        break;
    case '/':
        line_question_ask(&s->question, "Find: ", TIMELINE_FIND_MAX);
        break;
    case 'w':
        s->shows_seats = !s->shows_seats;
        break;
    case '?':
        s->shows_help = true;
        break;
    default:
        press_jump(s, code, tick);
        break;
    }
    return REPLAY_CONTINUES;
}
