/* Inflow discharges against known answers: supercritical, and over beds without friction. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "edges.h"

static const double G = 9.81;
static int east = SPATE_EAST;
static const double t0 = 0;

static spate_options channel(int length, double cell, spate_bed_model model)
{
    spate_options o;
    spate_options_default(&o);
    o.nx = length, o.ny = 2, o.dx = o.dy = cell;
    o.threads = 1;
    o.precision = 64;
    o.gravity = G;
    o.bed_model = model;
    return o;
}

/* The inflow: q in m2/s, and a Froude number or a level (NaN: none). */
static void add_inflow(spate_sim *sim, double q, double width, double slope, double froude,
                       double level)
{
    const double discharge = q * width;
    const spate_series series[2] = {{1, &t0, &discharge, 0}, {1, &t0, &level, 0}};
    const spate_boundary b = {.name = "in",
                              .kind = SPATE_BOUNDARY_DISCHARGE,
                              .takes = on_edge,
                              .user = &west,
                              .series = series,
                              .series_count = isnan(level) ? 1 : 2,
                              .froude = froude,
                              .slope = slope};
    ok(spate_add_boundary(sim, &b));
}

static void add_end(spate_sim *sim, spate_boundary_kind kind)
{
    const spate_boundary b = {.name = "out", .kind = kind, .takes = on_edge, .user = &east};
    ok(spate_add_boundary(sim, &b));
}

/* ---- uniform flow down a steep slope ---- */

enum { LENGTH = 60 };
#define SLOPE 0.05
#define ROUGHNESS 0.03
#define CELL 5.0

static double plane(double x, double y, void *user)
{
    (void)y, (void)user;
    return 100 + SLOPE * (LENGTH * CELL - x);
}

/* From dry, after ten passages: uniform flow is a solution of the scheme in every cell (the ground
 * is continued at both ends), so that only the decayed deviation of the start remains, far below
 * 1e-6. */
static void steep_flow_is_uniform_from_the_first_cell_to_the_last(void)
{
    const double h0 = 0.5, u0 = pow(h0, 2.0 / 3) * sqrt(SLOPE) / ROUGHNESS;
    const double froude = u0 / sqrt(G * h0);
    for (int n = 0; n < 8; ++n) {
        const int bilinear = n & 1, by_level = n >> 1 & 1, falls = n >> 2;
        spate_options o = channel(LENGTH, CELL, bilinear ? SPATE_BED_BILINEAR : SPATE_BED_CELLS);
        o.friction = SPATE_FRICTION_MANNING;
        o.friction_coefficient = ROUGHNESS;
        spate_sim *sim;
        ok(spate_sim_create(ctx, &o, &sim));
        ok(spate_set_bed(sim, plane, NULL));
        /* The level is relative to the bed of the cell, as everywhere. */
        const double level = plane(0.5 * CELL, 0, NULL) + h0;
        add_inflow(sim, u0 * h0, 2 * CELL, SLOPE, by_level ? 0 : froude,
                   by_level ? level : (double)NAN);
        add_end(sim, falls ? SPATE_BOUNDARY_OUTFALL : SPATE_BOUNDARY_OPEN);
        ok(spate_advance(sim, 10 * LENGTH * CELL / u0));
        double *h = field(sim, SPATE_DEPTH, 2 * LENGTH), worst = 0;
        for (int k = 0; k < LENGTH; ++k)
            worst = fmax(worst, fabs(h[k] / h0 - 1));
        printf("  Froude %.2f, %s, %s: first cell %.6f m, last %.6f m, uniform %.6f m\n", froude,
               bilinear ? "bilinear" : "cells", by_level ? "level" : "Froude number", h[0],
               h[LENGTH - 1], h0);
        /* The lattice of the bed is 2^-k m: 1e-12 of it; the bilinear bed is the plane
         * to rounding. */
        CHECK_AT_MOST("largest relative error of the depth", worst, 1e-6);
        free(h);
        spate_sim_destroy(sim);
    }
}

/* ---- over a bump, without friction ---- */

#define REACH 20.0

static double bump(double x, double y, void *user)
{
    (void)y, (void)user;
    const double c = cos(0.5 * 3.14159265358979323846 * (x - 0.5 * REACH) / 3);
    return fabs(x - 0.5 * REACH) < 3 ? 0.2 * c * c : 0;
}

/* Supercritical root of h + q^2 / (2 g h^2) = head: Newton from below, where the left
 * side falls. */
static double fast_depth(double q, double head)
{
    double h = q / sqrt(2 * G * head); /* all of the head is speed: h is less than the root */
    for (int k = 0; k < 60; ++k)
        h -= (h + q * q / (2 * G * h * h) - head) / (1 - q * q / (G * h * h * h));
    return h;
}

/* Relative L1 error of the depth; *first: that of the first cell. */
static double error_over_bump(int cells, double froude, double level, double *first)
{
    const double h0 = 0.5, q = 2 * h0 * sqrt(G * h0); /* Froude number 2 */
    const double head = h0 + q * q / (2 * G * h0 * h0), cell = REACH / cells;
    spate_options o = channel(cells, cell, SPATE_BED_CELLS);
    spate_sim *sim;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, bump, NULL));
    add_inflow(sim, q, 2 * cell, 0, froude, level);
    add_end(sim, SPATE_BOUNDARY_OUTFALL);
    ok(spate_advance(sim, 20 * REACH / (q / h0)));
    double *h = field(sim, SPATE_DEPTH, 2 * cells), sum = 0, whole = 0;
    for (int k = 0; k < cells; ++k) {
        const double exact = fast_depth(q, head - bump((k + 0.5) * cell, 0, NULL));
        sum += fabs(h[k] - exact);
        whole += exact;
        if (k == 0)
            *first = fabs(h[k] / exact - 1);
    }
    free(h);
    spate_sim_destroy(sim);
    return sum / whole;
}

/* Second order: half the cell, a quarter of the error, less the effect of limiters at the two
 * extrema of the curve (a fraction of the cells that halves too): at least 1.5 is required. The
 * first cell lies on level ground, where the inflow is the exact solution: rounding. */
static void fast_flow_over_a_bump_keeps_its_energy(void)
{
    for (int by_level = 0; by_level < 2; ++by_level) {
        double first[2] = {1, 1};
        const double froude = by_level ? 0 : 2, level = by_level ? 0.5 : (double)NAN;
        const double coarse = error_over_bump(100, froude, level, &first[0]);
        const double fine = error_over_bump(200, froude, level, &first[1]);
        printf("  by %s: L1 error %.2e, then %.2e (order %.2f); first cell %.1e\n",
               by_level ? "level" : "Froude number", coarse, fine, log2(coarse / fine), first[1]);
        CHECK(log2(coarse / fine) > 1.5);
        CHECK(first[0] < 1e-9 && first[1] < 1e-9);
    }
}

static double flat(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 3;
}

/* A closed box that fills until the jump has moved back to the inlet: the inflow is the discharge
 * at all times. The sum of face fluxes is exact except for one rounding a step. */
static void a_drowned_inflow_still_brings_its_discharge(void)
{
    const double q = 2, cell = 1, t = 60;
    spate_options o = channel(20, cell, SPATE_BED_CELLS);
    spate_sim *sim;
    spate_stats stats;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, flat, NULL));
    add_inflow(sim, q, 2 * cell, 0, 3, (double)NAN);
    ok(spate_advance(sim, t));
    ok(spate_get_stats(sim, &stats));
    double *h = field(sim, SPATE_DEPTH, 40);
    printf("  %.12f m3 of %.1f m3 came in; %.2f m deep at the inlet\n", stats.volume,
           q * 2 * cell * t, h[0]);
    CHECK(fabs(stats.volume / (q * 2 * cell * t) - 1) < 1e-15 * (double)(stats.steps + 100));
    CHECK(h[0] > 2);
    free(h);
    spate_sim_destroy(sim);
}

/* ---- distribution over a section without friction ---- */

static double step_across(double x, double y, void *user)
{
    (void)x, (void)user;
    return y < 1 ? 7 : 8;
}

/* Two cells, the bed of one 1 m higher, with a wall between. Critical flow at one level carries
 * sqrt(g) (d^(3/2) + (d - 1)^(3/2)) a metre: at d = 2 m the shares are 2^(3/2) and 1. */
static void a_smooth_section_is_spread_by_critical_flow(void)
{
    enum { LONG = 8 };
    const double shares = sqrt(8) + 1, q = sqrt(G) * shares / 2;
    for (int rough = 0; rough < 2; ++rough) {
        spate_options o = channel(LONG, 1, SPATE_BED_CELLS);
        o.friction = rough ? SPATE_FRICTION_MANNING : SPATE_FRICTION_NONE;
        o.friction_coefficient = 0.03;
        spate_crest walls[LONG];
        for (int i = 0; i < LONG; ++i)
            walls[i] = (spate_crest){.i = i, .j = 1, .axis = 1, .crest = INFINITY};
        spate_sim *sim;
        spate_stats stats;
        ok(spate_sim_create(ctx, &o, &sim));
        ok(spate_set_bed(sim, step_across, NULL));
        ok(spate_set_crests(sim, walls, LONG));
        add_inflow(sim, q, 2, 0, 0, (double)NAN); /* slope 0: critical flow, rough or not */
        ok(spate_advance(sim, 0.1));
        ok(spate_get_stats(sim, &stats));
        double *h = field(sim, SPATE_DEPTH, 2 * LONG), low = 0, high = 0;
        for (int k = 0; k < LONG; ++k) {
            low += h[k];
            high += h[LONG + k];
        }
        printf("  shares %.9f and %.9f, exact %.9f and %.9f\n", low / (low + high),
               high / (low + high), sqrt(8) / shares, 1 / shares);
        CHECK(fabs(high / (low + high) * shares - 1) < 1e-9); /* Newton stops at 1e-10 of Q */
        free(h);
        spate_sim_destroy(sim);
    }
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(steep_flow_is_uniform_from_the_first_cell_to_the_last);
    RUN(fast_flow_over_a_bump_keeps_its_energy);
    RUN(a_drowned_inflow_still_brings_its_discharge);
    RUN(a_smooth_section_is_spread_by_critical_flow);
    spate_context_destroy(ctx);
    return check_done();
}
