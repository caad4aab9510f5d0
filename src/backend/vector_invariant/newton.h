/* What a step of Newton's method does to one cell or face. For every backend; the equations are in
 * physics/vector_invariant_newton.h. y: 0 for west faces, 1 for south faces. */
#ifndef SPATE_BACKEND_VECTOR_INVARIANT_NEWTON_H
#define SPATE_BACKEND_VECTOR_INVARIANT_NEWTON_H

#include "backend/vector_invariant/cell.h"
#include "physics/vector_invariant_newton.h"

typedef struct vi_newton_view {
    vi_state before;  /* x(n) */
    vi_state iterate; /* x; its residual is x minus `solved` */
    vi_state solved, base;
    real *coupling[2], *step[2];
    real *centre, *right;
    const real *change, *force[2];
    const uint8_t *codes;
    ptrdiff_t to_next[2]; /* cells along x, y */
    calc alpha_dt;
    vi_newton_axis axis[2];
} vi_newton_view;

SPATE_FN vi_newton_view vi_newton_view_of(const grid_part *p)
{
    void *const(*f)[PART_SLOTS] = p->field;
    const part_params *m = &p->params;
    const double alpha_dt = vi_stage_dt(p, VI_IMPLICIT);
    const double s = vi_of(p)->inverts ? VI_NEWTON_CONSISTENT : VI_NEWTON_LUMPED;
    const vi_newton_view v = {.before = vi_slot(p, p->clock->now),
                              .iterate = vi_between(p),
                              .solved = vi_slot(p, 1 - p->clock->now),
                              .base = vi_base(p),
                              .coupling = {(real *)f[VI_COUPLING_X][0],
                                           (real *)f[VI_COUPLING_Y][0]},
                              .step = {(real *)f[VI_STEP_U][0], (real *)f[VI_STEP_V][0]},
                              .centre = (real *)f[VI_CENTRE][0],
                              .right = (real *)f[VI_RIGHT][0],
                              .change = (const real *)f[VI_CHANGE][0],
                              .force = {(const real *)f[VI_FORCE_X][0],
                                        (const real *)f[VI_FORCE_Y][0]},
                              .codes = p->codes,
                              .to_next = {1, p->shape.pitch},
                              .alpha_dt = (calc)alpha_dt,
                              .axis = {vi_newton_axis_of(alpha_dt, m->dx, m->gravity, s),
                                       vi_newton_axis_of(alpha_dt, m->dy, m->gravity, s)}};
    return v;
}

SPATE_FN real *vi_velocity(const vi_state *s, int y)
{
    return y ? s->v : s->u;
}

/* ---- sums over tiles ---- */

/* exact_sum takes less than 2^64. */
#define VI_MOST_OF_A_TILE 0x1p63

SPATE_FN void vi_add_tile(vi_sum *to, double sum)
{
    if (__builtin_fabs(sum) < VI_MOST_OF_A_TILE)
        exact_sum_add(&to->total, sum);
    else
        to->outside = 1;
}

SPATE_FN void vi_merge(vi_sum *to, const vi_sum *from)
{
    exact_sum_merge(&to->total, &from->total);
    to->outside |= from->outside;
}

/* What a cell adds to the sums of vi_newton_kernels.guess. */
enum { VI_OF_DEPTHS, VI_OF_VELOCITIES, VI_OF_CELLS, VI_GUESSED };

SPATE_FN void vi_guess_at(const vi_newton_view *v, ptrdiff_t o, double sums[VI_GUESSED])
{
    const double h = (double)v->before.h[o], x = (double)v->before.u[o], y = (double)v->before.v[o];
    sums[VI_OF_DEPTHS] += h * h;
    sums[VI_OF_VELOCITIES] += x * x + y * y;
    sums[VI_OF_CELLS] += h > 0;
}

/* ---- matrix ---- */

/* depth: that of all faces; 0: the mean of the two cells at the beginning of the step. */
SPATE_FN calc vi_coupling_at(const vi_newton_view *v, int y, ptrdiff_t o, calc depth)
{
    const calc h = C(0.5) * ((calc)v->before.h[o - v->to_next[y]] + (calc)v->before.h[o]);
    return vi_is_closed(v->codes, y, o) ? C(0)
                                        : vi_newton_coupling(depth > C(0) ? depth : h, &v->axis[y]);
}

SPATE_FN calc vi_centre_at(const vi_newton_view *v, ptrdiff_t o)
{
    const real *x = v->coupling[0], *y = v->coupling[1];
    return vi_newton_centre((calc)x[o], (calc)x[o + 1], (calc)y[o], (calc)y[o + v->to_next[1]]);
}

/* ---- residuals ---- */

SPATE_FN calc vi_residual_at(const vi_newton_view *v, int y, ptrdiff_t o)
{
    return (calc)vi_velocity(&v->iterate, y)[o] - (calc)vi_velocity(&v->solved, y)[o];
}

SPATE_FN calc vi_depth_residual_at(const vi_newton_view *v, ptrdiff_t o)
{
    return (calc)v->iterate.h[o] - (calc)v->solved.h[o];
}

/* x minus the residual, where the mass matrix is not solved for. Ghost cells of x and the base are
 * valid. */
SPATE_FN calc vi_unsolved_at(const vi_newton_view *v, int y, ptrdiff_t o)
{
    const real *x = vi_velocity(&v->iterate, y), *base = vi_velocity(&v->base, y);
    const ptrdiff_t next = v->to_next[y];
    const calc product =
        vi_mass_product((calc)x[o - next] - (calc)base[o - next], (calc)x[o] - (calc)base[o],
                        (calc)x[o + next] - (calc)base[o + next]);
    const calc r = vi_newton_residual(product, v->alpha_dt, (calc)v->force[y][o]);
    return vi_is_closed(v->codes, y, o) ? C(0) : plus_zero((calc)x[o] - r);
}

SPATE_FN calc vi_brought_at(const vi_newton_view *v, int y, ptrdiff_t o)
{
    const ptrdiff_t front = o + v->to_next[y];
    return vi_newton_brought((calc)v->coupling[y][o], vi_residual_at(v, y, o),
                             (calc)v->coupling[y][front], vi_residual_at(v, y, front), &v->axis[y]);
}

SPATE_FN calc vi_right_at(const vi_newton_view *v, ptrdiff_t o)
{
    return (vi_brought_at(v, 0, o) + vi_brought_at(v, 1, o)) - vi_depth_residual_at(v, o);
}

SPATE_FN double vi_square_at(const vi_newton_view *v, ptrdiff_t o, double weight)
{
    return vi_newton_square((double)vi_depth_residual_at(v, o), (double)vi_residual_at(v, 0, o),
                            (double)vi_residual_at(v, 1, o), weight);
}

/* ---- increments ---- */

SPATE_FN void vi_increase_at(const vi_newton_view *v, int y, ptrdiff_t o)
{
    real *x = vi_velocity(&v->iterate, y);
    const calc step =
        vi_newton_increment(vi_residual_at(v, y, o), (calc)v->change[o - v->to_next[y]],
                            (calc)v->change[o], &v->axis[y]);
    v->step[y][o] = (real)(vi_is_closed(v->codes, y, o) ? C(0) : step);
    x[o] = (real)plus_zero((calc)x[o] + (calc)v->step[y][o]);
}

SPATE_FN void vi_raise_depth_at(const vi_newton_view *v, ptrdiff_t o, calc fraction)
{
    v->iterate.h[o] = (real)((calc)v->iterate.h[o] + fraction * (calc)v->change[o]);
}

SPATE_FN void vi_retreat_at(const vi_newton_view *v, int y, ptrdiff_t o, calc fraction)
{
    real *x = vi_velocity(&v->iterate, y);
    x[o] = (real)plus_zero((calc)x[o] - fraction * (calc)v->step[y][o]);
}

#endif
