/* Edges of the implicit scheme where the level outside is too low to matter, or flow goes on
 * outside: a stream over a bump that leaves supercritically, a free overfall, a tide that falls
 * below the bed and comes back, uniform flow. */
#include <math.h>
#include <stdlib.h>

#include "cases/exact.h"
#include "edges.h"

static int east = SPATE_EAST;
enum { ROWS = 2 };
#define G 9.81

typedef struct channel {
    int cells, mirrored; /* mirrored: flow to the west */
    double d, slope, q, roughness;
    double (*bed)(double x);
} channel;

/* x along the flow. */
static double along(const channel *c, double x)
{
    return c->mirrored ? c->cells * c->d - x : x;
}

static double bed_at(double x, double y, void *user)
{
    const channel *c = user;
    (void)y;
    return c->bed ? c->bed(along(c, x)) : -c->slope * along(c, x);
}

static double number(double x, double y, void *user)
{
    (void)x, (void)y;
    return *(const double *)user;
}

static spate_sim *begin(channel *c, int precision, const spate_boundary *out)
{
    static const double t0 = 0;
    const double discharge = c->q * ROWS * c->d;
    const spate_series series = {1, &t0, &discharge, 0};
    spate_options o;
    spate_options_default(&o);
    o.nx = c->cells, o.ny = ROWS, o.dx = o.dy = c->d;
    o.threads = 1;
    o.precision = precision;
    o.scheme = "adi";
    o.friction = SPATE_FRICTION_MANNING;
    o.friction_coefficient = c->roughness;
    spate_sim *sim;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, bed_at, c));
    if (c->q > 0)
        add_discharge(sim, "in", c->mirrored ? &east : &west, &series, 0.001);
    spate_boundary b = *out;
    b.name = "out";
    b.takes = on_edge;
    b.user = c->mirrored ? &west : &east;
    ok(spate_add_boundary(sim, &b));
    return sim;
}

/* Depths along the flow; the caller frees them. */
static double *depths(spate_sim *sim, const channel *c)
{
    double *h = field(sim, SPATE_DEPTH, (int64_t)c->cells * ROWS);
    for (int i = 0; c->mirrored && 2 * i < c->cells; ++i) {
        const double other = h[i];
        h[i] = h[c->cells - 1 - i];
        h[c->cells - 1 - i] = other;
    }
    return h;
}

/* ---- critical flow over a bump, with a level outside that does not matter ---- */

static double bump(double x)
{
    return fmax(0.2 - 0.05 * (x - 10) * (x - 10), 0);
}

/* Relative L1 error of the depth. Flow is critical on the crest: the head is 0.2 m + 3/2 critical
 * depth (Bernoulli). Friction with n = 1e-4 takes less than 1e-5 m of head in 25 m. */
static double bump_error(double d, int precision, int mirrored, double level)
{
    const double t0 = 0, start = 0.66, q = 1.53;
    const spate_series series = {1, &t0, &level, 0};
    const spate_boundary out = {.kind = SPATE_BOUNDARY_LEVEL, .series = &series, .series_count = 1};
    channel c = {.cells = (int)lround(25 / d),
                 .d = d,
                 .q = q,
                 .roughness = 1e-4,
                 .bed = bump,
                 .mirrored = mirrored};
    spate_sim *sim = begin(&c, precision, &out);
    ok(spate_set_level(sim, number, (void *)&start));
    ok(spate_advance(sim, 200)); /* ten times the length at 1.3 m/s */
    double *h = depths(sim, &c), sum = 0, all = 0;
    for (int i = 0; i < c.cells; ++i) {
        const double x = (i + 0.5) * d;
        const double wanted =
            exact_bernoulli_depth(q, 0.2 + 1.5 * exact_critical_depth(q), bump(x), x < 10);
        sum += fabs(h[i] - wanted);
        all += wanted;
    }
    printf("  dx %.2f m, f%d, level %5.2f m: error %.2e, last cells %.4f %.4f m\n", d, precision,
           level, sum / all, h[c.cells - 2], h[c.cells - 1]);
    free(h);
    spate_sim_destroy(sim);
    return sum / all;
}

/* Transport is of first order in so fast a flow. Flux and depth in u both come from half a cell
 * upstream, so that the head at the crest is wrong by dx |d(u^2/2g)/dx|, which is dx |h_x| where F
 * = 1. There h_x^2 = -b'' h_c / 3 (the limit of h_x (1 - F^2) = -b'), with b'' = -0.1 and h_c =
 * 0.620 m: 0.144. Before the bump, where F^2 = 0.24, depth follows the head by 1 / (1 - F^2) =
 * 1.31, behind it by less. The mean depth is 0.69 m. */
static void a_stream_over_a_bump_leaves_as_fast_flow_does(void)
{
    const double bound = 0.144 * 1.31 / 0.69; /* 1/m */
    for (int mirrored = 0; mirrored < 2; ++mirrored) {
        const double coarse = bump_error(0.2, 64, mirrored, 0.66);
        const double fine = bump_error(0.1, 64, mirrored, 0.66);
        CHECK_AT_MOST("error", fine, 0.1 * bound);
        CHECK_AT_MOST("fine / coarse", fine / coarse, pow(2, -0.8)); /* first order, 0.8 required */
    }
    /* Below the sequent depth, 0.90 m, no level has an effect, not even one below the bed. */
    CHECK_AT_MOST("error", bump_error(0.2, 64, 0, 0.3), 0.2 * bound);
    CHECK_AT_MOST("error", bump_error(0.2, 64, 0, -1), 0.2 * bound);
    CHECK_AT_MOST("error", bump_error(0.2, 32, 0, 0.66), 0.2 * bound);
}

/* ---- a free overfall: the level outside is far below the bed ---- */

/* Depth at a distance upstream of the brink, where it is critical: h_x = -S_f / (1 - F^2) on a
 * level bed. The inverse function x(h) has no pole: x = integral of (F^2 - 1) / S_f dh from the
 * critical depth, by Simpson's rule. */
static double backwater_depth(double q, double n, double distance)
{
    double low = exact_critical_depth(q), high = 10 * low;
    for (int k = 0; k < 60; ++k) {
        const double h = 0.5 * (low + high), hc = exact_critical_depth(q);
        double x = 0;
        enum { PIECES = 200 };
        for (int m = 0; m <= PIECES; ++m) {
            const double at = hc + (h - hc) * m / PIECES;
            const double f =
                (1 - q * q / (G * at * at * at)) / (n * n * q * q / pow(at, 10.0 / 3.0));
            x += f * (m == 0 || m == PIECES ? 1 : m % 2 ? 4 : 2) * (h - hc) / (3 * PIECES);
        }
        *(x > distance ? &high : &low) = h;
    }
    return 0.5 * (low + high);
}

/* The row of the last face uses the critical depth at the edge, the level in the centre of the
 * last cell, half a cell away, and the mean depth of the two. The slope of the surface has a pole
 * there, so that the error is the fall over half a cell. Further upstream the surface depends less
 * and less on the brink, and the error is smaller. The fall over one cell is allowed everywhere. */
static void water_falls_over_an_edge_at_critical_depth(void)
{
    const double t0 = 0, level = -5, start = 0.8;
    const spate_series series = {1, &t0, &level, 0};
    const spate_boundary out = {.kind = SPATE_BOUNDARY_LEVEL, .series = &series, .series_count = 1};
    for (int k = 0; k < 4; ++k) {
        channel c = {.cells = 100, .d = 2, .q = 1, .roughness = 0.03, .mirrored = k % 2};
        spate_sim *sim = begin(&c, k < 2 ? 64 : 32, &out);
        ok(spate_set_depth(sim, number, (void *)&start));
        ok(spate_advance(sim, 1500)); /* seven times the length */
        double *h = depths(sim, &c);
        static const int up[] = {1, 2, 5, 20, 50};
        for (int n = 0; n < 5; ++n) {
            const double here = (up[n] - 0.5) * c.d;
            const double wanted = backwater_depth(c.q, c.roughness, here);
            const double fall = backwater_depth(c.q, c.roughness, here + 0.5 * c.d) -
                                backwater_depth(c.q, c.roughness, here - 0.5 * c.d);
            printf("  %2d cells up: %.4f m, backwater curve %.4f m\n", up[n], h[c.cells - up[n]],
                   wanted);
            CHECK_AT_MOST("difference", fabs(h[c.cells - up[n]] - wanted), fall);
        }
        free(h);
        spate_stats stats;
        ok(spate_get_stats(sim, &stats));
        CHECK_AT_MOST("mass error", fabs(stats.mass_error), k < 2 ? 1e-12 : 1e-5);
        spate_sim_destroy(sim);
    }
}

/* ---- a tide that falls below the bed, and comes back ---- */

/* A level bed of L = 400 m. At low tide water runs out against friction, q = h^(5/3) sqrt(h / L) /
 * n with the depth h at the inner end: L h_t = -q leaves h^(-7/6) = 7/6 t / (n L^(3/2)), 0.047 m
 * after two hours. At high tide the sloshing decays by friction, U_t = -4/(3 pi) g n^2 U^2 for the
 * amplitude U of the speed in a metre of water: U = 0.037 m/s is left after two hours of a steady
 * sea, however high it was, and U sqrt(h/g) = 0.012 m of height. */
static void a_tide_below_the_bed_empties_a_basin_and_fills_it_again(void)
{
    static const double t[] = {0, 3600, 10800, 14400, 21600}, tide[] = {1, -1, -1, 1, 1};
    const double start = 1;
    const spate_series series = {5, t, tide, 0};
    const spate_boundary out = {.kind = SPATE_BOUNDARY_LEVEL, .series = &series, .series_count = 1};
    for (int k = 0; k < 4; ++k) {
        channel c = {.cells = 40, .d = 10, .roughness = 0.03, .mirrored = k % 2};
        spate_sim *sim = begin(&c, k < 2 ? 64 : 32, &out);
        ok(spate_set_level(sim, number, (void *)&start));
        ok(spate_advance(sim, 10800));
        double *h = depths(sim, &c), most = 0, least = INFINITY;
        for (int i = 0; i < c.cells; ++i)
            most = fmax(most, h[i]);
        CHECK_AT_MOST("depth left at low tide", most, 0.047);
        free(h);
        ok(spate_advance(sim, 21600));
        h = depths(sim, &c);
        most = 0;
        for (int i = 0; i < c.cells; ++i) {
            most = fmax(most, h[i]);
            least = fmin(least, h[i]);
        }
        printf("  at high tide %.5f to %.5f m\n", least, most);
        CHECK_AT_MOST("away from the sea", fmax(most - 1, 1 - least), 0.012);
        free(h);
        spate_stats stats;
        ok(spate_get_stats(sim, &stats));
        CHECK_AT_MOST("mass error", fabs(stats.mass_error), k < 2 ? 1e-12 : 1e-5);
        spate_sim_destroy(sim);
    }
}

/* ---- uniform flow that goes on outside ---- */

/* After twenty times the length only rounding remains: a few hundred roundings of depths. */
static void uniform_flow_leaves_at_its_normal_depth(void)
{
    static const struct {
        double slope, depth, d;
    } cases[] = {{0.001, 1, 5}, {0.01, 0.28, 5}, {0.0001, 2, 20}};
    for (size_t k = 0; k < 2 * sizeof cases / sizeof *cases; ++k) {
        const double slope = cases[k / 2].slope, depth = cases[k / 2].depth, n = 0.03;
        const double speed = sqrt(slope) / n * pow(depth, 2.0 / 3.0);
        channel c = {.cells = 60,
                     .d = cases[k / 2].d,
                     .q = speed * depth,
                     .roughness = n,
                     .slope = slope,
                     .mirrored = k % 2};
        const spate_boundary out = {.kind = SPATE_BOUNDARY_NORMAL_DEPTH, .slope = slope};
        spate_sim *sim = begin(&c, 64, &out);
        double start = 0.7 * depth;
        ok(spate_set_depth(sim, number, &start));
        ok(spate_advance(sim, 20 * c.cells * c.d / speed));
        double *h = depths(sim, &c), worst = 0;
        for (int i = c.cells / 2; i < c.cells; ++i)
            worst = fmax(worst, fabs(h[i] / depth - 1));
        printf("  slope %g: last cells %.6f %.6f m, uniform %.6f m\n", slope, h[c.cells - 2],
               h[c.cells - 1], depth);
        CHECK_AT_MOST("away from uniform", worst, 500 * 0x1p-52);
        free(h);
        spate_sim_destroy(sim);
    }
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(a_stream_over_a_bump_leaves_as_fast_flow_does);
    RUN(water_falls_over_an_edge_at_critical_depth);
    RUN(a_tide_below_the_bed_empties_a_basin_and_fills_it_again);
    RUN(uniform_flow_leaves_at_its_normal_depth);
    spate_context_destroy(ctx);
    return check_done();
}
