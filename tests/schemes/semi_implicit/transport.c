/* Claims: a current carries velocities with it, in one pass, in several and along paths; the rotation
 * of the earth turns a current without changing its speed, and keeps one that is in balance with a
 * slope of the level. Wind and air pressure have their known effects. */
#include <stdlib.h>

#include "analytic/edges.h"

#define GRAVITY 9.81

static spate_options options_of(int64_t nx, int64_t ny, double cell)
{
    spate_options o;
    spate_options_default(&o);
    o.nx = nx;
    o.ny = ny;
    o.dx = o.dy = cell;
    o.scheme = "semi-implicit";
    o.precision = 64;
    o.threads = 1;
    return o;
}

static double zero(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 0;
}

static double given(double x, double y, void *user)
{
    (void)x, (void)y;
    return *(const double *)user;
}

static spate_sim *make(spate_options o, spate_field_fn depth, spate_field_fn u, spate_field_fn v,
                       void *user)
{
    spate_sim *sim = NULL;
    ok(spate_sim_create(ctx, &o, &sim));
    ok(spate_set_bed(sim, zero, NULL));
    ok(spate_set_depth(sim, depth, user));
    ok(spate_set_velocity(sim, u, v, user));
    return sim;
}

/* ---- a band of v in a stream along x ---- */

#define SPEED 0.5
enum { BAND_CELLS = 200, BAND_ROWS = 120 };

static double one(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 1;
}

static double stream(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return SPEED;
}

static double band(double x, double y, void *user)
{
    (void)y, (void)user;
    return 0.01 * exp(-(x - 95) * (x - 95) / (8 * 8));
}

/* Centre and width of the band in the middle row. Waves of 3.1 m/s from the walls do not reach it in
 * 8 s. */
static void look_at_band(spate_sim *sim, double *centre, double *width)
{
    double *hv = field(sim, SPATE_MOMENTUM_Y, BAND_CELLS * BAND_ROWS), sum = 0, first = 0,
           second = 0;
    for (int i = 65; i < 135; ++i) {
        const double v = hv[BAND_ROWS / 2 * BAND_CELLS + i], x = i + 0.5;
        sum += v;
        first += v * x;
        second += v * x * x;
    }
    *centre = first / sum;
    *width = sqrt(second / sum - *centre * *centre);
    free(hv);
}

/* The band moves by SPEED times the time, and first-order transport widens it by at most the
 * diffusion SPEED dx / 2: the variance grows by SPEED dx t. */
static void a_stream_carries_velocities_with_it(void)
{
    static const char *const names[] = {"explicit", "substepped", "lagrangian"};
    const double time = 8;
    for (int t = 0; t < 3; ++t)
        for (int limited = 0; limited < 2; ++limited) {
            spate_options o = options_of(BAND_CELLS, BAND_ROWS, 1);
            o.transport = (spate_transport)t;
            o.advection = limited ? SPATE_ADVECT_LIMITED : SPATE_ADVECT_MOMENTUM;
            o.courant = 4;
            spate_sim *sim = make(o, one, stream, band, NULL);
            double from, to, before, after;
            look_at_band(sim, &from, &before);
            ok(spate_advance(sim, time));
            look_at_band(sim, &to, &after);
            printf("  %-10s %s: moved by %.3f m of %.1f m, width %.2f m to %.2f m\n", names[t],
                   limited ? "limited " : "momentum", to - from, SPEED * time, before, after);
            /* the band is 1 % as fast as the stream, and bends it by as much */
            CHECK_NEAR(to - from, SPEED * time, 0.01 * SPEED * time);
            CHECK(after * after - before * before < SPEED * 1 * time + 0.05);
            spate_sim_destroy(sim);
        }
}

/* ---- rotation ---- */

/* In the middle of a wide lake a current turns with the period 2 pi / f. */
static void a_current_turns_with_the_earth(void)
{
    enum { SIDE = 41 };
    const double f = 1e-3, depth = 0.01, wave = sqrt(GRAVITY * depth), speed = 1e-4;
    const double quarter = 0.5 * 3.14159265358979323846 / f;
    spate_options o = options_of(SIDE, SIDE, 60); /* waves from the walls need 3900 s */
    CHECK(SIDE / 2 * 60.0 / wave > 2 * quarter);
    o.coriolis = f;
    o.flood_depth = 0.001;
    o.courant = 0.5;
    double user = depth;
    spate_sim *sim = make(o, given, given, zero, &user);
    user = speed;
    ok(spate_set_velocity(sim, given, zero, &user));
    ok(spate_advance(sim, quarter));
    double *hu = field(sim, SPATE_MOMENTUM_X, SIDE * SIDE),
           *hv = field(sim, SPATE_MOMENTUM_Y, SIDE * SIDE);
    const int middle = SIDE / 2 * SIDE + SIDE / 2;
    const double u = hu[middle] / depth / speed, v = hv[middle] / depth / speed;
    printf("  after a quarter of a turn (%.4f, %.4f) of the speed\n", u, v);
    /* Cayley's rotation by an angle a turns by a - a^3 / 12. With dt = 100 s the angle is 0.1, and
     * 16 steps lose 16 * 1e-3 / 12. */
    CHECK(fabs(u) < 2e-3 && fabs(v + 1) < 2e-3);
    free(hu);
    free(hv);
    spate_sim_destroy(sim);
}

/* A current along x between walls in balance with the slope of the level across: f u = -g dh/dy. */
#define BALANCE_F 1.0e-3
#define BALANCE_U 0.1

static double leaning(double x, double y, void *user)
{
    (void)x, (void)user;
    return 10 - BALANCE_F * BALANCE_U / GRAVITY * y;
}

static double current(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return BALANCE_U;
}

/* Walls end the current 5 km from the middle; waves from there need 500 s. In 200 s the current would
 * turn by 0.2 rad if it were not in balance. */
static void a_current_in_balance_stays_so(void)
{
    enum { LONG = 200, WIDE = 20 };
    spate_options o = options_of(LONG, WIDE, 50);
    o.coriolis = BALANCE_F;
    o.courant = 4;
    spate_sim *sim = make(o, leaning, current, zero, NULL);
    ok(spate_advance(sim, 200));
    double *hu = field(sim, SPATE_MOMENTUM_X, LONG * WIDE),
           *hv = field(sim, SPATE_MOMENTUM_Y, LONG * WIDE);
    const int middle = WIDE / 2 * LONG + LONG / 2;
    printf("  u %.5f m/s, v %.2g m/s\n", hu[middle] / 10, hv[middle] / 10);
    /* A fortieth of the turn without balance. The rotation itself is exact to (f dt)^3 = 8e-6, but an
     * implicit step carries some of the waves from the walls further than they would run. */
    CHECK(fabs(hu[middle] / 10 / BALANCE_U - 1) < 0.005);
    CHECK(fabs(hv[middle] / 10) < 0.005 * BALANCE_U);
    free(hu);
    free(hv);
    spate_sim_destroy(sim);
}

/* ---- wind ---- */

/* Wind over a closed lake piles the water up until tau / rho = g h slope. */
static void wind_piles_water_up(void)
{
    enum { LONG = 40, WIDE = 4 };
    const double t = 0, stress = 1e-4, none = 0;
    const spate_series east = {1, &t, &stress, 0}, north = {1, &t, &none, 0};
    spate_options o = options_of(LONG, WIDE, 100);
    o.implicitness = 1;
    o.courant = 20;
    double depth = 5;
    spate_sim *sim = make(o, given, zero, zero, &depth);
    ok(spate_set_wind(sim, &east, &north));
    ok(spate_advance(sim, 40000)); /* backward Euler has damped the seiche of 1140 s */
    double *h = field(sim, SPATE_DEPTH, LONG * WIDE);
    const double slope = (h[LONG - 2] - h[1]) / ((LONG - 3) * 100.0);
    printf("  slope %.6g, in balance %.6g\n", slope, stress / (GRAVITY * depth));
    /* linear in the set-up of 8 mm over 5 m */
    CHECK_NEAR(slope, stress / (GRAVITY * depth), 2e-3 * stress / (GRAVITY * depth));
    free(h);
    spate_sim_destroy(sim);
}

/* ---- air ---- */

static double low_pressure(double x, double y, void *user)
{
    (void)y, (void)user;
    return 100 + GRAVITY * 1e-5 * x; /* 1 cm of water in a kilometre */
}

static void air_pressure_tilts_a_lake(void)
{
    enum { LONG = 40, WIDE = 4 };
    spate_options o = options_of(LONG, WIDE, 100);
    o.implicitness = 1;
    o.courant = 20;
    double depth = 5;
    spate_sim *sim = make(o, given, zero, zero, &depth);
    ok(spate_set_air_pressure(sim, low_pressure, NULL, 0, 100));
    ok(spate_advance(sim, 40000));
    double *h = field(sim, SPATE_DEPTH, LONG * WIDE);
    const double slope = (h[LONG - 1] - h[0]) / ((LONG - 1) * 100.0);
    printf("  slope %.8g, that of the pressure -1e-05\n", slope);
    CHECK_NEAR(slope, -1e-5, 1e-5 * 1e-4);
    free(h);
    spate_sim_destroy(sim);
}

int main(void)
{
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    RUN(a_stream_carries_velocities_with_it);
    RUN(a_current_turns_with_the_earth);
    RUN(a_current_in_balance_stays_so);
    RUN(wind_piles_water_up);
    RUN(air_pressure_tilts_a_lake);
    spate_context_destroy(ctx);
    return check_done();
}
