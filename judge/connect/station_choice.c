#include "judge/connect/station_choice.h"

#include "common/input/keyboard.h"

static void set_station(struct station_choice *c, const struct station_list *f)
{
    c->marked = f->count > 0;
    if (c->marked)
        c->station = f->all[c->list.marked].is;
}

void station_choice_follow(
    struct station_choice *c, const struct station_list *f, int rows)
{
    int row = c->marked ? station_list_at(f, &c->station) : -1;

    list_fit(&c->list, (size_t)f->count, (size_t)rows);
    if (row >= 0)
        list_mark(&c->list, (size_t)row, (size_t)rows);
    set_station(c, f);
}

enum station_choice_result station_choice_press(
    struct station_choice *c, const struct station_list *f, int rows, uint32_t code)
{
    station_choice_follow(c, f, rows);
    if (code == COMMAND_LEAVE)
        return STATION_CHOICE_LEFT;
    if (code == K_RETURN)
        return c->marked ? STATION_CHOICE_MADE : STATION_CHOICE_GOES_ON;
    if (list_press(&c->list, code, (size_t)rows))
        set_station(c, f);
    return STATION_CHOICE_GOES_ON;
}
