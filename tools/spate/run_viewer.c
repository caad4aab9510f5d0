/* Starts spate view. */
#include "run_viewer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "spate_config.h"

extern char **environ;

/* How long the run waits for the address, ms. */
enum { PATIENCE = 5000 };

spate_status run_viewer_possible(spate_context *ctx)
{
    if (SPATE_HAVE_MICROHTTPD)
        return SPATE_OK;
    return spate_fail(ctx, SPATE_ERROR_BACKEND,
                      "--view needs libmicrohttpd, which this build has not: apt-get install "
                      "libmicrohttpd-dev, then make");
}

/* It is no rank of the run: what mpirun says about ranks is not for it. */
static char **environment_of_one_process(void)
{
    static const char *const prefixes[] = {"OMPI_", "PMIX_", "PMI_", "MPI_", "HYDRA_", "PRTE_"};
    int count = 0, kept = 0;
    while (environ[count])
        ++count;
    char **list = calloc((size_t)count + 1, sizeof *list);
    for (int k = 0; list && k < count; ++k) {
        int wanted = 1;
        for (size_t n = 0; n < sizeof prefixes / sizeof *prefixes; ++n)
            wanted = wanted && strncmp(environ[k], prefixes[n], strlen(prefixes[n])) != 0;
        if (wanted)
            list[kept++] = environ[k];
    }
    return list;
}

/* With its standard output in a pipe, in a session of its own: Ctrl-C is for the run. Returns the
 * pipe, or -1 with errno. */
static int start(const char *folder, int control)
{
    char pid[24],
        *arguments[] = {"spate",     "view", (char *)(uintptr_t)folder, "--beside-run", pid,
                        "--control", NULL};
    snprintf(pid, sizeof pid, "%ld", (long)getpid());
    if (!control)
        arguments[5] = NULL;
    int ends[2];
    pid_t child;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    char **environment = environment_of_one_process();
    if (!environment || pipe2(ends, O_CLOEXEC) != 0) {
        free(environment);
        return -1;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    errno = posix_spawn(&child, "/proc/self/exe", &actions, &attributes, arguments, environment);
    const int failed = errno != 0;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    free(environment);
    close(ends[1]);
    if (failed)
        close(ends[0]);
    return failed ? -1 : ends[0];
}

/* The line that it prints, without its end; 0: none came. */
static int read_line(int file, char *line, size_t size)
{
    struct pollfd readable = {.fd = file, .events = POLLIN};
    size_t used = 0;
    while (used < size - 1 && poll(&readable, 1, PATIENCE) == 1) {
        const ssize_t count = read(file, line + used, size - 1 - used);
        if (count <= 0)
            break;
        used += (size_t)count;
        line[used] = '\0';
        char *end = strchr(line, '\n');
        if (end) {
            *end = '\0';
            return 1;
        }
    }
    return 0;
}

void run_viewer_start(const char *folder, int control)
{
    char address[256];
    const int file = start(folder, control);
    if (file < 0)
        fprintf(stderr, "warning: the page cannot be served: %s\n", strerror(errno));
    else if (read_line(file, address, sizeof address))
        fprintf(stderr, "view       %s\n", address);
    else
        fprintf(stderr, "warning: the page is not served; later: spate view %s\n", folder);
    if (file >= 0)
        close(file);
}
