#include "confederate/host/partner.h"

bool partner_is_typed(const struct partner *p)
{
    const struct console *c = p->console;

    return rulebook_has_turns(c->settings->book)
               ? c->session.talk.prompt.turn == SIDE_JUDGE
               : !c->typing.pace.going;
}
