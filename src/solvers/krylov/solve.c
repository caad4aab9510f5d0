/* Conjugate gradients: which kernels run in which order. */
#include <math.h>

#include "base/timers.h"
#include "solvers/krylov/iterate.h"
#include "solvers/krylov/parts.h"
#include "solvers/krylov/precondition.h"

static void *p0_of(const kry_part *part)
{
    return part->p[0];
}

/* ---- start ---- */

static void each(kry_solver *s, void (*kernel)(const kry_part *))
{
    for (int n = 0; n < s->part_count; ++n)
        kernel(&s->parts[n]);
}

static double reduce_one(kry_solver *s, int sum)
{
    double value;
    kry_reduce(s, &sum, 1, &value);
    return value;
}

static void reset_scalars(kry_solver *s)
{
    const int fixed = s->choice.iterations > 0;
    kry_scalars *k = s->scalars;
    *k = (kry_scalars){
        .scale = 1,
        .epsilon = s->choice.precision == 32 ? 0x1p-23 : 0x1p-52,
        .log = s->residuals,
        .max_iterations = fixed ? s->choice.iterations : s->choice.max_iterations,
    };
    for (int sum = 0; sum < KRY_SUMS; ++sum)
        k->exponent[sum] = KRY_NO_EXPONENT;
}

/* The square of the residual at which the iteration ends. */
static double stop_at(const kry_solver *s, double bb)
{
    const double limit = fmax(s->choice.relative * sqrt(bb), s->choice.absolute);
    return s->choice.iterations > 0 ? -1 : limit * limit;
}

static void residual_of_x(kry_solver *s)
{
    each(s, s->cg->load_x);
    kry_fill_ghosts(s, p0_of, kry_bytes(s));
    s->op->residual(s);
}

/* The square of the norm of b on the grid, where conjugate gradients run in another space. */
static double norm_on_grid(kry_solver *s)
{
    for (int n = 0; n < s->part_count; ++n) {
        kry_part part = s->parts[n]; /* tiles of both spaces cover the same unknowns */
        part.shape = s->grid_shapes[n];
        part.b = s->given_b[n];
        s->cg->norm_b(&part);
    }
    return reduce_one(s, KRY_BB);
}

/* r of the start and the scalars that belong to it. */
static void start(kry_solver *s)
{
    kry_scalars *k = s->scalars;
    const kry_reduction *reduction = s->preconditioner->reduction;
    reset_scalars(s);
    if (reduction)
        reduction->reduce(s, s->choice.warm_start);
    each(s, s->cg->start);
    double rr = reduce_one(s, KRY_RR);
    const double bb = reduction ? norm_on_grid(s) : rr;
    if (!kry_is_finite(bb)) {
        k->sum[KRY_BB] = k->sum[KRY_RR] = bb;
        k->state = KRY_NAN;
        return;
    }
    if (s->choice.warm_start && bb > 0) {
        residual_of_x(s);
        rr = reduce_one(s, KRY_RR);
    }
    each(s, s->cg->clear);
    k->sum[KRY_BB] = bb;
    k->stop_rr = stop_at(s, bb);
    if (s->choice.precision == SPATE_KRYLOV_MIXED && rr > 0 && kry_is_finite(rr))
        k->scale = kry_power(-kry_exponent(sqrt(rr)));
    /* A first guess of the place of the other sums: off by the size of A and M, which may do. */
    k->exponent[KRY_RZ] = k->exponent[KRY_PQ] = k->exponent[KRY_RR];
    kry_after_residual(k, rr);
    s->stats.initial_residual = sqrt(rr);
    kry_push_scalars(s);
    if (k->state == KRY_RUNNING)
        each(s, s->cg->scale_input);
}

/* ---- end ---- */

static void *p1_of(const kry_part *part)
{
    return part->p[1];
}

/* r.z is not positive: rounding of M, if x has become a multiple of a vector v with A v = 0 up to
 * rounding (see check_solution). Then A is singular, else M is to blame. */
static void judge_x(kry_solver *s)
{
    static const int sums[2] = {KRY_PQ, KRY_SIZE};
    kry_scalars *k = s->scalars;
    double values[2];
    each(s, s->cg->load_x);
    kry_fill_ghosts(s, p0_of, kry_bytes(s));
    s->op->judge(s, 0);
    kry_reduce(s, sums, 2, values);
    if (fabs(values[0]) <= 4 * k->epsilon * values[1])
        k->state = KRY_SINGULAR;
}

/* Whether p.Ap of the last direction is negative, or 0 up to rounding. With one reduction p.Ap comes
 * from a recursion: the direction is made first. Where a device takes the steps, the host has
 * queued more iterations than were done: their number tells which p is the last one. */
static void judge(kry_solver *s, int turn)
{
    static const int sums[2] = {KRY_PQ, KRY_SIZE};
    kry_scalars *k = s->scalars;
    double values[2];
    const int late = k->state == KRY_ALL_DONE && s->choice.iterations == 0;
    const int suspect = late || k->state == KRY_INDEFINITE || k->state == KRY_SINGULAR;
    if (!s->op->judge || !suspect)
        return;
    if (!(k->sum[KRY_RZ] > 0)) {
        if (k->iteration > 0)
            judge_x(s);
        return;
    }
    if (s->choice.one_reduction) {
        for (int n = 0; n < s->part_count; ++n)
            s->cg->combine(&s->parts[n], 1);
        kry_fill_ghosts(s, p1_of, kry_bytes(s));
        turn = 1;
    }
    if (s->steps_on_device && !s->choice.one_reduction)
        turn = (k->iteration - (k->state == KRY_ALL_DONE)) % 2;
    s->op->judge(s, turn);
    kry_reduce(s, sums, 2, values);
    kry_judge_direction(k, values[0], values[1]);
}

/* Elimination rounds: it makes a singular matrix regular, with eigenvalues of the size of rounding.
 * Iterations then converge to a large x for any right-hand side. Each centre is the result of about
 * five roundings, the couplings of its row of three more, so x.Ax has an error of 8 u x.Cx = 4 eps
 * x.Cx, where C has the centres. If x.b = x.Ax is below that, x has no correct digit. */
static void check_solution(kry_solver *s)
{
    static const int sums[2] = {KRY_PQ, KRY_SIZE};
    kry_scalars *k = s->scalars;
    double values[2];
    kry_reduce(s, sums, 2, values);
    if (k->state == KRY_CONVERGED && values[1] > 0 && values[0] <= 4 * k->epsilon * values[1]) {
        k->sum[KRY_PQ] = values[0];
        k->state = KRY_SINGULAR;
    }
}

/* x of a solve that needed no iteration, and the residual of x. */
static void finish_x(kry_solver *s)
{
    const kry_reduction *reduction = s->preconditioner->reduction;
    const kry_scalars *k = s->scalars;
    if (k->sum[KRY_BB] == 0 || (k->iteration == 0 && !s->choice.warm_start))
        each(s, s->cg->zero_x);
    if (s->choice.true_residual) {
        residual_of_x(s);
        s->stats.true_residual = sqrt(reduce_one(s, KRY_RR));
    }
    if (reduction) {
        reduction->expand(s);
        check_solution(s);
    }
}

static void finish(kry_solver *s)
{
    const kry_scalars *k = s->scalars;
    const int untouched = k->iteration == 0 && k->state == KRY_NAN;
    s->stats.true_residual = -1;
    s->stats.iterations = k->iteration;
    s->all_iterations += k->iteration;
    s->stats.right_hand_side = sqrt(k->sum[KRY_BB]);
    s->stats.residual = sqrt(k->sum[KRY_RR]);
    if (!untouched)
        finish_x(s);
    s->logged = s->residuals && !untouched ? k->iteration + 1 : 0;
    const size_t bytes = sizeof(double) * (size_t)s->logged;
    if (s->steps_on_device && s->logged > 1) { /* the host logged the first one itself */
        const double first = s->residuals[0];
        s->device->copy(s->residuals, bytes, s->device_log, bytes, bytes, 1, s->stream);
        s->residuals[0] = first;
    }
    for (int n = 0; n < s->logged; ++n)
        s->residuals[n] = sqrt(s->residuals[n]);
}

static int64_t messages(const kry_solver *s)
{
    return kry_ghosts_messages(s->ghosts) + kry_ghosts_messages(s->grid_ghosts);
}

spate_status kry_solve_arrays(kry_solver *s, const kry_array *b, const kry_array *x)
{
    const double begun = timers_now();
    const int reduced = s->preconditioner->reduction != NULL;
    const int64_t sent = messages(s);
    s->stats.reductions = 0;
    for (int n = 0; n < s->part_count; ++n) {
        s->given_b[n] = b[n];
        s->given_x[n] = x[n];
        s->parts[n].b = reduced ? s->space_b[n] : b[n];
        s->parts[n].x = reduced ? s->space_x[n] : x[n];
    }
    start(s);
    if (s->scalars->state == KRY_RUNNING) {
        const int turn = kry_iterate(s);
        kry_pull_scalars(s);
        judge(s, turn);
    }
    finish(s);
    ++s->stats.solves;
    s->stats.messages = messages(s) - sent;
    s->stats.solve_seconds = timers_now() - begun;
    return kry_report(s);
}
