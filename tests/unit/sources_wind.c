/* Wind against the surface slope it holds, and free flow on a rotating earth. */
#include "sources.h"

enum { LENGTH = 50, WIDTH = 4 };

/* Difference of h^2 between the ends, and the depths, after a slow rise of the wind along
 * an axis. */
static double set_up(int along_y, double *depths)
{
    spate_options opt = api_options();
    opt.nx = along_y ? WIDTH : LENGTH;
    opt.ny = along_y ? LENGTH : WIDTH;
    opt.dx = opt.dy = 20;
    /* The slowest seiche takes 2 L / sqrt(g h) = 451 s; the wind rises over 20 of them. */
    const double t[2] = {0, 20 * 2 * LENGTH * 20 / sqrt(9.81 * 2)}, stress[2] = {0, 1e-3};
    const spate_series wind = {2, t, stress, 0};
    spate_sim *sim = basin(&opt, nothing, 2);
    MUST(along_y ? spate_set_wind(sim, NULL, &wind) : spate_set_wind(sim, &wind, NULL));
    MUST(spate_advance(sim, t[1] + 100));
    MUST(spate_get_field(sim, SPATE_DEPTH, depths));
    spate_sim_destroy(sim);
    const double first = depths[0], last = depths[LENGTH * WIDTH - 1];
    return last * last - first * first;
}

/* Steady: g h dh/dx = stress, so h^2 rises by 2 stress (x2 - x1) / g. What a linear rise over T
 * leaves of the seiche is at most 2 / (omega T) = 1 / (20 pi) = 1.6 %; the scheme's own error is
 * far less. */
static void wind_holds_the_slope_of_its_stress(void)
{
    static double x[LENGTH * WIDTH], y[LENGTH * WIDTH];
    const double expected = 2 * 1e-3 * (LENGTH - 1) * 20 / 9.81;
    CHECK_AT_MOST("relative error of the set-up", fabs(set_up(0, x) / expected - 1), 0.02);
    set_up(1, y);
    int same = 1;
    for (int i = 0; i < LENGTH; ++i)
        for (int j = 0; j < WIDTH; ++j)
            same = same && x[j * LENGTH + i] == y[i * WIDTH + j];
    CHECK(same); /* the transposed basin, to the bit */
}

static double east(double x, double y, void *user)
{
    (void)x;
    (void)y;
    (void)user;
    return 0.5;
}

/* One inertial period in periodic water: the velocity turns clockwise once. SSP-RK2 with z = f dt
 * is late by z^2/6 and grows by z^3/8 of each turn's angle. */
static void free_flow_turns_with_the_inertial_period(void)
{
    spate_options opt = api_options();
    opt.nx = opt.ny = 8;
    opt.dx = opt.dy = 1000;
    opt.coriolis = 1e-4;
    opt.dt_max = 24;
    for (int e = 0; e < 4; ++e)
        opt.edges[e] = SPATE_PERIODIC;
    spate_sim *sim = basin(&opt, nothing, 10);
    MUST(spate_set_velocity(sim, east, NULL, NULL));
    double u[64], v[64], worst = 0;
    const double turn = 8 * atan(1), z = 1e-4 * 24;
    for (int quarter = 1; quarter <= 4; ++quarter) {
        const double angle = turn * quarter / 4;
        MUST(spate_advance(sim, angle / 1e-4));
        MUST(spate_get_field(sim, SPATE_VELOCITY_X, u));
        MUST(spate_get_field(sim, SPATE_VELOCITY_Y, v));
        worst = fmax(worst, hypot(u[9] - 0.5 * cos(angle), v[9] + 0.5 * sin(angle)) / 0.5);
    }
    CHECK_AT_MOST("longest step, s", stats_of(sim).dt, 24);
    CHECK_AT_MOST("error of the velocity", worst, turn * (z * z / 6 + z * z * z / 8));
    spate_sim_destroy(sim);
}

static void wrong_wind_is_refused(void)
{
    const spate_options opt = api_options();
    const double t = 0, gale = 20;
    spate_sim *sim = basin(&opt, nothing, 0.1);
    CHECK(spate_set_wind(sim, &(spate_series){1, &t, &gale, 0}, NULL) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "m2/s2");
    MUST(spate_set_wind(sim, NULL, NULL));
    spate_sim_destroy(sim);
}

static void all(void)
{
    RUN(wind_holds_the_slope_of_its_stress);
    RUN(free_flow_turns_with_the_inertial_period);
    RUN(wrong_wind_is_refused);
}

int main(void)
{
    return run_tests(all);
}
