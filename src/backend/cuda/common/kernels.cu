/* The common kernels of the CUDA backend. Compiled once per precision, with the arithmetic of the
 * strict build, which is that of the CPU. */
#include "backend/cuda/common/platform.cuh"

#include <math.h>

#include "backend/common/maxima.h"
#include "backend/common/survey.h"
#include "backend/cuda/common/conveyance.cuh"
#include "backend/cuda/common/copies.cuh"
#include "backend/cuda/common/mirror.cuh"
#include "physics/shown.h"

namespace
{

enum { TEAM = 32 * TEAM_MOST_WARPS };

/* ---- kernels ---- */

/* Order-free sum over the cells, by blocks: of depth and what is carried, or of what has
 * infiltrated. */
static __global__ void sum_kernel(const __grid_constant__ grid_part p, exact_sum *sums,
                                  int infiltrated)
{
    __shared__ team_scratch scratch;
    const face_team team = {(int)threadIdx.x, (int)blockDim.x, &scratch};
    const int now = p.clock->now;
    const real *h = (const real *)p.field[FIELD_DEPTH][now],
               *carry = (const real *)p.field[FIELD_CARRY][now];
    const double *ground = (const double *)p.field[FIELD_INFILTRATED][now];
    exact_sum mine = {0, 0};
    for (int j = (int)blockIdx.x; j < p.shape.ny; j += (int)gridDim.x)
        for (int i = (int)threadIdx.x; i < p.shape.nx; i += (int)blockDim.x) {
            const ptrdiff_t o = (ptrdiff_t)j * p.shape.pitch + i;
            if (infiltrated) {
                exact_sum_add(&mine, ground[o]);
                continue;
            }
            exact_sum_add(&mine, (double)h[o]);
            if (carry)
                exact_sum_add(&mine, (double)carry[o]);
        }
    mine = team_sum(&team, mine);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = mine;
}

/* Energy, speed and level of the cells, by blocks. Traffic per cell: h, and hu, hv, bed where
 * there is water. */
static __global__ void survey_kernel(const __grid_constant__ grid_part p, water_survey *surveys,
                                     double lowest, double film)
{
    __shared__ team_scratch scratch;
    const face_team team = {(int)threadIdx.x, (int)blockDim.x, &scratch};
    water_survey mine = {{0, 0}, 0, -(double)INFINITY};
    for (int j = (int)blockIdx.x; j < p.shape.ny; j += (int)gridDim.x)
        for (int i = (int)threadIdx.x; i < p.shape.nx; i += (int)blockDim.x)
            survey_cell(&p, (ptrdiff_t)j * p.shape.pitch + i, lowest, film, &mine);
    mine.energy = team_sum(&team, mine.energy);
    mine.speed_squared = -team_least(&team, -mine.speed_squared);
    mine.highest = -team_least(&team, -mine.highest);
    if (threadIdx.x == 0)
        surveys[blockIdx.x] = mine;
}

/* Raises *largest to the square of the largest speed, as bits: they are ordered as the numbers
 * are. */
static __global__ void fastest_kernel(const __grid_constant__ grid_part p,
                                      unsigned long long *largest)
{
    const int now = p.clock->now;
    double top = 0;
    for (int j = (int)blockIdx.x; j < p.shape.ny; j += (int)gridDim.x)
        for (int i = (int)threadIdx.x; i < p.shape.nx; i += (int)blockDim.x) {
            const ptrdiff_t o = (ptrdiff_t)j * p.shape.pitch + i;
            const double h = (double)((const real *)p.field[FIELD_DEPTH][now])[o];
            const double hu = (double)((const real *)p.field[FIELD_MOMENTUM_X][now])[o];
            const double hv = (double)((const real *)p.field[FIELD_MOMENTUM_Y][now])[o];
            const double square = shown_speed_squared(h, hu, hv, p.params.shown_dry_depth);
            top = square > top ? square : top;
        }
    if (top > 0)
        atomicMax(largest, (unsigned long long)__double_as_longlong(top));
}

/* Raises the maxima to Q^n in every cell. Traffic per cell: reads 3 words of the state and 4 of
 * the maxima (6 where duration is touched), writes those that rose. */
static __global__ void maxima_kernel(const __grid_constant__ grid_part p, int begin_anew)
{
    const maxima_view v = maxima_view_of(&p);
    for (int j = (int)blockIdx.x; j < p.shape.ny; j += (int)gridDim.x)
        for (int i = (int)threadIdx.x; i < p.shape.nx; i += (int)blockDim.x) {
            const ptrdiff_t o = (ptrdiff_t)j * v.pitch + i;
            if (begin_anew)
                maxima_begin_cell(&v, o, !(p.codes[o] & CELL_INACTIVE));
            else
                maxima_raise_cell(&v, o, maxima_now(&v, o));
        }
}

static __global__ void conveyance_kernel(const __grid_constant__ grid_part p, exact_sum *sums,
                                         int boundary)
{
    __shared__ team_scratch scratch;
    const face_team team = {(int)threadIdx.x, (int)blockDim.x, &scratch};
    exact_sum both[2];
    conveyance_of(&p, boundary, &team, both);
    if (threadIdx.x == 0) {
        sums[0] = both[0];
        sums[1] = both[1];
    }
}

static __global__ void cells_kernel(const __grid_constant__ grid_part p, int field,
                                    const ptrdiff_t *offsets, int count, double *values)
{
    const int n = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (n < count)
        values[n] = (double)((const real *)p.field[field][p.clock->now])[offsets[n]];
}

/* One thread: whatever else runs on the device is not slowed. */
static __global__ void hold_kernel(unsigned long long nanoseconds)
{
    cuda_sleep(nanoseconds);
}

/* ---- set-up ---- */

void dispose(grid_part *part)
{
    cuda_common *w = common_of(part);
    if (!w)
        return;
    drop_tables(w);
    drop_copies(w);
    for (int f = 0; f < w->twin.field_count; ++f)
        if (w->twin.fields[f].name)
            free_field(w, f);
    void *const own[] = {w->twin.clock, w->sums, w->surveys, w->largest, w->offsets, w->values};
    for (void *block : own)
        cuda_free(block);
    for (int n = 0; n < MOST_MARKS; ++n) {
        if (w->begun[n])
            cudaEventDestroy(w->begun[n]);
        if (w->ended[n])
            cudaEventDestroy(w->ended[n]);
    }
    delete w;
    part->work = NULL;
}

int prepare(grid_part *part, int threads)
{
    enum { STAGING_THREADS = 8 }; /* about four saturate a bus of 55 GB/s */
    cuda_common *w = new cuda_common();
    part->work = w;
    w->device_number = part->shape.device_number;
    w->threads = threads < STAGING_THREADS ? threads : STAGING_THREADS;
    cuda_enter(w->device_number);
    w->twin = *part;
    for (auto &slots : w->twin.field)
        for (void *&slot : slots)
            slot = NULL;
    w->twin.clock = (spate_clock *)cuda_allocate(sizeof(spate_clock));
    w->sums = (exact_sum *)cuda_allocate(sizeof(exact_sum) * SUM_BLOCKS);
    w->surveys = (water_survey *)cuda_allocate(sizeof(water_survey) * SUM_BLOCKS);
    w->largest = (unsigned long long *)cuda_allocate(sizeof *w->largest);
    batch fresh;
    part->newer_here = PART_ALL;
    if (w->twin.clock && w->sums && w->surveys && w->largest && match_fields(w, part, &fresh)) {
        bring(w, fresh, TO_DEVICE);
        return 1;
    }
    dispose(part);
    return 0;
}

/* ---- reports ---- */

/* One block for each row, up to a limit. */
int row_blocks(const grid_part *part)
{
    return part->shape.ny < SUM_BLOCKS ? part->shape.ny : SUM_BLOCKS;
}

/* Its threads: whole warps, no more than have a cell of the row, up to a limit. */
int row_threads(const grid_part *part)
{
    const int needed = (part->shape.nx + 31) / 32 * 32;
    return needed < TEAM ? needed : TEAM;
}

/* Copies the results of blocks when they are ready. Returns 0 if the device has failed. */
int read_back(void *to, const void *from, size_t bytes)
{
    return cuda_ok(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, cuda_stream()),
                   "copying what kernels found") &&
           cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for the device");
}

void sum_into(grid_part *part, exact_sum *depth, int infiltrated)
{
    const cuda_common *w = common_of(part);
    exact_sum blocks[SUM_BLOCKS];
    const int rows = row_blocks(part);
    cuda_launch(sum_kernel, (unsigned)rows, row_threads(part), cuda_stream(), "launching a sum",
                w->twin, w->sums, infiltrated);
    if (read_back(blocks, w->sums, sizeof *blocks * (size_t)rows))
        for (int n = 0; n < rows; ++n)
            exact_sum_merge(depth, &blocks[n]);
}

void sum(grid_part *part, exact_sum *depth)
{
    sum_into(part, depth, 0);
}

void sum_infiltrated(grid_part *part, exact_sum *depth)
{
    if (part->field[FIELD_INFILTRATED][0])
        sum_into(part, depth, 1);
}

void survey(grid_part *part, double lowest, double film, water_survey *out)
{
    const cuda_common *w = common_of(part);
    water_survey blocks[SUM_BLOCKS];
    const int rows = row_blocks(part);
    cuda_launch(survey_kernel, (unsigned)rows, row_threads(part), cuda_stream(),
                "launching a survey", w->twin, w->surveys, lowest, film);
    if (read_back(blocks, w->surveys, sizeof *blocks * (size_t)rows))
        for (int n = 0; n < rows; ++n)
            survey_merge(out, &blocks[n]);
}

void conveyance(grid_part *part, int boundary, exact_sum sums[2])
{
    const cuda_common *w = common_of(part);
    exact_sum mine[2];
    cuda_launch(conveyance_kernel, 1, TEAM, cuda_stream(), "launching a conveyance", w->twin,
                w->sums, boundary);
    if (!read_back(mine, w->sums, sizeof mine))
        return;
    exact_sum_merge(&sums[0], &mine[0]);
    exact_sum_merge(&sums[1], &mine[1]);
}

double fastest(grid_part *part)
{
    const cuda_common *w = common_of(part);
    double square = 0;
    cuda_ok(cudaMemsetAsync(w->largest, 0, sizeof *w->largest, cuda_stream()), "clearing a speed");
    cuda_launch(fastest_kernel, (unsigned)row_blocks(part), row_threads(part), cuda_stream(),
                "launching the search for the fastest cell", w->twin, w->largest);
    read_back(&square, w->largest, sizeof square);
    return sqrt(square);
}

void maxima(grid_part *part, int begin_anew)
{
    push_clock(part);
    cuda_launch(maxima_kernel, (unsigned)row_blocks(part), row_threads(part), cuda_stream(),
                "launching maxima", common_of(part)->twin, begin_anew);
    part->newer_there |= PART_MAXIMA;
}

int make_room(cuda_common *w, int count)
{
    if (count <= w->cells_room)
        return 1;
    cuda_free(w->offsets);
    cuda_free(w->values);
    w->offsets = (ptrdiff_t *)cuda_allocate(sizeof(ptrdiff_t) * (size_t)count);
    w->values = (double *)cuda_allocate(sizeof(double) * (size_t)count);
    w->cells_room = w->offsets && w->values ? count : 0;
    return w->cells_room > 0;
}

void read_cells(const grid_part *part, int field, const ptrdiff_t *offsets, int count,
                double *values)
{
    cuda_common *w = common_of(part);
    if (count <= 0)
        return;
    if (!make_room(w, count)) {
        cuda_ok(cudaErrorMemoryAllocation, "reading cells");
        return;
    }
    cuda_ok(cudaMemcpyAsync(w->offsets, offsets, sizeof *offsets * (size_t)count,
                            cudaMemcpyHostToDevice, cuda_stream()),
            "copying the numbers of cells");
    cuda_launch(cells_kernel, blocks_for(count, 128), 128, cuda_stream(),
                "launching the reading of cells", w->twin, field, w->offsets, count, w->values);
    read_back(values, w->values, sizeof *values * (size_t)count);
}

/* ---- how long kernels take ---- */

void time_kernels(grid_part *part, int end)
{
    cuda_common *w = common_of(part);
    if (w->marked == MOST_MARKS)
        return;
    cudaEvent_t *mark = &(end ? w->ended : w->begun)[w->marked];
    if (*mark || cuda_ok(cudaEventCreate(mark), "making an event"))
        cuda_ok(cudaEventRecord(*mark, cuda_stream()), "marking kernels");
    w->marked += end;
}

double timed_kernels(grid_part *part)
{
    cuda_common *w = common_of(part);
    double seconds = 0;
    for (int n = 0; n < w->marked; ++n) {
        float milliseconds = 0;
        if (cuda_ok(cudaEventElapsedTime(&milliseconds, w->begun[n], w->ended[n]),
                    "timing kernels"))
            seconds += 1e-3 * (double)milliseconds;
    }
    w->marked = 0;
    return seconds;
}

void hold(grid_part *part, double seconds)
{
    common_of(part);
    cuda_launch(hold_kernel, 1, 1, cuda_stream(), "holding a device back",
                (unsigned long long)(1e9 * seconds));
}

common_kernels make_table(void)
{
    common_kernels t = {};
    t.prepare = prepare;
    t.dispose = dispose;
    t.sum = sum;
    t.sum_infiltrated = sum_infiltrated;
    t.maxima = maxima;
    t.survey = survey;
    t.conveyance = conveyance;
    t.push = push;
    t.pull = pull;
    t.device_field = device_field;
    t.read_cells = read_cells;
    t.fastest = fastest;
    t.time_kernels = time_kernels;
    t.timed_kernels = timed_kernels;
    t.hold = hold;
    t.copy_start = copy_start;
    t.copy_finish = copy_finish;
    return t;
}

} // namespace

extern "C" const common_kernels *SPATE_NAME(common_kernels_cuda)(void)
{
    static const common_kernels table = make_table();
    return &table;
}
