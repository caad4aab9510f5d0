/* Claims about thin fast water in one forward Euler step: up to the Courant number of
 * fast_water_cfl the water that leaves a cell gives no velocity a new extremum, on any bed and with
 * any limiter; with steps twice as long, the limit of one direction, it does. Gravity is 0: what
 * pressure adds is another matter. */
#include "check.h"
#include "patch.h"
#include "physics/time_step.h"

enum { PATCHES = 3000 };

/* Wet cells with depths and beds up to 100 times apart, velocities in any direction or, every other
 * time, all of one quadrant, in which nothing meets. */
static patch draw_fast(double theta)
{
    patch p = {.h_dry = C(1e-7),
               .half_theta = (calc)(0.5 * theta),
               .inv_dx = (calc)(1 / draw_size(0.1, 100)),
               .inv_dy = (calc)(1 / draw_size(0.1, 100))};
    const double least = draw_below(2) ? -10 : 0, rough = draw_below(2);
    p.bilinear = draw_below(2);
    for (int j = 0; j < PATCH; ++j)
        for (int i = 0; i < PATCH; ++i) {
            const double h = draw_size(0.01, 1);
            p.bed[j][i] = (real)(floor(rough * draw_between(0, 2) * 256) / 256);
            p.h[j][i] = (real)h;
            p.hu[j][i] = (real)(h * draw_between(least, 10));
            p.hv[j][i] = (real)(h * draw_between(least, 10));
        }
    return p;
}

/* Fastest and deepest of a patch. */
typedef struct extent {
    double u, v, h;
} extent;

static extent extent_of(const patch *p)
{
    extent e = {0};
    for (int j = 0; j < PATCH; ++j)
        for (int i = 0; i < PATCH; ++i) {
            const kp_water q = patch_water(p, i, j);
            e = (extent){fmax(e.u, fabs((double)q.u)), fmax(e.v, fabs((double)q.v)),
                         fmax(e.h, (double)q.h)};
        }
    return e;
}

/* How far `value` lies beyond the values of a cell and its four neighbours. */
static double beyond(const patch *p, int i, int j, int of_v, double value)
{
    static const int step[5][2] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    double low = INFINITY, high = -INFINITY;
    for (int n = 0; n < 5; ++n) {
        const kp_water q = patch_water(p, i + step[n][0], j + step[n][1]);
        low = fmin(low, (double)(of_v ? q.v : q.u));
        high = fmax(high, (double)(of_v ? q.v : q.u));
    }
    return fmax(low - value, value - high);
}

typedef struct overshoot {
    double velocity; /* as a part of the fastest */
    double roundings;
    double depth; /* the least that was left, as a part of the depth before */
} overshoot;

/* One step of all cells. An update makes less than 32 roundings of half an eps; each is of depths or
 * momenta of the patch, of which no more than all crosses a cell in a step. */
static void step_of(const patch *p, double cfl, overshoot *worst)
{
    const extent e = extent_of(p);
    const double dt = cfl / (e.u * (double)p->inv_dx + e.v * (double)p->inv_dy);
    for (int j = 0; j < PATCH; ++j)
        for (int i = 0; i < PATCH; ++i) {
            const kp_surround f = patch_surround(p, i, j);
            const kp_conserved q = patch_update(p, &f, i, j, dt).q;
            const double h = (double)q.h, most[2] = {e.u, e.v};
            const double moved[2] = {(double)q.hu / h, (double)q.hv / h};
            worst->depth = fmin(worst->depth, h / (double)p->h[j][i]);
            for (int v = 0; v < 2 && h > 0; ++v) {
                const double over = beyond(p, i, j, v, moved[v]) / most[v];
                worst->velocity = fmax(worst->velocity, over);
                worst->roundings =
                    fmax(worst->roundings, over / (16 * (double)SPATE_CALC_EPSILON * e.h / h));
            }
        }
}

static overshoot overshoot_at(double (*cfl)(double theta))
{
    overshoot worst = {.depth = 1};
    for (int n = 0; n < PATCHES; ++n) {
        const double theta = n % 3 == 0 ? 1 : n % 3 == 1 ? 2 : draw_between(1, 2);
        const patch p = draw_fast(theta);
        step_of(&p, cfl(theta), &worst);
    }
    return worst;
}

static void no_velocity_gets_a_new_extremum(void)
{
    const overshoot o = overshoot_at(fast_water_cfl);
    CHECK_AT_MOST("velocity beyond its neighbours over its rounding bound", o.roundings, 1);
    /* 1 - 2 / (2 + theta) is left: a third with the flattest limiter. */
    CHECK_AT_MOST("a third less the least part of a depth that was left", 1. / 3 - o.depth,
                  200 * (double)SPATE_CALC_EPSILON);
}

static double twice_as_long(double theta)
{
    return 2 * fast_water_cfl(theta);
}

static void in_twice_the_step_velocities_run_away(void)
{
    const overshoot o = overshoot_at(twice_as_long);
    printf("  a velocity %.3g times the fastest beyond its neighbours; least depth %.3g\n",
           o.velocity, o.depth);
    CHECK(o.velocity > 0.1);
}

int main(void)
{
    RUN(no_velocity_gets_a_new_extremum);
    RUN(in_twice_the_step_velocities_run_away);
    return check_done();
}
