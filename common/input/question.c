#include "common/input/question.h"

#include "common/conversation/key.h"

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
