/* Which items are awake. As on the CPU (cpu/common/awake_tiles.c) an item is skipped if it and its
 * neighbours were at rest in the step before and nothing outside acts on it; computing more than
 * that changes no bit, so one list serves both stages of a step. A stage carries motion two cells
 * further (KP_HALO), a step four: into the next item and not beyond it (only the last column and
 * row may be thinner than that, and they are the last). Items that see ghosts of other parts never
 * sleep. */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_ITEMS_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_ITEMS_CUH

#include "backend/cuda/common/dry_items.cuh"
#include "backend/cuda/kurganov/part.cuh"

static __device__ int item_is_awake(const cuda_part &c, int item, const cuda_control &k)
{
    const spate_clock *clock = c.p.clock;
    if (!c.p.params.skip_still || clock->rain_amount > 0 || c.forced[item])
        return 1;
    if (k.redo && c.awake[item])
        return 1; /* its slots hold values of the attempt that failed */
    const int windy = k.windy_before || clock_is_windy(clock, 0) || clock_is_windy(clock, 1);
    if (windy && c.cell_rate[item] > 0)
        return 1;
    if (item_near_link(c, item_of(c, item), 2 * KP_HALO)) /* two stages' reach */
        return 1;
    return neighbour_moved(item, c.columns, c.rows, c.moved[k.parity]) || item_among_wet(c, item);
}

/* Adds an item to the lists of a step, by all lanes of a warp. What sleeping items would
 * contribute to the rates is gathered here. The counts were set to zero by begin. In a jump no
 * item is computed, and none may forget that something has woken it (a state that was loaded is in
 * one slot alone). */
static __device__ void list_item(const cuda_part &c, int item, const cuda_control &k)
{
    cuda_control *control = c.control;
    if (c.p.clock->flags & CLOCK_JUMP)
        return;
    const int here = item < c.columns * c.rows;
    const int awake = here && item_is_awake(c, item, k);
    const int edged = awake && (c.all_edged || c.edged[item]);
    append_item(c.plain_list, &control->plain, item, awake && !edged);
    append_item(c.edged_list, &control->edged, item, edged);
    if (rim_items(c) > 0) { /* all threads come here, or none */
        const int rim = awake && item_in_rim(c, item_of(c, item));
        append_item(c.plain_rim, &control->plain_rim, item, rim && !edged);
        append_item(c.edged_rim, &control->edged_rim, item, rim && edged);
    }
    if (!here)
        return;
    c.awake[item] = (uint8_t)awake;
    c.moved[1 - k.parity][item] = 0;
    if (awake) { /* stages raise these */
        c.face_rate[item] = c.cell_rate[item] = 0;
        return;
    }
    if (c.face_rate[item] > 0)
        atomicMax(&control->sleeping_face, rate_bits(c.face_rate[item]));
    if (c.cell_rate[item] > 0)
        atomicMax(&control->sleeping_cell, rate_bits(c.cell_rate[item]));
}

/* After rows have moved: which items must be computed although nobody knows whether they moved. Dry
 * ones need not: they change only where something beside them is wet, and that counts as moving. All
 * slots of the rows [kept, kept_end) are those of this part from before; other rows have come with Q^n
 * alone. A block per item. Traffic per cell: 3 words of each slot. */
static __global__ void rest_kernel(const __grid_constant__ cuda_part c, int kept, int kept_end)
{
    __shared__ int wet;
    const int item = (int)blockIdx.x;
    const item_box b = item_of(c, item);
    const int width = b.x1 - b.x0, count = width * (b.y1 - b.y0);
    if (threadIdx.x == 0)
        wet = b.y0 < kept || b.y1 > kept_end;
    __syncthreads();
    for (int n = (int)threadIdx.x; n < count && !wet; n += DRY_THREADS) {
        const ptrdiff_t o = (ptrdiff_t)(b.y0 + n / width) * c.p.shape.pitch + b.x0 + n % width;
        int mine = 0;
        for (int slot = 0; slot < PART_SLOTS; ++slot)
            for (int v = 0; v < STATE_VARIABLES; ++v)
                mine |= ((const real *)c.p.field[FIELD_DEPTH + v][slot])[o] != 0;
        if (mine)
            wet = 1;
    }
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    c.moved[0][item] = c.moved[1][item] = (uint8_t)wet;
    if (!wet)
        c.face_rate[item] = c.cell_rate[item] = 0;
}

static __global__ void list_kernel(const __grid_constant__ cuda_part c)
{
    const cuda_control k = *c.control;
    if (k.running)
        list_item(c, (int)(blockIdx.x * blockDim.x + threadIdx.x), k);
}

/* The same by a single block, after the begin of a step. */
static __device__ void list_all(const cuda_part &c)
{
    const cuda_control k = *c.control;
    if (k.running)
        for (int first = 0; first < c.columns * c.rows; first += (int)blockDim.x)
            list_item(c, first + (int)threadIdx.x, k);
}

#endif
