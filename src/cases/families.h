/* All built-in cases in the order in which `spate verify` runs them. Each is a constant
 * case_NAME in the file of its family. */
#ifndef SPATE_CASES_FAMILIES_H
#define SPATE_CASES_FAMILIES_H

#include "cases/case.h"

/* clang-format off */
#define LAKE_CASES(X)                                                                             \
    X(lake_flat) X(lake_flat_2000m) X(lake_bump) X(lake_bump_2000m) X(lake_island)                \
    X(lake_island_2000m) X(lake_random) X(lake_random_2000m) X(lake_beach) X(lake_beach_2000m)    \
    X(lake_levee) X(lake_levee_2000m) X(lake_two_levels) X(lake_inactive) X(lake_inactive_2000m)

#define SMOOTH_CASES(X)                                                                           \
    X(standing_x) X(standing_y) X(standing_2d) X(simple_wave_x) X(simple_wave_y)                  \
    X(simple_wave_oblique) X(friction_decay) X(standing_periodic_x) X(standing_periodic_2d)       \
    X(centre_wave) X(drop_box) X(deep_basin)

#define ROTATING_CASES(X)                                                                         \
    X(wave_periodic) X(wave_rotating) X(kelvin_wave) X(geostrophic_adjustment) X(beta_jet)        \
    X(rossby_wave) X(vortex) X(vortex_drift) X(ripple) X(shear_layer)

#define TIDAL_CASES(X)                                                                            \
    X(tidal_channel) X(tidal_beach) X(tidal_flat) X(tidal_islands) X(drop_island)

#define STEADY_CASES(X)                                                                           \
    X(bump_subcritical) X(bump_subcritical_cells) X(bump_transcritical) X(bump_shock)             \
    X(macdonald_subcritical) X(macdonald_supercritical)

#define STEP_CASES(X)                                                                             \
    X(overfall_flume_x) X(overfall_flume_y) X(overfall_stream_x) X(overfall_stream_y)             \
    X(overfall_river_x) X(overfall_river_y) X(weir_step) X(staircase) X(noise_wave) X(noise_rain)

#define EDGE_CASES(X)                                                                             \
    X(outfall_dam_x) X(outfall_dam_y) X(outfall_stream_x) X(outfall_stream_y) X(inflow_fast)      \
    X(inflow_critical)

#define DAM_CASES(X)                                                                              \
    X(stoker_x) X(stoker_y) X(stoker_low) X(ritter_x) X(ritter_y) X(dam_friction) X(circular)     \
    X(circular_a) X(circular_a_dry) X(circular_b) X(circular_b_dry) X(circular_c) X(circular_d)   \
    X(circular_d_dry) X(circular_e) X(three_bumps) X(rough_hills) X(emptying_x) X(emptying_y)

#define SHORE_CASES(X)                                                                            \
    X(thacker_planar_x) X(thacker_planar) X(thacker_radial)

#define RAIN_CASES(X)                                                                             \
    X(rain_shallow) X(rain_shallow_2000m) X(rain_deep) X(rain_deep_2000m) X(rain_hillside)

#define FORCED_CASES(X)                                                                           \
    X(manufactured) X(manufactured_printed)

#define ALL_CASES(X)                                                                              \
    LAKE_CASES(X) SMOOTH_CASES(X) ROTATING_CASES(X) TIDAL_CASES(X) STEADY_CASES(X) EDGE_CASES(X)  \
    STEP_CASES(X) DAM_CASES(X) SHORE_CASES(X) RAIN_CASES(X) FORCED_CASES(X)
/* clang-format on */

#define DECLARE(name) extern const builtin_case case_##name;
ALL_CASES(DECLARE)
#undef DECLARE

#endif
