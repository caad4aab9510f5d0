/* Row functions of the vector-invariant sweep: each is a loop over one row of a rectangle that
 * calls the physics and nothing else. Included by sweep.c only, once per precision and
 * instruction set.
 *
 * Rows are indexed by the distance from the rectangle's west edge. Loops carry no dependence
 * (ROW_LOOP). Stored values and arithmetic have one type in every twin of these schemes. The
 * arguments `form`, `blends`, `lumped` are constants at every call: each combination is a loop
 * of its own. */
#ifndef SPATE_BACKEND_CPU_VECTOR_INVARIANT_ROWS_H
#define SPATE_BACKEND_CPU_VECTOR_INVARIANT_ROWS_H

#include <math.h>

#include "backend/vector_invariant/cell.h"

_Static_assert(sizeof(real) == sizeof(calc), "rows are read and written as calc");

/* Not `omp simd`, which keeps structures that functions get by address in memory. */
#ifdef __clang__
#define ROW_LOOP _Pragma("clang loop vectorize(assume_safety)")
#else
#define ROW_LOOP _Pragma("GCC ivdep")
#endif

/* Scratch rows: whole vectors from one before the rectangle to 3 cells or more beyond it. They hold
 * more values than anyone reads. Fields and scratch have room for them. */
enum { ROW_LANES = 64 / (int)sizeof(calc) };
#define ROW_END(width) (((width) + ROW_LANES + 2) / ROW_LANES * ROW_LANES)
#define FOR_SCRATCH(i, width) ROW_LOOP for (int i = -ROW_LANES; i < ROW_END(width); ++i)
#define FOR_CELLS(i, first, end) ROW_LOOP for (int i = (first); i < (end); ++i)

/* Rows lie in different pages, so hardware does not fetch the next one by itself. Into the second-
 * level cache: between here and its use lies a row of everything. One vector is a line. */
SPATE_FN void fetch(const calc *next)
{
    __builtin_prefetch((const void *)next, 0, 2);
}

/* A line that is only written is read from memory, too. */
SPATE_FN void fetch_to_write(const calc *next)
{
    __builtin_prefetch((const void *)next, 1, 2);
}

/* ---- what all results need ---- */

/* Fields of a row of cells and of the row north of it, and what follows from both: fluxes through
 * the west and south faces of the northern row, what turns velocities at its south-west corners,
 * and kinetic energy of the other. */
typedef struct ahead_rows {
    const calc *h, *u, *v, *h_north, *u_north, *v_north;
    const uint8_t *codes, *codes_north;
    ptrdiff_t next; /* from a row to the one in the north */
    const calc *qx; /* of the southern row, from the call before */
    calc *qx_north, *qy_north, *kinetic;
    /* Potential vorticity; in form energy what it turns u and v by (vi_turn_corner). */
    calc *corner_north, *corner_y_north;
    calc f;
} ahead_rows;

SPATE_FN calc vorticity_at(const ahead_rows *a, int i, const vi_metric *m)
{
    return vi_vorticity(a->v_north[i - 1], a->v_north[i], a->u[i], a->u_north[i], m);
}

SPATE_FN calc depths_around(const ahead_rows *a, int i)
{
    return (a->h_north[i] + a->h_north[i - 1]) + (a->h[i] + a->h[i - 1]);
}

SPATE_FN calc flux_y_at(const ahead_rows *a, int i)
{
    return vi_flux(a->h[i], a->h_north[i], a->v_north[i]);
}

/* Stores what q at a corner gives, when both fluxes along x and both along y there are known. */
SPATE_FN void store_corner(const ahead_rows *a, int i, int form, calc q, calc turn, calc turn_y)
{
    a->corner_north[i] = form == VI_ENERGY ? turn : q;
    if (form == VI_ENERGY)
        a->corner_y_north[i] = turn_y;
}

/* All loads come before the stores, because the compiler does not know that these change nothing
 * that is read. */
SPATE_FN void ahead_piece(ahead_rows a, int first, int end, int form, vi_metric m)
{
    FOR_CELLS (i, first, end) {
        const calc qx = vi_flux(a.h_north[i - 1], a.h_north[i], a.u_north[i]);
        const calc qy = flux_y_at(&a, i);
        const calc q =
            vi_potential_vorticity(vorticity_at(&a, i, &m), a.f, depths_around(&a, i), C(4));
        const calc kinetic = vi_kinetic(form, a.u[i], a.u[i + 1], a.v[i], a.v_north[i]);
        const calc turn = vi_turn_corner(q, flux_y_at(&a, i - 1), qy);
        const calc turn_y = vi_turn_corner(q, a.qx[i], qx);
        a.qx_north[i] = qx;
        a.qy_north[i] = qy;
        a.kinetic[i] = kinetic;
        store_corner(&a, i, form, q, turn, turn_y);
    }
}

/* fetches: the next rows are in memory, not in the cache. */
SPATE_FN void row_ahead(ahead_rows a, int width, int form, int fetches, vi_metric m)
{
    for (int i = -ROW_LANES; i < ROW_END(width); i += ROW_LANES) {
        if (fetches) {
            fetch(a.h_north + a.next + i);
            fetch(a.u_north + a.next + i);
            fetch(a.v_north + a.next + i);
        }
        ahead_piece(a, i, i + ROW_LANES, form, m);
    }
}

typedef struct weight_rows {
    calc *rise, *fall, *along_x, *along_y;
} weight_rows;

SPATE_FN void row_weights(const calc *q, const calc *q_north, weight_rows to, int width)
{
    FOR_SCRATCH(i, width)
    {
        const vi_weights w = vi_weights_of(q[i], q[i + 1], q_north[i], q_north[i + 1]);
        to.rise[i] = w.rise;
        to.fall[i] = w.fall;
        to.along_x[i] = w.along_x;
        to.along_y[i] = w.along_y;
    }
}

/* ---- steps ---- */

typedef struct step_rows {
    const calc *base, *in; /* in: of stages that blend */
    calc *to;
    calc dt, weight;
} step_rows;

SPATE_FN calc stepped(const step_rows *s, int i, calc rate, int blends)
{
    return blends ? vi_blended(s->base[i], s->in[i], s->dt, rate, s->weight)
                  : vi_advanced(s->base[i], s->dt, rate);
}

/* Of the rows of cells south (back) and north (front) of faces, and of their corners. Faces
 * across x have only `front`. */
typedef struct cell_rows {
    const calc *h, *bed, *kinetic;
    const calc *rise, *fall, *along;
    const calc *flux; /* through the west faces of the cells for v, and the south ones for u */
} cell_rows;

SPATE_FN vi_pair pair_of(const cell_rows *back, const cell_rows *front, int i, int shift)
{
    const vi_pair c = {back->h[i - shift],       front->h[i],
                       back->bed[i - shift],     front->bed[i],
                       back->kinetic[i - shift], front->kinetic[i]};
    return c;
}

/* u_t of a row of faces. corner: q at their low ends, or what turns them there. north: fluxes
 * through the north faces of the cells. */
typedef struct u_rows {
    cell_rows cells;
    const calc *north, *corner, *corner_north, *along_flux;
} u_rows;

SPATE_FN calc u_rate(const u_rows *a, int i, int form, const vi_metric *m)
{
    const cell_rows *w = &a->cells;
    const vi_pair c = pair_of(w, w, i, 1);
    const calc slope = vi_slope(&c, m->per_x, m->g);
    if (form == VI_ENERGY)
        return vi_u_rate_energy(a->corner[i], a->corner_north[i], slope);
    const vi_rotation r = {.q_low = a->corner[i],
                           .q_high = a->corner_north[i],
                           .crossing = {w->flux[i - 1], w->flux[i], a->north[i - 1], a->north[i]},
                           .across = {w->rise[i - 1], w->fall[i - 1], w->rise[i], w->fall[i]},
                           .along = {w->along[i - 1], w->along[i], a->along_flux[i - 1],
                                     a->along_flux[i + 1], m->dy_per_dx}};
    return vi_u_rate(form, &r, slope);
}

/* v_t of a row of faces. */
typedef struct v_rows {
    cell_rows back, front;
    const calc *corner, *along_back,
        *along_front; /* fluxes through the faces to the south and north */
} v_rows;

SPATE_FN calc v_rate(const v_rows *a, int i, int form, const vi_metric *m)
{
    const cell_rows *s = &a->back, *n = &a->front;
    const vi_pair c = pair_of(s, n, i, 0);
    const calc slope = vi_slope(&c, m->per_y, m->g);
    if (form == VI_ENERGY)
        return vi_v_rate_energy(a->corner[i], a->corner[i + 1], slope);
    const vi_rotation r = {.q_low = a->corner[i],
                           .q_high = a->corner[i + 1],
                           .crossing = {s->flux[i], n->flux[i], s->flux[i + 1], n->flux[i + 1]},
                           .across = {s->rise[i], s->fall[i], n->rise[i], n->fall[i]},
                           .along = {s->along[i], n->along[i], a->along_back[i], a->along_front[i],
                                     m->dx_per_dy}};
    return vi_v_rate(form, &r, slope);
}

/* Everything that the new state of a row of cells and of their west and south faces follows from.
 * Maxima are raised by column. */
typedef struct result_rows {
    u_rows west;
    v_rows south;
    step_rows h, u, v;
    calc *deepest, *swiftest_u, *swiftest_v;
    calc h_dry;
    ptrdiff_t next;
} result_rows;

SPATE_FN calc depth_rate(const result_rows *a, int i, const vi_metric *m)
{
    const calc *qx = a->south.front.flux, *qy = a->west.cells.flux;
    return vi_depth_rate(qx[i], qx[i + 1], qy[i], a->west.north[i], m);
}

/* With a mass matrix forces are stored in place of velocities, and the largest velocities are those
 * of the state read. */
SPATE_FN calc result_of(const step_rows *s, int i, calc rate, int blends, int lumped)
{
    return lumped ? plus_zero(stepped(s, i, rate, blends)) : rate;
}

/* What a loop of results does, constant at every call. */
typedef struct result_kind {
    int form, blends, lumped;
    int rates;   /* raises the maxima that the time step follows from */
    int fetches; /* FETCH_BASE ... */
} result_kind;

/* What is in memory and not in the cache. */
enum { FETCH_BASE = 1, FETCH_BED = 2, FETCH_TO = 4, FETCH_ALL = 7 };

/* What raises the largest depth: infinity where the step fails, because a cell is dry or NaN. */
SPATE_FN calc depth_to_raise(calc h, calc h_dry, int rates)
{
    return h > h_dry ? (rates ? h : C(0)) : (calc)INFINITY;
}

SPATE_FN void results_piece(result_rows a, int first, int end, result_kind k, vi_metric m)
{
    FOR_CELLS (i, first, end) {
        const calc h = stepped(&a.h, i, depth_rate(&a, i, &m), k.blends);
        const calc u = result_of(&a.u, i, u_rate(&a.west, i, k.form, &m), k.blends, k.lumped);
        const calc v = result_of(&a.v, i, v_rate(&a.south, i, k.form, &m), k.blends, k.lumped);
        a.h.to[i] = h;
        a.u.to[i] = u;
        a.v.to[i] = v;
        a.deepest[i] = max_r(a.deepest[i], depth_to_raise(h, a.h_dry, k.rates));
        if (k.rates) {
            a.swiftest_u[i] = max_r(a.swiftest_u[i], abs_r(k.lumped ? u : a.u.in[i]));
            a.swiftest_v[i] = max_r(a.swiftest_v[i], abs_r(k.lumped ? v : a.v.in[i]));
        }
    }
}

SPATE_FN void fetch_results(const result_rows *a, int i, int fetches)
{
    if (fetches & FETCH_BASE) {
        fetch(a->h.base + a->next + i);
        fetch(a->u.base + a->next + i);
        fetch(a->v.base + a->next + i);
    }
    if (fetches & FETCH_BED)
        fetch(a->west.cells.bed + a->next + i);
    if (fetches & FETCH_TO && a->h.to != a->h.base) { /* a leapfrog step replaces what it reads */
        fetch_to_write(a->h.to + a->next + i);
        fetch_to_write(a->u.to + a->next + i);
        fetch_to_write(a->v.to + a->next + i);
    }
}

SPATE_FN void row_results(result_rows a, int first, int end, result_kind k, vi_metric m)
{
    int i = first;
    for (; i + ROW_LANES <= end; i += ROW_LANES) {
        fetch_results(&a, i, k.fetches);
        results_piece(a, i, i + ROW_LANES, k, m);
    }
    results_piece(a, i, end, k, m);
}

#endif
