#include "seatlines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seatstatus.h"
#include "wrap.h"

enum { READABLE = 72, NOTHING_ASKED = -1, CONFIRMING = FORM_FIELDS_MAX };

/* What was printed of a side. */
struct side_lines {
    size_t line;           /* of its page: so many */
    unsigned conversation; /* the console's, whose page that is */
    bool lost;             /* the link was, at the last look */
    int64_t minutes;       /* that were left then */
};

struct seatlines {
    struct side_lines side[SEAT_SIDES];
    int at;                          /* the side before the judge */
    uint32_t typed[PLAIN_SHOWN_MAX]; /* the line that was shown while it was typed */
    size_t typed_length;
    char message[CONSOLE_TEXT_SIZE]; /* the last one */
    int64_t minutes;                 /* left to review and score */
    unsigned redraws;
    int confirmed;                    /* ballots, when this one's question was asked */
    bool whole;                       /* the ballot was shown so */
    int asked;                        /* a field, CONFIRMING or NOTHING_ASKED */
    char prompt[2 * FORM_REASON_MAX]; /* it was asked in these words */
    unsigned answers;
};

int seatlines_open(struct seat *s)
{
    s->lines = calloc(1, sizeof(*s->lines));
    if (s->lines == NULL)
        return -1;
    s->lines->confirmed = -1;
    s->drawn_phase = ROUND_LEFT; /* nothing yet */
    return 0;
}

void seatlines_close(struct seat *s)
{
    free(s->lines);
    s->lines = NULL;
}

/* Texts */

static size_t add_ascii(uint32_t *line, size_t length, const char *text)
{
    while (*text != '\0' && length < PLAIN_SHOWN_MAX)
        line[length++] = (unsigned char)*text++;
    return length;
}

static void print(struct seat *s, const char *text)
{
    uint32_t line[PLAIN_SHOWN_MAX];

    plain_print(&s->front->plain, line, add_ascii(line, 0, text));
}

/* A text over as many rows as it takes. */
static void print_wrapped(struct seat *s, const char *text)
{
    char row[READABLE + 1];
    int skip, length;

    for (; *text != '\0'; text += length + skip) {
        length = wrap_row(text, READABLE, &skip);
        snprintf(row, sizeof(row), "%.*s", length, text);
        print(s, row);
    }
}

static void say(struct seat *s, const char *text)
{
    if (text[0] != '\0')
        plain_say(&s->front->plain, text);
}

/* The conversations */

/* Whose line it is: LEFT, RIGHT, or the number of a terminal; nobody's where there is
 * but one. */
static size_t add_prefix(const struct seat *s, int side, uint32_t *line)
{
    char prefix[SEAT_NAME_SIZE + 2] = "";

    if (s->pair)
        snprintf(prefix, sizeof(prefix), "%s: ", s->sides[side].name);
    else if (s->count > 1)
        snprintf(prefix, sizeof(prefix), "%d: ", side + 1);
    return add_ascii(line, 0, prefix);
}

/* Another conversation has begun there; but one that is gone on with was shown when
 * that was asked. */
static void follow_conversation(struct seat *s, int side)
{
    struct side_lines *it = &s->lines->side[side];
    unsigned conversation = s->sides[side].console.conversations;

    if (it->conversation == conversation)
        return;
    if (it->conversation > 0 || !s->resume)
        it->line = 0;
    it->conversation = conversation;
}

/* The judge has begun nothing there: a `>` alone, where it does not say whose turn it
 * is. */
static bool is_bare(const struct console *c, size_t line)
{
    return !c->talk.prompt.turns && c->page.lines[line].side == SIDE_JUDGE &&
           c->page.lines[line].length <= 1;
}

/* Print a line of a side, unless it stands above since it was typed: a side that is
 * over ends the line that was begun there. */
static void print_line(struct seat *s, const uint32_t *text, size_t length)
{
    struct seatlines *l = s->lines;
    bool stands = s->front->plain.length == 0 && length > 0 &&
                  length == l->typed_length &&
                  memcmp(text, l->typed, length * sizeof(text[0])) == 0;

    l->typed_length = 0;
    if (!stands)
        plain_print(&s->front->plain, text, length);
}

static void print_side(struct seat *s, int side)
{
    const struct console *c = &s->sides[side].console;
    const struct page *page = &c->page;
    size_t *line = &s->lines->side[side].line;
    uint32_t text[PLAIN_SHOWN_MAX];

    follow_conversation(s, side);
    if (!console_has_page(c))
        return;
    for (; *line < page->count - page->unfinished; ++*line) {
        size_t length = add_prefix(s, side, text), more = page->lines[*line].length;
        if (is_bare(c, *line))
            continue;
        memcpy(text + length, page_text(page, *line), more * sizeof(text[0]));
        print_line(s, text, length + more);
    }
}

/* The line that the judge types. */
static void show_typed(struct seat *s)
{
    const struct console *c = &seat_side(s)->console;
    struct seatlines *l = s->lines;

    if (!s->front->plain.to_terminal || !console_has_page(c) ||
        round_may_press(&s->round, s->at) == ROUND_KEY_OVER)
        return;
    l->typed_length = plain_unfinished(c, l->typed, add_prefix(s, s->at, l->typed));
    plain_show(&s->front->plain, l->typed, l->typed_length);
}

/* The judge has gone to another side; when the talk is over that is to read all of it
 * again. */
static void follow_judge(struct seat *s)
{
    if (s->lines->at == s->at)
        return;
    s->lines->at = s->at;
    plain_break(&s->front->plain);
    if (s->round.phase > ROUND_TALKING)
        s->lines->side[s->at].line = 0;
}

static void print_sides(struct seat *s)
{
    follow_judge(s);
    for (int i = 0; i < s->count; i++)
        print_side(s, i);
}

/* Notes */

static void say_links(struct seat *s)
{
    char text[CONSOLE_TEXT_SIZE];

    for (int i = 0; i < s->count; i++) {
        const struct seat_side *side = &s->sides[i];
        bool lost = side->console.line == LINE_LOST;
        if (s->lines->side[i].lost != lost &&
            (lost ? i != s->at : side->console.line == LINE_UP)) {
            snprintf(text, sizeof(text), "%s: the link is %s", side->name,
                lost ? "lost" : "back");
            say(s, text);
        }
        s->lines->side[i].lost = lost;
    }
}

/* Each minute of a time is said when it begins; of the last one there is a note. */
static void say_minutes(
    struct seat *s, int64_t left, int64_t *said, const char *before, const char *behind)
{
    int64_t minutes = left > 0 ? (left + 59999) / 60000 : 0;
    char text[CONSOLE_TEXT_SIZE];

    if (minutes > 1 && minutes < *said) {
        snprintf(
            text, sizeof(text), "%s%d minutes left%s", before, (int)minutes, behind);
        say(s, text);
    }
    *said = minutes;
}

static void say_time(struct seat *s)
{
    bool shared = round_is_shared(&s->round);
    int64_t *said = &s->lines->side[shared ? 0 : s->at].minutes;
    char name[SEAT_NAME_SIZE + 2] = "";

    if (s->count > 1 && !shared)
        snprintf(name, sizeof(name), "%s: ", seat_side(s)->name);
    if (s->round.phase == ROUND_TALKING)
        say_minutes(s, round_left(&s->round, s->at), said, name, "");
    else if (s->round.phase < ROUND_SAVING)
        say_minutes(
            s, round_review_left(&s->round), &s->lines->minutes, "", " for the ballot");
}

static void say_message(struct seat *s, struct moment now)
{
    char text[CONSOLE_TEXT_SIZE];

    seatstatus_message(s, now, text);
    if (strcmp(text, s->lines->message) != 0)
        say(s, text);
    memcpy(s->lines->message, text, sizeof(text));
}

/* ^L: while there is talk the time that is left; then what is asked, or all that was
 * said. */
static void show_again(struct seat *s)
{
    char text[CONSOLE_TEXT_SIZE];

    if (s->lines->redraws == s->redraws)
        return;
    s->lines->redraws = s->redraws;
    seatstatus_left(s, text);
    say(s, text);
    s->lines->asked = NOTHING_ASKED;
    s->lines->whole = false;
    if (s->round.phase == ROUND_REVIEW)
        s->lines->side[s->at].line = 0;
}

/* The ballot */

static void print_ballot(struct seat *s)
{
    char text[FORM_NAME_SIZE + FORM_REASON_MAX + FORM_WORDS_SIZE + 4];
    char words[FORM_WORDS_SIZE];

    print(s, "Your ballot:");
    for (int i = 0; i < s->form.fields; i++) {
        const struct form_field *field = &s->form.field[i];
        form_say_value(&s->form, i, words);
        if (field->length == 0)
            snprintf(text, sizeof(text), "%s: nothing", field->name);
        else if (words[0] == '\0')
            snprintf(text, sizeof(text), "%s: %s", field->name, field->text);
        else
            snprintf(
                text, sizeof(text), "%s: %s (%s)", field->name, field->text, words);
        print_wrapped(s, text);
    }
}

/* The question for a field, with what was answered before, or what may be. */
static void set_prompt(struct seat *s)
{
    const struct form_field *field = &s->form.field[s->form.at];
    char *prompt = s->lines->prompt, words[FORM_WORDS_SIZE];
    size_t size = sizeof(s->lines->prompt);

    form_say_value(&s->form, s->form.at, words);
    if (s->form.step == FORM_CONFIRMING)
        snprintf(prompt, size, "Is that your ballot? y or n, and Return: ");
    else if (field->length > 0 && !s->asking.typed)
        snprintf(prompt, size, "%s [%s]: ", field->name, field->text);
    else if (field->length == 0 && words[0] != '\0')
        snprintf(prompt, size, "%s (%s): ", field->name, words);
    else
        snprintf(prompt, size, "%s: ", field->name);
}

static void show_answer(struct seat *s, const char *answer)
{
    uint32_t line[PLAIN_SHOWN_MAX];
    size_t length = add_ascii(line, 0, s->lines->prompt);

    plain_show(&s->front->plain, line, add_ascii(line, length, answer));
}

/* An answer was given: its line is finished, and what is wrong with it said. */
static void follow_answer(struct seat *s)
{
    if (s->lines->answers == s->asking.answers)
        return;
    s->lines->answers = s->asking.answers;
    if (s->lines->asked != NOTHING_ASKED)
        show_answer(s, s->asking.said);
    plain_break(&s->front->plain);
    say(s, s->asking.complaint);
    s->lines->asked = NOTHING_ASKED;
}

static void ask(struct seat *s, int what)
{
    s->lines->asked = what;
    s->asking.open = what == CONFIRMING;
    set_prompt(s);
    show_answer(s, seatask_answer(&s->asking, &s->form));
}

/* What keys there were before it was shown whole is not to confirm it. */
static void ask_to_confirm(struct seat *s, struct moment now)
{
    if (!s->lines->whole)
        print_ballot(s);
    s->lines->whole = true;
    if (now.tick >= seatstatus_due(s))
        ask(s, CONFIRMING);
}

static void draw_ballot(struct seat *s, struct moment now)
{
    bool confirming = s->form.step == FORM_CONFIRMING;

    if (s->drawn_phase != ROUND_BALLOT || s->lines->confirmed != s->confirmed) {
        print_wrapped(s, form_question(&s->form));
        s->lines->confirmed = s->confirmed;
        s->lines->asked = NOTHING_ASKED;
    }
    s->lines->whole = s->lines->whole && confirming;
    if (confirming && s->lines->asked != CONFIRMING)
        ask_to_confirm(s, now);
    else if (!confirming && s->lines->asked != s->form.at)
        ask(s, s->form.at);
    else if (s->front->plain.to_terminal)
        show_answer(s, seatask_answer(&s->asking, &s->form));
}

/* Phases */

static void print_opening(struct seat *s)
{
    for (int i = 0; i < s->opening.count; i++) {
        if (i > 0)
            print(s, "");
        print_wrapped(s, s->opening.lines[i]);
    }
}

static void print_thanks(struct seat *s)
{
    char text[CONSOLE_TEXT_SIZE];

    for (int i = 0; seatstatus_thanks(s, i, text); i++)
        print(s, text);
}

static void follow_phase(struct seat *s)
{
    if (s->drawn_phase == s->round.phase || s->ask == SEAT_ASK_RESUME)
        return;
    if (s->round.phase == ROUND_OPENING)
        print_opening(s);
    else if (s->round.phase == ROUND_REVIEW && s->drawn_phase == ROUND_TALKING)
        say(s, s->round.clock_ms > 0 ? "The time is up" : "The talk is over");
    else if (s->round.phase == ROUND_THANKS)
        print_thanks(s);
}

static void ring(struct seat *s)
{
    unsigned bells = s->bells;

    for (int i = 0; i < s->count; i++)
        bells += s->sides[i].console.bells;
    if (bells != s->rung && s->front->plain.raw && s->front->plain.to_terminal)
        fputc('\a', stdout);
    s->rung = bells;
}

/* What is typed now is shown last, unless a question was asked that a key answers. */
static void show_cursor(struct seat *s, struct moment now)
{
    if (s->ask != SEAT_ASK_NOTHING || seat_side(s)->console.question != ASK_NOTHING)
        return;
    if (s->round.phase == ROUND_TALKING)
        show_typed(s);
    else if (s->round.phase == ROUND_BALLOT)
        draw_ballot(s, now);
}

void seatlines_draw(struct seat *s, struct moment now)
{
    bool previews = s->ask == SEAT_ASK_RESUME;

    if (!front_may_draw(s->front))
        return;
    if (s->round.phase != ROUND_OPENING || previews)
        print_sides(s);
    follow_answer(s);
    follow_phase(s);
    say_links(s);
    say_time(s);
    say_message(s, now);
    show_again(s);
    show_cursor(s, now);
    ring(s);
    fflush(stdout);
    front_has_drawn(s->front);
    if (!previews)
        s->drawn_phase = s->round.phase;
    s->pipe.drawn = true;
}
