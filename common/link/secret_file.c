#include "common/link/secret_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "common/system/fileio.h"

enum {
    LINE_MOST = SECRET_DIGITS + 2, /* with CR and LF */
    OTHERS = S_IRWXG | S_IRWXO,
    PATH_SIZE = 4096,
};

/* Open a regular file that only its owner can read. Returns -1 with errno. */
static int open_private(const char *file)
{
    /* O_NONBLOCK: do not wait for the writer of a FIFO. */
    int fd = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat st;

    if (fd < 0)
        return -1;
    if (fstat(fd, &st) == 0) {
        if (S_ISREG(st.st_mode) && (st.st_mode & OTHERS) == 0)
            return fd;
        errno = S_ISREG(st.st_mode) ? EPERM : EINVAL;
    }
    return fileio_close_failed(fd);
}

/* Parse the line of a key, with or without its end. text[] has room for a NUL. */
static bool parse_key(char *text, size_t length, struct secret *s)
{
    text[length] = '\0';
    if (length > 0 && text[length - 1] == '\n')
        text[--length] = '\0';
    if (length > 0 && text[length - 1] == '\r')
        text[--length] = '\0';
    return strlen(text) == length && secret_from_hex(text, s->key, sizeof(s->key));
}

static int read_key(int fd, struct secret *s)
{
    char text[LINE_MOST + 2]; /* one byte more, to refuse longer files, and a NUL */
    ssize_t length = fileio_read_full(fd, text, LINE_MOST + 1, 0);
    bool good = length >= 0 && parse_key(text, (size_t)length, s);

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

/* Write and sync a key. Returns 0; or -1 with errno. */
static int write_key(int fd, const struct secret *s)
{
    char text[SECRET_DIGITS + 2];
    int result;

    secret_to_hex(s->key, sizeof(s->key), text);
    text[SECRET_DIGITS] = '\n';
    result = fileio_write_full(fd, text, SECRET_DIGITS + 1);
    secret_wipe(text, sizeof(text));
    return result == 0 ? fsync(fd) : -1;
}

/* Open the directory of a file and set *name to the name in it. */
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

/* Create the file in its directory. Returns 0; or -1 with errno, no file left. */
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
    /* EINVAL: a file system that does not sync directories. */
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

/* Returns NULL for an error without a text of its own. */
static const char *explain_error(int error)
{
    switch (error) {
    case ENOTSUP:
        return "libsodium does not work on this machine: update it";
    case ELOOP:
        return "it is a link: name the file itself";
    case EINVAL:
        return "it is not a regular file: name one that 'referee key FILE' has made";
    case EPERM:
        return "others can read it: chmod 600 it (copy it off a stick first), and make "
               "a new key if they may have";
    case EBADMSG:
        return "there is no key in it: it is one line of 64 digits and letters a to f, "
               "as 'referee key FILE' makes it";
    case ENOENT:
        return "no such file or directory: check the path, and that the stick is there";
    case EEXIST:
        return "the file exists, and keys are never overwritten: choose another name";
    default:
        return NULL;
    }
}

void secret_file_why(int error, char why[static SECRET_FILE_WHY_SIZE])
{
    const char *text = explain_error(error);

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
