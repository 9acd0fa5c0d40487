#include "confederate/host/doctor_partner.h"

#include <stdio.h>

/* Copy at most size - 1 bytes, one character in place of another. */
static void copy_replaced(char *to, const char *from, size_t size, char old, char new)
{
    size_t i = 0;

    for (; i + 1 < size && from[i] != '\0'; i++)
        to[i] = from[i] == old ? new : from[i];
    to[i] = '\0';
}

static void ask_doctor(
    struct partner *p, const char *turn, size_t length, struct moment now)
{
    struct doctor_partner *d = (struct doctor_partner *)p;
    char text[DOCTOR_TEXT_MAX + 1], reply[DOCTOR_REPLY_SIZE];

    (void)length;
    (void)now;
    copy_replaced(text, turn, sizeof(text), '\n', ' ');
    doctor_answer(&d->doctor, text, reply);
    copy_replaced(text, reply, sizeof(text), '\n', '\r');
    p->length = (size_t)snprintf(p->keys, sizeof(p->keys), "%s\r", text);
    d->answered = true;
}

static void forget_judge(struct partner *p, enum partner_change change, int64_t tick)
{
    struct doctor_partner *d = (struct doctor_partner *)p;

    (void)tick;
    d->answered = false;
    if (change != PARTNER_STOPPED)
        doctor_init(&d->doctor);
}

static bool step_doctor(
    struct partner *p, const struct pollfd fds[static PARTNER_FDS], struct moment now)
{
    struct doctor_partner *d = (struct doctor_partner *)p;
    bool answered = d->answered;

    (void)fds;
    (void)now;
    d->answered = false;
    return answered;
}

void doctor_partner_open(struct doctor_partner *d, struct console *console)
{
    static const struct partner_operations operations = {
        .ask = ask_doctor, .forget = forget_judge, .step = step_doctor};

    d->partner.operations = &operations;
    d->partner.console = console;
    d->answered = false;
    doctor_init(&d->doctor);
}
