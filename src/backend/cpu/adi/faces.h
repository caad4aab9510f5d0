/* Matrix rows of faces that lie side by side in memory, tile by tile, in three loops: what follows
 * from a cell alone, once for its two faces; friction, whose root begins in f32; and the rest.
 * Each loop has values of one size, so that they fill whole vectors. In open water
 * (adi_is_open_water) many operations are left out, with the same bits. Included by rows.c. */
#ifndef SPATE_BACKEND_CPU_ADI_FACES_H
#define SPATE_BACKEND_CPU_ADI_FACES_H

#include "backend/adi/view.h"
#include "backend/cpu/adi/codes.h"
#include "backend/cpu/adi/tile.h"

#define ADI_LOOP static inline __attribute__((always_inline)) void

ADI_LOOP adi_put_cell(adi_tile_cells *to, int at, const adi_cell *c)
{
    to->mid[at] = c->mid;
    to->inverse[at] = c->inverse;
    to->predicted[at] = c->predicted;
    to->flow[at] = c->flow;
    to->upwind[at] = c->upwind;
    to->first[at] = c->first;
    to->second[at] = c->second;
}

/* Values of the cells in front of the faces of a tile. */
ADI_LOOP adi_make_cells(const adi_view *view, const adi_tile *t, int extrapolated)
{
    const adi_view v = *view;
    for (int s = 0; s < t->strips; ++s) {
        const ptrdiff_t o = t->o[s];
        const int at = t->at + s * t->pitch;
        adi_prefetch_around(t, s, v.h);
        adi_prefetch_around(t, s, v.p);
#pragma omp simd
        for (int k = 0; k < t->count; ++k) {
            const adi_cell c = adi_cell_at(&v, o + k, extrapolated);
            adi_put_cell(t->cells, at + k, &c);
        }
    }
}

/* Bounds over every ADI_STEP-th cell. */
typedef struct adi_surveys {
    _Alignas(64) calc shallowest[ADI_STEP];
    calc highest[ADI_STEP], lowest[ADI_STEP], swiftest[ADI_STEP];
} adi_surveys;

/* The same as if in open water, with the bounds that decide whether it is. Both weights are equal:
 * one is stored. */
ADI_LOOP adi_make_open_cells(const adi_view *view, const adi_tile *t, int extrapolated,
                             adi_surveys *survey)
{
    const adi_view v = *view;
    adi_tile_cells *const restrict to = t->cells;
    adi_surveys seen = *survey;
    for (int s = 0; s < t->strips; ++s) {
        adi_prefetch_around(t, s, v.h);
        adi_prefetch_around(t, s, v.p);
        for (int from = 0; from < t->count; from += ADI_STEP) {
            const ptrdiff_t o = t->o[s] + from;
            const int at = t->at + s * t->pitch + from;
#pragma omp simd
            for (int k = 0; k < ADI_STEP; ++k) {
                const adi_cell c = adi_open_cell_at(&v, o + k, extrapolated);
                const calc flux = (calc)v.p[o + k] + (calc)v.p[o + k + v.along];
                seen.shallowest[k] = min_r(c.h, seen.shallowest[k]);
                seen.highest[k] = max_r(c.bed, seen.highest[k]);
                seen.lowest[k] = min_r(c.bed, seen.lowest[k]);
                seen.swiftest[k] = max_r(abs_r(flux), seen.swiftest[k]);
                if (extrapolated)
                    to->mid[at + k] = c.mid;
                to->inverse[at + k] = c.inverse;
                to->predicted[at + k] = c.predicted;
                to->flow[at + k] = c.flow;
                to->first[at + k] = c.first;
            }
        }
    }
    *survey = seen;
}

/* `count` faces of a strip; with a map of friction, damping holds the strengths on entry. */
ADI_LOOP adi_damping_loop(const adi_view *v, ptrdiff_t o, const adi_tile_cells *cells, int at,
                          int back, int count, adi_terms terms, int map, calc *restrict damping)
{
    const calc *const inverse = cells->inverse + at, *const flow = cells->flow + at;
#pragma omp simd
    for (int k = 0; k < count; ++k)
        damping[k] = adi_damping(adi_mid_flux(v, o + k, terms.extrapolated),
                                 adi_across_of(flow[k - back], flow[k], terms.extrapolated),
                                 inverse[k - back], inverse[k], map ? damping[k] : v->strength,
                                 terms.law, &v->k);
}

ADI_LOOP adi_make_damping(const adi_view *view, const adi_tile *t, adi_terms terms, int map,
                          calc *restrict damping)
{
    const adi_view v = *view;
    for (int s = 0; s < t->strips; ++s) {
        const int at = t->at + s * t->pitch;
        calc *const to = damping + s * t->count;
        int from = 0;
        adi_prefetch_in_front(t, s, v.q);
        adi_prefetch(v.codes, t->o[s] + t->later, t->count, 1);
        for (int k = 0; k < t->count && map; ++k)
            to[k] = adi_strength_at(&v, t->o[s] + k);
        for (; from + ADI_ROUGH_STEP <= t->count; from += ADI_ROUGH_STEP)
            adi_damping_loop(&v, t->o[s] + from, t->cells, at + from, t->back, ADI_ROUGH_STEP,
                             terms, map, to + from);
        if (from < t->count)
            adi_damping_loop(&v, t->o[s] + from, t->cells, at + from, t->back, t->count - from,
                             terms, map, to + from);
    }
}

SPATE_FN adi_cell adi_cell_of(const adi_view *v, const adi_tile_cells *cells, int at, ptrdiff_t o,
                              const adi_terms *terms)
{
    const calc h = (calc)v->h[o];
    const adi_cell c = {.h = h,
                        .bed = (calc)v->bed[o],
                        .mid = terms->extrapolated ? cells->mid[at] : h,
                        .predicted = cells->predicted[at],
                        .upwind = terms->open ? C(0) : cells->upwind[at],
                        .first = cells->first[at],
                        .second = terms->open ? cells->first[at] : cells->second[at]};
    return c;
}

/* v->k is that of the strip, which lies in one row of the grid (adi_sweep_in_row). */
ADI_LOOP adi_rows_loop(const adi_view *v, ptrdiff_t o, const adi_tile *t, int at, int count,
                       const calc *damping, ptrdiff_t to, adi_terms terms)
{
    calc *const restrict a = t->a + to, *const restrict b = t->b + to,
                         *const restrict c = t->c + to, *const restrict d = t->d + to;
    const adi_tile_cells *const cells = t->cells;
    const int back = t->back;
#pragma omp simd
    for (int k = 0; k < count; ++k) {
        const adi_cell before = adi_cell_of(v, cells, at + k - back, o + k - v->along, &terms);
        const adi_cell after = adi_cell_of(v, cells, at + k, o + k, &terms);
        const adi_row row = adi_row_between(v, o + k, before, after, damping[k], &terms, &v->k);
        a[k] = row.a;
        b[k] = row.b;
        c[k] = row.c;
        d[k] = row.d;
    }
}

ADI_LOOP adi_make_rows(const adi_view *view, const adi_tile *t, const calc *damping,
                       adi_terms terms)
{
    adi_view v = *view;
    /* Codes of faces are bytes. In a loop of unknown length they would set the vector length, and
     * the loop would be unrolled for as many faces as a vector has bytes. */
    const int coded = terms.mixed && !terms.open, in_steps = terms.open || coded;
    const int at_once = in_steps ? ADI_STEP : t->count;
    const int whole = coded ? t->count - t->count % ADI_STEP : t->count;
    for (int s = 0; s < t->strips; ++s) {
        adi_prefetch_in_front(t, s, v.q_before);
        adi_prefetch(v.bed, t->o[s] + t->later, t->count, sizeof(real));
        if (terms.extrapolated) {
            adi_prefetch_around(t, s, v.h_before);
            adi_prefetch_around(t, s, v.p_before);
        }
        if (!terms.unpushed)
            v.k = adi_sweep_in_row(view, t->o[s]);
        for (int from = 0; from < whole; from += at_once)
            adi_rows_loop(&v, t->o[s] + from, t, t->at + s * t->pitch + from,
                          in_steps ? ADI_STEP : t->count, damping + s * t->count + from,
                          s * t->to_pitch + from, terms);
        for (int from = whole; coded && from < t->count; ++from)
            adi_rows_loop(&v, t->o[s] + from, t, t->at + s * t->pitch + from, 1,
                          damping + s * t->count + from, s * t->to_pitch + from, terms);
    }
}

static inline void adi_close_strip(const adi_view *v, const adi_tile *t, int s)
{
    const uint8_t *const codes = v->codes + t->o[s];
    if (!adi_any_code(codes, t->count, v->closed))
        return;
    for (int k = 0; k < t->count; ++k)
        if (codes[k] & v->closed) {
            const ptrdiff_t to = s * t->to_pitch + k;
            t->a[to] = t->c[to] = t->d[to] = C(0);
            t->b[to] = C(1);
        }
}

#endif
