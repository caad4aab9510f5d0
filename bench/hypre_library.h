/* hypre, a peer of the solvers, loaded when it is needed. For builds that have it. */
#ifndef SPATE_BENCH_HYPRE_LIBRARY_H
#define SPATE_BENCH_HYPRE_LIBRARY_H

/* The library for dlsym, kept until the program ends, and MPI, which hypre needs in a single process
 * too. NULL where one of them is missing. */
void *hypre_library(void);

#endif
