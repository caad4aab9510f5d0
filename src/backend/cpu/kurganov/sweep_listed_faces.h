/* Listed faces of one row: boundaries and crests, whose flux replaces that of the sweep, and probes,
 * which measure it. Included by sweep.c only. */
#ifndef SPATE_BACKEND_CPU_KURGANOV_SWEEP_LISTED_FACES_H
#define SPATE_BACKEND_CPU_KURGANOV_SWEEP_LISTED_FACES_H

#include "backend/cpu/kurganov/sweep_faces.h"
#include "backend/kurganov/boundary.h"

static face_claim claim_of(const sweep *s, const boundary_face *face, int axis_y)
{
    return face_claimed_by(face, axis_y, s->r->x0, s->r->x1, s->r->y0, s->r->y1);
}

/* Replaces, or measures, the flux of a listed face; i: its column in the rectangle. */
static void treat_face(const sweep *s, boundary_face *face, face_claim claim, flux_row row, int i,
                       kp_water l, kp_water r)
{
    if (face->kind != FACE_PROBE)
        store_flux(row, i, kp_listed_flux(s->part, face, l, r, s->stage, s->g));
    else if (claim.keeps)
        face->stage_mass[s->stage] = (double)row.mass[i];
}

static void listed_faces_x(const sweep *s, int j)
{
    const boundary_list *list = &s->part->boundary_x;
    const water_row west = water_rows(s, ROW_WEST_SIDE), east = water_rows(s, ROW_EAST_SIDE);
    if (!s->edged || !list->count)
        return;
    for (int k = list->row_start[j]; k < list->row_start[j + 1]; ++k) {
        const face_claim claim = claim_of(s, &list->faces[k], 0);
        const int i = list->faces[k].i - s->r->x0;
        if (claim.here)
            treat_face(s, &list->faces[k], claim, flux_rows(s, ROW_FLUX_X), i,
                       load_water(east, i - 1), load_water(west, i));
    }
}

/* South side of a cell of row j: the sweep keeps no row of them. */
static kp_water south_side(const sweep *s, int j, int i)
{
    const kp_water q = kp_turned(load_water(water_at(s, j), i));
    const kp_sight there = {kp_turned(load_water(water_at(s, j - 1), i)),
                            kp_turned(load_water(water_at(s, j + 1), i))};
    const kp_sight n = kp_seen(there, q, barrier_of(codes_at(s, j).south[i]),
                               barrier_of(codes_at(s, j + 1).south[i]));
    return kp_backward_side(q, kp_cell_slope(n.back, q, n.forward, s->bilinear,
                                             s->bilinear ? bed_at(s, j).half_y[i] : C(0),
                                             sloped_at(s, j)[i], s->half_theta));
}

/* The y-faces south of row j, with the listed ones replaced. Their sides are set aside first:
 * faces_y overwrites the north sides of row j - 1. */
static void faces_y_with_list(const sweep *s, int j)
{
    const boundary_list *list = &s->part->boundary_y;
    const int first = list->row_start[j], end = list->row_start[j + 1];
    const water_row north = water_rows(s, ROW_NORTH_SIDE);
    const water_row below = water_rows(s, ROW_LISTED),
                    above = water_rows(s, ROW_LISTED + WATER_ROWS);
    for (int k = first; k < end; ++k) {
        const int i = list->faces[k].i - s->r->x0;
        if (list->faces[k].kind != FACE_PROBE && claim_of(s, &list->faces[k], 1).here) {
            store_water(below, i, load_water(north, i));
            store_water(above, i, south_side(s, j, i));
        }
    }
    faces_y(s, j);
    for (int k = first; k < end; ++k) {
        const face_claim claim = claim_of(s, &list->faces[k], 1);
        const int i = list->faces[k].i - s->r->x0;
        if (claim.here)
            treat_face(s, &list->faces[k], claim, flux_y_at(s, j), i, load_water(below, i),
                       load_water(above, i));
    }
}

#endif
