/* A wave around a symmetric island in the implicit scheme: the difference between the water and
 * its mirror image is rounding, and shores where cells empty in one step do not stop a run
 * (run/guard.h). */
#include <math.h>
#include <stdlib.h>

#include "edges.h"

enum { CELLS = 96, STEPS = 64 };
#define DEEPEST 6.0 /* m: 5 m of sea and 1 m of wave */

static double island(double x, double y, void *user)
{
    (void)user;
    return fmax(-5, 2 - 0.1 * hypot(x, y));
}

/* A ring of 1 m that runs inwards and outwards. */
static double ring(double x, double y, void *user)
{
    (void)user;
    return exp(-pow(hypot(x, y) - 80, 2) / 200);
}

static spate_sim *begin(int precision, double manning, double courant)
{
    spate_options o;
    spate_options_default(&o);
    o.scheme = "adi";
    o.nx = o.ny = CELLS;
    o.dx = o.dy = 2.5;
    o.x0 = o.y0 = -120;
    o.threads = 1;
    o.precision = precision;
    o.courant = courant;
    o.friction = manning > 0 ? SPATE_FRICTION_MANNING : SPATE_FRICTION_NONE;
    o.friction_coefficient = manning;
    spate_sim *sim;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, island, NULL));
    ok(spate_set_level(sim, ring, NULL));
    return sim;
}

/* Largest difference of depths from those of the mirror image in x, and in y. */
static void unlike(spate_sim *sim, double off[2])
{
    double *h = field(sim, SPATE_DEPTH, CELLS * CELLS);
    off[0] = off[1] = 0;
    for (int j = 0; j < CELLS; ++j)
        for (int i = 0; i < CELLS; ++i) {
            const double here = h[j * CELLS + i];
            off[0] = fmax(off[0], fabs(here - h[j * CELLS + CELLS - 1 - i]));
            off[1] = fmax(off[1], fabs(here - h[(CELLS - 1 - j) * CELLS + i]));
        }
    free(h);
}

/* A line is eliminated from one end to the other, in chunks counted from there; its mirror image
 * has the same rows and other roundings. The error of a solve is at most 8 eps (its operations in
 * a row) times the condition number 1 + 4 r, r = C^2 / 4 for a Courant number C = 2; two solves a
 * step, no damping. The difference must be below that, and proportional to epsilon: an asymmetry
 * of the scheme itself would be the same in f32 and f64. A factor of 16 is left for maxima of
 * random walks. */
static void mirror_images_of_an_island_differ_by_rounding_alone(void)
{
    const double epsilon[2] = {0x1p-53, 0x1p-24};
    double off[2][2];
    for (int k = 0; k < 2; ++k) {
        spate_sim *sim = begin(k ? 32 : 64, 0.03, 2);
        ok(spate_advance_steps(sim, STEPS));
        unlike(sim, off[k]);
        const double bound = STEPS * 2 * 8 * (1 + 4) * epsilon[k] * DEEPEST;
        CHECK_AT_MOST(k ? "f32, mirrored in x" : "f64, mirrored in x", off[k][0], bound);
        CHECK_AT_MOST(k ? "f32, mirrored in y" : "f64, mirrored in y", off[k][1], bound);
        spate_sim_destroy(sim);
    }
    for (int axis = 0; axis < 2; ++axis) {
        const double ratio = off[1][axis] / off[0][axis] * (epsilon[0] / epsilon[1]);
        printf("  f32 / f64 over the ratio of their epsilons: %.2f\n", ratio);
        CHECK(ratio > 1.0 / 16 && ratio < 16);
    }
}

/* Without friction the films of emptied cells show hundreds of m/s for a step. The run goes on,
 * stays bounded and keeps its mass. */
static void a_shore_where_cells_empty_is_within_the_bounds(void)
{
    spate_sim *sim = begin(64, 0, 5);
    ok(spate_advance(sim, 60));
    spate_stats stats;
    ok(spate_get_stats(sim, &stats));
    double *w = field(sim, SPATE_LEVEL, CELLS * CELLS), *h = field(sim, SPATE_DEPTH, CELLS * CELLS);
    double high = 0;
    for (int k = 0; k < CELLS * CELLS; ++k)
        high = h[k] > 0.02 ? fmax(high, fabs(w[k])) : high;
    (void)west;
    printf("  %lld steps, %.3g m/s at the end\n", (long long)stats.steps, stats.max_speed);
    /* The wave of 1 m is reflected behind the island and at the walls: twice its height, and once
     * more the head of its speed. */
    CHECK_AT_MOST("level", high, 4);
    CHECK_AT_MOST("mass error", fabs(stats.mass_error), 1e-12);
    free(w), free(h);
    spate_sim_destroy(sim);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(mirror_images_of_an_island_differ_by_rounding_alone);
    RUN(a_shore_where_cells_empty_is_within_the_bounds);
    spate_context_destroy(ctx);
    return check_done();
}
