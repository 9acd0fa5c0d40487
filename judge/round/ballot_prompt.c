#include "judge/round/ballot_prompt.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "common/input/keyboard.h"

void ballot_prompt_ask(struct ballot_prompt *a, bool open)
{
    if (open && !a->open) {
        line_edit_init(&a->word, BALLOT_PROMPT_WORD_MAX, line_edit_is_ascii);
        a->typed_word[0] = '\0';
    }
    a->open = open;
}

const char *ballot_prompt_answer(
    const struct ballot_prompt *a, const struct ballot_form *f)
{
    if (f->step == BALLOT_FORM_CONFIRMING)
        return a->typed_word;
    return a->typed ? f->field[f->at].text : "";
}

/* Type into a field. The first key of an answer clears the earlier one. */
static enum ballot_form_result type_answer(
    struct ballot_prompt *a, struct ballot_form *f, uint32_t code, int64_t tick)
{
    bool cleared = !a->typed && f->field[f->at].length > 0;

    if (cleared)
        ballot_form_press(f, COMMAND_ERASE_LINE, tick);
    a->typed = true;
    if (cleared && (code == K_BACKSPACE || code == COMMAND_ERASE_WORD ||
                       code == COMMAND_ERASE_LINE))
        return BALLOT_FORM_TAKEN;
    return ballot_form_press(f, code, tick);
}

/* Key for a field. */
static enum ballot_form_result press_field(
    struct ballot_prompt *a, struct ballot_form *f, uint32_t code, int64_t tick)
{
    bool moves = code == K_RETURN || code == K_TAB || code == K_ESCAPE ||
                 code == COMMAND_LINE_UP || code == COMMAND_LINE_DOWN;
    enum ballot_form_result result;

    if (!moves)
        return code < COMMAND_FIRST || code == COMMAND_ERASE_WORD ||
                       code == COMMAND_ERASE_LINE
                   ? type_answer(a, f, code, tick)
                   : BALLOT_FORM_PASSED;
    snprintf(a->said, sizeof(a->said), "%s", ballot_prompt_answer(a, f));
    result = ballot_form_press(f, code, tick);
    a->typed = false;
    a->answers++;
    return result;
}

static bool is_word(const char *word, const char *whole)
{
    return strcasecmp(word, whole) == 0 ||
           (strncasecmp(word, whole, 1) == 0 && word[1] == '\0');
}

/* Ask all fields again, from the first one on. */
static enum ballot_form_result ask_again(struct ballot_form *f, int64_t tick)
{
    ballot_form_press(f, 'n', tick);
    while (f->step == BALLOT_FORM_FILLING && f->at > 0)
        ballot_form_press(f, COMMAND_LINE_UP, tick);
    return BALLOT_FORM_TAKEN;
}

/* Return after y or n. */
static enum ballot_form_result answer_confirmation(
    struct ballot_prompt *a, struct ballot_form *f, int64_t tick)
{
    memcpy(a->said, a->typed_word, sizeof(a->typed_word));
    a->typed_word[0] = '\0';
    a->answers++;
    a->open = false;
    if (is_word(a->said, "yes"))
        return ballot_form_press(f, 'y', tick);
    if (is_word(a->said, "no"))
        return ask_again(f, tick);
    snprintf(a->complaint, sizeof(a->complaint), "Type y or n, then press Return");
    return BALLOT_FORM_REFUSED;
}

/* A key for the typed answer to the question for confirmation. */
static enum ballot_form_result edit_word(struct ballot_prompt *a, uint32_t code)
{
    char text[LINE_EDIT_UTF8_SIZE];

    if (line_edit_press(&a->word, code) != LINE_EDIT_CHANGED)
        return BALLOT_FORM_REFUSED;
    memcpy(a->typed_word, text, line_edit_utf8(&a->word, text) + 1);
    return BALLOT_FORM_TAKEN;
}

/* A key for the question for confirmation. */
static enum ballot_form_result press_confirmation(
    struct ballot_prompt *a, struct ballot_form *f, uint32_t code, int64_t tick)
{
    bool erases = code == COMMAND_ERASE_LINE || code == COMMAND_ERASE_WORD;

    if (code >= COMMAND_FIRST && !erases)
        return BALLOT_FORM_PASSED;
    if (!a->open)
        return erases ? BALLOT_FORM_PASSED : BALLOT_FORM_REFUSED;
    if (code == K_RETURN)
        return answer_confirmation(a, f, tick);
    return edit_word(a, code == K_ESCAPE ? COMMAND_ERASE_LINE : code);
}

enum ballot_form_result ballot_prompt_press(
    struct ballot_prompt *a, struct ballot_form *f, uint32_t code, int64_t tick)
{
    enum ballot_form_result result;

    a->complaint[0] = '\0';
    if (f->step == BALLOT_FORM_CONFIRMED)
        return BALLOT_FORM_PASSED;
    if (f->step == BALLOT_FORM_CONFIRMING)
        return press_confirmation(a, f, code, tick);
    result = press_field(a, f, code, tick);
    memcpy(a->complaint, f->complaint, sizeof(a->complaint));
    return result;
}
