/* A dam break onto dry, rough hills, as in a typical flood run. No solution is known. The mass
 * error is judged, and the number of steps and their time can be compared. `spate run --case
 * rough_hills` uses 500 x 500 cells of 10 m and simulates a quarter of an hour. */
#include <math.h>

#include "cases/families.h"

#define HILLS_SIZE 5000.0
#define LAKE_LEVEL 60.0
#define LAKE_END 1000.0 /* m; where the dam was until t = 0 */

/* Hills and valleys, 3 m to 20 m high, on a slope of 1 in 100 away from the lake. */
static double hills_bed(double x, double y, const void *data)
{
    static const struct {
        double length, angle, phase, height;
    } waves[] = {{1700, 0.3, 0.4, 10}, {1100, 2.1, 1.9, 7},  {530, 1.2, 3.3, 4},
                 {370, 2.7, 5.1, 3},   {190, 0.8, 2.2, 1.5}, {130, 1.7, 4.0, 1.5}};
    double b = 30.0 - 0.01 * (x - LAKE_END);
    (void)data;
    for (unsigned k = 0; k < sizeof waves / sizeof *waves; ++k)
        b += waves[k].height *
             sin(2.0 * CASE_PI * (x * cos(waves[k].angle) + y * sin(waves[k].angle)) /
                     waves[k].length +
                 waves[k].phase);
    return b;
}

static double hills_level(double x, double y, const void *data)
{
    return x < LAKE_END ? LAKE_LEVEL : hills_bed(x, y, data) - 1.0;
}

const builtin_case case_rough_hills = {
    .name = "rough_hills",
    .title = "a reservoir breaks onto dry, rough hills",
    .fast = 1,
    .shore = 1,
    .width = HILLS_SIZE,
    .height = HILLS_SIZE,
    .t_end = 900.0,
    .sizes = {60, 77},
    .run_size = 500,
    .bed_model = SPATE_BED_CELLS,
    .integrator = SPATE_RK2,
    .friction = SPATE_FRICTION_MANNING,
    .friction_coefficient = 0.035,
    .bed = hills_bed,
    .level = hills_level,
    .judgement = CASE_MASS,
};
