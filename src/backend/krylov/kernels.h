/* Kernels of the Krylov solvers, by backend, precision and instruction set. */
#ifndef SPATE_BACKEND_KRYLOV_KERNELS_H
#define SPATE_BACKEND_KRYLOV_KERNELS_H

#include "backend/backend.h"
#include "backend/krylov/part.h"

typedef struct kry_kernels {
    const char *isa;
    /* Conjugate gradients (precision of the vectors). */
    void (*direction)(const kry_part *part, int turn);
    void (*update)(const kry_part *part, int turn);
} kry_kernels;

/* precision: 32, 64, or PRECISION_MIXED: conjugate gradients in f64, `in` and z in f32. */
const kry_kernels *kry_kernels_cpu(int precision, const char *isa);

#endif
