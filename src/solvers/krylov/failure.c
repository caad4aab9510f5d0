/* Why a solve ended, as a status with a message. */
#include <math.h>
#include <stdio.h>

#include "solvers/krylov/precondition.h"

/* Iteration and residuals, for every message. */
typedef struct course {
    char text[192];
} course;

static course describe(const kry_solver *s)
{
    const kry_scalars *k = s->scalars;
    course c;
    snprintf(c.text, sizeof c.text,
             "after %d iterations: residual %.3e, at the start %.3e, right-hand side %.3e",
             k->iteration, s->stats.residual, s->stats.initial_residual, s->stats.right_hand_side);
    return c;
}

static spate_status report_nan(kry_solver *s, const course *c)
{
    const kry_scalars *k = s->scalars;
    if (!kry_is_finite(k->sum[KRY_BB]))
        return spate_fail(s->ctx, SPATE_ERROR_NUMERICAL,
                          "the right-hand side has NaN or infinite values, or values whose squares "
                          "overflow");
    if (k->iteration == 0 && !kry_is_finite(k->sum[KRY_RR]))
        return spate_fail(s->ctx, SPATE_ERROR_NUMERICAL,
                          "the residual of x at the start is NaN or infinite: x has such values, "
                          "or the matrix has");
    return spate_fail(s->ctx, SPATE_ERROR_NUMERICAL, "a sum is NaN or infinite %s", c->text);
}

spate_status kry_report(kry_solver *s)
{
    const kry_scalars *k = s->scalars;
    const course c = describe(s);
    switch ((kry_state)k->state) {
    case KRY_RUNNING:
    case KRY_CONVERGED: return SPATE_OK;
    case KRY_ALL_DONE:
        if (s->choice.iterations > 0)
            return SPATE_OK;
        return spate_fail(s->ctx, SPATE_ERROR_NOT_CONVERGED,
                          "no convergence %s, wanted %.3e; use a better preconditioner, or allow "
                          "more iterations or a larger residual",
                          c.text, sqrt(k->stop_rr));
    case KRY_INDEFINITE:
        if (!(k->sum[KRY_RZ] > 0))
            return spate_fail(s->ctx, SPATE_ERROR_INDEFINITE,
                              "the preconditioner \"%s\" is not positive definite (r.z = %.3e) %s; "
                              "neither is the matrix then, or it is singular to the precision of "
                              "the preconditioner",
                              s->preconditioner->name, k->sum[KRY_RZ], c.text);
        return spate_fail(s->ctx, SPATE_ERROR_INDEFINITE,
                          "the matrix is not positive definite (p.Ap = %.3e, r.z = %.3e) %s",
                          k->sum[KRY_PQ], k->sum[KRY_RZ], c.text);
    case KRY_SINGULAR:
        return spate_fail(s->ctx, SPATE_ERROR_SINGULAR,
                          "the matrix is singular to rounding, and the right-hand side is not "
                          "compatible with it (p.Ap = %.3e, r.z = %.3e) %s; fix the level of one "
                          "unknown, or let the right-hand side sum to 0 over connected unknowns",
                          k->sum[KRY_PQ], k->sum[KRY_RZ], c.text);
    case KRY_INEXACT:
        return spate_fail(
            s->ctx, SPATE_ERROR_NOT_CONVERGED,
            "no convergence: the recursion of method \"cg-one-reduction\" has lost its "
            "accuracy %s, wanted %.3e; use method \"cg\", or a larger residual",
            c.text, sqrt(k->stop_rr));
    case KRY_NAN: break;
    }
    return report_nan(s, &c);
}
