/* Waves of the ADI scheme at any Courant number: the exact dispersion relation of its linear form,
 * mirror images, and a bore, for which it is not made. */
#include <stdlib.h>

#include "edges.h"

static const double PI = 3.14159265358979323846;
#define GRAVITY 9.81
#define EPSILON 0x1p-53

static spate_options basin(int64_t nx, int64_t ny, double d, double dt)
{
    spate_options o;
    spate_options_default(&o);
    o.scheme = "adi";
    o.backend = "cpu";
    o.nx = nx, o.ny = ny, o.dx = o.dy = d;
    o.threads = 1;
    o.courant = 100; /* dt_max sets the step */
    o.dt_max = dt;
    return o;
}

static double flat_bed(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 0;
}

static spate_sim *filled(const spate_options *o, spate_field_fn depth, void *user)
{
    spate_sim *sim;
    ok(spate_sim_create(ctx, o, &sim));
    ok(spate_set_bed(sim, flat_bed, NULL));
    ok(spate_set_depth(sim, depth, user));
    return sim;
}

/* ---- dispersion ----
 *
 * Along x: zeta' = zeta - dt d/dx (p + p')/2 and p' = p - g h dt d/dx (zeta + zeta')/2, the
 * trapezoidal rule; along y the same with q half a step later. Both turn a wave of wave number k
 * by w dt in a step,
 *     tan(w dt / 2) = C sin(k d / 2),      C = sqrt(g h) dt / d,
 * so that three amplitudes in a row obey a[n-1] + a[n+1] = 2 cos(w dt) a[n]. */

enum { WAVE_CELLS = 64 };
#define WAVE_DEPTH 10.0
#define WAVE_HEIGHT 1e-6

static double standing(double x, double y, void *axis)
{
    const double s = *(const int *)axis ? y : x;
    return WAVE_DEPTH + WAVE_HEIGHT * cos(2 * PI * s / WAVE_CELLS);
}

static double amplitude(spate_sim *sim, int axis)
{
    double *h = field(sim, SPATE_DEPTH, 4 * WAVE_CELLS), sum = 0;
    for (int k = 0; k < WAVE_CELLS; ++k)
        sum += (h[axis ? 4 * k : k] - WAVE_DEPTH) * cos(2 * PI * (k + 0.5) / WAVE_CELLS);
    free(h);
    return sum * 2 / WAVE_CELLS;
}

static void waves_of_any_courant_number_follow_the_trapezoidal_rule(void)
{
    static const double courants[] = {1, 2, 5, 10, 20};
    for (int axis = 0; axis < 2; ++axis)
        for (int c = 0; c < 5; ++c) {
            int along = axis;
            const double courant = courants[c], speed = sqrt(GRAVITY * WAVE_DEPTH);
            const spate_options o = axis ? basin(4, WAVE_CELLS, 1, courant / speed)
                                         : basin(WAVE_CELLS, 4, 1, courant / speed);
            spate_sim *sim = filled(&o, standing, &along);
            double a[4], worst = 0;
            for (int n = 0; n < 4; ++n) {
                ok(spate_advance_steps(sim, 1));
                a[n] = amplitude(sim, axis);
            }
            const double turn = 2 * atan(courant * sin(PI / WAVE_CELLS));
            for (int n = 1; n < 3; ++n)
                worst = fmax(worst, fabs(a[n - 1] + a[n + 1] - 2 * cos(turn) * a[n]));
            spate_stats stats;
            ok(spate_get_stats(sim, &stats));
            CHECK_NEAR(stats.dt, courant / speed, 1e-9 * stats.dt);
            /* Roundings of depths, a few in a step, are eps h each; nonlinear terms are height /
             * depth. */
            char what[80];
            snprintf(what, sizeof what, "along %c, Courant number %g: off by", axis ? 'y' : 'x',
                     courant);
            CHECK_AT_MOST(what, worst / WAVE_HEIGHT,
                          20 * (EPSILON * WAVE_DEPTH / WAVE_HEIGHT + WAVE_HEIGHT / WAVE_DEPTH));
            spate_sim_destroy(sim);
        }
}

/* ---- the wave in the centre (Aackermann & Pedersen 2012, figures of chapter 6: 10 m, 2 s, 70
 * steps) ---- */

enum { CENTRE_NX = 96, CENTRE_NY = 80, CENTRE_STEPS = 70 };

static double hump(double x, double y, void *user)
{
    (void)user;
    return 10 + exp(-(pow(x - 5 * CENTRE_NX, 2) + pow(y - 5 * CENTRE_NY, 2)) / 1e4);
}

/* Largest difference of a field and its mirror image; sign -1 for momentum across the mirror. */
static double unlike(const double *v, int mirror_y, double sign)
{
    double most = 0;
    for (int j = 0; j < CENTRE_NY; ++j)
        for (int i = 0; i < CENTRE_NX; ++i) {
            const int ii = mirror_y ? i : CENTRE_NX - 1 - i, jj = mirror_y ? CENTRE_NY - 1 - j : j;
            most = fmax(most, fabs(v[j * CENTRE_NX + i] - sign * v[jj * CENTRE_NX + ii]));
        }
    return most;
}

/* A line is eliminated from one end to the other: its mirror image differs by rounding only. The
 * error of a solve is at most 8 eps (its operations in a row) times the condition number 1 + 4 r,
 * r = C^2 / 4 for C = 2; two solves a step, no damping. */
static void a_wave_in_the_centre_keeps_its_mirror_images(void)
{
    const spate_options o = basin(CENTRE_NX, CENTRE_NY, 10, 2);
    spate_sim *sim = filled(&o, hump, NULL);
    ok(spate_advance_steps(sim, CENTRE_STEPS));
    const double off = CENTRE_STEPS * 2 * 8 * (1 + 4.4) * EPSILON, flux = 10 * sqrt(GRAVITY * 10);
    double *h = field(sim, SPATE_DEPTH, CENTRE_NX * CENTRE_NY);
    double *p = field(sim, SPATE_MOMENTUM_X, CENTRE_NX * CENTRE_NY);
    double *q = field(sim, SPATE_MOMENTUM_Y, CENTRE_NX * CENTRE_NY);
    double top = 0;
    for (int k = 0; k < CENTRE_NX * CENTRE_NY; ++k)
        top = fmax(top, fabs(h[k] - 10));
    printf("  after %d steps the wave is up to %.3f m high\n", CENTRE_STEPS, top);
    CHECK(top > 0.05); /* there is a wave */
    for (int y = 0; y < 2; ++y) {
        CHECK_AT_MOST(y ? "h, mirrored in y" : "h, mirrored in x", unlike(h, y, 1), 10 * off);
        CHECK_AT_MOST("  hu", unlike(p, y, y ? 1 : -1), flux * off);
        CHECK_AT_MOST("  hv", unlike(q, y, y ? -1 : 1), flux * off);
    }
    free(h), free(p), free(q);
    spate_sim_destroy(sim);
}

/* ---- tides in a channel that is closed at its end ---- */

#define TIDE_LENGTH 10000.0
#define TIDE_PERIOD 7200.0
enum { TIDE_SAMPLES = 100 };

typedef struct tide {
    const char *scheme;
    int cells;
    double courant, height, manning;
} tide;

static double tide_shape(double x, double y, void *height)
{
    (void)y;
    const double k = 2 * PI / TIDE_PERIOD / sqrt(GRAVITY * WAVE_DEPTH);
    return WAVE_DEPTH + *(const double *)height * cos(k * (TIDE_LENGTH - x)) / cos(k * TIDE_LENGTH);
}

static spate_options tidal_channel(const tide *c)
{
    spate_options o = basin(c->cells, 1, TIDE_LENGTH / c->cells, 0);
    o.scheme = c->scheme;
    o.courant = c->courant;
    o.friction = c->manning > 0 ? SPATE_FRICTION_MANNING : SPATE_FRICTION_NONE;
    o.friction_coefficient = c->manning;
    return o;
}

/* Fourier sums of the level at the closed end in the third period, over the height outside:
 * amplitude cos and sin. */
static void reply_to_tide(const tide *c, double reply[2])
{
    enum { POINTS = 2881 };
    static double t[POINTS], level[POINTS];
    double height = c->height;
    for (int k = 0; k < POINTS; ++k) {
        t[k] = k * 3 * TIDE_PERIOD / (POINTS - 1);
        level[k] = WAVE_DEPTH + height * cos(2 * PI * t[k] / TIDE_PERIOD);
    }
    const spate_series series = {POINTS, t, level, 0};
    const spate_boundary sea = {.name = "sea",
                                .kind = SPATE_BOUNDARY_LEVEL,
                                .takes = on_edge,
                                .user = &west,
                                .series = &series,
                                .series_count = 1};
    const spate_options o = tidal_channel(c);
    spate_sim *sim;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, flat_bed, NULL));
    ok(spate_add_boundary(sim, &sea));
    ok(spate_set_level(sim, tide_shape, &height));
    reply[0] = reply[1] = 0;
    for (int n = 0; n < TIDE_SAMPLES; ++n) {
        const double at = TIDE_PERIOD * (2 + (double)n / TIDE_SAMPLES);
        ok(spate_advance(sim, at));
        double *w = field(sim, SPATE_LEVEL, c->cells);
        reply[0] += (w[c->cells - 1] - WAVE_DEPTH) * cos(2 * PI * at / TIDE_PERIOD);
        reply[1] += (w[c->cells - 1] - WAVE_DEPTH) * sin(2 * PI * at / TIDE_PERIOD);
        free(w);
    }
    for (int k = 0; k < 2; ++k)
        reply[k] *= 2.0 / (TIDE_SAMPLES * height);
    spate_sim_destroy(sim);
}

/* Linear theory: 1 / cos(kL), a little less because the centre of the last cell is half a cell
 * before the end. */
static double tide_error(int cells)
{
    const tide c = {.scheme = "adi", .cells = cells, .courant = 2, .height = 1e-5};
    const double k = 2 * PI / TIDE_PERIOD / sqrt(GRAVITY * WAVE_DEPTH);
    double reply[2];
    reply_to_tide(&c, reply);
    const double exact = cos(k * TIDE_LENGTH / (2 * cells)) / cos(k * TIDE_LENGTH);
    return hypot(reply[0] - exact, reply[1]) / exact;
}

static void a_tide_in_a_closed_channel_is_of_second_order(void)
{
    const double coarse = tide_error(25), fine = tide_error(50), finest = tide_error(100);
    printf("  errors %.2e, %.2e, %.2e: order %.2f\n", coarse, fine, finest, log2(fine / finest));
    CHECK(log2(fine / finest) > 1.8);
}

/* ---- a low dam breaks ---- */

enum { DAM_NX = 200, DAM_NY = 30 };

static double dam(double x, double y, void *user)
{
    (void)user;
    return x + 2 * y < 230 ? 10 : 9; /* oblique, so that both sweeps are tested */
}

/* Energy above that of still water of the same volume, per g and cell. */
static double energy(spate_sim *sim)
{
    const int64_t cells = DAM_NX * DAM_NY;
    double *h = field(sim, SPATE_DEPTH, cells), *p = field(sim, SPATE_MOMENTUM_X, cells),
           *q = field(sim, SPATE_MOMENTUM_Y, cells), mean = 0, sum = 0;
    for (int64_t k = 0; k < cells; ++k)
        mean += h[k] / (double)cells;
    for (int64_t k = 0; k < cells; ++k)
        sum += (p[k] * p[k] + q[k] * q[k]) / (2 * GRAVITY * h[k]) + 0.5 * pow(h[k] - mean, 2);
    free(h), free(p), free(q);
    return sum / (double)cells;
}

/* Stoker's bore is 0.5 m high at a Froude number of 0.05. The scheme has no shocks and turns it
 * into waves. But the water does not gain energy, no depth differs from rest by more than the
 * height of the dam, and mass is conserved. */
static void a_low_dam_break_stays_bounded_at_every_courant_number(void)
{
    static const double courants[] = {1, 5, 20};
    for (int c = 0; c < 3; ++c) {
        const spate_options o = basin(DAM_NX, DAM_NY, 1, courants[c] / sqrt(GRAVITY * 10));
        spate_sim *sim = filled(&o, dam, NULL);
        const double before = energy(sim);
        ok(spate_advance(sim, 30)); /* waves run 300 m: reflections from all walls */
        spate_stats stats;
        ok(spate_get_stats(sim, &stats));
        double *h = field(sim, SPATE_DEPTH, DAM_NX * DAM_NY), low = 99, high = 0;
        for (int k = 0; k < DAM_NX * DAM_NY; ++k)
            low = fmin(low, h[k]), high = fmax(high, h[k]);
        printf("  Courant number %g: %lld steps, depths from %.2f to %.2f m\n", courants[c],
               (long long)stats.steps, low, high);
        CHECK_AT_MOST("energy of the start", energy(sim) / before, 1);
        CHECK(low >= 8 && high <= 11);
        CHECK_AT_MOST("mass error", fabs(stats.mass_error), EPSILON * 4 * (double)stats.steps);
        free(h);
        spate_sim_destroy(sim);
    }
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(waves_of_any_courant_number_follow_the_trapezoidal_rule);
    RUN(a_wave_in_the_centre_keeps_its_mirror_images);
    RUN(a_tide_in_a_closed_channel_is_of_second_order);
    RUN(a_low_dam_break_stays_bounded_at_every_courant_number);
    spate_context_destroy(ctx);
    return check_done();
}
