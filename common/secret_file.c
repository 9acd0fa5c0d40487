#include "secret_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "whole.h"

enum {
    LINE_MOST = SECRET_DIGITS + 2, /* CR and LF, as some editors end a line */
    OTHERS = S_IRWXG | S_IRWXO,
    PATH_SIZE = 4096,
};

/* Returns a descriptor of a file that only its owner can read; or -1 with errno. */
static int open_private(const char *file)
{
    /* O_NONBLOCK: a pipe with nobody at its other end is refused, not waited for. */
    int fd = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat st;
    int saved;

    if (fd < 0)
        return -1;
    if (fstat(fd, &st) == 0) {
        if (S_ISREG(st.st_mode) && (st.st_mode & OTHERS) == 0)
            return fd;
        errno = S_ISREG(st.st_mode) ? EPERM : EINVAL;
    }
    saved = errno;
    close(fd);
    errno = saved;
    return -1;
}

/* text[] has room for a NUL. Returns whether it is a key's line, with or without its
 * end. */
static bool read_line(char *text, size_t length, struct secret *s)
{
    text[length] = '\0';
    if (length > 0 && text[length - 1] == '\n')
        text[--length] = '\0';
    if (length > 0 && text[length - 1] == '\r')
        text[--length] = '\0';
    return strlen(text) == length && secret_from_hex(text, s->key, sizeof(s->key));
}

/* Returns 0; or -1 with errno. */
static int read_key(int fd, struct secret *s)
{
    char text[LINE_MOST + 2]; /* a byte too many, to see that there is one, and a NUL */
    ssize_t length = whole_read(fd, text, LINE_MOST + 1, 0);
    bool good = length >= 0 && read_line(text, (size_t)length, s);

    secret_wipe(text, sizeof(text));
    if (good)
        return 0;
    if (length >= 0)
        errno = EBADMSG;
    return -1;
}

struct secret *secret_file_read(const char *file)
{
    struct secret *s = secret_new();
    int fd = s != NULL ? open_private(file) : -1;
    int error = fd < 0 || read_key(fd, s) < 0 ? errno : 0;

    if (fd >= 0)
        close(fd);
    if (error == 0)
        return s;
    secret_free(s);
    errno = error;
    return NULL;
}

/* Write a key. Returns 0 when it is on the medium; or -1 with errno. */
static int write_key(int fd, const struct secret *s)
{
    char text[SECRET_DIGITS + 2];
    int result;

    secret_to_hex(s->key, sizeof(s->key), text);
    text[SECRET_DIGITS] = '\n';
    result = whole_write(fd, text, SECRET_DIGITS + 1);
    secret_wipe(text, sizeof(text));
    return result == 0 ? fsync(fd) : -1;
}

/* Open the directory that a file is in; *name becomes its name there. */
static int open_directory(const char *file, const char **name)
{
    const char *slash = strrchr(file, '/');
    char path[PATH_SIZE];

    *name = slash != NULL ? slash + 1 : file;
    if (*name - file >= (ssize_t)sizeof(path)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    snprintf(path, sizeof(path), "%.*s", (int)(*name - file), file);
    return open(path[0] != '\0' ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* Make the file in its directory. Returns 0; or -1 with errno, nothing left there. */
static int make_in(int directory, const char *name, const struct secret *s)
{
    int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    int fd = openat(directory, name, flags, S_IRUSR | S_IWUSR);
    int error = 0;

    if (fd < 0)
        return -1;
    if (write_key(fd, s) < 0)
        error = errno;
    if (close(fd) < 0 && error == 0)
        error = errno;
    /* Some systems do not sync directories, and say so with EINVAL. */
    if (error == 0 && fsync(directory) < 0 && errno != EINVAL)
        error = errno;
    if (error == 0)
        return 0;
    unlinkat(directory, name, 0);
    errno = error;
    return -1;
}

int secret_file_make(const char *file)
{
    struct secret *s = secret_new();
    const char *name = file;
    int directory = s != NULL ? open_directory(file, &name) : -1;
    int error = directory < 0 || make_in(directory, name, s) < 0 ? errno : 0;

    if (directory >= 0)
        close(directory);
    secret_free(s);
    errno = error;
    return error == 0 ? 0 : -1;
}

int secret_file_is_private(const char *file)
{
    struct stat st;

    if (stat(file, &st) < 0)
        return -1;
    return (st.st_mode & OTHERS) == 0;
}

void secret_file_why(int error, char why[static SECRET_FILE_WHY_SIZE])
{
    const char *text = NULL;

    switch (error) {
    case ENOTSUP:
        text = "no keys without libsodium: install libsodium-dev and build again";
        break;
    case ELOOP:
        text = "it is a link: name the file itself";
        break;
    case EINVAL:
        text = "it is no file: name one that 'referee key FILE' has made";
        break;
    case EPERM:
        text = "others can read it: chmod 600 it (copy it off a stick first), and make "
               "a new key if they may have";
        break;
    case EBADMSG:
        text = "there is no key in it: it is one line of 64 digits and letters a to f, "
               "as 'referee key FILE' makes it";
        break;
    case ENOENT:
        text = "no such file or directory: check the path, and that the stick is there";
        break;
    case EEXIST:
        text = "the name is taken, and no key is ever overwritten: choose another";
        break;
    default:
        break;
    }
    if (text != NULL)
        snprintf(why, SECRET_FILE_WHY_SIZE, "%s", text);
    else
        snprintf(
            why, SECRET_FILE_WHY_SIZE, "%s: choose another place", strerror(error));
}

int secret_file_exit_code(int error)
{
    switch (error) {
    case ENOTSUP:
        return EX_UNAVAILABLE;
    case EPERM:
    case EACCES:
        return EX_NOPERM;
    case EBADMSG:
        return EX_DATAERR;
    case ENOMEM:
        return EX_OSERR;
    case EEXIST:
    case ENOSPC:
        return EX_CANTCREAT;
    case EIO:
        return EX_IOERR;
    default:
        return EX_NOINPUT;
    }
}
