/* Depths of tiles of cells between faces whose new fluxes are known, and the maxima from which the
 * rate of the next step follows. Included by fluxes.c. */
#ifndef SPATE_BACKEND_CPU_ADI_DEPTHS_H
#define SPATE_BACKEND_CPU_ADI_DEPTHS_H

#include <math.h>

#include "backend/adi/cells.h"
#include "backend/cpu/adi/codes.h"
#include "backend/cpu/tridiag/lines.h"

/* Most cells of a strip, cells of one loop, and strips of a tile. */
enum { DEPTH_BLOCK = 64, DEPTH_STEP = 16, DEPTH_STRIPS = 16 };
/* Fields of this many bytes or more are written past the caches: they would not stay there until
 * they are read. */
enum { DEPTH_STREAMED = 4 << 20 };

typedef struct depth_job {
    const adi_view *v;
    real *p, *h; /* new */
    int finds_rate, streams;
    calc inverse_dx, inverse_dy;
    adi_found *found;
} depth_job;

static depth_job depth_job_of(const grid_part *part, const adi_view *v, int stage, adi_found *found)
{
    const int x = stage == ADI_SWEEP_X;
    const size_t bytes = (size_t)part->shape.pitch * (size_t)part->shape.ny * sizeof(real);
    return (depth_job){
        .v = v,
        .p = part->field[x ? ADI_P : ADI_Q][ADI_NEW],
        .h = part->field[FIELD_DEPTH][x ? ADI_NEW : 1 - part->clock->now],
        .finds_rate = stage == ADI_SWEEP_Y,
        .streams = bytes >= DEPTH_STREAMED,
        .inverse_dx = (calc)(1 / part->params.dx),
        .inverse_dy = (calc)(1 / part->params.dy),
        .found = found,
    };
}

/* Strips of `count` contiguous cells, the first of strip s at o[s]. The new flux at the back of
 * cell k of strip s is flux[s pitch + k], the one in front of it lies `next` values further. */
typedef struct depth_tile {
    ptrdiff_t o[DEPTH_STRIPS];
    int strips, count;
    const real *flux;
    ptrdiff_t pitch, next;
} depth_tile;

/* Maxima over every DEPTH_STEP-th cell: 1 for a depth that is negative or NaN, the depth, and how
 * far a flux may exceed the largest flux over depth so far. */
typedef struct depth_maxima {
    _Alignas(64) calc wrong[DEPTH_STEP];
    calc deepest[DEPTH_STEP], excess[DEPTH_STEP];
} depth_maxima;

/* Quotients are computed only where one may exceed the largest so far: flux <= below depth with
 * below = (1 - 4 e) most, which is rounded by less than 2 e, implies flux / depth <= most. */
static calc below_swiftest(const depth_job *t)
{
    return (C(1) - C(4) * SPATE_CALC_EPSILON) * (calc)t->found->swiftest;
}

#define DEPTH_LOOP static inline __attribute__((always_inline)) void

/* `count` cells from offset o on, with the new fluxes at their back and in front. */
typedef struct depth_cells {
    ptrdiff_t o;
    int count;
    const real *back, *front;
} depth_cells;

DEPTH_LOOP depths_of_cells(const depth_job *t, const adi_view *v, depth_cells cells, int rate,
                           calc below, depth_maxima *maxima, real *restrict to)
{
    const calc dx = t->inverse_dx, dy = t->inverse_dy;
    const real *const back = cells.back, *const front = cells.front;
    const ptrdiff_t o = cells.o;
#pragma omp simd
    for (int k = 0; k < cells.count; ++k) {
        const ptrdiff_t at = o + k;
        const calc low = (calc)v->q[at], high = (calc)v->q[at + v->across];
        const calc h =
            adi_moved((calc)v->h[at], (calc)v->p[at] + (calc)back[k],
                      (calc)v->p[at + v->along] + (calc)front[k], (calc)v->q_before[at] + low,
                      (calc)v->q_before[at + v->across] + high, &v->k);
        to[k] = (real)h;
        maxima->wrong[k] = h >= C(0) ? maxima->wrong[k] : C(1);
        if (rate) {
            const calc flux = adi_cell_flux(low + high, (calc)back[k] + (calc)front[k], dx, dy);
            const calc depth = (calc)to[k];
            maxima->deepest[k] = max_r(depth, maxima->deepest[k]);
            maxima->excess[k] = max_r(flux - below * max_r(depth, v->k.h_flood), maxima->excess[k]);
        }
    }
}

DEPTH_LOOP make_depths(const depth_job *t, const depth_tile *tile, int rate, depth_maxima *maxima,
                       real (*to)[DEPTH_BLOCK])
{
    const adi_view v = *t->v;
    const calc below = below_swiftest(t);
    depth_maxima some = *maxima;
    for (int s = 0; s < tile->strips; ++s) {
        const real *const back = tile->flux + s * tile->pitch, *const front = back + tile->next;
        const ptrdiff_t o = tile->o[s];
        int from = 0;
        for (; from + DEPTH_STEP <= tile->count; from += DEPTH_STEP) {
            const depth_cells whole = {o + from, DEPTH_STEP, back + from, front + from};
            depths_of_cells(t, &v, whole, rate, below, &some, to[s] + from);
        }
        if (from < tile->count) {
            const depth_cells rest = {o + from, tile->count - from, back + from, front + from};
            depths_of_cells(t, &v, rest, rate, below, &some, to[s] + from);
        }
    }
    *maxima = some;
}

static void make_plain_depths(const depth_job *t, const depth_tile *tile, depth_maxima *maxima,
                              real (*to)[DEPTH_BLOCK])
{
    make_depths(t, tile, 0, maxima, to);
}

static void make_depths_and_rate(const depth_job *t, const depth_tile *tile, depth_maxima *maxima,
                                 real (*to)[DEPTH_BLOCK])
{
    make_depths(t, tile, 1, maxima, to);
}

/* Inactive cells hold no water. Returns whether there are any. */
static int empty_inactive(const depth_job *t, const depth_tile *tile, real (*h)[DEPTH_BLOCK])
{
    int some = 0;
    for (int s = 0; s < tile->strips; ++s) {
        const uint8_t *const codes = t->v->codes + tile->o[s];
        if (!adi_any_code(codes, tile->count, CELL_INACTIVE))
            continue;
        for (int k = 0; k < tile->count; ++k)
            h[s][k] = (codes[k] & CELL_INACTIVE) ? 0 : h[s][k];
        some = 1;
    }
    return some;
}

static calc deepest_of(const depth_tile *tile, real (*h)[DEPTH_BLOCK])
{
    calc deepest = C(0);
    for (int s = 0; s < tile->strips; ++s)
        for (int k = 0; k < tile->count; ++k)
            deepest = max_r((calc)h[s][k], deepest);
    return deepest;
}

static void count_wrong(const depth_job *t, const depth_tile *tile, real (*h)[DEPTH_BLOCK])
{
    for (int s = 0; s < tile->strips; ++s)
        for (int k = 0; k < tile->count; ++k)
            t->found->wrong += !(h[s][k] >= 0);
}

/* The largest flow over depth, if one of these cells has it. */
static void find_swiftest(const depth_job *t, const depth_tile *tile, real (*h)[DEPTH_BLOCK])
{
    const adi_view *v = t->v;
    calc most = (calc)t->found->swiftest;
    for (int s = 0; s < tile->strips; ++s)
        for (int k = 0; k < tile->count; ++k) {
            const real *const back = tile->flux + s * tile->pitch + k;
            const ptrdiff_t o = tile->o[s] + k;
            const calc flux =
                adi_cell_flux((calc)v->q[o] + (calc)v->q[o + v->across],
                              (calc)back[0] + (calc)back[tile->next], t->inverse_dx, t->inverse_dy);
            if (adi_is_active(v, o))
                most = max_r(most, adi_cell_flow((calc)h[s][k], flux, v->k.h_flood));
        }
    t->found->swiftest = (double)most;
}

/* Copies to memory, past the caches for large fields. For few values: the cost of a call of memcpy
 * would matter. */
static inline void put_values(const depth_job *t, const real *from, int count, real *to)
{
#ifdef __SSE2__
    if (t->streams && (uintptr_t)to % 64 == 0 && count % TRI_TILE == 0) {
        for (int k = 0; k < count; k += TRI_TILE)
            tri_stream_line(from + k, to + k);
        return;
    }
#endif
#pragma omp simd
    for (int k = 0; k < count; ++k)
        to[k] = from[k];
}

/* Evaluates the maxima, which do not know inactive cells. */
static void evaluate(const depth_job *t, const depth_tile *tile, const depth_maxima *maxima,
                     int some_inactive, real (*h)[DEPTH_BLOCK])
{
    calc wrong = C(0), excess = C(0), deepest = C(0);
    for (int k = 0; k < DEPTH_STEP; ++k) {
        wrong = max_r(wrong, maxima->wrong[k]);
        excess = max_r(excess, maxima->excess[k]);
        deepest = max_r(deepest, maxima->deepest[k]);
    }
    if (some_inactive && t->finds_rate)
        deepest = deepest_of(tile, h);
    t->found->deepest = fmax(t->found->deepest, (double)deepest);
    if (wrong > C(0))
        count_wrong(t, tile, h);
    if (excess > C(0))
        find_swiftest(t, tile, h);
}

static void store_depths(const depth_job *t, const depth_tile *tile)
{
    _Alignas(64) real h[DEPTH_STRIPS][DEPTH_BLOCK];
    depth_maxima maxima = {{0}, {0}, {0}};
    (t->finds_rate ? make_depths_and_rate : make_plain_depths)(t, tile, &maxima, h);
    const int some_inactive = empty_inactive(t, tile, h);
    evaluate(t, tile, &maxima, some_inactive, h);
    for (int s = 0; s < tile->strips; ++s)
        put_values(t, h[s], tile->count, t->h + tile->o[s]);
}

#endif
