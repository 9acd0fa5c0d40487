#include "confederate/host/doctor_partner.h"

static void ask_doctor(
    struct partner *p, const char *turn, size_t length, struct moment now)
{
    struct doctor_partner *d = (struct doctor_partner *)p;

    (void)length;
    (void)now;
    doctor_answer(&d->doctor, turn, p->keys);
    for (p->length = 0; p->keys[p->length] != '\0'; p->length++)
        if (p->keys[p->length] == '\n')
            p->keys[p->length] = '\r';
    p->keys[p->length++] = '\r';
}

static void forget_judge(struct partner *p, enum partner_change change, int64_t tick)
{
    struct doctor_partner *d = (struct doctor_partner *)p;

    (void)tick;
    if (change != PARTNER_STOPPED)
        doctor_init(&d->doctor);
}

static bool step_doctor(
    struct partner *p, const struct pollfd fds[static PARTNER_FDS], struct moment now)
{
    (void)fds;
    (void)now;
    return p->state == PARTNER_ASKED; /* ask_doctor() has the answer at once */
}

void doctor_partner_open(struct doctor_partner *d, struct console *console)
{
    static const struct partner_operations operations = {
        .ask = ask_doctor, .forget = forget_judge, .step = step_doctor};

    d->partner.operations = &operations;
    d->partner.console = console;
    doctor_init(&d->doctor);
}
