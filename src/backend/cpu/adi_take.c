/* The other end of adi_rows.c: new fluxes of some lines go to their part while they are in a cache, and the depths of the
 * cells between them follow at once. Compiled for each precision and instruction set.
 * Reads h, p and q at two times; writes p and h. */
#include <math.h>

#include "backend/adi_cells.h"
#include "backend/cpu/adi_codes.h"
#include "backend/cpu/adi_room.h"
#include "backend/cpu/tridiag_lines.h"

#define ADI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

/* Cells of a strip at most, those that a loop takes at once; strips of a tile. */
enum { TAKE_BLOCK = 64, TAKE_STEP = 16, TAKE_STRIPS = TRI_TILE };
/* Bytes of a field from which on nothing that is written stays in a cache until it is read. */
enum { TAKE_STREAMED = 4 << 20 };

typedef struct taker {
    const adi_view *v;
    real *p, *h; /* new */
    int finds_rate, streams;
    calc inverse_dx, inverse_dy;
    adi_found *found;
} taker;

static taker taker_of(const kp_part *part, const adi_view *v, int stage, adi_found *found)
{
    const int x = stage == ADI_SWEEP_X;
    const size_t bytes = (size_t)part->shape.pitch * (size_t)part->shape.ny * sizeof(real);
    return (taker){
        .v = v,
        .p = part->state[ADI_NEW][x ? KP_HU : KP_HV],
        .h = part->state[x ? ADI_NEW : 1 - part->clock->now][KP_H],
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

/* Lines are taken from their end on, in strips that no processor looks ahead for by itself. Only addresses count: they may
 * be before the beginning of an array. */
static inline void look_ahead(const taker *t, ptrdiff_t o, int count)
{
    const void *const read[] = {t->v->h, t->v->p, t->v->q, t->v->q_before};
    const void *const written[] = {t->h, t->p};
    const uintptr_t at = (uintptr_t)o * sizeof(real);
    const size_t bytes = (size_t)count * sizeof(real);
    for (int n = 0; n < 4; ++n)
        for (size_t byte = 0; byte < bytes; byte += 64)
            __builtin_prefetch((const void *)((uintptr_t)read[n] + at + byte), 0, 2);
    for (int n = 0; n < 2 && !t->streams; ++n)
        for (size_t byte = 0; byte < bytes; byte += 64)
            __builtin_prefetch((const void *)((uintptr_t)written[n] + at + byte), 1, 2);
}

/* ---- lines along x: rows of memory, which lie across in the panel ---- */

enum { TURNED_PITCH = TAKE_BLOCK + TRI_TILE };

/* `count` rows from `row` on of `lanes` lanes. */
static void turn_plainly(const adi_answers *a, int lane, int lanes, int row, int from, int count,
                         real (*to)[TURNED_PITCH])
{
    const calc *const x = (const calc *)a->fluxes + lane;
    for (int r = from; r < count; ++r)
        for (int l = 0; l < lanes; ++l)
            to[l][r] = (real)x[(ptrdiff_t)(row + r) * a->pitch + l];
}

static void turn(const adi_answers *a, int lane, int lanes, int row, int count,
                 real (*to)[TURNED_PITCH])
{
    int done = 0;
#if defined(TRI_REGISTER_TILES) && SPATE_REAL_BITS == SPATE_CALC_BITS
    const real *const x = (const real *)a->fluxes + lane;
    for (; lanes == TRI_TILE && done + TRI_TILE <= count; done += TRI_TILE) {
        tri_vector v[TRI_TILE];
#pragma GCC unroll 16
        for (int k = 0; k < TRI_TILE; ++k)
            v[k] = tri_load(x + (ptrdiff_t)(row + done + k) * a->pitch);
        tri_transpose(v);
#pragma GCC unroll 16
        for (int k = 0; k < TRI_TILE; ++k)
            tri_store(&to[tri_column(k)][done], v[k]);
    }
#endif
    turn_plainly(a, lane, lanes, row, done, count, to);
}

static void take_along_x(const taker *t, const adi_answers *a)
{
    _Alignas(64) real flux[TAKE_STRIPS][TURNED_PITCH];
    for (int lane = 0; lane < a->lanes; lane += TAKE_STRIPS)
        for (int row = 0; row < a->rows; row += TAKE_BLOCK) {
            const int lanes = a->lanes - lane < TAKE_STRIPS ? a->lanes - lane : TAKE_STRIPS;
            const int count = a->rows - row < TAKE_BLOCK ? a->rows - row : TAKE_BLOCK;
            const int next = row + count < a->rows || a->goes_on;
            take_tile tile = {.strips = lanes,
                              .count = count - !next,
                              .flux = flux[0],
                              .pitch = TURNED_PITCH,
                              .next = 1};
            turn(a, lane, lanes, row, count + next, flux);
            for (int l = 0; l < lanes; ++l) {
                tile.o[l] = (ptrdiff_t)a->line[lane + l] * t->v->across + a->first + row;
                look_ahead(t, tile.o[l] - count, count);
                put_values(t, flux[l], count, t->p + tile.o[l]);
            }
            take_tile_of_cells(t, &tile);
        }
}

/* ---- lines along y, which lie side by side in memory ---- */

/* Lanes from `lane` on whose lines follow one another, as many as fit a block. */
static int neighbours(const adi_answers *a, int lane)
{
    int count = 1;
    while (lane + count < a->lanes && count < TAKE_BLOCK &&
           a->line[lane + count] == a->line[lane] + count)
        ++count;
    return count;
}

/* Rows of the panel as they are stored; *pitch from row to row. */
static const real *stored_rows(const adi_answers *a, int row, int rows, int lane, int count,
                               real (*room)[TAKE_BLOCK], ptrdiff_t *pitch)
{
    const calc *const x = (const calc *)a->fluxes + (ptrdiff_t)row * a->pitch + lane;
#if SPATE_REAL_BITS == SPATE_CALC_BITS
    (void)rows;
    (void)count;
    (void)room;
    *pitch = a->pitch;
    return x;
#else
    for (int r = 0; r < rows; ++r)
        for (int k = 0; k < count; ++k)
            room[r][k] = (real)x[(ptrdiff_t)r * a->pitch + k];
    *pitch = TAKE_BLOCK;
    return room[0];
#endif
}

/* `rows` rows of `count` lanes, and one more where it is there. */
static void take_rows(const taker *t, const adi_answers *a, int row, int rows, int lane, int count,
                      int makes_depths)
{
    _Alignas(64) real room[TAKE_STRIPS + 1][TAKE_BLOCK];
    const int next = row + rows < a->rows || a->goes_on;
    take_tile tile = {.strips = rows - !next, .count = count};
    tile.flux = stored_rows(a, row, rows + next, lane, count, room, &tile.pitch);
    tile.next = tile.pitch;
    for (int r = 0; r < rows; ++r) {
        const ptrdiff_t before = a->rows * t->v->along;
        tile.o[r] = (ptrdiff_t)(a->first + row + r) * t->v->along + (ptrdiff_t)a->line[lane];
        look_ahead(t, tile.o[r] - before, count + 1);
        put_values(t, tile.flux + r * tile.pitch, count, t->p + tile.o[r]);
    }
    if (makes_depths)
        take_tile_of_cells(t, &tile);
}

static void take_along_y(const taker *t, const adi_answers *a, int makes_depths)
{
    for (int lane = 0, count; lane < a->lanes; lane += count) {
        count = neighbours(a, lane);
        for (int row = 0; row < a->rows; row += TAKE_STRIPS)
            take_rows(t, a, row, a->rows - row < TAKE_STRIPS ? a->rows - row : TAKE_STRIPS, lane,
                      count, makes_depths);
    }
}

extern __typeof__(*((adi_kernels *)0)->take) ADI_SYMBOL(adi_take);
extern __typeof__(*((adi_kernels *)0)->end_sweep) ADI_SYMBOL(adi_end_sweep);

void ADI_SYMBOL(adi_take)(const kp_part *part, int stage, const adi_answers *answers,
                          adi_found *found)
{
    const adi_room *const room = adi_enter_room(answers->room, part, stage, answers->solve);
    const taker t = taker_of(part, &room->view, stage, found);
    if (stage == ADI_SWEEP_X)
        take_along_x(&t, answers);
    else
        take_along_y(&t, answers, stage == ADI_SWEEP_Y);
    if (t.streams && answers->first == 0) /* the last rows of these lines */
        tri_write_end();
}

/* The last cells of lines that go on: a column, or a row. */
void ADI_SYMBOL(adi_end_sweep)(kp_part *part, int stage, int goes_on, adi_found *found)
{
    const adi_view v = adi_view_of(part, stage);
    const taker t = taker_of(part, &v, stage, found);
    const adi_flows f = adi_flows_of(part, &v, stage, 0);
    const int nx = part->shape.nx, ny = part->shape.ny;
    const int x = stage == ADI_SWEEP_X, at_once = x ? 1 : TAKE_BLOCK;
    for (int n = 0; n < (x ? ny : nx) && goes_on; n += at_once) {
        const ptrdiff_t o = x ? (ptrdiff_t)n * part->shape.pitch + nx - 1
                              : (ptrdiff_t)(ny - 1) * part->shape.pitch + n;
        const take_tile tile = {.o = {o},
                                .strips = 1,
                                .count = nx - n < at_once && !x ? nx - n : at_once,
                                .flux = t.p + o,
                                .next = v.along};
        take_tile_of_cells(&t, &tile);
    }
    adi_note_faces(part, &f, stage);
    if (t.streams)
        tri_write_end();
}
