#include "form.h"

#include <stdio.h>
#include <string.h>

#include "keyboard.h"

void form_start(struct form *f, enum ballot_ask ask, const char *const names[],
    int seats, bool study)
{
    *f = (struct form){.ask = ask, .seats = seats};
    if (ask == BALLOT_ASK_WHICH)
        f->field[f->fields++] =
            (struct form_field){.kind = FORM_WHICH, .name = "The human is"};
    for (int i = 0; i < seats && ask != BALLOT_ASK_WHICH; i++)
        snprintf(f->field[f->fields++].name, FORM_NAME_SIZE, "%s", names[i]);
    if (!study)
        return;
    f->field[f->fields++] =
        (struct form_field){.kind = FORM_CONFIDENCE, .name = "How sure, per cent"};
    f->field[f->fields++] =
        (struct form_field){.kind = FORM_REASON, .name = "Why, in a line"};
}

/* What a field's text is, blanks around it left away. */
static const char *trimmed(const struct form_field *field, size_t *length)
{
    const char *text = field->text, *end = field->text + field->length;

    while (text < end && *text == ' ')
        text++;
    while (end > text && end[-1] == ' ')
        end--;
    *length = (size_t)(end - text);
    return text;
}

/* Which of two words, or their first letters, a text is: 0 or 1, or -1. */
static int choice(
    const char *text, size_t length, const char *first, const char *second)
{
    const char *const words[] = {first, second};

    for (int i = 0; i < 2; i++)
        if (strncasecmp(text, words[i], length) == 0 &&
            (length == 1 || length == strlen(words[i])))
            return i;
    return -1;
}

/* One of two words as a value: 1 for the first. */
static enum ballot_error read_choice(
    const char *text, size_t length, const char *first, const char *second, int *value)
{
    int which = length > 0 ? choice(text, length, first, second) : -1;

    if (which < 0)
        return length == 0 ? BALLOT_EMPTY : BALLOT_NO_WORD;
    *value = which == 0;
    return BALLOT_GOOD;
}

/* What a field says, if it says anything: 1 for left, and for human. */
static enum ballot_error read_field(const struct form *f, int at, int *value)
{
    const struct form_field *field = &f->field[at];
    size_t length;
    const char *text = trimmed(field, &length);

    switch (field->kind) {
    case FORM_REASON:
        return BALLOT_GOOD;
    case FORM_CONFIDENCE:
        return ballot_read_confidence(text, length, value);
    case FORM_WHICH:
        return read_choice(text, length, "left", "right", value);
    case FORM_VALUE:
        break;
    }
    if (f->ask == BALLOT_ASK_VERDICT)
        return read_choice(text, length, "human", "machine", value);
    return ballot_read_value(f->ask, f->seats, text, length, value);
}

static void complain(struct form *f, int at, enum ballot_error error)
{
    if (f->field[at].kind == FORM_CONFIDENCE)
        ballot_complain_of_confidence(error, f->complaint);
    else
        ballot_complain(error, f->ask, f->seats, f->complaint);
}

static enum form_result refuse(struct form *f, const char *why)
{
    snprintf(f->complaint, sizeof(f->complaint), "%s", why);
    return FORM_REFUSED;
}

/* The scores of all terminals. Returns whether they are all there. */
static bool read_values(const struct form *f, int values[static BALLOT_SEATS_MAX])
{
    int value;

    if (f->ask == BALLOT_ASK_WHICH) {
        if (read_field(f, 0, &value) != BALLOT_GOOD)
            return false;
        values[0] = value;
        values[1] = 1 - value;
        return true;
    }
    for (int i = 0; i < f->seats; i++)
        if (read_field(f, i, &values[i]) != BALLOT_GOOD)
            return false;
    return true;
}

/* The first field that is not good, the mark put on it; or, if they are all good, the
 * confirm step. */
static enum form_result finish(struct form *f, int64_t tick)
{
    int values[BALLOT_SEATS_MAX], value;
    enum ballot_error error;

    for (int i = 0; i < f->fields; i++) {
        error = read_field(f, i, &value);
        if (error != BALLOT_GOOD) {
            f->at = i;
            complain(f, i, error);
            return FORM_REFUSED;
        }
    }
    read_values(f, values);
    error = ballot_check(f->ask, values, f->seats);
    if (error != BALLOT_GOOD) {
        f->at = 0;
        complain(f, 0, error);
        return FORM_REFUSED;
    }
    f->step = FORM_CONFIRMING;
    f->shown = tick;
    return FORM_TAKEN;
}

/* Return: this field is done, if it is good. */
static enum form_result go_on(struct form *f, int64_t tick)
{
    int value;
    enum ballot_error error = read_field(f, f->at, &value);

    if (error != BALLOT_GOOD) {
        complain(f, f->at, error);
        return FORM_REFUSED;
    }
    if (f->at == f->fields - 1)
        return finish(f, tick);
    f->at++;
    return FORM_TAKEN;
}

/* Tab or an arrow: the mark goes anyway, and what is wrong with the field that it
 * leaves is said. One that is empty has time. */
static enum form_result move(struct form *f, int by)
{
    int from = f->at, to = from + by, value;
    enum ballot_error error = read_field(f, from, &value);

    if (to < 0 || to >= f->fields)
        return FORM_REFUSED;
    f->at = to;
    if (error != BALLOT_GOOD && error != BALLOT_EMPTY)
        complain(f, from, error);
    return FORM_TAKEN;
}

static enum form_result erase(struct form *f, int count)
{
    struct form_field *field = &f->field[f->at];

    if (field->length == 0)
        return FORM_REFUSED;
    field->length -= count < field->length ? count : field->length;
    field->text[field->length] = '\0';
    return FORM_TAKEN;
}

/* The characters of the last word, and the blanks behind it. */
static int last_word(const struct form_field *field)
{
    int at = field->length;

    while (at > 0 && field->text[at - 1] == ' ')
        at--;
    while (at > 0 && field->text[at - 1] != ' ')
        at--;
    return field->length - at;
}

static enum form_result type(struct form *f, uint32_t code)
{
    struct form_field *field = &f->field[f->at];

    if (code < ' ' || code > '~')
        return refuse(f, "Only the characters of an English keyboard can be used here");
    if (field->length ==
        (field->kind == FORM_REASON ? FORM_REASON_MAX : FORM_VALUE_MAX))
        return refuse(f, "No more goes in here: BackSpace takes away");
    field->text[field->length++] = (char)code;
    field->text[field->length] = '\0';
    return FORM_TAKEN;
}

static enum form_result fill(struct form *f, uint32_t code, int64_t tick)
{
    f->complaint[0] = '\0';
    switch (code) {
    case K_ESCAPE:
        return FORM_ASIDE;
    case K_RETURN:
        return go_on(f, tick);
    case K_TAB:
    case COMMAND_LINE_DOWN:
        return move(f, 1);
    case COMMAND_LINE_UP:
        return move(f, -1);
    case K_BACKSPACE:
        return erase(f, 1);
    case COMMAND_ERASE_WORD:
        return erase(f, last_word(&f->field[f->at]));
    case COMMAND_ERASE_LINE:
        return erase(f, f->field[f->at].length);
    default:
        return type(f, code);
    }
}

/* A key that comes with those before it was not meant for this. */
static enum form_result confirm(struct form *f, uint32_t code, int64_t tick)
{
    if (tick - f->shown < FORM_PAUSE_MS) {
        f->shown = tick;
        return FORM_REFUSED;
    }
    if (code == 'y' || code == 'Y') {
        f->step = FORM_CONFIRMED;
        return FORM_DONE;
    }
    f->step = FORM_FILLING;
    return FORM_TAKEN;
}

/* What moves the mark or erases is the form's; all other commands are somebody else's.
 */
static bool is_ours(const struct form *f, uint32_t code)
{
    if (f->step == FORM_CONFIRMED)
        return false;
    if (code < COMMAND_FIRST)
        return true;
    return f->step == FORM_FILLING &&
           (code == COMMAND_LINE_UP || code == COMMAND_LINE_DOWN ||
               code == COMMAND_ERASE_WORD || code == COMMAND_ERASE_LINE);
}

enum form_result form_press(struct form *f, uint32_t code, int64_t tick)
{
    if (!is_ours(f, code))
        return FORM_PASSED;
    return f->step == FORM_CONFIRMING ? confirm(f, code, tick) : fill(f, code, tick);
}

const char *form_question(const struct form *f)
{
    static const char *const questions[] = {
        [BALLOT_ASK_HOW_HUMAN] =
            "How human did each one seem? 0 is not at all, 100 is wholly",
        [BALLOT_ASK_SCALE] = "Was it a human or a machine? 0 to 5, fractions allowed",
        [BALLOT_ASK_POINTS] =
            "Share out 100 points: the more human one gets 51 or more",
        [BALLOT_ASK_WHICH] = "Which one is the human? Type left or right",
        [BALLOT_ASK_VERDICT] = "Was each one a human or a machine?",
        [BALLOT_ASK_RANK] = "Rank them: 1 is the least human, the highest the most",
    };

    return questions[f->ask];
}

const char *form_hint(const struct form *f)
{
    static const char *const hints[] = {
        [FORM_FILLING] = "Return: next  arrows: move  Esc: read",
        [FORM_CONFIRMING] = "y: that is my ballot   n: change it",
        [FORM_CONFIRMED] = "Confirmed",
    };

    return hints[f->step];
}

/* What a good value means. */
static const char *meaning(const struct form *f, int value)
{
    switch (f->ask) {
    case BALLOT_ASK_HOW_HUMAN:
        return "of 100";
    case BALLOT_ASK_SCALE:
        return value % BALLOT_SCALE_UNIT == 0
                   ? ballot_scale_words(value / BALLOT_SCALE_UNIT)
                   : "of 5";
    case BALLOT_ASK_POINTS:
        return value == 1 ? "point" : "points";
    case BALLOT_ASK_WHICH:
        return value == 1 ? "the left one" : "the right one";
    case BALLOT_ASK_VERDICT:
        return value == 1 ? "a human" : "a machine";
    case BALLOT_ASK_RANK:
        break;
    }
    if (value == f->seats)
        return "the most human";
    return value == 1 ? "the least human" : "";
}

void form_say_value(const struct form *f, int field, char words[static FORM_WORDS_SIZE])
{
    const char *says = "";
    int value;

    if (f->field[field].kind == FORM_CONFIDENCE)
        says = f->field[field].length > 0 ? "per cent" : "may stay empty";
    else if (f->field[field].kind == FORM_REASON)
        says = f->field[field].length > 0 ? "" : "may stay empty";
    else if (read_field(f, field, &value) == BALLOT_GOOD)
        says = meaning(f, value);
    snprintf(words, FORM_WORDS_SIZE, "%s", says);
}

/* What may stay empty. */
static void fill_study(
    const struct form *f, const struct form_field *field, struct ballot_row *row)
{
    size_t length;
    const char *text = trimmed(field, &length);

    if (field->kind == FORM_CONFIDENCE)
        read_field(f, (int)(field - f->field), &row->confidence);
    if (field->kind == FORM_REASON)
        snprintf(row->reason, sizeof(row->reason), "%.*s", (int)length, text);
}

bool form_fill(const struct form *f, struct ballot_row *row)
{
    int values[BALLOT_SEATS_MAX];

    if (f->step != FORM_CONFIRMED || !read_values(f, values))
        return false;
    for (int i = 0; i < f->seats; i++)
        row->seat[i].score = values[i];
    row->confidence = BALLOT_NO_CONFIDENCE;
    row->reason[0] = '\0';
    for (int i = 0; i < f->fields; i++)
        fill_study(f, &f->field[i], row);
    return true;
}
