#include "seatface.h"

#include "seatlines.h"
#include "seatscreen.h"

static bool has_screen(const struct seat *s)
{
    return s->front->screen != NULL;
}

int seatface_open(struct seat *s)
{
    return has_screen(s) ? seatscreen_open(s) : seatlines_open(s);
}

void seatface_close(struct seat *s)
{
    seatscreen_close(s);
    seatlines_close(s);
}

int seatface_fit(struct seat *s)
{
    return has_screen(s) ? seatscreen_fit(s) : 0;
}

bool seatface_page_on(struct seat *s)
{
    return has_screen(s) && seatscreen_page_on(s);
}

void seatface_draw(struct seat *s, struct moment now)
{
    if (has_screen(s))
        seatscreen_draw(s, now);
    else
        seatlines_draw(s, now);
}
