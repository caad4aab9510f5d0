/* Edges on slopes: uniform flow leaves unchanged, also near-critical flow; lakes stay at rest; no
 * direction is preferred. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cases/exact.h"
#include "edges.h"

static int east = SPATE_EAST;

/* ---- uniform flow down a plane, from dry ---- */

enum { LENGTH = 60, WIDTH = 2 };
#define ROUGHNESS 0.03

typedef struct slope_case {
    const char *name;
    double slope, depth, cell; /* of the ground; of uniform flow; m */
    spate_bed_model bed_model;
    spate_boundary_kind end;
    double roughness; /* 0: ROUGHNESS */
} slope_case;

static double roughness_of(const slope_case *c)
{
    return c->roughness > 0 ? c->roughness : ROUGHNESS;
}

static double plane(double x, double y, void *user)
{
    const slope_case *c = user;
    (void)y;
    return c->slope * (LENGTH * c->cell - x);
}

static spate_sim *sloping_channel(slope_case *c, double q)
{
    const double t0 = 0, discharge = q * WIDTH * c->cell;
    const spate_series series = {1, &t0, &discharge, 0};
    spate_options o;
    spate_options_default(&o);
    o.nx = LENGTH, o.ny = WIDTH, o.dx = o.dy = c->cell;
    o.threads = 1;
    o.precision = 64;
    o.bed_model = c->bed_model;
    o.friction = SPATE_FRICTION_MANNING;
    o.friction_coefficient = roughness_of(c);
    spate_sim *sim;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, plane, c));
    const spate_boundary out = {
        .name = "out", .kind = c->end, .takes = on_edge, .user = &east, .slope = c->slope};
    add_discharge(sim, "in", &west, &series, c->slope);
    ok(spate_add_boundary(sim, &out));
    return sim;
}

/* Uniform flow is a solution of the scheme, to rounding; the deviation left by filling decays.
 * Subcritical flow approaches its depth as a diffusive wave, celerity 5/3 u and diffusivity u h /
 * (2 slope), whose modes between two ends decay at no less than celerity^2 / (4 diffusivity):
 * e^-(25/18 passages slope length / depth) is left after that many passages of the water. The
 * number of passages makes it e^-9, and is at least 5, because filling takes one. The cases are a
 * sheet far thinner than the fall from cell to cell, subcritical and supercritical flow. Above a
 * Froude number of 3/2 uniform flow breaks up into roll waves (Vedernikov), hence the roughness of
 * the steepest. */
static void uniform_flow_leaves_an_edge_as_deep_as_it_came(void)
{
    static slope_case cases[] = {
        {"gentle, cells", 0.001, 1, 5, SPATE_BED_CELLS, SPATE_BOUNDARY_OPEN, 0},
        {"medium, cells", 0.01, 0.28, 5, SPATE_BED_CELLS, SPATE_BOUNDARY_OPEN, 0},
        {"steep, cells", 0.05, 0.5, 5, SPATE_BED_CELLS, SPATE_BOUNDARY_OPEN, 0},
        {"sheet, cells", 0.01, 0.012, 10, SPATE_BED_CELLS, SPATE_BOUNDARY_OPEN, 0},
        {"gentle, bilinear", 0.001, 1, 5, SPATE_BED_BILINEAR, SPATE_BOUNDARY_OPEN, 0},
        {"medium, bilinear", 0.01, 0.28, 5, SPATE_BED_BILINEAR, SPATE_BOUNDARY_OPEN, 0},
        {"steep, bilinear", 0.05, 0.5, 5, SPATE_BED_BILINEAR, SPATE_BOUNDARY_OPEN, 0},
        {"thin and steep, bilinear", 0.2, 1, 5, SPATE_BED_BILINEAR, SPATE_BOUNDARY_OPEN, 0.1},
        {"steep outfall, cells", 0.05, 0.5, 5, SPATE_BED_CELLS, SPATE_BOUNDARY_OUTFALL, 0},
        {"steep outfall, bilinear", 0.05, 0.5, 5, SPATE_BED_BILINEAR, SPATE_BOUNDARY_OUTFALL, 0},
        {"medium, normal depth", 0.01, 0.28, 5, SPATE_BED_CELLS, SPATE_BOUNDARY_NORMAL_DEPTH, 0},
        {"steep, normal depth", 0.05, 0.5, 5, SPATE_BED_CELLS, SPATE_BOUNDARY_NORMAL_DEPTH, 0},
        {"sheet, normal depth", 0.01, 0.012, 10, SPATE_BED_CELLS, SPATE_BOUNDARY_NORMAL_DEPTH, 0},
    };
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; ++n) {
        slope_case *c = &cases[n];
        const double speed = sqrt(c->slope) / roughness_of(c) * pow(c->depth, 2.0 / 3.0);
        spate_sim *sim = sloping_channel(c, speed * c->depth);
        const double length = LENGTH * c->cell,
                     passages = fmax(5, 9 / (25.0 / 18 * c->slope * length / c->depth));
        ok(spate_advance(sim, passages * length / speed));
        double *h = field(sim, SPATE_DEPTH, LENGTH * WIDTH);
        printf("  %-21s last cells %.5f %.5f %.5f m, uniform %.5f m\n", c->name, h[LENGTH - 3],
               h[LENGTH - 2], h[LENGTH - 1], c->depth);
        for (int k = LENGTH / 2; k < LENGTH; ++k)
            CHECK(fabs(h[k] / c->depth - 1) < exp(-9));
        free(h);
        spate_sim_destroy(sim);
    }
}

/* ---- near critical flow, from edge to edge ---- */

/* MacDonald's channel (cases/macdonald.c): the bed for which a chosen depth is the steady solution.
 * rise = 0: uniform. */
typedef struct varied {
    macdonald flow;
    double from, length;
} varied;

static double varied_bed(double x, double y, void *user)
{
    (void)y;
    return exact_macdonald_bed(&((const varied *)user)->flow, x);
}

static double varied_depth(double x, double y, void *user)
{
    (void)y;
    return exact_macdonald_depth(&((const varied *)user)->flow, x);
}

static double varied_velocity(double x, double y, void *user)
{
    return ((const varied *)user)->flow.q / varied_depth(x, y, user);
}

static double friction_slope(varied *c, double x)
{
    return c->flow.k * c->flow.q * c->flow.q * pow(varied_depth(x, 0, c), -c->flow.p);
}

/* Steady flow between a discharge and another edge, started from the exact state; errors[k] of each
 * cell, relative. */
static void hold_steady(varied *c, int cells, spate_bed_model model, spate_boundary_kind end,
                        double *errors)
{
    const double cell = c->length / cells, to = c->from + c->length, t0 = 0;
    const double discharge = 2 * cell * c->flow.q,
                 level = varied_bed(to, 0, c) + varied_depth(to, 0, c);
    const spate_series in = {1, &t0, &discharge, 0}, out = {1, &t0, &level, 0};
    spate_options o;
    spate_options_default(&o);
    o.nx = cells, o.ny = 2, o.dx = o.dy = cell, o.x0 = c->from;
    o.threads = 1;
    o.precision = 64;
    o.bed_model = model;
    o.friction = SPATE_FRICTION_MANNING;
    o.friction_coefficient = sqrt(c->flow.k);
    const spate_boundary b = {.name = "out",
                              .kind = end,
                              .takes = on_edge,
                              .user = &east,
                              .series = &out,
                              .series_count = end == SPATE_BOUNDARY_LEVEL,
                              .slope =
                                  end == SPATE_BOUNDARY_NORMAL_DEPTH ? friction_slope(c, to) : 0};
    spate_sim *sim;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, varied_bed, c));
    add_discharge(sim, "in", &west, &in, friction_slope(c, c->from));
    ok(spate_add_boundary(sim, &b));
    ok(spate_set_depth(sim, varied_depth, c));
    ok(spate_set_velocity(sim, varied_velocity, NULL, c));
    ok(spate_advance(sim, 10 * c->length * c->flow.depth / c->flow.q));
    double *h = field(sim, SPATE_DEPTH, 2 * cells);
    for (int k = 0; k < cells; ++k)
        errors[k] = h[k] / varied_depth(c->from + (k + 0.5) * cell, 0, c) - 1;
    free(h);
    spate_sim_destroy(sim);
}

/* Uniform flow is a solution of the scheme in every cell: errors come from the rounding of the bed
 * to its lattice (about 1e-14 m in f64), magnified by 1 / (1 - F^2) = 50, and of the velocities
 * from which it starts. 1e-6 leaves room. */
static void near_critical_uniform_flow_has_its_depth_in_every_cell(void)
{
    enum { CELLS = 100 };
    static const spate_boundary_kind ends[] = {SPATE_BOUNDARY_LEVEL, SPATE_BOUNDARY_OPEN,
                                               SPATE_BOUNDARY_NORMAL_DEPTH};
    static const char *const names[] = {"level", "open", "normal depth"};
    varied c = {
        {.q = 0.99 * sqrt(9.81), .depth = 1, .length = 30, .p = 10.0 / 3, .k = 0.033 * 0.033},
        -100,
        200};
    for (int n = 0; n < 6; ++n) {
        double e[CELLS], worst = 0;
        hold_steady(&c, CELLS, n / 3 ? SPATE_BED_BILINEAR : SPATE_BED_CELLS, ends[n % 3], e);
        for (int k = 0; k < CELLS; ++k)
            worst = fmax(worst, fabs(e[k]));
        printf("  Froude 0.99, %s, %s: first cell %+.1e, last %+.1e, worst %.1e\n",
               n / 3 ? "bilinear" : "cells", names[n % 3], e[0], e[CELLS - 1], worst);
        CHECK(worst < 1e-6);
    }
}

/* A drawdown to Froude 0.94 where the depth changes over 30 m: second order in every cell, the last
 * one before the level included, is an error of about (cell / 30 m)^2 of the depth. */
static void a_drawdown_to_a_level_is_of_second_order_up_to_the_last_cell(void)
{
    enum { MOST = 200 };
    varied c = {{.q = 2, .depth = 1, .rise = 1.37, .length = 30, .p = 10.0 / 3, .k = 0.033 * 0.033},
                -100,
                100};
    for (int cells = MOST / 2; cells <= MOST; cells *= 2) {
        double e[MOST], worst = 0;
        const double cell = c.length / cells, bound = pow(cell / c.flow.length, 2);
        hold_steady(&c, cells, SPATE_BED_CELLS, SPATE_BOUNDARY_LEVEL, e);
        for (int k = 0; k < cells; ++k)
            worst = fmax(worst, fabs(e[k]));
        printf("  Froude 0.94, cells of %g m: last cell %+.4f %%, worst %.4f %%, %.4f %% allowed\n",
               cell, 100 * e[cells - 1], 100 * worst, 100 * bound);
        CHECK(worst < bound);
    }
}

/* ---- rest ---- */

enum { LAKE_NX = 37, LAKE_NY = 11 };

static double humps(double x, double y, void *user)
{
    (void)user;
    return 312.3 + 1.5 * sin(0.9 * x) * cos(0.7 * y);
}

static double lake(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 312.71;
}

static void a_lake_behind_open_edges_stays_at_rest(void)
{
    for (int n = 0; n < 4; ++n) {
        spate_options o;
        spate_options_default(&o);
        o.nx = LAKE_NX, o.ny = LAKE_NY, o.dx = o.dy = 1;
        o.precision = n % 2 ? 32 : 64;
        o.bed_model = n < 2 ? SPATE_BED_CELLS : SPATE_BED_BILINEAR;
        o.skip_still = 0;
        for (int edge = 0; edge < 4; ++edge)
            o.edges[edge] = SPATE_OPEN;
        spate_sim *sim;
        ok(spate_sim_create(ctx, &o, &sim));
        ok(spate_set_bed(sim, humps, NULL));
        ok(spate_set_level(sim, lake, NULL));
        ok(spate_advance_steps(sim, 100));
        double *hu = field(sim, SPATE_MOMENTUM_X, LAKE_NX * LAKE_NY),
               *hv = field(sim, SPATE_MOMENTUM_Y, LAKE_NX * LAKE_NY);
        int moving = 0;
        for (int k = 0; k < LAKE_NX * LAKE_NY; ++k)
            moving += hu[k] != 0 || hv[k] != 0;
        CHECK(moving == 0);
        free(hu);
        free(hv);
        spate_sim_destroy(sim);
    }
}

/* ---- symmetry: rain on uneven ground that falls to one corner of a square ---- */

enum { SIDE = 24 };

typedef struct orientation {
    int mirrored, turned;
} orientation;

/* The position in the ground of the first orientation, relative to the middle of the square, where
 * mirroring and rotation are exact. */
static double ground(double x, double y, void *user)
{
    const orientation *d = user;
    const double a = d->mirrored ? -x : x, b = y;
    const double p = d->turned ? b : a, q = d->turned ? a : b;
    return 0.03 * p + 0.01 * q + 0.3 * sin(0.8 * p) * cos(0.5 * q + 1);
}

static double *rained_on(orientation d, spate_bed_model model)
{
    spate_options o;
    spate_options_default(&o);
    o.nx = o.ny = SIDE, o.dx = o.dy = 1;
    o.x0 = o.y0 = -SIDE / 2;
    o.precision = 64;
    o.bed_model = model;
    o.rain = 1e-4;
    o.friction = SPATE_FRICTION_MANNING;
    o.friction_coefficient = ROUGHNESS;
    for (int edge = 0; edge < 4; ++edge)
        o.edges[edge] = SPATE_OPEN;
    spate_sim *sim;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, ground, &d));
    ok(spate_advance_steps(sim, 2000));
    spate_stats stats;
    ok(spate_get_stats(sim, &stats));
    CHECK(stats.left > 0);
    double *h = field(sim, SPATE_DEPTH, SIDE * SIDE);
    spate_sim_destroy(sim);
    return h;
}

static void no_open_edge_differs_from_its_mirror_image(void)
{
    for (int model = 0; model < 2; ++model) {
        const spate_bed_model bed = model ? SPATE_BED_BILINEAR : SPATE_BED_CELLS;
        double *first = rained_on((orientation){0, 0}, bed);
        for (int n = 1; n < 4; ++n) {
            const orientation d = {n & 1, n >> 1};
            double *other = rained_on(d, bed);
            int differ = 0;
            for (int j = 0; j < SIDE; ++j)
                for (int i = 0; i < SIDE; ++i) {
                    const int a = d.mirrored ? SIDE - 1 - i : i;
                    const int p = d.turned ? j : a, q = d.turned ? a : j;
                    differ += other[j * SIDE + i] != first[q * SIDE + p];
                }
            CHECK(differ == 0);
            free(other);
        }
        free(first);
    }
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(uniform_flow_leaves_an_edge_as_deep_as_it_came);
    RUN(near_critical_uniform_flow_has_its_depth_in_every_cell);
    RUN(a_drawdown_to_a_level_is_of_second_order_up_to_the_last_cell);
    RUN(a_lake_behind_open_edges_stays_at_rest);
    RUN(no_open_edge_differs_from_its_mirror_image);
    spate_context_destroy(ctx);
    return check_done();
}
