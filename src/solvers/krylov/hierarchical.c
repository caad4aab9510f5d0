/* The preconditioners "rrb" and "multigrid". For 5-point matrices conjugate gradients run on the Schur
 * complement: R1 and R2 are eliminated exactly, b is reduced once, and these unknowns follow from the
 * others at the end. */
#include "parallel/comm.h"
#include "solvers/krylov/levels.h"
#include "solvers/krylov/preconditioners.h"

static kry_levels *levels_of(const kry_solver *s)
{
    return s->made;
}

static const level_part *level_0(const kry_solver *s, int n)
{
    return &levels_of(s)->level[0].parts[n];
}

static const level_schur *schur_of(const kry_solver *s, int n)
{
    return &level_0(s, n)->schur;
}

/* ---- the space ---- */

static kry_shape schur_shape(const kry_solver *s, int part)
{
    const kry_shape *g = &s->grid_shapes[part];
    return (kry_shape){.nx = (g->nx + 1) / 2,
                       .ny = (g->ny + 1) / 2,
                       .planes = 2,
                       .i0 = g->i0 / 2,
                       .j0 = g->j0 / 2};
}

static void *p0_of(const kry_part *part)
{
    return part->p[0];
}

static void *x_of(const kry_part *part)
{
    return part->x.first;
}

static void reduce(kry_solver *s, int warm_start)
{
    const schur_kernels *k = levels_of(s)->schur_kernels;
    for (int n = 0; n < s->part_count; ++n)
        k->scale_reds(&s->parts[n], level_0(s, n), &s->given_b[n]);
    kry_fill_ghosts(s, p0_of, kry_bytes(s));
    for (int n = 0; n < s->part_count; ++n) {
        k->reduce(&s->parts[n], level_0(s, n), &s->given_b[n]);
        if (warm_start)
            k->take_x(&s->parts[n], level_0(s, n), &s->given_x[n]);
    }
}

static void expand(kry_solver *s)
{
    const schur_kernels *k = levels_of(s)->schur_kernels;
    kry_fill_ghosts(s, x_of, kry_bytes(s));
    for (int n = 0; n < s->part_count; ++n)
        k->expand(&s->parts[n], level_0(s, n), &s->given_b[n], &s->given_x[n]);
}

static void residual(kry_solver *s)
{
    for (int n = 0; n < s->part_count; ++n)
        levels_of(s)->schur_kernels->residual(&s->parts[n], schur_of(s, n));
}

static void direction(kry_solver *s, int turn)
{
    for (int n = 0; n < s->part_count; ++n)
        levels_of(s)->schur_kernels->direction(&s->parts[n], schur_of(s, n), turn);
}

static void product(kry_solver *s)
{
    for (int n = 0; n < s->part_count; ++n)
        levels_of(s)->schur_kernels->product(&s->parts[n], schur_of(s, n));
}

static void judge(kry_solver *s, int turn)
{
    for (int n = 0; n < s->part_count; ++n)
        levels_of(s)->schur_kernels->judge(&s->parts[n], schur_of(s, n), turn);
}

static const kry_operator schur_operator = {.residual = residual,
                                            .direction = direction,
                                            .product = product,
                                            .judge = judge};
static const kry_reduction schur_reduction = {.shape = schur_shape,
                                              .op = &schur_operator,
                                              .reduce = reduce,
                                              .expand = expand};

/* ---- the preconditioners ---- */

static spate_status set_up(kry_solver *s, int multigrid)
{
    if (!s->made) {
        kry_levels *levels = NULL;
        const spate_status status = kry_levels_create(s, multigrid, &levels);
        s->made = levels;
        SPATE_TRY(status);
    }
    return kry_levels_setup(s, s->made);
}

static spate_status set_up_rrb(kry_solver *s)
{
    return set_up(s, 0);
}

static spate_status set_up_multigrid(kry_solver *s)
{
    return set_up(s, 1);
}

static void apply(kry_solver *s)
{
    kry_levels_apply(s, s->made);
}

static void destroy(kry_solver *s)
{
    kry_levels_destroy(s, s->made);
    s->made = NULL;
}

static const kry_preconditioner rrb_on_grid = {.name = "rrb",
                                               .properties = KRY_OF_LEVELS | KRY_CUTS_RINGS,
                                               .setup = set_up_rrb,
                                               .apply = apply,
                                               .destroy = destroy};
static const kry_preconditioner multigrid_on_grid = {.name = "multigrid",
                                                     .properties = KRY_OF_LEVELS | KRY_CUTS_RINGS,
                                                     .setup = set_up_multigrid,
                                                     .apply = apply,
                                                     .destroy = destroy};

const kry_preconditioner kry_rrb = {.name = "rrb",
                                    .properties = KRY_OF_LEVELS | KRY_SUMS_RZ,
                                    .setup = set_up_rrb,
                                    .apply = apply,
                                    .destroy = destroy,
                                    .reduction = &schur_reduction,
                                    .on_grid = &rrb_on_grid};
const kry_preconditioner kry_multigrid = {.name = "multigrid",
                                          .properties = KRY_OF_LEVELS | KRY_SUMS_RZ,
                                          .setup = set_up_multigrid,
                                          .apply = apply,
                                          .destroy = destroy,
                                          .reduction = &schur_reduction,
                                          .on_grid = &multigrid_on_grid};
