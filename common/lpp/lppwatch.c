#include "common/lpp/lppwatch.h"

#include <linux/magic.h>
#include <stddef.h>
#include <sys/inotify.h>
#include <sys/vfs.h>
#include <unistd.h>

/* Whether other machines can make entries that this kernel does not see. */
static bool is_remote(int fd)
{
    static const unsigned long remote[] = {NFS_SUPER_MAGIC, SMB_SUPER_MAGIC,
        0xfe534d42 /* SMB2 */, 0xff534d42 /* CIFS */, FUSE_SUPER_MAGIC, V9FS_MAGIC,
        CEPH_SUPER_MAGIC, AFS_SUPER_MAGIC, AFS_FS_MAGIC, CODA_SUPER_MAGIC,
        NCP_SUPER_MAGIC, 0x786f4256 /* a VirtualBox folder */};
    struct statfs fs;

    if (fstatfs(fd, &fs) < 0)
        return true;
    for (size_t i = 0; i < sizeof(remote) / sizeof(remote[0]); i++)
        if (((unsigned long)fs.f_type & 0xffffffffUL) == remote[i])
            return true;
    return false;
}

void lppwatch_init(struct lppwatch *w)
{
    *w = (struct lppwatch){.fd = -1};
}

void lppwatch_end(struct lppwatch *w)
{
    if (w->fd >= 0)
        close(w->fd);
    w->fd = -1;
}

void lppwatch_begin(struct lppwatch *w, int directory, const char *path)
{
    enum {
        EVENTS = IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    };

    lppwatch_end(w);
    if (w->blind || is_remote(directory))
        return;
    w->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (w->fd >= 0 && inotify_add_watch(w->fd, path, EVENTS) < 0)
        lppwatch_end(w);
}

/* The events are not read: the directory itself shows the entries. */
bool lppwatch_heard(struct lppwatch *w)
{
    char events[4096];
    bool any = false;

    while (w->fd >= 0 && read(w->fd, events, sizeof(events)) > 0)
        any = true;
    return any;
}

void lppwatch_doubt(struct lppwatch *w)
{
    if (w->fd < 0 || lppwatch_heard(w))
        return;
    w->blind = true;
    lppwatch_end(w);
}
