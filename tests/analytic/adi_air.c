/* The ADI scheme under air pressure, with every method that solves its lines.
 *
 * Balance. In the rows air pressure is added to the predicted levels, as m of water: a = p / (rho
 * g). Forces vanish where w + a is the same everywhere, whatever the bed, so the inverse barometer
 * holds to rounding: w differs by -(p - p') / (rho g).
 *
 * A pressure wave P cos k(x - U t) over water of depth h carries a wave of levels with it (linear,
 * no friction):
 *     level = -(P / g) / (1 - U^2 / (g h)) cos k(x - U t),   flux = U level.
 * From U^2 < g h to U^2 > g h the sign changes: there is a resonance in between (Proudman 1929). */
#include <float.h>
#include <math.h>

#include "edges.h"

static const double GRAVITY = 9.81, USUAL = 101.325; /* m/s2, m2/s2 */
enum { NX = 8, NY = 3, CELLS = NX * NY };

/* ---- a basin of cells of 100 m; 10 hPa from end to end ---- */

static double bed(double x, double y, void *user)
{
    (void)user;
    return -4 + 1.5 * sin(0.01 * x) * cos(0.013 * y);
}

static double pressure(double x, double y, void *user)
{
    (void)user;
    return USUAL + 1e-3 * x + 3e-4 * y;
}

static double balanced(double x, double y, void *user)
{
    return (USUAL - pressure(x, y, user)) / GRAVITY;
}

static double flat(double x, double y, void *user)
{
    (void)x;
    (void)y;
    return user ? *(const double *)user : 0;
}

static spate_options basin(const char *backend, const char *lines)
{
    spate_options o;
    spate_options_default(&o);
    o.scheme = "adi";
    o.backend = backend;
    o.lines = lines;
    o.nx = NX;
    o.ny = NY;
    o.dx = o.dy = 100;
    o.courant = 5;
    return o;
}

/* Largest difference of level + pressure / g, and largest flux. */
static double imbalance(spate_sim *sim, double *flux)
{
    double *w = field(sim, SPATE_LEVEL, CELLS), *p = field(sim, SPATE_MOMENTUM_X, CELLS),
           *q = field(sim, SPATE_MOMENTUM_Y, CELLS);
    double low = INFINITY, high = -INFINITY;
    *flux = 0;
    for (int n = 0; n < CELLS; ++n) {
        const double x = 100 * (n % NX + 0.5), y = 100 * (n / NX + 0.5);
        const double head = w[n] + (pressure(x, y, NULL) - USUAL) / GRAVITY;
        low = fmin(low, head);
        high = fmax(high, head);
        *flux = fmax(*flux, fmax(fabs(p[n]), fabs(q[n])));
    }
    free(w);
    free(p);
    free(q);
    return high - low;
}

/* Noise in the difference of level plus air pressure between neighbours, m: levels and pressures
 * are rounded to eps of the largest of bed and level (6 m), and a difference has four such
 * roundings. */
static const double NOISE = 4 * DBL_EPSILON * 6, SHALLOWEST = 2.4;

/* Noise is the only force: g h dt / dx of it in a step. A flux changes levels as in a wave, by
 * flux / c up or down; the scheme lets no wave grow. */
static void stays_balanced(const char *backend, const char *lines)
{
    enum { STEPS = 50 };
    const spate_options o = basin(backend, lines);
    spate_sim *sim = NULL;
    spate_stats stats;
    double flux;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, bed, NULL));
    ok(spate_set_level(sim, balanced, NULL));
    ok(spate_set_air_pressure(sim, pressure, NULL, 0, USUAL));
    ok(spate_advance_steps(sim, STEPS));
    ok(spate_get_stats(sim, &stats));
    const double apart = imbalance(sim, &flux);
    const double pushed = STEPS * GRAVITY * 6 * stats.dt / 100 * NOISE;
    CHECK_AT_MOST("flux in balance", flux, pushed);
    CHECK_AT_MOST("m out of balance", apart, 2 * pushed / sqrt(GRAVITY * SHALLOWEST) + NOISE);
    spate_sim_destroy(sim);
}

/* From a flat level, with viscosity, which damps all motion (friction would leave a part that
 * decays as 1 / t). The remaining slope follows from its row: g h dt / dx times it equals a, b, c
 * times fluxes, at most 3 times the largest. */
static void finds_balance(const char *backend, const char *lines)
{
    spate_options o = basin(backend, lines);
    spate_sim *sim = NULL;
    spate_stats stats;
    double flux;
    o.viscosity = 1000;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, bed, NULL));
    ok(spate_set_level(sim, flat, NULL));
    ok(spate_set_air_pressure(sim, pressure, NULL, 0, USUAL));
    const double before = imbalance(sim, &flux);
    ok(spate_advance(sim, 8000));
    ok(spate_get_stats(sim, &stats));
    const double after = imbalance(sim, &flux);
    const double allowed = (NX + NY) * (3 * flux / (GRAVITY * SHALLOWEST * stats.dt / 100) + NOISE);
    CHECK_NEAR(before, (1e-3 * 100 * (NX - 1) + 3e-4 * 100 * (NY - 1)) / GRAVITY, NOISE);
    printf("  out of balance by %.3g m at first\n", before);
    CHECK_AT_MOST("m out of balance", after, allowed);
    CHECK(allowed < 1e-3 * before);
    spate_sim_destroy(sim);
}

/* ---- a sea beyond an open edge ---- */

static double level_behind_edge(const char *backend, const char *lines, double absorbing,
                                double reference, double air)
{
    const double t = 0, sea = 0.25;
    const spate_series series = {.count = 1, .t = &t, .value = &sea, .hold = 0};
    const spate_boundary b = {.name = "sea",
                              .kind = SPATE_BOUNDARY_LEVEL,
                              .takes = on_edge,
                              .user = &west,
                              .series = &series,
                              .series_count = 1,
                              .absorbing = absorbing};
    spate_options o = basin(backend, lines);
    spate_sim *sim = NULL;
    double level = 0.1;
    o.viscosity = 1000;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, bed, NULL));
    ok(spate_add_boundary(sim, &b));
    ok(spate_set_level(sim, flat, &level));
    ok(spate_set_air_pressure(sim, flat, &air, 0, reference));
    ok(spate_advance(sim, 20000));
    double *w = field(sim, SPATE_LEVEL, CELLS);
    level = w[CELLS - 1];
    free(w);
    spate_sim_destroy(sim);
    return level;
}

/* Viscosity damps the energy of a wave at the rate viscosity k^2. For the longest wave, four
 * basins long, k is pi / 1600 m: e^-(1000 k^2 / 2 20 000 s) = e^-38 of its height is left. Noise
 * adds a Courant number times itself in height every step, and lasts as long as such a wave: 2 /
 * (1000 k^2), some 8 steps. */
static void sea_stands_lower(const char *backend, const char *lines)
{
    const double lower = 0.25 - 2 / GRAVITY, k = 3.14159265358979323846 / (2 * 100 * NX);
    const double rate = 1000 * k * k,
                 step = basin(backend, lines).courant * 100 / sqrt(GRAVITY * 6);
    const double near = NOISE * (1 + basin(backend, lines).courant * 2 / rate / step);
    for (double absorbing = 0; absorbing <= 100; absorbing += 100) {
        CHECK_NEAR(level_behind_edge(backend, lines, absorbing, USUAL, USUAL + 2), lower, near);
        CHECK_NEAR(level_behind_edge(backend, lines, absorbing, (double)NAN, USUAL + 2), 0.25,
                   near);
        CHECK_NEAR(level_behind_edge(backend, lines, absorbing, USUAL + 2, USUAL + 2), 0.25, near);
    }
}

/* ---- a pressure wave ---- */

static const double LENGTH = 1000, DEPTH = 10, PUSH = 1e-5; /* m, m, m2/s2 */

typedef struct wave {
    double speed, t;
} wave;

static double wave_at(const wave *w, double x)
{
    return cos(2 * 3.14159265358979323846 / LENGTH * (x - w->speed * w->t));
}

static double wave_pressure(double x, double y, void *user)
{
    (void)y;
    return USUAL + PUSH * wave_at(user, x);
}

static double wave_level(double x, double y, void *user)
{
    const wave *w = user;
    (void)y;
    return -(PUSH / GRAVITY) / (1 - w->speed * w->speed / (GRAVITY * DEPTH)) * wave_at(w, x);
}

static double wave_velocity(double x, double y, void *user)
{
    const double level = wave_level(x, y, user);
    return ((const wave *)user)->speed * level / (DEPTH + level);
}

static double deep(double x, double y, void *user)
{
    (void)x;
    (void)y;
    (void)user;
    return -DEPTH;
}

/* Error after one wave length, over the height of the wave; one map for each cell that the wave
 * moves. */
static double wave_error(const char *backend, const char *lines, double speed, int n)
{
    spate_options o = basin(backend, lines);
    spate_sim *sim = NULL;
    wave w = {.speed = speed};
    o.nx = n;
    o.dx = o.dy = LENGTH / n;
    o.courant = 2;
    o.edges[SPATE_WEST] = o.edges[SPATE_EAST] = SPATE_PERIODIC;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, deep, NULL));
    ok(spate_set_level(sim, wave_level, &w));
    ok(spate_set_velocity(sim, wave_velocity, NULL, &w));
    ok(spate_set_air_pressure(sim, wave_pressure, &w, 0, USUAL));
    for (int k = 1; k <= n; ++k) {
        w.t = LENGTH / speed * k / n;
        ok(spate_set_air_pressure(sim, wave_pressure, &w, w.t, USUAL));
        ok(spate_advance(sim, w.t));
    }
    double *level = field(sim, SPATE_LEVEL, (int64_t)n * NY), sum = 0, top = 0;
    for (int i = 0; i < n; ++i) {
        const double right = wave_level((i + 0.5) * o.dx, 0, &w);
        sum += fabs(level[i] - right) / n;
        top = fmax(top, fabs(right));
    }
    free(level);
    spate_sim_destroy(sim);
    return sum / top;
}

/* Where waves of the scheme are slower than c by a fraction d, the error of the forced wave is 2 r
 * / (1 - r) d of its height, r = U^2 / (g h), with a free wave as high as the difference. There is
 * one map a step, dx / U, so that w dt = k dx, and d = (k dx)^2 / 24 in space + (w dt)^2 / 12 in
 * time (centred, second order) = (k dx)^2 / 8. Between two maps pressure is linear in time: an
 * error of (w dt)^2 / 8 of its height. */
static double resonance(double speed)
{
    const double r = speed * speed / (GRAVITY * DEPTH);
    return fabs(2 * r / (1 - r));
}

static double wave_number(int n) /* k dx */
{
    return 2 * 3.14159265358979323846 / n;
}

static double error_in_theory(double speed, int n)
{
    return (2 * resonance(speed) + 1) * pow(wave_number(n), 2) / 8;
}

/* The next terms are a fraction resonance (k dx)^2 of the first: the factor between two grids may
 * miss 4 by that much. */
static void moves_with_the_air(const char *backend, const char *lines, double speed)
{
    const double coarse = wave_error(backend, lines, speed, 32),
                 fine = wave_error(backend, lines, speed, 64);
    printf("  air at %g m/s: errors %.3g and %.3g, order %.2f\n", speed, coarse, fine,
           log2(coarse / fine));
    CHECK_AT_MOST("error with 32 cells", coarse, error_in_theory(speed, 32));
    CHECK_AT_MOST("error with 64 cells", fine, error_in_theory(speed, 64));
    CHECK_AT_MOST("2 - order", 2 - log2(coarse / fine),
                  resonance(speed) * pow(wave_number(32), 2) / log(2));
}

/* ---- claims ---- */

static const char *const ways[][2] = {{"cpu", "auto"},
                                      {"reference", "auto"},
                                      {"reference", "penta"}};
#define EACH_WAY(call)                                                                             \
    for (int n = 0; n < 3; ++n) {                                                                  \
        const char *const backend = ways[n][0], *const lines = ways[n][1];                         \
        call;                                                                                      \
    }

static void the_inverse_barometer_holds(void)
{
    EACH_WAY(stays_balanced(backend, lines))
    EACH_WAY(finds_balance(backend, lines))
}

static void levels_of_boundaries_are_for_a_reference_pressure(void)
{
    EACH_WAY(sea_stands_lower(backend, lines))
}

static void waves_of_pressure_move_waves_of_water(void)
{
    moves_with_the_air("cpu", "auto", 5);
    moves_with_the_air("cpu", "auto", 15); /* faster than waves */
    moves_with_the_air("reference", "auto", 5);
}

static void check_refused(spate_sim *sim, double air, double t, double reference, const char *why)
{
    const spate_status status = spate_set_air_pressure(sim, flat, &air, t, reference);
    CHECK(spate_exit_code(status) == 2 || spate_exit_code(status) == 3);
    CHECK_CONTAINS(spate_message(ctx), why);
}

static void wrong_pressures_are_refused(void)
{
    spate_options o = basin("cpu", "auto");
    spate_sim *sim = NULL;
    ok(spate_sim_create(ctx, &o, &sim));
    check_refused(sim, USUAL, 0, USUAL, "set the bed first");
    ok(spate_set_bed(sim, bed, NULL));
    check_refused(sim, 1.01325, 0, USUAL, "1013.25 hPa on 1000 kg/m3 is 101.325"); /* hPa as Pa */
    check_refused(sim, (double)NAN, 0, USUAL, "from 50 to 150");
    check_refused(sim, USUAL, 0, 1.01325, "the reference is 1.01325");
    check_refused(sim, USUAL, (double)NAN, USUAL, "does not follow");
    double air = USUAL;
    ok(spate_set_air_pressure(sim, flat, &air, 60, USUAL));
    check_refused(sim, USUAL, 60, USUAL, "a map of t = 60 s does not follow that of 60 s");
    ok(spate_set_air_pressure(sim, NULL, NULL, 0, 0));
    ok(spate_set_air_pressure(sim, flat, &air, 60, USUAL));
    spate_sim_destroy(sim);
    o.scheme = "kurganov";
    ok(spate_sim_create(ctx, &o, &sim));
    check_refused(sim, USUAL, 0, USUAL, "scheme \"kurganov\" has none");
    spate_sim_destroy(sim);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(the_inverse_barometer_holds);
    RUN(levels_of_boundaries_are_for_a_reference_pressure);
    RUN(waves_of_pressure_move_waves_of_water);
    RUN(wrong_pressures_are_refused);
    spate_context_destroy(ctx);
    return check_done();
}
