/* The ADI scheme in a stream: transport across lines is explicit, waves are implicit. Such a
 * scheme may transfer energy from the stream to waves (docs/theory/adi.md, "Waves on a stream").
 * Noise on uniform flow must not grow. */
#include <math.h>
#include <stdlib.h>

#include "edges.h"

enum { SIDE = 24, STEPS = 400 };
#define DEPTH 2.4
#define NOISE 1e-6
#define CELL 5.0

typedef struct stream {
    double courant, froude_x, froude_y;
} stream;

static double flat_bed(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 0;
}

/* Noise with all wave lengths: a hash of the cell, -1 ... 1. */
static double noise(double x, double y)
{
    unsigned k = (unsigned)(x / CELL) * 7919u + (unsigned)(y / CELL) * 104729u;
    k *= 2654435761u;
    k ^= k >> 13;
    k *= 2246822519u;
    return (double)(k >> 8 & 0xffff) / 32767.5 - 1;
}

static double noisy_depth(double x, double y, void *user)
{
    (void)user;
    return DEPTH * (1 + NOISE * noise(x, y));
}

static double speed_x(double x, double y, void *user)
{
    (void)x, (void)y;
    return ((const stream *)user)->froude_x * sqrt(9.81 * DEPTH);
}

static double speed_y(double x, double y, void *user)
{
    (void)x, (void)y;
    return ((const stream *)user)->froude_y * sqrt(9.81 * DEPTH);
}

/* Root mean square of h - DEPTH over DEPTH. */
static double unrest(spate_sim *sim)
{
    double *h = field(sim, SPATE_DEPTH, SIDE * SIDE), sum = 0;
    for (int k = 0; k < SIDE * SIDE; ++k)
        sum += pow(h[k] / DEPTH - 1, 2);
    free(h);
    return sqrt(sum) / SIDE;
}

static spate_sim *noisy_stream(stream *s, int extrapolate)
{
    spate_options o;
    spate_sim *sim;
    spate_options_default(&o);
    o.scheme = "adi";
    o.backend = "cpu";
    o.nx = o.ny = SIDE, o.dx = o.dy = CELL;
    o.threads = 1;
    o.courant = s->courant;
    o.extrapolate = extrapolate;
    for (int edge = 0; edge < 4; ++edge)
        o.edges[edge] = SPATE_PERIODIC;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, flat_bed, NULL));
    ok(spate_set_depth(sim, noisy_depth, s));
    ok(spate_set_velocity(sim, speed_x, speed_y, s));
    return sim;
}

/* Every wave number of the grid is in the noise, with about 1/SIDE^2 of its energy. Waves that
 * grow by one per cent in a step are 50 times as high after 400 steps; with levels of the end of
 * the half step alone they grow by 1.7 to 6 % in these streams. Waves that do not grow stay below
 * their initial height. */
static void noise_on_a_stream_does_not_grow(void)
{
    static stream streams[] = {{0.5, 0.3, 0}, {1, 0.1, 0},      {1, 0, 0.3},     {2, 0.2, 0.2},
                               {5, 0.05, 0},  {5, 0.03, -0.03}, {20, 0.0125, 0}, {20, 0, 0.0125}};
    for (size_t n = 0; n < sizeof streams / sizeof *streams; ++n)
        for (int order = 1; order <= 2; ++order) {
            stream *s = &streams[n];
            spate_sim *sim = noisy_stream(s, order == 2);
            const double before = unrest(sim);
            ok(spate_advance_steps(sim, STEPS));
            char what[120];
            snprintf(what, sizeof what, "order %d, Courant number %g, Froude numbers %g, %g: noise",
                     order, s->courant, s->froude_x, s->froude_y);
            CHECK_AT_MOST(what, unrest(sim) / before, 1);
            spate_sim_destroy(sim);
        }
}

/* ---- a channel ---- */

enum { LENGTH = 100, WIDTH = 4 };
#define SLOPE 0.001
#define ROUGHNESS 0.03

static double sloping_bed(double x, double y, void *user)
{
    (void)y, (void)user;
    return SLOPE * (LENGTH * CELL - x);
}

static double still_level(double x, double y, void *level)
{
    (void)x, (void)y;
    return *(const double *)level;
}

static spate_sim *filling_channel(double discharge, double *level)
{
    static const double t0 = 0;
    const spate_series in = {1, &t0, &discharge, 0}, out = {1, &t0, level, 0};
    static int east = SPATE_EAST;
    const spate_boundary sea = {.name = "sea",
                                .kind = SPATE_BOUNDARY_LEVEL,
                                .takes = on_edge,
                                .user = &east,
                                .series = &out,
                                .series_count = 1};
    spate_options o;
    spate_sim *sim;
    spate_options_default(&o);
    o.scheme = "adi";
    o.backend = "cpu";
    o.nx = LENGTH, o.ny = WIDTH, o.dx = o.dy = CELL;
    o.threads = 1;
    o.friction = SPATE_FRICTION_MANNING;
    o.friction_coefficient = ROUGHNESS;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, sloping_bed, NULL));
    add_discharge(sim, "river", &west, &in, SLOPE);
    ok(spate_add_boundary(sim, &sea));
    ok(spate_set_level(sim, still_level, level));
    return sim;
}

/* From still water to uniform flow, at a Froude number of 0.26 and with the largest steps the
 * stream allows. Waves of 500 m are damped by at least a third of the friction rate, g n^2 u /
 * h^(4/3) = 0.0035/s: after two hours the initial state has no effect. The level row at the end
 * differs from uniform flow by a quarter of the fall over a cell, 0.05 % of the depth. */
static void a_channel_comes_to_uniform_flow(void)
{
    double depth = DEPTH;
    const double q = sqrt(SLOPE) / ROUGHNESS * pow(depth, 5.0 / 3.0);
    spate_sim *sim = filling_channel(q * WIDTH * CELL, &depth);
    ok(spate_advance(sim, 7200));
    double *h = field(sim, SPATE_DEPTH, LENGTH * WIDTH),
           *p = field(sim, SPATE_MOMENTUM_X, LENGTH * WIDTH), deep = 0, fast = 0;
    for (int k = 0; k < LENGTH * WIDTH; ++k) {
        deep = fmax(deep, fabs(h[k] / depth - 1));
        fast = fmax(fast, fabs(p[k] / q - 1));
    }
    CHECK_AT_MOST("depths off by", deep, 0.25 * SLOPE * CELL / depth);
    CHECK_AT_MOST("fluxes off by", fast, 1e-6);
    free(h), free(p);
    spate_sim_destroy(sim);
}

/* ---- a new rain map does not restart the scheme ---- */

static double shower(double x, double y, void *user)
{
    (void)user;
    return x + y < SIDE * CELL ? 1e-5 : 2e-5;
}

/* A stream in the rain; the same map is set again after every `often` steps. */
static double *rained_on(int often)
{
    static stream s = {2, 0.1, 0.05};
    spate_sim *sim = noisy_stream(&s, 1);
    for (int n = 0; n < 60; n += often) {
        ok(spate_set_rain_map(sim, shower, NULL));
        ok(spate_advance_steps(sim, often));
    }
    double *h = field(sim, SPATE_DEPTH, SIDE * SIDE);
    spate_sim_destroy(sim);
    return h;
}

static void a_rain_map_given_anew_changes_no_bit(void)
{
    double *once = rained_on(60), *often = rained_on(6);
    int unlike = 0;
    for (int k = 0; k < SIDE * SIDE; ++k)
        unlike += once[k] != often[k];
    printf("  %d cells of %d differ\n", unlike, SIDE * SIDE);
    CHECK(unlike == 0);
    free(once), free(often);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(noise_on_a_stream_does_not_grow);
    RUN(a_channel_comes_to_uniform_flow);
    RUN(a_rain_map_given_anew_changes_no_bit);
    spate_context_destroy(ctx);
    return check_done();
}
