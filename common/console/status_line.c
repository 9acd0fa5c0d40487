#include "common/console/status_line.h"

#include <string.h>

enum { MARGIN = 1, GAP = 3 };

int status_line_rows(int columns)
{
    return columns < STATUS_LINE_WIDE ? 2 : 1;
}

/* A text from a column up to the column end. */
static struct status_line_piece place_text(
    const char *text, int row, int column, int end)
{
    int length = (int)strlen(text), room = end > column ? end - column : 0;

    return (struct status_line_piece){text, row, column, length < room ? length : room};
}

void status_line_lay(const struct status_line *line, int rows, int columns,
    struct status_line_piece pieces[static STATUS_LINE_PIECES])
{
    int right = columns - MARGIN - (int)strlen(line->right);
    int end = right - MARGIN, last = rows - 1;

    pieces[0] = place_text(line->left, last, MARGIN, end);
    pieces[1] = rows > 1 ? place_text(line->hint, 0, MARGIN, columns)
                         : place_text(line->hint, last,
                               MARGIN + (int)strlen(line->left) + GAP, end);
    pieces[2] = right < 0 ? place_text("", last, 0, 0)
                          : place_text(line->right, last, right, columns);
}

bool status_line_is_same(const struct status_line *a, const struct status_line *b)
{
    return a->alarming == b->alarming && strcmp(a->left, b->left) == 0 &&
           strcmp(a->hint, b->hint) == 0 && strcmp(a->right, b->right) == 0;
}
