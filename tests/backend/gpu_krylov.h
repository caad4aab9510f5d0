/* What the files of gpu_krylov share. */
#ifndef SPATE_TESTS_GPU_KRYLOV_H
#define SPATE_TESTS_GPU_KRYLOV_H

#include "spate/krylov.h"

/* Prints the time of an iteration with every preconditioner on n x n unknowns. Returns the exit
 * status. */
int gpu_krylov_time(spate_context *ctx, const char *backend, int n);

#endif
