#include "view.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "glyph.h"
#include "keyboard.h"
#include "utf8.h"

int view_count(const struct lookout *r)
{
    int count = 0;

    for (int i = 0; i < r->count; i++)
        count += !r->all[i]->hidden;
    return count;
}

struct feed *view_feed(const struct lookout *r, int at)
{
    for (int i = 0; i < r->count; i++)
        if (!r->all[i]->hidden && at-- == 0)
            return r->all[i];
    return NULL;
}

void view_settle(struct view *v, const struct lookout *r)
{
    int at = 0;

    for (int i = 0; v->feed != NULL && i < r->count; i++) {
        if (r->all[i] == v->feed && !v->feed->hidden)
            v->at = at;
        at += !r->all[i]->hidden;
    }
    v->feed = view_feed(r, v->at);
}

static void say(struct view *v, const char *what)
{
    snprintf(v->note, sizeof(v->note), "%s", what);
}

static void ask(struct view *v, enum view_ask what)
{
    v->ask = what;
    v->length = 0;
    v->text[0] = '\0';
}

/* To another pane, or back to the wall: always to the present. */
static void leave_pane(struct view *v, const struct lookout *r)
{
    struct feed *s = view_feed(r, v->at);

    if (s != NULL && s->scene.begun)
        scene_go_live(&s->scene);
    v->scrolled = false;
    v->found = 0;
}

static void mark(struct view *v, const struct lookout *r, int at)
{
    int count = view_count(r);

    leave_pane(v, r);
    v->at = at < 0 ? 0 : at >= count ? count - 1 : at;
    v->at = v->at < 0 ? 0 : v->at;
    v->feed = view_feed(r, v->at);
}

static void open_pane(struct view *v, const struct lookout *r)
{
    struct feed *s = view_feed(r, v->at);

    v->full = s != NULL;
    if (s != NULL)
        s->rang = false;
}

/* Searching */

/* In full from the line that was found last, or from the newest, to older ones; or to
 * newer ones. */
static bool find_in(struct view *v, struct feed *s, bool older)
{
    const struct page *page = &s->scene.page;
    size_t from = v->found > 0 ? v->found - 1 : page->count, line;

    if (!s->scene.begun || v->sought[0] == '\0')
        return false;
    line = scene_find(&s->scene, v->sought, from, older);
    if (line == page->count)
        return false;
    v->found = line + 1;
    v->scrolled = true;
    v->place = (struct page_place){line, 0};
    if (v->height > 2)
        v->place = page_back(page, v->place, (size_t)v->height / 2, (size_t)v->width);
    return true;
}

/* From the wall: the next pane, this one included, that has it. */
static bool find_pane(struct view *v, const struct lookout *r)
{
    int count = view_count(r), first = v->at;

    for (int i = 0; i < count; i++) {
        mark(v, r, (first + i) % count);
        if (find_in(v, view_feed(r, v->at), true)) {
            open_pane(v, r);
            return true;
        }
    }
    mark(v, r, first);
    return false;
}

static void search(struct view *v, const struct lookout *r, bool older)
{
    struct feed *s = view_feed(r, v->at);
    bool found = v->full && s != NULL ? find_in(v, s, older) : find_pane(v, r);

    if (!found)
        snprintf(v->note, sizeof(v->note), "Nothing %swith '%.60s'",
            v->found == 0 ? ""
            : older       ? "earlier "
                          : "later ",
            v->sought);
}

/* Time */

static void step(struct view *v, struct feed *s, int64_t ms)
{
    struct scene *scene = &s->scene;
    uint64_t moment = scene_moment(scene);

    if (!scene->begun || scene->count == 0)
        return;
    v->scrolled = false;
    v->found = 0;
    if (ms < 0 && moment < scene->keys[0].ms + (uint64_t)-ms)
        scene_seek(scene, scene->keys[0].ms);
    else if (ms > 0 && moment + (uint64_t)ms >= scene_last(scene))
        scene_go_live(scene);
    else
        scene_seek(scene, moment + (uint64_t)ms);
}

/* HH:MM:SS or HH:MM on the day of the last key; or, where that is still to come and the
 * conversation is older, on the day before. */
static bool go_to_time(struct view *v, struct feed *s)
{
    time_t seconds = (time_t)(scene_last(&s->scene) / 1000), wanted, before;
    int hour, minute, second = 0, end = 0;
    struct tm when;

    if (sscanf(v->text, "%2d:%2d%n:%2d%n", &hour, &minute, &end, &second, &end) < 2 ||
        v->text[end] != '\0' || hour > 23 || minute > 59 || second > 59 || hour < 0 ||
        minute < 0 || second < 0 || localtime_r(&seconds, &when) == NULL)
        return false;
    when.tm_hour = hour;
    when.tm_min = minute;
    when.tm_sec = second;
    when.tm_isdst = -1;
    wanted = mktime(&when);
    when.tm_mday--;
    before = mktime(&when);
    if (wanted > seconds && s->scene.count > 0 &&
        (uint64_t)before * 1000 + 999 >= s->scene.keys[0].ms)
        wanted = before;
    v->scrolled = false;
    v->found = 0;
    scene_seek(&s->scene, (uint64_t)wanted * 1000 + 999);
    return true;
}

static void go_live(struct view *v, struct feed *s)
{
    v->scrolled = false;
    v->found = 0;
    if (s->scene.begun)
        scene_go_live(&s->scene);
}

/* Questions */

static enum view_result answer(struct view *v, const struct lookout *r)
{
    struct feed *s = view_feed(r, v->at);
    enum view_ask asked = v->ask;

    v->ask = VIEW_ASKS_NOTHING;
    if (v->length == 0 || s == NULL)
        return VIEW_GOES_ON;
    if (asked == VIEW_ASKS_NOTE)
        return VIEW_FLAGS;
    if (asked == VIEW_ASKS_TEXT) {
        memcpy(v->sought, v->text, sizeof(v->sought));
        v->found = 0;
        search(v, r, true);
    } else if (s->scene.begun && !go_to_time(v, s))
        say(v, "A time is HH:MM or HH:MM:SS");
    return VIEW_GOES_ON;
}

/* Where the last character of the answer begins. */
static size_t before_last(const struct view *v)
{
    size_t at = v->length;

    while (at > 0 && ((unsigned char)v->text[--at] & 0xc0) == 0x80)
        continue;
    return at;
}

static enum view_result press_at_question(
    struct view *v, const struct lookout *r, uint32_t code)
{
    if (code == K_RETURN)
        return answer(v, r);
    if (code == K_ESCAPE || code == COMMAND_LEAVE)
        v->ask = VIEW_ASKS_NOTHING;
    else if (code == COMMAND_ERASE_LINE)
        v->length = 0;
    else if (code == K_BACKSPACE)
        v->length = before_last(v);
    else if (glyph_is_shown(code) && v->length + UTF8_MAX < sizeof(v->text))
        v->length += utf8_encode(code, v->text + v->length);
    v->text[v->length] = '\0';
    return VIEW_GOES_ON;
}

/* Scrolling */

struct page_place view_place(struct view *v, const struct page *page)
{
    if (v->place.line >= page->count) {
        v->scrolled = false;
        v->found = 0;
    }
    return v->scrolled ? v->place
                       : page_live(page, (size_t)v->width, (size_t)v->height);
}

/* Keys */

static void scroll(struct view *v, const struct feed *s, int64_t rows)
{
    const struct page *page = &s->scene.page;
    size_t width = (size_t)v->width, height = (size_t)v->height;
    struct page_place live;

    if (!s->scene.begun || v->height == 0)
        return;
    live = page_live(page, width, height);
    if (!v->scrolled)
        v->place = live;
    v->place = rows < 0 ? page_back(page, v->place, (size_t)-rows, width)
                        : page_forward(page, v->place, (size_t)rows, width);
    v->scrolled = page_is_before(v->place, live);
}

static enum view_result press_in_full(
    struct view *v, const struct lookout *r, struct feed *s, uint32_t code)
{
    switch (code) {
    case K_ESCAPE:
    case 'q':
        leave_pane(v, r);
        v->full = false;
        break;
    case COMMAND_LINE_UP:
        scroll(v, s, -1);
        break;
    case COMMAND_LINE_DOWN:
        scroll(v, s, 1);
        break;
    case COMMAND_PAGE_UP:
        scroll(v, s, -v->height);
        break;
    case COMMAND_PAGE_DOWN:
        scroll(v, s, v->height);
        break;
    case COMMAND_OLDEST:
        v->scrolled = true;
        v->place = (struct page_place){0, 0};
        break;
    case COMMAND_NEWEST:
        go_live(v, s);
        break;
    case ',':
        step(v, s, -VIEW_STEP_MS);
        break;
    case '.':
        step(v, s, VIEW_STEP_MS);
        break;
    case '<':
        step(v, s, -VIEW_STRIDE_MS);
        break;
    case '>':
        step(v, s, VIEW_STRIDE_MS);
        break;
    case 't':
        ask(v, VIEW_ASKS_TIME);
        break;
    case 'n':
    case 'N':
        search(v, r, code == 'n');
        break;
    default:
        break;
    }
    return VIEW_GOES_ON;
}

static enum view_result press_at_wall(
    struct view *v, const struct lookout *r, uint32_t code)
{
    int columns = v->columns > 0 ? v->columns : 1;

    switch (code) {
    case 'q':
        return VIEW_LEAVES;
    case K_RETURN:
        open_pane(v, r);
        break;
    case COMMAND_LINE_UP:
        mark(v, r, v->at - columns >= 0 ? v->at - columns : v->at);
        break;
    case COMMAND_LINE_DOWN:
        mark(v, r, v->at + columns);
        break;
    case COMMAND_LEFT:
        mark(v, r, v->at - 1);
        break;
    case COMMAND_RIGHT:
        mark(v, r, v->at + 1);
        break;
    case K_TAB:
        mark(v, r, (v->at + 1) % (view_count(r) > 0 ? view_count(r) : 1));
        break;
    case COMMAND_PAGE_UP:
        mark(v, r, v->at - columns * v->rows);
        break;
    case COMMAND_PAGE_DOWN:
        mark(v, r, v->at + columns * v->rows);
        break;
    case COMMAND_OLDEST:
        mark(v, r, 0);
        break;
    case COMMAND_NEWEST:
        mark(v, r, view_count(r) - 1);
        break;
    default:
        break;
    }
    return VIEW_GOES_ON;
}

enum view_result view_press(struct view *v, const struct lookout *r, uint32_t code)
{
    struct feed *s = view_feed(r, v->at);

    v->note[0] = '\0';
    if (v->ask != VIEW_ASKS_NOTHING)
        return press_at_question(v, r, code);
    if (code == COMMAND_REDRAW)
        return VIEW_REDRAWS;
    if (code == COMMAND_LEAVE)
        return VIEW_LEAVES;
    if (code == '/' || (code == 'f' && s != NULL)) {
        ask(v, code == '/' ? VIEW_ASKS_TEXT : VIEW_ASKS_NOTE);
        return VIEW_GOES_ON;
    }
    return v->full && s != NULL ? press_in_full(v, r, s, code)
                                : press_at_wall(v, r, code);
}
