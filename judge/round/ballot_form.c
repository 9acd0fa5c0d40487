#include "judge/round/ballot_form.h"

#include <stdio.h>
#include <string.h>

#include "common/input/keyboard.h"

static void add_field(
    struct ballot_form *f, enum ballot_form_field_kind kind, const char *name)
{
    struct ballot_form_field *field = &f->field[f->fields++];
    size_t most =
        kind == BALLOT_FORM_REASON ? BALLOT_FORM_REASON_MAX : BALLOT_FORM_VALUE_MAX;

    field->kind = kind;
    snprintf(field->name, BALLOT_FORM_NAME_SIZE, "%s", name);
    line_edit_init(&field->edit, most, line_edit_is_ascii);
}

void ballot_form_start(struct ballot_form *f, enum ballot_ask ask,
    const char *const names[], int seats, bool study)
{
    *f = (struct ballot_form){.ask = ask, .seats = seats};
    if (ask == BALLOT_ASK_WHICH)
        add_field(f, BALLOT_FORM_WHICH, "The human is");
    for (int i = 0; i < seats && ask != BALLOT_ASK_WHICH; i++)
        add_field(f, BALLOT_FORM_VALUE, names[i]);
    if (!study)
        return;
    add_field(f, BALLOT_FORM_CONFIDENCE, "How sure, per cent");
    add_field(f, BALLOT_FORM_REASON, "Why, in a line");
}

/* A field's text without the blanks around it. */
static const char *trimmed(const struct ballot_form_field *field, size_t *length)
{
    const char *text = field->text, *end = field->text + field->length;

    while (text < end && *text == ' ')
        text++;
    while (end > text && end[-1] == ' ')
        end--;
    *length = (size_t)(end - text);
    return text;
}

/* The index of the word (or its first letter) that a text is, or -1. */
static int find_word(
    const char *text, size_t length, const char *first, const char *second)
{
    const char *const words[] = {first, second};

    for (int i = 0; i < 2; i++)
        if (strncasecmp(text, words[i], length) == 0 &&
            (length == 1 || length == strlen(words[i])))
            return i;
    return -1;
}

/* Read one of two words: value 1 for the first, 0 for the second. */
static enum ballot_error read_choice(
    const char *text, size_t length, const char *first, const char *second, int *value)
{
    int which = length > 0 ? find_word(text, length, first, second) : -1;

    if (which < 0)
        return length == 0 ? BALLOT_EMPTY : BALLOT_NO_WORD;
    *value = which == 0;
    return BALLOT_GOOD;
}

/* Read a field's value; left and human are 1. */
static enum ballot_error read_field(const struct ballot_form *f, int at, int *value)
{
    const struct ballot_form_field *field = &f->field[at];
    size_t length;
    const char *text = trimmed(field, &length);

    switch (field->kind) {
    case BALLOT_FORM_REASON:
        return BALLOT_GOOD;
    case BALLOT_FORM_CONFIDENCE:
        return ballot_read_confidence(text, length, value);
    case BALLOT_FORM_WHICH:
        return read_choice(text, length, "left", "right", value);
    case BALLOT_FORM_VALUE:
        break;
    }
    if (f->ask == BALLOT_ASK_VERDICT)
        return read_choice(text, length, "human", "machine", value);
    return ballot_read_value(f->ask, f->seats, text, length, value);
}

static void complain(struct ballot_form *f, int at, enum ballot_error error)
{
    if (f->field[at].kind == BALLOT_FORM_CONFIDENCE)
        ballot_complain_of_confidence(error, f->complaint);
    else
        ballot_complain(error, f->ask, f->seats, f->complaint);
}

static enum ballot_form_result refuse_key(struct ballot_form *f, const char *why)
{
    snprintf(f->complaint, sizeof(f->complaint), "%s", why);
    return BALLOT_FORM_REFUSED;
}

/* Read the scores of all terminals. Returns false if one is missing. */
static bool read_values(
    const struct ballot_form *f, int values[static BALLOT_SEATS_MAX])
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

/* Mark the first bad field; if all are good, go to the confirmation. */
static enum ballot_form_result finish_form(struct ballot_form *f, int64_t tick)
{
    int values[BALLOT_SEATS_MAX], value;
    enum ballot_error error;

    for (int i = 0; i < f->fields; i++) {
        error = read_field(f, i, &value);
        if (error != BALLOT_GOOD) {
            f->at = i;
            complain(f, i, error);
            return BALLOT_FORM_REFUSED;
        }
    }
    read_values(f, values);
    error = ballot_check(f->ask, values, f->seats);
    if (error != BALLOT_GOOD) {
        f->at = 0;
        complain(f, 0, error);
        return BALLOT_FORM_REFUSED;
    }
    f->step = BALLOT_FORM_CONFIRMING;
    f->shown = tick;
    return BALLOT_FORM_TAKEN;
}

/* Return: to the next field, if this one is good. */
static enum ballot_form_result next_field(struct ballot_form *f, int64_t tick)
{
    int value;
    enum ballot_error error = read_field(f, f->at, &value);

    if (error != BALLOT_GOOD) {
        complain(f, f->at, error);
        return BALLOT_FORM_REFUSED;
    }
    if (f->at == f->fields - 1)
        return finish_form(f, tick);
    f->at++;
    return BALLOT_FORM_TAKEN;
}

/* Tab or an arrow: move the mark, and report a bad value that it leaves. An empty field
 * is no fault yet. */
static enum ballot_form_result move_mark(struct ballot_form *f, int by)
{
    int from = f->at, to = from + by, value;
    enum ballot_error error = read_field(f, from, &value);

    if (to < 0 || to >= f->fields)
        return BALLOT_FORM_REFUSED;
    f->at = to;
    if (error != BALLOT_GOOD && error != BALLOT_EMPTY)
        complain(f, from, error);
    return BALLOT_FORM_TAKEN;
}

/* A key for the field's text. */
static enum ballot_form_result edit_field(struct ballot_form *f, uint32_t code)
{
    struct ballot_form_field *field = &f->field[f->at];
    char text[LINE_EDIT_UTF8_SIZE];

    switch (line_edit_press(&field->edit, code)) {
    case LINE_EDIT_CHANGED:
        field->length = (int)line_edit_utf8(&field->edit, text);
        memcpy(field->text, text, (size_t)field->length + 1);
        return BALLOT_FORM_TAKEN;
    case LINE_EDIT_UNCHANGED:
        return BALLOT_FORM_REFUSED;
    case LINE_EDIT_FULL:
        return refuse_key(f, "The field is full: BackSpace makes room");
    default:
        return refuse_key(
            f, "Only the characters of an English keyboard can be used here");
    }
}

static enum ballot_form_result press_field(
    struct ballot_form *f, uint32_t code, int64_t tick)
{
    f->complaint[0] = '\0';
    switch (code) {
    case K_ESCAPE:
        return BALLOT_FORM_ASIDE;
    case K_RETURN:
        return next_field(f, tick);
    case K_TAB:
    case COMMAND_LINE_DOWN:
        return move_mark(f, 1);
    case COMMAND_LINE_UP:
        return move_mark(f, -1);
    default:
        return edit_field(f, code);
    }
}

/* Keys of one paste do not confirm. */
static enum ballot_form_result press_confirmation(
    struct ballot_form *f, uint32_t code, int64_t tick)
{
    if (tick - f->shown < BALLOT_FORM_PAUSE_MS) {
        f->shown = tick;
        return BALLOT_FORM_REFUSED;
    }
    if (code == 'y' || code == 'Y') {
        f->step = BALLOT_FORM_CONFIRMED;
        return BALLOT_FORM_DONE;
    }
    f->step = BALLOT_FORM_FILLING;
    return BALLOT_FORM_TAKEN;
}

/* Whether a code is for the form: keys, and commands that move the mark or erase. */
static bool is_ours(const struct ballot_form *f, uint32_t code)
{
    if (f->step == BALLOT_FORM_CONFIRMED)
        return false;
    if (code < COMMAND_FIRST)
        return true;
    return f->step == BALLOT_FORM_FILLING &&
           (code == COMMAND_LINE_UP || code == COMMAND_LINE_DOWN ||
               code == COMMAND_ERASE_WORD || code == COMMAND_ERASE_LINE);
}

enum ballot_form_result ballot_form_press(
    struct ballot_form *f, uint32_t code, int64_t tick)
{
    if (!is_ours(f, code))
        return BALLOT_FORM_PASSED;
    return f->step == BALLOT_FORM_CONFIRMING ? press_confirmation(f, code, tick)
                                             : press_field(f, code, tick);
}

const char *ballot_form_question(const struct ballot_form *f)
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

const char *ballot_form_hint(const struct ballot_form *f)
{
    static const char *const hints[] = {
        [BALLOT_FORM_FILLING] = "Return: next  arrows: move  Esc: read",
        [BALLOT_FORM_CONFIRMING] = "y: this is my ballot   n: change it",
        [BALLOT_FORM_CONFIRMED] = "Confirmed",
    };

    return hints[f->step];
}

/* The meaning of a good value. */
static const char *meaning(const struct ballot_form *f, int value)
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

void ballot_form_say_value(
    const struct ballot_form *f, int field, char words[static BALLOT_FORM_WORDS_SIZE])
{
    const char *says = "";
    int value;

    if (f->field[field].kind == BALLOT_FORM_CONFIDENCE)
        says = f->field[field].length > 0 ? "per cent" : "may stay empty";
    else if (f->field[field].kind == BALLOT_FORM_REASON)
        says = f->field[field].length > 0 ? "" : "may stay empty";
    else if (read_field(f, field, &value) == BALLOT_GOOD)
        says = meaning(f, value);
    snprintf(words, BALLOT_FORM_WORDS_SIZE, "%s", says);
}

/* Fields that may stay empty. */
static void fill_study(const struct ballot_form *f,
    const struct ballot_form_field *field, struct ballot_row *row)
{
    size_t length;
    const char *text = trimmed(field, &length);

    if (field->kind == BALLOT_FORM_CONFIDENCE)
        read_field(f, (int)(field - f->field), &row->confidence);
    if (field->kind == BALLOT_FORM_REASON)
        snprintf(row->reason, sizeof(row->reason), "%.*s", (int)length, text);
}

bool ballot_form_fill(const struct ballot_form *f, struct ballot_row *row)
{
    int values[BALLOT_SEATS_MAX];

    if (f->step != BALLOT_FORM_CONFIRMED || !read_values(f, values))
        return false;
    for (int i = 0; i < f->seats; i++)
        row->seat[i].score = values[i];
    row->confidence = BALLOT_NO_CONFIDENCE;
    row->reason[0] = '\0';
    for (int i = 0; i < f->fields; i++)
        fill_study(f, &f->field[i], row);
    return true;
}
