/* Hills, hollows and a hump of water. */
#include "bench/adi_basin.h"

#include <math.h>
#include <stdlib.h>

typedef struct basin {
    double side;
    double
        *hills; /* of each column, or row: cosines of each cell would take longer than most runs */
} basin;

static int basin_make(basin *s, int64_t n)
{
    *s = (basin){ADI_BASIN_CELL * (double)n, malloc((size_t)n * sizeof *s->hills)};
    for (int64_t k = 0; s->hills && k < n; ++k)
        s->hills[k] = cos(8 * 3.14159265358979 * ((double)k + 0.5) / (double)n);
    return s->hills != NULL;
}

/* 13 to 17 m deep, four hills and hollows along each side. */
static double bed(double x, double y, void *user)
{
    const basin *s = user;
    return -15 +
           2 * s->hills[(int64_t)(x / ADI_BASIN_CELL)] * s->hills[(int64_t)(y / ADI_BASIN_CELL)];
}

/* A hump of 1 m in the middle; no cell is at rest. */
static double level(double x, double y, void *user)
{
    const double side = ((const basin *)user)->side, far = 1 / (0.1 * side);
    const double rx = (x - 0.5 * side) * far, ry = (y - 0.5 * side) * far;
    const double fall = 1 + rx * rx + ry * ry;
    return 1 / (fall * fall);
}

spate_status adi_basin_fill(spate_sim *sim, int64_t n)
{
    basin ground;
    spate_status status = basin_make(&ground, n) ? SPATE_OK : SPATE_ERROR_MEMORY;
    if (status == SPATE_OK)
        status = spate_set_bed(sim, bed, &ground);
    if (status == SPATE_OK)
        status = spate_set_level(sim, level, &ground);
    free(ground.hills);
    return status;
}
