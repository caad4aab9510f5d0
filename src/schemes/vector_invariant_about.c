/* The descriptions of the vector-invariant schemes (docs/theory/vector_invariant.md). */
#include <stdio.h>
#include <string.h>

#define SPATE_REAL_BITS 64
#include "physics/vector_invariant_steps.h"
#include "schemes/vector_invariant_options.h"
#include "schemes/vector_invariant_own.h"

/* Share of the limit: flow moves waves on, and the rate of a step is that of its beginning. */
#define USUAL_SHARE 0.9

static int is_leapfrog(const spate_options *options)
{
    return strcmp(options->scheme, vi_leapfrog_about.name) == 0;
}

double vi_cfl_limit(const spate_options *options)
{
    return vi_courant_limit(is_leapfrog(options), options->mass_matrix == SPATE_MASS_LUMPED);
}

double vi_cfl(const spate_options *options)
{
    return options->cfl > 0 ? options->cfl : USUAL_SHARE * vi_cfl_limit(options);
}

spate_status vi_check(const scheme_setup *s)
{
    const spate_options *o = s->options;
    const double limit = vi_cfl_limit(o);
    if (vi_cfl(o) <= limit)
        return SPATE_OK;
    return fail_argument(s->ctx,
                         "cfl is %g: waves grow in scheme \"%s\" with %s mass beyond %.4g; use "
                         "less, or 0 for %g of that limit",
                         o->cfl, o->scheme,
                         o->mass_matrix == SPATE_MASS_LUMPED ? "lumped" : "consistent", limit,
                         USUAL_SHARE);
}

static void bounds(const spate_options *o, char *text, size_t size)
{
    snprintf(text, size,
             "waves and flow have a Courant number of %.3g, which must stay below %.4g with this "
             "mass matrix",
             vi_cfl(o), vi_cfl_limit(o));
}

static int three_stages(const spate_options *options)
{
    (void)options;
    return 3;
}

#define CFL                                                                                        \
    {                                                                                              \
        SCHEME_OPTION(SCHEME_NUMBER, cfl, "cfl", cfl), SCHEME_RANGE(UNIT_NONE, 1e-6, 0.95),        \
            .otherwise = "0.9 of the limit",                                                       \
            .help = "Courant number, c dt sqrt((1/dx^2 + 1/dy^2) / 2) for still water."            \
    }
static const scheme_option leapfrog_options[] = {
    VI_FORM,
    VI_MASS_MATRIX,
    VI_TOLERANCE,
    {SCHEME_OPTION(SCHEME_NUMBER, filter, "filter", filter), SCHEME_RANGE(UNIT_NONE, 0, 1),
     SCHEME_DEFAULT(0, ""), .must_be_obeyed = 1,
     .help = "Strength of the filter of Robert, Asselin and Williams against the split of odd and "
             "even steps. 0 is none."},
    {SCHEME_OPTION(SCHEME_NUMBER, filter_share, "filter-share", filter_share),
     SCHEME_RANGE(UNIT_NONE, 0.5, 1), SCHEME_DEFAULT(0.53, ""),
     .help = "Part of the filter that the middle time level gets. 1 is the filter of Robert and "
             "Asselin, 0.5 keeps the mean of three levels."},
    CFL,
    VI_DRY_DEPTH,
    {.key = NULL},
};

static const scheme_option rk3_options[] = {VI_FORM, VI_MASS_MATRIX, VI_TOLERANCE,
                                            CFL,     VI_DRY_DEPTH,   {.key = NULL}};

/* With a mass matrix, accelerations along x and along y are written and read again. Conjugate
 * gradients for them have their own words. */
static double solved_mass(const spate_options *options, int solves, const scheme_iterations *n)
{
    return options->mass_matrix == SPATE_MASS_LUMPED
               ? 0
               : 4 * solves + scheme_solver_words("none", n->mass);
}

/* A stage reads the three variables and the bed, the variables that it steps from where these are
 * others, and writes three. */
static double leapfrog_words(const spate_options *options, const scheme_iterations *n)
{
    return 10 + solved_mass(options, 1, n);
}

static double rk3_words(const spate_options *options, const scheme_iterations *n)
{
    return 7 + 10 + 10 + solved_mass(options, 3, n);
}

const scheme_description vi_leapfrog_about = {
    .name = "vi-leapfrog",
    .summary = "explicit, in vector-invariant form, for rotating water that stays wet",
    .page = "docs/theory/vector_invariant.md",
    .advice = "Use a smaller cfl or a filter, or scheme vi-rk3, which damps short waves.",
    .halo_width = VI_HALO,
    .bounds = bounds,
    .words = leapfrog_words,
    .options = leapfrog_options,
    .can = VI_CAN,
    .claims = VI_CLAIMS,
};

const scheme_description vi_rk3_about = {
    .name = "vi-rk3",
    .summary = "as vi-leapfrog, with Runge-Kutta steps of third order",
    .page = "docs/theory/vector_invariant.md",
    .advice = "Use a smaller cfl.",
    .halo_width = VI_HALO,
    .bounds = bounds,
    .stages = three_stages,
    .words = rk3_words,
    .options = rk3_options,
    .can = VI_CAN,
    .claims = VI_CLAIMS,
};
