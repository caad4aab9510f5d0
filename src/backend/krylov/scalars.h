/* The scalars of conjugate gradients and what happens to them between two kernels. They live in the
 * memory of the device, and these functions run there, so that an iteration needs no look from the
 * host. */
#ifndef SPATE_BACKEND_KRYLOV_SCALARS_H
#define SPATE_BACKEND_KRYLOV_SCALARS_H

#include "base/exact_sum.h"
#include "base/host_device.h"

/* Sums over all unknowns. */
enum {
    KRY_PQ, /* p.Ap, or z.Az with one reduction */
    KRY_RZ, /* r.z */
    KRY_RR, /* r.r */
    KRY_BB, /* b.b */
    KRY_SUMS
};

typedef enum {
    KRY_RUNNING,
    KRY_CONVERGED,
    KRY_ALL_DONE, /* the fixed count, or max_iterations */
    KRY_INDEFINITE,
    KRY_SINGULAR,
    KRY_NAN,
} kry_state;

typedef struct kry_scalars {
    double alpha, beta;
    double sum[KRY_SUMS]; /* as last computed */
    /* Tile sums are multiplied by 2^exponent before they are added as integers (sums.h). */
    int exponent[KRY_SUMS];
    double stop_rr; /* converged when r.r is at most this; negative: no test */
    /* Power of two: what the preconditioner gets is r times scale, so that f32 can hold it, and
     * what it returns is z times scale. 1 unless precisions are mixed. */
    double scale;
    double steepest; /* the largest 1 / alpha so far: at most the largest eigenvalue of M^-1 A */
    int iteration, max_iterations;
    int state; /* kry_state; kernels do nothing unless it is KRY_RUNNING */
} kry_scalars;

#endif
