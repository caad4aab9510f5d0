/* Which items are awake. As on the CPU (cpu/common/awake_tiles.c) an item is skipped if it and its
 * neighbours were at rest in the step before and nothing outside acts on it; computing more than
 * that changes no bit. A step carries motion no further than into the next item. Items that see
 * ghosts of other parts never sleep. */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_ITEMS_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_ITEMS_CUH

#include "backend/cuda/common/dry_items.cuh"
#include "backend/cuda/staggered/part.cuh"

static __device__ int item_is_awake(const stag_device &c, int item, const stag_control &k)
{
    const spate_clock *clock = c.p.clock;
    if (!c.p.params.skip_still || clock->rain_amount > 0 || c.forced[item])
        return 1;
    if (k.redo && c.awake[item])
        return 1; /* its slots hold values of the attempt that failed */
    if ((k.windy_before || clock_is_windy(clock, 0)) && c.rate[item] > 0)
        return 1;
    if (item_near_link(c, item_of(c, item)))
        return 1;
    return neighbour_moved(item, c.columns, c.rows, c.moved[k.parity]) || item_among_wet(c, item);
}

/* Adds an item to the lists of a step, by all lanes of a warp. Rates of sleeping items are gathered
 * here. In a jump no item is computed, and none may forget that something has woken it. */
static __device__ void list_item(const stag_device &c, int item, const stag_control &k)
{
    stag_control *control = c.control;
    if (c.p.clock->flags & CLOCK_JUMP)
        return;
    const int here = item < c.columns * c.rows;
    const int awake = here && item_is_awake(c, item, k);
    const unsigned edged = awake ? c.edged[item] : 0u;
    const int parted = edged && c.piece < c.height;
    count_items(&control->items, awake);
    append_item(c.plain_list, &control->plain, entry_of(item, 0), awake && !edged);
    append_item(c.edged_list, &control->edged, entry_of(item, 0), edged && !parted);
    if (__any_sync(0xffffffffu, parted))
        for (int piece = 1; piece <= ITEM_PIECES; ++piece) {
            const int there = parted && (piece - 1) * c.piece < c.height;
            const int closed = edged >> (piece - 1) & 1u;
            append_item(c.plain_list, &control->plain, entry_of(item, piece), there && !closed);
            append_item(c.edged_list, &control->edged, entry_of(item, piece), there && closed);
        }
    if (!here)
        return;
    c.awake[item] = (uint8_t)awake;
    c.moved[1 - k.parity][item] = 0;
    if (awake)
        c.rate[item] = 0; /* the step raises it */
    else if (c.rate[item] > 0)
        atomicMax(&control->sleeping, rate_bits(c.rate[item]));
}

static __global__ void list_kernel(const __grid_constant__ stag_device c)
{
    const stag_control k = *c.control;
    if (k.running)
        list_item(c, (int)(blockIdx.x * blockDim.x + threadIdx.x), k);
}

/* What a block has seen of an item. */
static __device__ void report_item(const stag_device &c, int item, double rate, int moves)
{
    if (moves)
        c.moved[1 - c.control->parity][item] = 1;
    atomicMax((unsigned long long *)&c.rate[item], rate_bits(rate));
    atomicMax(&c.control->next, rate_bits(rate));
}

#endif
