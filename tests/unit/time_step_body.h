/* Claims about the clock: the step from the rates, its end, the redo, the limit for rain, and
 * the carry of amounts too small to add. */
#include "backend/common/step_clock.h"
#include "check.h"

/* ---- the step ---- */

static void the_step_is_cfl_over_rate_within_its_limits(void)
{
    CHECK(step_dt(8, 0.25, 3600, 0, 1e9) == 0.03125);
    CHECK(step_dt(0, 0.25, 3600, 0, 1e9) == 3600); /* nothing moves */
    CHECK(step_dt(1e-9, 0.25, 3600, 0, 1e9) == 3600);
    CHECK(step_dt(8, 0.25, 0.015625, 0, 1e9) == 0.015625);
    CHECK(step_dt(8, 0.25, 3600, 10, 10.015625) == 0.015625); /* the end of the run */
    CHECK(step_dt(0, 0.25, 3600, 10, 11) == 1);
}

/* The kernels see (calc)dt; the clock must move by the same number. */
static void the_step_is_a_number_of_the_arithmetic(void)
{
    for (int n = 0; n < 10000; ++n) {
        const double dt = step_dt(draw_size(1e-3, 1e3), draw_between(0.01, 0.25), 3600, 0, 1e9);
        CHECK(dt == (double)(calc)dt && dt > 0);
    }
}

/* A part of no cells: only its clock. */
static grid_part part_of(spate_clock *clock, double cfl)
{
    return (grid_part){.clock = clock,
                       .params = {.cfl = cfl, .dt_limit = 3600, .dx = 1, .dy = 1, .stages = 1}};
}

/* A step in which some cell moves, as the stages report it. */
static void begin_moving(grid_part *p)
{
    clock_begin(p);
    p->clock->flags &= ~(uint32_t)CLOCK_STILL;
}

/* Steps of about 0.3 s to times that are no multiple of anything. What a rounded last step
 * leaves over is half an eps of it (one step more), then half an eps of that (another), then
 * less than t can show; and the rounded steps may themselves add up to one more. */
static void the_clock_ends_exactly_at_t_stop(void)
{
    int most = 0;
    for (int n = 0; n < 1000; ++n) {
        spate_clock c = {.t_stop = draw_size(1e-3, 30), .rate = draw_between(0.8, 0.9)};
        grid_part p = part_of(&c, 0.25);
        const int expected = (int)ceil(c.t_stop * c.rate / 0.25);
        const double rate = c.rate;
        while (c.t < c.t_stop && c.step < 1000) {
            begin_moving(&p);
            c.next_rate = rate;
            clock_finish(&p);
        }
        CHECK(c.t == c.t_stop);
        most = (int)c.step - expected > most ? (int)c.step - expected : most;
    }
    CHECK_AT_MOST("steps more than the CFL number asks for", most, 3);
}

/* ---- the redo ---- */

static void a_step_too_long_is_redone_with_a_shorter_one(void)
{
    spate_clock c = {.t = 5, .t_stop = 100, .rate = 1, .step = 7, .now = 1};
    grid_part p = part_of(&c, 0.25);
    begin_moving(&p);
    CHECK(c.dt == 0.25);
    c.face_rate = 8, c.next_rate = 3; /* dt * face_rate = 2 */
    clock_finish(&p);
    CHECK(c.flags == CLOCK_REDO && c.t == 5 && c.step == 7 && c.now == 1 && c.redone == 1 &&
          c.rate == 1);
    CHECK(c.dt == redo_dt(8) && c.dt * 8 <= FACE_CFL_LIMIT);
    /* 16 eps of the limit, half an eps of the rounding to the arithmetic, less in f64. */
    CHECK_NEAR(c.dt, 0.9 / 8, 0.9 / 8 * 17 * (double)SPATE_CALC_EPSILON);
    begin_moving(&p);
    CHECK(c.dt == redo_dt(8) && c.face_rate == 0 && c.next_rate == 0);
    c.face_rate = 8, c.next_rate = 3;
    clock_finish(&p);
    CHECK(c.flags == 0 && c.t == 5 + redo_dt(8) && c.step == 8 && c.now == 0 && c.redone == 1);
    CHECK(c.rate == 3);
}

static void a_step_at_the_limit_is_accepted(void)
{
    CHECK(FACE_CFL_LIMIT < 1 && FACE_CFL_LIMIT > 1 - 20 * (double)SPATE_CALC_EPSILON);
    spate_clock c = {.t_stop = 100, .rate = 0.25};
    grid_part p = part_of(&c, 0.25);
    begin_moving(&p);
    c.face_rate = FACE_CFL_LIMIT; /* dt = 1 */
    clock_finish(&p);
    CHECK(c.dt == 1 && c.flags == 0 && c.step == 1);
    begin_moving(&p);
    c.dt = 1, c.face_rate = 1;
    clock_finish(&p);
    CHECK(c.flags == CLOCK_REDO && c.step == 1);
}

static void an_infinite_rate_fails(void)
{
    spate_clock c = {.t_stop = 100, .rate = 1};
    grid_part p = part_of(&c, 0.25);
    begin_moving(&p);
    c.face_rate = INFINITY;
    clock_finish(&p);
    CHECK((c.flags & CLOCK_FAILED) && c.step == 0 && c.t == 0);
}

static void a_first_stage_too_long_explains_the_second(void)
{
    spate_clock c = {.t_stop = 100, .rate = 1};
    grid_part p = part_of(&c, 0.25);
    begin_moving(&p);
    c.first_face_rate = 8, c.face_rate = INFINITY;
    clock_finish(&p);
    CHECK(c.flags == CLOCK_REDO && c.dt == redo_dt(8));
    begin_moving(&p);
    c.first_face_rate = 2, c.face_rate = INFINITY; /* the first stage was short enough */
    clock_finish(&p);
    CHECK(c.flags & CLOCK_FAILED);
}

static void water_through_a_claimed_face_is_counted_with_its_sign(void)
{
    /* 4 and 8 m2/s outward through 2 m for 1/2 s by RK2: the mean, 6 m3; by Euler the first
     * stage, 4 m3. A flux to the west leaves in the west. */
    boundary_face rk2 = {.outward = 1, .stage_mass = {4, 8}, .volume = 1};
    boundary_face euler = {.outward = -1, .stage_mass = {-4, 0}};
    face_account(&rk2, NULL, 2, 0.5, 2);
    face_account(&euler, NULL, 1, 0.5, 2);
    CHECK(rk2.volume == 7 && euler.volume == 4);
    CHECK(rk2.stage_mass[0] == 0 && rk2.stage_mass[1] == 0);
}

/* dt sqrt(g r dt) (1/dx + 1/dy) = cfl; ten f64 roundings, and as many in forming the check. */
static void rain_of_one_step_cannot_outrun_its_cfl_condition(void)
{
    double worst = 0;
    for (int n = 0; n < 10000; ++n) {
        const double rain = draw_size(1e-7, 1e-3), cell = draw_size(0.1, 1000),
                     other = draw_size(0.1, 1000), cfl = draw_between(0.1, 0.9);
        const double dt = cbrt(rain_dt_cubed(rain, 9.81, cfl, cell, other));
        worst = fmax(worst, fabs(dt * sqrt(9.81 * rain * dt) * (1 / cell + 1 / other) / cfl - 1));
    }
    CHECK_AT_MOST("relative defect of the rain limit", worst, 20 * 0x1p-52);
}

/* ---- amounts too small to add ---- */

static double last_place(double h) /* of h in the stored precision */
{
    return ldexp(1, ilogb(h)) * (double)SPATE_CALC_EPSILON;
}

/* A million amounts, each of a thousandth of the last place: plain sums lose them all. The carry
 * is at most half a last place and is rounded once per amount: 10^6 * u/2 = 0.03 last places in
 * f32. */
static void a_million_small_amounts_arrive(void)
{
    long double worst = 0;
    const double depths[] = {0.1, 1, 10, 777};
    for (int n = 0; n < 4; ++n) {
        const calc start = (calc)depths[n], amount = (calc)(1.2345e-3 * last_place(depths[n]));
        calc h = start, carry = C(0);
        for (int k = 0; k < 1000000; ++k)
            h = add_with_carry(h, amount, &carry);
        CHECK(start + amount == start);
        const long double exact = (long double)start + 1000000.0L * amount;
        worst = fmaxl(worst, fabsl(h - exact) / last_place(depths[n]));
        CHECK_NEAR((long double)h + carry, exact, 0.04L * last_place(depths[n]));
    }
    CHECK_AT_MOST("error of the depth in last places", worst, 0.54);
}

/* Where the pending sum is exact, nothing at all is lost: here all are multiples of one number. */
static void depth_and_carry_together_are_exact(void)
{
    const calc unit = C(0.0625) * SPATE_CALC_EPSILON; /* a sixteenth of the last place of 1 */
    calc h = C(1), carry = C(0);
    long double exact = 1;
    for (int n = 0; n < 100000; ++n) {
        const calc amount = C(draw_below(64)) * unit;
        h = add_with_carry(h, amount, &carry);
        exact += amount;
        CHECK((long double)h + carry == exact && abs_r(carry) <= C(8) * unit);
    }
}

static void an_amount_that_fits_is_added_at_once(void)
{
    calc carry = C(0);
    CHECK(add_with_carry(C(2), C(0.5), &carry) == C(2.5) && carry == C(0));
    CHECK(add_with_carry(C(0), C(1e-9), &carry) == C(1e-9) && carry == C(0));
    /* Much rain on little water: the two-sum does not need the larger one first. */
    CHECK(add_with_carry(C(1e-9), C(3), &carry) == C(3) + C(1e-9));
    CHECK_NEAR((long double)carry, (long double)C(1e-9) - (long double)(C(3) + C(1e-9) - C(3)), 0);
}

int main(void)
{
    RUN(the_step_is_cfl_over_rate_within_its_limits);
    RUN(the_step_is_a_number_of_the_arithmetic);
    RUN(the_clock_ends_exactly_at_t_stop);
    RUN(a_step_too_long_is_redone_with_a_shorter_one);
    RUN(a_step_at_the_limit_is_accepted);
    RUN(an_infinite_rate_fails);
    RUN(a_first_stage_too_long_explains_the_second);
    RUN(water_through_a_claimed_face_is_counted_with_its_sign);
    RUN(rain_of_one_step_cannot_outrun_its_cfl_condition);
    RUN(a_million_small_amounts_arrive);
    RUN(depth_and_carry_together_are_exact);
    RUN(an_amount_that_fits_is_added_at_once);
    return check_done();
}
