/* Claims about bed friction: the cube root, the laws, and the semi-implicit steps. */
#include "check.h"
#include "physics/adi_friction.h"
#include "physics/kurganov_update.h"

enum { SAMPLES = 200000 };
#define EPS ((long double)SPATE_CALC_EPSILON) /* twice the unit roundoff u */

/* ---- laws ---- */

/* A guess within 3.6 % has |e| < 0.112; the first step leaves 0.15 e^4 < 2.4e-5, the second
 * starts from e < 8e-5 and leaves 0.15 e^4 < 7e-18. It forms e = 1 - h y^3 with three roundings
 * of about 1 (the difference is exact), of which a third reaches y: 1 u. Adding the correction
 * rounds once: 1 u. The correction is at most a third of e, its own roundings (fewer than 16)
 * add 5e-4 u. */
static void inverse_cube_root_is_right_to_an_eps(void)
{
    long double worst = 0;
    for (int n = 0; n < SAMPLES; ++n) {
        const calc h = (calc)draw_size(1e-7, 1e4);
        const long double exact = 1 / cbrtl((long double)h);
        worst = fmaxl(worst, fabsl((long double)inverse_cube_root(h) / exact - 1));
    }
    CHECK_AT_MOST("relative error of h^(-1/3) / eps", worst / EPS, 1.01);
}

/* The same, but that in f64 its second step leaves 1e-16 of y (adi_friction.h), 0.42 eps. */
static void adi_cube_root_is_right_to_an_eps_and_a_half(void)
{
    long double worst = 0;
    for (int n = 0; n < SAMPLES; ++n) {
        const calc h = (calc)draw_size(1e-7, 1e4);
        const long double exact = 1 / cbrtl((long double)h);
        worst = fmaxl(worst, fabsl((long double)adi_inverse_cube_root(h) / exact - 1));
    }
    CHECK_AT_MOST("relative error of h^(-1/3) of ADI / eps", worst / EPS, 1.43);
}

/* Four times the error of the root (1.01 eps each), two squarings (3 u), strength |u| and the
 * product (2 u): 6.6 eps. Given strengths are themselves rounded once (0.5 eps). */
static void laws_have_their_hand_values(void)
{
    /* |u| = 5, 8^(4/3) = 16. */
    CHECK_NEAR(manning_rate(C(8), C(3), C(-4), C(0.0625)), 0.0625L * 5 / 16,
               6.6L * EPS * 0.01953125L);
    CHECK_NEAR(manning_rate(C(1), C(-4), C(3), C(0.25)), 1.25L, 6.6L * EPS * 1.25L);
    CHECK(chezy_rate(C(2), C(3), C(4), C(0.25)) == C(0.625));
    CHECK(manning_rate(C(1), C(0), C(0), C(0.25)) == C(0) &&
          chezy_rate(C(1), C(0), C(0), C(1)) == C(0));
    /* g n^2 and g / C^2, two f64 roundings each and those of the decimal numbers. */
    CHECK_NEAR(manning_strength(0.03, 10), 0.009L, 0.009L * 4 * 0x1p-53L);
    CHECK_NEAR(chezy_strength(50, 10), 0.004L, 0.004L * 2 * 0x1p-53L);
}

/* Manning is Chezy with C = h^(1/6)/n, at any depth; 2 u more for forming the latter's strength. */
static void manning_is_chezy_of_the_sixth_root(void)
{
    long double worst = 0;
    for (int n = 0; n < SAMPLES / 10; ++n) {
        const calc h = (calc)draw_size(1e-5, 1e3), u = (calc)draw_between(0, 10);
        const calc s = (calc)manning_strength(draw_between(0.01, 0.1), 9.81);
        const long double chezy = (long double)s * (long double)u / (h * cbrtl(h));
        if (u > C(0))
            worst = fmaxl(worst, fabsl(manning_rate(h, u, C(0), s) / chezy - 1));
    }
    /* As above, and 1.5 u for the root of the square. */
    CHECK_AT_MOST("relative error of Manning's rate / eps", worst / EPS, 7.4);
}

static void damping_takes_the_law_and_spares_the_film(void)
{
    const kp_water q = {.h = C(2), .u = C(3), .v = C(4)}, film = {.h = C(0)};
    CHECK(kp_damping(FRICTION_NONE, q, C(0.25), C(1e-5)) == C(0));
    CHECK(kp_damping(FRICTION_MANNING, q, C(0.25), C(1e-5)) ==
          manning_rate(C(2), C(3), C(4), C(0.25)));
    CHECK(kp_damping(FRICTION_CHEZY, q, C(0.25), C(1e-5)) == chezy_rate(C(2), C(3), C(4), C(0.25)));
    CHECK(kp_damping(FRICTION_MANNING, film, C(0.25), C(1e-5)) == C(0));
    CHECK(kp_damping(FRICTION_CHEZY, film, C(0.25), C(1e-5)) == C(0));
}

/* ---- steps ---- */

/* f = rate * momentum. Euler: change, sum, divisor, quotient: 4 u. The correction: two more
 * products, 6 u. */
static void a_steady_state_is_kept(void)
{
    long double euler = 0, correct = 0;
    for (int n = 0; n < SAMPLES; ++n) {
        const calc m = (calc)draw_between(-50, 50), damping = (calc)draw_size(1e-6, 1e6);
        const calc change = damping * m;
        euler = fmaxl(euler, fabsl((long double)friction_euler(m, change, damping) / m - 1));
        correct = fmaxl(correct, fabsl((long double)friction_correct(m, change, damping) / m - 1));
    }
    CHECK_AT_MOST("steady momentum changed by the Euler step / eps", euler / EPS, 2.01);
    CHECK_AT_MOST("steady momentum changed by the correction / eps", correct / EPS, 3.01);
}

static void friction_never_turns_or_speeds_up_the_water(void)
{
    for (int n = 0; n < SAMPLES; ++n) {
        const calc m = (calc)draw_between(-50, 50), damping = (calc)draw_size(1e-9, 1e30);
        const calc e = friction_euler(m, C(0), damping), c = friction_correct(m, C(0), damping);
        CHECK(abs_r(e) <= abs_r(m) && e * m >= C(0));
        CHECK(abs_r(c) <= abs_r(m) && c * m >= C(0));
    }
}

/* One step of SI-RK2 as a run makes it: constant force, uniform depth, faces that pass nothing. */
static calc si_rk2(calc h, calc momentum, calc force, int law, calc strength, double dt)
{
    const kp_surround f = {.source_x = -force};
    kp_stage k = {
        .law = law, .dt = (calc)dt, .g = C(9.81), .h_dry = C(1e-5), .inv_dx = C(1), .inv_dy = C(1)};
    const kp_conserved q0 = {.h = h, .hu = momentum};
    const kp_conserved q1 =
        kp_update(&f, q0, kp_primitive(h, q0.hu, C(0), C(0), k.h_dry), q0, strength, &k).q;
    k.last = k.averaged = 1;
    return kp_update(&f, q1, kp_primitive(h, q1.hu, C(0), C(0), k.h_dry), q0, strength, &k).q.hu;
}

/* u' = f - k |u| u, from u(0) = u0 to t = 1; error after so many steps. */
static double error_after(int steps, int law, double h, double u0, double f)
{
    const calc strength = C(1);
    const double k = law == FRICTION_MANNING ? pow(h, -4.0 / 3.0) : 1 / h;
    calc hu = (calc)(h * u0);
    for (int n = 0; n < steps; ++n)
        hu = si_rk2((calc)h, hu, (calc)(h * f), law, strength, 1.0 / steps);
    const double top = sqrt(f / k);
    const double exact = f > 0 ? top * tanh(sqrt(f * k) + atanh(u0 / top)) : u0 / (1 + k * u0);
    return fabs((double)hu / h - exact);
}

/* The error is C dt^2 (1 + O(dt)), and rounding stays below it by 100: 8 to 16 steps in f32, 256
 * to 512 in f64. An order of 1.8 is what the scheme must show on smooth flow; first order would
 * give 1. Without a force C is zero, and the order 3. */
static void check_order(const char *what, int law, double h, double u0, double f)
{
    const int steps = SPATE_CALC_BITS == 32 ? 8 : 256;
    const double coarse = error_after(steps, law, h, u0, f),
                 fine = error_after(2 * steps, law, h, u0, f);
    const double order = log2(coarse / fine);
    printf("  %s: errors %.3e and %.3e, order %.3f\n", what, coarse, fine, order);
    CHECK(order >= 1.8 && fine > 0);
    if (SPATE_CALC_BITS == 64) /* O(dt) is 1/256 times a small number here */
        CHECK(order >= 1.95);
}

static void decay_and_start_up_are_at_least_second_order_in_time(void)
{
    check_order("Chezy, decay", FRICTION_CHEZY, 1, 2, 0);
    check_order("Manning, decay at 8 m", FRICTION_MANNING, 8, 30, 0);
    check_order("Chezy, start-up under a force", FRICTION_CHEZY, 1, 0.5, 2);
    check_order("Manning, start-up at 2 m", FRICTION_MANNING, 2, 0.5, 2);
}

/* Steps far too long for an explicit scheme only damp. */
static void long_steps_are_damped_without_oscillation(void)
{
    for (int n = 0; n < 1000; ++n) {
        const calc u0 = (calc)draw_between(-20, 20);
        const int law = n % 2 ? FRICTION_MANNING : FRICTION_CHEZY;
        const calc u1 = si_rk2(C(1), u0, C(0), law, C(1), draw_size(0.1, 1e6));
        CHECK(abs_r(u1) <= abs_r(u0) && u1 * u0 >= C(0));
    }
}

int main(void)
{
    RUN(inverse_cube_root_is_right_to_an_eps);
    RUN(adi_cube_root_is_right_to_an_eps_and_a_half);
    RUN(laws_have_their_hand_values);
    RUN(manning_is_chezy_of_the_sixth_root);
    RUN(damping_takes_the_law_and_spares_the_film);
    RUN(a_steady_state_is_kept);
    RUN(friction_never_turns_or_speeds_up_the_water);
    RUN(decay_and_start_up_are_at_least_second_order_in_time);
    RUN(long_steps_are_damped_without_oscillation);
    return check_done();
}
