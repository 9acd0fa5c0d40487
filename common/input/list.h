/*
 * list.h - a list to pick from: the marked row, the rows shown, and the keys that move
 * the mark. Pure; the caller has the rows and draws them.
 */
#ifndef LIST_H
#define LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero it for an empty list. */
struct list {
    size_t count;  /* rows of the list */
    size_t marked; /* 0 to count - 1; 0 for an empty list */
    size_t top;    /* first row shown */
};

/* Set the number of rows of the list, and how many of them are shown, 1 or more. The
 * mark stays within the list and is shown; no row below the last is shown blank while
 * rows above are hidden. */
void list_fit(struct list *l, size_t count, size_t shown);

/* Mark a row, 0 to count - 1; shown as in list_fit(). */
void list_mark(struct list *l, size_t row, size_t shown);

/*
 * Press a key or a command (key.h, keyboard.h): arrows, j, k, the page keys, Home and
 * End move the mark; 1 to 9 mark that row, if the list has it.
 * Returns false for a key that is not one of these.
 */
bool list_press(struct list *l, uint32_t code, size_t shown);

#endif
