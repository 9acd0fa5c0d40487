/*
 * doctor_partner.h - the built-in doctor as a partner.
 */
#ifndef DOCTOR_PARTNER_H
#define DOCTOR_PARTNER_H

#include "confederate/doctor/doctor.h"
#include "confederate/host/partner.h"

struct doctor_partner {
    struct partner partner;
    struct doctor doctor;
};

/* Make *d a partner that answers at a console. */
void doctor_partner_open(struct doctor_partner *d, struct console *console);

#endif
