/*
 * campaign_check.h - checks the records of an ended conversation: equal key logs, and
 * equal transcripts, the same as the prompt's from the key logs.
 */
#ifndef CAMPAIGN_CHECK_H
#define CAMPAIGN_CHECK_H

#include "tests/campaign/campaign_log.h"

/* Returns true; or false with the error in why[]. */
bool check_records(
    const struct log *judge, const struct log *station, char why[static LOG_WHY_SIZE]);

#endif
