/* Conjugate gradients: which kernels run in which order. */
#include <math.h>

#include "base/timers.h"
#include "parallel/comm.h"
#include "solvers/krylov/parts.h"
#include "solvers/krylov/precondition.h"

/* ---- vectors of a part ---- */

static void *r_of(const kry_part *part)
{
    return part->r;
}

static void *z_of(const kry_part *part)
{
    return part->z;
}

static void *p0_of(const kry_part *part)
{
    return part->p[0];
}

/* The vector from which kernels make z, with its ghosts. */
static void fill_z_ghosts(kry_solver *s)
{
    if (s->preconditioner->apply)
        kry_fill_ghosts(s, z_of, kry_preconditioner_bytes(s));
    else
        kry_fill_ghosts(s, r_of, kry_bytes(s));
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
    s->operator->residual(s);
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
    kry_after_residual(k, rr);
    s->stats.initial_residual = sqrt(rr);
    if (k->state == KRY_RUNNING)
        each(s, s->cg->scale_input);
}

/* ---- iterations ---- */

/* z = M^-1 r and the weight of the old direction. */
static void precondition(kry_solver *s)
{
    const kry_preconditioner *p = s->preconditioner;
    const int has_sum = (p->properties & KRY_SUMS_RZ) && s->choice.precision != SPATE_KRYLOV_MIXED;
    if (p->apply)
        p->apply(s);
    if (!has_sum)
        each(s, s->cg->dot_rz);
    kry_after_precondition(s->scalars, reduce_one(s, KRY_RZ));
}

/* The residual after an update. For pointwise preconditioners r.z is known, too. */
static void finish_update(kry_solver *s)
{
    static const int sums[2] = {KRY_RR, KRY_RZ};
    const int pointwise = !s->preconditioner->apply;
    double values[2];
    kry_reduce(s, sums, pointwise ? 2 : 1, values);
    ++s->scalars->iteration;
    kry_after_residual(s->scalars, values[0]);
    if (s->scalars->state != KRY_RUNNING)
        return;
    if (pointwise)
        kry_after_precondition(s->scalars, values[1]);
    else
        precondition(s);
}

/* Returns which p is the last direction. */
static int iterate(kry_solver *s)
{
    kry_scalars *k = s->scalars;
    int turn;
    precondition(s);
    for (turn = 0; k->state == KRY_RUNNING; turn = 1 - turn) {
        fill_z_ghosts(s);
        s->operator->direction(s, turn);
        kry_after_direction(k, reduce_one(s, KRY_PQ));
        if (k->state != KRY_RUNNING)
            return turn;
        for (int n = 0; n < s->part_count; ++n)
            s->cg->update(&s->parts[n], turn, k->iteration == 0 && !s->choice.warm_start);
        finish_update(s);
    }
    return 1 - turn;
}

/* Chronopoulos and Gear: all sums of an iteration in one reduction. */
static void iterate_with_one_reduction(kry_solver *s)
{
    static const int sums[3] = {KRY_RR, KRY_RZ, KRY_PQ};
    kry_scalars *k = s->scalars;
    double values[3];
    while (k->state == KRY_RUNNING) {
        if (s->preconditioner->apply)
            s->preconditioner->apply(s);
        fill_z_ghosts(s);
        s->operator->product(s);
        kry_reduce(s, sums, 3, values);
        kry_after_residual(k, values[0]);
        if (k->state == KRY_RUNNING)
            kry_after_product(k, values[1], values[2]);
        if (k->state != KRY_RUNNING)
            break;
        for (int n = 0; n < s->part_count; ++n)
            s->cg->update_both(&s->parts[n], k->iteration == 0 && !s->choice.warm_start);
        ++k->iteration;
    }
}

/* ---- end ---- */

static void *p1_of(const kry_part *part)
{
    return part->p[1];
}

/* Whether p.Ap of the last direction is negative, or 0 up to rounding. With one reduction p.Ap comes
 * from a recursion: the direction is made first. */
static void judge(kry_solver *s, int turn)
{
    static const int sums[2] = {KRY_PQ, KRY_SIZE};
    kry_scalars *k = s->scalars;
    double values[2];
    const int late = k->state == KRY_ALL_DONE && s->choice.iterations == 0;
    if (!s->operator->judge ||(!late && k->state != KRY_INDEFINITE && k->state != KRY_SINGULAR))
        return;
    if (s->choice.one_reduction) {
        for (int n = 0; n < s->part_count; ++n)
            s->cg->combine(&s->parts[n], 1);
        kry_fill_ghosts(s, p1_of, kry_bytes(s));
        turn = 1;
    }
    s->operator->judge(s, turn);
    kry_reduce(s, sums, 2, values);
    kry_judge_direction(k, values[0], values[1]);
}

static void finish(kry_solver *s)
{
    const kry_reduction *reduction = s->preconditioner->reduction;
    kry_scalars *k = s->scalars;
    const int untouched = k->iteration == 0 && k->state == KRY_NAN;
    const int is_zero = k->sum[KRY_BB] == 0 || (k->iteration == 0 && !s->choice.warm_start);
    if (is_zero && !untouched)
        each(s, s->cg->zero_x);
    s->stats.true_residual = -1;
    if (s->choice.true_residual && !untouched) {
        residual_of_x(s);
        s->stats.true_residual = sqrt(reduce_one(s, KRY_RR));
    }
    if (reduction && !untouched)
        reduction->expand(s);
    s->stats.iterations = k->iteration;
    s->stats.right_hand_side = sqrt(k->sum[KRY_BB]);
    s->stats.residual = sqrt(k->sum[KRY_RR]);
    s->logged = s->residuals && !untouched ? k->iteration + 1 : 0;
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
        int turn = 0;
        if (s->choice.one_reduction)
            iterate_with_one_reduction(s);
        else
            turn = iterate(s);
        judge(s, turn);
    }
    finish(s);
    ++s->stats.solves;
    s->stats.messages = messages(s) - sent;
    s->stats.solve_seconds = timers_now() - begun;
    return kry_report(s);
}
