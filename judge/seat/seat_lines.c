#include "judge/seat/seat_lines.h"

#include <stdio.h>
#include <string.h>

#include "judge/round/wrap.h"
#include "judge/seat/seat_status.h"

enum { READABLE = 72, NOTHING_ASKED = -1, CONFIRMING = BALLOT_FORM_FIELDS_MAX };

void seat_lines_open(struct seat_lines *l, struct seat *seat)
{
    *l = (struct seat_lines){
        .seat = seat, .out = &seat->terminal->plain, .confirmed = -1};
    l->phase = ROUND_LEFT; /* nothing was printed yet */
}

/* Texts */

static size_t add_ascii(uint32_t *line, size_t length, const char *text)
{
    while (*text != '\0' && length < LINE_MODE_SHOWN_MAX)
        line[length++] = (unsigned char)*text++;
    return length;
}

static void print_text(struct seat_lines *l, const char *text)
{
    uint32_t line[LINE_MODE_SHOWN_MAX];

    line_mode_print(l->out, line, add_ascii(line, 0, text));
}

/* Print a wrapped text. */
static void print_wrapped(struct seat_lines *l, const char *text)
{
    char row[READABLE + 1];
    int skip, length;

    for (; *text != '\0'; text += length + skip) {
        length = wrap_row(text, READABLE, &skip);
        snprintf(row, sizeof(row), "%.*s", length, text);
        print_text(l, row);
    }
}

/* Conversations */

/* Start a line with its side: LEFT, RIGHT or the terminal's number; with one terminal
 * no prefix. */
static size_t add_prefix(const struct seat *s, int side, uint32_t *line)
{
    char prefix[SEAT_NAME_SIZE + 2] = "";

    if (s->pair)
        snprintf(prefix, sizeof(prefix), "%s: ", s->sides[side].name);
    else if (s->count > 1)
        snprintf(prefix, sizeof(prefix), "%d: ", side + 1);
    return add_ascii(line, 0, prefix);
}

/* Start at the first line of a new conversation. A resumed one was printed with the
 * question about it. */
static void follow_conversation(struct seat_lines *l, int side)
{
    const struct seat *s = l->seat;
    struct side_lines *it = &l->side[side];
    unsigned conversation = s->sides[side].console.session.conversations;

    if (it->conversation == conversation)
        return;
    if (it->conversation > 0 || !s->resume)
        it->line = 0;
    it->conversation = conversation;
}

/* Whether a line of the judge is a `>` alone, in a book without turns. */
static bool is_bare(const struct console *c, size_t line)
{
    return !c->session.talk.prompt.turns &&
           c->session.page.lines[line].side == SIDE_JUDGE &&
           c->session.page.lines[line].length <= 1;
}

/* Print a line, unless it is on the terminal already: the end of a side finishes the
 * line that was typed there. */
static void print_line(struct seat_lines *l, const uint32_t *text, size_t length)
{
    bool stands = l->out->length == 0 && length > 0 && length == l->typed_length &&
                  memcmp(text, l->typed, length * sizeof(text[0])) == 0;

    l->typed_length = 0;
    if (!stands)
        line_mode_print(l->out, text, length);
}

static void print_side(struct seat_lines *l, int side)
{
    const struct seat *s = l->seat;
    const struct console *c = &s->sides[side].console;
    const struct page *page = &c->session.page;
    size_t *line = &l->side[side].line;
    uint32_t text[LINE_MODE_SHOWN_MAX];

    follow_conversation(l, side);
    if (!console_has_page(c))
        return;
    for (; *line < page->count - page->unfinished; ++*line) {
        size_t length = add_prefix(s, side, text), more = page->lines[*line].length;
        if (is_bare(c, *line))
            continue;
        memcpy(text + length, page_text(page, *line), more * sizeof(text[0]));
        print_line(l, text, length + more);
    }
}

/* Show the line that the judge types. */
static void show_typed(struct seat_lines *l)
{
    const struct seat *s = l->seat;
    const struct console *c = &s->sides[s->at].console;

    if (!l->out->to_terminal || !console_has_page(c) ||
        round_may_press(&s->round, s->at) == ROUND_KEY_OVER)
        return;
    l->typed_length = line_mode_unfinished(c, l->typed, add_prefix(s, s->at, l->typed));
    line_mode_show(l->out, l->typed, l->typed_length);
}

/* The judge has gone to another side. After the talk it is printed whole again. */
static void follow_judge(struct seat_lines *l)
{
    const struct seat *s = l->seat;

    if (l->at == s->at)
        return;
    l->at = s->at;
    line_mode_break(l->out);
    if (s->round.phase > ROUND_TALKING)
        l->side[s->at].line = 0;
}

static void print_sides(struct seat_lines *l)
{
    const struct seat *s = l->seat;

    follow_judge(l);
    for (int i = 0; i < s->count; i++)
        print_side(l, i);
}

/* Notes */

static void say_links(struct seat_lines *l)
{
    const struct seat *s = l->seat;
    char text[CONSOLE_TEXT_SIZE];

    for (int i = 0; i < s->count; i++) {
        const struct seat_side *side = &s->sides[i];
        bool lost = side->console.line == LINE_LOST;
        if (l->side[i].lost != lost &&
            (lost ? i != s->at : side->console.line == LINE_UP)) {
            snprintf(text, sizeof(text), "%s: the link is %s", side->name,
                lost ? "lost" : "back");
            line_mode_say(l->out, text);
        }
        l->side[i].lost = lost;
    }
}

/* Announce each full minute. The last minute has a note of its own. */
static void say_minutes(struct seat_lines *l, int64_t left, int64_t *said,
    const char *before, const char *behind)
{
    int64_t minutes = left > 0 ? (left + 59999) / 60000 : 0;
    char text[CONSOLE_TEXT_SIZE];

    if (minutes > 1 && minutes < *said) {
        snprintf(
            text, sizeof(text), "%s%d minutes left%s", before, (int)minutes, behind);
        line_mode_say(l->out, text);
    }
    *said = minutes;
}

static void say_time(struct seat_lines *l)
{
    const struct seat *s = l->seat;
    bool shared = round_is_shared(&s->round);
    int64_t *said = &l->side[shared ? 0 : s->at].minutes;
    char name[SEAT_NAME_SIZE + 2] = "";

    if (s->count > 1 && !shared)
        snprintf(name, sizeof(name), "%s: ", s->sides[s->at].name);
    if (s->round.phase == ROUND_TALKING)
        say_minutes(l, round_left(&s->round, s->at), said, name, "");
    else if (s->round.phase < ROUND_SAVING)
        say_minutes(
            l, round_review_left(&s->round), &l->minutes, "", " for the ballot");
}

static void say_message(struct seat_lines *l, struct moment now)
{
    char text[CONSOLE_TEXT_SIZE];

    seat_status_message(l->seat, now, text);
    line_mode_tell(l->out, text);
}

/* ^L: print the time left; then the ballot's question, or in the review the whole
 * conversation. */
static void show_again(struct seat_lines *l)
{
    const struct seat *s = l->seat;
    char text[CONSOLE_TEXT_SIZE];

    if (l->redraws == s->redraws)
        return;
    l->redraws = s->redraws;
    seat_status_left(s, text);
    line_mode_say(l->out, text);
    l->asked = NOTHING_ASKED;
    l->whole = false;
    if (s->round.phase == ROUND_REVIEW)
        l->side[s->at].line = 0;
}

/* Ballot */

static void print_ballot(struct seat_lines *l)
{
    const struct seat *s = l->seat;
    char text[BALLOT_FORM_NAME_SIZE + BALLOT_FORM_REASON_MAX + BALLOT_FORM_WORDS_SIZE +
              4];
    char words[BALLOT_FORM_WORDS_SIZE];

    print_text(l, "Your ballot:");
    for (int i = 0; i < s->ballot.form.fields; i++) {
        const struct ballot_form_field *field = &s->ballot.form.field[i];
        ballot_form_say_value(&s->ballot.form, i, words);
        if (field->length == 0)
            snprintf(text, sizeof(text), "%s: nothing", field->name);
        else if (words[0] == '\0')
            snprintf(text, sizeof(text), "%s: %s", field->name, field->text);
        else
            snprintf(
                text, sizeof(text), "%s: %s (%s)", field->name, field->text, words);
        print_wrapped(l, text);
    }
}

/* The question for a field, with the earlier answer or the possible answers. */
static void set_prompt(struct seat_lines *l)
{
    const struct seat *s = l->seat;
    const struct ballot_form_field *field = &s->ballot.form.field[s->ballot.form.at];
    char *prompt = l->prompt, words[BALLOT_FORM_WORDS_SIZE];
    size_t size = sizeof(l->prompt);

    ballot_form_say_value(&s->ballot.form, s->ballot.form.at, words);
    if (s->ballot.form.step == BALLOT_FORM_CONFIRMING)
        snprintf(prompt, size, "Is this your ballot? y or n, then Return: ");
    else if (field->length > 0 && !s->ballot.prompt.typed)
        snprintf(prompt, size, "%s [%s]: ", field->name, field->text);
    else if (field->length == 0 && words[0] != '\0')
        snprintf(prompt, size, "%s (%s): ", field->name, words);
    else
        snprintf(prompt, size, "%s: ", field->name);
}

static void show_answer(struct seat_lines *l, const char *answer)
{
    uint32_t line[LINE_MODE_SHOWN_MAX];
    size_t length = add_ascii(line, 0, l->prompt);

    line_mode_show(l->out, line, add_ascii(line, length, answer));
}

/* Finish the line of a given answer, and print the complaint about it. */
static void follow_answer(struct seat_lines *l)
{
    const struct seat *s = l->seat;

    if (l->answers == s->ballot.prompt.answers)
        return;
    l->answers = s->ballot.prompt.answers;
    if (l->asked != NOTHING_ASKED)
        show_answer(l, s->ballot.prompt.said);
    line_mode_break(l->out);
    line_mode_say(l->out, s->ballot.prompt.complaint);
    l->asked = NOTHING_ASKED;
}

static void ask_field(struct seat_lines *l, int field)
{
    const struct seat *s = l->seat;

    l->asked = field;
    seat_ballot_ask(&l->seat->ballot, field == CONFIRMING);
    set_prompt(l);
    show_answer(l, ballot_prompt_answer(&s->ballot.prompt, &s->ballot.form));
}

/* Keys before the whole ballot is printed do not confirm it. */
static void ask_to_confirm(struct seat_lines *l, struct moment now)
{
    const struct seat *s = l->seat;

    if (!l->whole)
        print_ballot(l);
    l->whole = true;
    if (now.tick >= seat_status_due(s))
        ask_field(l, CONFIRMING);
}

static void draw_ballot(struct seat_lines *l, struct moment now)
{
    const struct seat *s = l->seat;
    bool confirming = s->ballot.form.step == BALLOT_FORM_CONFIRMING;

    if (l->phase != ROUND_BALLOT || l->confirmed != s->ballot.confirmed) {
        print_wrapped(l, ballot_form_question(&s->ballot.form));
        l->confirmed = s->ballot.confirmed;
        l->asked = NOTHING_ASKED;
    }
    l->whole = l->whole && confirming;
    if (confirming && l->asked != CONFIRMING)
        ask_to_confirm(l, now);
    else if (!confirming && l->asked != s->ballot.form.at)
        ask_field(l, s->ballot.form.at);
    else if (l->out->to_terminal)
        show_answer(l, ballot_prompt_answer(&s->ballot.prompt, &s->ballot.form));
}

/* Phases */

static void print_opening(struct seat_lines *l)
{
    const struct seat *s = l->seat;

    for (int i = 0; i < s->opening.count; i++) {
        if (i > 0)
            print_text(l, "");
        print_wrapped(l, s->opening.lines[i]);
    }
}

static void print_thanks(struct seat_lines *l)
{
    const struct seat *s = l->seat;
    char text[CONSOLE_TEXT_SIZE];

    for (int i = 0; seat_status_thanks(s, i, text); i++)
        print_text(l, text);
}

static void follow_phase(struct seat_lines *l)
{
    const struct seat *s = l->seat;

    if (l->phase == s->round.phase || s->ask == SEAT_ASK_RESUME)
        return;
    if (s->round.phase == ROUND_OPENING)
        print_opening(l);
    else if (s->round.phase == ROUND_REVIEW && l->phase == ROUND_TALKING)
        line_mode_say(
            l->out, s->round.clock_ms > 0 ? "The time is up" : "The talk is over");
    else if (s->round.phase == ROUND_THANKS)
        print_thanks(l);
}

/* Show the line being typed last, unless a question waits for one key. */
static void show_cursor(struct seat_lines *l, struct moment now)
{
    const struct seat *s = l->seat;

    if (s->ask != SEAT_ASK_NOTHING || s->sides[s->at].console.question != ASK_NOTHING)
        return;
    if (s->round.phase == ROUND_TALKING)
        show_typed(l);
    else if (s->round.phase == ROUND_BALLOT)
        draw_ballot(l, now);
}

bool seat_lines_draw(struct seat_lines *l, struct moment now)
{
    struct seat *s = l->seat;
    bool previews = s->ask == SEAT_ASK_RESUME;

    if (!terminal_may_draw(s->terminal))
        return false;
    if (s->round.phase != ROUND_OPENING || previews)
        print_sides(l);
    follow_answer(l);
    follow_phase(l);
    say_links(l);
    say_time(l);
    say_message(l, now);
    show_again(l);
    show_cursor(l, now);
    line_mode_end(l->out, seat_bells(s));
    terminal_has_drawn(s->terminal);
    if (!previews)
        l->phase = s->round.phase;
    return true;
}
