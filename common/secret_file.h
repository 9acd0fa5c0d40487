/*
 * secret_file.h - the key's file: one line, 64 small hexadecimal digits, that nobody
 * but its owner can read.
 */
#ifndef SECRET_FILE_H
#define SECRET_FILE_H

#include "secret.h"

enum { SECRET_FILE_WHY_SIZE = 192 };

/*
 * Read the key in a file; a missing newline at its end is forgiven, and so is a CR
 * before it. Returns the key, for secret_free(); or NULL with errno: ENOTSUP (no
 * libsodium here), ELOOP (it is a link), EINVAL (no regular file), EPERM (others can
 * read or write it), EBADMSG (no such line), or why it cannot be read: ENOENT, EACCES,
 * ...
 */
struct secret *secret_file_read(const char *file);

/*
 * Make a key in a new file that only its owner can read, on the medium when this
 * returns. Returns 0; or -1 with errno, no file left behind: ENOTSUP, EEXIST (something
 * has that name, a link perhaps), or why it cannot be written.
 */
int secret_file_make(const char *file);

/* Whether nobody but its owner can read a file or write it: some media cannot keep
 * others out. Returns 1 or 0; or -1 with errno. */
int secret_file_is_private(const char *file);

/* What is wrong after these, by their errno, and what to do about it:
 * "others can read it: chmod 600 it ..." */
void secret_file_why(int error, char why[static SECRET_FILE_WHY_SIZE]);

/* The code of <sysexits.h> for it. */
int secret_file_exit_code(int error);

#endif
