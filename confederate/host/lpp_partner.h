/*
 * lpp_partner.h - a 2009 entry in its communications directory as a partner.
 *
 * Source: rules/2009.txt, 2.
 */
#ifndef LPP_PARTNER_H
#define LPP_PARTNER_H

#include "common/lpp/lppdir.h"
#include "confederate/host/lpp_turn.h"
#include "confederate/host/partner.h"

enum {
    LPP_PARTNER_MID_LINE = 4,   /* silence within a line counts so many times */
    LPP_PARTNER_AGAIN_MS = 200, /* pause before a key is made again */
};

struct lpp_partner {
    struct partner partner;
    struct lppdir dir;
    struct reply reply;
    struct lpp_turn turn;     /* the judge's keys on their way to the entry */
    struct lpp_keys released; /* the entry's keys on their way to the judge, raw pace */
    bool turns;               /* the book has turns */
    bool raw;                 /* release the entry's keys one by one */
    bool fresh;     /* a conversation has begun or ended since the last step */
    bool mid_line;  /* the entry's last key was not a Return */
    bool held;      /* key could not be made yet */
    struct key key; /* the key that was made last, or is held */
    int64_t again;  /* tick at which it is tried again */
};

/*
 * Open the directory that a console's settings name, as a partner.
 * Returns 0; or -1 with errno as lppdir_open() says.
 */
int lpp_partner_open(struct lpp_partner *l, struct console *c, int64_t tick);

#endif
