/* The two halves of gpu_fast. */
#ifndef SPATE_TESTS_GPU_FAST_H
#define SPATE_TESTS_GPU_FAST_H

#include "spate/spate.h"

typedef struct fast_backend {
    spate_context *ctx;
    const char *backend, *isa;
    const char *scheme; /* NULL: that of the scenes */
    int quick;          /* whole runs end after a quarter of their time */
} fast_backend;

/* Failures; one line is printed for each scene. */
int fast_steps(const fast_backend *b);
int fast_runs(const fast_backend *b);

#endif
