/* Steps whose solve has failed. */
#include <math.h>
#include <string.h>

#define SPATE_REAL_BITS 64
#include "physics/semi_implicit_rates.h"
#include "schemes/failed_solve.h"

/* Attempts at a step, each half as long as the one before, until a failed solve ends the run. */
enum { MOST_HALVES = 10 };

void failed_solve_reject(flow *k, double fraction, failed_solve_finish *finish)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        k->clocks[n].face_rate = semi_redo_rate(k->clocks[n].dt, fraction);
    finish(k);
}

/* Adds the step to the message of the solver. */
static spate_status explain(const flow *k, spate_status status)
{
    const spate_clock *c = &k->clocks[0];
    char message[sizeof k->setup.ctx->message];
    memcpy(message, k->setup.ctx->message, sizeof message);
    return spate_fail(k->setup.ctx, status,
                      "step %lld at t = %g s, dt = %g s: %.*s; solver.failed_solve: halve tries "
                      "shorter steps",
                      (long long)c->step + 1, c->t, c->dt, (int)sizeof message - 160, message);
}

spate_status failed_solve_shorten(flow *k, failed_solve *f, spate_status status,
                                  failed_solve_finish *finish)
{
    const int numerical = spate_exit_code(status) == spate_exit_code(SPATE_ERROR_NUMERICAL);
    if (!numerical || k->setup.options->failed_solve != SPATE_FAILED_SOLVE_HALVES ||
        ++f->halved > MOST_HALVES)
        return numerical ? explain(k, status) : status;
    failed_solve_reject(k, 0.5, finish);
    return SPATE_OK;
}

void failed_solve_lengthen(flow *k, failed_solve *f)
{
    const double cfl = k->parts[0].params.cfl, dt = k->clocks[0].dt;
    f->longest = f->halved ? 2 * dt : 2 * f->longest;
    f->halved = 0;
    if (!(f->longest * k->clocks[0].rate < cfl)) {
        f->longest = 0;
        return;
    }
    for (int n = 0; n < k->setup.part_count && f->longest > 0; ++n)
        k->clocks[n].rate = cfl / f->longest;
}

spate_status failed_solve_persist(failed_solve *f, state_stream *s)
{
    SPATE_TRY(state_numbers(s, "longest step", &f->longest, 1));
    if (s->loading && !(f->longest >= 0 && isfinite(f->longest)))
        return fail_data(s->ctx,
                         "saved state: a longest step of %g s is not that of a run; use another "
                         "one",
                         f->longest);
    return SPATE_OK;
}
