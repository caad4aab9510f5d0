/* Listed faces of the staggered scheme: boundaries, crests, probes. For every backend. */
#ifndef SPATE_BACKEND_STAGGERED_LISTED_H
#define SPATE_BACKEND_STAGGERED_LISTED_H

#include "backend/kurganov/listed_mass.h"
#include "backend/staggered/plain.h"
#include "physics/staggered_edges.h"

/* Velocity of a cell along an axis: the mean of its two faces. The velocity of a claimed face is not
 * known; then that of the other one, or 0. */
SPATE_FN calc stag_cell_velocity(const stag_view *v, int y, ptrdiff_t o)
{
    const ptrdiff_t front = o + v->step[y];
    const int back_known = !stag_is_claimed(v, y, o), front_known = !stag_is_claimed(v, y, front);
    const calc back = back_known ? (calc)v->vel[y][o] : C(0);
    const calc ahead = front_known ? (calc)v->vel[y][front] : C(0);
    return back_known && front_known ? C(0.5) * (back + ahead) : back + ahead;
}

SPATE_FN calc stag_cell_strength(const stag_view *v, ptrdiff_t o)
{
    return v->friction ? (calc)v->friction[o] : v->strength;
}

/* Velocity with which water of cell o reaches an overfall. Forms of first order take that of the
 * face upstream, as everywhere. */
SPATE_FN calc stag_falling_velocity(const stag_view *v, int y, ptrdiff_t o, int outward,
                                    calc arrives)
{
    const ptrdiff_t other = outward > 0 ? o : o + v->step[y];
    if (v->terms.advection != STAG_LIMITED || v->codes[other] & stag_closed_bit(y) ||
        !((calc)v->h[o] > v->axis[y].h_dry))
        return arrives;
    const stag_pair c = stag_pair_at(v, y, other);
    const calc out = (calc)outward;
    const stag_brink e = {.h = (calc)v->h[o],
                          .arriving = C(0.5) * (c.h_back + c.h_front),
                          .arrives = out * arrives,
                          .across = stag_cell_velocity(v, !y, o),
                          .strength = stag_cell_strength(v, o),
                          .half_cell =
                              div_r(C(0.5), y ? v->pacing.inverse_dy : v->pacing.inverse_dx)};
    return out * stag_brink_velocity(&e, v->g, v->terms.law);
}

/* The cell o beside a listed face. Where waves are let in and out, the velocity at its centre is the
 * mean of the boundary's, with the flux q of the step before, and of the other face's. Elsewhere
 * water only leaves, with the velocity of the other face. */
SPATE_FN listed_water stag_listed_water(const stag_view *v, int y, ptrdiff_t o,
                                        const boundary_face *face, calc q)
{
    const calc h = (calc)v->h[o], arrives = stag_cell_velocity(v, y, o);
    const calc there = stag_boundary_velocity(q, h, C(0), v->g);
    const int waves = face->kind == FACE_LEVEL || face->kind == FACE_WAVE;
    const calc leaves = face->kind == FACE_OUTFALL
                            ? stag_falling_velocity(v, y, o, face->outward, arrives)
                            : arrives;
    const listed_water w = {.h = h,
                            .w = h + (calc)v->bed[o],
                            .u = waves ? C(0.5) * (arrives + there) : leaves,
                            .v = stag_cell_velocity(v, !y, o)};
    return w;
}

/* Outward. o: the inner cell. */
SPATE_FN stag_edge stag_edge_at(const stag_view *v, int y, ptrdiff_t o, const boundary_face *face,
                                calc q)
{
    const calc outward = (calc)face->outward;
    const stag_edge e = {.h = (calc)v->h[o],
                         .bed = (calc)v->bed[o],
                         .level = (calc)face->value[0],
                         .q = outward * q,
                         .arrives = outward * stag_cell_velocity(v, y, o),
                         .across = stag_cell_velocity(v, !y, o),
                         .strength = stag_cell_strength(v, o)};
    return e;
}

/* The flux of a listed face in this step, m2/s, written to the field of velocities. At an outer
 * face only the inner cell is read: the other one may be beyond all ghost cells. */
SPATE_FN void stag_listed_face(const grid_part *part, const stag_view *v, int y,
                               boundary_face *face)
{
    const ptrdiff_t o = (ptrdiff_t)face->j * v->step[1] + face->i, back = o - v->step[y];
    const double length = y ? part->params.dx : part->params.dy;
    const calc before = (calc)(face->outward * face->flow / length);
    if (face->kind == FACE_PROBE)
        return;
    const ptrdiff_t inner = face->outward > 0 ? back : o;
    calc q =
        listed_mass(part, face, stag_listed_water(v, y, face->outward < 0 ? o : back, face, before),
                    stag_listed_water(v, y, inner, face, before), 0, v->axis[y].h_dry, v->g);
    if (face->kind == FACE_LEVEL && !(part->boundaries[face->owner].absorbing > 0)) {
        const stag_edge e = stag_edge_at(v, y, inner, face, before);
        /* as long a step as that of the velocities inside, which the last step made */
        const stag_axis k = stag_axis_of(part, y, part->clock->dt_before);
        if (part->clock->dt_before > 0 && stag_edge_is_calm(&e, v->g, k.h_dry))
            q = (calc)face->outward * stag_level_flux(&e, v->g, v->terms.law, &k);
    }
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
