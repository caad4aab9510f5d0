/* A seiche in a deep closed basin in which no ground falls dry: eta = a cos(k x) cos(l y) cos(w t). It
 * is for long steps of implicit schemes, which Buwalda (2020) recommends to try on such a case:
 *     spate verify deep_basin --scheme semi-implicit --courants 1,10,20,50,100
 * The amplitude is a millionth of the depth, so that linear theory holds (standing_wave.c has the
 * reason). */
#include <math.h>

#include "cases/families.h"

#define SIDE 1.0e5
#define DEPTH 1000.0
#define AMPLITUDE 1.0e-3

static case_state basin_exact(double x, double y, double t, const void *data)
{
    const double k = CASE_PI / SIDE, l = 2.0 * CASE_PI / SIDE;
    const double w = sqrt(CASE_GRAVITY * DEPTH * (k * k + l * l));
    const double speed = AMPLITUDE * CASE_GRAVITY / w * sin(w * t);
    (void)data;
    return (case_state){
        .h = DEPTH + AMPLITUDE * cos(k * x) * cos(l * y) * cos(w * t),
        .u = k * speed * sin(k * x) * cos(l * y),
        .v = l * speed * cos(k * x) * sin(l * y),
    };
}

/* 1.2 periods of 903 s. */
const builtin_case case_deep_basin = {
    .name = "deep_basin",
    .title = "seiche in a deep basin without dry ground",
    .width = SIDE,
    .height = SIDE,
    .t_end = 1083.6,
    .sizes = {32, 64, 128},
    .run_size = 128,
    .integrator = SPATE_RK2,
    .bed_model = SPATE_BED_CELLS,
    .exact = basin_exact,
    .judgement = CASE_ORDER,
    .min_order = 1.8,
};
