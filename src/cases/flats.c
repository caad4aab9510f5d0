/* The cases of Buwalda (2020), whose figures are completed here where the thesis gives none: a drop
 * in a closed box (case 0), a drop beside an island (1), a tidal flat (2), and a tidal flat with
 * islands (2b). */
#include <math.h>

#include "cases/families.h"

static double gauss(double x, double y, double radius)
{
    return exp(-(x * x + y * y) / (radius * radius));
}

/* ---- case 0: water 1 m deep between walls; the drop is 0.5 m high and 3 m wide ---- */

static double drop_level(double x, double y, const void *data)
{
    (void)data;
    return 1.0 + 0.5 * gauss(x, y, 3.0);
}

/* The waves have been reflected once. */
const builtin_case case_drop_box = {
    .name = "drop_box",
    .title = "a drop falls into a closed box: mirror images",
    .x0 = -16.0,
    .y0 = -16.0,
    .width = 32.0,
    .height = 32.0,
    .t_end = 10.0,
    .sizes = {32, 45},
    .run_size = 96,
    .integrator = SPATE_RK2,
    .bed_model = SPATE_BED_CELLS,
    .level = drop_level,
    .judgement = CASE_MIRRORS,
};

/* ---- case 1: an island that stands 3 cm out of the water; 330 steps of 0.1 s ---- */

static double island_bed(double x, double y, const void *data)
{
    (void)data;
    return 1.03 * gauss(x - 130.0, y - 110.0, 20.0);
}

static double island_level(double x, double y, const void *data)
{
    (void)data;
    return 1.0 + 0.3 * gauss(x - 60.0, y - 90.0, 12.0);
}

const builtin_case case_drop_island = {
    .name = "drop_island",
    .title = "a drop falls beside an island, which its waves flood",
    .width = 200.0,
    .height = 200.0,
    .t_end = 33.0,
    .sizes = {50, 100},
    .run_size = 200,
    .shore = 1,
    .integrator = SPATE_RK2,
    .bed_model = SPATE_BED_CELLS,
    .bed = island_bed,
    .level = island_level,
    .judgement = CASE_MASS,
};

/* ---- case 2: the bed rises to 4.5 m within 250 m and is level from there on; a tide of 3 +- 2 m in
 * the west ---- */

#define FLAT_SIDE 600.0
#define FLAT_RISE 4.5
#define FLAT_SLOPE_END 250.0
#define FLAT_PERIOD 43200.0

static double flat_tide(double t)
{
    return 3.0 + 2.0 * sin(2.0 * CASE_PI / FLAT_PERIOD * t);
}

static double flat_bed(double x, double y, const void *data)
{
    (void)y, (void)data;
    return FLAT_RISE * fmin(x / FLAT_SLOPE_END, 1.0);
}

static double flat_level(double x, double y, const void *data)
{
    (void)x, (void)y, (void)data;
    return flat_tide(0.0);
}

/* The water stands as high as the tide. */
static case_state flat_exact(double x, double y, double t, const void *data)
{
    return (case_state){fmax(flat_tide(t) - flat_bed(x, y, data), 0.0), 0.0, 0.0};
}

/* The tide is slow: a wave crosses the 167 m of water, on average 1.5 m deep, in 44 s, and in this
 * time the tide at the end rises by 0.0127 m. The water is 0.417 m deep on average over all cells,
 * and 28 % of them are wet: the level may lag behind by 0.85 % of the depth. The flat has drained
 * to a film for 7 hours. */
#define FLAT_LAG 0.0085

const builtin_case case_tidal_flat = {
    .name = "tidal_flat",
    .title = "two tides flood a flat and leave it dry",
    .fast = 1, /* thin films */
    .width = FLAT_SIDE,
    .height = FLAT_SIDE,
    .t_end = 2 * FLAT_PERIOD,
    .sizes = {30, 60},
    .strip = 'x',
    .run_size = 60,
    .integrator = SPATE_RK2,
    .bed_model = SPATE_BED_CELLS,
    .sea = &(const case_sea){SPATE_WEST, flat_tide},
    .bed = flat_bed,
    .level = flat_level,
    .exact = flat_exact,
    .judgement = CASE_BOUND,
    .max_error = FLAT_LAG,
};

/* ---- case 2b: the same with two islands, after 102.6 s ---- */

static double islands_bed(double x, double y, const void *data)
{
    return flat_bed(x, y, data) + 4.0 * gauss(x - 90.0, y - 200.0, 40.0) +
           4.0 * gauss(x - 90.0, y - 400.0, 40.0);
}

static double fast_tide(double t)
{
    return flat_tide(t) + 0.5 * fmin(t / 50.0, 1.0); /* so that there is a flow to bend */
}

const builtin_case case_tidal_islands = {
    .name = "tidal_islands",
    .title = "the tide bends around two islands",
    .width = FLAT_SIDE,
    .height = FLAT_SIDE,
    .t_end = 102.6,
    .sizes = {50, 75},
    .run_size = 100,
    .shore = 1,
    .integrator = SPATE_RK2,
    .bed_model = SPATE_BED_CELLS,
    .sea = &(const case_sea){SPATE_WEST, fast_tide},
    .bed = islands_bed,
    .level = flat_level,
    .judgement = CASE_MASS,
};
