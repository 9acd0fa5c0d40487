/*
 * session.h - the name of a conversation, drawn at random.
 */
#ifndef SESSION_H
#define SESSION_H

#include "wire.h"

/* Draw a session. Returns 0; or -1 with errno, session[] undefined. */
int session_draw(char session[static WIRE_SESSION_SIZE + 1]);

#endif
