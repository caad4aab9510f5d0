/* What the semi-implicit scheme does to one cell: its matrix row, its depth, limited outflow,
 * sources, rates, momentum at cells. For every backend; the equations are in physics/. */
#ifndef SPATE_BACKEND_SEMI_IMPLICIT_CELL_H
#define SPATE_BACKEND_SEMI_IMPLICIT_CELL_H

#include "backend/common/water_sources.h"
#include "backend/semi_implicit/view.h"
#include "physics/semi_implicit_rates.h"

/* ---- the system ---- */

/* Coefficient of the back face of cell o in the rows of its cells. */
SPATE_FN calc semi_coefficient_at(const semi_view *v, int y, ptrdiff_t o)
{
    return semi_is_claimed(v, y, o) ? (calc)v->gain[y][o] : -(calc)v->coupling[y][o];
}

SPATE_FN void semi_store_row(const semi_view *v, ptrdiff_t o, int wet)
{
    const semi_row r = semi_row_of((calc)v->h[o], (calc)v->net[o], (calc)v->pulls[o], wet);
    v->centre[o] = (real)r.centre;
    v->right[o] = (real)r.right;
    v->wet[o] = (uint8_t)wet;
}

/* Sums over its faces, and its row. An inactive cell is taken out, whatever flows through boundaries
 * at its faces. */
SPATE_FN void semi_sum_row(const semi_view *v, ptrdiff_t o, int wet)
{
    const real *const a[2] = {v->amount[0], v->amount[1]};
    const stag_sides c = {.west = semi_coefficient_at(v, 0, o),
                          .east = semi_coefficient_at(v, 0, o + v->step[0]),
                          .south = semi_coefficient_at(v, 1, o),
                          .north = semi_coefficient_at(v, 1, o + v->step[1])};
    const int active = semi_is_active(v, o);
    v->net[o] = (real)(active ? semi_net(semi_sides_at(v, a, o)) : C(0));
    v->pulls[o] = (real)(active ? semi_pulls(c) : C(0));
    semi_store_row(v, o, wet);
}

/* Water that a row had wrong in a cell, m; renews the row. */
SPATE_FN calc semi_next_row(const semi_view *v, ptrdiff_t o)
{
    const calc h = (calc)v->h[o], x = (calc)v->change[o];
    const int coupled = (calc)v->pulls[o] > C(0), wet = !coupled || semi_is_wet(h, x);
    if (wet == v->wet[o])
        return C(0);
    semi_store_row(v, o, wet);
    return abs_r(h + x);
}

/* ---- depths ---- */

/* Amounts at the four faces of a cell, limited by the shares of their donors. */
SPATE_FN calc semi_given_at(const semi_view *v, int y, ptrdiff_t o)
{
    const calc a = (calc)v->amount[y][o];
    return a * (calc)v->share[a > C(0) ? o - v->step[y] : o];
}

SPATE_FN stag_sides semi_given_sides(const semi_view *v, ptrdiff_t o)
{
    const stag_sides s = {.west = semi_given_at(v, 0, o),
                          .east = semi_given_at(v, 0, o + v->step[0]),
                          .south = semi_given_at(v, 1, o),
                          .north = semi_given_at(v, 1, o + v->step[1])};
    return s;
}

SPATE_FN stag_sides semi_all_sides(const semi_view *v, ptrdiff_t o)
{
    const real *const a[2] = {v->amount[0], v->amount[1]};
    return semi_sides_at(v, a, o);
}

/* Depth of a cell after the step; returns 1 if the stored depth is negative or NaN. */
SPATE_FN int semi_new_depth(const semi_view *v, ptrdiff_t o, real *to)
{
    const calc h = semi_is_active(v, o) ? semi_left((calc)v->h[o], semi_all_sides(v, o)) : C(0);
    *to = (real)h;
    return !(*to >= 0);
}

/* The same with shares, where rounding may leave a depth just below zero. */
SPATE_FN int semi_shared_depth(const semi_view *v, ptrdiff_t o, real *to)
{
    const stag_sides given = semi_given_sides(v, o);
    const calc h = semi_is_active(v, o) ? semi_left((calc)v->h[o], given) : C(0);
    const calc noise = adi_depth_noise((calc)v->h[o], semi_turnover(given));
    *to = (real)(h < C(0) && h >= -noise ? C(0) : h);
    return !(h >= -noise);
}

/* ---- shares; those of ghost cells outside the grid are 1 ---- */

SPATE_FN calc semi_first_share(const semi_view *v, ptrdiff_t o, int all)
{
    const stag_sides a = semi_all_sides(v, o);
    const calc h = (calc)v->h[o];
    const int short_of = semi_is_active(v, o) && (all || semi_left(h, a) < C(0));
    return short_of ? adi_share(h, C(0), semi_turnover(a).out) : C(1);
}

SPATE_FN calc semi_next_share(const semi_view *v, ptrdiff_t o)
{
    return semi_is_active(v, o) ? adi_share((calc)v->h[o], semi_turnover(semi_given_sides(v, o)).in,
                                            semi_turnover(semi_all_sides(v, o)).out)
                                : C(1);
}

/* ---- sources ---- */

/* Flow over the size of cells in a cell of a slot, 1/s. */
SPATE_FN calc semi_flow_at(const grid_part *p, int slot, ptrdiff_t o)
{
    const real *u = (const real *)p->field[SEMI_U][slot], *v = (const real *)p->field[SEMI_V][slot];
    return semi_cell_flow(max_size_r((calc)u[o], (calc)u[o + 1]),
                          max_size_r((calc)v[o], (calc)v[o + p->shape.pitch]),
                          (calc)(1 / p->params.dx), (calc)(1 / p->params.dy));
}

SPATE_FN calc semi_rate_at(const grid_part *p, int slot, ptrdiff_t o)
{
    if (p->codes[o] & CELL_INACTIVE) /* velocities at its faces belong to other cells */
        return C(0);
    const double weight = p->params.cfl / semi_of(p)->flow_courant;
    return semi_rate((calc)((const real *)p->field[FIELD_DEPTH][slot])[o], semi_flow_at(p, slot, o),
                     (calc)p->params.gravity, (calc)(1 / p->params.dx), (calc)(1 / p->params.dy),
                     (calc)weight);
}

/* Applies inflow n of the list to its cell of the new state; returns the rate of the cell. */
SPATE_FN calc semi_inflow_cell(const grid_part *p, int n)
{
    const inflow_list *l = &p->sources.inflow_cells;
    const ptrdiff_t o = (ptrdiff_t)l->cells[n].j * p->shape.pitch + l->cells[n].i;
    real *h = (real *)p->field[FIELD_DEPTH][1 - p->clock->now] + o;
    const inflow_result r = inflow_apply((double)*h, l->kept[n][INFLOW_CARRY],
                                         p->sources.inflows[l->cells[n].inflow].amount);
    l->attempt[n][INFLOW_CARRY] = r.carry;
    l->attempt[n][INFLOW_ENTERED] = r.added;
    l->attempt[n][INFLOW_SHORTFALL] = r.shortfall;
    *h = (real)r.h;
    return semi_rate_at(p, 1 - p->clock->now, o);
}

/* ---- cells and faces ---- */

/* hu (hv) of a cell: its depth times the mean of the velocities at its two faces. */
SPATE_FN calc semi_centred(const grid_part *p, int axis, ptrdiff_t o)
{
    const int now = p->clock->now;
    const real *u = (const real *)p->field[axis == 0 ? SEMI_U : SEMI_V][now];
    const calc h = (calc)((const real *)p->field[FIELD_DEPTH][now])[o];
    return h * adi_mean((calc)u[o], (calc)u[o + (axis == 0 ? 1 : p->shape.pitch)]);
}

/* Velocity of a face from the momentum of its two cells, whose ghost cells are valid: that of both
 * together; 0 if the face is closed or dry. */
SPATE_FN void semi_face_from_cells(const grid_part *p, int axis, ptrdiff_t o)
{
    const int now = p->clock->now;
    const unsigned closed = axis == 0 ? FACE_WEST_CLOSED : FACE_SOUTH_CLOSED;
    const real *from = (const real *)p->field[FIELD_MOMENTUM_X + axis][0];
    const real *h = (const real *)p->field[FIELD_DEPTH][now];
    real *to = (real *)p->field[axis == 0 ? SEMI_U : SEMI_V][now];
    const ptrdiff_t back = axis == 0 ? 1 : p->shape.pitch;
    const calc both = (calc)h[o] + (calc)h[o - back];
    const int dry = (p->codes[o] & closed) || !(both > (calc)p->params.dry_depth);
    to[o] = dry ? (real)0 : (real)plus_zero(div_r((calc)from[o] + (calc)from[o - back], both));
}

#endif
