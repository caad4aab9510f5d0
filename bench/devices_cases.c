/* The cases of Skevik (2014): circular dam breaks on a flat bed, once with three bumps. Case F is
 * the dam break of Malpasset, from a case file. One case is of our own. */
#include <math.h>

#include "bench/devices.h"

const devices_case devices_cases[DEVICES_CASES] = {
    {'A', "3.6.1", 2000, 200, 1000, 1000, 1, 30, 0, 0, 512, 4096, 0},
    {'B', "3.6.2", 200, 20, 100, 100, 1, 30, 0, 0, 512, 2048, 0},
    {'C', "4.5.1", 1200, 80, 600, 600, 10, 5, 0, 0, 512, 4096, 0},
    {'D', "4.5.2", 3000, 300, 1500, 1500, 1, 1200, 0, 0, 256, 2048, 0},
    {'E', "4.5.3", 1000, 66, 500, 125, 10, 180, 1, 1, 256, 1000, 0},
    {'F', "4.5.3", 0, 0, 0, 0, 0, 4000, 1, 0, 0, 0, 0},
};

/* A third of the area is wet and in motion from the first step on, in the south: the flood moves from
 * the rows of one device to those of the other. */
const devices_case devices_own_case = {'H', "", 200, 60, 100, 70, 1, 30, 0, 0, 256, 4096, 0.02};

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
    const double whole = 6.283185307179586;
    const basin *b = user;
    const double wave = b->of->waves > 0 ? b->of->waves * sin(10 * whole * x / b->of->side) *
                                               sin(10 * whole * y / b->of->side)
                                         : 0;
    return hypot(x - b->of->x, y - b->of->y) <= b->of->radius ? b->of->inside + wave : b->around;
}

spate_status devices_fill(spate_sim *sim, const devices_case *c, double around)
{
    basin b = {c, around};
    const spate_status status = spate_set_bed(sim, bed, &b);
    return status == SPATE_OK ? spate_set_level(sim, level, &b) : status;
}
