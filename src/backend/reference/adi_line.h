/* A line of the plain ADI sweeps: its faces with boundaries, and the force of a manufactured
 * solution. */
#ifndef SPATE_BACKEND_REFERENCE_ADI_LINE_H
#define SPATE_BACKEND_REFERENCE_ADI_LINE_H

#include "backend/adi/listed_row.h"

typedef struct adi_line {
    const grid_part *part;
    int stage, number;
} adi_line;

typedef struct adi_place {
    int i, j;
    ptrdiff_t o;
    const boundary_face *listed; /* NULL: no boundary */
} adi_place;

static inline const boundary_face *adi_listed_at(const boundary_list *list, int i, int j)
{
    for (int k = list->count ? list->row_start[j] : 0; list->count && k < list->row_start[j + 1];
         ++k)
        if (list->faces[k].i == i && list->faces[k].outward && list->faces[k].kind != FACE_PROBE)
            return &list->faces[k];
    return NULL;
}

/* Face n of the line. */
static inline adi_place adi_place_of(const adi_line *l, int n)
{
    const int x = l->stage == ADI_SWEEP_X;
    adi_place at = {.i = x ? n : l->number, .j = x ? l->number : n};
    at.o = (ptrdiff_t)at.j * l->part->shape.pitch + at.i;
    at.listed = adi_listed_at(x ? &l->part->boundary_x : &l->part->boundary_y, at.i, at.j);
    return at;
}

/* Force of a manufactured solution in the middle of the flux's own step, weighted like all forces;
 * 0 without one, and at boundaries and closed faces. */
static inline calc adi_forced(const adi_line *l, const adi_view *v, const adi_place *at)
{
    const part_params *m = &l->part->params;
    const spate_clock *c = l->part->clock;
    const int x = l->stage == ADI_SWEEP_X, e = v->terms.extrapolated;
    const ptrdiff_t o = at->o;
    if (!adi_of(l->part)->force || at->listed || (v->codes[o] & v->closed))
        return C(0);
    const double later = adi_middle(l->stage);
    const calc back = C(1) / max_r(adi_mid_depth(v, o - v->along, e), v->k.h_dry);
    const calc front = C(1) / max_r(adi_mid_depth(v, o, e), v->k.h_dry);
    const calc z = adi_damping(adi_mid_flux(v, o, e), adi_across_at(v, o, e), back, front,
                               adi_strength_of(v, o), v->terms.law, &v->k);
    const double force =
        adi_of(l->part)->force(!x, (at->i + (x ? 0 : 0.5)) * m->dx, (at->j + (x ? 0.5 : 0)) * m->dy,
                               c->t + later * c->dt);
    return (calc)force * v->k.dt * adi_damped_by(z, e).others;
}

#endif
