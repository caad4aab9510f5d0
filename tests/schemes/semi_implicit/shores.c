/* Claims about wetting and drying in the semi-implicit scheme, with steps of 10 to 100 times those of
 * an explicit scheme: mass is exact, depths are not negative, the water stands as high as the tide,
 * and a stream of one dimension has no velocity across. The tidal flat is case 2 of Buwalda (2020). */
#include <stdlib.h>

#include "analytic/edges.h"

#define GRAVITY 9.81
#define PI 3.14159265358979323846
#define PERIOD 43200.0

typedef struct flat {
    int nx, ny, islands;
    double courant, theta, hours;
    spate_drying drying;
    spate_transport transport;
    spate_friction_law friction;
    int precision;
} flat;

static double tide(double t)
{
    return 3 + 2 * sin(2 * PI / PERIOD * t);
}

static double gauss(double x, double y)
{
    return exp(-(x * x + y * y) / (40 * 40));
}

static double bed(double x, double y, void *user)
{
    const flat *f = user;
    const double slope = 4.5 * fmin(x / 250, 1);
    return f->islands ? slope + 4 * gauss(x - 90, y - 200) + 4 * gauss(x - 90, y - 400) : slope;
}

static double first_level(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return tide(0);
}

enum { TIMES = 289 }; /* every 5 minutes */

static void add_tide(spate_sim *sim)
{
    static double t[TIMES], level[TIMES];
    for (int n = 0; n < TIMES; ++n) {
        t[n] = 300.0 * n;
        level[n] = tide(t[n]);
    }
    const spate_series series = {TIMES, t, level, 0};
    const spate_boundary b = {.name = "tide",
                              .kind = SPATE_BOUNDARY_LEVEL,
                              .takes = on_edge,
                              .user = &west,
                              .series = &series,
                              .series_count = 1};
    ok(spate_add_boundary(sim, &b));
}

static spate_sim *begin(flat *f)
{
    spate_options o;
    spate_sim *sim = NULL;
    spate_options_default(&o);
    o.nx = f->nx;
    o.ny = f->ny;
    o.dx = o.dy = 600.0 / f->nx;
    o.scheme = "semi-implicit";
    o.precision = f->precision ? f->precision : 64;
    o.courant = f->courant;
    o.implicitness = f->theta;
    o.drying = f->drying;
    o.transport = f->transport;
    o.friction = f->friction;
    o.friction_coefficient = 0.02;
    o.threads = 1;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, bed, f));
    ok(spate_set_level(sim, first_level, f));
    add_tide(sim);
    return sim;
}

typedef struct outcome {
    double lag;    /* largest difference of the level from the tide below the mean level, m */
    double across; /* largest |hv| */
    double lowest; /* depth */
    spate_stats stats;
} outcome;

/* Looks every hour. Films on the slope, and the flat behind it, are left out: friction holds them
 * back. */
static outcome run(flat f)
{
    enum { MOST = 1600 };
    spate_sim *sim = begin(&f);
    outcome out = {.lowest = INFINITY};
    const int cells = f.nx * f.ny;
    CHECK(cells <= MOST);
    for (int hour = 1; hour <= f.hours; ++hour) {
        ok(spate_advance(sim, 3600.0 * hour));
        double *h = field(sim, SPATE_DEPTH, cells), *hv = field(sim, SPATE_MOMENTUM_Y, cells);
        for (int n = 0; n < cells; ++n) {
            const double x = (n % f.nx + 0.5) * 600 / f.nx, y = (n / f.nx + 0.5) * 600 / f.nx;
            const double level = h[n] + bed(x, y, &f), now = tide(3600.0 * hour);
            out.across = fmax(out.across, fabs(hv[n]));
            out.lowest = fmin(out.lowest, h[n]);
            if (x < 200 && bed(x, y, &f) < now - 0.1)
                out.lag = fmax(out.lag, fabs(level - now));
        }
        free(h);
        free(hv);
    }
    ok(spate_get_stats(sim, &out.stats));
    spate_sim_destroy(sim);
    return out;
}

/* An accepted step rounds each depth once, by half an epsilon, and boundaries add up in f64. */
static void check_mass(const outcome *o, int precision)
{
    const double epsilon = precision == 32 ? 0x1p-23 : 0x1p-52;
    CHECK(fabs(o->stats.mass_error) <= (double)o->stats.steps * epsilon);
    CHECK(o->lowest >= 0);
}

/* A wave needs 44 s to cross the water. In this time the tide changes by at most 2 * 2 pi / 12 h * 44
 * s = 0.0128 m. In a step of the longest length it changes by as much again for every 44 s. */
static double most_lag(const flat *f)
{
    const double step = f->courant * 600 / f->nx / sqrt(GRAVITY * 5);
    return 2 * (2 * PI / PERIOD) * (44 + fmin(step, 120));
}

static void a_tidal_flat_follows_the_tide_in_long_steps(void)
{
    static const double courants[] = {10, 30, 100}, thetas[] = {0.5, 0.55, 1};
    for (int c = 0; c < 3; ++c)
        for (int t = 0; t < 3; ++t) {
            const flat f = {.nx = 60,
                            .ny = 1,
                            .courant = courants[c],
                            .theta = thetas[t],
                            .hours = 24,
                            .drying = c == 1 ? SPATE_DRYING_MASKS : SPATE_DRYING_NEWTON,
                            .friction = SPATE_FRICTION_MANNING};
            const outcome o = run(f);
            char what[96];
            snprintf(what, sizeof what, "Courant %3g, theta %.2f, %5lld steps: lag, m", f.courant,
                     f.theta, (long long)o.stats.steps);
            CHECK_AT_MOST(what, o.lag, most_lag(&f));
            check_mass(&o, 64);
            CHECK(o.across == 0);
        }
}

static void transport_in_passes_and_along_paths_keeps_mass_too(void)
{
    for (int t = SPATE_TRANSPORT_SUBSTEPPED; t <= SPATE_TRANSPORT_LAGRANGIAN; ++t) {
        const flat f = {.nx = 60,
                        .ny = 1,
                        .courant = 50,
                        .theta = 0.55,
                        .hours = 24,
                        .transport = (spate_transport)t,
                        .friction = SPATE_FRICTION_MANNING};
        const outcome o = run(f);
        CHECK_AT_MOST("lag, m", o.lag, most_lag(&f));
        check_mass(&o, 64);
        CHECK(o.across == 0);
    }
}

/* Without friction waves slosh about the islands, so that only mass and signs are known. */
static void islands_are_flooded_and_left_dry(void)
{
    for (int n = 0; n < 4; ++n) {
        const flat f = {.nx = 40,
                        .ny = 40,
                        .islands = 1,
                        .courant = n % 2 ? 100 : 20,
                        .theta = n < 2 ? 0.55 : 1,
                        .hours = 4,
                        .precision = n == 3 ? 32 : 64,
                        .drying = n == 2 ? SPATE_DRYING_MASKS : SPATE_DRYING_NEWTON};
        const outcome o = run(f);
        printf("  Courant %g, theta %g: %lld steps, %lld redone, %.2f m/s\n", f.courant, f.theta,
               (long long)o.stats.steps, (long long)o.stats.redone, o.stats.max_speed);
        check_mass(&o, f.precision);
        CHECK(o.stats.max_speed < 2 * sqrt(GRAVITY * 5)); /* Ritter's front of all the water */
    }
}

/* ---- few wet cells ---- */

static double pit_bed(double x, double y, void *user)
{
    (void)user;
    return x > 2 && x < 3 && y > 2 && y < 3 ? 0 : 1;
}

static double half(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 0.5;
}

static void one_wet_cell_and_none_stay_as_they_are(void)
{
    for (int wet = 0; wet < 2; ++wet) {
        spate_options o;
        spate_sim *sim = NULL;
        spate_options_default(&o);
        o.nx = o.ny = 5;
        o.dx = o.dy = 1;
        o.scheme = "semi-implicit";
        o.precision = 64;
        o.dt_max = 10;
        ok(spate_sim_create(ctx, &o, &sim));
        ok(spate_set_bed(sim, pit_bed, NULL));
        if (wet)
            ok(spate_set_level(sim, half, NULL));
        ok(spate_advance(sim, 100));
        double *h = field(sim, SPATE_DEPTH, 25);
        for (int n = 0; n < 25; ++n)
            CHECK(h[n] == (wet && n == 12 ? 0.5 : 0));
        free(h);
        spate_sim_destroy(sim);
    }
}

int main(void)
{
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    RUN(a_tidal_flat_follows_the_tide_in_long_steps);
    RUN(transport_in_passes_and_along_paths_keeps_mass_too);
    RUN(islands_are_flooded_and_left_dry);
    RUN(one_wet_cell_and_none_stay_as_they_are);
    spate_context_destroy(ctx);
    return check_done();
}
