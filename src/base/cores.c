/* Counts of CPUs and threads. */
#include "base/cores.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/cpu_quota.h"

static atomic_int taken;

void cores_take(void)
{
    atomic_fetch_add(&taken, 1);
}

void cores_give_back(void)
{
    atomic_fetch_sub(&taken, 1);
}

#ifdef _OPENMP
int cores_usable(void)
{
    static atomic_int known; /* files are read once */
    int cores = atomic_load(&known);
    if (cores == 0) {
        cores = omp_get_num_procs();
        const double quota = ceil(cpu_quota("/proc/self/cgroup", "/sys/fs/cgroup"));
        if (quota < cores)
            cores = quota > 1 ? (int)quota : 1;
        atomic_store(&known, cores);
    }
    return cores;
}

/* OpenMP keeps one number, of each thread. What it was before the library changed it is kept beside it. */
static _Thread_local int number_set, number_before;

int cores_default_threads(void)
{
    const int now = omp_get_max_threads();
    const int offered = now == number_set ? number_before : now;
    const int usable = cores_usable();
    /* Without a wish of the user OpenMP offers every CPU of the affinity mask: the quota is not in it. */
    return offered == omp_get_num_procs() && !getenv("OMP_NUM_THREADS") && usable < offered
               ? usable
               : offered;
}

void cores_set_loop_threads(int threads)
{
    const int now = omp_get_max_threads();
    if (now != number_set)
        number_before = now;
    number_set = threads;
    omp_set_num_threads(threads);
}

int cores_left(int threads)
{
    const int usable = cores_usable();
    const int cores = usable - atomic_load(&taken);
    const int left = threads < cores ? threads : cores;
    /* More threads than cores were asked for: that is the user's choice. */
    const int wanted = threads > usable ? threads : left;
    return wanted > 1 ? wanted : 1;
}
#else
int cores_usable(void)
{
    return 1;
}

int cores_default_threads(void)
{
    return 1;
}

void cores_set_loop_threads(int threads)
{
    (void)threads;
}

int cores_left(int threads)
{
    return threads;
}
#endif
