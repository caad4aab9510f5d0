/* What the files of gpu_krylov share. */
#ifndef SPATE_TESTS_GPU_KRYLOV_H
#define SPATE_TESTS_GPU_KRYLOV_H

#include "backend/krylov/device.h"
#include "spate/krylov.h"

/* Prints the time of an iteration with every preconditioner on n x n unknowns. Returns the exit
 * status. */
int gpu_krylov_time(spate_context *ctx, const char *backend, int n);

/* Solves a system of 40 x 30 unknowns whose products the host computes, on a backend with this
 * device. Returns the number of iterations. */
int gpu_krylov_operator(spate_context *ctx, const char *on, const kry_device *device,
                        const char *method, const double *b, double *x);

#endif
