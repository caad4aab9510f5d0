/* Free overfalls at the edge (SPATE_BOUNDARY_OUTFALL) against known answers: a dam break, the
 * backwater curve up to critical depth at the brink, steady rain on level ground, no inflow,
 * symmetry. Usage: outfall [SCHEME]. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "edges.h"
#include "schemes/description.h"

static const char *scheme = "kurganov";
static const double G = 9.81;
static int edges[4] = {SPATE_WEST, SPATE_EAST, SPATE_SOUTH, SPATE_NORTH};
static const char *const names[4] = {"west", "east", "south", "north"};

static int implicit(void)
{
    return scheme_about(scheme)->implicit;
}

static double number(double x, double y, void *user)
{
    (void)x, (void)y;
    return *(const double *)user;
}

static void add_outfall(spate_sim *sim, int edge)
{
    const spate_boundary b = {.name = names[edge],
                              .kind = SPATE_BOUNDARY_OUTFALL,
                              .takes = on_edge,
                              .user = &edges[edge]};
    ok(spate_add_boundary(sim, &b));
}

/* A channel of `length` cells along the axis of its downstream edge, two cells wide. */
static spate_options channel(int length, double cell, int downstream)
{
    spate_options o;
    spate_options_default(&o);
    o.nx = downstream < SPATE_SOUTH ? length : 2;
    o.ny = downstream < SPATE_SOUTH ? 2 : length;
    o.dx = o.dy = cell;
    o.threads = 1;
    o.precision = 64;
    o.gravity = G;
    o.scheme = scheme;
    return o;
}

/* Number of the cell that lies n cells upstream of the brink. */
static int cell_at(int n, int length, int downstream)
{
    const int k = downstream == SPATE_EAST || downstream == SPATE_NORTH ? length - 1 - n : n;
    return downstream < SPATE_SOUTH ? k : 2 * k;
}

static spate_sim *make(spate_options o, double depth)
{
    double bed = 0;
    spate_sim *sim;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, number, &bed));
    ok(spate_set_depth(sim, number, &depth));
    return sim;
}

/* ---- a full channel whose end is removed ---- */

/* Ritter: until the wave has reached the other end, u = c = 2/3 sqrt(g h0) at the brink, so that
 * 8/27 h0 sqrt(g h0) flows out. Only the last cell of the rarefaction is not resolved: at most its
 * content, h0 dx, may leave too early or too late. */
static void a_full_channel_pours_out_as_in_the_dam_break_onto_nothing(void)
{
    enum { LENGTH = 200 };
    const double h0 = 2, cell = 1, c0 = sqrt(G * h0), t = 0.9 * LENGTH * cell / c0;
    for (int edge = 0; edge < 4; ++edge) {
        spate_sim *sim = make(channel(LENGTH, cell, edge), h0);
        spate_stats stats;
        add_outfall(sim, edge);
        ok(spate_advance(sim, t));
        ok(spate_get_stats(sim, &stats));
        const double exact = 8.0 / 27.0 * h0 * c0 * t * 2 * cell;
        printf("  %-5s %.4f m3 left, exact %.4f m3\n", names[edge], stats.left, exact);
        CHECK(fabs(stats.left - exact) <= h0 * cell * 2 * cell);
        CHECK(stats.entered == 0 && stats.mass_error < 1e-12);
        spate_sim_destroy(sim);
    }
}

/* ---- the backwater curve ---- */

/* How far upstream of the brink the depth is h on a level bed: dx/dh = -(1 - hc^3/h^3) / S_f with
 * S_f = n^2 q^2 h^(-10/3), integrated by hand. */
static double curve(double h, double q, double n)
{
    const double hc = cbrt(q * q / G);
    const double at_h = 3.0 / 13 * pow(h, 13.0 / 3) - 0.75 * hc * hc * hc * cbrt(h) * h;
    const double at_hc = (3.0 / 13 - 0.75) * pow(hc, 13.0 / 3);
    return (at_h - at_hc) / (n * n * q * q);
}

static double depth_of_curve(double distance, double q, double n)
{
    double low = cbrt(q * q / G), high = 100 * low;
    for (int k = 0; k < 100; ++k) {
        const double middle = 0.5 * (low + high);
        *(curve(middle, q, n) < distance ? &low : &high) = middle;
    }
    return low;
}

/* The brink is a point in theory and a cell on the grid: the start of the curve is known within a
 * cell, so the depth must lie between those of curves that begin one cell further up or down. For
 * implicit schemes only the brink is checked, because they claim no accuracy near critical flow
 * (docs/theory/adi.md). */
static void flow_draws_down_to_critical_depth_at_the_brink(void)
{
    enum { LENGTH = 100 };
    static const struct {
        double q, n, cell;
    } flows[] = {{0.1, 0.01, 0.1}, {1, 0.03, 2}, {5, 0.03, 5}};
    for (int k = 0; k < 3; ++k)
        for (int edge = k == 1 ? 0 : k; edge < 4; edge += k == 1 ? 1 : 4) {
            const double q = flows[k].q, n = flows[k].n, cell = flows[k].cell;
            const double hc = cbrt(q * q / G), t0 = 0, discharge = 2 * cell * q;
            const spate_series series = {1, &t0, &discharge, 0};
            spate_options o = channel(LENGTH, cell, edge);
            o.friction = SPATE_FRICTION_MANNING;
            o.friction_coefficient = n;
            spate_sim *sim = make(o, 2 * hc);
            add_outfall(sim, edge);
            add_discharge(sim, "in", &edges[edge ^ 1], &series, 0.001);
            /* Water stays for about 2 L / c. Five such times leave 1 % of the start, enough for
             * the brink; the whole curve gets twenty. */
            ok(spate_advance(sim, (implicit() ? 10 : 40) * LENGTH * cell / sqrt(G * hc)));
            double *h = field(sim, SPATE_DEPTH, 2 * LENGTH);
            const double brink = h[cell_at(0, LENGTH, edge)];
            double worst = 0;
            int outside = 0;
            for (int m = 1; m < LENGTH - 2; ++m) {
                const double got = h[cell_at(m, LENGTH, edge)], d = (m + 0.5) * cell;
                outside +=
                    got < depth_of_curve(d - cell, q, n) || got > depth_of_curve(d + cell, q, n);
                if (m >= 5)
                    worst = fmax(worst, fabs(got / depth_of_curve(d, q, n) - 1));
            }
            printf(
                "  %-5s q %.1f: brink %.4f m, critical %.4f m; from the fifth cell on within %.2f %%\n",
                names[edge], q, brink, hc, 100 * worst);
            CHECK(implicit() || outside == 0);
            CHECK(brink > 0.95 * hc && brink < depth_of_curve(cell, q, n));
            free(h);
            spate_sim_destroy(sim);
        }
}

/* ---- rain on level ground ---- */

/* Steady rain r on a strip with a wall at x = 0: q = r x, and momentum per width gives
 * dh/dx = -(S_f + 2 q r / (g h^2)) / (1 - q^2 / (g h^3)), from critical depth at the brink. Returns
 * the depths at the centres of cells, upwind of the brink by Runge-Kutta in steps much smaller than
 * a cell; the first one, where dh/dx is infinite, in h: x' = 1 / h'. */
static double slope_under_rain(double x, double h, double r, double n)
{
    const double q = r * x;
    return (n * n * q * q * pow(h, -10.0 / 3) + 2 * q * r / (G * h * h)) /
           (1 - q * q / (G * h * h * h));
}

static void profile_under_rain(double *h_out, int length, double cell, double r, double n)
{
    enum { FINE = 400 };
    const double L = length * cell, hc = cbrt(r * L * r * L / G);
    double x = L, h = hc * 1.02;
    /* Up to 2 % above critical: (1 - F^2) is 3 (h - hc)/hc to first order, so x falls by its
     * integral. */
    const double steep =
        n * n * (r * L) * (r * L) * pow(hc, -10.0 / 3) + 2 * r * L * r / (G * hc * hc);
    x -= 1.5 * 0.02 * 0.02 * hc / steep;
    for (int k = length - 1; k >= 0; --k) {
        const double to = (k + 0.5) * cell, step = (x - to) / FINE;
        for (int s = 0; s < FINE && step > 0; ++s) {
            const double k1 = slope_under_rain(x, h, r, n);
            const double k2 = slope_under_rain(x - step / 2, h + step / 2 * k1, r, n);
            const double k3 = slope_under_rain(x - step / 2, h + step / 2 * k2, r, n);
            const double k4 = slope_under_rain(x - step, h + step * k3, r, n);
            h += step / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
            x -= step;
        }
        h_out[k] = h;
    }
}

/* As above the brink is known within a cell: the depth lies between those of strips one cell
 * shorter and longer. */
static void rain_on_level_ground_stands_as_spatially_varied_flow_does(void)
{
    enum { LENGTH = 50 };
    const double cell = 10, n = 0.03, r = 50e-3 / 3600;
    double exact[LENGTH], shorter[LENGTH], longer[LENGTH + 1];
    profile_under_rain(exact, LENGTH, cell, r, n);
    profile_under_rain(shorter, LENGTH - 1, cell, r, n);
    profile_under_rain(longer, LENGTH + 1, cell, r, n);
    for (int edge = 0; edge < 4; edge += 3) {
        spate_options o = channel(LENGTH, cell, edge);
        o.friction = SPATE_FRICTION_MANNING;
        o.friction_coefficient = n;
        o.rain = r;
        spate_sim *sim = make(o, 0.05);
        add_outfall(sim, edge);
        ok(spate_advance(sim, 8 * 3600));
        double *h = field(sim, SPATE_DEPTH, 2 * LENGTH);
        int outside = 0;
        for (int m = 1; m < LENGTH; ++m) {
            const double got = h[cell_at(m, LENGTH, edge)];
            outside += got < shorter[LENGTH - 1 - m] || got > longer[LENGTH - 1 - m];
        }
        printf("  %-5s: at the wall %.4f m, exact %.4f m; at the brink %.4f m, critical %.4f m\n",
               names[edge], h[cell_at(LENGTH - 1, LENGTH, edge)], exact[0],
               h[cell_at(0, LENGTH, edge)], cbrt(r * r * LENGTH * cell * LENGTH * cell / G));
        CHECK(outside == 0);
        free(h);
        spate_sim_destroy(sim);
    }
}

/* A square kilometre with 50 mm of water. At first q = 8/27 h0 sqrt(g h0) leaves each edge, and
 * later as much as friction allows. With the depth in the middle H and the edges at critical depth,
 * nearly 0, a profile (H^(10/3) at the middle falls to 0 over 500 m: h^(10/3) h' = (n q)^2) carries
 * q = H^(13/6) (3/13/500)^(1/2) / n through an edge: with H = 50 mm 1.1e-3 m2/s, 4.3 m3/s over four
 * edges of a kilometre, so that half of 50 000 m3 leaves within about 2 h, and q falls as H^(13/6):
 * H/H0 = (1 + 7/6 t/T)^(-6/7) with T = 50 000 / 4.3 = 3.2 h. After 12 h a quarter remains. At most
 * twice that may remain; with `open` edges all of it does. */
static void a_level_square_kilometre_drains(void)
{
    enum { SIDE = 20 };
    spate_options o = channel(SIDE, 50, SPATE_EAST);
    o.ny = SIDE;
    o.friction = SPATE_FRICTION_MANNING;
    o.friction_coefficient = 0.03;
    spate_sim *sim = make(o, 0.05);
    for (int edge = 0; edge < 4; ++edge)
        add_outfall(sim, edge);
    ok(spate_advance(sim, 12 * 3600));
    spate_stats stats;
    ok(spate_get_stats(sim, &stats));
    printf("  %.0f m3 of 50000 m3 left the square in 12 h\n", stats.left);
    /* Where the step changes its length, adi extrapolates its fluxes in time, also through outer
     * faces. */
    CHECK(stats.volume < 0.5 * 50000 && stats.entered <= (implicit() ? 0.01 * stats.left : 0));
    spate_sim_destroy(sim);
}

/* ---- no inflow, symmetry ---- */

static double bowl(double x, double y, void *user)
{
    (void)user;
    return 300 + 0.02 * (x * x + y * y);
}

/* Water below its rim: nothing moves. */
static void nothing_comes_in(void)
{
    enum { SIDE = 24 };
    for (int precision = 32; precision <= 64; precision += 32)
        for (int model = 0; model < (implicit() ? 1 : 2); ++model) {
            double level = 301;
            spate_options o = channel(SIDE, 1, SPATE_EAST);
            o.ny = SIDE;
            o.x0 = o.y0 = -SIDE / 2;
            o.precision = precision;
            o.bed_model = model ? SPATE_BED_BILINEAR : SPATE_BED_CELLS;
            o.skip_still = 0;
            spate_sim *sim;
            spate_stats stats;
            ok(spate_sim_create(ctx, &o, &sim));
            ok(spate_set_bed(sim, bowl, NULL));
            ok(spate_set_level(sim, number, &level));
            for (int edge = 0; edge < 4; ++edge)
                add_outfall(sim, edge);
            ok(spate_advance_steps(sim, 100));
            ok(spate_get_stats(sim, &stats));
            CHECK(stats.entered == 0 && stats.left == 0 && stats.max_speed == 0);
            spate_sim_destroy(sim);
        }
}

typedef struct orientation {
    int mirrored, turned;
} orientation;

static double uneven(double x, double y, void *user)
{
    const orientation *d = user;
    const double a = d->mirrored ? -x : x;
    const double p = d->turned ? y : a, q = d->turned ? a : y;
    return 0.01 * p + 0.2 * sin(0.8 * p) * cos(0.5 * q + 1);
}

enum { SQUARE = 24 };
static double *drained(orientation d, spate_bed_model model)
{
    double level = 0.4;
    spate_options o = channel(SQUARE, 1, SPATE_EAST);
    o.ny = SQUARE;
    o.x0 = o.y0 = -SQUARE / 2;
    o.bed_model = model;
    o.friction = SPATE_FRICTION_MANNING;
    o.friction_coefficient = 0.03;
    o.rain = 1e-4;
    spate_sim *sim;
    spate_stats stats;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, uneven, &d));
    ok(spate_set_level(sim, number, &level));
    for (int edge = 0; edge < 4; ++edge)
        add_outfall(sim, edge);
    ok(spate_advance_steps(sim, 500));
    ok(spate_get_stats(sim, &stats));
    CHECK(stats.left > 0 && stats.entered > 0);
    double *h = field(sim, SPATE_DEPTH, SQUARE * SQUARE);
    spate_sim_destroy(sim);
    return h;
}

static void no_outfall_differs_from_its_mirror_image(void)
{
    for (int model = 0; model < 2; ++model) {
        const spate_bed_model bed = model ? SPATE_BED_BILINEAR : SPATE_BED_CELLS;
        double *first = drained((orientation){0, 0}, bed);
        for (int n = 1; n < 4; ++n) {
            const orientation d = {n & 1, n >> 1};
            double *other = drained(d, bed);
            int differ = 0;
            for (int j = 0; j < SQUARE; ++j)
                for (int i = 0; i < SQUARE; ++i) {
                    const int a = d.mirrored ? SQUARE - 1 - i : i;
                    const int p = d.turned ? j : a, q = d.turned ? a : j;
                    differ += other[j * SQUARE + i] != first[q * SQUARE + p];
                }
            CHECK(differ == 0);
            free(other);
        }
        free(first);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        scheme = argv[1];
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(a_full_channel_pours_out_as_in_the_dam_break_onto_nothing);
    RUN(flow_draws_down_to_critical_depth_at_the_brink);
    RUN(rain_on_level_ground_stands_as_spatially_varied_flow_does);
    RUN(a_level_square_kilometre_drains);
    RUN(nothing_comes_in);
    if (!implicit())
        RUN(no_outfall_differs_from_its_mirror_image);
    spate_context_destroy(ctx);
    return check_done();
}
