/* The description of scheme adi (docs/theory/adi.md). */
#include "schemes/scheme.h"

/* One sweep along x and one along y. */
static int stages(const spate_options *options)
{
    (void)options;
    return 2;
}

static const scheme_option options[] = {
    {SCHEME_OPTION(SCHEME_NUMBER, courant, "courant", courant), SCHEME_RANGE(UNIT_NONE, 1e-3, 100),
     SCHEME_DEFAULT(5, ""),
     .help = "Courant number of waves. It is the number of cells that a wave of the deepest water "
             "crosses in a step. Errors of waves grow with its square."},
    {SCHEME_OPTION(SCHEME_INTEGER, time_order, "time-order", extrapolate),
     SCHEME_RANGE(UNIT_NONE, 1, 2), SCHEME_DEFAULT(2, ""),
     .help = "Order of accuracy in time. 2 uses coefficients of the middle of the step, 1 those of "
             "its beginning, as the scheme was published."},
    {SCHEME_OPTION(SCHEME_WORD, lines, "lines", lines),
     .choices = "auto|cut|fused|s1|s14|s2-pcr|s2-cr-pcr|penta", .fallback = "auto",
     .help = "How the grid lines are solved. cut: in chunks, over parts and ranks; a CPU has only "
             "this. A GPU also has fused, which builds and solves the matrix rows in one kernel "
             "with the bits of cut, and the published methods, which round otherwise: s1 (one "
             "thread for each line), s14 (the same with levels among the unknowns), s2-pcr and "
             "s2-cr-pcr (one block for each line). auto: fused where lines fit. penta, only with "
             "backend reference: s14 in plain loops."},
    {SCHEME_OPTION(SCHEME_NUMBER, viscosity, "viscosity", viscosity),
     SCHEME_RANGE(UNIT_NONE, 0, 1e6), SCHEME_DEFAULT(0, ""), .must_be_obeyed = 1,
     .help = "Eddy viscosity in m2/s."},
    {SCHEME_OPTION(SCHEME_NUMBER, flood_depth, "flood-depth", flood_depth),
     SCHEME_RANGE(UNIT_LENGTH, 1e-6, 10),
     .otherwise = "0.01 m with adi, twice dry_depth with staggered",
     .help = "Depth of water at which ground begins to flood. With adi it falls dry at half this "
             "depth, with staggered at dry_depth."},
    {.key = NULL},
};

const scheme_description adi_about = {
    .name = "adi",
    .summary = "implicit, in long time steps, for coasts, estuaries and lakes",
    .page = "docs/theory/adi.md",
    .advice =
        "Use a smaller courant, or scheme kurganov, which is made for fast flow and steep ground.",
    .implicit = 1,
    .halo_width = 2,
    .stages = stages,
    .options = options,
    /* In a ring of two faces both neighbours of a face would be the same face. Crests need a
     * weir law, which is not linear in the flux. */
    .can = {.has = SCHEME_F32 | SCHEME_F64 | SCHEME_MIXED | SCHEME_AIR | SCHEME_SOURCES |
                   SCHEME_FORCES | SCHEME_ROTATION | SCHEME_DRY,
            .face_kinds = 1u << FACE_OPEN | 1u << FACE_LEVEL | 1u << FACE_WAVE |
                          1u << FACE_DISCHARGE | 1u << FACE_OUTFALL | 1u << FACE_NORMAL_DEPTH |
                          1u << FACE_PROBE,
            .bed_models = 1u << SPATE_BED_CELLS,
            .least_ring = 3,
            .forced_on = "reference",
            .front_keeps_face = 1},
    /* In fast flow it keeps its mass and stays bounded, but no accuracy is claimed. Transport is
     * upwind in swift flow. Without shock capturing a bore becomes a train of waves as short as
     * the grid, which finer grids do not lower. */
    .claims = {.order = SCHEME_ANY_ORDER,
               .swift = SCHEME_FIRST_ORDER,
               .shore = SCHEME_FIRST_ORDER,
               .shock = 0,
               .shore_jumps = 1},
};
