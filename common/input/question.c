#include "common/input/question.h"

#include "common/input/keyboard.h"

enum question_answer question_press(uint32_t code, bool escape_is_no)
{
    switch (code) {
    case 'y':
    case 'Y':
        return QUESTION_YES;
    case 'n':
    case 'N':
        return QUESTION_NO;
    case K_ESCAPE:
        return escape_is_no ? QUESTION_NO : QUESTION_OPEN;
    default:
        return QUESTION_OPEN;
    }
}

void text_question_ask(struct text_question *q, const char *text, size_t most)
{
    q->text = text;
    line_edit_init(&q->answer, most, NULL);
}

bool text_question_press(struct text_question *q, uint32_t code)
{
    enum line_edit_result result = line_edit_press(&q->answer, code);

    if (result == LINE_EDIT_DONE || result == LINE_EDIT_CANCELLED ||
        code == COMMAND_LEAVE)
        q->text = NULL;
    return result == LINE_EDIT_DONE && q->answer.length > 0;
}
