/* Flow through the edges of the grid: free overfalls and supercritical inflows.
 *
 * Overfall. A reservoir whose end is removed is Ritter's dam break. The grid holds the half x <
 * 0, and the flow is critical at the edge. A stream on a level bed with Manning friction draws
 * down to critical depth. Gradually varied flow, dh/dx = -S_f / (1 - (h_c/h)^3) with S_f = n^2
 * q^2 h^(-10/3), is integrated in closed form:
 *
 *     n^2 q^2 (distance) = 3/13 (h^(13/3) - h_c^(13/3)) - 3/4 h_c^3 (h^(4/3) - h_c^(4/3)).
 *
 * The slope is infinite at the brink, so that the error is of first order there.
 *
 * Inflow. Discharge and Froude number are given, and the flow over a bump keeps its head
 * (steady_bump.c). Nothing travels upstream. inflow_critical enters subcritically over a level
 * bed without friction and becomes critical on a bump, which determines the depth at the inflow. */
#include <math.h>

#include "cases/exact.h"
#include "cases/families.h"

/* ---- a reservoir that empties over an edge ---- */

#define FULL_DEPTH 2.0
#define REACH 200.0

static case_state pouring_x(double x, double y, double t, const void *data)
{
    (void)y, (void)data;
    if (t <= 0.0)
        return (case_state){FULL_DEPTH, 0.0, 0.0};
    const exact_flow f = exact_dam_break(FULL_DEPTH, 0.0, x / t);
    return (case_state){f.h, f.u, 0.0};
}

static case_state pouring_y(double x, double y, double t, const void *data)
{
    const case_state s = pouring_x(-y, x, t, data); /* leaves through the south edge */
    return (case_state){s.h, 0.0, -s.u};
}

/* The wave travels at 4.43 m/s. After 40 s there are 23 m of still water left. */
#define POURING                                                                                    \
    .sizes = {100, 200, 400, 800}, .run_size = 200, .integrator = SPATE_RK2, .t_end = 40.0,        \
    .judgement = CASE_ORDER, .min_order = 0.8, .gate_count = 1

const builtin_case case_outfall_dam_x = {
    .name = "outfall_dam_x",
    .fast = 1,
    .title = "reservoir that pours out over the east edge (Ritter)",
    POURING,
    .x0 = -REACH,
    .width = REACH,
    .height = 10.0,
    .strip = 'x',
    .exact = pouring_x,
    .bed_model = SPATE_BED_CELLS,
    .gates = &(const case_gate){.edge = SPATE_EAST, .kind = SPATE_BOUNDARY_OUTFALL},
};

const builtin_case case_outfall_dam_y = {
    .name = "outfall_dam_y",
    .fast = 1,
    .title = "reservoir that pours out over the south edge (Ritter)",
    POURING,
    .width = 10.0,
    .height = REACH,
    .strip = 'y',
    .exact = pouring_y,
    .bed_model = SPATE_BED_BILINEAR,
    .gates = &(const case_gate){.edge = SPATE_SOUTH, .kind = SPATE_BOUNDARY_OUTFALL},
};

/* ---- a stream that falls off the edge ---- */

#define STREAM_Q 1.0
#define STREAM_N 0.03

static double distance_of(double h, double q, double n)
{
    const double hc = exact_critical_depth(q);
    return (3.0 / 13.0 * (pow(h, 13.0 / 3.0) - pow(hc, 13.0 / 3.0)) -
            0.75 * hc * hc * hc * (pow(h, 4.0 / 3.0) - pow(hc, 4.0 / 3.0))) /
           (n * n * q * q);
}

double exact_drawdown(double q, double n, double distance)
{
    double low = exact_critical_depth(q), high = 100.0 * low;
    for (int k = 0; k < EXACT_BISECTIONS; ++k) {
        const double h = 0.5 * (low + high);
        if (distance_of(h, q, n) < distance)
            low = h;
        else
            high = h;
    }
    return 0.5 * (low + high);
}

static case_state stream_x(double x, double y, double t, const void *data)
{
    const double h = exact_drawdown(STREAM_Q, STREAM_N, -x);
    (void)y, (void)t, (void)data;
    return (case_state){h, STREAM_Q / h, 0.0};
}

static case_state stream_y(double x, double y, double t, const void *data)
{
    const case_state s = stream_x(-y, x, t, data);
    return (case_state){s.h, 0.0, -s.u};
}

/* In 200 s errors of the start, at 2 to 5 m/s, cross the stream about twice. */
#define STREAM                                                                                     \
    .sizes = {50, 100, 200, 400}, .run_size = 100, .integrator = SPATE_RK2, .t_end = 200.0,        \
    .friction = SPATE_FRICTION_MANNING, .friction_coefficient = STREAM_N, .judgement = CASE_ORDER, \
    .min_order = 0.8, .gate_count = 2

const builtin_case case_outfall_stream_x = {
    .name = "outfall_stream_x",
    .fast = 1,
    .title = "stream on level ground that falls over the east edge (backwater curve)",
    STREAM,
    .x0 = -REACH,
    .width = REACH,
    .height = 20.0,
    .strip = 'x',
    .exact = stream_x,
    .bed_model = SPATE_BED_CELLS,
    .gates = (const case_gate[]){{SPATE_EAST, SPATE_BOUNDARY_OUTFALL, 0.0, 0.0},
                                 {SPATE_WEST, SPATE_BOUNDARY_DISCHARGE, STREAM_Q, 0.0}},
};

const builtin_case case_outfall_stream_y = {
    .name = "outfall_stream_y",
    .fast = 1,
    .title = "stream on level ground that falls over the south edge (backwater curve)",
    STREAM,
    .width = 20.0,
    .height = REACH,
    .strip = 'y',
    .exact = stream_y,
    .bed_model = SPATE_BED_BILINEAR,
    .gates = (const case_gate[]){{SPATE_SOUTH, SPATE_BOUNDARY_OUTFALL, 0.0, 0.0},
                                 {SPATE_NORTH, SPATE_BOUNDARY_DISCHARGE, STREAM_Q, 0.0}},
};

/* ---- flow over a bump, from edge to edge ---- */

#define FAST_DEPTH 0.5
#define FAST_FROUDE 2.0
#define LOW_BUMP 0.2
#define SLOW_Q 1.53

static double bump_bed(double x, double y, const void *data)
{
    (void)y, (void)data;
    return LOW_BUMP * exp(-x * x);
}

static double fast_q(void)
{
    return FAST_FROUDE * FAST_DEPTH * sqrt(CASE_GRAVITY * FAST_DEPTH);
}

static case_state fast_exact(double x, double y, double t, const void *data)
{
    const double q = fast_q(), b = bump_bed(x, y, data);
    const double head = FAST_DEPTH + q * q / (2.0 * CASE_GRAVITY * FAST_DEPTH * FAST_DEPTH);
    const double h = exact_bernoulli_depth(q, head, b, 0);
    (void)t;
    return (case_state){h, q / h, 0.0};
}

static case_state crest_exact(double x, double y, double t, const void *data)
{
    const double head = LOW_BUMP + 1.5 * exact_critical_depth(SLOW_Q);
    const double h = exact_bernoulli_depth(SLOW_Q, head, bump_bed(x, y, data), x < 0.0);
    (void)t;
    return (case_state){h, SLOW_Q / h, 0.0};
}

#define OVER_BUMP                                                                                  \
    .x0 = -10.0, .width = 20.0, .height = 1.0, .strip = 'x', .sizes = {100, 200, 400, 800},        \
    .run_size = 200, .integrator = SPATE_RK2, .bed = bump_bed, .bed_model = SPATE_BED_CELLS,       \
    .judgement = CASE_ORDER, .min_order = 1.8, .gate_count = 2

const builtin_case case_inflow_fast = {
    .name = "inflow_fast",
    .fast = 1,
    .title = "supercritical flow over a bump from edge to edge, without friction",
    OVER_BUMP,
    .t_end = 20.0,
    .exact = fast_exact,
    /* 2 * 0.5 * sqrt(9.81 * 0.5) */
    .gates =
        (const case_gate[]){{SPATE_WEST, SPATE_BOUNDARY_DISCHARGE, 2.2147234590350102, FAST_FROUDE},
                            {SPATE_EAST, SPATE_BOUNDARY_OUTFALL, 0.0, 0.0}},
};

const builtin_case case_inflow_critical = {
    .name = "inflow_critical",
    .fast = 1,
    .title = "flow that becomes critical on a bump, from edge to edge, without friction",
    OVER_BUMP,
    .t_end = 60.0,
    .exact = crest_exact,
    .gates = (const case_gate[]){{SPATE_WEST, SPATE_BOUNDARY_DISCHARGE, SLOW_Q, 0.0},
                                 {SPATE_EAST, SPATE_BOUNDARY_OUTFALL, 0.0, 0.0}},
};
