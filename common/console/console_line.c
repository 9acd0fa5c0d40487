#include "common/console/console.h"

#include <errno.h>

void console_set_line(struct console *c, enum line_state line, struct moment now)
{
    if (c->line != line)
        c->since = now.tick;
    c->line = line;
}

void console_link(
    struct console *c, const struct wire_message *greeting, struct moment now)
{
    conversation_link(&c->session.talk, greeting, now.tick);
    console_set_line(c, LINE_UP, now);
}

bool console_unlink(struct console *c, struct moment now)
{
    bool over = c->session.talk.bye_answered;

    conversation_unlink(&c->session.talk);
    if (!over)
        console_set_line(c, LINE_LOST, now);
    return over;
}

void console_resume_alone(struct console *c)
{
    conversation_resume_alone(&c->session.talk);
}

void console_set_unread(struct console *c, size_t keys, int seconds)
{
    c->unread = keys;
    c->unread_s = seconds;
}

const struct key *console_next_key(struct console *c)
{
    return conversation_next_key(&c->session.talk);
}

static int hear_message(
    struct console *c, const struct wire_message *m, struct moment now)
{
    if (m->kind == WIRE_LIVE && c->session.talk.live_got) {
        errno = EPROTO;
        return -1;
    }
    conversation_hear(&c->session.talk, m, now.tick);
    switch (m->kind) {
    case WIRE_KEY:
        if (console_take(c, &m->key, now) == 0)
            return 0;
        if (errno == EOVERFLOW)
            errno = EPROTO; /* more than a person can type */
        return -1;
    case WIRE_PING:
        if (c->self == SIDE_OTHER) /* a station's pings carry no time */
            console_set_left(c, m->left, now);
        return 0;
    case WIRE_LIVE:
    case WIRE_BYE:
        return 0;
    default:
        errno = EPROTO;
        return -1;
    }
}

int console_pump(struct console *c, struct link *l, struct moment now)
{
    struct conversation *talk = &c->session.talk;
    struct wire_message m;
    bool said;
    int taken;

    while ((taken = link_take(l, &m)) > 0)
        if (hear_message(c, &m, now) < 0)
            return -1;
    if (taken < 0)
        return -1;
    do {
        said = false;
        while (link_has_room(l) && conversation_say(talk, now.tick, &m)) {
            if (link_send(l, &m) < 0)
                return -1;
            said = true;
        }
        if (said)
            session_flush(&c->session);
        if (link_flush(l) < 0)
            return -1;
    } while (said && link_is_empty(l));
    return 0;
}
