/* Newton's method for a step of the scheme vi-semi-implicit: residuals by stages of the explicit
 * kernels, increments by conjugate gradients for the depths, and halved increments where the residual
 * grows. Equations are in physics/vector_invariant_newton.h. */
#include <math.h>
#include <stdlib.h>

#include "parallel/comm.h"
#define SPATE_REAL_BITS 64
#include "physics/vector_invariant_newton.h"
#include "schemes/vector_invariant_mass.h"
#include "schemes/vector_invariant_newton.h"

/* Halvings of one increment. Beyond it the direction leads nowhere. */
enum { MOST_HALVINGS = 6 };
/* Without a line search: a residual this many times the first does not come back. */
#define DIVERGED 1e3
/* Squares of residuals are added exactly in units of 2^-60, up to 2^63 for a tile: the square of the
 * depth lies at 2^32 of them, 92 powers of 2 above the unit. */
enum { DEPTH_EXPONENT = 32 };

static vi_newton *newton_of(const flow *k)
{
    return vi_own_of(k)->newton;
}

#define EACH_PART(k, call)                                                                         \
    for (int n = 0; n < (k)->setup.part_count; ++n) {                                              \
        grid_part *const p = &(k)->parts[n];                                                       \
        vi_kernels_of(p)->newton->call;                                                            \
    }

/* ---- set-up ---- */

static spate_krylov_options solver_options(const scheme_setup *s)
{
    const spate_options *o = s->options;
    const int fixed = o->newton_iterations > 0;
    spate_krylov_options k = flow_solver_options(s, o->preconditioner);
    /* Two solves that gain the root of newton_tolerance each reach it. Newton's method itself, with
     * its approximate matrix, gains less in an iteration. */
    k.relative = fixed ? o->tolerance : fmax(o->tolerance, sqrt(o->newton_tolerance));
    k.iterations = o->solve_iterations;
    k.max_iterations = o->max_iterations + 1;
    return k;
}

static int make_arrays(vi_newton *own, int parts)
{
    const size_t count = (size_t)parts + 1;
    own->matrices = calloc(count, sizeof *own->matrices);
    own->right = calloc(count, sizeof *own->right);
    own->change = calloc(count, sizeof *own->change);
    return own->matrices && own->right && own->change;
}

spate_status vi_newton_create(flow *k)
{
    const scheme_setup *s = &k->setup;
    const spate_krylov_options o = solver_options(s);
    vi_newton *own = vi_own_of(k)->newton = calloc(1, sizeof *own);
    const int made = own && make_arrays(own, s->part_count);
    SPATE_TRY(comm_agree(s->ctx, made ? SPATE_OK : fail_memory(s->ctx, "no memory for a solver")));
    return flow_create_solver(k, &o, &own->solver);
}

void vi_newton_destroy(flow *k)
{
    vi_newton *own = newton_of(k);
    if (!own)
        return;
    spate_krylov_destroy(own->solver);
    free(own->matrices);
    free(own->right);
    free(own->change);
    free(own);
    vi_own_of(k)->newton = NULL;
}

/* ---- residuals ---- */

/* Adds a sum over all ranks. INFINITY where some tile sum is not a number. */
static void add_ranks(const flow *k, vi_sum *sums, int count, double *values)
{
    exact_sum totals[3];
    double outside = 0;
    for (int n = 0; n < count; ++n) {
        totals[n] = sums[n].total;
        outside += sums[n].outside;
    }
    comm_sum_exact_list(k->setup.ctx->comm, totals, count);
    comm_max(k->setup.ctx->comm, &outside, 1);
    for (int n = 0; n < count; ++n)
        values[n] = outside > 0 ? (double)INFINITY : exact_sum_value(&totals[n]);
}

static void run_stage(flow *k, vi_stage which)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        k->clocks[n].face_rate = 0; /* a dry cell counts in the last iterate alone */
    vi_run_stage(k, which, REGION_ALL);
}

/* The residual of the present iterate, and the right-hand side. */
static spate_status evaluate(flow *k)
{
    const vi_part *part = vi_of(&k->parts[0]);
    vi_newton *own = newton_of(k);
    const int next = 1 - k->clocks[0].now;
    const halo_field solved[] = {{VI_U, next}, {VI_V, next}};
    vi_sum squares = {{0}, 0};
    run_stage(k, VI_IMPLICIT);
    if (part->inverts) {
        SPATE_TRY(vi_mass_solve(k, solved, 2));
    } else {
        if (!part->lumped)
            EACH_PART(k, unsolved(p))
        flow_exchange(k, solved, 2);
    }
    EACH_PART(k, right(p, own->weight, own->scale, &squares))
    add_ranks(k, &squares, 1, &own->residual);
    own->residual = sqrt(own->residual / own->scale);
    return SPATE_OK;
}

/* ---- the beginning of a step ---- */

static void measure(flow *k)
{
    vi_newton *own = newton_of(k);
    const part_params *m = &k->parts[0].params;
    const double alpha_dt = vi_of(&k->parts[0])->alpha * k->clocks[0].dt;
    const double epsilon = k->setup.options->precision == 32 ? 0x1p-23 : 0x1p-52;
    vi_sum sums[3] = {{{0}, 0}, {{0}, 0}, {{0}, 0}};
    double of[3];
    EACH_PART(k, guess(p, &sums[0], &sums[1], &sums[2]))
    add_ranks(k, sums, 3, of);
    own->depth = vi_newton_depth(of[0], of[2]);
    own->weight = vi_newton_weight(own->depth, m->gravity);
    own->scale = ldexp(1, DEPTH_EXPONENT - 2 * ilogb(own->depth));
    const double courant = vi_wave_courant(alpha_dt, m->gravity, own->depth, m->dx, m->dy);
    own->floor = vi_newton_rounding(courant, epsilon) * vi_newton_size(of[0], of[1], own->weight);
}

static spate_status make_matrix(flow *k)
{
    static const halo_field faces[] = {{VI_COUPLING_X, 0}, {VI_COUPLING_Y, 0}};
    static const halo_field centre[] = {{VI_CENTRE, 0}};
    vi_newton *own = newton_of(k);
    const double depth = vi_of(&k->parts[0])->constant_depth ? own->depth : 0;
    EACH_PART(k, couplings(p, depth))
    flow_exchange(k, faces, 2);
    EACH_PART(k, centres(p))
    flow_exchange(k, centre, 1);
    for (int n = 0; n < k->setup.part_count; ++n) {
        const grid_part *p = &k->parts[n];
        own->matrices[n] = flow_matrix(p, VI_CENTRE, VI_COUPLING_X, VI_COUPLING_Y);
        own->right[n] = flow_array(p, VI_RIGHT);
        own->change[n] = flow_array(p, VI_CHANGE);
    }
    SPATE_TRY(kry_use_matrix(own->solver, own->matrices));
    return spate_krylov_setup(own->solver);
}

static spate_status begin(flow *k)
{
    static const halo_field base[] = {{VI_BASE_U, 0}, {VI_BASE_V, 0}};
    const vi_part *part = vi_of(&k->parts[0]);
    vi_newton *own = newton_of(k);
    measure(k);
    run_stage(k, VI_EXPLICIT);
    if (!part->lumped)
        SPATE_TRY(vi_mass_solve(k, base, part->inverts ? 0 : 2));
    SPATE_TRY(make_matrix(k));
    SPATE_TRY(evaluate(k));
    own->first = own->residual;
    own->iterations = own->halvings = 0;
    return SPATE_OK;
}

/* ---- iterations ---- */

static void exchange_iterate(flow *k)
{
    static const halo_field iterate[] = {{VI_BETWEEN_H, 0}, {VI_BETWEEN_U, 0}, {VI_BETWEEN_V, 0}};
    flow_exchange(k, iterate, 3);
}

/* Halves the increment until the residual is no larger than before. */
static spate_status search(flow *k, double before)
{
    vi_newton *own = newton_of(k);
    double fraction = 1;
    for (int h = 0; h < MOST_HALVINGS && !(own->residual <= fmax(before, own->floor)); ++h) {
        fraction *= 0.5;
        EACH_PART(k, retreat(p, fraction))
        exchange_iterate(k);
        SPATE_TRY(evaluate(k));
        ++own->halvings;
    }
    return SPATE_OK;
}

static spate_status iterate(flow *k)
{
    static const halo_field change[] = {{VI_CHANGE, 0}};
    const spate_options *o = k->setup.options;
    vi_newton *own = newton_of(k);
    const double before = own->residual;
    SPATE_TRY(kry_solve_arrays(own->solver, own->right, own->change));
    flow_exchange(k, change, 1);
    EACH_PART(k, increase(p))
    exchange_iterate(k);
    SPATE_TRY(evaluate(k));
    ++own->iterations;
    ++own->all;
    return o->line_search == SPATE_LINE_SEARCH ? search(k, before) : SPATE_OK;
}

static int is_done(const flow *k)
{
    const spate_options *o = k->setup.options;
    const vi_newton *own = newton_of(k);
    if (own->residual == 0)
        return 1;
    if (o->newton_iterations > 0)
        return own->iterations == o->newton_iterations;
    return own->residual <= fmax(o->newton_tolerance * own->first, own->floor);
}

static spate_status failed(const flow *k, spate_status status, const char *how)
{
    const vi_newton *own = newton_of(k);
    return spate_fail(k->setup.ctx, status,
                      "Newton's method %s: residual %.3g of the first, %.3g, after %d iterations "
                      "and %d halved increments; use a smaller courant",
                      how, own->residual / own->first, own->first, own->iterations, own->halvings);
}

/* Whether the last iteration has led away from a solution. */
static int has_diverged(const flow *k, double before)
{
    const vi_newton *own = newton_of(k);
    if (!(own->residual < (double)INFINITY))
        return 1;
    if (k->setup.options->line_search == SPATE_LINE_SEARCH)
        return !(own->residual <= fmax(before, own->floor));
    return own->residual > DIVERGED * own->first && own->residual > own->floor;
}

spate_status vi_newton_step(flow *k)
{
    const int most = k->setup.options->newton_most + 1;
    const vi_newton *own = newton_of(k);
    SPATE_TRY(begin(k));
    if (!(own->residual < (double)INFINITY))
        return failed(k, SPATE_ERROR_NUMERICAL, "diverges");
    while (!is_done(k)) {
        const double before = own->residual;
        if (own->iterations == most && !(k->setup.options->newton_iterations > 0))
            return failed(k, SPATE_ERROR_NOT_CONVERGED, "did not converge");
        SPATE_TRY(iterate(k));
        if (has_diverged(k, before))
            return failed(k, SPATE_ERROR_NUMERICAL, "diverges");
    }
    EACH_PART(k, settle(p))
    return SPATE_OK;
}
