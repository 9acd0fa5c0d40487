#include "common/console/session.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A judge's console greets with the number of its settings. */
static void set_own_judge(struct session *s)
{
    int judge = s->settings->judge;

    if (s->talk.self == SIDE_JUDGE && judge > 0 && !s->settings->book->judge_lines)
        prompt_set_judge(&s->talk.prompt, (unsigned)judge);
}

int session_init(struct session *s, const struct settings *settings, enum side self)
{
    s->settings = settings;
    conversation_init(&s->talk, self, settings->book);
    set_own_judge(s);
    return page_init(&s->page, settings->book, self);
}

void session_listen(struct session *s, struct session_listener listener)
{
    if (s->listener_count < SESSION_LISTENERS)
        s->listeners[s->listener_count++] = listener;
}

void session_set_label(struct session *s, const char *label)
{
    snprintf(s->label, sizeof(s->label), "%s", label);
}

void session_set_address(struct session *s, const char *address)
{
    snprintf(s->address, sizeof(s->address), "%s", address);
}

void session_set_pane(struct session *s, const char *pane)
{
    s->pane = pane;
}

void session_set_draw(struct session *s, const char *draw)
{
    s->draw = draw;
}

void session_abandon(struct session *s, const char *id)
{
    snprintf(s->abandoned, sizeof(s->abandoned), "%s", id);
}

/* Records */

/* The transcript of a conversation that goes on stays the session's. */
static void close_record(struct session *s, struct recorder **r)
{
    char path[PATH_MAX];

    if (*r == NULL)
        return;
    if (recorder_close(*r, path) < 0 && s->error == 0)
        s->error = errno;
    *r = NULL;
    if (s->recorder == NULL)
        memcpy(s->transcript, path, sizeof(s->transcript));
}

/* A record that is kept open ends when the next conversation begins: only the later one
 * may be resumed. */
static void end_kept(struct session *s)
{
    if (s->keeps_open && s->finishing != NULL)
        recorder_end(s->finishing);
}

/* session_tick() closes the record when it is on the disk, unless another one ends
 * before. */
static void finish_record(struct session *s, bool suspended)
{
    if (s->recorder == NULL)
        return;
    end_kept(s);
    close_record(s, &s->finishing);
    if (!suspended && !s->keeps_open)
        recorder_end(s->recorder);
    s->finishing = s->recorder;
    s->recorder = NULL;
}

void session_close(struct session *s)
{
    finish_record(s, false);
    close_record(s, &s->finishing);
    conversation_free(&s->talk);
    page_free(&s->page);
}

void session_keep_open(struct session *s)
{
    s->keeps_open = true;
}

void session_end_records(struct session *s)
{
    end_kept(s);
    s->keeps_open = false;
}

void session_note(struct session *s, const char *word, uint64_t time)
{
    struct recorder *r = s->recorder;

    if (r == NULL && s->keeps_open)
        r = s->finishing;
    if (r == NULL)
        return;
    recorder_note(r, word, time);
    recorder_flush(r);
    recorder_call(r);
}

bool session_danger(const struct session *s, struct recorder_danger *danger)
{
    return (s->recorder != NULL && recorder_danger(s->recorder, danger)) ||
           (s->finishing != NULL && recorder_danger(s->finishing, danger));
}

void session_flush(struct session *s)
{
    if (s->recorder != NULL)
        recorder_flush(s->recorder);
}

void session_sync(struct session *s)
{
    if (s->recorder != NULL)
        recorder_call(s->recorder);
}

/* Whether the record went on in new files; transcript is then their path. */
static bool has_moved(struct session *s)
{
    char path[PATH_MAX];

    if (s->recorder == NULL)
        return false;
    recorder_beside(s->recorder, "TXT", path, sizeof(path));
    if (strcmp(path, s->transcript) == 0)
        return false;
    snprintf(s->transcript, sizeof(s->transcript), "%s", path);
    return true;
}

bool session_tick(struct session *s)
{
    struct recorder_danger danger;
    bool was_in_danger = s->in_danger;

    if (s->finishing != NULL && !s->keeps_open && recorder_is_safe(s->finishing))
        close_record(s, &s->finishing);
    s->in_danger = session_danger(s, &danger);
    return was_in_danger && !s->in_danger && has_moved(s);
}

/* Begin and end */

static struct recorder *open_record(
    const struct session *s, const char *id, const char *continues, uint64_t began)
{
    const struct settings *settings = s->settings;
    bool judge = s->talk.self == SIDE_JUDGE;
    /* A judge's console knows no names. */
    struct recorder_heading heading = {
        .notice = settings->notice != NULL ? settings->notice : settings->book->notice,
        .program = judge ? s->label : settings->name,
        .contestant = judge ? "" : settings->contestant,
        .role = settings->program_name,
        .book = settings->book->name,
        .station = s->label,
        .address = s->address,
        .session = id,
        .pane = s->pane,
        .draw = s->draw,
        .abandons = s->abandoned[0] != '\0' ? s->abandoned : NULL,
        .continues = continues,
    };

    return recorder_open(&settings->place, &heading, settings->book, began);
}

struct recorder *session_prepare(
    const struct session *s, const char *id, struct moment now)
{
    struct recorder *r = open_record(s, id, NULL, now.wall);

    return r != NULL && recorder_begin(r) == 0 ? r : NULL;
}

/* The page stays as it is. */
static void clear_conversation(struct session *s)
{
    enum side self = s->talk.self;
    bool leaving = s->talk.leaving;

    conversation_free(&s->talk);
    conversation_init(&s->talk, self, s->settings->book);
    if (leaving)
        conversation_leave(&s->talk);
    set_own_judge(s);
}

static void tell_change(struct session *s)
{
    for (int i = 0; i < s->listener_count; i++)
        s->listeners[i].on_change(s->listeners[i].owner, s->recorder != NULL);
}

void session_begin(struct session *s, struct recorder *recorder, const char *id)
{
    finish_record(s, false);
    end_kept(s);
    clear_conversation(s);
    page_clear(&s->page, s->settings->book, s->talk.self);
    s->recorder = recorder;
    s->conversations++;
    s->abandoned[0] = '\0';
    recorder_beside(recorder, "TXT", s->transcript, sizeof(s->transcript));
    conversation_name(&s->talk, id);
    tell_change(s);
}

static bool has_no_key(const struct session *s)
{
    return s->talk.count == 0 && !s->talk.restored;
}

void session_end(struct session *s, bool suspended, struct moment now)
{
    struct event lines[PROMPT_ENDS_MAX];
    unsigned judge = s->talk.prompt.judge;
    int count = suspended ? 0 : prompt_end(&s->talk.prompt, lines);

    for (int i = 0; i < count; i++)
        recorder_event(s->recorder, &lines[i], now.wall);
    if (s->talk.self == SIDE_OTHER && has_no_key(s)) {
        recorder_discard(s->recorder);
        s->recorder = NULL;
        s->transcript[0] = '\0';
    } else
        finish_record(s, suspended);
    page_end(&s->page);
    clear_conversation(s);
    prompt_set_judge(&s->talk.prompt, judge); /* shown beside the finished page */
    tell_change(s);
}

/* Keys */

int session_reserve(struct session *s)
{
    if (conversation_reserve(&s->talk) < 0 || page_reserve(&s->page) < 0)
        return -1;
    return s->recorder != NULL ? recorder_reserve(s->recorder) : 0;
}

static void show_event(struct session *s, const struct event *event, uint64_t posted)
{
    recorder_event(s->recorder, event, posted);
    page_feed(&s->page, event);
    for (int i = 0; i < s->listener_count; i++)
        if (s->listeners[i].on_event != NULL)
            s->listeners[i].on_event(s->listeners[i].owner, event);
}

/* A key of either side is part of the conversation. */
static void add_key(struct session *s, unsigned judge, const struct key *key,
    const struct event *events, int count, uint64_t posted)
{
    recorder_key(s->recorder, judge, key, posted);
    for (int i = 0; i < count; i++)
        show_event(s, &events[i], posted);
}

int session_type(struct session *s, uint32_t code, struct moment now,
    struct event out[static PROMPT_EVENTS_MAX])
{
    unsigned judge = s->talk.prompt.judge;
    struct key key;
    int count = conversation_type(&s->talk, code, now.wall, &key, out);

    if (count > 0 && out[0].kind != EV_REFUSED)
        add_key(s, judge, &key, out, count, now.wall);
    return count;
}

int session_take(struct session *s, const struct key *key, uint64_t posted,
    struct event out[static PROMPT_EVENTS_MAX])
{
    unsigned judge = s->talk.prompt.judge;
    bool fresh;
    int count = session_reserve(s);

    if (count == 0)
        count = conversation_take(&s->talk, key, &fresh, out);
    if (count < 0 || !fresh)
        return count;
    if (count > 0 && out[0].kind == EV_REFUSED)
        count = 0; /* part of the record, but not shown */
    add_key(s, judge, key, out, count, posted);
    return count;
}

void session_pressed(struct session *s, uint32_t code, struct moment now)
{
    recorder_pressed(s->recorder, code, now.wall);
}

void session_set_judge(struct session *s, unsigned judge, struct moment now)
{
    struct event event = {EV_JUDGE, .side = SIDE_JUDGE, .judge = judge};

    if (judge == 0)
        return;
    prompt_set_judge(&s->talk.prompt, judge);
    show_event(s, &event, now.wall);
}

/* Resume */

void session_preview(struct session *s, const struct saved_log *past)
{
    struct event events[PROMPT_EVENTS_MAX];
    bool fresh;

    clear_conversation(s);
    session_set_label(s, past->station);
    conversation_restore(&s->talk);
    for (size_t i = 0; i < past->count; i++) {
        int count = conversation_take(&s->talk, &past->keys[i].key, &fresh, events);
        if (count < 0 || page_reserve(&s->page) < 0)
            return;
        for (int e = 0; e < count; e++)
            page_feed(&s->page, &events[e]);
    }
}

void session_forget(struct session *s)
{
    session_set_label(s, "");
    page_clear(&s->page, s->settings->book, s->talk.self);
    clear_conversation(s);
}

static int restore_keys(struct session *s, const struct saved_log *past)
{
    struct event events[PROMPT_EVENTS_MAX];

    for (size_t i = 0; i < past->count; i++)
        if (session_take(s, &past->keys[i].key, past->keys[i].posted, events) < 0) {
            recorder_abandon(s->recorder);
            return -1;
        }
    return recorder_begin(s->recorder);
}

int session_restore(struct session *s, const struct saved_log *past, const char *name,
    struct moment now)
{
    uint64_t first = past->count > 0 ? past->keys[0].posted : now.wall;
    uint64_t began = past->began > 0 ? past->began : first;
    struct recorder *recorder;

    if (s->talk.self == SIDE_JUDGE)
        session_set_label(s, past->station);
    recorder = open_record(s, past->session, name, began);
    if (recorder == NULL)
        return -1;
    session_begin(s, recorder, past->session);
    conversation_restore(&s->talk);
    if (!s->settings->book->judge_lines && s->talk.prompt.judge == 0)
        prompt_set_judge(&s->talk.prompt, past->judge);
    session_set_judge(s, s->talk.prompt.judge, (struct moment){.wall = began});
    if (restore_keys(s, past) == 0)
        return 0;
    s->recorder = NULL;
    return -1;
}
