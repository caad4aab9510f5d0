/* Open edges on slopes: uniform flow leaves as it came, lakes stay at rest, and no direction is
 * preferred. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
} slope_case;

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
    o.friction_coefficient = ROUGHNESS;
    spate_sim *sim;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, plane, c));
    const spate_boundary out = {
        .name = "out", .kind = c->end, .takes = on_edge, .user = &east, .slope = c->slope};
    add_discharge(sim, "in", &west, &series, c->slope);
    ok(spate_add_boundary(sim, &out));
    return sim;
}

/* Uniform flow is a solution of the scheme, to rounding; what is left of filling decays. Slower than its waves, flow finds
 * its depth as a diffusive wave does, celerity 5/3 u and diffusivity u h / (2 slope), whose modes between two ends decay at
 * no less than celerity^2 / (4 diffusivity): e^-(25/18 passages slope length / depth) is left after so many passages of the
 * water. So many passages that it is e^-9; at least 5, since filling takes one. A sheet far thinner than the fall from cell
 * to cell, flow slower and faster than its waves. */
static void uniform_flow_leaves_an_edge_as_deep_as_it_came(void)
{
    static slope_case cases[] = {
        {"gentle, cells", 0.001, 1, 5, SPATE_BED_CELLS, SPATE_BOUNDARY_OPEN},
        {"medium, cells", 0.01, 0.28, 5, SPATE_BED_CELLS, SPATE_BOUNDARY_OPEN},
        {"steep, cells", 0.05, 0.5, 5, SPATE_BED_CELLS, SPATE_BOUNDARY_OPEN},
        {"sheet, cells", 0.01, 0.012, 10, SPATE_BED_CELLS, SPATE_BOUNDARY_OPEN},
        {"gentle, bilinear", 0.001, 1, 5, SPATE_BED_BILINEAR, SPATE_BOUNDARY_OPEN},
        {"medium, bilinear", 0.01, 0.28, 5, SPATE_BED_BILINEAR, SPATE_BOUNDARY_OPEN},
        {"steep, bilinear", 0.05, 0.5, 5, SPATE_BED_BILINEAR, SPATE_BOUNDARY_OPEN},
        {"medium, normal depth", 0.01, 0.28, 5, SPATE_BED_CELLS, SPATE_BOUNDARY_NORMAL_DEPTH},
        {"steep, normal depth", 0.05, 0.5, 5, SPATE_BED_CELLS, SPATE_BOUNDARY_NORMAL_DEPTH},
        {"sheet, normal depth", 0.01, 0.012, 10, SPATE_BED_CELLS, SPATE_BOUNDARY_NORMAL_DEPTH},
    };
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; ++n) {
        slope_case *c = &cases[n];
        const double speed = sqrt(c->slope) / ROUGHNESS * pow(c->depth, 2.0 / 3.0);
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

/* The place in the ground of the first orientation: from the middle of the square, where mirroring and
 * turning are exact. */
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
    RUN(a_lake_behind_open_edges_stays_at_rest);
    RUN(no_open_edge_differs_from_its_mirror_image);
    spate_context_destroy(ctx);
    return check_done();
}
