/* Counts of CPUs and threads. */
#include "base/cores.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/cpu_quota.h"

static atomic_int reserved;

void cores_reserve(void)
{
    atomic_fetch_add(&reserved, 1);
}

void cores_release(void)
{
    atomic_fetch_sub(&reserved, 1);
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

/* OpenMP has one number per thread. These are the number that the library set and the
 * one before. */
static _Thread_local int number_set, number_before;

int cores_default_threads(void)
{
    const int now = omp_get_max_threads();
    const int offered = now == number_set ? number_before : now;
    const int usable = cores_usable();
    /* By default OpenMP offers every CPU of the affinity mask, without regard to the quota. */
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

cores_scope cores_enter(int threads)
{
    const cores_scope scope = {omp_get_max_threads(), number_set, number_before};
    if (threads > 0)
        cores_set_loop_threads(threads);
    return scope;
}

void cores_leave(const cores_scope *scope)
{
    number_set = scope->set;
    number_before = scope->before;
    if (omp_get_max_threads() != scope->now)
        omp_set_num_threads(scope->now);
}

int cores_left(int threads)
{
    const int usable = cores_usable();
    const int cores = usable - atomic_load(&reserved);
    const int left = threads < cores ? threads : cores;
    /* The user may ask for more threads than cores. */
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

cores_scope cores_enter(int threads)
{
    return (cores_scope){threads, 0, 0};
}

void cores_leave(const cores_scope *scope)
{
    (void)scope;
}

int cores_left(int threads)
{
    return threads;
}
#endif
