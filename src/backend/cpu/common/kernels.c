/* The common kernels of the CPU backend: sums, surveys, maxima, conveyance. Compiled once per
 * precision. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backend/common/conveyance.h"
#include "backend/common/maxima.h"
#include "backend/common/survey.h"
#include "backend/cpu/common/common.h"
#include "backend/cpu/common/instruction_sets.h"
#include "base/memory.h"

static void dispose(grid_part *part)
{
    free(part->work);
    part->work = NULL;
}

/* Caches that many guests of a machine share are reported as if they were one's own. */
static const double CACHE_OF_THREAD = 16 << 20;

/* Whether a step is over before the fields that it began with come again: depth and velocities, old
 * and new, and the bed. SPATE_CPU_STREAM=0 or 1 decides for tests and benchmarks. */
static int exceeds_caches(const part_shape *shape, int threads)
{
    enum { WORDS = 7 };
    const char *wanted = getenv("SPATE_CPU_STREAM");
    if (wanted && *wanted)
        return atoi(wanted) != 0;
    const double fields = (double)shape->nx * shape->ny * (WORDS * sizeof(real));
    return fields > fmin(memory_cache_bytes(), CACHE_OF_THREAD * threads);
}

static int prepare(grid_part *part, int threads)
{
    cpu_common *w = calloc(1, sizeof *w);
    part->work = w;
    if (!w)
        return 0;
    w->threads = threads;
    w->streams = exceeds_caches(&part->shape, threads);
    return 1;
}

/* Adds one field of Q^n, and a second one where there is one. */
static void add_cells(const part_shape *shape, const real *first, const real *second,
                      exact_sum *sum_out)
{
#pragma omp parallel
    {
        exact_sum mine = {0};
#pragma omp for schedule(static) nowait
        for (int j = 0; j < shape->ny; ++j)
            for (int i = 0; i < shape->nx; ++i) {
                const ptrdiff_t o = (ptrdiff_t)j * shape->pitch + i;
                exact_sum_add(&mine, (double)first[o]);
                if (second)
                    exact_sum_add(&mine, (double)second[o]);
            }
#pragma omp critical(spate_common_sum)
        exact_sum_merge(sum_out, &mine);
    }
}

static void sum(grid_part *part, exact_sum *depth)
{
    const int now = part->clock->now;
    add_cells(&part->shape, part->field[FIELD_DEPTH][now], part->field[FIELD_CARRY][now], depth);
}

static void sum_infiltrated(grid_part *part, exact_sum *depth)
{
    const part_shape *shape = &part->shape;
    const double *infiltrated = part->field[FIELD_INFILTRATED][part->clock->now];
    const int rows = infiltrated ? shape->ny : 0;
#pragma omp parallel
    {
        exact_sum mine = {0};
#pragma omp for schedule(static) nowait
        for (int j = 0; j < rows; ++j)
            for (int i = 0; i < shape->nx; ++i)
                exact_sum_add(&mine, infiltrated[(ptrdiff_t)j * shape->pitch + i]);
#pragma omp critical(spate_common_sum)
        exact_sum_merge(depth, &mine);
    }
}

static void survey(grid_part *part, double lowest, double film, water_survey *out)
{
    const part_shape *shape = &part->shape;
#pragma omp parallel
    {
        water_survey mine = {.highest = -INFINITY};
#pragma omp for schedule(static) nowait
        for (int j = 0; j < shape->ny; ++j)
            for (int i = 0; i < shape->nx; ++i)
                survey_cell(part, (ptrdiff_t)j * shape->pitch + i, lowest, film, &mine);
#pragma omp critical(spate_common_sum)
        survey_merge(out, &mine);
    }
}

static void conveyance(grid_part *part, int boundary, exact_sum sums[2])
{
    const face_team alone = {.rank = 0, .size = 1, .scratch = NULL};
    list_conveyance(part, &part->boundary_x, 0, boundary, &alone, sums);
    list_conveyance(part, &part->boundary_y, 1, boundary, &alone, sums);
}

/* ---- maxima ---- */

/* The runs of awake tiles of one tile row. */
static void maxima_of_row(const grid_part *part, int ty, maxima_tiles_fn *raise)
{
    const int tiles_x = part->shape.tiles_x;
    const uint8_t *awake = part->tile_awake + (ptrdiff_t)ty * tiles_x;
    for (int tx = 0; tx < tiles_x; ++tx) {
        if (!awake[tx])
            continue;
        tile_rectangle run = rectangle_of_tile(&part->shape, tx, ty);
        for (int n = 1; n < MAXIMA_TILES && tx + 1 < tiles_x && awake[tx + 1]; ++n)
            run.x1 = rectangle_of_tile(&part->shape, ++tx, ty).x1;
        raise(part, &run);
    }
}

static void maxima_with(grid_part *part, int begin_anew, maxima_tiles_fn *raise)
{
    const cpu_common *w = part->work;
    const int all = w->threads;
    const int some = cpu_useful_threads(all, part->tiles_computed * (SPATE_TILE_X * SPATE_TILE_Y));
    (void)some; /* without OpenMP */
    const int tiles_y = part->shape.tiles_y;
    if (begin_anew) {
        memset(part->maxima.tile_state, 0, tile_count(&part->shape));
#pragma omp parallel for schedule(static) num_threads(all)
        for (int j = 0; j < part->shape.ny; ++j)
            maxima_begin_row(part, j);
        return;
    }
#pragma omp parallel for schedule(dynamic, 4) num_threads(some)
    for (int ty = 0; ty < tiles_y; ++ty)
        maxima_of_row(part, ty, raise);
}

/* ---- one table per instruction set ---- */

#define COMMON_TABLE(isa_name)                                                                     \
    static void SPATE_JOIN(maxima, isa_name)(grid_part * part, int begin_anew)                     \
    {                                                                                              \
        maxima_with(part, begin_anew, SPATE_JOIN(SPATE_NAME(cpu_maxima), isa_name));               \
    }                                                                                              \
    extern const common_kernels SPATE_JOIN(SPATE_NAME(common_kernels_cpu), isa_name);              \
    const common_kernels SPATE_JOIN(SPATE_NAME(common_kernels_cpu), isa_name) = {                  \
        .prepare = prepare,                                                                        \
        .dispose = dispose,                                                                        \
        .sum = sum,                                                                                \
        .sum_infiltrated = sum_infiltrated,                                                        \
        .maxima = SPATE_JOIN(maxima, isa_name),                                                    \
        .survey = survey,                                                                          \
        .conveyance = conveyance,                                                                  \
    };

CPU_EACH_NAME(COMMON_TABLE)
