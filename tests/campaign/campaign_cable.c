#include "tests/campaign/campaign_cable.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINE_SIZE = 128 };

bool cable_is_possible(const char **why)
{
    *why = NULL;
    if (geteuid() != 0)
        *why = "network namespaces are root's";
    else if (system("command -v ip nft nsenter >/dev/null") != 0)
        *why = "ip, nft and nsenter are needed";
    else if (system("unshare -n ip link add hub type bridge 2>/dev/null") != 0)
        *why = "no network namespace with a bridge can be made here";
    return *why == NULL;
}

static _Noreturn void become_hub(const char *directory, int in, int out)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    signal(SIGPIPE, SIG_DFL);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    if (chdir(directory) == 0)
        execlp("unshare", "unshare", "-n", "sh",
            SRC "/tests/campaign/campaign_cable.sh", NULL);
    _exit(127);
}

/* The next line that the hub says, a short one. It always answers, or ends. */
static bool hear(struct cable *c, char line[static LINE_SIZE])
{
    size_t length = 0;

    while (length + 1 < LINE_SIZE) {
        ssize_t got = read(c->from, line + length, 1);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        if (line[length] == '\n')
            break;
        length++;
    }
    line[length] = '\0';
    return true;
}

bool cable_open(struct cable *c, const char *directory)
{
    int to[2] = {-1, -1}, from[2] = {-1, -1};
    char line[LINE_SIZE];

    *c = (struct cable){.to = -1, .from = -1};
    snprintf(c->directory, sizeof(c->directory), "%s", directory);
    if (pipe2(to, O_CLOEXEC) < 0 || pipe2(from, O_CLOEXEC) < 0)
        return false;
    c->pid = fork();
    if (c->pid == 0)
        become_hub(directory, to[0], from[1]);
    close(to[0]);
    close(from[1]);
    c->to = to[1];
    c->from = from[0];
    return c->pid > 0 && hear(c, line) && strcmp(line, "made") == 0;
}

void cable_close(struct cable *c)
{
    if (c->to >= 0)
        close(c->to);
    if (c->pid > 0)
        waitpid(c->pid, NULL, 0);
    if (c->from >= 0)
        close(c->from);
    *c = (struct cable){.to = -1, .from = -1};
}

bool cable_do(struct cable *c, const char *format, ...)
{
    char command[LINE_SIZE], line[LINE_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(command, sizeof(command), format, arguments);
    va_end(arguments);
    return dprintf(c->to, "%s\n", command) > 0 && hear(c, line) &&
           strncmp(line, "ok ", strlen("ok ")) == 0;
}

int cable_machine(const struct cable *c, const char *name)
{
    char path[PATH_MAX + 64];
    FILE *file;
    int pid = 0;

    snprintf(path, sizeof(path), "%s/%s.pid", c->directory, name);
    file = fopen(path, "r");
    if (file == NULL || fscanf(file, "%d", &pid) != 1)
        pid = 0;
    if (file != NULL)
        fclose(file);
    snprintf(path, sizeof(path), "/proc/%d/ns/net", pid);
    return open(path, O_RDONLY | O_CLOEXEC);
}
