/*
 * secret_file.h - the file of the shared key: one line of 64 lower-case hex digits,
 * readable by its owner only.
 */
#ifndef SECRET_FILE_H
#define SECRET_FILE_H

#include "common/link/secret.h"

enum { SECRET_FILE_WHY_SIZE = 192 };

/*
 * Read the key from a file; the final newline may be missing or preceded by a CR.
 * Returns the key, for secret_free(); or NULL with errno: ENOTSUP (libsodium does not
 * work here), ELOOP (a symbolic link), EINVAL (not a regular file), EPERM (other users
 * can read or write it), EBADMSG (not a key), or an error of open() or read().
 */
struct secret *secret_file_read(const char *file);

/*
 * Create a file with a new key, readable by its owner only, and sync it. Returns 0; or
 * -1 with errno, no file left behind: ENOTSUP, EEXIST (the name is taken), or an error
 * of open(), write() or fsync().
 */
int secret_file_make(const char *file);

/* Whether only its owner can read and write a file; some media have no permissions.
 * Returns 1 or 0; or -1 with errno. */
int secret_file_is_private(const char *file);

/* Describe an error of these functions by its errno, with the remedy: "others can read
 * it: chmod 600 it ..." */
void secret_file_why(int error, char why[static SECRET_FILE_WHY_SIZE]);

/* The exit code of <sysexits.h> for such an error. */
int secret_file_exit_code(int error);

#endif
