/* The Kurganov kernels of the CPU backend: which tiles are awake, which thread takes which rectangle.
 * The arithmetic is in kurganov_sweep.c. Compiled once per precision. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "backend/common/maxima.h"
#include "backend/common/survey.h"
#include "backend/cpu/common/instruction_sets.h"
#include "backend/cpu/common/rectangles.h"
#include "backend/cpu/kurganov/sweep.h"
#include "backend/kurganov/boundary.h"
#include "backend/kurganov/clock.h"
#include "backend/kurganov/limiting.h"
#include "base/cores.h"
#include "base/memory.h"
#include "physics/kurganov_update.h"

typedef struct cpu_work {
    kp_sweep_fn *sweep;
    kp_maxima_fn *maxima;
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

static int prepare_with(kp_part *part, int threads, kp_sweep_fn *sweep, kp_maxima_fn *maxima_run,
                        size_t scratch_bytes)
{
    cpu_work *w = calloc(1, sizeof *w);
    if (!w)
        return 0;
    part->work = w;
    w->sweep = sweep;
    w->maxima = maxima_run;
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

/* Largest cell rate of one tile of Q^n. */
static double scan_tile(const kp_part *part, int tx, int ty)
{
    const kp_params *k = &part->params;
    const int now = part->clock->now;
    const real *h = part->state[now][KP_H], *hu = part->state[now][KP_HU],
               *hv = part->state[now][KP_HV];
    const calc h_dry = (calc)(real)k->dry_depth;
    const kp_rectangle r = rectangle_of_tile(&part->shape, tx, ty);
    calc rate = C(0);
    for (int j = r.y0; j < r.y1; ++j)
        for (int i = r.x0; i < r.x1; ++i) {
            const ptrdiff_t o = (ptrdiff_t)j * part->shape.pitch + i;
            const kp_water q = kp_primitive((calc)h[o], (calc)hu[o], (calc)hv[o], C(0), h_dry);
            rate = max_r(rate,
                         kp_cell_rate(q, (calc)k->gravity, (calc)(1 / k->dx), (calc)(1 / k->dy)));
        }
    return (double)rate;
}

static size_t tile_count(const kp_part *part)
{
    return (size_t)part->shape.tiles_x * (size_t)part->shape.tiles_y;
}

static double largest_of_tiles(const kp_part *part, const double *rates)
{
    double most = 0;
    for (size_t t = 0; t < tile_count(part); ++t)
        most = rates[t] > most ? rates[t] : most;
    return most;
}

static int some_tile(const kp_part *part, const uint8_t *flags)
{
    return memchr(flags, 1, tile_count(part)) != NULL;
}

static void scan(spate_queue *queue, kp_part *part)
{
    (void)queue;
    const int tiles_x = part->shape.tiles_x;
#pragma omp parallel for schedule(static)
    for (int ty = 0; ty < part->shape.tiles_y; ++ty)
        for (int tx = 0; tx < tiles_x; ++tx)
            part->tile_cell_rate[(ptrdiff_t)ty * tiles_x + tx] = scan_tile(part, tx, ty);
    part->clock->rate = largest_of_tiles(part, part->tile_cell_rate);
    memset(part->tile_moved, 1, tile_count(part));
    memset(part->tile_awake, 1, tile_count(part));
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

static void conveyance(spate_queue *queue, kp_part *part, int boundary, exact_sum sums[2])
{
    (void)queue;
    const face_team alone = {.rank = 0, .size = 1, .scratch = NULL};
    kp_list_conveyance(part, &part->boundary_x, 0, boundary, &alone, sums);
    kp_list_conveyance(part, &part->boundary_y, 1, boundary, &alone, sums);
}

static double limiting(spate_queue *queue, const kp_part *part, int *i, int *j)
{
    (void)queue;
    return kp_limiting_cell(part, i, j);
}

static void sum_infiltrated(spate_queue *queue, kp_part *part, exact_sum *depth)
{
    (void)queue;
    const part_shape *shape = &part->shape;
    const double *infiltrated = part->sources.infiltrated[part->clock->now];
    const int rows = infiltrated ? shape->ny : 0;
#pragma omp parallel
    {
        exact_sum mine = {0};
#pragma omp for schedule(static) nowait
        for (int j = 0; j < rows; ++j)
            for (int i = 0; i < shape->nx; ++i)
                exact_sum_add(&mine, infiltrated[(ptrdiff_t)j * shape->pitch + i]);
#pragma omp critical(spate_kurganov_sum)
        exact_sum_merge(depth, &mine);
    }
}

static void survey(spate_queue *queue, kp_part *part, double lowest, double film, kp_survey *out)
{
    (void)queue;
    const part_shape *shape = &part->shape;
#pragma omp parallel
    {
        kp_survey mine = {.highest = -INFINITY};
#pragma omp for schedule(static) nowait
        for (int j = 0; j < shape->ny; ++j)
            for (int i = 0; i < shape->nx; ++i)
                survey_cell(part, (ptrdiff_t)j * shape->pitch + i, lowest, film, &mine);
#pragma omp critical(spate_kurganov_sum)
        survey_merge(out, &mine);
    }
}

/* ---- a step ---- */

static void begin(spate_queue *queue, kp_part *part)
{
    (void)queue;
    kp_clock_begin(part);
}

/* Wind may have held water at rest that moves without it, so wet tiles stay awake for a step. Rain that
 * begins within a step may not fall in a shorter one that replaces it. */
static void keep_sources_awake(kp_part *part, int redo)
{
    const spate_clock *c = part->clock;
    if (redo && c->rain_amount > 0)
        memset(part->tile_moved, 1, tile_count(part));
    if (kp_is_windy(c, 0) || kp_is_windy(c, 1))
        for (size_t t = 0; t < tile_count(part); ++t)
            part->tile_moved[t] |= part->tile_cell_rate[t] > 0;
}

/* Remembers which tiles moved in the step. A step to be redone leaves values of its own in the slots: the
 * tiles it computed must be computed again, and those next to ghosts, which awake_tiles.c compares. */
static void finish(spate_queue *queue, kp_part *part)
{
    (void)queue;
    kp_clock_finish(part);
    if (part->clock->flags & CLOCK_JUMP)
        return; /* tiles are as the still step before left them */
    const int redo = (part->clock->flags & CLOCK_REDO) != 0;
    const uint8_t *first = part->tile_moving[0], *last = part->tile_moving[part->params.stages - 1];
    for (size_t t = 0; t < tile_count(part); ++t)
        part->tile_moved[t] = (redo ? part->tile_moved[t] : 0) | first[t] | last[t];
    if (redo)
        rectangles_wake_rim(part);
    keep_sources_awake(part, redo);
}

/* Threads start on contiguous shares (the rows they touched first) and then help one another. */
static void run_share(const kp_part *part, int stage, int thread, int threads)
{
    cpu_work *w = part->work;
    char *scratch = w->scratch + (size_t)thread * w->scratch_bytes;
    for (int n = 0; n < threads; ++n) {
        struct thread_share *share = &w->share[(thread + n) % threads];
        for (int k; (k = atomic_fetch_add(&share->next, 1)) < share->end;)
            w->sweep(part, &w->list.items[k], stage, scratch);
    }
}

/* Below this many cells a thread costs more than it brings. */
#define CELLS_PER_THREAD 1024

static int useful_threads(const cpu_work *w, int64_t cells)
{
    const int64_t most = 1 + cells / CELLS_PER_THREAD;
    return cores_left(most < w->threads ? (int)most : w->threads);
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
    if (part->clock->flags & CLOCK_JUMP)
        return;
    SPATE_NAME(rectangle_list_build)(&w->list, part, region, stage_index);
    part->tiles_computed += w->list.tiles;
    const int threads = useful_threads(w, w->list.cells);
    share_out(w, threads);
#pragma omp parallel num_threads(threads)
    {
#ifdef _OPENMP
        run_share(part, stage_index, omp_get_thread_num(), threads);
#else
        run_share(part, stage_index, 0, 1);
#endif
    }
    if (region == REGION_INNER)
        return; /* the rim is still to come */
    /* Sleeping tiles count: their rates are those of the stage that computed them last. */
    spate_clock *clock = part->clock;
    clock->face_rate = fmax(clock->face_rate, largest_of_tiles(part, part->tile_face_rate));
    if (stage_index == 0)
        clock->first_face_rate = clock->face_rate;
    if (some_tile(part, part->tile_moving[stage_index]))
        clock->flags &= ~(uint32_t)CLOCK_STILL;
    if (stage_index + 1 == part->params.stages)
        clock->next_rate = largest_of_tiles(part, part->tile_cell_rate);
}

/* ---- maxima ---- */

/* The runs of awake tiles of one tile row. */
static void maxima_of_row(const kp_part *part, int ty)
{
    const cpu_work *w = part->work;
    const int tiles_x = part->shape.tiles_x;
    const uint8_t *awake = part->tile_awake + (ptrdiff_t)ty * tiles_x;
    for (int tx = 0; tx < tiles_x; ++tx) {
        if (!awake[tx])
            continue;
        kp_rectangle run = rectangle_of_tile(&part->shape, tx, ty);
        for (int n = 1; n < KP_MAXIMA_TILES && tx + 1 < tiles_x && awake[tx + 1]; ++n)
            run.x1 = rectangle_of_tile(&part->shape, ++tx, ty).x1;
        w->maxima(part, &run);
    }
}

static void maxima(spate_queue *queue, kp_part *part, int begin_anew)
{
    (void)queue;
    const cpu_work *w = part->work;
    const int all = w->threads;
    const int some = useful_threads(w, part->tiles_computed * (SPATE_TILE_X * SPATE_TILE_Y));
    (void)all; /* without OpenMP */
    (void)some;
    const int tiles_y = part->shape.tiles_y;
    if (begin_anew) {
        memset(part->maxima.tile_state, 0, tile_count(part));
#pragma omp parallel for schedule(static) num_threads(all)
        for (int j = 0; j < part->shape.ny; ++j)
            maxima_begin_row(part, j);
        return;
    }
#pragma omp parallel for schedule(dynamic, 4) num_threads(some)
    for (int ty = 0; ty < tiles_y; ++ty)
        maxima_of_row(part, ty);
}

/* ---- one table per instruction set ---- */

#define KP_TABLE(isa_name)                                                                         \
    static int SPATE_JOIN(prepare, isa_name)(kp_part * part, int threads)                          \
    {                                                                                              \
        return prepare_with(part, threads, SPATE_JOIN(SPATE_NAME(kp_sweep), isa_name),             \
                            SPATE_JOIN(SPATE_NAME(kp_maxima), isa_name),                           \
                            SPATE_JOIN(SPATE_NAME(kp_scratch_bytes), isa_name)());                 \
    }                                                                                              \
    const kp_kernels SPATE_JOIN(SPATE_NAME(kp_kernels_cpu), isa_name) = {                          \
        .isa = #isa_name,                                                                          \
        .prepare = SPATE_JOIN(prepare, isa_name),                                                  \
        .dispose = dispose,                                                                        \
        .scan = scan,                                                                              \
        .conveyance = conveyance,                                                                  \
        .begin = begin,                                                                            \
        .stage = stage,                                                                            \
        .finish = finish,                                                                          \
        .sum = sum,                                                                                \
        .limiting = limiting,                                                                      \
        .maxima = maxima,                                                                          \
        .sum_infiltrated = sum_infiltrated,                                                        \
        .survey = survey,                                                                          \
    };

CPU_EACH_NAME(KP_TABLE)
