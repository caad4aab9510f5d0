/* The exact solutions of the built-in cases satisfy the equations, the jump conditions and the
 * conservation laws. No simulator is run. Prints figures and limits. */
#include <math.h>
#include <stdio.h>

#include "cases/case.h"
#include "cases/circular_reference.h"
#include "cases/exact.h"

#define G CASE_GRAVITY

static int failures;

static void at_most(const char *what, double value, double limit)
{
    const int ok = value <= limit; /* false for a NaN */
    printf("%s  %-62s %9.2e  (at most %.0e)\n", ok ? "ok  " : "FAIL", what, value, limit);
    failures += !ok;
}

/* ---- the equations themselves, by central differences ---- */

typedef struct conserved {
    double h, hu, hv, fx, fy, fxy; /* fluxes of hu along x, hv along y, and the mixed one */
} conserved;

static conserved state(const builtin_case *c, double x, double y, double t)
{
    const case_state s = c->exact(x, y, t, c->data);
    return (conserved){s.h,
                       s.h * s.u,
                       s.h * s.v,
                       s.h * s.u * s.u + 0.5 * G * s.h * s.h,
                       s.h * s.v * s.v + 0.5 * G * s.h * s.h,
                       s.h * s.u * s.v};
}

static double bed(const builtin_case *c, double x, double y)
{
    return c->bed ? c->bed(x, y, c->data) : 0.0;
}

/* Friction per unit of velocity, 1/s times depth. */
static double drag(const builtin_case *c, case_state s)
{
    const double speed = sqrt(s.u * s.u + s.v * s.v), k = c->friction_coefficient;
    if (c->friction == SPATE_FRICTION_MANNING)
        return G * k * k * speed / cbrt(s.h);
    return c->friction == SPATE_FRICTION_CHEZY ? G * speed / (k * k) : 0.0;
}

/* Residual of the three equations, m2/s2. */
static double residual(const builtin_case *c, double x, double y, double t, double d, double dt)
{
    const conserved e = state(c, x + d, y, t), w = state(c, x - d, y, t);
    const conserved n = state(c, x, y + d, t), s = state(c, x, y - d, t);
    const conserved a = state(c, x, y, t + dt), b = state(c, x, y, t - dt);
    const case_state q = c->exact(x, y, t, c->data);
    const double bx = (bed(c, x + d, y) - bed(c, x - d, y)) / (2.0 * d);
    const double by = (bed(c, x, y + d) - bed(c, x, y - d)) / (2.0 * d);
    const double k = drag(c, q);

    const double mass = (a.h - b.h) / (2.0 * dt) + (e.hu - w.hu + n.hv - s.hv) / (2.0 * d);
    const double mx = (a.hu - b.hu) / (2.0 * dt) + (e.fx - w.fx + n.fxy - s.fxy) / (2.0 * d) +
                      G * q.h * bx + k * q.u;
    const double my = (a.hv - b.hv) / (2.0 * dt) + (e.fxy - w.fxy + n.fy - s.fy) / (2.0 * d) +
                      G * q.h * by + k * q.v;
    const double c0 = sqrt(G * q.h);
    return fmax(fabs(mass) * c0, fmax(fabs(mx), fabs(my)));
}

/* Over positions of the window that are wet and away from a jump. The residual is relative to
 * g depth^2 / length, the size of a single term where length and depth are those of the flow. The
 * differences are 3e-4 of the length: their error from third derivatives is near 1e-7 for a
 * feature of that length, (2 pi)^3 / 6 = 40 times that for a wave of that length. */
static void check_equations(const char *name, double length, double depth, double jump,
                            double limit)
{
    const builtin_case *c = builtin_case_find(name);
    const int window = c->window_from != c->window_to;
    const double x0 = window ? c->window_from : c->x0, w = window ? c->window_to - x0 : c->width;
    const double d = 3e-4 * length, dt = d / sqrt(G * 10.0);
    double worst = 0.0;
    int places = 0;
    for (int j = 0; j < 17; ++j)
        for (int i = 0; i < 101; ++i) {
            const double x = x0 + w * (i + 0.37) / 101.0, y = c->y0 + c->height * (j + 0.37) / 17.0;
            const double t = 0.4 * c->t_end + 0.03 * j * c->t_end;
            const case_state q = c->exact(x, y, t, c->data);
            if (q.h < 0.01 * depth || (jump > 0.0 && fabs(x - jump) < 10.0 * d))
                continue;
            worst = fmax(worst, residual(c, x, y, t, d, dt) * length / (G * depth * depth));
            ++places;
        }
    char what[100];
    snprintf(what, sizeof what, "%s in the equations (%d places)", name, places);
    at_most(what, places > 100 ? worst : (double)NAN, limit);
}

/* ---- dam breaks ---- */

static void check_stoker(void)
{
    const double left = 10.0, right = 2.0, h = exact_stoker_middle(left, right);
    const double u = 2.0 * (sqrt(G * left) - sqrt(G * h)), s = h * u / (h - right);
    const double momentum = h * u * u + 0.5 * G * (h * h - right * right) - s * h * u;
    at_most("Stoker: momentum across the shock", fabs(momentum) / (G * left * left), 1e-14);

    const double tail = u - sqrt(G * h), tiny = 1e-12;
    const exact_flow a = exact_dam_break(left, right, tail - tiny);
    const exact_flow b = exact_dam_break(left, right, tail + tiny);
    at_most("Stoker: jump of depth where the fan ends", fabs(a.h - b.h), 1e-10);
    at_most("Stoker: jump of velocity where the fan ends", fabs(a.u - b.u), 1e-10);

    double fan = 0.0;
    for (double v = -9.0; v < 15.0; v += 0.5) {
        const exact_flow f = exact_dam_break(left, 0.0, v);
        const double c = sqrt(G * f.h);
        fan = fmax(fan, fabs(f.u + 2.0 * c - 2.0 * sqrt(G * left)) + fabs(f.u - c - v));
    }
    at_most("Ritter: invariants in the fan", fan, 1e-13);

    /* Volume: the outflow of the reservoir is on the other side; midpoint rule in x at t = 1. */
    double gone = 0.0, come = 0.0;
    const int n = 200000;
    const double ds = 20.0 / n;
    for (int k = 0; k < n; ++k) {
        gone += (left - exact_dam_break(left, right, -(k + 0.5) * ds).h) * ds;
        come += (exact_dam_break(left, right, (k + 0.5) * ds).h - right) * ds;
    }
    at_most("Stoker: volume lost on the way", fabs(gone - come) / gone, 1e-4);
}

/* Dressler's expansion leaves a residual of second order in eps ~ t, so halving t at the same x/t
 * must quarter it (relative to the terms, which grow like 1/t). */
static double dressler_residual(double chezy, double s, double t)
{
    const double left = 10.0, x = s * sqrt(G * left) * t, d = 1e-4 * sqrt(G * left) * t,
                 dt = 1e-4 * t;
    const exact_flow q = exact_dressler(left, chezy, x, t);
    const exact_flow e = exact_dressler(left, chezy, x + d, t),
                     w = exact_dressler(left, chezy, x - d, t);
    const exact_flow a = exact_dressler(left, chezy, x, t + dt),
                     b = exact_dressler(left, chezy, x, t - dt);
    const double mass = (a.h - b.h) / (2.0 * dt) + (e.h * e.u - w.h * w.u) / (2.0 * d);
    const double accel = (a.u - b.u) / (2.0 * dt) + q.u * (e.u - w.u) / (2.0 * d) +
                         G * (e.h - w.h) / (2.0 * d) + G * q.u * q.u / (chezy * chezy * q.h);
    return t * (fabs(mass) / left + fabs(accel) / sqrt(G * left));
}

static void check_dressler(void)
{
    double worst = 0.0;
    for (double s = -0.5; s <= 0.5; s += 0.1) {
        const double order =
            log2(dressler_residual(40.0, s, 4.0) / dressler_residual(40.0, s, 2.0));
        worst = fmax(worst, fabs(order - 2.0));
    }
    at_most("Dressler: order in eps of the residual, off 2 by", worst, 0.1);

    /* The tolerance of the case, as its file derives it. */
    const builtin_case *c = builtin_case_find("dam_friction");
    const int n = 3000;
    const double dx = (c->window_to - c->window_from) / n, c0 = sqrt(G * 10.0);
    double water = 0.0, next = 0.0, effect = 0.0;
    for (int k = 0; k < n; ++k) {
        const double x = c->window_from + (k + 0.5) * dx, s = x / (c0 * c->t_end);
        const double h = exact_dressler(10.0, c->friction_coefficient, x, c->t_end).h;
        const double ritter = exact_dam_break(10.0, 0.0, x / c->t_end).h;
        const double c1 = sqrt(G * h) - c0 * (2.0 - s) / 3.0;
        water += h * dx;
        next += 3.0 * c1 * c1 / G * dx;
        effect += fabs(h - ritter) * dx;
    }
    const double fall = exact_dressler(10.0, 40.0, c->window_from, c->t_end).h -
                        exact_dressler(10.0, 40.0, c->window_to, c->t_end).h;
    at_most("Dressler: next term of the series + a cell's shift", (next + fall) / water,
            c->max_error);
    at_most("Dressler: tolerance over the effect of friction", c->max_error * water / effect, 0.2);
}

/* The table of the circular dam break: volume, and the jump conditions at its shock. */
static void check_circular(void)
{
    const builtin_case *c = builtin_case_find("circular");
    const double step = 0.01, inside = 15.0, outside = 10.0;
    double volume = 0.0, shock = 0.0;
    for (double r = 0.5 * step; r < 400.0; r += step) {
        const exact_flow f = circular_reference(r);
        volume += (f.h - outside) * 2.0 * r * step;
        shock = f.h > outside ? r : shock;
    }
    at_most("circular: volume of the table off the dam's",
            fabs(volume / ((inside - outside) * 100.0 * 100.0) - 1.0), 1e-3);

    const exact_flow f = circular_reference(shock - step);
    const double s = sqrt(0.5 * G * f.h * (f.h + outside) / outside);
    at_most("circular: velocity behind the shock off the jump's",
            fabs(f.u / (s * (f.h - outside) / f.h) - 1.0), 1e-3);
    const case_state q = c->exact(-30.0, 40.0, c->t_end, c->data);
    at_most("circular: velocity is radial", fabs(q.u * 40.0 + q.v * 30.0), 1e-12);
}

/* ---- steady flow ---- */

static void check_bump(void)
{
    const double q = 1.53, hc = exact_critical_depth(q), head = 0.2 + 1.5 * hc;
    double worst = 0.0;
    for (int k = 0; k <= 100; ++k)
        for (int sub = 0; sub < 2; ++sub) {
            const double b = 0.002 * k, h = exact_bernoulli_depth(q, head, b, sub);
            worst = fmax(worst, fabs(q * q / (2.0 * G * h * h) + h + b - head));
            worst = fmax(worst, sub ? hc - h : h - hc); /* on its own branch */
        }
    at_most("bump: head off the constant", worst, 1e-14);

    const builtin_case *c = builtin_case_find("bump_shock");
    const case_state a = c->exact(1.0 - 1e-12, 0.0, 0.0, c->data);
    const case_state b = c->exact(1.0 + 1e-12, 0.0, 0.0, c->data);
    const double force =
        a.h * a.u * a.u + 0.5 * G * a.h * a.h - b.h * b.u * b.u - 0.5 * G * b.h * b.h;
    at_most("bump_shock: momentum across the jump", fabs(force), 1e-10);
    at_most("bump_shock: energy gained in the jump",
            b.h + b.u * b.u / (2.0 * G) - a.h - a.u * a.u / (2.0 * G), -1e-4);
    at_most("bump_shock: discharge off the constant", fabs(a.h * a.u - b.h * b.u), 1e-14);
}

/* Waves from the ends must not reach the window: the distance left, relative to the path. */
static void check_window(const char *name)
{
    const builtin_case *c = builtin_case_find(name);
    const case_state west = c->exact(c->x0, 0.0, 0.0, c->data);
    const case_state east = c->exact(c->x0 + c->width, 0.0, 0.0, c->data);
    const double from_west = (west.u + sqrt(G * west.h)) * c->t_end / (c->window_from - c->x0);
    const double from_east =
        (sqrt(G * east.h) - east.u) * c->t_end / (c->x0 + c->width - c->window_to);
    char what[100];
    snprintf(what, sizeof what, "%s: way of the ends' waves over the room", name);
    at_most(what, fmax(from_west, from_east), 0.97);
}

/* ---- the list ---- */

static void check_registry(void)
{
    int bad = 0, count = 0;
    for (const builtin_case *const *c = builtin_cases(); *c; ++c, ++count) {
        bad += builtin_case_find((*c)->name) != *c || (!(*c)->level && !(*c)->exact);
        bad += !((*c)->width > 0.0) || !((*c)->height > 0.0) || !((*c)->t_end > 0.0);
        bad += (*c)->sizes[0] <= 0 || (*c)->sizes[5] != 0 || (*c)->run_size <= 0;
        bad += ((*c)->judgement == CASE_ORDER || (*c)->judgement == CASE_BOUND) && !(*c)->exact;
        bad += (*c)->judgement == CASE_ORDER && (*c)->sizes[1] <= 0;
        bad += (*c)->judgement == CASE_SYMMETRY && (*c)->width != (*c)->height;
    }
    printf("%d cases\n", count);
    at_most("cases with a wrong entry", bad, 0.0);
}

int main(void)
{
    check_registry();
    check_stoker();
    check_dressler();
    check_circular();
    check_equations("standing_x", 1000.0, 10.0, 0.0, 1e-10); /* linear theory: (a/H)^2, rounding */
    check_equations("standing_2d", 1000.0, 10.0, 0.0, 1e-10);
    check_equations("simple_wave_x", 1000.0, 10.0, 0.0, 1e-4);
    check_equations("simple_wave_y", 1000.0, 10.0, 0.0, 1e-4);
    check_equations("simple_wave_oblique", 1000.0, 10.0, 0.0, 1e-4);
    check_equations("friction_decay", 100.0, 1.0, 0.0, 1e-6);
    check_equations("thacker_planar_x", 1000.0, 10.0, 0.0, 1e-5);
    check_equations("thacker_planar", 1000.0, 10.0, 0.0, 1e-5);
    check_equations("thacker_radial", 1000.0, 10.0, 0.0, 1e-5);
    check_equations("tidal_beach", 6000.0, 4.0, 0.0, 1e-6);
    check_equations("bump_subcritical", 10.0, 2.0, 0.0, 1e-5);
    check_bump();
    check_equations("bump_transcritical", 1.0, 1.0, 0.0, 1e-6);
    check_equations("bump_shock", 1.0, 1.0, 1.0, 1e-6);
    check_equations("macdonald_subcritical", 30.0, 1.0, 0.0, 1e-6);
    check_equations("macdonald_supercritical", 30.0, 1.0, 0.0, 1e-6);
    check_window("bump_transcritical");
    check_window("bump_shock");
    check_window("macdonald_subcritical");
    check_window("macdonald_supercritical");
    at_most("simple wave: t_end over the time of breaking",
            builtin_case_find("simple_wave_x")->t_end / exact_simple_wave_breaking(), 0.5);
    printf("%d failed\n", failures);
    return failures ? 1 : 0;
}
