/*
 * campaign_check.h - whether the records of a conversation that is over are right: both
 * key logs alike, both transcripts alike and what the prompt makes of the key logs.
 */
#ifndef CAMPAIGN_CHECK_H
#define CAMPAIGN_CHECK_H

#include "campaign_log.h"

/* Returns true; or false, and why[] says what is wrong. */
bool check_records(
    const struct log *judge, const struct log *station, char why[static LOG_WHY_SIZE]);

#endif
