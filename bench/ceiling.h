/* The memory bandwidth of the machine, measured here and now: what no kernel can beat. */
#ifndef SPATE_BENCH_CEILING_H
#define SPATE_BENCH_CEILING_H

#include "backend/backend.h"

/* GB/s by the words a loop names (copy 2, triad 3): the line that a plain store must first read is
 * not counted, a non-temporal store does not read it. NaN where memory was short. */
typedef struct ceiling {
    double elements;               /* doubles in each array */
    double copy, copy_streaming;   /* a = b; streaming: non-temporal stores */
    double triad, triad_streaming; /* a = b + s c */
} ceiling;

ceiling ceiling_measure(int threads);
/* The better of the two copies. */
double ceiling_copy(const ceiling *c);
/* GB/s of a copy within the memory that the kernels of a backend see; NaN where it was short. */
double ceiling_copy_of(const spate_backend *backend, int threads);

#endif
