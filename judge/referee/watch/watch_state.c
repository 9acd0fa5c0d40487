#include "judge/referee/watch/watch_state.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "common/input/keyboard.h"
#include "judge/referee/output/clock_text.h"

static const char find_question[] = "Find: ", note_question[] = "Flag, with a note: ";

/* Panes */

struct feed *watch_state_feed(const struct watch_set *set, int at)
{
    return at < set->count ? set->all[at] : NULL;
}

void watch_state_update(struct watch_state *s, const struct watch_set *set)
{
    for (int i = 0; i < set->count; i++)
        if (set->all[i] == s->feed)
            s->at = i;
    s->feed = watch_state_feed(set, s->at);
}

const struct page *watch_state_page(const struct feed *f)
{
    return &f->timeline.panes.page[PANE_LEFT];
}

/* Follow the end of the page. */
static void stop_scrolling(struct watch_state *s)
{
    s->scrolled = false;
    s->found = 0;
}

/* Show a feed live. */
static void go_live(struct watch_state *s, struct feed *f)
{
    stop_scrolling(s);
    if (f != NULL && f->timeline.begun)
        timeline_go_live(&f->timeline);
}

/* Mark another pane; the one before is live again. */
static void mark_pane(struct watch_state *s, const struct watch_set *set, int at)
{
    int last = set->count - 1;

    go_live(s, watch_state_feed(set, s->at));
    s->at = at > last ? last : at;
    if (s->at < 0)
        s->at = 0;
    s->feed = watch_state_feed(set, s->at);
}

static void open_pane(struct watch_state *s, const struct watch_set *set)
{
    struct feed *f = watch_state_feed(set, s->at);

    s->full = f != NULL;
    if (f != NULL)
        f->rang = false;
}

/* Searching */

/* Find the text in a feed: from the line found last, or from the end. */
static bool find_in(struct watch_state *s, struct feed *f, bool older)
{
    const struct page *page = watch_state_page(f);
    size_t from = s->found > 0 ? s->found - 1 : page->count, line;

    if (!f->timeline.begun || s->wanted.length == 0)
        return false;
    line = timeline_find_line(
        &f->timeline, PANE_LEFT, s->wanted.text, s->wanted.length, from, older);
    if (line == TIMELINE_NOWHERE)
        return false;
    s->found = line + 1;
    s->scrolled = true;
    s->top = (struct page_place){line, 0};
    if (s->height > 2)
        s->top = page_back(page, s->top, (size_t)s->height / 2, (size_t)s->width);
    return true;
}

/* Find the text in the marked pane or the next one that has it, and open that. */
static bool find_pane(struct watch_state *s, const struct watch_set *set)
{
    int count = set->count, first = s->at;

    for (int i = 0; i < count; i++) {
        mark_pane(s, set, (first + i) % count);
        if (find_in(s, watch_state_feed(set, s->at), true)) {
            open_pane(s, set);
            return true;
        }
    }
    mark_pane(s, set, first);
    return false;
}

static void find_text(struct watch_state *s, const struct watch_set *set, bool older)
{
    struct feed *f = watch_state_feed(set, s->at);
    char text[LINE_EDIT_UTF8_SIZE];

    if (s->full && f != NULL ? find_in(s, f, older) : find_pane(s, set))
        return;
    line_edit_utf8(&s->wanted, text);
    snprintf(s->note, sizeof(s->note), "No %sline with '%.60s'",
        s->found == 0 ? ""
        : older       ? "earlier "
                      : "later ",
        text);
}

/* Time */

static void show_moment(struct watch_state *s, struct feed *f, uint64_t ms)
{
    stop_scrolling(s);
    timeline_show(&f->timeline, timeline_count_by(&f->timeline, ms));
}

static void step_time(struct watch_state *s, struct feed *f, int64_t ms)
{
    const struct timeline *t = &f->timeline;
    const struct timeline_key *key = timeline_key_shown(t);
    uint64_t moment = key != NULL ? key->time : 0;

    if (t->count == 0)
        return;
    if (ms < 0 && moment < t->keys[0].time + (uint64_t)-ms)
        show_moment(s, f, t->keys[0].time);
    else if (ms > 0 && moment + (uint64_t)ms >= timeline_last_key(t)->time)
        go_live(s, f);
    else
        show_moment(s, f, moment + (uint64_t)ms);
}

/* Read HH:MM:SS or HH:MM into *when. */
static bool read_time(const char *text, struct tm *when)
{
    int parts[CLOCK_TEXT_PARTS] = {0};

    if (clock_text_read(text, parts) < 2 || parts[0] > 23 || parts[1] > 59 ||
        parts[2] > 59)
        return false;
    when->tm_hour = parts[0];
    when->tm_min = parts[1];
    when->tm_sec = parts[2];
    when->tm_isdst = -1;
    return true;
}

/* Show a time on the day of the last key; or on the day before, if it is later than
 * that key and the conversation began before it. */
static bool go_to_time(struct watch_state *s, struct feed *f, const char *text)
{
    const struct timeline_key *last = timeline_last_key(&f->timeline);
    time_t end = last != NULL ? (time_t)(last->time / 1000) : 0, wanted, before;
    struct tm when;

    if (localtime_r(&end, &when) == NULL || !read_time(text, &when))
        return false;
    wanted = mktime(&when);
    when.tm_mday--;
    before = mktime(&when);
    if (wanted > end && last != NULL &&
        (uint64_t)before * 1000 + 999 >= f->timeline.keys[0].time)
        wanted = before;
    show_moment(s, f, (uint64_t)wanted * 1000 + 999);
    return true;
}

static enum watch_result press_at_question(
    struct watch_state *s, const struct watch_set *set, uint32_t code)
{
    struct feed *f = watch_state_feed(set, s->at);
    const char *asked = s->question.text;
    char text[LINE_EDIT_UTF8_SIZE];

    if (!line_question_press(&s->question, code) || f == NULL)
        return WATCH_CONTINUES;
    if (asked == note_question)
        return WATCH_FLAGS;
    if (asked == find_question) {
        s->wanted = s->question.answer;
        s->found = 0;
        find_text(s, set, true);
        return WATCH_CONTINUES;
    }
    line_edit_utf8(&s->question.answer, text);
    if (f->timeline.begun && !go_to_time(s, f, text))
        snprintf(s->note, sizeof(s->note), "A time is HH:MM or HH:MM:SS");
    return WATCH_CONTINUES;
}

/* Scrolling */

struct page_place watch_state_top(struct watch_state *s, const struct page *page)
{
    if (s->top.line >= page->count)
        stop_scrolling(s);
    return s->scrolled ? s->top : page_live(page, (size_t)s->width, (size_t)s->height);
}

static void scroll_page(struct watch_state *s, const struct feed *f, int rows)
{
    const struct page *page = watch_state_page(f);
    size_t width = (size_t)s->width;
    struct page_place end;

    if (!f->timeline.begun || s->height == 0)
        return;
    end = page_live(page, width, (size_t)s->height);
    if (!s->scrolled)
        s->top = end;
    s->top = rows < 0 ? page_back(page, s->top, (size_t)-rows, width)
                      : page_forward(page, s->top, (size_t)rows, width);
    s->scrolled = page_is_before(s->top, end);
}

/* Keys */

static enum watch_result press_in_full(
    struct watch_state *s, const struct watch_set *set, struct feed *f, uint32_t code)
{
    switch (code) {
    case K_ESCAPE:
    case 'q':
        go_live(s, f);
        s->full = false;
        break;
    case COMMAND_LINE_UP:
        scroll_page(s, f, -1);
        break;
    case COMMAND_LINE_DOWN:
        scroll_page(s, f, 1);
        break;
    case COMMAND_PAGE_UP:
        scroll_page(s, f, -s->height);
        break;
    case COMMAND_PAGE_DOWN:
        scroll_page(s, f, s->height);
        break;
    case COMMAND_OLDEST:
        s->scrolled = true;
        s->top = (struct page_place){0, 0};
        break;
    case COMMAND_NEWEST:
        go_live(s, f);
        break;
    case ',':
        step_time(s, f, -WATCH_STATE_STEP_MS);
        break;
    case '.':
        step_time(s, f, WATCH_STATE_STEP_MS);
        break;
    case '<':
        step_time(s, f, -WATCH_STATE_STRIDE_MS);
        break;
    case '>':
        step_time(s, f, WATCH_STATE_STRIDE_MS);
        break;
    case 't':
        line_question_ask(&s->question, "Go to the time, HH:MM:SS: ", LINE_EDIT_MAX);
        break;
    case 'n':
    case 'N':
        find_text(s, set, code == 'n');
        break;
    default:
        break;
    }
    return WATCH_CONTINUES;
}

static enum watch_result press_at_wall(
    struct watch_state *s, const struct watch_set *set, uint32_t code)
{
    int columns = s->columns > 0 ? s->columns : 1, count = set->count;

    switch (code) {
    case 'q':
        return WATCH_LEAVES;
    case K_RETURN:
        open_pane(s, set);
        break;
    case COMMAND_LINE_UP:
        mark_pane(s, set, s->at >= columns ? s->at - columns : s->at);
        break;
    case COMMAND_LINE_DOWN:
        mark_pane(s, set, s->at + columns);
        break;
    case COMMAND_LEFT:
        mark_pane(s, set, s->at - 1);
        break;
    case COMMAND_RIGHT:
        mark_pane(s, set, s->at + 1);
        break;
    case K_TAB:
        mark_pane(s, set, s->at + 1 < count ? s->at + 1 : 0);
        break;
    case COMMAND_PAGE_UP:
        mark_pane(s, set, s->at - columns * s->rows);
        break;
    case COMMAND_PAGE_DOWN:
        mark_pane(s, set, s->at + columns * s->rows);
        break;
    case COMMAND_OLDEST:
        mark_pane(s, set, 0);
        break;
    case COMMAND_NEWEST:
        mark_pane(s, set, count - 1);
        break;
    default:
        break;
    }
    return WATCH_CONTINUES;
}

enum watch_result watch_state_press(
    struct watch_state *s, const struct watch_set *set, uint32_t code)
{
    struct feed *f = watch_state_feed(set, s->at);

    s->note[0] = '\0';
    if (s->question.text != NULL)
        return press_at_question(s, set, code);
    if (code == COMMAND_REDRAW)
        return WATCH_REDRAWS;
    if (code == COMMAND_LEAVE)
        return WATCH_LEAVES;
    if (code == '/') {
        line_question_ask(&s->question, find_question, TIMELINE_FIND_MAX);
        return WATCH_CONTINUES;
    }
    if (code == 'f' && f != NULL) {
        line_question_ask(&s->question, note_question, LINE_EDIT_MAX);
        return WATCH_CONTINUES;
    }
    return s->full && f != NULL ? press_in_full(s, set, f, code)
                                : press_at_wall(s, set, code);
}
