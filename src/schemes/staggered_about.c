/* The description of scheme staggered (docs/theory/staggered.md). */
#include "backend/staggered/staggered.h"
#include "schemes/staggered_own.h"

/* 1 is the limit (physics/staggered_momentum.h). Velocities change within a step. */
#define STAGGERED_CFL 0.9

double staggered_cfl(const spate_options *options)
{
    return options->cfl > 0 ? options->cfl : STAGGERED_CFL;
}

double staggered_flood_depth(const spate_options *options)
{
    return options->flood_depth > 0 ? options->flood_depth : 2 * options->dry_depth;
}

spate_status staggered_check(const scheme_setup *s)
{
    const double dry = s->options->dry_depth, flood = staggered_flood_depth(s->options);
    if (flood >= dry)
        return SPATE_OK;
    return fail_argument(s->ctx,
                         "flood_depth is %g m and dry_depth %g m: ground must not fall dry with "
                         "more water than it floods with; use a flood_depth of at least dry_depth",
                         flood, dry);
}

static const scheme_option options[] = {
    {SCHEME_OPTION(SCHEME_CHOICE, advection, "advection", advection),
     .choices = "none|energy|momentum|automatic|central|limited", .usual = SPATE_ADVECT_MOMENTUM,
     .fallback = "momentum",
     .help = "Advection of velocity. momentum keeps momentum and gives bores their speed. energy "
             "keeps the energy head in contractions. automatic is energy where the flow "
             "accelerates and momentum where it slows down. limited is momentum of second order. "
             "central is the published scheme, for slow flow. none is for small waves."},
    {SCHEME_OPTION(SCHEME_CHOICE, ordering, "ordering", ordering), .choices = "hansen|sielecki",
     .usual = SPATE_HANSEN, .fallback = "hansen",
     .help = "Order of a step. hansen computes both velocities from the old ones. sielecki "
             "computes v from the new u, which is better where the rotation of the earth matters."},
    {SCHEME_OPTION(SCHEME_CHOICE, slip, "slip", slip), .choices = "free|none",
     .usual = SPATE_FREE_SLIP, .fallback = "free",
     .help = "Flow along walls and shores, with viscosity. free: without friction. none: water "
             "stands still at the wall."},
    {SCHEME_OPTION(SCHEME_NUMBER, cfl, "cfl", cfl), SCHEME_RANGE(UNIT_NONE, 1e-6, 0.95),
     .otherwise = "0.9", .help = "Courant number of waves and flow."},
    {SCHEME_OPTION(SCHEME_NUMBER, viscosity, "viscosity", viscosity),
     SCHEME_RANGE(UNIT_NONE, 0, 1e6), SCHEME_DEFAULT(0, ""), .must_be_obeyed = 1,
     .help = "Eddy viscosity in m2/s."},
    {SCHEME_OPTION(SCHEME_NUMBER, dry_depth, "dry-depth", dry_depth),
     SCHEME_RANGE(UNIT_LENGTH, 1e-7, 1), SCHEME_DEFAULT(1e-5, " m"),
     .help = "Water no deeper than this does not move."},
    {SCHEME_OPTION(SCHEME_NUMBER, flood_depth, "flood-depth", flood_depth),
     SCHEME_RANGE(UNIT_LENGTH, 1e-6, 10), .otherwise = "twice dry_depth",
     .help = "Depth of water at which ground begins to flood."},
    {.key = NULL},
};

const scheme_description staggered_about = {
    .name = "staggered",
    .summary = "explicit, with velocities at faces, for waves, tides and floods",
    .page = "docs/theory/staggered.md",
    .advice = "Use a smaller cfl, or scheme kurganov, which is made for fast flow and steep "
              "ground.",
    .implicit = 0,
    .halo_width = STAG_HALO,
    .options = options,
    .can = {.has = SCHEME_F32 | SCHEME_F64 | SCHEME_SOURCES | SCHEME_FORCES | SCHEME_ROTATION |
                   SCHEME_DRY | SCHEME_ZONES,
            .face_kinds = SCHEME_ALL_FACES,
            .bed_models = 1u << SPATE_BED_CELLS,
            .least_ring = STAG_HALO,
            .front_keeps_face = 1,
            .rings = 2, /* the fluxes of listed faces, then the pass */
            .rows_move = 1},
    .claims = {.fast_flow = 1,
               .fast = SCHEME_KINK_ORDER,
               .order = SCHEME_FIRST_ORDER,
               .swift = SCHEME_FIRST_ORDER,
               .shore = SCHEME_KINK_ORDER,
               .shock = SCHEME_KINK_ORDER,
               .shore_jumps = 1,
               .bore_jumps = 1},
};
