/* How many threads a caller gets, and which of them one is. */
#ifndef SPATE_BASE_THREADS_H
#define SPATE_BASE_THREADS_H

#ifdef _OPENMP
#include <omp.h>
#endif

/* As many as were asked for, 0: as OpenMP offers. A build without it has one. */
static inline int threads_for(int asked)
{
#ifdef _OPENMP
    return asked ? asked : omp_get_max_threads();
#else
    (void)asked;
    return 1;
#endif
}

/* Of the caller in its team; 0 outside. */
static inline int thread_number(void)
{
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

#endif
