/* The number of threads of a caller, and its own thread number. */
#ifndef SPATE_BASE_THREADS_H
#define SPATE_BASE_THREADS_H

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/cores.h"

/* The requested number; 0: cores_default_threads(). A build without OpenMP has one. */
static inline int threads_for(int asked)
{
#ifdef _OPENMP
    return asked ? asked : cores_default_threads();
#else
    (void)asked;
    return 1;
#endif
}

/* Number of the calling thread in its team; 0 outside a team. */
static inline int thread_number(void)
{
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

#endif
