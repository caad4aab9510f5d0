/* Depths of tiles of cells between faces whose new fluxes are known, and what the rate of the next step needs of them.
 * Included by the twins of adi_take.c. */
#ifndef SPATE_BACKEND_CPU_ADI_DEPTHS_H
#define SPATE_BACKEND_CPU_ADI_DEPTHS_H

#include <math.h>

#include "backend/adi/cells.h"
#include "backend/cpu/adi/codes.h"
#include "backend/cpu/tridiag/lines.h"

/* Cells of a strip at most, those that a loop takes at once; strips of a tile. */
enum { TAKE_BLOCK = 64, TAKE_STEP = 16, TAKE_STRIPS = 16 };
/* Bytes of a field from which on nothing that is written stays in a cache until it is read. */
enum { TAKE_STREAMED = 4 << 20 };

typedef struct taker {
    const adi_view *v;
    real *p, *h; /* new */
    int finds_rate, streams;
    calc inverse_dx, inverse_dy;
    adi_found *found;
} taker;

static taker taker_of(const grid_part *part, const adi_view *v, int stage, adi_found *found)
{
    const int x = stage == ADI_SWEEP_X;
    const size_t bytes = (size_t)part->shape.pitch * (size_t)part->shape.ny * sizeof(real);
    return (taker){
        .v = v,
        .p = part->field[x ? ADI_P : ADI_Q][ADI_NEW],
        .h = part->field[FIELD_DEPTH][x ? ADI_NEW : 1 - part->clock->now],
        .finds_rate = stage == ADI_SWEEP_Y,
        .streams = bytes >= TAKE_STREAMED,
        .inverse_dx = (calc)(1 / part->params.dx),
        .inverse_dy = (calc)(1 / part->params.dy),
        .found = found,
    };
}

/* Strips of `count` cells side by side in memory, the first of a strip at o[s]. New fluxes: at the back of cell k of strip s
 * flux[s pitch + k], in front of it `next` places on. */
typedef struct take_tile {
    ptrdiff_t o[TAKE_STRIPS];
    int strips, count;
    const real *flux;
    ptrdiff_t pitch, next;
} take_tile;

/* Largest numbers of every TAKE_STEP-th cell: 1 for a depth that is wrong, depths, and by how much a flux may be above the
 * largest of flux over depth so far. */
typedef struct take_sums {
    _Alignas(64) calc wrong[TAKE_STEP];
    calc deepest[TAKE_STEP], excess[TAKE_STEP];
} take_sums;

/* Quotients are worked out only where one may be above the largest so far: flux <= below depth with
 * below = (1 - 4 e) most, which is rounded by less than 2 e, has flux / depth <= most. */
static calc below_swiftest(const taker *t)
{
    return (C(1) - C(4) * SPATE_CALC_EPSILON) * (calc)t->found->swiftest;
}

#define TAKE_LOOP static inline __attribute__((always_inline)) void

/* `count` cells from place o on, new fluxes at the back and in front of them. */
TAKE_LOOP take_cells(const taker *t, const adi_view *v, ptrdiff_t o, const real *back,
                     const real *front, int count, int rate, calc below, take_sums *sums,
                     real *restrict to)
{
    const calc dx = t->inverse_dx, dy = t->inverse_dy;
#pragma omp simd
    for (int k = 0; k < count; ++k) {
        const ptrdiff_t at = o + k;
        const calc low = (calc)v->q[at], high = (calc)v->q[at + v->across];
        const calc h =
            adi_moved((calc)v->h[at], (calc)v->p[at] + (calc)back[k],
                      (calc)v->p[at + v->along] + (calc)front[k], (calc)v->q_before[at] + low,
                      (calc)v->q_before[at + v->across] + high, &v->k);
        to[k] = (real)h;
        sums->wrong[k] = h >= C(0) ? sums->wrong[k] : C(1);
        if (rate) {
            const calc flux = adi_cell_flux(low + high, (calc)back[k] + (calc)front[k], dx, dy);
            const calc depth = (calc)to[k];
            sums->deepest[k] = max_r(depth, sums->deepest[k]);
            sums->excess[k] = max_r(flux - below * max_r(depth, v->k.h_flood), sums->excess[k]);
        }
    }
}

TAKE_LOOP make_depths(const taker *t, const take_tile *tile, int rate, take_sums *sums,
                      real (*to)[TAKE_BLOCK])
{
    const adi_view v = *t->v;
    const calc below = below_swiftest(t);
    take_sums some = *sums;
    for (int s = 0; s < tile->strips; ++s) {
        const real *const back = tile->flux + s * tile->pitch, *const front = back + tile->next;
        const ptrdiff_t o = tile->o[s];
        int from = 0;
        for (; from + TAKE_STEP <= tile->count; from += TAKE_STEP)
            take_cells(t, &v, o + from, back + from, front + from, TAKE_STEP, rate, below, &some,
                       to[s] + from);
        if (from < tile->count)
            take_cells(t, &v, o + from, back + from, front + from, tile->count - from, rate, below,
                       &some, to[s] + from);
    }
    *sums = some;
}

static void make_plain_depths(const taker *t, const take_tile *tile, take_sums *sums,
                              real (*to)[TAKE_BLOCK])
{
    make_depths(t, tile, 0, sums, to);
}

static void make_depths_and_rate(const taker *t, const take_tile *tile, take_sums *sums,
                                 real (*to)[TAKE_BLOCK])
{
    make_depths(t, tile, 1, sums, to);
}

/* Cells without flow hold nothing. Returns whether there are any. */
static int empty_inactive(const taker *t, const take_tile *tile, real (*h)[TAKE_BLOCK])
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

static calc deepest_of(const take_tile *tile, real (*h)[TAKE_BLOCK])
{
    calc deepest = C(0);
    for (int s = 0; s < tile->strips; ++s)
        for (int k = 0; k < tile->count; ++k)
            deepest = max_r((calc)h[s][k], deepest);
    return deepest;
}

static void count_wrong(const taker *t, const take_tile *tile, real (*h)[TAKE_BLOCK])
{
    for (int s = 0; s < tile->strips; ++s)
        for (int k = 0; k < tile->count; ++k)
            t->found->wrong += !(h[s][k] >= 0);
}

/* The largest flow over depth, if it is one of these. */
static void find_swiftest(const taker *t, const take_tile *tile, real (*h)[TAKE_BLOCK])
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

/* To memory, past the caches where nothing would stay there. Few values: what a call of memcpy costs counts. */
static inline void put_values(const taker *t, const real *from, int count, real *to)
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

/* What the sums tell, which know nothing of inactive cells. */
static void find(const taker *t, const take_tile *tile, const take_sums *sums, int some_inactive,
                 real (*h)[TAKE_BLOCK])
{
    calc wrong = C(0), excess = C(0), deepest = C(0);
    for (int k = 0; k < TAKE_STEP; ++k) {
        wrong = max_r(wrong, sums->wrong[k]);
        excess = max_r(excess, sums->excess[k]);
        deepest = max_r(deepest, sums->deepest[k]);
    }
    if (some_inactive && t->finds_rate)
        deepest = deepest_of(tile, h);
    t->found->deepest = fmax(t->found->deepest, (double)deepest);
    if (wrong > C(0))
        count_wrong(t, tile, h);
    if (excess > C(0))
        find_swiftest(t, tile, h);
}

static void take_tile_of_cells(const taker *t, const take_tile *tile)
{
    _Alignas(64) real h[TAKE_STRIPS][TAKE_BLOCK];
    take_sums sums = {{0}, {0}, {0}};
    (t->finds_rate ? make_depths_and_rate : make_plain_depths)(t, tile, &sums, h);
    const int some_inactive = empty_inactive(t, tile, h);
    find(t, tile, &sums, some_inactive, h);
    for (int s = 0; s < tile->strips; ++s)
        put_values(t, h[s], tile->count, t->h + tile->o[s]);
}

#endif
