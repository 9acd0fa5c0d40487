#include "judge/edit/edit_row.h"

#include <curses.h>
#include <string.h>

void edit_row_draw(const char *question, const struct line_edit *answer)
{
    int start = 1 + (int)strlen(question), room = COLS - start;
    struct line_edit_window window =
        line_edit_window(answer, room > 2 ? (size_t)room : 2);
    char text[LINE_EDIT_UTF8_SIZE];
    size_t length = utf8_encode_all(answer->text + window.start, window.length, text);

    attrset(A_REVERSE);
    mvaddstr(LINES - 1, 1, question);
    addnstr(text, (int)length);
    attrset(A_NORMAL);
    move(LINES - 1, start + (int)window.column);
}
