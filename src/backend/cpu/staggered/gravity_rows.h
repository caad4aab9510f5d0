/* Rows of a step by gravity alone: no advection, friction, viscosity, rotation or wind. Two passes
 * in place of six, which read every row once. Included by sweep.c only. Bits are those of the loops in
 * rows.h: the same functions of the same values. `edged` is a constant at every call: some faces are
 * closed or claimed, some cells inactive. */
#ifndef SPATE_BACKEND_CPU_STAGGERED_GRAVITY_ROWS_H
#define SPATE_BACKEND_CPU_STAGGERED_GRAVITY_ROWS_H

#include <string.h>

#include "backend/cpu/common/stream.h"
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

/* What is wrong with the depths of a row: some cell would give more than it has; some is NaN. */
typedef struct gravity_faults {
    row_flag is_short, wrong;
} gravity_faults;

/* Flux through the north face of a cell and its depth. Fluxes along x are computed twice, for both
 * cells of a face, rather than stored. */
SPATE_FN gravity_faults gravity_cell(const gravity_cells *a, int i, int edged, calc dt_dx,
                                     calc dt_dy)
{
    const ptrdiff_t n = i + a->next;
    const row_flag code = edged ? (row_flag)a->codes[i] : 0;
    const row_flag code_east = edged ? (row_flag)a->codes[i + 1] : 0;
    const row_flag code_north = edged ? (row_flag)a->codes[n] : 0;
    const stag_pair west = {a->h[i - 1], a->h[i], a->bed[i - 1], a->bed[i]};
    const stag_pair east = {a->h[i], a->h[i + 1], a->bed[i], a->bed[i + 1]};
    const stag_pair beyond = {a->h[i], a->h[n], a->bed[i], a->bed[n]};
    const calc out = gravity_flux(a->v[n], &beyond, edged, code_north, FACE_SOUTH_CLAIMED);
    const stag_sides q = {gravity_flux(a->u[i], &west, edged, code, FACE_WEST_CLAIMED),
                          gravity_flux(a->u[i + 1], &east, edged, code_east, FACE_WEST_CLAIMED),
                          a->south[i], out};
    const calc left = stag_new_depth(a->h[i], q, dt_dx, dt_dy);
    a->north[i] = out;
    a->to[i] = (code & CELL_INACTIVE) != 0 ? C(0) : left;
    const gravity_faults f = {stag_outflow(q, dt_dx, dt_dy) > a->h[i], !(left >= C(0))};
    return f;
}

/* Cells that are computed at once, so that what their loops share stays in the first-level cache, and
 * cells between two requests for memory. */
enum { PIECE = 32 * ROW_LANES, REQUEST = 4 * ROW_LANES };

/* Rows lie in different pages, so hardware does not fetch the next one by itself. Into the second-
 * level cache: between here and its use lies a row of everything. */
SPATE_FN void fetch_cells(const calc *from)
{
    for (int k = 0; k < REQUEST; k += ROW_LANES)
        __builtin_prefetch((const void *)(from + k), 0, 2);
}

/* Whether a cell or a face of it is not an ordinary one. */
enum { ODD_CELL = FACE_WEST_CLAIMED | FACE_SOUTH_CLAIMED | CELL_INACTIVE };

SPATE_FN row_flag is_odd(const gravity_cells *a, int i)
{
    return ((a->codes[i] | a->codes[i + 1] | a->codes[i + a->next]) & ODD_CELL) != 0;
}

/* Codes of several cells at once. */
enum { CODES_AT_ONCE = 8 };
#define EACH_CODE UINT64_C(0x0101010101010101)

SPATE_FN uint64_t codes_at(const uint8_t *codes)
{
    uint64_t c;
    memcpy(&c, codes, sizeof c);
    return c;
}

SPATE_FN int some_are_odd(const gravity_cells *a, int i)
{
    const uint8_t *c = a->codes + i;
    return ((codes_at(c) | codes_at(c + 1) | codes_at(c + a->next)) & ODD_CELL * EACH_CODE) != 0;
}

SPATE_FN gravity_faults gravity_both(gravity_faults a, gravity_faults b)
{
    const gravity_faults both = {a.is_short | b.is_short, a.wrong | b.wrong};
    return both;
}

/* Faces and cells of a row that are not ordinary ones. Where the faults that were found may be theirs,
 * all cells are judged again. */
static gravity_faults odd_gravity_cells(const gravity_cells *a, int end, gravity_faults found,
                                        calc dt_dx, calc dt_dy)
{
    const int all = (found.is_short | found.wrong) != 0;
    gravity_faults f = {0, 0};
    for (int i = 0; i < end; ++i) {
        if (i % CODES_AT_ONCE == 0 && !all && !some_are_odd(a, i))
            i += CODES_AT_ONCE - 1;
        else if (all || is_odd(a, i))
            f = gravity_both(f, gravity_cell(a, i, 1, dt_dx, dt_dy));
    }
    return f;
}

/* What the loops over a piece of a row share: fluxes through west faces, with that of the next cell,
 * and what cells give beyond what they have. */
typedef struct gravity_piece {
    _Alignas(STREAM_LINE) calc west[PIECE + ROW_LANES];
    _Alignas(STREAM_LINE) calc excess[PIECE];
} gravity_piece;

/* Fluxes through west faces, as if no face were odd. Each is that of two cells: computing it twice takes
 * more time than storing it. */
SPATE_FN void piece_fluxes(const gravity_cells *a, int first, int cells, calc *west)
{
    const calc *const h = a->h + first, *const bed = a->bed + first, *const u = a->u + first;
    FOR_ROW (k, 0, cells) {
        const stag_pair pair = {h[k - 1], h[k], bed[k - 1], bed[k]};
        west[k] = stag_face_flux(u[k], &pair);
    }
}

/* Fluxes through north faces and depths, as if no cell were odd. */
SPATE_FN void piece_depths(const gravity_cells *a, int first, int cells, const calc *west,
                           calc *excess, calc dt_dx, calc dt_dy)
{
    const calc *const h = a->h + first, *const h_north = h + a->next;
    const calc *const bed = a->bed + first, *const bed_north = bed + a->next;
    const calc *const v_north = a->v + first + a->next, *const south = a->south + first;
    calc *const north = a->north + first, *const to = a->to + first;
    FOR_ROW (k, 0, cells) {
        const stag_pair beyond = {h[k], h_north[k], bed[k], bed_north[k]};
        const calc out = stag_face_flux(v_north[k], &beyond);
        const stag_sides q = {west[k], west[k + 1], south[k], out};
        north[k] = out;
        to[k] = stag_new_depth(h[k], q, dt_dx, dt_dy);
        excess[k] = stag_outflow(q, dt_dx, dt_dy) - h[k];
    }
}

/* No depth is negative, so that NaN shows in their sum. */
SPATE_FN gravity_faults piece_faults(const gravity_piece *p, const calc *depth, int cells)
{
    calc most = C(0), sum = C(0);
#pragma omp simd reduction(max : most) reduction(+ : sum)
    for (int k = 0; k < cells; ++k) {
        most = most > p->excess[k] ? most : p->excess[k];
        sum = sum + depth[k];
    }
    const gravity_faults f = {most > C(0), !(sum >= C(0))};
    return f;
}

/* Fluxes through the north faces of a row and its depths. Returns what row_depths does. Vectors
 * begin at cell 0, where rows are aligned. Odd cells are computed again. */
SPATE_FN int row_gravity_depths(const gravity_cells a, int width, int edged, calc dt_dx, calc dt_dy)
{
    const int first = 1 - ROW_BEFORE, end = width + ROW_BEYOND - 1;
    /* Rows between a request and its use: a narrow one is soon done. */
    const ptrdiff_t ahead = (width < 4 * REQUEST ? 8 : 2) * a.next;
    gravity_faults all = {0, 0};
    gravity_piece p;
    for (int i = 0; i < end; i += PIECE) {
        const int cells = end - i < PIECE ? end - i : PIECE;
        for (int k = 0; k <= cells; k += REQUEST) {
            fetch_cells(a.h + a.next + ahead + i + k);
            fetch_cells(a.bed + a.next + ahead + i + k);
            piece_fluxes(&a, i + k, cells + 1 - k < REQUEST ? cells + 1 - k : REQUEST, p.west + k);
        }
        for (int k = 0; k < cells; k += REQUEST) {
            fetch_cells(a.v + a.next + ahead + i + k);
            fetch_cells(a.u + ahead + i + k);
            if (edged)
                __builtin_prefetch(a.codes + a.next + ahead + i + k, 0, 2);
            piece_depths(&a, i + k, cells - k < REQUEST ? cells - k : REQUEST, p.west + k,
                         p.excess + k, dt_dx, dt_dy);
        }
        all = gravity_both(all, piece_faults(&p, a.to + i, cells));
    }
    if (edged)
        all = odd_gravity_cells(&a, end, all, dt_dx, dt_dy);
    for (int i = first; i < 0; ++i)
        all = gravity_both(all, gravity_cell(&a, i, edged, dt_dx, dt_dy));
    return (all.is_short != 0) | (all.wrong != 0) << 1;
}

/* Old velocities and beds of a row and new depths of it and of the row in the south. */
typedef struct gravity_faces {
    const calc *u, *v, *bed, *bed_south, *h, *h_south;
    const uint8_t *codes;
    calc *to_h, *to_u, *to_v; /* the fields */
    calc *new_u, *new_v;      /* scratch, from where results are streamed; else the fields */
    calc *rate, *rate_before; /* the latter is scratch */
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

/* The west and south face of a cell, and its rate. */
SPATE_FN void gravity_face(const gravity_faces *a, int i, int edged, int streams,
                           const stag_axis *along, const stag_axis *across,
                           const stag_pacing *pacing)
{
    const stag_pair x = {a->h[i - 1], a->h[i], a->bed[i - 1], a->bed[i]};
    const stag_pair y = {a->h_south[i], a->h[i], a->bed_south[i], a->bed[i]};
    const row_flag code = edged ? (row_flag)a->codes[i] : 0;
    const calc u = gravity_velocity(a->u[i], &x, edged, code, 0, along);
    const calc v = gravity_velocity(a->v[i], &y, edged, code, 1, across);
    const calc deepest = max_r(a->h[i], max_r(a->h[i - 1], a->h_south[i]));
    const calc rate = stag_rate(deepest, code & FACE_WEST_CLAIMED ? C(0) : u,
                                code & FACE_SOUTH_CLAIMED ? C(0) : v, pacing);
    if (!streams)
        a->to_h[i] = a->h[i];
    a->new_u[i] = u;
    a->new_v[i] = v;
    a->rate[i] = max_r(a->rate[i], code & CELL_INACTIVE ? C(0) : rate);
}

/* Every code that the loop over plain faces does not know. */
enum { ODD_FACE = ODD_CELL | FACE_WEST_CLOSED | FACE_SOUTH_CLOSED };

/* Once more, where the loop took closed faces for open ones. */
static void odd_gravity_faces(const gravity_faces *a, int first, int end, int streams,
                              const stag_axis *along, const stag_axis *across,
                              const stag_pacing *pacing)
{
    for (int i = first; i < end; ++i) {
        if (i % CODES_AT_ONCE == 0 && !(codes_at(a->codes + i) & ODD_FACE * EACH_CODE)) {
            i += CODES_AT_ONCE - 1;
        } else if (a->codes[i] & ODD_FACE) {
            a->rate[i] = a->rate_before[i];
            gravity_face(a, i, 1, streams, along, across, pacing);
        }
    }
}

SPATE_FN void gravity_faces_of(const gravity_faces a, int first, int end, int edged, int streams,
                               stag_axis along, stag_axis across, stag_pacing pacing)
{
    if (edged)
        memcpy(a.rate_before + first, a.rate + first, (size_t)(end - first) * sizeof(calc));
    ROW_LOOP for (int i = first; i < end; ++i)
        gravity_face(&a, i, 0, streams, &along, &across, &pacing);
    if (edged)
        odd_gravity_faces(&a, first, end, streams, &along, &across, &pacing);
}

SPATE_FN void row_gravity_velocities(const gravity_faces a, int width, int edged, stag_axis along,
                                     stag_axis across, stag_pacing pacing)
{
    gravity_faces_of(a, 0, width, edged, 0, along, across, pacing);
}

/* Cells that are streamed at once, from the first-level cache. Few, so that stores that wait for memory
 * lie between operations; more where odd faces are computed again. */
enum { STREAM_FEW = 4 * ROW_LANES, STREAM_MANY = 32 * ROW_LANES };

SPATE_FN void stream_piece(const gravity_faces *a, int i, size_t bytes)
{
    stream_bytes(a->to_h + i, a->h + i, bytes);
    stream_bytes(a->to_u + i, a->new_u + i, bytes);
    stream_bytes(a->to_v + i, a->new_v + i, bytes);
}

/* The same for results that bypass the caches. Depths are in scratch anyway. */
SPATE_FN void row_gravity_streamed(const gravity_faces a, int width, int edged, stag_axis along,
                                   stag_axis across, stag_pacing pacing)
{
    int i = 0;
    for (; !edged && i + STREAM_FEW <= width; i += STREAM_FEW) {
        ROW_LOOP for (int k = 0; k < STREAM_FEW; ++k)
            gravity_face(&a, i + k, 0, 1, &along, &across, &pacing);
        stream_piece(&a, i, STREAM_FEW * sizeof(calc));
    }
    for (; i < width; i += STREAM_MANY) {
        const int end = i + STREAM_MANY < width ? i + STREAM_MANY : width;
        gravity_faces_of(a, i, end, edged, 1, along, across, pacing);
        stream_piece(&a, i, (size_t)(end - i) * sizeof(calc));
    }
}

#endif
