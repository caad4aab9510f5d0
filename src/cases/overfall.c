/* Steady flow along a horizontal channel to a vertical drop at one cell face, along x and along
 * y. Upstream of the brink the flow is subcritical; at the brink it is critical. With Manning's
 * friction on a horizontal bed
 *
 *     (1 - q^2 / (g h^3)) h' = -n^2 q^2 h^(-10/3)
 *
 * is integrated in closed form: F(h) = 3/13 h^(13/3) - 3/4 q^2/g h^(4/3) decreases by n^2 q^2
 * per metre.
 *
 * A scheme reaches critical depth within a cell or two of the brink. That shifts the backwater
 * curve by about a cell, so that its error is of first order. A scheme whose reconstruction has
 * a bump at the brink holds the flow back by an amount that does not decrease with the cell
 * size. */
#include <math.h>

#include "cases/exact.h"
#include "cases/families.h"

typedef struct overfall {
    double q;    /* m2/s */
    double n;    /* Manning */
    double drop; /* m */
    int along_y;
} overfall;

static double fallen(const overfall *o, double h)
{
    return 3.0 / 13.0 * pow(h, 13.0 / 3.0) - 0.75 * o->q * o->q / CASE_GRAVITY * pow(h, 4.0 / 3.0);
}

/* Depth at the distance d > 0 upstream of the brink. */
static double backwater_depth(const overfall *o, double d)
{
    const double critical = exact_critical_depth(o->q);
    const double goal = fallen(o, critical) + o->n * o->n * o->q * o->q * d;
    double low = critical, high = 2.0 * critical;
    while (fallen(o, high) < goal)
        high *= 2.0;
    for (int k = 0; k < EXACT_BISECTIONS; ++k) {
        const double middle = 0.5 * (low + high);
        if (fallen(o, middle) < goal)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

/* The brink is at 0. */
static double overfall_bed(double x, double y, const void *data)
{
    const overfall *o = data;
    return (o->along_y ? y : x) < 0.0 ? 0.0 : -o->drop;
}

/* Below the drop: Bernoulli's equation, only as the initial state. Errors are not measured
 * there. */
static case_state overfall_exact(double x, double y, double t, const void *data)
{
    const overfall *o = data;
    const double at = o->along_y ? y : x;
    const double head = 1.5 * exact_critical_depth(o->q);
    const double h =
        at < 0.0 ? backwater_depth(o, -at) : exact_bernoulli_depth(o->q, head, -o->drop, 0);
    const double u = o->q / h;
    (void)t;
    return (case_state){h, o->along_y ? 0.0 : u, o->along_y ? u : 0.0};
}

/* Each overfall along x and along y. Waves settle in about 40 depths over the wave speed; the
 * runs last several times as long. */
#define OVERFALL(unit_flow, manning, height, axis, inlet)                                          \
    .fast = 1, .integrator = SPATE_RK2, .bed_model = SPATE_BED_CELLS,                              \
    .friction = SPATE_FRICTION_MANNING, .friction_coefficient = (manning), .bed = overfall_bed,    \
    .exact = overfall_exact, .judgement = CASE_ORDER, .min_order = 0.8,                            \
    .sizes = {60, 120, 240, 480}, .run_size = 240, .window_to = 0.0, .gate_count = 1,              \
    .gates =                                                                                       \
        &(const case_gate){.edge = (inlet), .kind = SPATE_BOUNDARY_DISCHARGE, .q = (unit_flow)},   \
    .data = &(const overfall)                                                                      \
    {                                                                                              \
        (unit_flow), (manning), (height), (axis)                                                   \
    }
#define ALONG_X(length, q, n, drop)                                                                \
    OVERFALL(q, n, drop, 0, SPATE_WEST), .x0 = -(length), .width = 1.5 * (length), .height = 1.0,  \
                                         .strip = 'x', .window_from = -(length),                   \
                                         .edges = {SPATE_WALL, SPATE_OPEN, SPATE_WALL, SPATE_WALL}
#define ALONG_Y(length, q, n, drop)                                                                \
    OVERFALL(q, n, drop, 1, SPATE_SOUTH),                                                          \
        .y0 = -(length), .height = 1.5 * (length), .width = 1.0, .strip = 'y',                     \
        .window_from = -(length), .edges = {SPATE_WALL, SPATE_WALL, SPATE_WALL, SPATE_OPEN}

const builtin_case case_overfall_flume_x = {
    .name = "overfall_flume_x",
    .title = "free overfall of a flume, 0.1 m2/s over a drop of 0.5 m, along x",
    .t_end = 60.0,
    ALONG_X(4.0, 0.1, 0.01, 0.5),
};

const builtin_case case_overfall_flume_y = {
    .name = "overfall_flume_y",
    .title = "free overfall of a flume, 0.1 m2/s over a drop of 0.5 m, along y",
    .t_end = 60.0,
    ALONG_Y(4.0, 0.1, 0.01, 0.5),
};

const builtin_case case_overfall_stream_x = {
    .name = "overfall_stream_x",
    .title = "free overfall of a stream, 1 m2/s over a drop of 3 m, along x",
    .t_end = 400.0,
    ALONG_X(80.0, 1.0, 0.03, 3.0),
};

const builtin_case case_overfall_stream_y = {
    .name = "overfall_stream_y",
    .title = "free overfall of a stream, 1 m2/s over a drop of 3 m, along y",
    .t_end = 400.0,
    ALONG_Y(80.0, 1.0, 0.03, 3.0),
};

const builtin_case case_overfall_river_x = {
    .name = "overfall_river_x",
    .title = "free overfall of a river, 5 m2/s over a drop of 2 m, along x",
    .t_end = 400.0,
    ALONG_X(80.0, 5.0, 0.03, 2.0),
};

const builtin_case case_overfall_river_y = {
    .name = "overfall_river_y",
    .title = "free overfall of a river, 5 m2/s over a drop of 2 m, along y",
    .t_end = 400.0,
    ALONG_Y(80.0, 5.0, 0.03, 2.0),
};
