/* A counter. */
#include "base/cores.h"

#include <stdatomic.h>

#ifdef _OPENMP
#include <omp.h>
#endif

static atomic_int taken;

void cores_take(void)
{
    atomic_fetch_add(&taken, 1);
}

void cores_give_back(void)
{
    atomic_fetch_sub(&taken, 1);
}

int cores_left(int threads)
{
#ifdef _OPENMP
    const int cores = omp_get_num_procs() - atomic_load(&taken);
    const int left = threads < cores ? threads : cores;
    /* More threads than cores were asked for: that is the user's choice. */
    const int wanted = threads > omp_get_num_procs() ? threads : left;
    return wanted > 1 ? wanted : 1;
#else
    return threads;
#endif
}
