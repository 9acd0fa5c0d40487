/*
 * unseen.h - what a person at a paced console has written and the judge does not see
 * yet, as it is shown to that person: what waits to be released, and then the draft.
 */
#ifndef UNSEEN_H
#define UNSEEN_H

#include "console.h"

/* What stands above it. */
const char *unseen_title(const struct console *c);

/* Make *page an empty one for that. Returns 0; or -1 with errno ENOMEM. page_free()
 * gives back what it holds. */
int unseen_init(struct page *page);

/*
 * Make the page read so.
 * Returns 0; or -1 with errno ENOMEM, the page as far as there was room.
 */
int unseen_write(const struct console *c, struct page *page);

/* The rows that it has in a pane of so many, its title with them: 0 for a console
 * without drafts. */
size_t unseen_rows(const struct console *c, size_t rows);

#endif
