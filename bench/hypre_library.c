/* Loads hypre and starts MPI. */
#if SPATE_HAVE_HYPRE
#include "bench/hypre_library.h"

#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>

static void leave_mpi(void)
{
    MPI_Finalize();
}

static int enter_mpi(void)
{
    int there = 0;
    MPI_Initialized(&there);
    if (!there && MPI_Init(NULL, NULL) == MPI_SUCCESS)
        there = atexit(leave_mpi) == 0;
    return there;
}

void *hypre_library(void)
{
    void *library = dlopen(SPATE_HYPRE_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    return library && enter_mpi() ? library : NULL;
}
#endif
