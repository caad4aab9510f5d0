/* The cases of Skevik (2014): circular dam breaks on a flat bed, once with three bumps. Case F is
 * the dam break of Malpasset, from a case file. */
#include <math.h>

#include "bench/devices.h"

const devices_case devices_cases[DEVICES_CASES] = {
    {'A', "3.6.1", 2000, 200, 1000, 1000, 1, 30, 0, 0, 512, 4096},
    {'B', "3.6.2", 200, 20, 100, 100, 1, 30, 0, 0, 512, 2048},
    {'C', "4.5.1", 1200, 80, 600, 600, 10, 5, 0, 0, 512, 4096},
    {'D', "4.5.2", 3000, 300, 1500, 1500, 1, 1200, 0, 0, 256, 2048},
    {'E', "4.5.3", 1000, 66, 500, 125, 10, 180, 1, 1, 256, 1000},
    {'F', "4.5.3", 0, 0, 0, 0, 0, 4000, 1, 0, 0, 0},
};

typedef struct basin {
    const devices_case *of;
    double around;
} basin;

/* The thesis prints a saddle of 50 km; this is the bump of radius 100 m that it must mean. */
static double bed(double x, double y, void *user)
{
    static const double centre[3][2] = {{250, 250}, {750, 250}, {250, 750}};
    const basin *b = user;
    double height = 0;
    for (int k = 0; k < 3 && b->of->bumps; ++k) {
        const double r = hypot(x - centre[k][0], y - centre[k][1]) / 100;
        height = fmax(height, 5 * (1 - r * r));
    }
    return height;
}

static double level(double x, double y, void *user)
{
    const basin *b = user;
    return hypot(x - b->of->x, y - b->of->y) <= b->of->radius ? b->of->inside : b->around;
}

spate_status devices_fill(spate_sim *sim, const devices_case *c, double around)
{
    basin b = {c, around};
    const spate_status status = spate_set_bed(sim, bed, &b);
    return status == SPATE_OK ? spate_set_level(sim, level, &b) : status;
}
