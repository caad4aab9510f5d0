/* The scalars of conjugate gradients and what happens to them between two kernels. They live in the
 * memory of the device, and these functions run there, so that an iteration needs no look from the
 * host. */
#ifndef SPATE_BACKEND_KRYLOV_SCALARS_H
#define SPATE_BACKEND_KRYLOV_SCALARS_H

#include "base/host_device.h"

/* Sums over all unknowns. */
enum {
    KRY_PQ,   /* p.Ap, or z.Az with one reduction */
    KRY_RZ,   /* r.z */
    KRY_RR,   /* r.r */
    KRY_BB,   /* b.b */
    KRY_SIZE, /* |p|.|A||p|: what rounding of p.Ap is relative to */
    KRY_SUMS
};

typedef enum {
    KRY_RUNNING,
    KRY_CONVERGED,
    KRY_ALL_DONE, /* the fixed count, or max_iterations */
    KRY_INDEFINITE,
    KRY_SINGULAR,
    KRY_INEXACT, /* the recursion of p.Ap has lost its digits (one reduction) */
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
    /* The largest 1 / alpha so far. The entries t[k,k] = 1 / alpha[k] + beta[k] / alpha[k-1] of the
     * Lanczos matrix are Rayleigh quotients of M^-1 A, so this is at most its largest eigenvalue.
     */
    double steepest;
    /* p.Mp, by recursion: r is orthogonal to the direction before, so p.Mp = r.z + beta^2 p'.Mp'. */
    double length;
    double epsilon; /* of the precision of the vectors */
    double *log;    /* r.r of the start and of every iteration; NULL: not kept */
    int iteration, max_iterations;
    int state; /* kry_state; kernels do nothing unless it is KRY_RUNNING */
} kry_scalars;

SPATE_BOTH int kry_is_finite(double v)
{
    return v - v == 0;
}

/* Compares p.q of a direction with p.Mp. Where the Rayleigh quotient is below the largest eigenvalue
 * times epsilon, A is singular in this precision: x has no correct digit along p. */
SPATE_BOTH void kry_check_direction(kry_scalars *s, double pq, double rz)
{
    s->length = s->beta * (s->beta * s->length) + rz;
    if (!kry_is_finite(pq) || !kry_is_finite(rz))
        s->state = KRY_NAN;
    else if (!(pq > s->epsilon * (s->steepest * s->length)))
        s->state = pq < 0 ? KRY_INDEFINITE : KRY_SINGULAR;
    else if (pq / rz > s->steepest)
        s->steepest = pq / rz;
}

/* Step length, when p.q is known. */
SPATE_BOTH void kry_after_direction(kry_scalars *s, double pq)
{
    s->sum[KRY_PQ] = pq;
    kry_check_direction(s, pq, s->sum[KRY_RZ]);
    if (s->state == KRY_RUNNING)
        s->alpha = s->sum[KRY_RZ] / pq;
}

/* The test that ends the iteration, when r.r of x after `iteration` steps is known. */
SPATE_BOTH void kry_after_residual(kry_scalars *s, double rr)
{
    s->sum[KRY_RR] = rr;
    if (s->log)
        s->log[s->iteration] = rr;
    if (!kry_is_finite(rr))
        s->state = KRY_NAN;
    else if (rr <= s->stop_rr || rr == 0)
        s->state = KRY_CONVERGED;
    else if (s->iteration >= s->max_iterations)
        s->state = KRY_ALL_DONE;
}

/* The weight of the old direction in the next one, when the new r.z is known. */
SPATE_BOTH void kry_after_precondition(kry_scalars *s, double rz)
{
    const double before = s->sum[KRY_RZ];
    s->sum[KRY_RZ] = rz;
    if (!kry_is_finite(rz))
        s->state = KRY_NAN;
    else if (!(rz > 0)) /* M is not positive definite, or r is so small that r.z is 0 */
        s->state = rz < 0 ? KRY_INDEFINITE : KRY_SINGULAR;
    else
        s->beta = s->iteration == 0 ? 0 : rz / before;
}

/* One reduction (Chronopoulos and Gear): both weights from r.z and z.Az. */
SPATE_BOTH void kry_after_product(kry_scalars *s, double rz, double zaz)
{
    const double before = s->sum[KRY_RZ], step = s->alpha;
    kry_after_precondition(s, rz);
    if (s->state != KRY_RUNNING)
        return;
    /* p.Ap = z.Az - beta^2 p'.Ap' and p'.Ap' = r'.z' / alpha'. */
    const double pq = s->iteration == 0 ? zaz : zaz - s->beta * (s->beta * (before / step));
    s->sum[KRY_PQ] = pq;
    kry_check_direction(s, pq, rz);
    if (s->state == KRY_RUNNING)
        s->alpha = rz / pq;
}

/* The state after p.q of a direction was found too small, or not to converge: a p.q within rounding
 * tells nothing about its sign. A product of at most 9 terms rounds each at most 5 times, p.q is at
 * most (5 / 2) epsilon |p|.|A||p| from p.Ap. */
SPATE_BOTH void kry_judge_direction(kry_scalars *s, double pq, double size)
{
    const double rounding = 2.5 * s->epsilon * size;
    s->sum[KRY_PQ] = pq;
    if (pq >= -rounding && pq <= rounding)
        s->state = KRY_SINGULAR;
    else if (pq < 0)
        s->state = KRY_INDEFINITE;
    else if (s->state != KRY_ALL_DONE)
        s->state = KRY_INEXACT;
}

#endif
