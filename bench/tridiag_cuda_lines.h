/* Lines of the benchmark in the memory of a GPU, shared by our solvers and the peer. */
#ifndef SPATE_BENCH_TRIDIAG_CUDA_LINES_H
#define SPATE_BENCH_TRIDIAG_CUDA_LINES_H

#include "backend/tridiag/device.h"
#include "bench/tridiag.h"

enum { CUDA_LINES_ARRAYS = 5 };

/* The lines of a setup, on the host and on the device. */
typedef struct cuda_lines {
    const tridiag_bench *b;
    const tri_device *device;
    const tridiag_setup *setup;
    tridiag_data host;
    void *at[CUDA_LINES_ARRAYS]; /* a, b, c, d, x; a, b, c of a general matrix only */
    size_t bytes;                /* of each */
} cuda_lines;

/* One solver's times. */
typedef struct cuda_timing {
    const char *name, *backend;
    int chosen;                         /* by auto */
    double seconds[BENCH_MOST_REPEATS]; /* sorted */
    double median, setup_seconds, residual;
} cuda_timing;

/* Of one whole array, between any two memories. */
void cuda_lines_copy(const cuda_lines *g, void *to, const void *from);
/* Of unknowns in the memory of the device. */
double cuda_lines_residual(const cuda_lines *g, const void *x);

/* 0 where cuSPARSE has no routine, or the device no memory, for such lines, or where it fails. */
int cuda_time_peer(const cuda_lines *g, cuda_timing *out);

#endif
