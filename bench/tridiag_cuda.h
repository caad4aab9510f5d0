/* The benchmark of the tridiagonal solvers on a GPU. */
#ifndef SPATE_BENCH_TRIDIAG_CUDA_H
#define SPATE_BENCH_TRIDIAG_CUDA_H

#include "bench/tridiag.h"
#include "run/backends.h"

/* Finds the device and cuSPARSE. Returns an exit code. */
int tridiag_cuda_begin(tridiag_bench *b, const char *backend);
/* As tridiag_measure, in the memory of the device. */
int tridiag_cuda_measure(const tridiag_bench *b, const tridiag_setup *setup);

#endif
