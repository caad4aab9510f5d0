/* Claims: a stream with banks, with 0.6 and 2 m/s side by side, leaves through an open edge of the
 * ADI scheme as it came, on any side of the grid:
 *
 *   - Noise on uniform flow does not grow.
 *   - From dry ground it reaches uniform flow, and outflow equals inflow to 0.1 %, as required of
 *     the explicit scheme (boundaries.c).
 *
 * Depths may be wrong by the fall of the ground over a cell: an edge cannot distinguish a stream
 * that goes on with the same depth from one that goes on with the same level (adi_runs_on).
 * Without the flux across of the water that leaves (adi_fill_outside) they are wrong by 8 to 12
 * cm. */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "spate/spate.h"

enum { LONG = 60, WIDE = 20, CELLS = LONG * WIDE };
#define CELL 5.0
#define SLOPE 0.001
#define MANNING 0.03
#define DEPTH 2.5 /* m, in the middle */
#define NOISE 1e-3

static spate_context *ctx;
static int downstream; /* SPATE_WEST ...: direction of the stream */

static int runs_along_x(void)
{
    return downstream == SPATE_WEST || downstream == SPATE_EAST;
}

/* m from the outlet upstream, and from the axis. */
static double upstream(double x, double y)
{
    const double along = runs_along_x() ? x : y;
    const int backwards = downstream == SPATE_WEST || downstream == SPATE_SOUTH;
    return backwards ? along : LONG * CELL - along;
}

static double aside(double x, double y)
{
    return fabs((runs_along_x() ? y : x) - 0.5 * WIDE * CELL);
}

static double section(double from_axis)
{
    return (from_axis < 10 ? 0 : 2) + 0.01 * floor(from_axis / CELL);
}

static double bed(double x, double y, void *user)
{
    (void)user;
    return section(aside(x, y)) + SLOPE * upstream(x, y);
}

static double uniform_depth(double from_axis)
{
    return fmax(DEPTH - section(from_axis), 0);
}

static double uniform_flux(double from_axis)
{
    return pow(uniform_depth(from_axis), 5.0 / 3.0) * sqrt(SLOPE) / MANNING;
}

static double noisy_depth(double x, double y, void *user)
{
    (void)user;
    return uniform_depth(aside(x, y)) + NOISE * sin(1.3 * x + 0.7 * y) * cos(0.9 * x - 2.1 * y);
}

/* Outward is positive to the east and north. */
static double speed(double x, double y)
{
    const double size = uniform_flux(aside(x, y)) / uniform_depth(aside(x, y));
    return downstream == SPATE_EAST || downstream == SPATE_NORTH ? size : -size;
}

static double speed_x(double x, double y, void *user)
{
    (void)user;
    return runs_along_x() ? speed(x, y) : 0;
}

static double speed_y(double x, double y, void *user)
{
    (void)user;
    return runs_along_x() ? 0 : speed(x, y);
}

static int on_edge(const spate_face *face, void *edge)
{
    return face->edge == *(const int *)edge;
}

static void ok(spate_status status)
{
    if (status == SPATE_OK)
        return;
    printf("  %s\n", spate_message(ctx));
    exit(1);
}

static double discharge(void)
{
    double q = 0;
    for (int j = 0; j < WIDE; ++j)
        q += CELL * uniform_flux(fabs((j + 0.5 - 0.5 * WIDE) * CELL));
    return q;
}

static spate_sim *channel(void)
{
    static const int opposite[] = {
        [SPATE_WEST] = SPATE_EAST,
        [SPATE_EAST] = SPATE_WEST,
        [SPATE_SOUTH] = SPATE_NORTH,
        [SPATE_NORTH] = SPATE_SOUTH,
    };
    static const double t0 = 0;
    const double q = discharge();
    const spate_series series = {1, &t0, &q, 0};
    int in = opposite[downstream];
    spate_sim *sim;
    spate_options o;
    spate_options_default(&o);
    o.scheme = "adi";
    o.nx = runs_along_x() ? LONG : WIDE;
    o.ny = runs_along_x() ? WIDE : LONG;
    o.dx = o.dy = CELL;
    o.bed_model = SPATE_BED_CELLS;
    o.friction = SPATE_FRICTION_MANNING;
    o.friction_coefficient = MANNING;
    o.edges[downstream] = SPATE_OPEN;
    o.threads = 1;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, bed, NULL));
    const spate_boundary river = {.name = "river",
                                  .kind = SPATE_BOUNDARY_DISCHARGE,
                                  .takes = on_edge,
                                  .user = &in,
                                  .series = &series,
                                  .series_count = 1,
                                  .slope = SLOPE};
    ok(spate_add_boundary(sim, &river));
    return sim;
}

/* Largest difference of depths from uniform flow, m. */
static double off(spate_sim *sim)
{
    static double h[CELLS];
    double most = 0;
    ok(spate_get_field(sim, SPATE_DEPTH, h));
    for (int n = 0; n < CELLS; ++n) {
        const int j = runs_along_x() ? n / LONG : n % WIDE;
        const double wanted = uniform_depth(fabs((j + 0.5 - 0.5 * WIDE) * CELL));
        most = h[n] == h[n] ? fmax(most, fabs(h[n] - wanted)) : INFINITY;
    }
    return most;
}

static void noise_on_uniform_flow_does_not_grow(void)
{
    for (downstream = SPATE_WEST; downstream <= SPATE_NORTH; ++downstream) {
        spate_sim *sim = channel();
        ok(spate_set_depth(sim, noisy_depth, NULL));
        ok(spate_set_velocity(sim, speed_x, speed_y, NULL));
        ok(spate_advance(sim, 1200));
        CHECK_AT_MOST("depths off by, m", off(sim), SLOPE * CELL);
        spate_sim_destroy(sim);
    }
}

static void a_dry_channel_comes_to_uniform_flow(void)
{
    for (downstream = SPATE_EAST; downstream <= SPATE_NORTH; downstream += 2) {
        spate_sim *sim = channel();
        spate_stats begin, end;
        ok(spate_advance(sim, 3600));
        ok(spate_get_stats(sim, &begin));
        ok(spate_advance(sim, 4200));
        ok(spate_get_stats(sim, &end));
        CHECK_AT_MOST("depths off by, m", off(sim), SLOPE * CELL);
        CHECK_AT_MOST("gives less than it gets by",
                      fabs((end.left - begin.left) / (600 * discharge()) - 1), 1e-3);
        spate_sim_destroy(sim);
    }
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(noise_on_uniform_flow_does_not_grow);
    RUN(a_dry_channel_comes_to_uniform_flow);
    spate_context_destroy(ctx);
    return check_done();
}
