/* Rows of a step by gravity alone: no advection, friction, viscosity, rotation or wind. Two loops in
 * place of six, which read every row once. Included by sweep.c only. Bits are those of the loops in
 * rows.h: the same functions of the same values. `edged` is a constant at every call: some faces are
 * closed or claimed, some cells inactive. */
#ifndef SPATE_BACKEND_CPU_STAGGERED_GRAVITY_ROWS_H
#define SPATE_BACKEND_CPU_STAGGERED_GRAVITY_ROWS_H

#include "backend/cpu/staggered/rows.h"

/* The old state around a row of cells; next: from a row to the one in the north. */
typedef struct gravity_cells {
    const calc *h, *bed, *u, *v;
    const uint8_t *codes;
    ptrdiff_t next;
    const calc *south; /* fluxes */
    calc *north, *to;  /* fluxes and depths that follow */
} gravity_cells;

/* Flux of a face; that of a claimed one is given in place of its velocity. */
SPATE_FN calc gravity_flux(calc u, const stag_pair *c, int edged, row_flag code, row_flag claimed)
{
    const calc q = stag_face_flux(u, c);
    if (!edged)
        return q;
    return (code & claimed) != 0 ? u : q;
}

/* Fluxes through the north faces of a row and its depths. Fluxes along x are computed twice, for
 * both cells of a face, rather than stored. Returns what row_depths does. */
SPATE_FN int row_gravity_depths(gravity_cells a, int width, int edged, calc dt_dx, calc dt_dy)
{
    const calc *const h = a.h, *const bed = a.bed, *const u = a.u, *const south = a.south;
    const calc *const h_north = a.h + a.next, *const bed_north = a.bed + a.next,
                      *const v = a.v + a.next;
    const uint8_t *const codes = a.codes, *const codes_north = a.codes + a.next;
    calc *const north = a.north, *const to = a.to;
    /* whole vectors, as FOR_ROW; what lies beyond the end does not count */
    const int first = 1 - ROW_BEFORE, end = width + ROW_BEYOND - 1;
    const int last = first + (end - first + ROW_LANES - 1) / ROW_LANES * ROW_LANES;
    row_flag is_short = 0, wrong = 0;
#pragma omp simd reduction(| : is_short, wrong)
    for (int i = first; i < last; ++i) {
        const row_flag counts = i < end;
        const stag_pair west = {h[i - 1], h[i], bed[i - 1], bed[i]};
        const stag_pair east = {h[i], h[i + 1], bed[i], bed[i + 1]};
        const stag_pair beyond = {h[i], h_north[i], bed[i], bed_north[i]};
        const calc out = gravity_flux(v[i], &beyond, edged, codes_north[i], FACE_SOUTH_CLAIMED);
        const stag_sides q = {gravity_flux(u[i], &west, edged, codes[i], FACE_WEST_CLAIMED),
                              gravity_flux(u[i + 1], &east, edged, codes[i + 1], FACE_WEST_CLAIMED),
                              south[i], out};
        const calc left = stag_new_depth(h[i], q, dt_dx, dt_dy);
        north[i] = out;
        to[i] = edged && (codes[i] & CELL_INACTIVE) ? C(0) : left;
        is_short |= (stag_outflow(q, dt_dx, dt_dy) > h[i]) & counts;
        wrong |= (!(left >= C(0))) & counts;
    }
    return (is_short != 0) | (wrong != 0) << 1;
}

/* Old velocities and beds of a row and new depths of it and of the row in the south. */
typedef struct gravity_faces {
    const calc *u, *v, *bed, *bed_south, *h, *h_south;
    const uint8_t *codes;
    calc *to_h, *to_u, *to_v, *rate;
} gravity_faces;

/* A closed face stands still; a claimed one keeps its flux. */
SPATE_FN calc gravity_velocity(calc u, const stag_pair *c, int edged, row_flag code, int y,
                               const stag_axis *k)
{
    const calc moved = stag_settled(u, stag_pulled(c, k), c, C(0), C(0), FRICTION_NONE, 0, k);
    if (!edged)
        return moved;
    const calc closed = (code & (row_flag)stag_claimed_bit(y)) != 0 ? u : C(0);
    return (code & (row_flag)stag_closed_bit(y)) != 0 ? closed : moved;
}

SPATE_FN void row_gravity_velocities(gravity_faces a, int width, int edged, stag_axis along,
                                     stag_axis across, stag_pacing pacing)
{
    ROW_LOOP for (int i = 0; i < width; ++i)
    {
        const stag_pair x = {a.h[i - 1], a.h[i], a.bed[i - 1], a.bed[i]};
        const stag_pair y = {a.h_south[i], a.h[i], a.bed_south[i], a.bed[i]};
        const row_flag code = edged ? (row_flag)a.codes[i] : 0;
        const calc u = gravity_velocity(a.u[i], &x, edged, code, 0, &along);
        const calc v = gravity_velocity(a.v[i], &y, edged, code, 1, &across);
        const calc deepest = max_r(a.h[i], max_r(a.h[i - 1], a.h_south[i]));
        const calc rate = stag_rate(deepest, code & FACE_WEST_CLAIMED ? C(0) : u,
                                    code & FACE_SOUTH_CLAIMED ? C(0) : v, &pacing);
        a.to_h[i] = a.h[i];
        a.to_u[i] = u;
        a.to_v[i] = v;
        a.rate[i] = max_r(a.rate[i], code & CELL_INACTIVE ? C(0) : rate);
    }
}

#endif
