#include "console.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "clockface.h"
#include "typing.h"

enum { SECOND_MS = 1000, SAFE_MS = 20 };

/* The judge whom the greeting is to name. */
static void seat_own(struct console *c)
{
    int judge = c->settings->judge;

    if (c->self == SIDE_JUDGE && judge > 0 && !c->settings->book->judge_lines)
        c->talk.prompt.judge = (unsigned)judge;
}

int console_init(struct console *c, const struct settings *settings, enum side self)
{
    *c = (struct console){.settings = settings, .self = self};
    c->line = self == SIDE_JUDGE ? LINE_CONNECTING : LINE_WAITING;
    conversation_init(&c->talk, self, settings->book);
    clockface_forget(c);
    seat_own(c);
    if (typing_init(c) < 0)
        return -1;
    return page_init(&c->page, settings->book, self);
}

static void close_record(struct console *c, struct recorder **r)
{
    if (*r == NULL)
        return;
    if (recorder_close(*r, c->transcript) < 0 && c->error == 0)
        c->error = errno;
    *r = NULL;
}

/* Of two conversations the later one counts: nobody is to go on with the one before. */
static void end_owed(struct console *c)
{
    if (c->owed && c->ending != NULL)
        recorder_end(c->ending);
}

/* The record is closed when it is safe, and nobody waits for the disk; unless a second
 * conversation ends before that. */
static void end_record(struct console *c)
{
    if (c->recorder == NULL)
        return;
    end_owed(c);
    close_record(c, &c->ending);
    if (!c->suspended && !c->owed)
        recorder_end(c->recorder);
    c->ending = c->recorder;
    c->recorder = NULL;
}

void console_settle(struct console *c)
{
    end_owed(c);
    c->owed = false;
}

void console_record(struct console *c, const char *word)
{
    struct recorder *r = c->recorder != NULL ? c->recorder : c->owed ? c->ending : NULL;

    if (r == NULL)
        return;
    recorder_note(r, word, 0);
    recorder_flush(r);
    recorder_call(r);
}

bool console_danger(const struct console *c, struct recorder_danger *danger)
{
    return (c->recorder != NULL && recorder_danger(c->recorder, danger)) ||
           (c->ending != NULL && recorder_danger(c->ending, danger));
}

bool console_has_page(const struct console *c)
{
    return c->conversations > 0 || c->question == ASK_RESUME;
}

void console_close(struct console *c)
{
    end_record(c);
    close_record(c, &c->ending);
    conversation_free(&c->talk);
    page_free(&c->page);
}

/* Its page stays, for the eye. */
static void forget_conversation(struct console *c)
{
    conversation_free(&c->talk);
    conversation_init(&c->talk, c->self, c->settings->book);
    c->talk.leaving = c->leaving;
    clockface_forget(c);
    seat_own(c);
    typing_forget(c);
}

/* The referee's word is part of the record. Where there is no memory for a note, there
 * soon is none for a key either, and that is said. */
static void note_pause(struct console *c, struct moment now)
{
    if (c->recorder != NULL)
        recorder_note(c->recorder, c->paused ? "paused" : "resumed", now.wall);
}

void console_pause(struct console *c, bool paused, struct moment now)
{
    c->paused = paused;
    note_pause(c, now);
}

static void tell_change(const struct console *c)
{
    if (c->on_change != NULL)
        c->on_change(c->owner, c->recorder != NULL);
}

static struct recorder *open_record(
    const struct console *c, const char *session, const char *continues, uint64_t began)
{
    const struct settings *s = c->settings;
    bool judge = c->self == SIDE_JUDGE;
    /* A judge's console knows no names. */
    struct recorder_heading heading = {
        .notice = s->notice != NULL ? s->notice : s->book->notice,
        .program = judge ? c->label : s->name,
        .contestant = judge ? "" : s->contestant,
        .role = s->program_name,
        .book = s->book->name,
        .station = c->label,
        .address = c->address,
        .session = session,
        .pane = c->pane,
        .draw = c->draw,
        .abandons = c->abandons[0] != '\0' ? c->abandons : NULL,
        .continues = continues,
    };

    return recorder_open(&s->place, &heading, s->book, began);
}

struct recorder *console_prepare(
    const struct console *c, const char *session, struct moment now)
{
    struct recorder *r = open_record(c, session, NULL, now.wall);

    return r != NULL && recorder_begin(r) == 0 ? r : NULL;
}

void console_adopt(struct console *c, struct recorder *recorder, const char *session)
{
    end_record(c);
    end_owed(c); /* the one that begins has its log by now */
    forget_conversation(c);
    page_clear(&c->page, c->settings->book, c->self);
    c->recorder = recorder;
    c->conversations++;
    c->abandons[0] = '\0';
    recorder_beside(recorder, "TXT", c->transcript, sizeof(c->transcript));
    snprintf(c->talk.session, sizeof(c->talk.session), "%s", session);
    c->scrolled = false;
    c->note[0] = '\0';
    if (c->paused)
        recorder_note(recorder, "paused", 0); /* from its start */
    tell_change(c);
}

static void show_event(struct console *c, const struct event *event, uint64_t posted)
{
    recorder_event(c->recorder, event, posted);
    page_feed(&c->page, event);
    typing_event(c, event);
    if (c->on_event != NULL)
        c->on_event(c->owner, event);
}

/* Who only calls and goes away leaves no files at a station: there are a hundred. */
static bool is_nothing(const struct console *c)
{
    return c->self == SIDE_OTHER && c->talk.count == 0 && !c->talk.restored;
}

void console_end(struct console *c, struct moment now)
{
    struct event lines[PROMPT_ENDS_MAX];
    unsigned judge;
    int count;

    if (c->recorder == NULL)
        return;
    count = c->suspended ? 0 : prompt_end(&c->talk.prompt, lines);
    for (int i = 0; i < count; i++)
        recorder_event(c->recorder, &lines[i], now.wall);
    if (is_nothing(c)) {
        recorder_discard(c->recorder);
        c->recorder = NULL;
        c->transcript[0] = '\0';
    } else
        end_record(c);
    page_end(&c->page);
    judge = c->talk.prompt.judge;
    forget_conversation(c);
    c->talk.prompt.judge = judge; /* for the eye, as the page */
    c->question = ASK_NOTHING;
    console_set_line(c, c->self == SIDE_JUDGE ? LINE_OVER : LINE_WAITING, now);
    tell_change(c);
}

void console_set_line(struct console *c, enum line_state line, struct moment now)
{
    if (c->line != line)
        c->since = now.tick;
    c->line = line;
}

static void write_note(struct console *c, const char *format, va_list arguments)
{
    vsnprintf(c->note, sizeof(c->note), format, arguments);
}

void console_note(struct console *c, bool bell, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    write_note(c, format, arguments);
    va_end(arguments);
    c->trouble = false;
    c->bells += bell;
}

void console_trouble(struct console *c, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    write_note(c, format, arguments);
    va_end(arguments);
    c->trouble = true;
    c->bells++;
}

/* Keys */

static void note_refusal(struct console *c, enum refusal why)
{
    bool judge = c->self == SIDE_JUDGE;

    switch (why) {
    case REFUSED_TURN:
        console_note(c, true, "%s",
            judge                   ? "Not yet: the other is replying"
            : !c->talk.prompt.turns ? "Not yet: the judge begins"
                                    : "Not yet: the judge is typing");
        break;
    case REFUSED_FULL:
        console_note(c, true, "The line is full: press Return");
        break;
    case REFUSED_NOTHING:
        console_note(c, true, "Nothing to erase on this line");
        break;
    case REFUSED_ALPHABET:
        console_note(c, true, "%s", typing_alphabet(c));
        break;
    }
}

/* Whether a turn that is stopped is ended for who sits there: a person's whose keys are
 * released for him, and a program's. */
static bool ends_itself(const struct console *c)
{
    return typing_is_drafted(c) || c->settings->program == PROGRAM_ENTRY;
}

/* What an event calls for besides being shown. */
static void note_event(struct console *c, const struct event *event)
{
    bool judge = c->self == SIDE_JUDGE;

    if (event->kind == EV_NO_JUDGE && judge)
        console_note(c, false, "A judge number is two digits: @@04");
    else if (event->kind == EV_JUDGE && !judge)
        console_note(c, true, "Judge %02u has sat down%s", event->judge,
            c->settings->program == PROGRAM_CONFEDERATE ? ": F2 greets" : "");
    else if (event->kind == EV_STOP && !judge)
        console_note(c, true, "%s",
            ends_itself(c) ? "The judge has stopped this turn"
                           : "The judge asks: end this turn now");
}

int console_reserve(struct console *c)
{
    if (conversation_reserve(&c->talk) < 0 || page_reserve(&c->page) < 0)
        return -1;
    return c->recorder != NULL ? recorder_reserve(c->recorder) : 0;
}

/* A keystroke of either side has become part of the conversation. */
static void take_in(struct console *c, unsigned judge, const struct key *key,
    const struct event *events, int count, uint64_t posted)
{
    recorder_key(c->recorder, judge, key, posted);
    for (int i = 0; i < count; i++) {
        show_event(c, &events[i], posted);
        if (!c->talk.restored) /* that is not news */
            note_event(c, &events[i]);
    }
}

/* A key that came over the wire, or from a record. */
static int take_key(struct console *c, const struct key *key, uint64_t posted)
{
    struct event events[PROMPT_EVENTS_MAX];
    unsigned judge = c->talk.prompt.judge;
    enum side turn = c->talk.prompt.turn;
    bool begun = c->talk.prompt.begun;
    bool fresh;
    int count;

    if (console_reserve(c) < 0)
        return -1;
    count = conversation_take(&c->talk, key, &fresh, events);
    if (count < 0)
        return -1;
    if (!fresh)
        return 0;
    if (count > 0 && events[0].kind == EV_REFUSED)
        count = 0; /* part of the record, but of nothing that is shown */
    if (!c->trouble && (turn != c->talk.prompt.turn || begun != c->talk.prompt.begun ||
                           (!c->talk.prompt.turns && key->code == K_RETURN)))
        c->note[0] = '\0';
    take_in(c, judge, key, events, count, posted);
    return 0;
}

int console_take(struct console *c, const struct key *key, struct moment now)
{
    return take_key(c, key, now.wall);
}

void console_seat(struct console *c, unsigned judge, struct moment now)
{
    struct event event = {EV_JUDGE, .side = SIDE_JUDGE, .judge = judge};

    if (judge == 0)
        return;
    c->talk.prompt.judge = judge;
    show_event(c, &event, now.wall);
}

int console_preview(struct console *c, const struct past *past)
{
    struct event events[PROMPT_EVENTS_MAX];
    bool fresh;

    forget_conversation(c);
    snprintf(c->label, sizeof(c->label), "%s", past->station);
    c->talk.restored = true;
    for (size_t i = 0; i < past->count; i++) {
        int count = conversation_take(&c->talk, &past->keys[i].key, &fresh, events);
        if (count < 0 || page_reserve(&c->page) < 0)
            return -1;
        for (int e = 0; e < count; e++)
            page_feed(&c->page, &events[e]);
    }
    return 0;
}

void console_forget(struct console *c)
{
    c->label[0] = '\0';
    page_clear(&c->page, c->settings->book, c->self);
    forget_conversation(c);
}

static int take_back(struct console *c, const struct past *past)
{
    for (size_t i = 0; i < past->count; i++)
        if (take_key(c, &past->keys[i].key, past->keys[i].posted) < 0) {
            recorder_abandon(c->recorder);
            return -1;
        }
    return recorder_begin(c->recorder);
}

int console_restore(
    struct console *c, const struct past *past, const char *name, struct moment now)
{
    uint64_t first = past->count > 0 ? past->keys[0].posted : now.wall;
    uint64_t began = past->began > 0 ? past->began : first;
    struct recorder *recorder;

    if (c->self == SIDE_JUDGE)
        snprintf(c->label, sizeof(c->label), "%s", past->station);
    recorder = open_record(c, past->session, name, began);
    if (recorder == NULL)
        return -1;
    console_adopt(c, recorder, past->session);
    c->talk.restored = true;
    console_set_line(c, LINE_LOST, now);
    if (!c->settings->book->judge_lines && c->talk.prompt.judge == 0)
        c->talk.prompt.judge = past->judge;
    console_seat(c, c->talk.prompt.judge, (struct moment){.wall = began});
    if (take_back(c, past) == 0)
        return 0;
    c->recorder = NULL;
    return -1;
}

bool console_has_turn(const struct console *c)
{
    return c->recorder != NULL && !c->leaving && !c->talk.restored &&
           prompt_may_type(&c->talk.prompt, c->self);
}

bool console_may_type(const struct console *c)
{
    return console_has_turn(c) && !c->paused && !c->clock_stops;
}

static int refuse_without_conversation(struct console *c)
{
    static const char *const why[] = {
        [LINE_WAITING] = "No judge is there",
        [LINE_CONNECTING] = "Not connected yet",
        [LINE_BUSY] = "The station is still busy",
        [LINE_OVER] = "The conversation is over: ^D leaves",
    };

    if (c->line < sizeof(why) / sizeof(why[0]) && why[c->line] != NULL)
        console_note(c, true, "%s", why[c->line]);
    return -1;
}

int console_type(struct console *c, uint32_t code, struct moment now)
{
    struct event events[PROMPT_EVENTS_MAX];
    unsigned judge = c->talk.prompt.judge;
    struct key key;
    int count;

    if (c->recorder == NULL || c->leaving)
        return refuse_without_conversation(c);
    if (c->talk.restored) {
        console_note(c, true, "Not yet: the other side is not back");
        return -1;
    }
    clockface_watch(c, now);
    if (c->clock_stops) {
        console_note(c, true, "%s", clockface_refusal(c));
        return -1;
    }
    if (console_reserve(c) < 0) {
        console_note(c, true, "%s",
            errno == EOVERFLOW ? "This conversation can grow no more: end it"
                               : "Out of memory: this key was not typed");
        return -1;
    }
    count = conversation_type(&c->talk, code, now.wall, &key, events);
    if (count > 0 && events[0].kind == EV_REFUSED) {
        note_refusal(c, events[0].why);
        return -1;
    }
    if (count > 0)
        take_in(c, judge, &key, events, count, now.wall);
    return 0;
}

void console_type_text(struct console *c, const char *text, struct moment now)
{
    while (*text != '\0' && typing_enter(c, (unsigned char)*text, now) == 0)
        text++;
}

void console_greeting(const struct console *c, char text[static CONSOLE_TEXT_SIZE])
{
    const char *greeting = c->settings->greeting;
    const char *mark = strstr(greeting, "%d");

    if (mark == NULL)
        snprintf(text, CONSOLE_TEXT_SIZE, "%s", greeting);
    else
        snprintf(text, CONSOLE_TEXT_SIZE, "%.*s%u%s", (int)(mark - greeting), greeting,
            c->talk.prompt.judge, mark + 2);
}

void console_leave(struct console *c, struct moment now, int64_t within_ms)
{
    c->leaving = true;
    c->talk.leaving = true;
    c->leave_by = now.tick + within_ms;
    c->question = ASK_NOTHING;
    if (c->recorder == NULL || within_ms == 0)
        c->done = true;
}

void console_hang_up(struct console *c, struct moment now, int64_t within_ms)
{
    bool cut_off = c->talk.restored || c->line == LINE_LOST ||
                   (c->self == SIDE_OTHER && clockface_has_time(c));

    c->suspended = c->suspended || (cut_off && !c->leaving);
    if (!c->suspended) {
        console_leave(c, now, within_ms);
        return;
    }
    c->question = ASK_NOTHING;
    c->leaving = c->done = true;
}

/* The wire */

static int hear(struct console *c, const struct wire_message *m, struct moment now)
{
    if (m->kind == WIRE_LIVE && c->talk.live_got) {
        errno = EPROTO;
        return -1;
    }
    conversation_hear(&c->talk, m, now.tick);
    switch (m->kind) {
    case WIRE_KEY:
        if (take_key(c, &m->key, now.wall) == 0)
            return 0;
        if (errno == EOVERFLOW)
            errno = EPROTO; /* nobody types so much */
        return -1;
    case WIRE_PING:
        if (c->self == SIDE_OTHER) /* a station has no clock of its own to tell */
            clockface_set(c, m->left, now);
        return 0;
    case WIRE_LIVE:
    case WIRE_BYE:
        return 0;
    default:
        errno = EPROTO;
        return -1;
    }
}

void console_flush(struct console *c)
{
    if (c->recorder != NULL)
        recorder_flush(c->recorder);
}

void console_call(struct console *c)
{
    if (c->recorder != NULL)
        recorder_call(c->recorder);
}

int console_pump(struct console *c, struct link *l, struct moment now)
{
    struct wire_message m;
    bool said;
    int taken;

    while ((taken = link_take(l, &m)) > 0)
        if (hear(c, &m, now) < 0)
            return -1;
    if (taken < 0)
        return -1;
    do {
        said = false;
        while (link_has_room(l) && conversation_say(&c->talk, now.tick, &m)) {
            if (link_send(l, &m) < 0)
                return -1;
            said = true;
        }
        if (said)
            console_flush(c);
        if (link_flush(l) < 0)
            return -1;
    } while (said && link_is_empty(l));
    return 0;
}

/* A record that could not be trusted has been begun anew: say where it is. */
static void look_for_record(struct console *c)
{
    char path[PATH_MAX];

    if (c->recorder == NULL)
        return;
    recorder_beside(c->recorder, "TXT", path, sizeof(path));
    if (strcmp(path, c->transcript) == 0)
        return;
    snprintf(c->transcript, sizeof(c->transcript), "%s", path);
    console_trouble(c, "The record is whole again, in %s", strrchr(path, '/') + 1);
}

void console_tick(struct console *c, struct moment now)
{
    struct recorder_danger danger;
    bool was_in_danger = c->in_danger;

    c->just_asked = false;
    clockface_watch(c, now);
    typing_watch(c, now);
    if (c->leaving && now.tick >= c->leave_by)
        c->done = true;
    if (c->ending != NULL && !c->owed && recorder_is_safe(c->ending))
        close_record(c, &c->ending);
    c->in_danger = console_danger(c, &danger);
    if (was_in_danger && !c->in_danger)
        look_for_record(c);
}

int64_t console_due(const struct console *c, int64_t tick)
{
    int64_t due = moment_earlier(conversation_due(&c->talk), c->clock_due);
    int64_t second = tick + SECOND_MS - (tick - c->since) % SECOND_MS;

    /* A ping that is overdue waits for the socket, not for the clock. */
    if (due <= tick)
        due = tick + SECOND_MS;
    if (c->leaving && c->leave_by < due)
        due = c->leave_by;
    if ((c->line == LINE_LOST || c->in_danger) && second < due)
        due = second;
    if (c->ending != NULL && !c->owed && !c->in_danger && tick + SAFE_MS < due)
        due = tick + SAFE_MS;
    return due;
}
