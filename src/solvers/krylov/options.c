/* Options of the Krylov solver: defaults and checks. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/options_size.h"
#include "base/threads.h"
#include "solvers/device_choice.h"
#include "solvers/krylov/options.h"
#include "solvers/krylov/parts.h"
#include "solvers/krylov/precondition.h"
#include "solvers/krylov/preconditioners.h"

enum { ITERATIONS_DEFAULT = 10000, POLYNOMIAL_DEFAULT = 4, POLYNOMIAL_MOST = 64 };

static spate_krylov_options defaults(void)
{
    spate_krylov_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    o.points = 5;
    o.precision = 64;
    o.method = "cg";
    o.preconditioner = "jacobi";
    o.relative = 1e-6;
    o.backend = "auto";
    o.memory = SPATE_MEMORY_HOST;
    return o;
}

void spate_krylov_options_default_sized(spate_krylov_options *o, size_t size)
{
    const spate_krylov_options all = defaults();
    options_give(o, size, &all, sizeof all);
}

spate_status kry_copy_options(spate_context *ctx, const spate_krylov_options *options,
                              spate_krylov_options *all)
{
    *all = defaults();
    return options_take(ctx, "spate_krylov_options", options, all, sizeof *all);
}

const char *const *spate_krylov_methods(void)
{
    static const char *const names[] = {"cg", "cg-one-reduction", NULL};
    return names;
}

/* ---- checks ---- */

static spate_status check_grid(spate_context *ctx, const spate_krylov_options *o)
{
    const int64_t most = INT32_MAX / 2;
    if (o->nx < 1 || o->ny < 1 || o->nx > most || o->ny > most)
        return fail_argument(ctx,
                             "nx is %" PRId64 " and ny is %" PRId64
                             "; each must be at least 1 and at most %" PRId64,
                             o->nx, o->ny, most);
    if (o->points != 5 && o->points != 9)
        return fail_argument(ctx, "points is %d; it must be 5 or 9", o->points);
    if (o->precision != 32 && o->precision != 64 && o->precision != SPATE_KRYLOV_MIXED)
        return fail_argument(ctx, "precision is %d; it must be 32, 64 or SPATE_KRYLOV_MIXED",
                             o->precision);
    if (o->pitch != 0 && (o->pitch < 1 || o->pitch > (int64_t)1 << 40))
        return fail_argument(ctx, "pitch is %" PRId64 "; it must be 0 or at least nx of every part",
                             o->pitch);
    return SPATE_OK;
}

static spate_status check_stop(spate_context *ctx, const spate_krylov_options *o)
{
    if (!(o->relative >= 0 && o->relative < 1))
        return fail_argument(ctx, "relative is %g; it must be at least 0 and below 1", o->relative);
    if (!(o->absolute >= 0 && o->absolute < INFINITY))
        return fail_argument(ctx, "absolute is %g; it must be at least 0 and finite", o->absolute);
    if (o->iterations < 0 || o->max_iterations < 0)
        return fail_argument(ctx, "%s is %d; it must be at least 0",
                             o->iterations < 0 ? "iterations" : "max_iterations",
                             o->iterations < 0 ? o->iterations : o->max_iterations);
    if (o->iterations == 0 && o->relative == 0 && o->absolute == 0)
        return fail_argument(ctx, "nothing stops the iteration: set relative, absolute or "
                                  "iterations");
    if (o->polynomial < 0 || o->polynomial > POLYNOMIAL_MOST)
        return fail_argument(ctx, "polynomial is %d; it must be 0 (default) to %d", o->polynomial,
                             POLYNOMIAL_MOST);
    if (!(o->relaxation >= 0 && o->relaxation < 2))
        return fail_argument(ctx, "relaxation is %g; it must be above 0 and below 2, or 0 (1)",
                             o->relaxation);
    if (o->threads < 0)
        return fail_argument(ctx, "threads is %d; it must be 0 (all) or more", o->threads);
    return SPATE_OK;
}

static spate_status check_names(spate_context *ctx, const spate_krylov_options *o)
{
    if (!o->method || !o->preconditioner || !o->backend)
        return fail_argument(ctx, "%s is NULL",
                             !o->method           ? "method"
                             : !o->preconditioner ? "preconditioner"
                                                  : "backend");
    if (strcmp(o->method, "cg") != 0 && strcmp(o->method, "cg-one-reduction") != 0)
        return fail_argument(ctx, "method is \"%s\"; there are cg and cg-one-reduction", o->method);
    const kry_preconditioner *p = kry_find_preconditioner(o->preconditioner);
    if (!p)
        return fail_argument(ctx,
                             "preconditioner is \"%s\"; spate_krylov_preconditioners() has "
                             "the names",
                             o->preconditioner);
    if ((p->properties & KRY_FIVE_POINTS_ONLY) && o->points == 9)
        return fail_argument(ctx, "preconditioner \"%s\" is for 5 points, not for 9", p->name);
    return SPATE_OK;
}

spate_status kry_check_options(spate_context *ctx, const spate_krylov_options *o, int on_parts)
{
    if (!on_parts)
        SPATE_TRY(check_grid(ctx, o));
    else if (o->precision != 32 && o->precision != 64 && o->precision != SPATE_KRYLOV_MIXED)
        return fail_argument(ctx, "precision is %d", o->precision);
    SPATE_TRY(check_stop(ctx, o));
    SPATE_TRY(check_names(ctx, o));
    return on_parts ? SPATE_OK : device_check(ctx, "a Krylov solver", o->backend, o->memory);
}

/* Options that must be the same on all ranks. */
spate_status kry_check_same_on_ranks(spate_context *ctx, const spate_krylov_options *o)
{
    double method = 0, preconditioner = 0;
    for (const char *c = o->method; *c; ++c)
        method = fmod(method * 31 + *c, 1e9);
    for (const char *c = o->preconditioner; *c; ++c)
        preconditioner = fmod(preconditioner * 31 + *c, 1e9);
    const double mine[] = {(double)o->nx, (double)o->ny,     o->points,         o->precision,
                           method,        preconditioner,    o->relative,       o->absolute,
                           o->iterations, o->max_iterations, o->warm_start,     o->true_residual,
                           o->parts_x,    o->parts_y,        (double)o->memory, o->polynomial,
                           o->relaxation};
    return solver_same_on_ranks(ctx, mine, (int)(sizeof mine / sizeof *mine))
               ? SPATE_OK
               : fail_argument(ctx, "the options of the Krylov solver differ from rank to rank");
}

void kry_take_options(kry_solver *s, const spate_krylov_options *o)
{
    s->choice = (kry_choice){
        .points = o->points,
        .precision = o->precision,
        .one_reduction = strcmp(o->method, "cg") != 0,
        .warm_start = o->warm_start != 0,
        .true_residual = o->true_residual != 0,
        .log = o->log != 0,
        .relative = o->relative,
        .absolute = o->absolute,
        .iterations = o->iterations,
        .max_iterations = o->max_iterations ? o->max_iterations : ITERATIONS_DEFAULT,
        .polynomial = o->polynomial ? o->polynomial : POLYNOMIAL_DEFAULT,
        .relaxation = o->relaxation > 0 ? o->relaxation : 1,
    };
    s->preconditioner = kry_find_preconditioner(o->preconditioner);
    s->threads = threads_for(o->threads);
    s->pitch = o->pitch;
}

/* The table of docs/theory/krylov.md. An iteration on the grid moves 13. With rrb and multigrid it runs
 * on the first Schur complement and moves 7.5. */
kry_words kry_iteration_words(const char *preconditioner)
{
    static const struct {
        const char *name;
        kry_words words;
    } all[] = {{"none", {13, 0}},
               {"jacobi", {13, 1}},
               {"block-jacobi", {13, 4}},
               {"ssor", {13, 7}},
               {"chebyshev", {13, 3 + 7 * (POLYNOMIAL_DEFAULT - 1)}},
               {"fsai", {13, 9}},
               {"ic", {13, 7}},
               {"rrb", {7.5, 8}},
               {"multigrid", {7.5, 13}}};
    for (size_t k = 0; preconditioner && k < sizeof all / sizeof *all; ++k)
        if (strcmp(all[k].name, preconditioner) == 0)
            return all[k].words;
    return all[0].words;
}
