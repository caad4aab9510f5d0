/* Loops over rows of cells of what adi/cell.h does to a cell, for backends whose kernels run on
 * the host. */
#ifndef SPATE_BACKEND_ADI_CELLS_H
#define SPATE_BACKEND_ADI_CELLS_H

#include "backend/adi/cell.h"
#include "backend/adi/clock.h"

#ifdef __cplusplus
#define SPATE_RESTRICT __restrict__
#else
#define SPATE_RESTRICT restrict
#endif

/* ---- depths ---- */

/* Depths of a row after a sweep; returns how many are negative or NaN. */
SPATE_FN int adi_depth_row(const adi_view *v, const adi_flows *f, ptrdiff_t o, int count,
                           real *SPATE_RESTRICT to)
{
    int wrong = 0;
    for (int i = 0; i < count; ++i)
        wrong += adi_new_depth(v, f, o + i, &to[o + i]);
    return wrong;
}

SPATE_FN int adi_shared_depth_row(const adi_view *v, const adi_flows *f, ptrdiff_t o, int count,
                                  real *to)
{
    int wrong = 0;
    for (int i = 0; i < count; ++i)
        wrong += adi_shared_depth(v, f, o + i, &to[o + i]);
    return wrong;
}

SPATE_FN void adi_note_faces(grid_part *part, const adi_flows *f, int stage)
{
    const ptrdiff_t pitch = part->shape.pitch;
    for (int n = 0; n < part->boundary_x.count; ++n)
        adi_note_face(&part->boundary_x.faces[n], part->boundaries, f, pitch, stage == ADI_SWEEP_X,
                      stage);
    for (int n = 0; n < part->boundary_y.count; ++n)
        adi_note_face(&part->boundary_y.faces[n], part->boundaries, f, pitch, stage == ADI_SWEEP_Y,
                      stage);
}

/* ---- shares ---- */

SPATE_FN void adi_begin_share_row(const grid_part *part, const adi_view *v, const adi_flows *f,
                                  ptrdiff_t o, int all)
{
    real *share = (real *)part->field[ADI_SHARES][0];
    for (int i = 0; i < part->shape.nx; ++i)
        share[o + i] = (real)adi_first_share(v, f, o + i, all);
}

SPATE_FN void adi_improve_share_row(const grid_part *part, const adi_view *v, const adi_flows *all,
                                    const adi_flows *given, ptrdiff_t o)
{
    real *next = (real *)part->field[ADI_SHARES][1];
    for (int i = 0; i < part->shape.nx; ++i)
        next[o + i] = (real)adi_next_share(v, all, given, o + i);
}

/* New fluxes of the faces at the back of the cells of a row, and in front of the last one. */
SPATE_FN void adi_drain_row(const grid_part *part, const adi_flows *f, int stage, ptrdiff_t o)
{
    real *p = (real *)part->field[stage == ADI_SWEEP_X ? ADI_P : ADI_Q][ADI_NEW];
    const int last = stage == ADI_SWEEP_X;
    for (int i = 0; i < part->shape.nx + last; ++i)
        adi_drain_face(f, o + i, &p[o + i]);
}

/* ---- sources ---- */

SPATE_FN void adi_water_row(grid_part *p, int water, ptrdiff_t o)
{
    for (int i = 0; i < p->shape.nx && water != WATER_KEPT; ++i)
        part_water_cell(p, water, o + i);
}

SPATE_FN calc adi_rate_row(const grid_part *p, int slot, int fluxes, ptrdiff_t o)
{
    calc rate = C(0);
    for (int i = 0; i < p->shape.nx; ++i)
        rate = max_r(rate, adi_rate_at(p, slot, fluxes, o + i));
    return rate;
}

/* Applies the inflows to the new state; returns the largest rate of their cells. */
SPATE_FN double adi_inflows(grid_part *p)
{
    calc rate = C(0);
    for (int n = 0; n < p->sources.inflow_cells.count; ++n)
        rate = max_r(rate, adi_inflow_cell(p, n));
    return (double)rate;
}

SPATE_FN double adi_limiting_cell(const grid_part *p, int *at_i, int *at_j)
{
    const int now = p->clock->now;
    calc top = C(-1);
    *at_i = *at_j = 0;
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i) {
            const calc rate = adi_rate_at(p, now, now, (ptrdiff_t)j * p->shape.pitch + i);
            if (rate > top) {
                top = rate;
                *at_i = i;
                *at_j = j;
            }
        }
    return (double)top;
}

/* ---- times of fluxes: rows with their ghost cells ---- */

#define ADI_FOR_ROW(part, i)                                                                       \
    for (int i = -(part)->shape.halo; i < (part)->shape.nx + (part)->shape.halo; ++i)

SPATE_FN void adi_gather_time_row(grid_part *p, ptrdiff_t o)
{
    const int begun = adi_of(p)->dt_before > 0;
    ADI_FOR_ROW(p, i)
    adi_gather_time_cell(p, begun, o + i);
}

SPATE_FN void adi_launch_row(grid_part *p, ptrdiff_t o)
{
    ADI_FOR_ROW(p, i)
    adi_launch_cell(p, o + i);
}

SPATE_FN void adi_retime_row(grid_part *p, double ratio, ptrdiff_t o)
{
    const calc r = (calc)ratio;
    ADI_FOR_ROW(p, i)
    adi_retime_cell(p, r, o + i);
}

/* ---- cells and faces ---- */

SPATE_FN void adi_centre_row(grid_part *p, ptrdiff_t o)
{
    for (int axis = 0; axis < 2; ++axis) {
        real *to = (real *)p->field[FIELD_MOMENTUM_X + axis][0];
        for (int i = 0; i < p->shape.nx; ++i)
            to[o + i] = (real)adi_centred(p, axis, o + i);
    }
}

SPATE_FN int adi_centre_differs(const grid_part *p, ptrdiff_t o)
{
    int differs = 0;
    for (int axis = 0; axis < 2; ++axis)
        for (int i = 0; i < p->shape.nx; ++i)
            differs |= ((const real *)p->field[FIELD_MOMENTUM_X + axis][0])[o + i] !=
                       (real)adi_centred(p, axis, o + i);
    return differs;
}

SPATE_FN void adi_to_faces_row(grid_part *p, ptrdiff_t o)
{
    for (int axis = 0; axis < 2; ++axis)
        for (int i = 0; i < p->shape.nx; ++i)
            adi_face_from_cells(p, axis, o + i);
}

#endif
