/* What the ADI scheme does to one cell or face apart from its matrix rows: depths, limited
 * outflow, sources, times of fluxes, momentum at cells. For every backend; the equations are in
 * physics/, the loops in the backends. */
#ifndef SPATE_BACKEND_ADI_CELL_H
#define SPATE_BACKEND_ADI_CELL_H

#include "backend/adi/flows.h"
#include "backend/common/water_sources.h"
#include "physics/adi_rates.h"

/* ---- depths ---- */

/* Inactive cells hold no water, whatever flows through boundaries at their faces. */
SPATE_FN int adi_is_active(const adi_view *v, ptrdiff_t o)
{
    return !(v->codes[o] & CELL_INACTIVE);
}

/* Where the depths of a sweep go. */
SPATE_FN real *adi_depths_of(const grid_part *part, int stage)
{
    return (real *)part->field[FIELD_DEPTH][stage == ADI_SWEEP_X ? ADI_NEW : 1 - part->clock->now];
}

/* Depth of a cell after a sweep; returns 1 if the stored depth is negative or NaN. */
SPATE_FN int adi_new_depth(const adi_view *v, const adi_flows *f, ptrdiff_t o, real *to)
{
    const calc h = adi_is_active(v, o) ? adi_depth_at(f, v, o) : C(0);
    *to = (real)h;
    return !(*to >= 0);
}

/* The same with shares, where rounding may leave a depth just below zero. */
SPATE_FN int adi_shared_depth(const adi_view *v, const adi_flows *f, ptrdiff_t o, real *to)
{
    const calc h = adi_is_active(v, o) ? adi_depth_at(f, v, o) : C(0);
    const calc noise = adi_depth_noise((calc)v->h[o], adi_turnover_at(f, v, o));
    *to = (real)(h < C(0) && h >= -noise ? C(0) : h);
    return !(h >= -noise);
}

/* adi_withheld from a listed face; 0 without shares. */
SPATE_FN calc adi_withheld_at(const boundary_face *face, const adi_flows *f, ptrdiff_t o, int along)
{
    if (!f->share)
        return C(0);
    const calc fresh = (calc)(along ? f->along_new : f->across_new)[o];
    const calc sum = (calc)(along ? f->along_old : f->across_old)[o] + fresh;
    const ptrdiff_t donor = sum > C(0) ? o - (along ? f->along : f->across) : o;
    return adi_withheld((calc)f->share[donor], sum, fresh, (calc)face->outward, along);
}

/* Requested outflow of a rating. Its flux follows the level at the end of the step
 * (adi_rating_speed), not the level before for which the table was read; the difference is not a
 * shortfall and may be negative. So the values of the face, from which face_account computes the
 * shortfall, are replaced by what was requested, once both sweeps have used them. Until then
 * stage_speed keeps it, which faces of this kind do not use. Rounding is monotonic, so it is never
 * less than the flow. */
SPATE_FN void adi_note_asked(boundary_face *face, double withheld, int stage)
{
    face->stage_speed[stage] = face->outward * face->stage_mass[stage] + withheld;
    for (int s = 0; s < 2 && stage == ADI_SWEEP_Y; ++s)
        face->value[s] = -face->stage_speed[s];
}

/* Records the flux through a listed face in the half step, m2/s: the mean of the two times. */
SPATE_FN void adi_note_face(boundary_face *face, const face_boundary *boundaries,
                            const adi_flows *f, ptrdiff_t pitch, int along, int stage)
{
    const ptrdiff_t o = (ptrdiff_t)face->j * pitch + face->i;
    face->stage_mass[stage] = 0.5 * (double)(along ? adi_flow_along(f, o) : adi_flow_across(f, o));
    if (face->kind == FACE_DISCHARGE && boundaries[face->owner].rating_count > 0)
        adi_note_asked(face, 0.5 * (double)adi_withheld_at(face, f, o, along), stage);
}

/* ---- shares; those of ghost cells outside the grid are 1 ---- */

SPATE_FN calc adi_first_share(const adi_view *v, const adi_flows *f, ptrdiff_t o, int all)
{
    const int short_of = adi_is_active(v, o) && (all || adi_depth_at(f, v, o) < C(0));
    const calc out = adi_turnover_at(f, v, o).out;
    return short_of ? adi_share((calc)v->h[o], C(0), out) : C(1);
}

SPATE_FN calc adi_next_share(const adi_view *v, const adi_flows *all, const adi_flows *given,
                             ptrdiff_t o)
{
    return adi_is_active(v, o) ? adi_share((calc)v->h[o], adi_turnover_at(given, v, o).in,
                                           adi_turnover_at(all, v, o).out)
                               : C(1);
}

/* Reduces the new flux *p of the face at the back of a cell to what its donor supplies. */
SPATE_FN void adi_drain_face(const adi_flows *f, ptrdiff_t o, real *p)
{
    const calc sum = (calc)f->along_old[o] + (calc)*p;
    *p = (real)((calc)*p * (calc)f->share[sum > C(0) ? o - f->along : o]);
}

/* ---- sources ---- */

/* Rate of a cell with the depth of one slot and the fluxes of another. */
SPATE_FN calc adi_rate_at(const grid_part *p, int slot, int fluxes, ptrdiff_t o)
{
    if (p->codes[o] & CELL_INACTIVE) /* fluxes at its faces belong to other cells */
        return C(0);
    const real *h = (const real *)p->field[FIELD_DEPTH][slot];
    const real *x = (const real *)p->field[ADI_P][fluxes],
               *y = (const real *)p->field[ADI_Q][fluxes];
    return adi_cell_rate((calc)h[o], (calc)x[o] + (calc)x[o + 1],
                         (calc)y[o] + (calc)y[o + p->shape.pitch], (calc)p->params.gravity,
                         (calc)(1 / p->params.dx), (calc)(1 / p->params.dy), (calc)p->params.cfl,
                         adi_as_stored(adi_of(p)->flood_depth));
}

/* Applies inflow n of the list to its cell of the new state; returns the rate of the cell. */
SPATE_FN calc adi_inflow_cell(const grid_part *p, int n)
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
    return adi_rate_at(p, 1 - p->clock->now, ADI_NEW, o);
}

/* ---- times of fluxes: of cells, ghost cells, and the faces where the part ends ---- */

SPATE_FN void adi_gather_time_cell(const grid_part *p, int begun, ptrdiff_t o)
{
    const int now = p->clock->now;
    const int before = 1 - now;
    if (begun)
        ((real *)p->field[ADI_Q][now])[o] =
            (real)adi_mean((calc)((real *)p->field[ADI_Q][now])[o],
                           (calc)((real *)p->field[ADI_Q][before])[o]);
    ((real *)p->field[ADI_P][before])[o] = ((real *)p->field[ADI_P][now])[o];
    ((real *)p->field[ADI_Q][before])[o] = ((real *)p->field[ADI_Q][now])[o];
    ((real *)p->field[ADI_HALF_BEFORE][0])[o] = ((real *)p->field[FIELD_DEPTH][now])[o];
}

/* The present q is in both slots, that of half a step later in ADI_NEW. */
SPATE_FN void adi_launch_cell(const grid_part *p, ptrdiff_t o)
{
    const int now = p->clock->now;
    real *q = (real *)p->field[ADI_Q][now], *before = (real *)p->field[ADI_Q][1 - now];
    const real *later = (const real *)p->field[ADI_Q][ADI_NEW];
    before[o] = (real)adi_mirrored((calc)q[o], (calc)later[o]);
    q[o] = later[o];
}

SPATE_FN void adi_retime_cell(const grid_part *p, calc r, ptrdiff_t at)
{
    const int now = p->clock->now;
    const int before = 1 - now;
    real *half = (real *)p->field[ADI_HALF_BEFORE][0];
    const adi_time_pair q = adi_retimed_pair((calc)((real *)p->field[ADI_Q][before])[at],
                                             (calc)((real *)p->field[ADI_Q][now])[at], r);
    ((real *)p->field[ADI_Q][now])[at] = (real)q.after;
    ((real *)p->field[ADI_Q][before])[at] = (real)q.before;
    ((real *)p->field[ADI_P][before])[at] =
        (real)adi_retimed((calc)((real *)p->field[ADI_P][now])[at],
                          (calc)((real *)p->field[ADI_P][before])[at], r);
    half[at] = (real)adi_retimed((calc)((real *)p->field[FIELD_DEPTH][now])[at], (calc)half[at], r);
}

/* ---- cells and faces ---- */

/* hu (hv) of a cell: the mean of its two faces. q at the present time is the mean of its two
 * times. */
SPATE_FN calc adi_centred(const grid_part *p, int axis, ptrdiff_t o)
{
    const int now = p->clock->now;
    const real *s = (const real *)p->field[axis == 0 ? ADI_P : ADI_Q][now];
    if (axis == 0)
        return adi_mean((calc)s[o], (calc)s[o + 1]);
    const real *old = (const real *)p->field[ADI_Q][1 - now];
    const ptrdiff_t north = o + p->shape.pitch;
    return adi_mean_of_times((calc)s[o], (calc)old[o], (calc)s[north], (calc)old[north]);
}

/* Flux of a face from the momentum of its two cells, whose ghost cells are valid: the mean; 0 if
 * the face is closed. */
SPATE_FN void adi_face_from_cells(const grid_part *p, int axis, ptrdiff_t o)
{
    const unsigned closed = axis == 0 ? FACE_WEST_CLOSED : FACE_SOUTH_CLOSED;
    const real *from = (const real *)p->field[FIELD_MOMENTUM_X + axis][0];
    real *to = (real *)p->field[axis == 0 ? ADI_P : ADI_Q][p->clock->now];
    const ptrdiff_t back = axis == 0 ? 1 : p->shape.pitch;
    to[o] = (p->codes[o] & closed) ? (real)0 : (real)adi_mean((calc)from[o], (calc)from[o - back]);
}

#endif
