/*
 * picker.h - a judge who has named no station picks one of those that answer: from a
 * live list under curses, by its number at a plain terminal; and a script gets the only
 * one that is free.
 */
#ifndef PICKER_H
#define PICKER_H

#include "caller.h"
#include "front.h"

/*
 * Open the front, look for stations, and have one picked. Returns PROGRAM_GO with *w
 * ready to call it; or with the console done and *w without a connection, if the person
 * has left. Or, the front closed, the code to exit with, what had to be said having
 * been printed.
 */
int picker_run(struct caller *w, struct console *c, struct front *f);

#endif
