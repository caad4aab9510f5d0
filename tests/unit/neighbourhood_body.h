/* Claims about a cell in its neighbourhood, slopes, faces and update together: no negative depth
 * at the largest accepted time step, rest, symmetry, mass. Both bed models. */
#include "check.h"
#include "patch.h"

enum { PATCHES = 2000 };

/* ---- random states ---- */

static calc draw_depth(double h_dry)
{
    switch (draw_below(8)) {
    case 0: return C(0);
    case 1: return (calc)(h_dry * draw_between(0, 1)); /* frozen */
    case 2: return (calc)(h_dry * draw_between(1, 10));
    default: return (calc)draw_size(1e-4, 20);
    }
}

static patch draw_empty(int bilinear)
{
    const double dry[] = {1e-7, 1e-5, 1e-3};
    return (patch){.bilinear = bilinear,
                   .g = C(9.81),
                   .h_dry = (calc)dry[draw_below(3)],
                   .half_theta = (calc)draw_between(0.5, 1),
                   .inv_dx = (calc)(1 / draw_size(0.1, 100)),
                   .inv_dy = (calc)(1 / draw_size(0.1, 100))};
}

/* Multiples of 2^-8, so that the mean of four corners is exact too. */
static void draw_bed(patch *p, double height)
{
    for (int j = 0; j < PATCH; ++j)
        for (int i = 0; i < PATCH; ++i)
            p->bed[j][i] = (real)(floor(draw_between(0, height) * 256) / 256);
}

/* Wet, dry and frozen cells, Froude numbers of 0.01 to 10000, in any direction. */
static patch draw_wild(int bilinear)
{
    patch p = draw_empty(bilinear);
    draw_bed(&p, draw_size(0.01, 30));
    const double froude = draw_size(0.01, 1e4), wet = draw_below(2);
    for (int j = 0; j < PATCH; ++j)
        for (int i = 0; i < PATCH; ++i) {
            const double h = wet > 0 ? draw_size(0.1, 10) : (double)draw_depth((double)p.h_dry);
            const double speed = froude * sqrt(9.81 * h);
            p.h[j][i] = (real)h;
            p.hu[j][i] = (real)(h * draw_between(-speed, speed));
            p.hv[j][i] = (real)(h * draw_between(-speed, speed));
        }
    return p;
}

/* Water that bursts from cell (2, 2) at up to 100/eps times its wave speed: all four faces take
 * what they can, which comes as near to emptying the cell as the bound allows. */
static patch draw_burst(int bilinear)
{
    patch p = draw_empty(bilinear);
    const double depth = draw_size(1e-3, 10),
                 froude = draw_size(1, 100 / (double)SPATE_CALC_EPSILON);
    const double speed = froude * sqrt(9.81 * depth);
    for (int j = 0; j < PATCH; ++j)
        for (int i = 0; i < PATCH; ++i) {
            const double h = depth * draw_between(0.9, 1.1);
            p.h[j][i] = (real)h;
            p.hu[j][i] = (real)(h * speed * (i - 2));
            p.hv[j][i] = (real)(h * speed * (j - 2));
        }
    return p;
}

/* ---- positivity ---- */

static double below(double dt)
{
#if SPATE_CALC_BITS == 32
    return (double)nextafterf((float)dt, 0);
#else
    return nextafter(dt, 0);
#endif
}

/* The largest dt that finish() accepts (backend/common/step_clock.h). */
static double accepted_dt(double face_rate)
{
    double dt = round_dt(FACE_CFL_LIMIT / face_rate);
    while (dt * face_rate > FACE_CFL_LIMIT)
        dt = below(dt);
    return dt;
}

/* Returns what is left of the depth. */
static double check_depth(const patch *p, int i, int j)
{
    const kp_surround f = patch_surround(p, i, j);
    const calc rate = kp_wave_rate(&f, p->inv_dx, p->inv_dy);
    const double h = (double)patch_state(p, i, j).h;
    if (!(rate > C(0)))
        return 1;
    const kp_result r = patch_update(p, &f, i, j, accepted_dt(2 * (double)rate));
    CHECK(r.q.h >= C(0));
    CHECK(r.face_rate == rate); /* not the infinity of a wrong depth */
    return h > 0 ? (double)r.q.h / h : 1;
}

/* dt * 2 (a_x/dx + a_y/dy) <= 1, the bound that a redone step falls back to. */
static void depths_stay_positive_at_half_a_crossing(void)
{
    double least = 1;
    for (int n = 0; n < PATCHES; ++n) {
        const patch wild = draw_wild(n % 2), burst = draw_burst(n % 2);
        for (int j = 0; j < PATCH; ++j)
            for (int i = 0; i < PATCH; ++i)
                least = fmin(least, check_depth(&wild, i, j));
        least = fmin(least, check_depth(&burst, 2, 2));
    }
    /* The test reaches the bound: of some cell no more is left than the margin of 16 eps and the
     * roundings of the update (8, of half an eps), and what waves slower by 100/eps hold back. */
    CHECK_AT_MOST("least share of a depth that was left / eps", least / (double)SPATE_CALC_EPSILON,
                  21);
}

/* A stage at the limit of the waves, as the clock judges it: the depth is positive, or the step is
 * redone, once, and then it is. */
static int redone_at_the_limit(const patch *p, int i, int j)
{
    const kp_surround f = patch_surround(p, i, j);
    const calc wave = kp_wave_rate(&f, p->inv_dx, p->inv_dy);
    if (!(wave > C(0)))
        return 0;
    const double dt = accepted_dt((double)wave);
    const kp_result r = patch_update(p, &f, i, j, dt);
    if (dt * (double)r.face_rate <= FACE_CFL_LIMIT) {
        CHECK(r.q.h >= C(0));
        return 0;
    }
    CHECK(r.q.h < C(0) && isfinite((double)r.face_rate));
    const double shorter = redo_dt((double)r.face_rate);
    const kp_result again = patch_update(p, &f, i, j, shorter);
    CHECK(again.q.h >= C(0) && shorter * (double)again.face_rate <= FACE_CFL_LIMIT);
    return 1;
}

static void a_step_at_the_limit_leaves_depths_positive_or_is_redone_once(void)
{
    int redone = 0, cells = 0;
    for (int n = 0; n < PATCHES; ++n) {
        const patch wild = draw_wild(n % 2), burst = draw_burst(n % 2);
        for (int j = 0; j < PATCH; ++j)
            for (int i = 0; i < PATCH; ++i, ++cells)
                redone += redone_at_the_limit(&wild, i, j);
        redone += redone_at_the_limit(&burst, 2, 2);
        ++cells;
    }
    printf("  cells of random states that would give more than they have: %d of %d\n", redone,
           cells);
    CHECK(redone > 0 && redone < cells);
}

/* Conversely, without the limit depths become negative, and the rate shows by how much the step
 * was too long. */
static void a_negative_depth_has_the_rate_of_too_long_a_step(void)
{
    int negative = 0;
    for (int n = 0; n < PATCHES; ++n) {
        const patch p = draw_burst(n % 2);
        const kp_surround f = patch_surround(&p, 2, 2);
        const calc rate = C(2) * kp_wave_rate(&f, p.inv_dx, p.inv_dy);
        const kp_result r = patch_update(&p, &f, 2, 2, 8 * accepted_dt((double)rate));
        CHECK(r.face_rate == (r.q.h < C(0) ? rate : C(0.5) * rate));
        negative += r.q.h < C(0);
    }
    printf("  negative depths at 8 times the step: %d of %d\n", negative, (int)PATCHES);
    CHECK(negative > PATCHES / 2);
}

/* ---- rest ---- */

/* A lake on a random bed, islands, frozen films on dry land, lakes above: no bit changes. */
static void a_lake_at_rest_is_an_exact_fixed_point(void)
{
    int wet = 0, dry = 0;
    for (int n = 0; n < PATCHES; ++n) {
        patch p = draw_empty(n % 2);
        draw_bed(&p, 30);
        const double level = floor(draw_between(0, 40) * 256) / 256;
        for (int j = 0; j < PATCH; ++j)
            for (int i = 0; i < PATCH; ++i) {
                const double h = level - (double)patch_bed(&p, i, j).centre;
                p.h[j][i] = (real)(h > 0 ? h : draw_below(2) ? 0.5 * (double)p.h_dry : 0.0);
                wet += h > 0, dry += h <= 0;
            }
        for (int j = 0; j < PATCH; ++j)
            for (int i = 0; i < PATCH; ++i) {
                const kp_surround f = patch_surround(&p, i, j);
                const kp_result r = patch_update(&p, &f, i, j, 0.1);
                CHECK(r.q.h == (calc)p.h[j][i] && r.q.hu == C(0) && r.q.hv == C(0));
            }
    }
    printf("  %d cells under water, %d above\n", wet, dry);
    CHECK(wet > 1000 && dry > 1000);
}

/* All is linear around cell (2, 2), so that both sides of each face agree and only the slope of
 * the level is left: momentum' = -g h dw/dx. Binary fractions: no tolerance. */
static void a_tilted_level_pulls_by_gravity_times_depth_times_slope(void)
{
    for (int bilinear = 0; bilinear < 2; ++bilinear) {
        patch p = {.bilinear = bilinear,
                   .g = C(8),
                   .h_dry = C(1e-5),
                   .half_theta = C(0.75),
                   .inv_dx = C(0.5),
                   .inv_dy = C(1)};
        for (int j = 0; j < PATCH; ++j)
            for (int i = 0; i < PATCH; ++i)
                p.bed[j][i] = (real)(0.5 * i - 0.25 * j);
        for (int j = 0; j < PATCH - 1; ++j) /* the last ones are beyond the stencil */
            for (int i = 0; i < PATCH - 1; ++i)
                p.h[j][i] = (real)(8 + 0.125 * i - 0.375 * j) - (real)patch_bed(&p, i, j).centre;
        const kp_surround f = patch_surround(&p, 2, 2);
        const kp_result r = patch_update(&p, &f, 2, 2, 0.0625);
        const calc h = (calc)p.h[2][2];
        CHECK(r.q.h == h);
        CHECK(r.q.hu == C(-0.0625 * 8 * 0.125 * 0.5) * h && r.q.hv == C(0.0625 * 8 * 0.375) * h);
    }
}

/* ---- symmetry ---- */

static patch turned(const patch *p) /* x and y swapped */
{
    patch t = *p;
    t.inv_dx = p->inv_dy, t.inv_dy = p->inv_dx;
    for (int j = 0; j < PATCH; ++j)
        for (int i = 0; i < PATCH; ++i) {
            t.h[j][i] = p->h[i][j], t.bed[j][i] = p->bed[i][j];
            t.hu[j][i] = p->hv[i][j], t.hv[j][i] = p->hu[i][j];
        }
    return t;
}

static patch mirrored(
    const patch *p) /* x reversed: cell i becomes PATCH - 1 - i, corner i PATCH - i */
{
    patch m = *p;
    for (int j = 0; j < PATCH; ++j)
        for (int i = 0; i < PATCH; ++i) {
            const int k = PATCH - 1 - i;
            m.h[j][i] = p->h[j][k], m.hu[j][i] = -p->hu[j][k], m.hv[j][i] = p->hv[j][k];
            m.bed[j][i] = p->bed[j][p->bilinear ? patch_wrap(PATCH - i) : k];
        }
    return m;
}

static void a_turned_or_mirrored_state_gives_the_turned_or_mirrored_update(void)
{
    for (int n = 0; n < PATCHES; ++n) {
        const patch p = draw_wild(n % 2), t = turned(&p), m = mirrored(&p);
        const int i = draw_below(PATCH), j = draw_below(PATCH);
        const kp_surround f = patch_surround(&p, i, j), ft = patch_surround(&t, j, i);
        const kp_surround fm = patch_surround(&m, PATCH - 1 - i, j);
        const double dt = 0.001;
        const kp_result r = patch_update(&p, &f, i, j, dt), rt = patch_update(&t, &ft, j, i, dt);
        const kp_result rm = patch_update(&m, &fm, PATCH - 1 - i, j, dt);
        CHECK(rt.q.h == r.q.h && rt.q.hu == r.q.hv && rt.q.hv == r.q.hu);
        CHECK(rt.face_rate == r.face_rate && rt.cell_rate == r.cell_rate);
        CHECK(rm.q.h == r.q.h && rm.q.hu == -r.q.hu && rm.q.hv == r.q.hv);
        CHECK(rm.face_rate == r.face_rate && rm.cell_rate == r.cell_rate);
    }
}

/* ---- mass ---- */

/* On the torus nothing enters or leaves. Per cell: dt/dx times a flux difference and the sum take 4
 * roundings of half an eps of each flux, the new depth one of itself. */
static void a_torus_keeps_its_water(void)
{
    const long double u = 0.5L * SPATE_CALC_EPSILON;
    long double worst = 0;
    for (int n = 0; n < PATCHES / 2; ++n) {
        const patch p = draw_wild(n % 2);
        calc rate = C(0);
        for (int j = 0; j < PATCH; ++j)
            for (int i = 0; i < PATCH; ++i) {
                const kp_surround f = patch_surround(&p, i, j);
                rate = max_r(rate, kp_wave_rate(&f, p.inv_dx, p.inv_dy));
            }
        if (!(rate > C(0)))
            continue;
        const double dt = accepted_dt((double)rate);
        long double gain = 0, bound = 0;
        for (int j = 0; j < PATCH; ++j)
            for (int i = 0; i < PATCH; ++i) {
                const kp_surround f = patch_surround(&p, i, j);
                const kp_result r = patch_update(&p, &f, i, j, dt);
                gain += (long double)r.q.h - (long double)p.h[j][i];
                bound += 4 * u * dt *
                             ((fabsl(f.east.mass) + fabsl(f.west.mass)) * p.inv_dx +
                              (fabsl(f.north.mass) + fabsl(f.south.mass)) * p.inv_dy) +
                         u * (long double)r.q.h;
            }
        worst = fmaxl(worst, fabsl(gain) / bound);
    }
    CHECK_AT_MOST("water gained over its rounding bound", worst, 1);
}

int main(void)
{
    RUN(depths_stay_positive_at_half_a_crossing);
    RUN(a_step_at_the_limit_leaves_depths_positive_or_is_redone_once);
    RUN(a_negative_depth_has_the_rate_of_too_long_a_step);
    RUN(a_lake_at_rest_is_an_exact_fixed_point);
    RUN(a_tilted_level_pulls_by_gravity_times_depth_times_slope);
    RUN(a_turned_or_mirrored_state_gives_the_turned_or_mirrored_update);
    RUN(a_torus_keeps_its_water);
    return check_done();
}
