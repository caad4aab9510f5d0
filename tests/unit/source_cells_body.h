/* Claims about the sources of one cell: rain, ground, inflow. */
#include "check.h"
#include "physics/sources.h"

static const double eps = (double)SPATE_CALC_EPSILON;

/* The root satisfies its equation x = F + a + a b / x; six f64 roundings on either side. */
static void green_ampt_solves_its_equation(void)
{
    double worst = 0;
    for (int n = 0; n < 100000; ++n) {
        const double dt = draw_size(1e-3, 1e3), k = draw_size(1e-8, 1e-3),
                     suction = draw_size(1e-3, 1), deficit = draw_between(0.01, 0.5),
                     water = draw_size(1e-6, 10), total = n % 3 ? draw_size(1e-9, 1) : 0;
        const double df = green_ampt_capacity(dt, k, suction, deficit, water, total);
        const double right = dt * k * (1 + (suction + water) * deficit / (total + df));
        worst = fmax(worst, fabs(df / right - 1));
    }
    CHECK_AT_MOST("relative defect of Green-Ampt's equation", worst, 12 * 0x1p-52);
}

static void green_ampt_has_its_limits(void)
{
    CHECK(green_ampt_capacity(10, 0, 0.1, 0.3, 1, 0) == 0);
    CHECK(green_ampt_capacity(10, 0, 0.1, 0.3, 1, 2) == 0);
    CHECK(green_ampt_capacity(0, 1e-5, 0.1, 0.3, 1, 0) == 0);
    /* No deficit, no suction: the conductivity. */
    CHECK_NEAR(green_ampt_capacity(10, 1e-5, 0.1, 0, 1, 0.5), 1e-4, 4e-4 * 0x1p-52);
    CHECK_NEAR(green_ampt_capacity(10, 1e-5, 0.1, 0, 1, 0), 1e-4, 4e-4 * 0x1p-52);
}

/* Whatever the cell holds, no depth is negative, and what is gained is stored or infiltrates. The
 * depth and its carry are exact but for the rounding of what is pending: the amounts, at most (and
 * of the sums made here, in long double). */
static void water_is_never_lost_nor_negative(void)
{
    double worst = 0;
    for (int n = 0; n < 200000; ++n) {
        const calc h = draw_below(4) ? (calc)(real)draw_size(1e-9, 10) : C(0);
        const source_input s = {.carry =
                                    (calc)draw_between(-1, 1) * h * C(0.5) * SPATE_CALC_EPSILON,
                                .gain = draw_below(2) ? (calc)draw_size(1e-10, 1e-3) : C(0),
                                .conductivity = draw_below(3) ? (calc)draw_size(1e-9, 1) : C(0),
                                .suction = (calc)draw_between(0, 0.3),
                                .deficit = (calc)draw_between(0, 0.5),
                                .infiltrated = draw_below(2) ? draw_size(1e-6, 1) : 0};
        const calc dt = (calc)draw_size(1e-3, 10);
        const source_result r = source_ground(h, &s, dt, n % 2);
        const long double before = (long double)h + s.carry + s.gain,
                          after = (long double)r.h + r.carry + (r.infiltrated - s.infiltrated);
        const double taken = r.infiltrated - s.infiltrated;
        CHECK(r.h >= C(0) && taken >= 0 && r.kept >= C(0) && r.kept <= C(1));
        CHECK(r.h == (calc)(real)r.h);
        const double amounts = (double)s.gain + taken + fabs((double)s.carry);
        worst = fmax(worst, fabs((double)(after - before)) /
                                (4 * eps * amounts + 4 * 0x1p-52 * (s.infiltrated + 1e-300) +
                                 8 * 0x1p-64 * (double)h));
    }
    CHECK_AT_MOST("water made or lost, in units of its bound", worst, 1);
}

static void ground_takes_all_there_is_and_no_more(void)
{
    const source_input s = {.carry = C(0.25) * SPATE_CALC_EPSILON, .conductivity = C(4)};
    const source_result r = source_ground(C(1), &s, C(1), 0);
    CHECK(r.h == C(0) && r.carry == C(0) && r.infiltrated == 1 + 0.25 * eps && r.kept == C(0));
    CHECK(r.activity > C(0));
    const source_input dry = {.conductivity = C(4)};
    const source_result d = source_ground(C(0), &dry, C(1), 0);
    CHECK(d.h == C(0) && d.infiltrated == 0 && d.activity == C(0));
    const source_input tight = {.gain = C(0)};
    CHECK(source_ground(C(1), &tight, C(1), 1).activity == C(0));
}

static void a_dry_cell_keeps_its_debt(void)
{
    /* Carried from deeper water: 1e-9 m too much was stored. Rain of 4e-10 m pays a part of it. */
    const source_input s = {.carry = C(-1e-9), .gain = C(4e-10)};
    const source_result r = source_rain(C(0), &s);
    CHECK(r.h == C(0));
    CHECK_NEAR(r.carry, -6e-10, 1e-9 * eps);
    const source_result g = source_ground(C(0), &s, C(1), 0);
    CHECK(g.h == C(0) && g.carry == r.carry && g.infiltrated == 0);
}

static void an_inflow_adds_and_carries(void)
{
    double h = (double)(real)10, carry = 0, added = 0;
    const double amount = 0.01 * eps; /* a thousandth of the last place of 10 */
    for (int n = 0; n < 100000; ++n) {
        const inflow_result r = inflow_apply(h, carry, amount);
        h = r.h, carry = r.carry, added += r.added;
        CHECK(r.shortfall == 0 && r.kept == 1);
    }
    CHECK(added == h - 10);
    /* The carry is rounded once each time, to half a last place of f64 of a last place of 10. */
    CHECK_NEAR(added + carry, 1e5 * amount, 1e5 * 8 * eps * 0x1p-53 + 1e3 * eps * 0x1p-53);
}

static void a_sink_takes_what_is_there(void)
{
    const inflow_result r = inflow_apply(0.25, 0, -1);
    CHECK(r.h == 0 && r.added == -0.25 && r.shortfall == 0.75 && r.carry == 0 && r.kept == 0);
    const inflow_result half = inflow_apply(2, 0, -1);
    CHECK(half.h == 1 && half.added == -1 && half.shortfall == 0 && half.kept == 0.5);
    const inflow_result none = inflow_apply(0, 0, 0);
    CHECK(none.h == 0 && none.added == 0 && none.kept == 1);
}

int main(void)
{
    RUN(green_ampt_solves_its_equation);
    RUN(green_ampt_has_its_limits);
    RUN(water_is_never_lost_nor_negative);
    RUN(ground_takes_all_there_is_and_no_more);
    RUN(a_dry_cell_keeps_its_debt);
    RUN(an_inflow_adds_and_carries);
    RUN(a_sink_takes_what_is_there);
    return check_done();
}
