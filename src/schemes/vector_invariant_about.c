/* The descriptions of the vector-invariant schemes (docs/theory/vector_invariant.md). */
#include <stdio.h>
#include <string.h>

#include "parallel/comm.h"
#define SPATE_REAL_BITS 64
#include "physics/vector_invariant_steps.h"
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

/* Lines and gradients of the mass matrix run on the host. */
static spate_status check_mass(const scheme_setup *s)
{
    const spate_options *o = s->options;
    for (int n = 0; n < s->part_count && o->mass_matrix != SPATE_MASS_LUMPED; ++n)
        if (s->devices[n].backend->mirrored)
            return fail_argument(s->ctx,
                                 "mass_matrix is \"%s\": scheme \"%s\" has lumped mass alone on "
                                 "backend %s; use mass_matrix lumped, or backend cpu",
                                 o->mass_matrix == SPATE_MASS_CG ? "cg" : "consistent", o->scheme,
                                 s->devices[n].backend->name);
    return SPATE_OK;
}

spate_status vi_check(const scheme_setup *s)
{
    const spate_options *o = s->options;
    SPATE_TRY(comm_agree(s->ctx, check_mass(s)));
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

#define FORM                                                                                       \
    {                                                                                              \
        SCHEME_OPTION(SCHEME_CHOICE, form, "form", form),                                          \
            .choices = "enstrophy|energy|paper", .usual = SPATE_FORM_ENERGY, .fallback = "energy", \
            .help =                                                                                \
                "What the averages of the rotation term keep, with lumped mass. enstrophy keeps "  \
                "energy and potential enstrophy. energy keeps energy. paper keeps potential "      \
                "enstrophy and is the cheapest."                                                   \
    }
#define MASS_MATRIX                                                                                \
    {                                                                                              \
        SCHEME_OPTION(SCHEME_CHOICE, mass_matrix, "mass-matrix", mass_matrix),                     \
            .choices = "lumped|consistent|cg", .usual = SPATE_MASS_LUMPED, .fallback = "lumped",   \
            .help = "Mass matrix of velocities. lumped is the identity: nothing is solved. "       \
                    "consistent is (1, 4, 1) / 6 along the velocity, as published, solved "        \
                    "directly by grid lines; its steps are 0.58 times as long. cg is the same "    \
                    "matrix, solved by conjugate gradients to tolerance."                          \
    }
#define TOLERANCE                                                                                  \
    {                                                                                              \
        SCHEME_OPTION(SCHEME_NUMBER, tolerance, "tolerance", tolerance),                           \
            SCHEME_RANGE(UNIT_NONE, 1e-16, 0.1), SCHEME_DEFAULT(1e-6, ""),                         \
            .help = "Of mass_matrix cg: residual relative to the right-hand side."                 \
    }
#define CFL                                                                                        \
    {                                                                                              \
        SCHEME_OPTION(SCHEME_NUMBER, cfl, "cfl", cfl), SCHEME_RANGE(UNIT_NONE, 1e-6, 0.95),        \
            .otherwise = "0.9 of the limit",                                                       \
            .help = "Courant number, c dt sqrt((1/dx^2 + 1/dy^2) / 2) for still water."            \
    }
#define DRY_DEPTH                                                                                  \
    {                                                                                              \
        SCHEME_OPTION(SCHEME_NUMBER, dry_depth, "dry-depth", dry_depth),                           \
            SCHEME_RANGE(UNIT_LENGTH, 1e-7, 1), SCHEME_DEFAULT(1e-5, " m"),                        \
            .help = "Water must stay deeper than this."                                            \
    }

static const scheme_option leapfrog_options[] = {
    FORM,
    MASS_MATRIX,
    TOLERANCE,
    {SCHEME_OPTION(SCHEME_NUMBER, filter, "filter", filter), SCHEME_RANGE(UNIT_NONE, 0, 1),
     SCHEME_DEFAULT(0, ""), .must_be_obeyed = 1,
     .help = "Strength of the filter of Robert, Asselin and Williams against the split of odd and "
             "even steps. 0 is none."},
    {SCHEME_OPTION(SCHEME_NUMBER, filter_share, "filter-share", filter_share),
     SCHEME_RANGE(UNIT_NONE, 0.5, 1), SCHEME_DEFAULT(0.53, ""),
     .help = "Part of the filter that the middle time level gets. 1 is the filter of Robert and "
             "Asselin, 0.5 keeps the mean of three levels."},
    CFL,
    DRY_DEPTH,
    {.key = NULL},
};

static const scheme_option rk3_options[] = {FORM, MASS_MATRIX, TOLERANCE,
                                            CFL,  DRY_DEPTH,   {.key = NULL}};

#define CAN                                                                                        \
    {                                                                                              \
        .has = SCHEME_F32 | SCHEME_F64 | SCHEME_ROTATION, .bed_models = 1u << SPATE_BED_CELLS,     \
        .least_ring = 3, .front_keeps_face = 1                                                     \
    }
/* At shocks they do not converge: nothing damps the waves behind one, and its speed is that of a jump
 * that keeps energy. */
#define CLAIMS                                                                                     \
    {                                                                                              \
        .order = SCHEME_ANY_ORDER, .swift = SCHEME_ANY_ORDER, .shock = 0                           \
    }

const scheme_description vi_leapfrog_about = {
    .name = "vi-leapfrog",
    .summary = "explicit, in vector-invariant form, for rotating water that stays wet",
    .page = "docs/theory/vector_invariant.md",
    .advice = "Use a smaller cfl or a filter, or scheme vi-rk3, which damps short waves.",
    .halo_width = VI_HALO,
    .bounds = bounds,
    .options = leapfrog_options,
    .can = CAN,
    .claims = CLAIMS,
};

const scheme_description vi_rk3_about = {
    .name = "vi-rk3",
    .summary = "as vi-leapfrog, with Runge-Kutta steps of third order",
    .page = "docs/theory/vector_invariant.md",
    .advice = "Use a smaller cfl.",
    .halo_width = VI_HALO,
    .bounds = bounds,
    .stages = three_stages,
    .options = rk3_options,
    .can = CAN,
    .claims = CLAIMS,
};
