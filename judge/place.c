#include "place.h"

#include <fcntl.h>
#include <unistd.h>

/* FNV-1a: whoever copies logs has no reason to forge it. */
static const uint64_t hash_of_nothing = UINT64_C(14695981039346656037);

static uint64_t mix(uint64_t hash, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

static void keep_identity(struct place *p, int fd)
{
    struct stat about;

    if (fstat(fd, &about) < 0)
        return;
    p->device = about.st_dev;
    p->inode = about.st_ino;
}

void place_begin(struct place *p, int fd)
{
    *p = (struct place){.hash = hash_of_nothing};
    keep_identity(p, fd);
}

void place_take(struct place *p, const char *bytes, size_t length)
{
    p->hash = mix(p->hash, bytes, length);
    p->taken += length;
}

bool place_is(const struct place *p, const struct stat *about)
{
    return p->device == about->st_dev && p->inode == about->st_ino;
}

/* Whether a file begins with all that was read. */
static bool begins_alike(const struct place *p, int fd)
{
    static char block[64 * 1024];
    uint64_t hash = hash_of_nothing, at = 0;

    while (at < p->taken) {
        uint64_t left = p->taken - at;
        size_t room = left < sizeof(block) ? (size_t)left : sizeof(block);
        ssize_t got = pread(fd, block, room, (off_t)at);

        if (got <= 0)
            return false;
        hash = mix(hash, block, (size_t)got);
        at += (uint64_t)got;
    }
    return hash == p->hash;
}

/* A copy that is being written is shorter for a while. */
static bool is_being_written(struct place *p, off_t size, int64_t tick)
{
    bool is_short = (uint64_t)size < p->taken;

    if (!p->is_short || size != p->size)
        p->since = tick;
    p->is_short = is_short;
    p->size = size;
    return is_short && tick < p->since + PLACE_STILL_MS;
}

/* The file that has the name now is followed in place of the one before. */
static bool move_to(struct place *p, int now, int *fd)
{
    bool is_alike = begins_alike(p, now);

    close(*fd);
    *fd = now;
    keep_identity(p, now);
    p->is_short = false;
    if (!is_alike) {
        p->taken = 0;
        p->hash = hash_of_nothing;
    }
    lseek(now, (off_t)p->taken, SEEK_SET);
    return !is_alike;
}

bool place_look(struct place *p, const char *name, int *fd, int64_t tick)
{
    struct stat about;
    bool was_short = p->is_short;
    int now;

    if (tick < p->looked + PLACE_LOOK_MS)
        return false;
    p->looked = tick;
    if (stat(name, &about) < 0 || !S_ISREG(about.st_mode) ||
        is_being_written(p, about.st_size, tick))
        return false;
    if (place_is(p, &about) && !p->is_short && !was_short)
        return false;
    now = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return now >= 0 && move_to(p, now, fd);
}
