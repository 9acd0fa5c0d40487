#include "seatask.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "keyboard.h"

const char *seatask_answer(const struct seatask *a, const struct form *f)
{
    if (f->step == FORM_CONFIRMING)
        return a->word;
    return a->typed ? f->field[f->at].text : "";
}

/* The first key of an answer clears what was there. */
static enum form_result type(
    struct seatask *a, struct form *f, uint32_t code, int64_t tick)
{
    bool cleared = !a->typed && f->field[f->at].length > 0;

    if (cleared)
        form_press(f, COMMAND_ERASE_LINE, tick);
    a->typed = true;
    if (cleared && (code == K_BACKSPACE || code == COMMAND_ERASE_WORD ||
                       code == COMMAND_ERASE_LINE))
        return FORM_TAKEN;
    return form_press(f, code, tick);
}

static enum form_result fill(
    struct seatask *a, struct form *f, uint32_t code, int64_t tick)
{
    bool moves = code == K_RETURN || code == K_TAB || code == K_ESCAPE ||
                 code == COMMAND_LINE_UP || code == COMMAND_LINE_DOWN;
    enum form_result result;

    if (!moves)
        return code < COMMAND_FIRST || code == COMMAND_ERASE_WORD ||
                       code == COMMAND_ERASE_LINE
                   ? type(a, f, code, tick)
                   : FORM_PASSED;
    snprintf(a->said, sizeof(a->said), "%s", seatask_answer(a, f));
    result = form_press(f, code, tick);
    a->typed = false;
    a->answers++;
    return result;
}

static bool is_word(const char *word, const char *whole)
{
    return strcasecmp(word, whole) == 0 ||
           (strncasecmp(word, whole, 1) == 0 && word[1] == '\0');
}

/* The ballot is asked once more, from its first field on. */
static enum form_result change(struct form *f, int64_t tick)
{
    form_press(f, 'n', tick);
    while (f->step == FORM_FILLING && f->at > 0)
        form_press(f, COMMAND_LINE_UP, tick);
    return FORM_TAKEN;
}

/* y or n, and Return. */
static enum form_result decide(struct seatask *a, struct form *f, int64_t tick)
{
    memcpy(a->said, a->word, sizeof(a->word));
    a->word[0] = '\0';
    a->answers++;
    a->open = false;
    if (is_word(a->said, "yes"))
        return form_press(f, 'y', tick);
    if (is_word(a->said, "no"))
        return change(f, tick);
    snprintf(a->complaint, sizeof(a->complaint), "Type y or n, and then Return");
    return FORM_REFUSED;
}

static enum form_result confirm(
    struct seatask *a, struct form *f, uint32_t code, int64_t tick)
{
    size_t length = strlen(a->word);

    if (!a->open)
        return code < COMMAND_FIRST ? FORM_REFUSED : FORM_PASSED;
    if (code == K_RETURN)
        return decide(a, f, tick);
    if (code == K_ESCAPE || code == COMMAND_ERASE_LINE || code == COMMAND_ERASE_WORD)
        a->word[0] = '\0';
    else if (code == K_BACKSPACE && length > 0)
        a->word[length - 1] = '\0';
    else if (code > ' ' && code <= '~' && length < SEATASK_WORD_MAX) {
        a->word[length] = (char)code;
        a->word[length + 1] = '\0';
    } else
        return code < COMMAND_FIRST ? FORM_REFUSED : FORM_PASSED;
    return FORM_TAKEN;
}

enum form_result seatask_press(
    struct seatask *a, struct form *f, uint32_t code, int64_t tick)
{
    enum form_result result;

    a->complaint[0] = '\0';
    if (f->step == FORM_CONFIRMED)
        return FORM_PASSED;
    if (f->step == FORM_CONFIRMING)
        return confirm(a, f, code, tick);
    result = fill(a, f, code, tick);
    memcpy(a->complaint, f->complaint, sizeof(a->complaint));
    return result;
}
