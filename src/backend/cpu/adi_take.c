/* The other end of adi_rows.c: new fluxes of some lines go to their part while they are in a cache, and the depths of the
 * cells between them follow at once. Compiled for each precision and instruction set.
 * Reads h, p and q at two times; writes p and h. */
#include "backend/adi_cells.h"
#include "backend/cpu/adi_codes.h"
#include "backend/cpu/tridiag_transpose.h"

#define ADI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

/* Cells at once. */
enum { TAKE_BLOCK = 64 };

typedef struct taker {
    adi_view v;
    real *p, *h; /* new */
    int makes_depths, finds_rate;
    calc inverse_dx, inverse_dy;
    adi_found *found;
} taker;

static taker taker_of(const kp_part *part, int stage, adi_found *found)
{
    const int x = stage == ADI_SWEEP_X;
    return (taker){
        .v = adi_view_of(part, stage),
        .p = part->state[ADI_NEW][x ? KP_HU : KP_HV],
        .h = part->state[x ? ADI_NEW : 1 - part->clock->now][KP_H],
        .makes_depths = stage != ADI_LAUNCH,
        .finds_rate = stage == ADI_SWEEP_Y,
        .inverse_dx = (calc)(1 / part->params.dx),
        .inverse_dy = (calc)(1 / part->params.dy),
        .found = found,
    };
}

/* Cells side by side in memory, the first at o; new fluxes at the back and in front of each. */
typedef struct run_of_cells {
    ptrdiff_t o;
    int count;
    const real *back, *front;
} run_of_cells;

/* Returns how many are wrong, inactive cells included. */
static calc make_depths(const taker *t, const run_of_cells *run)
{
    const adi_view v = t->v;
    const real *const back = run->back, *const front = run->front;
    const ptrdiff_t o = run->o;
    real *const to = t->h;
    calc wrong = C(0);
#pragma omp simd reduction(+ : wrong)
    for (int k = 0; k < run->count; ++k) {
        const ptrdiff_t at = o + k;
        const calc h = adi_moved((calc)v.h[at], (calc)v.p[at] + (calc)back[k],
                                 (calc)v.p[at + v.along] + (calc)front[k],
                                 (calc)v.q_before[at] + (calc)v.q[at],
                                 (calc)v.q_before[at + v.across] + (calc)v.q[at + v.across], &v.k);
        to[at] = (real)h;
        wrong += h >= C(0) ? C(0) : C(1);
    }
    return wrong;
}

/* Cells without flow hold nothing. */
static void empty_inactive(const taker *t, const run_of_cells *run)
{
    const uint8_t *const codes = t->v.codes + run->o;
    if (!(adi_any_code(codes, run->count) & CELL_INACTIVE))
        return;
    for (int k = 0; k < run->count; ++k)
        if (codes[k] & CELL_INACTIVE)
            t->h[run->o + k] = 0;
}

static int64_t count_wrong(const taker *t, const run_of_cells *run)
{
    int64_t wrong = 0;
    for (int k = 0; k < run->count; ++k)
        wrong += !(t->h[run->o + k] >= 0);
    return wrong;
}

static calc flux_of(const taker *t, const run_of_cells *run, int k)
{
    const adi_view *v = &t->v;
    const ptrdiff_t at = run->o + k;
    return adi_cell_flux((calc)v->q[at] + (calc)v->q[at + v->across],
                         (calc)run->back[k] + (calc)run->front[k], t->inverse_dx, t->inverse_dy);
}

/* The largest flow over depth, if it is one of these. */
static void find_swiftest(const taker *t, const run_of_cells *run)
{
    calc most = (calc)t->found->swiftest;
    for (int k = 0; k < run->count; ++k)
        if (adi_is_active(&t->v, run->o + k))
            most = max_r(most,
                         adi_cell_flow((calc)t->h[run->o + k], flux_of(t, run, k), t->v.k.h_flood));
    t->found->swiftest = (double)most;
}

/* Quotients are worked out only where one may be above the largest so far: flux <= below depth with
 * below = (1 - 4 e) most, which is rounded by less than 2 e, has flux / depth <= most. */
static void find_rate(const taker *t, const run_of_cells *run)
{
    const adi_view v = t->v;
    const real *const back = run->back, *const front = run->front, *const h = t->h + run->o;
    const calc dx = t->inverse_dx, dy = t->inverse_dy, flood = v.k.h_flood;
    const ptrdiff_t o = run->o;
    const calc below = (C(1) - C(4) * SPATE_CALC_EPSILON) * (calc)t->found->swiftest;
    calc deepest = (calc)t->found->deepest, excess = C(0);
#pragma omp simd reduction(max : deepest, excess)
    for (int k = 0; k < run->count; ++k) {
        const calc flux = adi_cell_flux((calc)v.q[o + k] + (calc)v.q[o + k + v.across],
                                        (calc)back[k] + (calc)front[k], dx, dy);
        const calc more = flux - below * max_r((calc)h[k], flood);
        deepest = max_r(deepest, (calc)h[k]);
        excess = max_r(excess, more);
    }
    t->found->deepest = (double)deepest;
    if (excess > C(0))
        find_swiftest(t, run);
}

/* Lines are taken from their end on, where no processor looks ahead by itself. Only addresses count: they may be before the
 * beginning of an array. */
static inline void look_ahead(const taker *t, ptrdiff_t o, int count)
{
    const void *const read[] = {t->v.h, t->v.p, t->v.q, t->v.q_before};
    const void *const written[] = {t->h, t->p};
    const size_t bytes = (size_t)count * sizeof(real);
    for (int n = 0; n < 4; ++n)
        for (size_t byte = 0; byte < bytes; byte += 64)
            __builtin_prefetch((const void *)((uintptr_t)read[n] + (uintptr_t)o * sizeof(real) +
                                              byte),
                               0, 2);
    for (int n = 0; n < 2; ++n)
        for (size_t byte = 0; byte < bytes; byte += 64)
            __builtin_prefetch((const void *)((uintptr_t)written[n] + (uintptr_t)o * sizeof(real) +
                                              byte),
                               1, 2);
}

static void take_cells(const taker *t, const run_of_cells *run)
{
    const calc wrong = make_depths(t, run);
    empty_inactive(t, run);
    if (wrong > C(0))
        t->found->wrong += count_wrong(t, run);
    if (t->finds_rate)
        find_rate(t, run);
}

/* Few: what a call of memcpy costs counts. */
static inline void store(const real *from, int count, real *to)
{
#pragma omp simd
    for (int k = 0; k < count; ++k)
        to[k] = from[k];
}

/* ---- lines along x: rows of memory, which lie across in the panel ---- */

enum { TAKE_LANES = TRI_TILE };

typedef struct turned {
    _Alignas(64) real flux[TAKE_LANES][TAKE_BLOCK + TRI_TILE];
} turned;

/* `count` rows from `row` on of `lanes` lanes. */
static void turn_plainly(const adi_answers *a, int lane, int lanes, int row, int from, int count,
                         turned *to)
{
    const calc *const x = (const calc *)a->fluxes + lane;
    for (int r = from; r < count; ++r)
        for (int l = 0; l < lanes; ++l)
            to->flux[l][r] = (real)x[(ptrdiff_t)(row + r) * a->pitch + l];
}

static void turn(const adi_answers *a, int lane, int lanes, int row, int count, turned *to)
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
            tri_store(&to->flux[tri_column(k)][done], v[k]);
    }
#endif
    turn_plainly(a, lane, lanes, row, done, count, to);
}

static void take_along_x(const taker *t, const adi_answers *a)
{
    turned block;
    for (int lane = 0; lane < a->lanes; lane += TAKE_LANES)
        for (int row = 0; row < a->rows; row += TAKE_BLOCK) {
            const int lanes = a->lanes - lane < TAKE_LANES ? a->lanes - lane : TAKE_LANES;
            const int count = a->rows - row < TAKE_BLOCK ? a->rows - row : TAKE_BLOCK;
            const int next = row + count < a->rows || a->goes_on;
            turn(a, lane, lanes, row, count + next, &block);
            for (int l = 0; l < lanes; ++l) {
                const real *const flux = block.flux[l];
                const run_of_cells run = {.o = (ptrdiff_t)a->line[lane + l] * t->v.across +
                                               a->first + row,
                                          .count = count - !next,
                                          .back = flux,
                                          .front = flux + 1};
                look_ahead(t, run.o - count, count);
                store(flux, count, t->p + run.o);
                take_cells(t, &run);
            }
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

/* A row of the panel as it is stored. */
static const real *stored_row(const adi_answers *a, int row, int lane, int count, real *room)
{
    const calc *const x = (const calc *)a->fluxes + (ptrdiff_t)row * a->pitch + lane;
#if SPATE_REAL_BITS == SPATE_CALC_BITS
    (void)count;
    (void)room;
    return x;
#else
    for (int k = 0; k < count; ++k)
        room[k] = (real)x[k];
    return room;
#endif
}

static void take_along_y(const taker *t, const adi_answers *a)
{
    real room[2][TAKE_BLOCK];
    for (int lane = 0, count; lane < a->lanes; lane += count) {
        count = neighbours(a, lane);
        const real *back = stored_row(a, 0, lane, count, room[0]);
        for (int row = 0; row < a->rows; ++row) {
            const int next = row + 1 < a->rows || a->goes_on;
            const real *const front =
                next ? stored_row(a, row + 1, lane, count, room[(row + 1) % 2]) : NULL;
            const run_of_cells run = {.o = (ptrdiff_t)(a->first + row) * t->v.along +
                                           (ptrdiff_t)a->line[lane],
                                      .count = count,
                                      .back = back,
                                      .front = front};
            look_ahead(t, run.o - a->rows * t->v.along, count);
            store(back, count, t->p + run.o);
            if (next && t->makes_depths)
                take_cells(t, &run);
            back = front;
        }
    }
}

extern __typeof__(*((adi_kernels *)0)->take) ADI_SYMBOL(adi_take);
extern __typeof__(*((adi_kernels *)0)->end_sweep) ADI_SYMBOL(adi_end_sweep);

void ADI_SYMBOL(adi_take)(const kp_part *part, int stage, const adi_answers *answers,
                          adi_found *found)
{
    const taker t = taker_of(part, stage, found);
    if (stage == ADI_SWEEP_X)
        take_along_x(&t, answers);
    else
        take_along_y(&t, answers);
}

/* The last cells of lines that go on: a column, or a row. */
void ADI_SYMBOL(adi_end_sweep)(kp_part *part, int stage, int goes_on, adi_found *found)
{
    const taker t = taker_of(part, stage, found);
    const adi_flows f = adi_flows_of(part, &t.v, stage, 0);
    const int nx = part->shape.nx, ny = part->shape.ny;
    const int x = stage == ADI_SWEEP_X, at_once = x ? 1 : TAKE_BLOCK;
    for (int n = 0; n < (x ? ny : nx) && goes_on; n += at_once) {
        const ptrdiff_t o = x ? (ptrdiff_t)n * part->shape.pitch + nx - 1
                              : (ptrdiff_t)(ny - 1) * part->shape.pitch + n;
        const run_of_cells run = {.o = o,
                                  .count = nx - n < at_once && !x ? nx - n : at_once,
                                  .back = t.p + o,
                                  .front = t.p + o + t.v.along};
        take_cells(&t, &run);
    }
    adi_note_faces(part, &f, stage);
}
