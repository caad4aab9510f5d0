/* The environment of OpenMP. */
#include "openmp.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef __linux__
#include <sys/auxv.h>
#endif

#include "base/cores.h"

#if defined(_OPENMP) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)

/* Turns of the waiting loop before a thread sleeps, some 15 to 50 ns each. On idle CPUs: about 0.1
 * ms, which covers the time between two parallel loops of a step. On busy CPUs the thread that
 * others wait for has most likely lost its CPU, and gets it back sooner if the others sleep. */
static const char *spin_idle = "5000", *spin_busy = "100";

/* Whether other processes want the CPUs that our threads would use: runnable ones, ourselves not
 * counted, from "0.20 0.18 0.12 RUNNABLE/ALL LAST". */
static int machine_is_busy(int threads)
{
    FILE *f = fopen("/proc/loadavg", "r");
    if (!f)
        return 0;
    int runnable = 0;
    const int got = fscanf(f, "%*f %*f %*f %d/", &runnable);
    fclose(f);
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return got == 1 && runnable - 1 + threads > online;
}

/* The file that runs now; 0 where /proc/self/exe is not it (the loader was called by name: it has
 * no loader of its own) or where the environment must not be trusted. */
static int own_file(char *path, size_t room)
{
    if (getauxval(AT_BASE) == 0 || getauxval(AT_SECURE) != 0)
        return 0;
    const ssize_t length = readlink("/proc/self/exe", path, room - 1);
    if (length <= 0 || (size_t)length >= room - 1)
        return 0;
    path[length] = '\0';
    return 1;
}

void openmp_wait_politely(char **argv)
{
    /* The variable that is set is the guard as well: the second time it is there. */
    if (getenv("GOMP_SPINCOUNT") || getenv("OMP_WAIT_POLICY"))
        return;
    const int threads = cores_default_threads();
    char path[4096];
    if (threads < 2 || !own_file(path, sizeof path))
        return;
    if (setenv("GOMP_SPINCOUNT", machine_is_busy(threads) ? spin_busy : spin_idle, 1) != 0)
        return;
    execv(path, argv); /* by its path, so that it keeps its name in lists of processes */
    unsetenv("GOMP_SPINCOUNT");
}

#else

void openmp_wait_politely(char **argv)
{
    (void)argv;
}

#endif

void openmp_limit_threads(const spate_tool *tool)
{
#ifdef _OPENMP
    const int asked = omp_get_max_threads(), usable = cores_usable();
    if (asked <= usable)
        return;
    if (getenv("OMP_NUM_THREADS") && tool->rank == 0)
        fprintf(stderr,
                "warning: OMP_NUM_THREADS asks for %d threads, but this process may use %d CPUs "
                "(affinity, quota of its control group): %d threads; --threads insists on more\n",
                asked, usable, usable);
    omp_set_num_threads(usable);
#else
    (void)tool;
#endif
}
