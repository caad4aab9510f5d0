/* Thacker's oscillations in a parabolic bowl (J. Fluid Mech. 107, 1981) with a moving shore. The
 * bed is b = H (r^2/A^2 - 1). Planar: the surface stays a plane, and the water swings or
 * circles. Radial: the surface stays a paraboloid. The walls are outside the highest shore. */
#include <math.h>

#include "cases/families.h"

#define BOWL_DEPTH 10.0    /* H */
#define BOWL_RADIUS 1000.0 /* A */
#define SWING 400.0        /* m; largest distance of the planar water body from the centre */
#define PULSE 0.2          /* of the radial oscillation, Thacker's A */

static double bowl_bed(double x, double y, const void *data)
{
    (void)data;
    return BOWL_DEPTH * ((x * x + y * y) / (BOWL_RADIUS * BOWL_RADIUS) - 1.0);
}

static double trough_bed(double x, double y, const void *data)
{
    (void)y;
    return bowl_bed(x, 0.0, data);
}

static case_state wet_only(double level, double bed, double u, double v)
{
    return level > bed ? (case_state){level - bed, u, v} : (case_state){0.0, 0.0, 0.0};
}

/* Along x only: the water body of half-width A swings by SWING cos(w t), w^2 = 2 g H / A^2. */
static case_state planar_x_exact(double x, double y, double t, const void *data)
{
    const double w = sqrt(2.0 * CASE_GRAVITY * BOWL_DEPTH) / BOWL_RADIUS;
    const double at = SWING * cos(w * t);
    const double level = BOWL_DEPTH / (BOWL_RADIUS * BOWL_RADIUS) * at * (2.0 * x - at);
    (void)y;
    return wet_only(level, trough_bed(x, y, data), -SWING * w * sin(w * t), 0.0);
}

/* In the bowl: the water body of radius A circles at the distance SWING, at the same w. */
static case_state planar_exact(double x, double y, double t, const void *data)
{
    const double w = sqrt(2.0 * CASE_GRAVITY * BOWL_DEPTH) / BOWL_RADIUS;
    const double c = cos(w * t), s = sin(w * t);
    const double level =
        BOWL_DEPTH / (BOWL_RADIUS * BOWL_RADIUS) * SWING * (2.0 * (x * c + y * s) - SWING);
    return wet_only(level, bowl_bed(x, y, data), -SWING * w * s, SWING * w * c);
}

/* w^2 = 8 g H / A^2; with p = 1 - PULSE cos(w t), the level is
 * H [ sqrt(1 - PULSE^2)/p - 1 - r^2/A^2 ((1 - PULSE^2)/p^2 - 1) ]. */
static case_state radial_exact(double x, double y, double t, const void *data)
{
    const double w = sqrt(8.0 * CASE_GRAVITY * BOWL_DEPTH) / BOWL_RADIUS;
    const double p = 1.0 - PULSE * cos(w * t), q = sqrt(1.0 - PULSE * PULSE) / p;
    const double r2 = (x * x + y * y) / (BOWL_RADIUS * BOWL_RADIUS);
    const double level = BOWL_DEPTH * (q - 1.0 - r2 * (q * q - 1.0));
    const double stretch = 0.5 * w * PULSE * sin(w * t) / p;
    return wet_only(level, bowl_bed(x, y, data), stretch * x, stretch * y);
}

/* The periods are 448.6 s (planar) and 224.3 s (radial). The runs do not end at turning points.
 * The radial run ends while the water retreats from the shore. The error is of second order
 * inside and of first order in the cells at the shore; an order of 1.3 in L1 is expected. */
#define BOWL .integrator = SPATE_RK2, .judgement = CASE_ORDER, .min_order = 1.3

const builtin_case case_thacker_planar_x = {
    .name = "thacker_planar_x",
    .shore = 1,
    .title = "water swinging in a parabolic trough (Thacker)",
    BOWL,
    .x0 = -1600.0,
    .width = 3200.0,
    .height = 100.0,
    .t_end = 500.0,
    .sizes = {100, 200, 400, 800},
    .strip = 'x',
    .run_size = 400,
    .bed_model = SPATE_BED_CELLS,
    .bed = trough_bed,
    .exact = planar_x_exact,
};

const builtin_case case_thacker_planar = {
    .name = "thacker_planar",
    .shore = 1,
    .long_at_shores = 1,
    .title = "water circling in a parabolic bowl (Thacker)",
    BOWL,
    .x0 = -1600.0,
    .y0 = -1600.0,
    .width = 3200.0,
    .height = 3200.0,
    .t_end = 280.0,
    .sizes = {64, 128, 256},
    .run_size = 256,
    .bed_model = SPATE_BED_CELLS,
    .bed = bowl_bed,
    .exact = planar_exact,
};

const builtin_case case_thacker_radial = {
    .name = "thacker_radial",
    .shore = 1,
    .title = "water pulsing in a parabolic bowl (Thacker)",
    BOWL,
    .x0 = -1600.0,
    .y0 = -1600.0,
    .width = 3200.0,
    .height = 3200.0,
    .t_end = 168.0,
    .sizes = {64, 128, 256},
    .run_size = 256,
    .bed_model = SPATE_BED_BILINEAR,
    .bed = bowl_bed,
    .exact = radial_exact,
};
