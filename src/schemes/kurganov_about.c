/* The description of scheme kurganov (docs/theory/kurganov.md). */
#include <stdio.h>

#include "backend/kurganov/kurganov.h"
#define SPATE_REAL_BITS 64
#include "physics/time_step.h"
#include "schemes/scheme.h"

static int stages(const spate_options *options)
{
    return options->integrator == SPATE_EULER ? 1 : 2;
}

/* The second stage of two also reads the three variables at the beginning of the step. */
static double words(const spate_options *options, const scheme_iterations *n)
{
    (void)n;
    return options->integrator == SPATE_EULER ? 7 : 17;
}

static double largest_cfl(const spate_options *options)
{
    return most_cfl(stages(options), options->theta);
}

/* Euler steps that are allowed because they are right in deep slow water. */
static int doubt_long_steps(const spate_options *options, char *text, size_t size)
{
    if (options->cfl <= fast_water_cfl(options->theta))
        return 0;
    snprintf(text, size,
             "thin fast water may run away with integrator euler beyond 1 / (2 + limiter), %.3g "
             "here; remove the key for the usual %.3g, or use integrator rk2",
             fast_water_cfl(options->theta), usual_cfl(1, options->theta));
    return 1;
}

/* Until version 0.1 cfl counted one direction and was at most 0.25. A case of that time still
 * runs, with shorter steps than it needs. */
static int doubt_cfl(const spate_options *options, char *text, size_t size)
{
    if (stages(options) == 1)
        return doubt_long_steps(options, text, size);
    if (options->cfl > 0.25)
        return 0;
    snprintf(text, size,
             "cfl now counts both directions together: %g makes steps shorter than they need to "
             "be; remove the key for the usual %.3g",
             options->cfl, usual_cfl(2, options->theta));
    return 1;
}

static const scheme_option options[] = {
    {SCHEME_OPTION(SCHEME_CHOICE, integrator, "integrator", integrator), .choices = "euler|rk2",
     .usual = SPATE_RK2, .fallback = "rk2",
     .help = "Time integration. euler is of first order, rk2 of second."},
    {SCHEME_OPTION(SCHEME_NUMBER, cfl, "cfl", cfl), SCHEME_RANGE(UNIT_NONE, 1e-6, 0.95),
     .otherwise = "0.9, with euler 0.9 / (2 + limiter)", .most = largest_cfl,
     .most_because = "with integrator euler the limit is 1 / (1 + limiter / 2)", .doubt = doubt_cfl,
     .help =
         "Courant number of both directions together. It is the part of a cell that waves "
         "cross in a step. With euler at most 1 / (1 + limiter / 2), and beyond 1 / (2 + limiter) "
         "thin fast water may run away."},
    {SCHEME_OPTION(SCHEME_NUMBER, limiter, "limiter", theta), SCHEME_RANGE(UNIT_NONE, 1, 2),
     SCHEME_DEFAULT(1.4, ""),
     .help = "Theta of the limiter. 1 is minmod and most diffusive, 2 is sharpest."},
    {SCHEME_OPTION(SCHEME_NUMBER, dry_depth, "dry-depth", dry_depth),
     SCHEME_RANGE(UNIT_LENGTH, 1e-7, 1), SCHEME_DEFAULT(1e-5, " m"),
     .help = "Water no deeper than this does not move."},
    {.key = NULL},
};

const scheme_description kurganov_about = {
    .name = "kurganov",
    .summary = "explicit, for floods and shocks",
    .page = "docs/theory/kurganov.md",
    .advice = "Look at the bed and the boundaries near it, or use a smaller cfl.",
    .implicit = 0,
    .halo_width = KP_HALO,
    .stages = stages,
    .words = words,
    .options = options,
    .can = {.has = SCHEME_F32 | SCHEME_F64 | SCHEME_FAST_INFLOW | SCHEME_SOURCES | SCHEME_FORCES |
                   SCHEME_ROTATION | SCHEME_DRY | SCHEME_ZONES,
            .face_kinds = SCHEME_ALL_FACES,
            .bed_models = 1u << SPATE_BED_CELLS | 1u << SPATE_BED_BILINEAR,
            .least_ring = 1,
            .rows_move = 1},
    .claims = {.fast_flow = 1,
               .order = SCHEME_ANY_ORDER,
               .swift = SCHEME_ANY_ORDER,
               .shore = SCHEME_ANY_ORDER,
               .shock = SCHEME_ANY_ORDER},
};
