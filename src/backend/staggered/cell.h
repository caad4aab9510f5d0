/* What the staggered scheme does to one cell apart from its step: sources, rates, momentum at
 * cells. For every backend. */
#ifndef SPATE_BACKEND_STAGGERED_CELL_H
#define SPATE_BACKEND_STAGGERED_CELL_H

#include "backend/common/water_sources.h"
#include "backend/staggered/listed.h"
#include "physics/rest.h"

/* ---- rates and rest ---- */

/* Velocity of a face for the rate; the flux of a claimed one is given. */
SPATE_FN calc stag_paced_velocity(const uint8_t *codes, int y, const real *vel, ptrdiff_t o)
{
    return codes[o] & stag_claimed_bit(y) ? C(0) : (calc)vel[o];
}

/* Rate of the state in a slot at the south-west corner of cell o. */
SPATE_FN calc stag_rate_at(const grid_part *p, const stag_pacing *pacing, int slot, ptrdiff_t o)
{
    const real *h = (const real *)p->field[FIELD_DEPTH][slot];
    if (p->codes[o] & CELL_INACTIVE)
        return C(0);
    const calc beside = max_r((calc)h[o - 1], (calc)h[o - p->shape.pitch]);
    return stag_rate(max_r((calc)h[o], beside),
                     stag_paced_velocity(p->codes, 0, (const real *)p->field[STAG_U][slot], o),
                     stag_paced_velocity(p->codes, 1, (const real *)p->field[STAG_V][slot], o),
                     pacing);
}

/* The same with the depth of the cell alone, where that of its neighbours is not new yet. Sources
 * do not change velocities. */
SPATE_FN calc stag_own_rate_at(const grid_part *p, const stag_pacing *pacing, int slot, ptrdiff_t o)
{
    const calc h = (calc)((const real *)p->field[FIELD_DEPTH][slot])[o];
    return stag_rate(h, stag_paced_velocity(p->codes, 0, (const real *)p->field[STAG_U][slot], o),
                     stag_paced_velocity(p->codes, 1, (const real *)p->field[STAG_V][slot], o),
                     pacing);
}

/* Zero where a step left the cell and its two faces as they were, at rest. */
SPATE_FN unrest_value stag_activity(calc h, calc h_new, calc u, calc u_new, calc v, calc v_new)
{
    return unrest_both(unrest_of(h_new - h, u),
                       unrest_both(unrest_of(u_new, v), unrest_of(v_new, C(0))));
}

/* ---- sources ---- */

/* Applies inflow n of the list to its cell of the new state; returns 1 if it changed. */
SPATE_FN int stag_inflow_cell(const grid_part *p, int n)
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
    return r.added != 0;
}

/* ---- cells and faces ---- */

/* hu (hv) of a cell: its depth times the mean velocity of its faces. */
SPATE_FN calc stag_centred(const stag_view *v, int y, ptrdiff_t o)
{
    return plus_zero((calc)v->h[o] * stag_cell_velocity(v, y, o));
}

/* Velocity of a cell from its momentum; 0 in a film. */
SPATE_FN calc stag_from_momentum(calc h, calc momentum, calc h_dry)
{
    return h > h_dry ? div_r(momentum, h) : C(0);
}

/* Velocity of the back face of cell o from the momentum of its two cells, whose ghost cells are
 * valid: their mean; that of the wet one beside dry ground; 0 if the face is closed. */
SPATE_FN void stag_face_from_cells(const grid_part *p, const stag_view *v, int y, ptrdiff_t o)
{
    const real *from = (const real *)p->field[y ? FIELD_MOMENTUM_Y : FIELD_MOMENTUM_X][0];
    real *to = (real *)p->field[y ? STAG_V : STAG_U][p->clock->now];
    const ptrdiff_t back = o - v->step[y];
    const calc h_dry = v->axis[y].h_dry;
    const stag_pair c = stag_pair_at(v, y, o);
    const calc u_back = stag_from_momentum(c.h_back, (calc)from[back], h_dry);
    const calc u_front = stag_from_momentum(c.h_front, (calc)from[o], h_dry);
    const int both = c.h_back > h_dry && c.h_front > h_dry;
    const calc u = both ? C(0.5) * (u_back + u_front) : u_back + u_front;
    const int open = !(v->codes[o] & stag_closed_bit(y)) && stag_face_depth(u, &c) > h_dry;
    to[o] = (real)plus_zero(open ? u : C(0));
}

#endif
