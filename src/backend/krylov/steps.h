/* What happens between kernels of an iteration: which sums are complete, and what follows from them.
 * The same on the host and on a device. */
#ifndef SPATE_BACKEND_KRYLOV_STEPS_H
#define SPATE_BACKEND_KRYLOV_STEPS_H

#include "backend/krylov/scalars.h"

typedef enum {
    KRY_STEP_DIRECTION,    /* p.q: alpha */
    KRY_STEP_RESIDUAL,     /* r.r after an update: whether to stop */
    KRY_STEP_UPDATE,       /* r.r and r.z after an update */
    KRY_STEP_PRECONDITION, /* r.z: beta */
    KRY_STEP_PRODUCT,      /* one reduction: r.r, r.z and z.Az */
} kry_step;

enum { KRY_STEP_SUMS = 3 };

/* The sums of a step; returns their number. */
SPATE_BOTH int kry_sums_of_step(kry_step step, int sums[KRY_STEP_SUMS])
{
    sums[0] = step == KRY_STEP_DIRECTION ? KRY_PQ : step == KRY_STEP_PRECONDITION ? KRY_RZ : KRY_RR;
    sums[1] = KRY_RZ;
    sums[2] = KRY_PQ;
    return step == KRY_STEP_PRODUCT ? 3 : step == KRY_STEP_UPDATE ? 2 : 1;
}

/* values: totals of the sums of the step. */
SPATE_BOTH void kry_take_step(kry_scalars *s, kry_step step, const double *values)
{
    if (step == KRY_STEP_DIRECTION)
        kry_after_direction(s, values[0]);
    else if (step == KRY_STEP_PRECONDITION)
        kry_after_precondition(s, values[0]);
    else {
        s->iteration += step != KRY_STEP_PRODUCT;
        kry_after_residual(s, values[0]);
        if (step == KRY_STEP_UPDATE && s->state == KRY_RUNNING)
            kry_after_precondition(s, values[1]);
        if (step == KRY_STEP_PRODUCT && s->state == KRY_RUNNING)
            kry_after_product(s, values[1], values[2]);
        /* With one reduction the update follows. */
        s->iteration += step == KRY_STEP_PRODUCT && s->state == KRY_RUNNING;
    }
}

#endif
