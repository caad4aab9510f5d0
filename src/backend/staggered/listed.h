/* Listed faces of the staggered scheme: boundaries, crests, probes. For every backend. */
#ifndef SPATE_BACKEND_STAGGERED_LISTED_H
#define SPATE_BACKEND_STAGGERED_LISTED_H

#include "backend/kurganov/listed_mass.h"
#include "backend/staggered/plain.h"

/* Velocity of a cell along an axis as its listed face sees it: that of its other face, 0 if that
 * one is claimed too. Of a cell that has both faces: their mean. */
SPATE_FN calc stag_cell_velocity(const stag_view *v, int y, ptrdiff_t o)
{
    const ptrdiff_t front = o + v->step[y];
    const int back_known = !stag_is_claimed(v, y, o), front_known = !stag_is_claimed(v, y, front);
    const calc back = back_known ? (calc)v->vel[y][o] : C(0);
    const calc ahead = front_known ? (calc)v->vel[y][front] : C(0);
    return back_known && front_known ? C(0.5) * (back + ahead) : back + ahead;
}

SPATE_FN listed_water stag_listed_water(const stag_view *v, int y, ptrdiff_t o)
{
    const calc h = (calc)v->h[o];
    const listed_water w = {.h = h,
                            .w = h + (calc)v->bed[o],
                            .u = stag_cell_velocity(v, y, o),
                            .v = stag_cell_velocity(v, !y, o)};
    return w;
}

/* The flux of a listed face in this step, m2/s, written to the field of velocities. At an outer
 * face only the inner cell is read: the other one may be beyond all ghost cells. */
SPATE_FN void stag_listed_face(const grid_part *part, const stag_view *v, int y,
                               boundary_face *face)
{
    const ptrdiff_t o = (ptrdiff_t)face->j * v->step[1] + face->i, back = o - v->step[y];
    if (face->kind == FACE_PROBE)
        return;
    const listed_water front_water = stag_listed_water(v, y, face->outward > 0 ? back : o);
    const listed_water back_water = stag_listed_water(v, y, face->outward < 0 ? o : back);
    const calc q = listed_mass(part, face, back_water, front_water, 0, v->axis[y].h_dry, v->g);
    ((real *)part->field[y ? STAG_V : STAG_U][part->clock->now])[o] = (real)plus_zero(q);
}

/* Records the flux through a listed face after the step. */
SPATE_FN void stag_note_face(const stag_view *v, int y, boundary_face *face)
{
    const ptrdiff_t o = (ptrdiff_t)face->j * v->step[1] + face->i;
    if (face->kind != FACE_CREST)
        face->stage_mass[0] = (double)stag_limited_at(v, y, o);
}

#endif
