/* Rain on closed basins: 5 mm/h for one hour. The rain must arrive whatever the depth of the
 * water below it. In f32 the rain of a step is far below the last bit of a depth of 10 m. At
 * most 0.1 % of the rain may be lost. */
#include <math.h>

#include "cases/families.h"

typedef struct basin {
    double datum, depth; /* m */
} basin;

#define RAIN (0.005 / 3600.0)

static double basin_bed(double x, double y, const void *data)
{
    const basin *b = data;
    (void)x, (void)y;
    return b->datum;
}

static double basin_level(double x, double y, const void *data)
{
    const basin *b = data;
    (void)x, (void)y;
    return b->datum + b->depth;
}

/* A hill in a shallow lake, dry except for the rain. */
static double hillside_bed(double x, double y, const void *data)
{
    const basin *b = data;
    const double rx = (x - 80.0) / 40.0, ry = (y - 70.0) / 40.0;
    return b->datum + 2.0 * exp(-rx * rx - ry * ry);
}

#define HOUR                                                                                       \
    .width = 160.0, .height = 160.0, .t_end = 3600.0, .sizes = {16}, .run_size = 16,               \
    .integrator = SPATE_RK2, .rain = RAIN, .level = basin_level, .judgement = CASE_VOLUME,         \
    .max_error = 1.0e-3

const builtin_case case_rain_shallow = {
    .name = "rain_shallow",
    .title = "an hour of rain on 0.1 m of water",
    HOUR,
    .bed_model = SPATE_BED_CELLS,
    .bed = basin_bed,
    .data = &(const basin){0.0, 0.1},
};

const builtin_case case_rain_shallow_2000m = {
    .name = "rain_shallow_2000m",
    .title = "an hour of rain on 0.1 m of water at 2000 m",
    HOUR,
    .bed_model = SPATE_BED_CELLS,
    .bed = basin_bed,
    .data = &(const basin){2000.0, 0.1},
};

const builtin_case case_rain_deep = {
    .name = "rain_deep",
    .title = "an hour of rain on 10 m of water",
    HOUR,
    .bed_model = SPATE_BED_BILINEAR,
    .bed = basin_bed,
    .data = &(const basin){0.0, 10.0},
};

const builtin_case case_rain_deep_2000m = {
    .name = "rain_deep_2000m",
    .title = "an hour of rain on 10 m of water at 2000 m",
    HOUR,
    .bed_model = SPATE_BED_BILINEAR,
    .bed = basin_bed,
    .data = &(const basin){2000.0, 10.0},
};

const builtin_case case_rain_hillside = {
    .name = "rain_hillside",
    .title = "an hour of rain on a dry hill in a lake at 2000 m",
    HOUR,
    .friction = SPATE_FRICTION_MANNING,
    .friction_coefficient = 0.03,
    .bed_model = SPATE_BED_CELLS,
    .bed = hillside_bed,
    .data = &(const basin){2000.0, 0.1},
};
