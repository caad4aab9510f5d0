/* The Kurganov kernels of the CPU backend: which tiles are awake, which thread takes which rectangle.
 * The arithmetic is in kurganov_sweep.c. Compiled once per precision. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "backend/cpu/kurganov_sweep.h"
#include "backend/cpu/rectangles.h"
#include "backend/kurganov_clock.h"
#include "base/memory.h"
#include "physics/kurganov_update.h"

typedef struct cpu_work {
    kp_sweep_fn *sweep;
    int threads;
    size_t scratch_bytes;
    char *scratch; /* of all threads, one after another */
    rectangle_list list;
    /* Rectangles of each thread: next to take, end. */
    struct thread_share {
        _Alignas(SPATE_ALIGNMENT) atomic_int next;
        int end;
    } * share;
} cpu_work;

/* ---- set-up ---- */

static void dispose(kp_part *part)
{
    cpu_work *w = part->work;
    if (!w)
        return;
    rectangle_list_free(&w->list);
    memory_free(w->scratch);
    memory_free(w->share);
    free(w);
    part->work = NULL;
}

static int prepare_with(kp_part *part, int threads, kp_sweep_fn *sweep, size_t scratch_bytes)
{
    cpu_work *w = calloc(1, sizeof *w);
    if (!w)
        return 0;
    part->work = w;
    w->sweep = sweep;
    w->threads = threads;
    w->scratch_bytes = scratch_bytes;
    w->scratch = memory_alloc(scratch_bytes * (size_t)threads);
    w->share = memory_alloc(sizeof *w->share * (size_t)threads);
    if (!w->scratch || !w->share || !rectangle_list_alloc(&w->list, &part->shape)) {
        dispose(part);
        return 0;
    }
    memory_first_touch(w->scratch, scratch_bytes, (size_t)threads);
    return 1;
}

/* ---- state at the start, sums ---- */

/* Rate and wetness of one tile of Q^n. */
static double scan_tile(const kp_part *part, int tx, int ty, uint8_t *wet)
{
    const kp_params *k = &part->params;
    const real *h = part->state[part->clock->now][KP_H], *hu = part->state[part->clock->now][KP_HU],
               *hv = part->state[part->clock->now][KP_HV];
    const calc h_dry = (calc)(real)k->dry_depth;
    const int x1 =
        (tx + 1) * SPATE_TILE_X < part->shape.nx ? (tx + 1) * SPATE_TILE_X : part->shape.nx;
    const int y1 =
        (ty + 1) * SPATE_TILE_Y < part->shape.ny ? (ty + 1) * SPATE_TILE_Y : part->shape.ny;
    calc rate = C(0);
    *wet = 0;
    for (int j = ty * SPATE_TILE_Y; j < y1; ++j)
        for (int i = tx * SPATE_TILE_X; i < x1; ++i) {
            const ptrdiff_t o = (ptrdiff_t)j * part->shape.pitch + i;
            const kp_water q = kp_primitive((calc)h[o], (calc)hu[o], (calc)hv[o], C(0), h_dry);
            rate = max_r(rate,
                         kp_cell_rate(q, (calc)k->gravity, (calc)(1 / k->dx), (calc)(1 / k->dy)));
            *wet |= q.h > C(0);
        }
    return (double)rate;
}

static void scan(spate_queue *queue, kp_part *part)
{
    (void)queue;
    const int tiles_x = part->shape.tiles_x, tiles_y = part->shape.tiles_y;
    uint8_t *wet = part->tile_wet[part->clock->now];
    double rate = 0;
#pragma omp parallel for schedule(static) reduction(max : rate)
    for (int ty = 0; ty < tiles_y; ++ty)
        for (int tx = 0; tx < tiles_x; ++tx)
            rate = fmax(rate, scan_tile(part, tx, ty, &wet[(ptrdiff_t)ty * tiles_x + tx]));
    part->clock->rate = rate;
    memset(part->tile_quiet, 0, (size_t)tiles_x * (size_t)tiles_y);
}

static void sum(spate_queue *queue, kp_part *part, exact_sum *depth)
{
    (void)queue;
    const part_shape *shape = &part->shape;
    const real *h = part->state[part->clock->now][KP_H], *carry = part->carry[part->clock->now];
#pragma omp parallel
    {
        exact_sum mine = {0};
#pragma omp for schedule(static) nowait
        for (int j = 0; j < shape->ny; ++j)
            for (int i = 0; i < shape->nx; ++i) {
                const ptrdiff_t o = (ptrdiff_t)j * shape->pitch + i;
                exact_sum_add(&mine, (double)h[o]);
                if (carry)
                    exact_sum_add(&mine, (double)carry[o]);
            }
#pragma omp critical(spate_kurganov_sum)
        exact_sum_merge(depth, &mine);
    }
}

/* ---- a step ---- */

static void begin(spate_queue *queue, kp_part *part)
{
    (void)queue;
    kp_clock_begin(part);
}

static void finish(spate_queue *queue, kp_part *part)
{
    (void)queue;
    kp_clock_finish(part);
}

/* A tile that fell asleep hands its values on until every slot of the step holds them. */
static void copy_tile(const kp_part *part, const kp_rectangle *r, int from, int to)
{
    for (int v = 0; v < KP_VARIABLES; ++v)
        for (int j = r->y0; j < r->y1; ++j) {
            const ptrdiff_t o = (ptrdiff_t)j * part->shape.pitch + r->x0;
            memcpy((real *)part->state[to][v] + o, (const real *)part->state[from][v] + o,
                   sizeof(real) * (size_t)(r->x1 - r->x0));
        }
    part->tile_wet[to][(ptrdiff_t)(r->y0 / SPATE_TILE_Y) * part->shape.tiles_x +
                       r->x0 / SPATE_TILE_X] = 0;
}

static void run_rectangle(const kp_part *part, const kp_rectangle *r, int stage, char *scratch,
                          kp_rates *rates)
{
    const cpu_work *w = part->work;
    if (r->asleep)
        copy_tile(part, r, kp_slot_in(part, stage), kp_slot_out(part, stage));
    else
        w->sweep(part, r, stage, scratch, rates);
}

/* Threads start on contiguous shares (the rows they touched first) and then help one another. */
static void run_share(const kp_part *part, int stage, int thread, int threads, kp_rates *rates)
{
    cpu_work *w = part->work;
    char *scratch = w->scratch + (size_t)thread * w->scratch_bytes;
    for (int n = 0; n < threads; ++n) {
        struct thread_share *share = &w->share[(thread + n) % threads];
        for (int k; (k = atomic_fetch_add(&share->next, 1)) < share->end;)
            run_rectangle(part, &w->list.items[k], stage, scratch, rates);
    }
}

/* Below this many cells a thread costs more than it brings. */
#define CELLS_PER_THREAD 1024

static int useful_threads(const cpu_work *w)
{
    const int64_t most = 1 + w->list.cells / CELLS_PER_THREAD;
    return most < w->threads ? (int)most : w->threads;
}

static void share_out(cpu_work *w, int threads)
{
    int k = 0;
    int64_t given = 0;
    for (int t = 0; t < threads; ++t) {
        atomic_init(&w->share[t].next, k);
        const int64_t goal = w->list.cells * (t + 1) / threads;
        for (; k < w->list.count && (given < goal || t + 1 == threads); ++k)
            given += rectangle_cells(&w->list.items[k]);
        w->share[t].end = k;
    }
}

static void stage(spate_queue *queue, kp_part *part, part_region region, int stage_index)
{
    (void)queue;
    cpu_work *w = part->work;
    if (region != REGION_RIM)
        part->tiles_computed = 0;
    SPATE_NAME(rectangle_list_build)(&w->list, part, region, stage_index);
    part->tiles_computed += w->list.tiles;
    const int threads = useful_threads(w);
    share_out(w, threads);
    kp_rates rates = {0, 0};
#pragma omp parallel num_threads(threads)
    {
        kp_rates mine = {0, 0};
#ifdef _OPENMP
        run_share(part, stage_index, omp_get_thread_num(), threads, &mine);
#else
        run_share(part, stage_index, 0, 1, &mine);
#endif
#pragma omp critical(spate_kurganov_rates)
        {
            rates.face = fmax(rates.face, mine.face);
            rates.cell = fmax(rates.cell, mine.cell);
        }
    }
    part->clock->face_rate = fmax(part->clock->face_rate, rates.face);
    part->clock->next_rate = fmax(part->clock->next_rate, rates.cell);
}

/* ---- one table per instruction set ---- */

#define KP_TABLE(isa_name)                                                                         \
    static int SPATE_JOIN(prepare, isa_name)(kp_part * part, int threads)                          \
    {                                                                                              \
        return prepare_with(part, threads, SPATE_JOIN(SPATE_NAME(kp_sweep), isa_name),             \
                            SPATE_JOIN(SPATE_NAME(kp_scratch_bytes), isa_name)());                 \
    }                                                                                              \
    const kp_kernels SPATE_JOIN(SPATE_NAME(kp_kernels_cpu), isa_name) = {                          \
        .isa = #isa_name,                                                                          \
        .prepare = SPATE_JOIN(prepare, isa_name),                                                  \
        .dispose = dispose,                                                                        \
        .scan = scan,                                                                              \
        .begin = begin,                                                                            \
        .stage = stage,                                                                            \
        .finish = finish,                                                                          \
        .sum = sum,                                                                                \
    };

KP_TABLE(base)
#ifdef SPATE_X86_64
KP_TABLE(avx2)
KP_TABLE(avx512)
#endif
