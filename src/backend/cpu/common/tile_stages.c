/* Stages of explicit schemes on the CPU: which tiles are awake, which thread computes which
 * rectangle. The arithmetic is in the sweep of the scheme. Compiled once per precision. */
#include "backend/cpu/common/tile_stages.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "backend/common/step_clock.h"
#include "backend/cpu/common/common.h"
#include "base/memory.h"

typedef struct cpu_work {
    tile_sweep_fn *sweep;
    int threads;
    size_t scratch_bytes;
    char *scratch; /* of all threads, one after another */
    rectangle_list list;
    /* Rectangles of each thread: the next one and the end. */
    struct thread_share {
        _Alignas(SPATE_ALIGNMENT) atomic_int next;
        int end;
    } * share;
} cpu_work;

/* ---- set-up ---- */

void SPATE_NAME(tile_stages_dispose)(grid_part *part)
{
    cpu_work *w = part->scheme_work;
    if (!w)
        return;
    rectangle_list_free(&w->list);
    memory_free(w->scratch);
    memory_free(w->share);
    free(w);
    part->scheme_work = NULL;
}

int SPATE_NAME(tile_stages_prepare)(grid_part *part, int threads, tile_sweep_fn *sweep,
                                    size_t scratch_bytes, const tile_plan *plan)
{
    cpu_work *w = calloc(1, sizeof *w);
    if (!w)
        return 0;
    part->scheme_work = w;
    w->sweep = sweep;
    w->threads = threads;
    w->scratch_bytes = scratch_bytes;
    w->scratch = memory_alloc(scratch_bytes * (size_t)threads);
    w->share = memory_alloc(sizeof *w->share * (size_t)threads);
    if (!w->scratch || !w->share || !rectangle_list_alloc(&w->list, &part->shape, plan, threads)) {
        SPATE_NAME(tile_stages_dispose)(part);
        return 0;
    }
    memory_first_touch(w->scratch, scratch_bytes, (size_t)threads);
    return 1;
}

static int some_tile(const grid_part *part, const uint8_t *flags)
{
    return memchr(flags, 1, tile_count(&part->shape)) != NULL;
}

void SPATE_NAME(tile_stages_scan)(grid_part *part, tile_rate_fn *rate)
{
    const int tiles_x = part->shape.tiles_x;
#pragma omp parallel for schedule(static)
    for (int ty = 0; ty < part->shape.tiles_y; ++ty)
        for (int tx = 0; tx < tiles_x; ++tx)
            part->tile_cell_rate[(ptrdiff_t)ty * tiles_x + tx] =
                rate(part, rectangle_of_tile(&part->shape, tx, ty));
    part->clock->rate = largest_of_tiles(part, part->tile_cell_rate);
    SPATE_NAME(tile_stages_wake)(part);
}

void SPATE_NAME(tile_stages_wake)(grid_part *part)
{
    memset(part->tile_moved, 1, tile_count(&part->shape));
    memset(part->tile_awake, 1, tile_count(&part->shape));
}

/* ---- a step ---- */

/* Wind may have held water at rest that moves without it, so wet tiles stay awake for one step.
 * Rain that begins within a step may be missing in a shorter step that replaces it. */
static void keep_sources_awake(grid_part *part, int redo)
{
    const spate_clock *c = part->clock;
    if (redo && c->rain_amount > 0)
        memset(part->tile_moved, 1, tile_count(&part->shape));
    if (clock_is_windy(c, 0) || clock_is_windy(c, 1))
        for (size_t t = 0; t < tile_count(&part->shape); ++t)
            part->tile_moved[t] |= part->tile_cell_rate[t] > 0;
}

/* Stores which tiles moved in the step. A step to be redone leaves its values in the slots: the
 * tiles it computed must be computed again, and those next to ghost cells, which awake_tiles.c
 * compares. */
void SPATE_NAME(tile_stages_finish)(grid_part *part)
{
    clock_finish(part);
    if (part->clock->flags & CLOCK_JUMP)
        return; /* tiles do not change in a jump */
    const int redo = (part->clock->flags & CLOCK_REDO) != 0;
    const size_t count =
        tile_count(&part->shape); /* and pointers: bytes that are written are not them */
    const uint8_t *first = part->tile_moving[0], *last = part->tile_moving[part->params.stages - 1];
    uint8_t *restrict moved = part->tile_moved;
    const uint8_t kept = redo ? 1 : 0; /* flags are 0 and 1 */
    for (size_t t = 0; t < count; ++t)
        moved[t] = (uint8_t)((moved[t] & kept) | first[t] | last[t]);
    if (redo)
        rectangles_wake_rim(part);
    keep_sources_awake(part, redo);
}

/* Threads start with contiguous shares (the rows they touched first) and then take over rectangles
 * of others. */
static void run_share(const grid_part *part, int stage, int thread, int threads)
{
    cpu_work *w = part->scheme_work;
    char *scratch = w->scratch + (size_t)thread * w->scratch_bytes;
    for (int n = 0; n < threads; ++n) {
        struct thread_share *share = &w->share[(thread + n) % threads];
        for (int k; (k = atomic_fetch_add(&share->next, 1)) < share->end;)
            w->sweep(part, &w->list.items[k], stage, scratch);
    }
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

void SPATE_NAME(tile_stages_run)(grid_part *part, part_region region, int stage_index)
{
    cpu_work *w = part->scheme_work;
    if (region != REGION_RIM)
        part->tiles_computed = 0;
    if (part->clock->flags & CLOCK_JUMP)
        return;
    SPATE_NAME(rectangle_list_build)(&w->list, part, region, stage_index);
    part->tiles_computed += w->list.tiles;
    const int threads = cpu_useful_threads(w->threads, w->list.cells);
    share_out(w, threads);
#pragma omp parallel num_threads(threads)
    {
#ifdef _OPENMP
        run_share(part, stage_index, omp_get_thread_num(), threads);
#else
        run_share(part, stage_index, 0, 1);
#endif
    }
    if (part->params.skip_still && part->params.skip == SKIP_EARLY_EXIT)
        SPATE_NAME(rectangle_list_keep)(&w->list, part, region, stage_index);
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
