/* Newton's method for an implicit step of the vector-invariant schemes (Saunders 2014, 2.38 to
 * 2.52). Knows no arrays.
 *
 *     R = x - x(n) - dt (alpha F(x) + (1 - alpha) F(x(n))) = 0,   x = (h, u, v)
 *
 * Products are averaged as wholes. The approximate Jacobian has gravity and the divergence alone,
 * with depths h* of faces that do not change in a step; c = alpha dt / dx:
 *
 *     h' + c (h*_e u'_e - h*_w u'_w + h*_n v'_n - h*_s v'_s) = -R_h
 *     u' + s g c (h' - h'_w) = -R_u
 *
 * Without u' a symmetric system for h' remains. The signs of (2.49), (2.51) and (2.52) as printed
 * are wrong.
 *
 * s is 1, except with the inverse of the mass matrix in R_u. Its eigenvalues 1/m lie between 1 and
 * 3, and the errors of waves of wave number k, K = alpha dt c k, shrink by
 * (s - 1/m) K^2 / (1 + s K^2): by a half at least with s = 2. With s = 1 and R_u itself they shrink by
 * (1 - m) / (1 + K^2), and those of flow without divergence by 1 - m: by a third at least. */
#ifndef SPATE_PHYSICS_VECTOR_INVARIANT_NEWTON_H
#define SPATE_PHYSICS_VECTOR_INVARIANT_NEWTON_H

#include "base/real.h"

#define VI_NEWTON_LUMPED 1.0
#define VI_NEWTON_CONSISTENT 2.0

/* Along x, along y. */
typedef struct vi_newton_axis {
    calc coupling; /* s g c^2 */
    calc pull;     /* s g c */
    calc push;     /* 1 / (s g c) */
} vi_newton_axis;

SPATE_FN vi_newton_axis vi_newton_axis_of(double alpha_dt, double length, double g, double s)
{
    const double c = alpha_dt / length;
    const vi_newton_axis a = {.coupling = (calc)(s * g * c * c),
                              .pull = (calc)(s * g * c),
                              .push = (calc)(1 / (s * g * c))};
    return a;
}

/* Matrix coupling of the two cells of a face. 0 at closed faces. */
SPATE_FN calc vi_newton_coupling(calc h_star, const vi_newton_axis *a)
{
    return -(a->coupling * h_star);
}

SPATE_FN calc vi_newton_centre(calc west, calc east, calc south, calc north)
{
    return C(1) - ((west + east) + (south + north));
}

/* What the residuals of two opposite faces bring to the right-hand side: -c (h*_w R_w - h*_e R_e),
 * with c h* from the coupling (2.49). */
SPATE_FN calc vi_newton_brought(calc coupling_back, calc r_back, calc coupling_front, calc r_front,
                                const vi_newton_axis *a)
{
    return (coupling_back * r_back - coupling_front * r_front) * a->push;
}

/* u' (2.51). */
SPATE_FN calc vi_newton_increment(calc r, calc h_back, calc h_front, const vi_newton_axis *a)
{
    return -r - a->pull * (h_front - h_back);
}

/* Residual of a velocity, without a solve with the mass matrix: M (u - base) - dt F. products: M times
 * the change from base. */
SPATE_FN calc vi_newton_residual(calc product, calc alpha_dt, calc force)
{
    return product - alpha_dt * force;
}

/* ---- the size of residuals ---- */

/* Depth of the whole grid, from the sum of the squares of so many depths. */
SPATE_FN double vi_newton_depth(double squares, double depths)
{
    return depths > 0 ? __builtin_sqrt(squares / depths) : 1;
}

/* What the square of a velocity counts beside that of a depth: energy, over g. */
SPATE_FN double vi_newton_weight(double depth, double g)
{
    return depth / g;
}

/* Size of a state or residual, from sums of squares. */
SPATE_FN double vi_newton_size(double depths, double velocities, double weight)
{
    return __builtin_sqrt(depths + weight * velocities);
}

/* Squares of a residual as energy, over g: a metre of depth counts as much as sqrt(g / H) m/s. */
SPATE_FN double vi_newton_square(double r_h, double r_u, double r_v, double weight)
{
    return r_h * r_h + weight * (r_u * r_u + r_v * r_v);
}

/* Cells that a wave on water of this depth crosses in the time dt, by the shorter side of a cell. */
SPATE_FN double vi_wave_courant(double dt, double g, double depth, double dx, double dy)
{
    return dt * __builtin_sqrt(g * depth) / __builtin_fmin(dx, dy);
}

/* Residuals below this part of the state are rounding: a depth has a few, and those of the levels
 * push velocities by a Courant number of epsilons. */
SPATE_FN double vi_newton_rounding(double courant, double epsilon)
{
    return (4 + 2 * courant) * epsilon;
}

#endif
