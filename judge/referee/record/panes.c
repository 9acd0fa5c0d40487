#include "judge/referee/record/panes.h"

#include <string.h>

int panes_init(struct panes *panes, const struct rulebook *book)
{
    *panes = (struct panes){0};
    record_player_start(&panes->player, book);
    for (int i = 0; i < PANES; i++) {
        if (page_init(&panes->page[i], book, SIDE_JUDGE) < 0) {
            panes_free(panes);
            return -1;
        }
        strcpy(panes->title[i], record_pane_name((enum record_pane)i));
    }
    return 0;
}

void panes_free(struct panes *panes)
{
    for (int i = 0; i < PANES; i++)
        page_free(&panes->page[i]);
}

void panes_clear(struct panes *panes)
{
    const struct rulebook *book = panes->player.book;

    record_player_round(&panes->player);
    for (int i = 0; i < PANES; i++)
        page_clear(&panes->page[i], book, SIDE_JUDGE);
    panes->last = PANE_LEFT;
}

static void show_event(void *to, enum record_pane pane, const struct event *event)
{
    struct panes *panes = to;

    page_feed(&panes->page[pane], event); /* it has room */
}

int panes_feed(struct panes *panes, enum record_pane pane, const struct key *key)
{
    if (page_reserve(&panes->page[pane]) < 0)
        return -1;
    record_player_feed(&panes->player, pane, key, show_event, panes);
    if (key->code != KEYLOG_NO_CODE)
        panes->last = pane;
    return 0;
}

/* Drawing */

static void draw_title(const char *title, struct grid *grid, size_t left, size_t width)
{
    for (size_t i = 0; i + 1 < width && title[i] != '\0'; i++)
        grid_at(grid, 0, left + 1 + i)->code = (unsigned char)title[i];
}

/* Draw the end of a pane's page, below its title. */
static void draw_pane(const struct panes *panes, enum record_pane pane,
    struct grid *grid, size_t left, size_t width, bool has_cursor)
{
    const struct page *page = &panes->page[pane];
    struct page_place place = page_live(page, width, grid->rows - 1);

    draw_title(panes->title[pane], grid, left, width);
    for (size_t row = 1; row < grid->rows; row++) {
        struct page_place next = page_forward(page, place, 1, width);
        size_t length, start = page_row(page, place, width, &length);
        size_t columns = grid_put(
            grid, row, left, width, page_text(page, place.line) + start, length);

        if (has_cursor) {
            grid->cursor_row = row;
            grid->cursor_column = left + (columns < width ? columns : width - 1);
        }
        if (!page_is_before(place, next))
            break;
        place = next;
    }
}

void panes_draw(const struct panes *panes, struct grid *grid)
{
    size_t middle = grid->columns / 2;

    grid_clear(grid);
    if (!panes->shown[PANE_LEFT] || !panes->shown[PANE_RIGHT]) {
        draw_pane(panes, panes->shown[PANE_RIGHT] ? PANE_RIGHT : PANE_LEFT, grid, 0,
            grid->columns, true);
        return;
    }
    draw_pane(panes, PANE_LEFT, grid, 0, middle, panes->last == PANE_LEFT);
    draw_pane(panes, PANE_RIGHT, grid, middle + 1, grid->columns - middle - 1,
        panes->last == PANE_RIGHT);
    for (size_t row = 0; row < grid->rows; row++)
        grid_at(grid, row, middle)->code = '|';
}
