#include "tests/support/tree.h"

#include <ftw.h>
#include <stdio.h>

enum { OPEN_MOST = 16 };

static int remove_one(
    const char *path, const struct stat *st, int kind, struct FTW *where)
{
    (void)st;
    (void)kind;
    (void)where;
    return remove(path);
}

int tree_remove(const char *directory)
{
    return nftw(directory, remove_one, OPEN_MOST, FTW_DEPTH | FTW_PHYS) == 0 ? 0 : -1;
}
