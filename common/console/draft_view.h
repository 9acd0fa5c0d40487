/*
 * draft_view.h - the draft of a person as shown to that person: the keys that wait for
 * their release, then the text not handed over yet. The far side sees neither.
 */
#ifndef DRAFT_VIEW_H
#define DRAFT_VIEW_H

#include "common/console/console.h"

/* The title row above the draft. */
const char *draft_view_title(const struct console *c);

/* Make *page an empty page for a draft; page_free() frees it. Returns 0; or -1 with
 * errno ENOMEM. */
int draft_view_init(struct page *page);

/* Write the console's draft to the page; without memory, a part of it. */
void draft_view_write(const struct console *c, struct page *page);

/* The rows of the draft, with its title, in a pane of `rows` rows; 0 for a console
 * without drafts. */
size_t draft_view_rows(const struct console *c, size_t rows);

#endif
