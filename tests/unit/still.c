/* When a run may skip time: until when series are zero, computed by hand, and how the clock
 * jumps. */
#define SPATE_REAL_BITS 64
#include "backend/common/still.h"

#include <float.h>

#include "backend/common/step_clock.h"
#include "check.h"

enum { ENTRIES = 6 };
static const double times[ENTRIES] = {10, 20, 30, 40, 50, 60};
static const double integrals[ENTRIES]; /* not looked at */

static time_table table_of(const double *values, int count, int hold)
{
    return (time_table){
        .count = count, .hold = hold, .t = times, .value = values, .integral = integrals};
}

/* ---- series ---- */

static void no_series_is_always_zero(void)
{
    const time_table none = {0};
    CHECK(table_zero_until(&none, 3, 7) == 7);
    const double zero[1] = {0}, one[1] = {1};
    const time_table still = table_of(zero, 1, 0), blows = table_of(one, 1, 0);
    CHECK(table_zero_until(&still, 3, 7) == 7 && table_zero_until(&still, 20, 1e9) == 1e9);
    CHECK(table_zero_until(&blows, 3, 7) == 3 && table_zero_until(&blows, 20, 1e9) == 20);
}

/* Zero until 40 s, 5 from there to 50 s, and zero from then on. */
static void a_held_series_is_zero_until_the_entry_that_is_not(void)
{
    const double values[ENTRIES] = {0, 0, 0, 5, 0, 0};
    const time_table s = table_of(values, ENTRIES, 1);
    CHECK(table_zero_until(&s, 0, 100) == 40);
    CHECK(table_zero_until(&s, 10, 100) == 40);
    CHECK(table_zero_until(&s, 25, 100) == 40);
    CHECK(table_zero_until(&s, 25, 40) == 40);
    CHECK(table_zero_until(&s, 25, 33) == 33);
    CHECK(table_zero_until(&s, 40, 100) == 40);
    CHECK(table_zero_until(&s, 45, 100) == 45);
    CHECK(table_zero_until(&s, 50, 100) == 100);
    CHECK(table_zero_until(&s, 70, 100) == 100);
}

/* The same entries joined by lines: it rises from 30 s on and is zero again at 50 s. */
static void a_joined_series_is_zero_until_it_begins_to_rise(void)
{
    const double values[ENTRIES] = {0, 0, 0, -5, 0, 0};
    const time_table s = table_of(values, ENTRIES, 0);
    CHECK(table_zero_until(&s, 0, 100) == 30);
    CHECK(table_zero_until(&s, 25, 100) == 30);
    CHECK(table_zero_until(&s, 25, 30) == 30);
    CHECK(table_zero_until(&s, 25, 28) == 28);
    CHECK(table_zero_until(&s, 30, 100) == 30);
    CHECK(table_zero_until(&s, 35, 100) == 35);
    CHECK(table_zero_until(&s, 45, 100) == 45);
    CHECK(table_zero_until(&s, 50, 100) == 100);
}

/* Where the function reports zero, the value and the integral of a series are zero, and just after
 * it they are not. */
static void random_series_are_zero_where_it_reports_it(void)
{
    for (int n = 0; n < 20000; ++n) {
        double values[ENTRIES], integral[ENTRIES] = {0};
        for (int k = 0; k < ENTRIES; ++k)
            values[k] = draw_below(3) == 0 ? draw_between(-1, 1) : 0;
        const int hold = (int)draw_below(2);
        for (int k = 1; k < ENTRIES; ++k)
            integral[k] =
                integral[k - 1] + 10 * (hold ? values[k - 1] : 0.5 * (values[k - 1] + values[k]));
        time_table s = table_of(values, ENTRIES, hold);
        s.integral = integral;
        const double from = draw_between(0, 70), to = from + draw_between(0.1, 40);
        const double until = table_zero_until(&s, from, to);
        CHECK(until >= from && until <= to);
        for (int k = 0; k < 8 && until > from; ++k)
            CHECK(table_value(&s, from + (until - from) * (k / 8.0)) == 0);
        CHECK(table_integral(&s, until) == table_integral(&s, from));
        if (until < to)
            CHECK(table_value(&s, until + 1e-9) != 0);
    }
}

/* ---- boundaries ---- */

static void water_at_rest_is_driven_by_levels_waves_and_discharges(void)
{
    const double none[2] = {0, 0}, later[ENTRIES] = {0, 0, 3, 3, 3, 3};
    const time_table zero = table_of(none, 2, 0), flood = table_of(later, ENTRIES, 0);
    const face_kind passive[] = {FACE_OPEN, FACE_NORMAL_DEPTH, FACE_OUTFALL};
    for (int k = 0; k < 3; ++k) {
        const face_boundary b = {.kind = passive[k]};
        CHECK(boundary_quiet_until(&b, 1, 9) == 9);
    }
    face_boundary b = {.kind = FACE_LEVEL, .tables = &zero, .table_count = 1};
    CHECK(boundary_quiet_until(&b, 1, 9) == 1);
    b.kind = FACE_WAVE;
    CHECK(boundary_quiet_until(&b, 1, 9) == 1);
    b.kind = FACE_DISCHARGE;
    CHECK(boundary_quiet_until(&b, 1, 9) == 9);
    b.tables = &flood;
    CHECK(boundary_quiet_until(&b, 1, 99) == 20);
    b.ramp = 5, b.ramp_from = 2;
    CHECK(boundary_quiet_until(&b, 1, 99) == 1);
    const face_boundary rating = {.kind = FACE_DISCHARGE, .rating_count = 2};
    CHECK(boundary_quiet_until(&rating, 1, 9) == 1);
}

/* ---- the clock ---- */

static grid_part part_of(spate_clock *clock)
{
    return (grid_part){.clock = clock,
                       .params = {.cfl = 0.25, .dt_limit = 3600, .dx = 1, .dy = 1, .stages = 1}};
}

/* A step; moves: some cell is active in it. */
static void step(grid_part *p, int moves)
{
    clock_begin(p);
    if (!(p->clock->flags & CLOCK_JUMP))
        p->clock->next_rate = p->clock->face_rate = 1;
    if (moves)
        p->clock->flags &= ~(uint32_t)CLOCK_STILL;
    clock_finish(p);
}

static void a_still_step_is_followed_by_a_jump_that_changes_the_time_alone(void)
{
    spate_clock c = {.t_stop = 1e5, .rate = 1};
    grid_part p = part_of(&c);
    step(&p, 1);
    step(&p, 0);
    CHECK(c.t == 0.5 && c.now == 0 && c.step == 2); /* ordinary steps of 0.25 s */
    c.face_rate = 1e30;                             /* of an earlier attempt: has no effect */
    step(&p, 0);
    CHECK(c.t == 1e5 && c.now == 0 && c.step == 3 && c.rate == 1 && c.redone == 0);
    c.t_stop = 2e5;
    step(&p, 0);
    CHECK(c.t == 2e5 && c.now == 0 && c.step == 4);
    c.flags = 0; /* water was changed */
    c.t_stop = 3e5;
    step(&p, 1);
    step(&p, 1);
    CHECK(c.t == 2e5 + 0.5 && c.now == 0 && c.step == 6);
}

static void a_caller_that_counts_steps_gets_them(void)
{
    spate_clock c = {.t_stop = DBL_MAX, .rate = 1};
    grid_part p = part_of(&c);
    for (int n = 0; n < 4; ++n)
        step(&p, 0);
    CHECK(c.t == 1);
}

/* A step that ends early, at a moment that was asked for, may be too short to see anything move. */
static void a_step_cut_short_is_not_still(void)
{
    spate_clock c = {.t_stop = 1e-9, .rate = 1};
    grid_part p = part_of(&c);
    step(&p, 0);
    CHECK(c.t == 1e-9 && !(c.flags & CLOCK_STILL));
    c.t_stop = 100;
    step(&p, 0);
    CHECK(c.dt == 0.25 && (c.flags & CLOCK_STILL));
}

/* Wind that ends within a step may have held water at rest: the step was not still. */
static void a_step_in_which_something_acts_is_not_still(void)
{
    const double wind[2] = {1e-3, 0}, when[2] = {0, 0.125}, sums[2] = {0, 1.25e-4};
    spate_clock c = {.t_stop = 100, .rate = 1};
    grid_part p = part_of(&c);
    p.sources.wind_x =
        (time_table){.count = 2, .hold = 1, .t = when, .value = wind, .integral = sums};
    step(&p, 0);
    CHECK(!(c.flags & CLOCK_STILL));
    step(&p, 0);
    CHECK(c.t == 0.5 && (c.flags & CLOCK_STILL));
    step(&p, 0);
    CHECK(c.t == 100);
}

static void a_redone_step_is_no_reason_to_jump(void)
{
    spate_clock c = {.t_stop = 100, .rate = 1};
    grid_part p = part_of(&c);
    step(&p, 0);
    CHECK(c.flags & CLOCK_STILL);
    c.flags = 0;
    clock_begin(&p);
    c.face_rate = 8; /* too long; no cell was active */
    clock_finish(&p);
    CHECK(c.flags == CLOCK_REDO && c.t == 0.25);
    step(&p, 1);
    CHECK(c.t == 0.25 + redo_dt(8) && !(c.flags & CLOCK_JUMP));
    step(&p, 1);
    CHECK(!(c.flags & CLOCK_JUMP));
}

/* From any time to the beginning of a storm: exactly there, in two jumps at most. */
static void jumps_end_exactly_where_something_begins(void)
{
    int most = 0;
    for (int n = 0; n < 100000; ++n) {
        const double begins = draw_size(1e-3, 1e6), rates[2] = {0, 1}, none[2] = {0, 0};
        const double when[2] = {-1, begins};
        spate_clock c = {.t = draw_between(0, begins), .t_stop = 2 * begins, .flags = CLOCK_STILL};
        grid_part p = part_of(&c);
        p.sources.rain =
            (time_table){.count = 2, .hold = 1, .t = when, .value = rates, .integral = none};
        while (c.t < begins && c.step < 10)
            step(&p, 0);
        CHECK(c.t == begins);
        most = (int)c.step > most ? (int)c.step : most;
    }
    CHECK_AT_MOST("jumps", most, 2);
}

int main(void)
{
    RUN(no_series_is_always_zero);
    RUN(a_held_series_is_zero_until_the_entry_that_is_not);
    RUN(a_joined_series_is_zero_until_it_begins_to_rise);
    RUN(random_series_are_zero_where_it_reports_it);
    RUN(water_at_rest_is_driven_by_levels_waves_and_discharges);
    RUN(a_still_step_is_followed_by_a_jump_that_changes_the_time_alone);
    RUN(a_caller_that_counts_steps_gets_them);
    RUN(a_step_cut_short_is_not_still);
    RUN(a_step_in_which_something_acts_is_not_still);
    RUN(a_redone_step_is_no_reason_to_jump);
    RUN(jumps_end_exactly_where_something_begins);
    return check_done();
}
